#!/usr/bin/env python3
"""Every option of perf is taken, or told by its name: usage: perf_options.py --bin PROGRAM [--served PROGRAM] [--only COMMAND]

tests/perf_options.tsv has perf's options by command. Each is given in every spelling: the command has to do its work (status
0 or 2), or to say by that name what is wrong or missing. That nobody knows it, or that its value is a capture, must not be
said; nor may a refusal name anything else than what was asked for."""
import argparse, os, shutil, subprocess, sys, tempfile

from program import Program

CAPTURES = {"trace": "fixtures/s390x/trace.data", "stat": "fixtures/amd64/stat.data", "sched": "fixtures/amd64/sched.data",
            "kmem": "fixtures/synthetic/kmem.data", "lock": "fixtures/synthetic/contention.data",
            "timechart": "fixtures/amd64/sched.data"}
BEHIND = {"": ["report"], "stat": ["report"], "kmem": ["stat"], "sched": ["latency"], "lock": ["contention"]}  # in front of these
USUAL = "fixtures/amd64/fp.data"
STRANGE = ("unknown option", "missing argument", "invalid ", "too much")
REFUSED = "perf has it, Perfolio has not"


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


def fault(program, row):
    command, short, long, value = (row + ["", ""])[:4]
    words = command.split()
    for option, name in spellings(short, long, value):
        line = words + option
        line += BEHIND.get(command, [])
        capture = os.path.basename(CAPTURES.get((words or line)[0], USUAL))
        p = program.run(*line, *([capture, capture] if command == "diff" else ["-i", capture]))
        told = p.stderr.decode(errors="replace")
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
    a = ap.parse_args()
    with open("tests/perf_options.tsv", encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#") and line.startswith(a.only)]
    assert len(rows) > 400 or a.only, "perf has more options"
    root = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        for capture in {USUAL, *CAPTURES.values()}:         # what is written beside a capture, or below the folder, goes there
            shutil.copy(capture, folder)
        faults = list(aux_faults(Program(a.bin), folder))
        program = Program(a.bin, a.served)
        os.chdir(folder)
        faults += [f for row in rows for f in fault(program, row)]
        os.chdir(root)
    print("\n".join(faults) or f"{len(rows)} options of perf are taken or told by name")
    return bool(faults)


sys.exit(main())
