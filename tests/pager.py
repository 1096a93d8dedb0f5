#!/usr/bin/env python3
"""What perfolio -p prints through a pager, on a terminal of its own: usage: pager.py --bin PROGRAM"""
import argparse, os, pty, subprocess, sys

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REPORT = ["report", "-q", "--isolated", "-s", "comm", "-i", os.path.join(ROOT, "fixtures/hppa/user.data")]


def on_terminal(*words, types=None, **environment):
    """The exit status of the program, and all that its terminal shows. Somebody types that when there is something."""
    pid, terminal = pty.fork()
    if not pid:
        for name in ("PAGER", "PERF_PAGER"):
            os.environ.pop(name, None)
        os.environ.update(environment)
        os.execv(a.bin, [a.bin, *words])
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:                                 # how Linux tells that nobody has the other end any more
            part = b""
        if not part:
            break
        if types and not shown:
            os.write(terminal, types)
        shown += part
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode(errors="replace").replace("\r\n", "\n")


plain = subprocess.run([a.bin, *REPORT], stdout=subprocess.PIPE, check=True).stdout.decode()
paged = "".join("| " + line for line in plain.splitlines(True))
mark = "sed 's/^/| /'"
ROWS = [(["-p"], {"PAGER": mark}, (0, paged)),
        (["--paginate"], {"PAGER": "false", "PERF_PAGER": mark}, (0, paged)),
        ([], {"PAGER": mark}, (0, plain)),
        (["-p", "--no-pager"], {"PAGER": mark}, (0, plain)),
        (["-p"], {"PAGER": "cat"}, (0, plain)),
        (["-p"], {"PAGER": ""}, (0, plain)),
        (["-p"], {"PAGER": "exit 127"}, (1, "perfolio: -p: the pager could not be run, so nothing is shown\n")),
        (["-p"], {"PAGER": "head -n 1"}, (0, plain.splitlines(True)[0]))]
bad = 0
for front, environment, want in ROWS:
    got = on_terminal(*front, *REPORT, **environment)
    if got != want:
        bad += 1
        print(f"{front} {environment}: {got}, not {want}")
SCRIPT = ["script", "--isolated", "-i", os.path.join(ROOT, "fixtures/amd64/fp.data")]     # more than a pipe holds
SAID = "perfolio: -p: the pager could not be run, so nothing is shown\n"
BUSY = "trap 'echo interrupted' INT; echo starts; sleep 2; cat >/dev/null; echo read"
LONG = [({"PAGER": "exec /nonexistent 2>/dev/null"}, None, (1, SAID)),
        ({"PAGER": "read line; echo seen"}, None, (0, "seen\n")),
        ({"PAGER": BUSY}, b"\x03", (130, "starts\n^Cinterrupted\nread\n"))]
for environment, types, want in LONG:
    got = on_terminal("-p", *SCRIPT, types=types, **environment)
    if got != want:
        bad += 1
        print(f"-p script {environment}: {got}, not {want}")
FIRST = ["--isolated", "-o", "-", os.path.join(ROOT, "fixtures/hppa/user.data")]
for binary in ["pack", *FIRST], ["merge", *FIRST], ["export", "--isolated", "-i", FIRST[-1], "pprof"]:
    refused = on_terminal(*binary, PAGER=mark)
    got = on_terminal("-p", *binary, PAGER=mark)
    if got != refused or got[0] != 1:
        bad += 1
        print(f"-p {binary[0]}: {got[0]}, {got[1][:80]!r}, not {refused}: what is no text goes to a pager")
stored = subprocess.run([a.bin, "-p", *REPORT], stdout=subprocess.PIPE, env=dict(os.environ, PAGER="false"), check=True).stdout
if stored.decode() != plain:
    bad += 1
    print("what goes to no terminal is paged")
print(f"{len(ROWS) + len(LONG) + 4} ways to page, {bad} faults")
sys.exit(bool(bad))
