#!/usr/bin/env python3
"""Every option of perf is taken, or told by its name: usage: perf_options.py --bin PROGRAM [--served PROGRAM] [--only COMMAND] [--update]

tests/perf_options.tsv has perf's options by command. Each is given in every spelling: the command has to do its work (status
0 or 2), or to say by that name what is wrong or missing. That nobody knows it, or that its value is a capture, must not be
said; nor may a refusal name anything else than what was asked for. And docs/perf.md says of each command and option what the
program says: its last two sections, which --update writes anew."""
import argparse, difflib, os, re, shutil, subprocess, sys, tempfile

from program import Program

CAPTURES = {"trace": "fixtures/s390x/trace.data", "stat": "fixtures/amd64/stat.data", "sched": "fixtures/amd64/sched.data",
            "kmem": "fixtures/synthetic/kmem.data", "lock": "fixtures/synthetic/contention.data",
            "timechart": "fixtures/amd64/sched.data"}
BEHIND = {"": ["report"], "stat": ["report"], "kmem": ["stat"], "sched": ["latency"], "lock": ["contention"]}  # in front of these
ASKED = {"kmem": ["--caller"]}                                  # what options want in front of them
USUAL = "fixtures/amd64/fp.data"
STRANGE = ("unknown option", "missing argument", "invalid ", "too many")
REFUSED = "perf has it, Perfolio does not"
NOT_HERE, IDLE, SAME = "not here", "without effect", "as in perf"
PAGE = "docs/perf.md"
# Those of perf 7.2, and the jobs of some, which perf has beside options.
COMMANDS = """annotate, archive, bench, buildid-cache, buildid-list, c2c, config, daemon, data, diff, evlist, ftrace, inject, iostat,
    kallsyms, kmem record, kmem stat, kvm, kwork, list, lock record, lock report, lock info, lock contention, lock script, mem,
    probe, record, report, sched record, sched latency, sched map, sched replay, sched script, sched stats, sched timehist, script,
    script record, script report, stat record, stat report, test, timechart, timechart record, top, trace, trace record,
    trace report, version"""


def spellings(short, long, value):
    """Lists of words for one option, and with each what an answer has to call it."""
    if value == "=":
        yield [long], long
        yield [long + "=x"], long
    elif value:
        yield [f"{long}={value}"], long
        yield [long, value], long
        if short:
            yield [short + value], short
            yield [short, value], short
    else:
        if long:
            yield [long], long
        if short:
            yield [short], short


def outcome(told, name):
    """What is said of an option or a command of that name: (NOT_HERE, IDLE or SAME; what there is instead, or "")."""
    for line in told.splitlines():
        m = re.fullmatch(rf"perfolio.*?:? (?:--)?{re.escape(name)}(?: \(-.\))?(: {REFUSED}| is without effect)(?:: (.*))?", line)
        if m:
            return NOT_HERE if REFUSED in m[1] else IDLE, (m[2] or "").replace("the capture has no", "as long as the capture has no")
    return SAME, ""


def commands_table(program):
    yield "| of perf | here |"
    yield "|---|---|"
    for command in COMMANDS.replace("\n", " ").split(","):
        words = command.split()
        told = program.run(*words, "-i", "/nonexistent").stderr.decode()
        how, instead = outcome(told, words[-1])
        here = f"{how}{instead and ': ' + instead}"
        if how == SAME:
            page = words[0] if os.path.exists(f"docs/{words[0]}.md") else "perfolio"
            assert "nonexistent" in told or words == ["version"], (command, told)
            here = f"`perfolio {' '.join(words)}`: [{page}]({page}.md)"
        yield f"| `{' '.join(words)}` | {here} |"


def options_table(outcomes):
    """`outcomes`: (command, option): as outcome() has it. Options of one command with one answer share a row."""
    rows = {}
    for (command, option), answer in outcomes.items():
        rows.setdefault((command, answer), []).append(f"`{option}`")
    yield "| of perf | options | here |"
    yield "|---|---|---|"
    for (command, (how, instead)), options in sorted(rows.items(), key=lambda r: (r[0][0], (SAME, IDLE, NOT_HERE).index(r[0][1][0]), r[0][1][1])):
        name = f"`{command}`" if command else "in front of a command"
        between = " " if instead.startswith("as long as ") else ": "
        yield f"| {name} | {', '.join(options)} | {how}{instead and between + instead} |"


def page_faults(program, outcomes, update):
    with open(PAGE, encoding="utf-8") as f:
        now = f.read()
    written, found, _ = now.partition("## Commands\n")
    assert found, f"{PAGE} has no commands"
    wanted = written + "\n".join(["## Commands", "", *commands_table(program), "", "## Options", "", *options_table(outcomes), ""])
    if update:
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(wanted)
    elif now != wanted:
        yield f"{PAGE} says otherwise than the program (--update):"
        yield from list(difflib.unified_diff(now.splitlines(), wanted.splitlines(), lineterm="", n=0))[:20]


def fault(program, row, outcomes):
    command, short, long, value = (row + ["", ""])[:4]
    words = command.split()
    for option, name in spellings(short, long, value):
        line = words + ASKED.get(command, []) + option
        line += BEHIND.get(command, [])
        capture = os.path.basename(CAPTURES.get((words or line)[0], USUAL))
        p = program.run(*line, *([capture, capture] if command == "diff" else ["-i", capture]))
        told = p.stderr.decode(errors="replace")
        if not words or outcome(told, words[-1])[0] == SAME:        # or the whole command is not here
            outcomes.setdefault((command, long or short), outcome(told, long.lstrip("-")))
        said = told.strip().replace("\n", " | ")[:300] or f"status {p.returncode}"
        if not value and "no samples that the filters" in told:     # it took -i for its value
            yield f"{' '.join(line)}: {said}"
        elif p.returncode not in (0, 1, 2) or any(s in told for s in STRANGE):
            yield f"{' '.join(line)}: {said}"
        elif p.returncode == 1 and not any(n and n in told for n in (
                name, short, long.lstrip("-"), "/" in value and value, words and words[-1] + ": " + REFUSED)):
            yield f"{' '.join(line)}: does not name the option: {said}"
        elif p.returncode != 1 and REFUSED in told:
            yield f"{' '.join(line)}: is refused, with status {p.returncode}"


def aux_faults(program, folder):
    """--itrace of a capture that has an AUX area is refused, not passed over."""
    made = "le-file-64-attr128"
    subprocess.run([sys.executable, "tests/fixture/make.py", folder, made], check=True, stdout=subprocess.DEVNULL)
    for command in "report", "script":
        p = program.run(command, "--itrace", "-i", f"{folder}/tools/{made}.data")
        if p.returncode != 1 or p.stdout or f"--itrace: {REFUSED}".encode() not in p.stderr:
            yield f"{command} --itrace of an AUX area: status {p.returncode}, {p.stderr[:200]}"


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--bin", default="build/perfolio")
    ap.add_argument("--only", default="")
    ap.add_argument("--served", help="tests/program.py")
    ap.add_argument("--update", action="store_true")
    a = ap.parse_args()
    with open("tests/perf_options.tsv", encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#") and line.startswith(a.only)]
    assert rows, f"no row begins with {a.only}"
    root, outcomes = os.getcwd(), {}
    with tempfile.TemporaryDirectory() as folder:
        for capture in {USUAL, *CAPTURES.values()}:         # what is written beside a capture, or below the folder, goes there
            shutil.copy(capture, folder)
        faults = list(aux_faults(Program(a.bin), folder))
        program = Program(a.bin, a.served)
        os.chdir(folder)
        faults += [f for row in rows for f in fault(program, row, outcomes)]
        os.chdir(root)
    if not a.only:
        faults += page_faults(Program(a.bin), outcomes, a.update)
    print("\n".join(faults) or f"{len(rows)} options of perf are taken or told by name")
    return bool(faults)


sys.exit(main())
