"""The bounds of rows: loops in C that do the least that the work of a row takes (tests/bench/limits), and whether they did it."""
import glob, gzip, os, re, subprocess

from record import ROOT

SOURCES = os.path.join(ROOT, "tests", "bench", "limits")
LIBRARIES = ["-liberty", "-lz", "-lzstd", "-lm"]


def program(folder):
    """The loops, built."""
    path = os.path.join(folder, "limits")
    if not os.path.exists(path):
        subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path,
                        "-I", SOURCES, *sorted(glob.glob(os.path.join(SOURCES, "**", "*.c"), recursive=True)), *LIBRARIES], check=True)
    return path


def found(text):
    """{what: how many}, as a loop says it."""
    return {what: int(n) for what, n in re.findall(r"(?m)^(\w+) (\d+)$", text)}


def number(pattern, text):
    """The number behind the last such words of a text; None: they are not there."""
    seen = re.findall(pattern, text)
    return int(seen[-1]) if seen else None


def ms(pattern, text):
    """As nanoseconds: the last such time of a text."""
    seen = re.findall(pattern, text)
    return round(float(seen[-1]) * 1e6) if seen else None


def of_report(path):
    with open(path, errors="replace") as f:
        text = f.read(4000)
    return {"period": (number(r"Event count \(approx\.\): (\d+)", text), 0)}


def of_size(share):
    return lambda path: {"bytes": (os.path.getsize(path), share)}


def of_folded(path):
    weights = [int(line.rsplit(b" ", 1)[1]) for line in open(path, "rb")]
    return {"period": (sum(weights), 0), "rows": (len(weights), 0.05)}


def of_pprof(path):
    with gzip.open(path) as f:
        return {"bytes": (sum(map(len, iter(lambda: f.read(1 << 20), b""))), 0.05)}


def of_latency(path):
    with open(path, errors="replace") as f:
        text = f.read()
    return {"switches": (number(r"TOTAL: .*\|\s+(\d+) \|", text), 0), "runtime": (ms(r"TOTAL: +\| +([\d.]+) ms", text), 1e-6)}


def of_kmem(path):
    with open(path) as f:
        text = f.read()
    return {what: (number(f"Total bytes {what}:\\s+(\\d+)", text), 0) for what in
            ("requested", "allocated", "freed")}


def of_trace(path):
    with open(path, errors="replace") as f:
        return {"calls": (sum(int(m) for m in re.findall(r"(?m)^   \S+ +(\d+) +\d+ +[\d.]+ ", f.read())), 0)}


# What the outputs of rows say of what loops say of theirs: how much it may differ. Names are chosen, and frames found, by rules
# of which the loops have the first few: see docs/bench.md.
SAYS = {"flat": of_report, "children": of_report, "stacks": of_report, "script": of_size(0.01), "chains": of_size(0.01),
        "import": of_size(0.25), "firefox": of_size(0.05), "folded": of_folded, "pprof": of_pprof, "latency": of_latency,
        "timehist": of_size(0.001), "kmem": of_kmem, "trace": of_trace}


def faults(bound, says, samples, output):
    """Sentences on how what a loop found differs from the capture's samples and from our output of the row."""
    own = found(says)
    want = {"samples": (samples, 0), **SAYS[bound](output)}
    return [f"bound of {bound}: {own.get(what)} {what}, not {n}" for what, (n, share) in want.items()
            if n is None or abs(own.get(what, -n - 1) - n) > share * n]
