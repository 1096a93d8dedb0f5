#!/usr/bin/env python3
"""The same output from any number of workers and from blocks that end anywhere: usage: workers.py --bin WORKERS [--seed N]
[--seconds N] [--few] CAPTURE...

Each view of each capture is printed by 1, 2, 3, 7 and 16 workers (tests/workers.c), all but the first with the blocks of the
file cut into pieces at places that follow from a seed; status, output and errors have to be those of one worker with whole
blocks, and the status that of a command that ended (0 to 2). Fixtures are read with their objects, and those of which there
is a second recording, NAME-second.data, are compared with it. So is a multiplied one (tests/bench/multiply.py), whose many
blocks are left whole, with what it was made of. The captures of ../shared (or $PERFOLIO_SHARED) follow, the small ones first and as
many as --seconds allow. Two numbers of workers are taken for each view and capture, in turn; with --few one, and a quarter of
the views of each capture (half of those of the multiplied one), in turn, so that all views and numbers meet. --seed cuts elsewhere."""
import argparse, glob, os, re, sys, tempfile, time

from program import Program

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "bench"))
import multiply

SHARED = os.environ.get("PERFOLIO_SHARED", os.path.join(ROOT, "..", "shared"))
WORKERS = [1, 2, 3, 7, 16]
VIEWS = """report --stdio --no-children -g none --sort comm,dso,sym
report --stdio --children -g caller --sort comm,dso,sym --percent-limit 0.5
report --stdio --no-children -g callee --sort sym
report --stdio --children -g caller -n --max-paths 40
report --json --no-children -g callee,flat --max-paths 40
report --stdio --sort cpu,sym --max-paths 7 --inline
report --stdio -v --sort dso,sym -g none
report --stdio --hierarchy --sort pid,dso,sym
report --json --sort cpu,time,comm -g none
report --json --sort cpu,time,comm -g none --switch-on sched:sched_switch --switch-off sched:sched_waking
report --stdio --children -g caller --sort comm,dso,sym --merge fib --hide-object libc.so.6 --collapse-recursion
report --stdio --children --sort srcline,sym -g none --focus main --drop hot_loop
report --json --no-children --sort comm,sym --callers-of fib --max-paths 40
report --json --off-cpu --sort comm,state,waker,sym
report --json --wall-clock --sort comm,state,sym
report --json --sandwich fib -g caller,0
report --stats
script
script -F comm,tid,time,ip,sym -G
script --json
script -F comm,tid,pid,cpu,misc,time,period,event,ip,sym,symoff,dso,dsoff,srcline --ns
script -F +brstack,+brstacksym,+data_src,+addr,+weight,+phys_addr,+cgroup,+iregs,+uregs
script -F brstacksym,ip,sym
script -F event,trace,machine_pid,vcpu,tid,time
script --reltime
script --deltatime -G
script --max-stack 3 --show-kernel-path --no-inline --stop-bt main
script --time 20%-60% --comms perf,bash,sh
script -S main --cpu 0
script --show-task-events --show-mmap-events --show-switch-events --show-lost-events --show-round-events --show-namespace-events
script --show-cgroup-events --show-bpf-events --show-text-poke-events --header -I
script --json --time 30%-50% -G
export folded
export folded --max-paths 30 --per-thread
export pprof --max-paths 20
export pprof
export firefox
export firefox --merge fib --invert
export speedscope
export speedscope --off-cpu
export callgrind
export html
sched latency
sched timehist -wMV
sched map
kmem stat --slab --page --caller --alloc
lock contention
lock report
trace
trace -s
stat report
stat report --per-thread
diff CAPTURE
annotate --objdump= --top 3
annotate --top 3 --json
diff --before CAPTURE --after OTHER --max-paths 9
export folded --before CAPTURE --after OTHER --max-paths 9
export folded --before CAPTURE --after OTHER
export html --before CAPTURE --after OTHER
diff --before CAPTURE --after OTHER
diff --before CAPTURE --after OTHER --per 4 --json
annotate --top 3 --before CAPTURE --after OTHER""".splitlines()

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", required=True)
ap.add_argument("--seed", type=int, default=1)
ap.add_argument("--seconds", type=float, default=20)
ap.add_argument("--few", action="store_true")
ap.add_argument("captures", nargs="*")
a = ap.parse_args()
program = Program(a.bin, a.bin)
compared = different = 0


def objects_of(capture):
    """Options that name the folder beside a capture that has its objects: annotate/ of annotate-second.data."""
    folder = re.sub(r"(-\w+)?\.data$", "", capture)
    return ["--objects", folder] if os.path.isdir(folder) else []


def answer(workers, seed, words):
    p = program.run(str(workers), str(seed), *words)
    return p.returncode, p.stdout, p.stderr


def compare(capture, number, whole=False, other=None):
    """All views of one capture; `whole`: its blocks are not cut; `other`: another recording of the same program."""
    global compared, different
    for i, view in enumerate(VIEWS):
        if "OTHER" in view and not other or a.few and (i + number) % (2 if whole else 4):
            continue
        words = [{"CAPTURE": capture, "OTHER": other}.get(w, w) for w in view.split()]
        words += ["--isolated"] + objects_of(capture) + (["-i", capture] if "OTHER" not in view else [])
        want = answer(1, 0, words)
        if want[0] == 1 and not want[1]:                # it has nothing for this view
            continue
        if want[0] not in (0, 1, 2):
            different += 1
            print(f"{a.bin} 1 0 {' '.join(words)}: ended with status {want[0]}", flush=True)
        for k, workers in enumerate(WORKERS):
            turn = (i // 4 + number - k) % len(WORKERS)
            if turn > (0 if a.few else 1):
                continue
            seed = 0 if whole else a.seed * 1000 + 10 * i + workers
            compared += 1
            got = answer(workers, seed, words)
            if got != want:
                different += 1
                print(f"{a.bin} {workers} {seed} {' '.join(words)}: not what one worker prints (1 0)", flush=True)


for number, capture in enumerate(a.captures):
    second = capture[:-len(".data")] + "-second.data"
    compare(capture, number, other=second if os.path.exists(second) else None)
with tempfile.TemporaryDirectory(prefix="perfolio-workers-") as scratch:
    many = os.path.join(scratch, "many.data")
    few = os.path.join(ROOT, "fixtures", "amd64", "sysg.data")
    multiply.main(few, many, 20000)
    compare(many, 0, whole=True, other=few)
print(f"{len(a.captures)} captures and a multiplied one, {compared} answers compared, {different} differ", flush=True)
others = sorted((os.path.getsize(p), p) for p in glob.glob(os.path.join(SHARED, "captures", "*", "*.data")) if os.path.isfile(p))
begin, n = time.monotonic(), 0
while n < len(others) and time.monotonic() - begin < a.seconds:
    compare(others[n][1], n)
    n += 1
print(f"{n} of {len(others)} captures of other machines; {compared} answers compared, {different} differ")
sys.exit(bool(different or not compared))
