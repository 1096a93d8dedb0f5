"""What the benchmarks record on this machine: everything that runs, with call chains, while compilers, compression and
many small processes keep it busy."""
import os, subprocess

LOAD = ("while :; do cc -O2 -I. -fsyntax-only formats/perf/*.c; tar -cf - fixtures | gzip | sha256sum >/dev/null; "
        "find /usr/share -type f | head -5000 | xargs -n 200 cat | wc -c >/dev/null; done")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def record(perf, seconds, path, home=None):
    """Whether there is a capture at `path` now. What perf keeps of the objects goes below `home`/.debug."""
    command = [perf, "record", "-q", "-a", "-g", "-e", "cpu-clock", "-F", "50000", "-o", path, "--",
               "timeout", str(seconds), "sh", "-c", LOAD]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=dict(os.environ, HOME=home or os.environ.get("HOME", "/")))
    return os.path.exists(path) and os.path.getsize(path) > 0


def samples(program, capture):
    """How many samples a capture has, as perfolio counts them."""
    stats = subprocess.run([program, "report", "--stats", "-i", capture], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return next((int(l.split()[2]) for l in stats.stdout.splitlines() if l.strip().startswith("SAMPLE events:")), 0)
