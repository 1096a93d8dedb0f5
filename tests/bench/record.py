"""What the benchmarks record on this machine: everything that runs, with call chains, while compilers, compression and
many small processes keep it busy; or programs whose stacks are deep, with stack dumps."""
import os, subprocess

LOAD = ("while :; do cc -O2 -I. -fsyntax-only formats/perf/*.c; tar -cf - fixtures | gzip | sha256sum >/dev/null; "
        "find /usr/share -type f | head -5000 | xargs -n 200 cat | wc -c >/dev/null; done")
PARSE = "import ast, glob; [ast.dump(ast.parse(open(f).read())) for f in glob.glob('tests/*.py')]"
DEEP = (f'(while :; do python3 -c "{PARSE}"; find /usr/share -type f | sort -r | xz -1 >/dev/null; done) & '
        "while :; do echo '#include <regex>' | g++ -x c++ -O2 -c -o /dev/null -; cc -O2 -I. -c -o /dev/null core/base/text.c; done")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def run(perf, options, load, seconds, path, home):
    """Whether there is a capture at `path` now. What perf keeps of the objects goes below `home`/.debug."""
    command = [perf, "record", "-q", *options, "-o", path, "--", "timeout", str(seconds), "sh", "-c", load]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=dict(os.environ, HOME=home or os.environ.get("HOME", "/")))
    return os.path.exists(path) and os.path.getsize(path) > 0


def record(perf, seconds, path, home=None):
    return run(perf, ["-a", "-g", "-e", "cpu-clock", "-F", "50000"], LOAD, seconds, path, home)


def record_stacks(perf, frequency, seconds, path, home=None):
    """8 KiB of stack with every sample."""
    return run(perf, ["--call-graph", "dwarf,8192", "-e", "cpu-clock", "-F", str(frequency)], DEEP, seconds, path, home)


def samples(program, capture):
    """How many samples a capture has, as perfolio counts them."""
    stats = subprocess.run([program, "report", "--stats", "-i", capture], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return next((int(l.split()[2]) for l in stats.stdout.splitlines() if l.strip().startswith("SAMPLE events:")), 0)
