"""What was measured on which machine, and docs/bench.md, which keeps it."""
import datetime, os, platform, re, subprocess, time

from record import ROOT

PAGE = os.path.join(ROOT, "docs", "bench.md")


def said(*command):
    try:
        return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()
    except OSError:
        return ""


def field(path, name):
    """What stands behind a name in a file of /proc."""
    with open(path) as f:
        return next((l.split(":", 1)[1].strip() for l in f if l.startswith(name)), "unknown")


def built(program):
    """How CMake built it: compiler and kind, or "unknown"."""
    folder = os.path.dirname(program)
    try:
        with open(os.path.join(folder, "CMakeCache.txt")) as f:
            cache = dict(l.rstrip().split("=", 1) for l in f if "=" in l and not l.startswith(("#", "/")))
    except OSError:
        return "unknown build"
    compiler = said(cache.get("CMAKE_C_COMPILER:FILEPATH", cache.get("CMAKE_C_COMPILER:STRING", "cc")), "--version").splitlines()
    return f"{cache.get('CMAKE_BUILD_TYPE:STRING', '?')} by {compiler[0] if compiler else 'an unknown compiler'}"


def busy(seconds=2):
    """How much of the processors' time goes to others."""
    def times():
        with open("/proc/stat") as f:
            v = [int(x) for x in f.readline().split()[1:9]]
        return sum(v), v[3] + v[4]                      # idle, and waiting for input

    before = times()
    time.sleep(seconds)
    total, idle = (b - a for a, b in zip(before, times()))
    return 1 - idle / max(1, total)


def facts(program, perf):
    """Lines: what was measured, where, and how busy that machine was when it began."""
    commit = said("git", "describe", "--always", "--dirty") or "unknown commit"
    others = busy()
    memory = int(field("/proc/meminfo", "MemTotal").split()[0]) >> 20
    return [f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d} {commit}: {said(program, '--version')}, {built(program)}; "
            f"{said(*perf, '--version') if perf else 'no perf'}",
            f"{os.cpu_count()} processors ({field('/proc/cpuinfo', 'model name')}), {memory} GiB, Linux {platform.release()}; "
            f"others took {100 * others:.0f} % of the processors' time when it began" + (" (BUSY: compare ratios only)" if others > 0.1 else "")]


def save(facts, header, table):
    """Put a table at the top of the page's history, in place of one of the same day and commit."""
    with open(PAGE, encoding="utf-8") as f:
        text = f.read()
    title = "### " + facts[0].split(":")[0]
    rows = [header, ["---"] * len(header)] + table
    section = "\n".join([title, "", *(re.sub(r"^\S+ \S+: ", "", l) + "  " for l in facts), "",
                         *("| " + " | ".join(cells) + " |" for cells in rows), "", ""])
    before, history = text.split("## History\n", 1)
    sections = [s for s in re.split(r"(?m)^(?=### )", history.lstrip("\n")) if not s.startswith(title + "\n")]
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(before + "## History\n\n" + section + "".join(sections).rstrip("\n") + ("\n" if "".join(sections).strip() else ""))
    print(f"saved in {os.path.relpath(PAGE, ROOT)}")
