#!/usr/bin/env python3
"""What code that runs in somebody else's process may not do, by what its archives hold: no data that anybody writes to, and no
calls of functions that end, print, or ask or change what belongs to the process. `--cc CC` is for the self-test, which every
run begins with: an offender is caught. `--asserts`: the build checks what is asserted, which a library that is installed does not."""
import argparse, os, re, subprocess, sys, tempfile

# Data that is written to once, by the loader, or belongs to the format.
RELOCATED = re.compile(r"\.(data\.rel\.ro|eh_frame|toc|opd|got|plt|note|gnu\.lto)")
ASSERT = "__assert_fail"
FORBIDDEN = {ASSERT} | set("""
    printf vprintf puts putchar putc_unlocked perror dprintf vdprintf fprintf vfprintf stdout stderr stdin
    exit _exit _Exit quick_exit abort atexit __cxa_atexit on_exit
    signal sigaction sigprocmask pthread_sigmask raise alarm setitimer
    getenv secure_getenv setenv unsetenv putenv clearenv environ __environ
    setlocale localeconv nl_langinfo tzset localtime mallopt umask chdir fchdir setrlimit srand srandom
    fork vfork system popen strtok getpwnam getpwuid gethostbyname""".split())

# What has to be, and why: (file, name).
ALLOWED = {
    ("guard.c", "guard"): "what is mapped is asked for by a handler of signals, which has no argument",
    ("mapped_pages.c", "faults"): "the same",
    ("mapped_pages.c", "sigaction"): "file_guard_begin(), which a program calls and a library does not",
    ("mapped_pages.c", "raise"): "the same: a signal that was sent goes to the handler before",
    ("host.c", "signal"): "file_signals_by_default(), which a program calls and a library does not",
    ("host.c", "setenv"): "file_set_environment(), which the program alone calls, for libdebuginfod",
    ("mem.c", "here"): "each thread's own: no argument leads from where memory fails to who called",
    ("mem.c", "abort"): "an allocation that fails where no boundary is set, which who answers a call does not let happen",
    ("mem.c", "mallopt"): "mem_set_up_malloc() and mem_use_huge_pages(), which a program calls",
}


def plain(name):
    """printf of __printf_chk@GLIBC_2.3.4, which is what it is called where it is fortified."""
    name = name.split("@")[0]
    return re.sub(r"^__(\w+)_chk$", r"\1", name)


def faults(path, allowed):
    """Sentences about an archive or an object."""
    out = subprocess.run(["readelf", "-SsW", path], capture_output=True, text=True, check=True).stdout
    file, written = os.path.basename(path), {}
    for line in out.splitlines():
        m = re.match(r"File: .*\((.*)\)$", line)
        if m:
            file, written = re.sub(r"\.(o|obj)$", "", m.group(1)), {}
            continue
        m = re.match(r"\s*\[\s*(\d+)\] (\S+)\s+\S+\s+\S+ \S+ (\S+) \S+\s+(\S*)\s+\d+\s+\d+\s+\d+$", line)
        if m:
            number, section, size, flags = m.groups()
            if "W" in flags and "A" in flags and int(size, 16) and not RELOCATED.match(section):
                written[number] = section
            continue
        m = re.match(r"\s*\d+: \S+\s+(\S+)\s+(\S+)\s+(\S+)\s+\S+\s+(\S+) (\S+)$", line)
        if not m:
            continue
        size, kind, _, where, name = m.groups()
        if where == "UND" and plain(name) in FORBIDDEN and (file, plain(name)) not in allowed:
            yield f"{path}: {file} needs {plain(name)}"
        elif (where == "COM" or where in written) and kind in ("OBJECT", "TLS", "COMMON") and (file, name) not in allowed:
            yield f"{path}: {file}: {name} is written to ({written.get(where, 'common')})"


def self_test(cc):
    text = """#include <assert.h>
    #include <stdio.h>
    #include <stdlib.h>
    static int calls; int given = 1; static _Thread_local int own; const char *const fixed[] = { "a" }; static const int table[] = { 1 };
    int f(void); int f(void) { assert(given); printf("%d", ++calls + ++own + table[given]); return getenv(fixed[0]) ? 0 : (exit(1), 1); }"""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/x.c", "w") as f:
            f.write(text)
        subprocess.run([cc, "-O1", "-fPIC", "-c", "x.c", "-o", "x.c.o"], cwd=d, check=True)
        found = [s.split(": ", 1)[1] for s in faults(d + "/x.c.o", {})]
    for part in ("calls is written", "given is written", "own is written", "needs printf", "needs exit", "needs getenv", f"needs {ASSERT}"):
        assert sum(part in s for s in found) == 1, (part, found)
    assert len(found) == 7, found


p = argparse.ArgumentParser()
p.add_argument("--cc", required=True)
p.add_argument("--asserts", action="store_true")
p.add_argument("archives", nargs="+")
a = p.parse_args()
self_test(a.cc)
found = [f for path in a.archives for f in faults(path, ALLOWED)]
if a.asserts:       # and they have to be there: else the build is not what its tests take it for
    asserting = {f for f in found if f.endswith(f" needs {ASSERT}")}
    found = [f for f in found if f not in asserting] or ([] if asserting else [f"no archive needs {ASSERT}: the build does not assert"])
print("\n".join(found) or f"{len(a.archives)} archives keep to themselves")
sys.exit(bool(found))
