#!/usr/bin/env python3
"""Which lines and branches the tests take: usage: coverage.py BUILD [FILE...]

Runs tests of BUILD (cmake --preset coverage) and prints a table: lines and branches of each folder, and each file below LEAST_FILE.
Fails where a folder of HELD is below LEAST, or a file of them below LEAST_FILE. With FILEs no test runs: it prints the branches of
these that the last run did not take.

A branch is one outcome, true or false, of one condition in the source: each operand of && and ||, of ?:, if, loops; each case of a switch
is one, too. The compiler counts them (clang's source-based coverage), also in processes that the tests start. It counts a condition of
an inline function of a header, or of a macro, once for each place that has it: here it is one condition, with the outcomes of all
places. Those that are constant are left out by it. Asserts are no branches, because they are compiled out, as they are in a release.

The tests are all of the build but those of NOT_HERE: units, goldens, scripts, the kept inputs of the fuzz targets (without mutation), and
the allocations that fail in a session (faults/session.c)."""
import argparse, collections, glob, json, os, subprocess, sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
HELD = ("formats", "archive", "core", "lib")
SHOWN = HELD + ("arch", "cli")
LEAST, LEAST_FILE = 90.0, 70.0
# They count system calls, or forbid the process what its end needs to write its counts, or read a large file that shows nothing new.
NOT_HERE = "faults/cut|thread-counts|given-away|conserve/blocks"

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("build")
ap.add_argument("files", nargs="*", metavar="FILE")
a = ap.parse_args()


def programs():
    """All that is built of the sources: no one program has every function."""
    for pattern in "perfolio", "tests/units", "tests/faults-session", "libperfolio.so":
        yield from glob.glob(os.path.join(a.build, pattern))


def run():
    """Whether the tests passed; their counts are in BUILD/counts."""
    for old in glob.glob(os.path.join(a.build, "counts", "*")):
        os.unlink(old)
    return subprocess.run(["ctest", "--test-dir", a.build, "--output-on-failure", "--parallel", str(os.cpu_count()), "--timeout", "1200", "-E", NOT_HERE],
                          stdout=sys.stderr).returncode == 0


def counts():
    """What llvm-cov says of the files of the project, by their names."""
    merged = os.path.join(a.build, "counts", "all.profdata")
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", merged, *glob.glob(os.path.join(a.build, "counts", "*.profraw"))], check=True)
    first, *others = programs()
    said = subprocess.run(["llvm-cov", "export", "-skip-functions", "-instr-profile", merged, first,
                           *(word for p in others for word in ("-object", p))], stdout=subprocess.PIPE, check=True).stdout
    files = {os.path.relpath(f["filename"], ROOT): f for f in json.loads(said)["data"][0]["files"]}
    return {name: f for name, f in files.items() if name.split("/")[0] in SHOWN}


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def outcomes(f):
    """{(line, column, end line, end column): how often [true, false]} of a file."""
    taken = collections.defaultdict(lambda: [0, 0])
    for line, column, end, end_column, yes, no, *_ in f["branches"]:
        taken[line, column, end, end_column][0] += yes
        taken[line, column, end, end_column][1] += no
    return taken


def table(files):
    """Prints it; the names of what is below the least."""
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    low, branches = [], {}
    for name, f in files.items():
        lines = f["summary"]["lines"]
        of = branches[name] = [n > 0 for outcome in outcomes(f).values() for n in outcome]
        for i, n in enumerate((lines["covered"], lines["count"], sum(of), len(of))):
            sums[name.split("/")[0]][i] += n
        if name.startswith(tuple(h + "/" for h in HELD)) and share(sum(of), len(of)) < LEAST_FILE:
            low.append(name)
    print(f"{'folder':<10}{'lines':>9}{'taken':>9}{'branches':>11}{'taken':>9}")
    for name in SHOWN:
        l, ln, b, bn = sums[name]
        print(f"{name:<10}{ln:9}{share(l, ln):8.1f}%{bn:11}{share(b, bn):8.1f}%" + ("" if name in HELD else "   (not held)"))
    print(f"files of {', '.join(HELD)} below {LEAST_FILE:g} % of their branches: {len(low)}")
    for name in sorted(low, key=lambda n: share(sum(branches[n]), len(branches[n]))):
        of = branches[name]
        print(f"  {share(sum(of), len(of)):5.1f}%  {sum(of)} of {len(of)}  {name}")
    return low + [h for h in HELD if share(sums[h][2], sums[h][3]) < LEAST]


def missed(name, f):
    """A line of the source for each branch that was not taken."""
    with open(os.path.join(ROOT, name)) as source:
        lines = source.read().split("\n")
    for (line, column, end, end_column), (yes, no) in sorted(outcomes(f).items()):
        if yes and no:
            continue
        text = lines[line - 1][column - 1:end_column - 1] if line == end else lines[line - 1][column - 1:] + " ..."
        never = "neither" if not yes and not no else "true" if not yes else "false"
        print(f"{name}:{line}:{column}: {never}: {text}".replace(": neither:", ": not reached:").replace(": true:", ": never true:")
              .replace(": false:", ": never false:"))


if a.files:
    found = counts()
    for name in a.files:
        if name not in found:
            sys.exit(f"coverage: {name}: no file that was counted")
        missed(name, found[name])
    sys.exit(0)
passed = run()
low = table(counts())
sys.exit(1 if low or not passed else 0)
