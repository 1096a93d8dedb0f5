#!/usr/bin/env python3
"""What a program opens: usage: opens.py --bin PROGRAM

Runs commands under strace and fails on any file that is neither the capture, nor below what --objects names, nor part of
the program itself: paths in captures and in objects are hints from strangers, and libelf and libdw get bytes, never
paths. Skipped (77) where nothing may be traced."""
import argparse, os, re, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()

# The program, its libraries and what the C library asks of the system.
OWN = re.compile(r"/(usr/)?lib(32|64)?/|/etc/ld\.so\.(cache|preload)$|/sys/devices/system/cpu(/online)?$|/proc/(stat|cpuinfo)$|/proc/self/|/dev/null$")
CASES = [(capture, command) for capture, objects in
         [("fixtures/amd64/fp.data", "fixtures/amd64/debug"), ("fixtures/amd64/dir.data", "fixtures/amd64/debug"),
          ("fixtures/hppa/user.data", "fixtures/hppa/debug"), ("fixtures/arm64/fp.data", "fixtures/arm64"),
          ("fixtures/hppa/pipe.data", "fixtures/hppa"), ("fixtures/amd64/zstd.data", "fixtures/amd64/debug")]
         for command in (f"report --stdio --sort comm,dso,sym --objects {objects}", f"report --json --objects {objects}",
                         f"report --children --symfs {objects}", "buildid-list -H", "info", "dump", "evlist -v")]
CASES += [("fixtures/amd64/fp.data", "explain workload+0x14b6 --objects fixtures/amd64/debug")]   # reads DWARF


def opened(command, trace):
    """Paths that were opened, or looked for, and the status."""
    p = subprocess.run(["strace", "-f", "-qq", "-e", "trace=open,openat,openat2,creat", "-o", trace] + command,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={"LC_ALL": "C", "HOME": "/dev/null", "PATH": os.environ["PATH"]})
    with open(trace) as f:
        lines = "\n".join(line for line in f if "O_PATH" not in line)     # to name a file in a rule; nothing can be read by it
        return re.findall(r'^(?:\d+ +)?(?:open\w*|creat)\((?:AT_FDCWD, )?"([^"]*)"', lines, re.M), p.returncode


temp = tempfile.mkdtemp(prefix="perfolio-opens-")
try:
    trace = os.path.join(temp, "trace")
    if not shutil.which("strace") or opened(["true"], trace)[1] or not opened(["true"], trace)[0]:
        print("SKIPPED: strace is not there, or nothing may be traced here")
        sys.exit(77)
    seen = 0
    for capture, command in CASES:
        if not os.path.exists(capture):
            continue
        paths, status = opened([a.bin] + command.split() + ["--isolated", "-i", capture], trace)
        words = command.split()
        mine = [capture] + [words[i + 1] for i, w in enumerate(words) if w in ("--objects", "--symfs")]
        strange = [p for p in paths if not OWN.match(p) and not any(p == m or p.startswith(m + "/") for m in mine)]
        assert paths and not strange, f"{command} -i {capture}: {strange}"
        assert any(p.startswith(capture) for p in paths), f"{command} -i {capture}: {paths}"
        seen += len(paths)
    print(f"{len(CASES)} commands, {seen} opens, none of them astray")
finally:
    shutil.rmtree(temp)
