#!/usr/bin/env python3
"""./dev bench: what views of captures of a busy system cost, beside perf and samply, and what they are to reach.

usage: run.py [--record SECONDS] [--captures FOLDER] [--runs N] [--rows NAME,...] [--against PROGRAM] [--no-peers] [--save]
              [--check] [--keep] [--bin PROGRAM] [--perf PROGRAM]

Records this machine while compilers, xz, python and shells run (tests/bench/record.py; 30 s): call chains of everything, stack
dumps, and where tracefs permits the scheduler, memory and system calls. --captures takes those that FOLDER has, by their names
(busy.data, stacks.data, sched.data, kmem.data, sys.data; objects in FOLDER/home), and records the others into it. Programs run in
turn and the run of least processor time counts, of N (5); the peers run once. --against is another build: rows in which this
one takes more than 3 % longer are marked, and the exit status is 1. --save puts the table into docs/bench.md.

The limits are those of the machine: reading the file once, a bare loop over the headers of its records, and the bound of the row,
a loop that does the least that its work takes; --check runs each once more and holds what they found against our output. How a row
is judged is in docs/bench.md."""
import argparse, os, shutil, subprocess, sys, tempfile
from dataclasses import dataclass

import beside, bound, cut, history, measure
from record import CAPTURES, ROOT, record, samples

FLAT = "report --stdio --no-children -g none --sort comm,dso,sym --percent-limit 0.05"
TREE = "report --stdio --children -g caller --sort comm,dso,sym --percent-limit 0.5"
SEVENTH, QUARTER = 730000, 1370000                      # of 5.1 million samples
MARGIN = 1.03


@dataclass
class Row:
    """One kind of work. `peer`: "perf" or "samply", which is given the words `theirs` (or the same as we), or a row of ours."""
    name: str
    words: str
    capture: str
    most: int                   # samples of it that are taken; 0: all
    ours: str                   # OUT: the file that is written
    peer: str = "perf"
    theirs: str = ""
    times: float = 0            # the peer's processor time / ours that is to be reached; 0: none
    mib: float = 0              # memory that is to suffice
    seconds: float = 0          # for 200 MB of capture
    given: str = "CAPTURE"      # what it is given: the capture, or a file that another row wrote
    bound: str = ""             # the loop that is its bound, if that has not its own name; "none": there is none


ROWS = [Row("flat", "flat, by command, object, symbol", "busy", 0, FLAT, times=12, mib=80),
        Row("children", "children and caller graph", "busy", SEVENTH, TREE, times=20),
        Row("children-all", "the same of all samples", "busy", 0, TREE, peer="", bound="children"),
        Row("script", "script, no chains", "busy", QUARTER, "script -F comm,tid,time,ip,sym -G", times=6),
        Row("chains", "script, chains", "busy", QUARTER, "script -F comm,tid,time,ip,sym", times=8),
        Row("stacks", "stack dumps, children", "stacks", 0, "report --stdio --children --no-inline -g none --sort comm,dso,sym --percent-limit 0.5", times=8),
        Row("import", "stack dumps, whole import", "stacks", 0, "export firefox --no-inline -o OUT", "samply", "import CAPTURE --save-only -o OUT", times=4),
        Row("inlines", "the same with inlined calls", "stacks", 0, "export firefox -o OUT", peer="", bound="import"),
        Row("firefox", "export firefox", "busy", QUARTER, "export firefox -o OUT", "samply", "import CAPTURE --save-only -o OUT", times=8),
        Row("folded", "export folded", "busy", QUARTER, "export folded -o OUT", peer=""),
        Row("pprof", "export pprof, beside folded", "busy", QUARTER, "export pprof -o OUT", peer="folded", times=1 / 1.2),
        Row("pack", "pack --level code", "busy", QUARTER, "pack --level code -o OUT", peer="", seconds=3, mib=150, bound="none"),
        Row("capture", "flat, of what was packed", "busy", QUARTER, FLAT, peer="", bound="flat"),
        Row("folio", "flat, of the folio, beside it", "busy", QUARTER, FLAT, peer="capture", times=1 / 1.15, given="pack", bound="flat"),
        Row("latency", "sched latency", "sched", 0, "sched latency", theirs="sched -i CAPTURE latency", times=6),
        Row("timehist", "sched timehist", "sched", 0, "sched timehist", theirs="sched -i CAPTURE timehist", times=6),
        Row("kmem", "kmem stat", "kmem", 0, "kmem stat", theirs="kmem -i CAPTURE stat", times=6),
        Row("trace", "trace -s", "sys", 0, "trace -s", times=6)]
NEEDS = {"pprof": ["folded"], "folio": ["pack", "capture"]}


def options():
    ap = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    ap.add_argument("--record", type=float, default=30)
    ap.add_argument("--captures")
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--rows", default=",".join(r.name for r in ROWS))
    ap.add_argument("--against")
    ap.add_argument("--no-peers", action="store_true")
    ap.add_argument("--save", action="store_true")
    ap.add_argument("--check", action="store_true")
    ap.add_argument("--keep", action="store_true", help="leave everything where it is and say where")
    ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
    ap.add_argument("--perf", default=shutil.which("perf"))
    a = ap.parse_args()
    a.bin = os.path.abspath(a.bin)
    chosen = set(a.rows.split(","))
    if chosen - {r.name for r in ROWS}:
        ap.error(f"rows are {', '.join(r.name for r in ROWS)}")
    a.rows = [r for r in ROWS if r.name in chosen | {n for c in chosen for n in NEEDS.get(c, [])}]
    return a


def peers(a):
    """({name: the words that run it}, [why others are not there])"""
    folder, found, missing = os.path.dirname(a.bin), {"perf": [a.perf]} if a.perf else {}, []
    for name in {"perf", "samply"} - set(found) - ({"samply"} if a.no_peers else set()):
        words, why = beside.command(os.path.join(folder, name), name)
        if words:
            found[name] = words
        else:
            missing.append(f"no {name}: {why}")
    return found, missing


def cut_to(path, part, most):
    """How many samples there are. By another process: what this one had at its peak counts for those that it starts."""
    made = subprocess.run([sys.executable, cut.__file__, path, part, str(most)], check=True, stdout=subprocess.PIPE, text=True)
    return int(made.stdout.split()[0])


class Captures:
    """Those of a folder: recorded when they are first asked for, and cut to as many samples as a row takes."""

    def __init__(self, a, perf, folder, scratch):
        self.a, self.perf, self.folder, self.scratch, self.known = a, perf, folder, scratch, {}
        self.home = os.path.join(folder, "home")
        os.makedirs(self.home, exist_ok=True)

    def whole(self, what):
        path = os.path.join(self.folder, what + ".data")
        if not os.path.exists(path) and self.perf and self.a.record and what not in self.known:
            print(f"recording {what}: {max(1, CAPTURES[what][2] * self.a.record):g} s", file=sys.stderr)
            record(self.perf, self.a.record, path, self.home, what)
        return path if os.path.exists(path) and os.path.getsize(path) else None

    def get(self, row):
        """(path, samples), or None when it cannot be recorded here."""
        key = row.capture, row.most
        if key not in self.known:
            path, n = self.whole(row.capture), 0
            if path and row.most:
                part = os.path.join(self.scratch, f"{row.capture}-{row.most}.data")
                n = cut_to(path, part, row.most)
                path = part
            elif path:
                n = samples(self.a.bin, path)
            self.known[key] = (path, n) if path else None
        return self.known[key]


def command(program, words, capture, out):
    words = [capture if w == "CAPTURE" else out if w == "OUT" else w for w in words.split()]
    result = out if out in words else os.devnull
    return program + words + ([] if capture in words else ["-i", capture]), result


def limits(folder, path):
    """{what: a Cost}"""
    return measure.in_turn({w: ([bound.program(folder), w, path], None) for w in ("read", "records")}, 3, folder, measure.least)


class Bench:
    def __init__(self, a, programs, captures, scratch):
        self.a, self.programs, self.captures, self.scratch = a, programs, captures, scratch
        self.done, self.limits, self.faults = {}, {}, []

    def measure(self, row):
        """{who: a Cost} of one row, or None."""
        got = self.captures.get(row)
        if not got:
            return None
        path = got[0]
        given = path if row.given == "CAPTURE" else os.path.join(self.scratch, "bench." + row.given)
        out = os.path.join(self.scratch, "bench." + row.name)
        commands = {"perfolio": command([self.a.bin], row.ours, given, out)}
        if self.a.against:
            commands["against"] = command([os.path.abspath(self.a.against)], row.ours, given, out)
        if row.peer in self.programs and not self.a.no_peers:
            commands["peer"] = command(self.programs[row.peer], row.theirs or row.ours, given, out + ".peer")
        loop = row.bound or row.name
        if loop != "none":                              # it writes to its standard output what we write to a file
            commands["bound"] = [bound.program(self.scratch), loop, given], None if "OUT" in row.ours else os.devnull
        costs = measure.in_turn(commands, self.a.runs, self.captures.home, measure.least, once={"peer"})
        if self.a.check and "bound" in costs:
            self.check(loop, commands, got[1])
        commands.pop("peer", None)
        for _ in range(2):                              # what looks slower may have met a slow moment
            if "against" in costs and "perfolio" in costs and costs["perfolio"].cpu > MARGIN * costs["against"].cpu:
                again = measure.in_turn(commands, self.a.runs, self.captures.home, measure.least)
                costs.update({k: measure.least([costs[k], c]) for k, c in again.items()})
        if row.peer in self.done:
            costs["peer"] = self.done[row.peer]
        if path not in self.limits:
            self.limits[path] = limits(self.scratch, path)
        if "perfolio" in costs:
            self.done[row.name] = costs["perfolio"]
        return costs

    def check(self, loop, commands, samples):
        """Say whether a bound found what we find."""
        words, result = commands["perfolio"]
        output = result if result != os.devnull else os.path.join(self.scratch, "checked")
        with open(os.devnull if output == result else output, "wb") as out:
            subprocess.run(words, stdout=out, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.captures.home))
        says = subprocess.run(commands["bound"][0], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              env=dict(os.environ, HOME=self.captures.home)).stderr
        wrong = bound.faults(loop, says, samples, output)
        self.faults += wrong
        print(*(wrong or [f"bound of {loop}: found what we find"]), sep="\n", file=sys.stderr)

    def cells(self, row, costs):
        """The cells of one row, as text."""
        path, n = self.captures.get(row)
        ours, peer, other, least = (costs.get(k) for k in ("perfolio", "peer", "against", "bound"))
        if not ours:
            return None
        ratio = peer.cpu / ours.cpu if peer else None
        most = row.seconds * os.path.getsize(path) / 2e8
        aims = ([(f"{row.times:.3g}x", peer and ratio >= row.times)] if row.times else []) + \
               ([(f"{most:.2f} s", ours.cpu <= most)] if row.seconds else []) + \
               ([(f"{row.mib:g} MiB", ours.mib <= row.mib)] if row.mib else [])
        floor = self.limits[path]
        slower = other and ours.cpu / other.cpu
        return [row.words, f"{n / 1e6:.2f} M", row.peer if peer else "", f"{peer.cpu:.2f}" if peer else "", f"{peer.mib:.0f}" if peer else "",
                f"{ours.cpu:.3f}", f"{ours.system:.2f}", f"{ours.mib:.0f}", f"{ratio:.2f}x" if peer else "",
                ", ".join(word + (" ok" if good else "") for word, good in aims),
                *(f"{floor[w].cpu:.3f}" if w in floor else "" for w in ("read", "records")),
                *([f"{least.cpu:.3f}", f"{ours.cpu / least.cpu:.2f}"] if least else ["", ""]),
                *([f"{other.cpu:.3f}", f"{other.mib:.0f}", f"{slower:.2f}" + (" SLOWER" if slower > MARGIN else "")] if other else
                  ["", "", ""] if self.a.against else [])]


HEADER = ["work", "samples", "peer", "CPU s", "MiB", "perfolio CPU s", "system s", "MiB", "ratio", "to reach", "reading s", "headers s", "bound s", "of bound"]
AGAINST = ["other CPU s", "MiB", "this / other"]
WIDTHS = [34, 8, 8, 7, 6, 14, 8, 5, 7, 18, 9, 9, 7, 8, 11, 5, 13]


def line(cells):
    return "  ".join(c.ljust(w) if i in (0, 2, 9) else c.rjust(w) for i, (c, w) in enumerate(zip(cells, WIDTHS))).rstrip()


def main():
    a = options()
    scratch = tempfile.mkdtemp(prefix="perfolio-bench-")
    status = 0
    try:
        programs, missing = peers(a)
        captures = Captures(a, programs.get("perf"), os.path.abspath(a.captures) if a.captures else scratch, scratch)
        bench = Bench(a, programs, captures, scratch)
        for row in a.rows:                              # before the clock runs
            captures.get(row)
        header, table = HEADER + (AGAINST if a.against else []), []
        facts = history.facts(a.bin, programs.get("perf"))
        print(*facts, *missing, "", line(header), sep="\n", flush=True)
        for row in a.rows:
            costs = bench.measure(row)
            cells = bench.cells(row, costs) if costs else None
            if not cells:
                print(f"{row.words}: not measured: {'it failed' if costs is not None else 'perf may not record ' + row.capture + ' here'}")
                status = status or costs is not None
                continue
            table.append(cells)
            status = status or cells[-1].endswith("SLOWER") or bench.faults
            print(line(cells), flush=True)
        if a.save:
            history.save(facts + missing, header, table)
    finally:
        if a.keep:
            print(f"\nkept in {scratch}")
        else:
            shutil.rmtree(scratch)
    return int(bool(status))


if __name__ == "__main__":
    sys.exit(main())
