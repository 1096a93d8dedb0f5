#!/usr/bin/env python3
"""Runs recorded here on two sides of a change: usage: gate.py --bin PROGRAM [--cc COMPILER] [--tries N] [--runs N]

A program of 12 functions against itself raises no alarm; one function slowed by half is named alone; twice the work
closes the gate though shares are equal; a build in which one function has another name, one is inlined, one is split
and the file is called otherwise raises no alarm but for what was slowed. The recipe of docs/ci.md is run as it stands.
What others do on this machine may look like a change, but not twice: what fails is held against a second recording.
--tries counts the alarms of so many and judges nothing. Skipped (77) where perf may not record."""
import argparse, itertools, json, os, re, shlex, shutil, subprocess, sys, tempfile

from said import GATE_CLOSED

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
ap.add_argument("--tries", type=int, default=0)
ap.add_argument("--runs", type=int, default=5)
ap.add_argument("--loops", type=int, default=900)
ap.add_argument("--freq", type=int, default=4000)
ap.add_argument("--slower", type=float, default=0, help="percent; 0: as the test has it")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
numbers = itertools.count()                               # of recordings, each of which stays
WEIGHTS = [100, 90, 80, 70, 60, 50, 40, 30, 25, 20, 15, 10]

# What each build is: how much longer function 3 takes, how often all is done, and what else is different.
PROGRAM = """
#include <stdlib.h>
static volatile unsigned long sink;
{functions}
int main(int argc, char **argv)
{{
    unsigned long n = strtoul(argv[1], 0, 10);
    for (int again = 0; again < {times}; again++)
        for (int i = 0; i < 1000; i++) {{ {calls} }}
    return 0;
}}
"""
FUNCTION = """__attribute__(({how})) void {name}(unsigned long k)
{{
    unsigned long x = k;
    for (unsigned long i = 0; i < {weight} * k; i++) x = x * 6364136223846793005ul + {number};
    x ^= x >> {number};                 // instructions enough for a likeness (LIKENESS_FEWEST), unlike those of the others
    x *= k - {number}1;
    x ^= k << {number};
    x += {number}2;
    sink += x;
}}
"""


def build(folder, file, slower=0, times=1, changed=False, debug="-g", kept=False):
    names = [f"work_{'abcdefghijkl'[i]}" for i in range(len(WEIGHTS))]
    how = ["noinline"] * len(WEIGHTS)
    if changed:
        names[5] = "work_renamed"
        how[6] = "always_inline"
    functions = "".join(FUNCTION.format(how=how[i] + ("" if how[i] == "noinline" else ", gnu_inline"), name=names[i], number=2 * i + 1,
                                        weight=round(w * (1 + slower / 100)) if i == 3 else w)
                        .replace("__attribute__((always_inline, gnu_inline)) void", "static inline __attribute__((always_inline)) void")
                        for i, w in enumerate(WEIGHTS))
    if changed:                                           # as a compiler splits one: the hot part keeps a clone's name
        functions = functions.replace("void work_h(", 'void work_h(unsigned long) __asm__("work_h.part.0");\n__attribute__((noinline)) void work_h(', 1)
    if kept:                                              # a function that is there, and not called
        functions += FUNCTION.format(how="noinline, used", name="work_f", weight=1, number=11)
    source = os.path.join(folder, file + ".c")
    with open(source, "w") as f:
        f.write(PROGRAM.format(functions=functions, times=times, calls=" ".join(f"{n}(n);" for n in names)))
    subprocess.run([a.cc, "-O1", debug, "-o", os.path.join(folder, file), source], check=True)


def record(folder, program, run):
    path = os.path.join(folder, f"{program}.{run}.data")
    p = subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-F", str(a.freq), "-o", path, os.path.join(folder, program), str(a.loops)],
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if p.returncode or not os.path.exists(path):
        print(f"perf may not record here: {p.stderr.strip()[-200:]}")
        sys.exit(77)
    return path


def compare(before, after, *options):
    """The exit status, and the answer."""
    p = subprocess.run([a.bin, "diff", "--json", "--before", *before, "--after", *after, *options], stdout=subprocess.PIPE, text=True)
    return p.returncode, json.loads(p.stdout or "null")


def verdicts(answer, section):
    return {r.get("function", "total"): r["verdict"] for s in answer["sections"] if s["section"] == section for r in s["rows"]}


def named(answer):
    return sorted(n for n, v in {**verdicts(answer, "total"), **verdicts(answer, "functions")}.items() if v in ("worse", "better"))


def worse(answer):
    return [n for n, v in verdicts(answer, "functions").items() if v == "worse"]


def in_turn(folder, *programs):
    """The runs of each, recorded in turn, as docs/ci.md says."""
    runs = [[record(folder, program, f"run-{next(numbers)}") for program in programs] for _ in range(a.runs)]
    return [list(side) for side in zip(*runs)]


def hold(claim, sides, folder, *programs):
    """Hold a claim against runs of programs; where it fails, against others of the same."""
    try:
        claim(*sides)
    except AssertionError as e:
        print(f"{claim.__name__}: once more: {e}")
        claim(*in_turn(folder, *programs))


if not shutil.which("perf"):
    print("no perf here")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    slower = a.slower or 50
    build(folder, "plain")
    build(folder, "slower", slower=slower)
    build(folder, "twice", times=2)
    build(folder, "changed-2", slower=slower, changed=True)
    if a.tries:
        alarms = alone = 0
        for _ in range(a.tries):
            plain, again, slow = in_turn(folder, "plain", "plain", "slower")
            status, answer = compare(plain, again)
            alarms += status == 2
            print(f"against itself: {'alarm: ' + str(named(answer)) if status else 'none'}")
            status, answer = compare(plain, slow)
            alone += worse(answer) == ["work_d"] and status == 2
            print(f"work_d slower by {slower:g}%: worse: {worse(answer)}")
        print(f"{a.tries} comparisons against itself: {alarms} alarms; the slowed function named alone in {alone} of {a.tries}")
        sys.exit(0)

    def none_or_one(plain, again, slow):
        status, answer = compare(plain, again)
        assert status == 0 and not named(answer), named(answer)
        status, answer = compare(plain, slow)
        assert status == 2 and worse(answer) == ["work_d"], worse(answer)
        row = next(r for s in answer["sections"] if s["section"] == "functions" for r in s["rows"] if r["function"] == "work_d")
        assert row["blocks"] and row["blocks"][0]["loops"] == 1 and row["blocks"][0]["line"].startswith("slower.c:"), row    # its loop, in both builds
        command = shlex.split(answer["instructions"])     # the way to what grew
        assert command[:3] == ["perfolio", "annotate", "work_d"], command
        text = subprocess.run([a.bin, *command[1:]], stdout=subprocess.PIPE, text=True, check=True).stdout
        assert f"of {a.runs}, {a.runs} runs" in text and re.search(r"a run of the second costs \+[1-9].*\n#  +\+[1-9]", text), text

    def twice_the_work(plain, twice):
        status, answer = compare(plain, twice, "--fail-over", "+3%")
        assert status == 2 and verdicts(answer, "total")["total"] == "worse", answer["limits"]
        assert answer["limits"][0]["verdict"] == "broken"
        assert len(worse(answer)) >= 10, verdicts(answer, "functions")
        status, answer = compare(plain, twice, "--fail-over", "+3%", "--per-file", os.path.join(folder, "none"))
        assert status == 1                                # no such file
        with open(os.path.join(folder, "work"), "w") as f:
            f.write("1 " * a.runs + "2\n" * a.runs)
        status, answer = compare(plain, twice, "--fail-over", "+25%", "--per-file", os.path.join(folder, "work"))
        assert status == 0, answer["limits"]              # as much for each unit of work

    def other_names(plain, changed):
        status, answer = compare(plain, changed)
        functions = verdicts(answer, "functions")
        assert worse(answer) == ["work_d"] and "better" not in functions.values(), functions
        assert "work_f, work_renamed" in functions and "main" not in functions and len(functions) == len(WEIGHTS), functions
        assert {g["what"] for g in answer["guesses"]} == {"object", "command", "function"}, answer["guesses"]
        status, answer = compare(plain, changed, "--no-guess")
        assert not answer["guesses"] and status == 2 and len(verdicts(answer, "functions")) > len(WEIGHTS), answer

    plain, again, slow, twice, changed = in_turn(folder, "plain", "plain", "slower", "twice", "changed-2")
    hold(none_or_one, (plain, again, slow), folder, "plain", "plain", "slower")
    hold(twice_the_work, (plain, twice), folder, "plain", "twice")
    hold(other_names, (plain, changed), folder, "plain", "changed-2")

    build(folder, "bare", debug="-g0")                    # without a line of source: the code shows what was renamed
    build(folder, "bare-2", changed=True, debug="-g0")
    bare = [[record(folder, program, i) for i in range(2)] for program in ("bare", "bare-2")]
    guessed = {"what": "function", "before": "work_f", "after": "work_renamed", "by": "code", "common": 100.0}
    status, answer = compare(*bare)
    assert guessed in answer["guesses"] and "work_f, work_renamed" in verdicts(answer, "functions"), answer["guesses"]
    text = subprocess.run([a.bin, "diff", "--before", *bare[0], "--after", *bare[1]], stdout=subprocess.PIPE, text=True).stdout
    assert "# Guessed: the function work_f is work_renamed now: guessed by code, 1.00\n" in text, text
    build(folder, "bare-3", changed=True, debug="-g0", kept=True)
    status, answer = compare(bare[0], [record(folder, "bare-3", i) for i in range(2)])
    assert "code" not in [g["by"] for g in answer["guesses"]] and "work_f" in verdicts(answer, "functions"), answer["guesses"]
    folios = [os.path.join(folder, side + ".folio") for side in ("old", "new")]
    for folio, files in zip(folios, bare):                # which have the code, once the programs are gone
        subprocess.run([a.bin, "pack", *files, "-o", folio], stdout=subprocess.DEVNULL, check=True)
    for program in ("bare", "bare-2"):
        os.unlink(os.path.join(folder, program))
    status, answer = compare(folios[:1], folios[1:], "--isolated")
    assert guessed in answer["guesses"], answer["guesses"]
    status, answer = compare(folios[:1], folios[1:], "--isolated", "--no-guess")
    assert not answer["guesses"] and "work_renamed" in verdicts(answer, "functions"), answer

    env = dict(os.environ, PERFOLIO=a.bin, FOLIO=os.path.join(folder, "runs.folio"), LIMITS="--fail-over sym=work_d:+10%")
    both = [f"{os.path.join(folder, p)} {a.loops}" for p in ("plain", "slower")]
    p = subprocess.run(["sh", os.path.join(ROOT, "packaging/ci/gate.sh"), *both, str(a.runs)], env=env)
    text = open(os.path.join(folder, "runs.md")).read()
    assert p.returncode == 2 and GATE_CLOSED in text and "sym=work_d:+10%: broken" in text, text
    assert 'failures="1"' in open(os.path.join(folder, "runs.xml")).read()
print("ok")
