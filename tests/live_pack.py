#!/usr/bin/env python3
"""Packing right after recording, without a single build-id: usage: live_pack.py --bin PROGRAM --cc COMPILER

Records programs with perf into pipes and with -B, packs on the spot, takes everything away and asks the folio alone for
the names. What was replaced, rewritten, or recorded on another host must not be named from what is there now. Skipped
(77) where perf may not record."""
import argparse, json, os, re, shutil, subprocess, sys, tempfile, time

from said import BY_NAME

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)

# Runs for so many seconds in a function whose name it is compiled with, and asks the kernel for something now and then.
PROGRAM = r"""
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile unsigned long sink;
__attribute__((noinline)) void NAME(void) { for (unsigned long i = 0; i < 100000; i++) sink += i * i; }
int main(int argc, char **argv)
{
    double until = clock() + CLOCKS_PER_SEC * atof(argc > 1 ? argv[1] : "0.3");
    while (clock() < until) {
        NAME();
        for (int i = 0; i < 200; i++) access("/nonexistent", F_OK);
    }
}
"""
# The same out of memory without a file, of which only a map tells the name.
MADE = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
__attribute__((noinline)) unsigned long spin(unsigned long n) { unsigned long x = 1; while (n--) x = x * 3 + 1; return x; }
int main(void)
{
    char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), name[64];
    memcpy(code, (void *)spin, 256);
    __builtin___clear_cache(code, code + 256);
    snprintf(name, sizeof(name), "/tmp/perf-%d.map", (int)getpid());
    FILE *f = fopen(name, "w");
    fprintf(f, "%lx 100 made_at_run_time\n", (unsigned long)code);
    fclose(f);
    unsigned long (*made)(unsigned long) = (void *)code;
    clock_t until = clock() + CLOCKS_PER_SEC / 3;
    while (clock() < until) made(100000);
    puts(name);
}
"""
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null")
PERF = ["perf", "record", "-q", "-F", "999"]


def run(*command, **options):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, **options)
    assert p.returncode == 0, (command, p.stderr.decode())
    return p.stdout, p.stderr.decode()


def path(*names):
    return os.path.join(temp, *names)


def compile(name, to, source=PROGRAM):
    """A program whose hot function has that name. It maps nothing that another recording may change meanwhile: perf record
    links what samples hit into ~/.debug, and after that the inode of a libc looks like one that was written to."""
    run(a.cc, "-x", "c", "-O1", "-static", f"-DNAME={name}", "-o", to, "-", input=source.encode())
    return to


def record_pipe(*command, trust=False):
    """A stream, as `perf record -o -` writes it, in a pack that reads it."""
    perf = subprocess.Popen([*PERF, "-o", "-", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, env=ENV)
    said = pack("-", trust=trust, stdin=perf.stdout)
    assert perf.wait() == 0, command
    return said


def record_file(*command, ids="-B"):
    """A file without build-ids, or with those that another option of perf gets, and without the kernel, whose listing is long."""
    run(*PERF, "-e", "cpu-clock:u", ids, "-o", path("perf.data"), *command, stdin=subprocess.DEVNULL)
    return path("perf.data")


def pack(capture, *before, trust=False, **options):
    """What was said on standard error."""
    return run(*before, a.bin, "pack", capture, "-o", path("x.folio"), *["--trust-paths"] * trust, **options)[1]


def report():
    """({(object, symbol)}, {problem: what it says first}) of the folio, with nothing of this machine."""
    out = json.loads(run(a.bin, "report", "--json", "--sort", "dso,sym", "--isolated", "-i", path("x.folio"))[0])
    rows = {(r["dso"], r["symbol"]["name"]) for e in out["events"] for r in e["rows"]}
    return rows, {p["key"]: p["first"] for p in out["problems"]}


def symbols(dso):
    return {symbol for name, symbol in report()[0] if name == dso and symbol and not symbol.startswith("0x")}


def check_kernel(trusts):
    """Its functions are named; where every kernel of this architecture lies where it does, by name only, and only for who says so
    or where everybody sees its addresses."""
    rows, problems = report()
    if not any(dso == "[kernel.kallsyms]" for dso, _ in rows):
        return "no samples in the kernel"
    with open("/proc/kallsyms") as f:
        address = next((l.split()[0] for l in f if l.split()[2] == "_text"), "0")
    if not int(address, 16):
        return "the kernel hides its addresses"
    fixed = os.uname().machine != "x86_64" or int(address, 16) == 0xffffffff81000000
    sysctls = [open(f"/proc/sys/kernel/{name}").read().strip() for name in ("kptr_restrict", "perf_event_paranoid")]
    if fixed and not trusts and (sysctls[0] != "0" or sysctls[1] not in ("-1", "0", "1")):
        assert not symbols("[kernel.kallsyms]"), rows
        return "withheld"
    assert symbols("[kernel.kallsyms]"), rows
    assert "[kernel.kallsyms]" in problems.get("name-only", "") if fixed else "name-only" not in problems, problems
    return "named, by name only" if fixed else "named"


def only_kernel_by_name(problems):
    return "name-only" not in problems or "[kernel.kallsyms]" in problems["name-only"]


def test_pipe():
    kernel = []
    for trusts in False, True:
        program = compile("of_pipe", path("pipe"))
        record_pipe("--", program, trust=trusts)
        os.rename(program, path("away"))
        assert "of_pipe" in symbols("pipe"), report()
        assert only_kernel_by_name(report()[1]), report()[1]
        kernel.append(check_kernel(trusts))
    return "kernel: " + ", ".join(kernel)


def test_file():
    program = compile("of_file", path("file"))
    capture = record_file(program)
    pack(capture)
    os.unlink(program)
    assert "of_file" in symbols("file"), report()
    assert only_kernel_by_name(report()[1]), report()[1]


def test_private():
    """What nobody else may read is packed where the user says that the capture is the user's own."""
    program = compile("of_private", path("private"))
    os.chmod(program, 0o700)
    capture = record_file(program)
    said = pack(capture)
    assert not symbols("private") and f"(first: {program})" in said and "--trust-paths" in said, said
    pack(capture, trust=True)
    assert "of_private" in symbols("private") and only_kernel_by_name(report()[1]), report()


def test_folio_again():
    """What was proven stays so when the folio is packed again."""
    run(a.bin, "pack", path("x.folio"), "--isolated", "-o", path("again.folio"))
    os.rename(path("again.folio"), path("x.folio"))
    assert "of_file" in symbols("file") and only_kernel_by_name(report()[1]), report()


def refused(capture, dso, because):
    said = pack(capture)
    assert not symbols(dso), report()
    assert because in said, said


def test_replaced():
    """A program of the same name, as compilers and package managers make one."""
    program = compile("of_old", path("replaced"))
    capture = record_file(program)
    os.unlink(program)
    compile("of_new", program)
    refused(capture, "replaced", "no build-id was recorded")


def test_moved_over():
    program, other = compile("of_old", path("moved")), compile("of_new", path("other"))
    capture = record_file(program)
    os.rename(other, program)
    refused(capture, "moved", "no build-id was recorded, and it is inode")


def test_rewritten():
    """The same inode with other bytes. With the old times it looks as a link to it makes any file look, of which perf
    record makes many: taken, and told."""
    program, other = compile("of_old", path("rewritten")), compile("of_new", path("other"))
    times = os.stat(program)
    capture = record_file(program)
    shutil.copyfile(other, program)
    refused(capture, "rewritten", "the file was written to after the recording")
    os.utime(program, ns=(times.st_atime_ns, times.st_mtime_ns))
    said = pack(capture)
    assert symbols("rewritten") and BY_NAME in said, said


def test_linked():
    """What perf record does to files that it keeps in ~/.debug."""
    program = compile("of_linked", path("linked"))
    capture = record_file(program)
    os.link(program, path("link"))
    said = pack(capture)
    assert "of_linked" in symbols("linked") and BY_NAME in said, said


def test_two_of_a_name():
    """Both while it was recorded: the one that is there is named, the other one has no name out of it."""
    program, other = compile("of_first", path("twice")), compile("of_second", path("other"))
    record_pipe("--", "sh", "-c", f"{program}; mv {other} {program}; {program} 0.6")
    rows = report()[0]
    assert symbols("twice") >= {"of_second"} and "of_first" not in symbols("twice"), rows
    assert any(dso == "twice" and (not symbol or symbol.startswith("0x")) for dso, symbol in rows), rows


def test_rebuilt():
    """Built anew while it ran: the build-id of the header, read by path when the recording ends, is that of the new one, which did not
    run. Neither pack nor a report takes it, and doctor says why."""
    for cache in False, True:          # perf keeps the new one in ~/.debug, by that build-id
        program, other = compile("of_old", path("rebuilt")), compile("of_new", path("other"))
        ENV["HOME"] = path("home") if cache else "/dev/null"
        os.makedirs(path("home"), exist_ok=True)
        capture = record_file("sh", "-c", f"{program}; mv {other} {program}", ids="-q" if cache else "-N")
        ids, _ = run(a.bin, "buildid-list", "-i", capture)
        assert re.search(rb"^[0-9a-f]{40} .*/rebuilt$", ids, re.M), ids
        assert not cache or os.path.exists(path("home", ".debug") + program)
        pack(capture)
        assert not symbols("rebuilt"), report()
        here, _ = run(a.bin, "report", "--stdio", "--sort", "dso,sym", "-i", capture)
        assert b"of_" not in here and b"rebuilt" in here, here
        said, _ = run(a.bin, "doctor", "-i", capture)
        assert b"the file was replaced during the recording" in said, said
    ENV["HOME"] = "/dev/null"


def test_built_again():
    """The same program at its path after the recording, as a build without a change makes it: its build-id is the recorded one, and it
    has the names; also for a copy of the capture, which is younger than it."""
    program = compile("of_again", path("again"))
    capture = record_file(program, ids="-N")
    shutil.copyfile(program, path("other"))
    os.replace(path("other"), program)
    os.chmod(program, 0o755)
    later = time.time() + 3600
    for when in None, (later, later):
        if when:
            os.utime(capture, when)
        here, _ = run(a.bin, "report", "--stdio", "--sort", "dso,sym", "-i", capture)
        assert b"of_again" in here, here


def test_both_ran():
    """The same, and the new one ran, too: it has the recorded inode and its names, the old one has none."""
    program, other = compile("of_first", path("both")), compile("of_second", path("other"))
    capture = record_file("sh", "-c", f"{program}; mv {other} {program}; {program} 0.6", ids="-N")
    pack(capture)
    rows = report()[0]
    assert symbols("both") >= {"of_second"} and "of_first" not in symbols("both"), rows
    assert any(dso == "both" and (not symbol or symbol.startswith("0x")) for dso, symbol in rows), rows


def test_deleted():
    """While it runs: before it is recorded, while it is, and afterwards."""
    for when in "before", "while", "after":
        program = compile("of_deleted", path("deleted"))
        p = subprocess.Popen([program, "60"])
        try:
            time.sleep(0.2)
            if when == "before":
                os.unlink(program)
            capture = record_file("-p", str(p.pid), "--", "sh", "-c", f"sleep 0.5; [ {when} != while ] || rm {program}")
            if when == "after":
                os.unlink(program)
            pack(capture, trust=True)    # who may read it cannot be told any more
        finally:
            p.kill()
            p.wait()
        name = "deleted (deleted)" if when == "before" else "deleted"
        assert "of_deleted" in symbols(name), (when, report())


def test_deleted_with_ids():
    """Before it is recorded: perf finds no build-id to record, and the inode stands in for it."""
    try:
        record_file("true", ids="--buildid-mmap")
    except AssertionError:
        return "SKIPPED: perf records no build-ids of what is mapped"
    program = compile("of_deleted", path("gone"))
    p = subprocess.Popen([program, "60"])
    try:
        time.sleep(0.2)
        os.unlink(program)
        capture = record_file("-p", str(p.pid), "--", "sleep", "0.5", ids="--buildid-mmap")
        pack(capture, trust=True)
        ids, _ = run(a.bin, "buildid-list", "-i", capture)
    finally:
        p.kill()
        p.wait()
    assert re.search(rb"^ {40} .*/gone \(deleted\)$", ids, re.M), ids
    assert "of_deleted" in symbols("gone (deleted)"), report()
    pack(capture)
    assert not symbols("gone (deleted)"), report()


def test_deleted_and_replaced():
    """The one that runs has the names, not the one that has its path."""
    program = compile("of_old", path("run"))
    p = subprocess.Popen([program, "60"])
    try:
        time.sleep(0.2)
        capture = record_file("-p", str(p.pid), "--", "sleep", "0.5")
        os.unlink(program)
        compile("of_new", program)
        pack(capture, trust=True)
    finally:
        p.kill()
        p.wait()
    assert "of_old" in symbols("run") and "of_new" not in symbols("run"), report()


def test_namespace():
    """In a file system that only the process has."""
    program, box = compile("of_box", path("boxed")), path("box")
    os.mkdir(box)
    script = f"mount -t tmpfs none {box} && cp {program} {box}/inside && rm {program} && echo && exec {box}/inside 60"
    p = subprocess.Popen(["unshare", "-m", "sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        if not p.stdout.readline():
            return "SKIPPED: no mount namespace can be made here"
        time.sleep(0.2)
        record_pipe("-p", str(p.pid), "--", "sleep", "0.5", trust=True)
    finally:
        p.kill()
        p.wait()
    assert not os.path.exists(f"{box}/inside")
    assert "of_box" in symbols("inside"), report()


def test_other_host():
    """Numbers of inodes mean nothing where the host is called otherwise."""
    program = compile("of_file", path("here"))
    capture = record_file(program)
    elsewhere = ["unshare", "-u", "sh", "-c", 'hostname elsewhere-test && exec "$@"', "sh"]
    if not shutil.which("hostname") or subprocess.run([*elsewhere, "true"], stderr=subprocess.DEVNULL).returncode:
        return "SKIPPED: no host can be called otherwise here"
    said = pack(capture, *elsewhere)
    assert not symbols("here") and not symbols("[kernel.kallsyms]"), report()
    assert "could not be used" not in said, said


def test_made():
    """Names of code that was made, out of /tmp/perf-PID.map, which is gone afterwards."""
    program = compile("unused", path("made"), MADE)
    out = subprocess.run([program], stdout=subprocess.PIPE)
    if out.returncode:
        return "SKIPPED: no code can be made here"
    os.unlink(out.stdout.decode().strip())
    out, _ = run(*PERF, "-e", "cpu-clock:u", "-B", "-o", path("perf.data"), program)
    name = out.decode().split()[0]
    pack(path("perf.data"))
    os.unlink(name)
    assert "made_at_run_time" in {symbol for _, symbol in report()[0]}, report()


temp = tempfile.mkdtemp(prefix="perfolio-live-")
os.chmod(temp, 0o755)
try:
    try:
        run(*PERF, "-o", path("perf.data"), "true")
        compile("unused", path("unused"))
    except (OSError, AssertionError) as why:
        print("SKIPPED: perf may not record here, or nothing can be compiled:", why)
        sys.exit(77)
    for test in (test_rebuilt, test_built_again, test_both_ran, test_pipe, test_file, test_folio_again, test_private, test_replaced,
                 test_moved_over, test_rewritten, test_linked, test_two_of_a_name, test_deleted, test_deleted_with_ids,
                 test_deleted_and_replaced, test_namespace, test_other_host, test_made):
        print(test.__name__, test() or "ok", sep=": ", flush=True)
finally:
    shutil.rmtree(temp)
