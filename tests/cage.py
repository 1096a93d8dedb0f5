#!/usr/bin/env python3
"""What the program can do while it reads a capture: usage: cage.py --bin PROGRAM --tries LIBRARY

LIBRARY (cage_tries.c) makes its attempts in the program's own process, after it has entered the cage and before it reads the
capture. The table has, for each command line, which attempts succeed; each of the others is refused with the named error, and the
answer is the one that --no-sandbox gives. Skipped (77) where the kernel has no seccomp; rows that need Landlock, where it is missing,
are not held, and their number is printed."""
import argparse, os, resource, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--tries", required=True)
ap.add_argument("--runs", type=int, default=40, help="of each kind, for the cost")
a = ap.parse_args()
F, OBJECTS = "fixtures/hppa/user.data", ["--objects", "fixtures/hppa/debug"]
OTHERS = ["signal-by-file", "limits", "priority"]   # what reaches other processes, as a signal does
EVERY = ["read-elsewhere", "write-elsewhere", "create-elsewhere", "remove-elsewhere", "create-beside-output", "overwrite-beside-output",
         "socket", "local-socket", "program", "trace", "mount", "signal"] + OTHERS
COST = 2                                                # ms of CPU that the cage may take
FILES, SYSTEM = "EACCES", "EPERM"                       # who refuses: Landlock or seccomp
ELSEWHERE = {n: FILES for n in ("create-elsewhere", "remove-elsewhere")}
PLACES = {"read-elsewhere": "done", "create-beside-output": "done", **ELSEWHERE}
# words (@: the folder of the output), what differs from: all is refused by seccomp; whether Landlock is needed for it
CASES = [(["report", "--stdio", "-i", F] + OBJECTS, {"read-elsewhere": "done"}, False),
         (["report", "--stdio", "--isolated", "-i", F] + OBJECTS, {"read-elsewhere": FILES}, True),
         (["script", "-i", F], {"read-elsewhere": "done"}, False),
         (["info", "fixtures/s390x/dwarf.folio"], {"read-elsewhere": "done"}, False),
         (["annotate", "--top", "1", "-i", F] + OBJECTS, {"read-elsewhere": "done", "program": "done", "signal": "done",
                                                              **{n: "done" for n in OTHERS}}, False),
         (["export", "html", "-i", F, "-o", "@out"] + OBJECTS, PLACES, True),
         (["cut", "-i", F, "-o", "@out"], PLACES, True),
         (["pack", F, "--isolated", "-o", "@out"] + OBJECTS, {"create-beside-output": "done", "read-elsewhere": FILES, **ELSEWHERE,
                                                              "overwrite-beside-output": SYSTEM}, True),
         (["pack", "--append", F, "--isolated", "-o", "@out"] + OBJECTS, {"create-beside-output": "done", "read-elsewhere": FILES, **ELSEWHERE,
                                                                         "write-elsewhere": FILES}, True)]
faults, unheld = [], 0


def run(words, folder, *, tries=False):
    """The program's result and, with `tries`, what the library wrote."""
    elsewhere = os.path.join(folder, "elsewhere")
    out = os.path.join(folder, "output")
    for path in elsewhere, out:
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        open(os.path.join(path, "old"), "w").close()
    reads, writes = os.pipe()
    env = dict(os.environ, LC_ALL="C", HOME="/dev/null", TMPDIR=os.path.join(folder, "temporary"))
    os.makedirs(env["TMPDIR"], exist_ok=True)
    if tries:
        env.update(LD_PRELOAD=os.path.abspath(a.tries), TRIES_FD=str(writes), TRIES_DIR=elsewhere, TRIES_OUT=out)
    p = subprocess.run([a.bin] + [w.replace("@", out + "/") for w in words], stdin=subprocess.DEVNULL, capture_output=True, env=env,
                       pass_fds=(writes,), timeout=100)
    os.close(writes)
    with open(reads) as f:
        said = f.read()
    made = os.path.join(out, "out")
    return (p.returncode, p.stdout, p.stderr.replace(folder.encode(), b""), open(made, "rb").read() if os.path.exists(made) else None), said


def check(what, ok, said):
    if not ok:
        faults.append(f"{what}: {said}")


def hold(words, differs, of_files, folder):
    global unheld
    shown = " ".join(words)
    if of_files and not has_files:
        unheld += 1
        return
    free, _ = run(words + ["--no-sandbox"], folder)
    caged, said = run(words, folder, tries=True)
    check(shown, free == caged, f"answers {caged}, and {free} without the sandbox")
    lines = dict(line.split() for line in said.replace(":", "").splitlines())
    check(shown, lines.get("Seccomp") == "2" and lines.get("NoNewPrivs") == "1", f"no cage: {said}")
    for name in EVERY:
        want = differs.get(name, SYSTEM)
        check(f"{shown}: {name}", lines.get(name) == want, f"{lines.get(name)}, not {want}")


def cost():
    """The least CPU time of a report, in ms, with and without the cage: runs of both kinds take turns."""
    def once(*more):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([a.bin, "report", "--stdio", "--isolated", "-i", F, *more], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
    pairs = [(once(), once("--no-sandbox")) for _ in range(a.runs)]
    return [min(kind) for kind in zip(*pairs)]


version = subprocess.run([a.bin, "version"], capture_output=True, text=True, check=True).stdout
if "(seccomp)" not in version:
    print("SKIPPED:", version)
    sys.exit(77)
has_files = "(Landlock" in version
with tempfile.TemporaryDirectory(prefix="perfolio-cage-") as temp:
    for case in CASES:
        hold(*case, temp)
    free, said = run(["report", "--stdio", "--no-sandbox", "-i", F], temp, tries=True)
    check("--no-sandbox", not said, f"there is a cage: {said}")
caged, free = cost()
check("report", caged - free < COST, f"the cage takes {caged - free:.1f} ms")
print("\n".join(faults) or f"{len(CASES) - unheld} command lines in the cage, {unheld} not held (no Landlock); "
      f"a report takes {caged:.2f} ms of CPU, without the cage {free:.2f} ms")
sys.exit(bool(faults))
