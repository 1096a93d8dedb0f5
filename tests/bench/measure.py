"""What a run of a program costs: wall clock, processor time of all its processes (user and system), memory at the peak of
the largest of them. Programs to be compared run in turn, so that a slow moment hits all of them."""
import os, statistics, subprocess, sys, time
from dataclasses import astuple, dataclass


@dataclass
class Cost:
    wall: float                 # seconds
    cpu: float                  # seconds
    system: float               # seconds of those
    mib: float
    size: int                   # bytes of what was written


def run(command, home, result=None):
    """A Cost, or what it said when it failed or wrote nothing. `result` is the file it writes, or else its standard output,
    which is then in `home`/out; os.devnull: that is not kept. `home` is its home, too: it has its own build-id cache there and
    no configuration."""
    result = result or os.path.join(home, "out")
    if os.path.exists(result) and result != os.devnull:
        os.unlink(result)
    env = dict(os.environ, HOME=home, LC_ALL="C", PERF_PAGER="cat", PAGER="cat", DEBUGINFOD_URLS="")
    if os.path.isabs(command[0]):                       # perf archive runs perf
        env["PATH"] = os.path.dirname(command[0]) + os.pathsep + os.environ.get("PATH", "")
    with open(result if result == os.devnull else os.path.join(home, "out"), "wb") as out, open(os.path.join(home, "err"), "w+b") as err:
        begin = time.monotonic()
        p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env)
        _, status, usage = os.wait4(p.pid, 0)
        wall = time.monotonic() - begin
        p.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        said = err.read().decode(errors="replace").strip()
    size = os.path.getsize(result) if os.path.exists(result) else 0
    if status or not size and result != os.devnull or "failed to process" in said:   # perf's status is 0 then
        return f"status {p.returncode}: {said[-200:]}"
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_stime, usage.ru_maxrss / 1024, size)


def medians(costs):
    return Cost(*map(statistics.median, zip(*map(astuple, costs))))


def least(costs):
    """The run that took the least processor time: what others did meanwhile only ever adds to it."""
    return min(costs, key=lambda c: c.cpu)


def in_turn(commands, runs, home, choose=medians, once=()):
    """{name: a Cost chosen of those of `runs` runs} of {name: (command, result as above)}; those named in `once` run once. What
    fails is said, once, and left out."""
    seen = {name: [] for name in commands}
    for turn in range(runs):
        for name in list(seen):
            if turn and name in once:
                continue
            command, result = commands[name]
            cost = run(command, home, result)
            if isinstance(cost, str):
                print(f"{' '.join(command)}: {cost}", file=sys.stderr)
                del seen[name]
            else:
                seen[name].append(cost)
    return {name: choose(costs) for name, costs in seen.items()}
