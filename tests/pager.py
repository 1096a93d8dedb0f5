#!/usr/bin/env python3
"""What perfolio prints through a pager, on a terminal of its own: usage: pager.py --bin PROGRAM"""
import argparse, os, shutil, subprocess, sys

import on_terminal

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
USER = os.path.join(ROOT, "fixtures/hppa/user.data")
REPORT = ["report", "-q", "--isolated", "--color=never", "--full-names", "-s", "comm", "-i", USER]
LOST = ["report", "--stats", "-i", os.path.join(ROOT, "fixtures/hppa/lost.data")]
SCRIPT = ["script", "--isolated", "-i", os.path.join(ROOT, "fixtures/amd64/fp.data")]     # more than a pipe holds


def terminal(*words, rows=0, types=(), **environment):
    return on_terminal.run([a.bin, *words], rows, 80 if rows else 0, types, environment)


def plain(words):
    r = subprocess.run([a.bin, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
    return r.stdout.decode()


def through(text):
    return "".join("| " + line for line in text.splitlines(True))


short, stats = plain(REPORT), plain(LOST)
lines = short.count("\n")
mark = "sed 's/^/| /'"
SAID = "perfolio: the pager 'exit 127' could not be run, so nothing is shown; --no-pager shows the result\n"
ROWS = [  # before the command, command, rows of the screen (0: unknown), environment, what it comes to
        (["-p"], REPORT, 0, {"PAGER": mark}, (0, through(short))),
        (["--paginate"], REPORT, 0, {"PAGER": "false", "PERF_PAGER": mark}, (0, through(short))),
        ([], REPORT, 0, {"PAGER": mark}, (0, short)),
        ([], REPORT, lines + 1, {"PAGER": mark}, (0, short)),
        ([], REPORT, lines, {"PAGER": mark}, (0, through(short))),
        ([], REPORT, lines, {"PAGER": mark, "TERM": "dumb"}, (0, short)),
        ([], [*REPORT, "--no-pager"], lines, {"PAGER": mark}, (0, short)),
        (["--no-pager"], REPORT, lines, {"PAGER": mark}, (0, short)),
        (["-p", "--no-pager"], REPORT, 0, {"PAGER": mark}, (0, short)),
        (["-p"], REPORT, 0, {"PAGER": "cat"}, (0, short)),
        (["-p"], REPORT, 0, {"PAGER": ""}, (0, short)),
        (["-p"], REPORT, 0, {"PAGER": "exit 127"}, (1, SAID)),
        ([], REPORT, lines, {"PAGER": "exit 127"}, (1, SAID)),
        (["-p"], REPORT, 0, {"PAGER": "head -n 1"}, (0, short.splitlines(True)[0])),
        ([], [*LOST, "--color=never"], 20, {"PAGER": mark}, (0, through(stats))),     # messages below the result, too
        ([], [*LOST, "--color=never"], 200, {"PAGER": mark}, (0, stats)),
        ([], ["report", "--nonsense"], 1, {"PAGER": mark}, (1, "perfolio report: --nonsense: unknown option\n"))]
bad = 0
for front, words, rows, environment, want in ROWS:
    got = terminal(*front, *words, rows=rows, **environment)
    if got != want:
        bad += 1
        print(f"{front} {words} {rows} {environment}: {got}, not {want}")
BUSY = "trap 'echo interrupted' INT; read line; echo starts; sleep 1; cat >/dev/null; echo read"
LONG = [("exec /nonexistent 2>/dev/null", [], (1, SAID.replace("exit 127", "exec /nonexistent 2>/dev/null"))),
        ("read line; echo seen", [], (0, "seen\n")),
        (BUSY, [("starts", b"\x03")], (130, "starts\n^Cinterrupted\nread\n"))]
for pager, types, want in LONG:
    got = terminal(*SCRIPT, rows=24, types=types, PAGER=pager)
    if got != want:
        bad += 1
        print(f"script, {pager}: {got}, not {want}")
HELP = [a.bin, "-p", "help", "report"]
if shutil.which("less"):
    status, shown = on_terminal.run(HELP, 12, 80, [("Options", b"q")])
    if status or "Options of every command" in shown:
        bad += 1
        print(f"less does not show one screen that q ends: {status}, {shown!r}")
else:
    print("less is not installed: it was not run")
FIRST = ["--isolated", "-o", "-", USER]
for binary in ["pack", *FIRST], ["merge", *FIRST], ["export", "--isolated", "-i", USER, "pprof"]:
    refused = terminal(*binary, PAGER=mark)
    got = terminal("-p", *binary, PAGER=mark)
    if got[0] != 1 or "| " in got[1] or got != refused:
        bad += 1
        print(f"-p {binary[0]}: {got[0]}, {got[1][:80]!r}, not {refused}: what is no text goes to a pager")
stored = subprocess.run([a.bin, "-p", *REPORT], stdout=subprocess.PIPE, env=dict(os.environ, PAGER="false"), check=True).stdout
if stored.decode() != short:
    bad += 1
    print("what goes to no terminal is paged")
print(f"{len(ROWS) + len(LONG) + 5} ways to page, {bad} faults")
sys.exit(bool(bad))
