"""Command lines under faults: what sweep.py (calls of the system that fail) and memory.py (allocations that fail) have in common.

Each line runs in a folder of its own. A run with a fault is judged by the run without: see wrong()."""
import collections, concurrent.futures, os, shutil, subprocess, sys, tarfile, tempfile

F = "fixtures/"
ANNOTATE = ["--objects", F + "amd64/annotate"]
TWO = ["--before", F + "amd64/annotate.data", "--after", F + "amd64/annotate-second.data"]
HPPA = ["--objects", F + "hppa/debug"]
WHOLE, PACKAGE = object(), object()                 # files of a folder that are made once: a folio, an archive of objects
# command (@: its folder), what lies in that (bytes, a path or one of the above), what it makes, standard input
Line = collections.namedtuple("Line", "command files made stdin", defaults=({}, None, None))
LINES = {
    "report": Line(["report", "-i", F + "hppa/user.data"] + HPPA),
    "lines": Line(["report", "-s", "srcline,sym", "-i", F + "amd64/dir.data", "--objects", F + "amd64/debug"]),
    "pipe": Line(["report", "-i", "-"] + HPPA, stdin=F + "hppa/pipe.data"),
    "package": Line(["report", "-i", F + "hppa/user.data", "--objects", "@p.tar.xz"], {"p.tar.xz": PACKAGE}),
    "script": Line(["script", "-i", F + "amd64/sched.data"]),
    "trace": Line(["trace", "-i", F + "s390x/trace.data"]),
    "objdump": Line(["annotate", "--top", "2", "-i", F + "hppa/user.data"] + HPPA),
    "source": Line(["annotate", "--top", "2", "--inlines", "--blocks", "-i", F + "amd64/annotate.data", "--source-prefix", f"/src={F}workload"] + ANNOTATE),
    "gate": Line(["diff", *TWO, "--fail-over", "file://@rules", "--baseline-file", "@accepted", "--date", "2026-11-28"] + ANNOTATE,
                 {"rules": b"+3%\nsym=mixed:+1%\n", "accepted": b"sym=leaf:+90% until=2027-01-01 # slower by design\n"}),
    "html": Line(["export", "html", *TWO, "-o", "@o"] + ANNOTATE, made="o"),
    "pprof": Line(["export", "pprof", "-i", F + "hppa/user.data", "-o", "@o"] + HPPA, made="o"),
    "timechart": Line(["timechart", "-i", F + "amd64/sched.data", "-o", "@o"], made="o"),
    "pack": Line(["pack", F + "amd64/annotate.data", "-o", "@o"] + ANNOTATE, made="o"),
    "append": Line(["pack", "--append", F + "hppa/user.data", "-o", "@o"], {"o": F + "s390x/dwarf.folio"}, "o"),
    "merge": Line(["merge", "@a", "@b", "-o", "@a"], {"a": F + "s390x/dwarf.folio", "b": F + "armhf/dwarf.folio"}, "a"),
    "unpack": Line(["unpack", "-i", "@a", "-d", "@out"], {"a": F + "s390x/dwarf.folio"}, "out"),
    "verify": Line(["verify", "@v"], {"v": WHOLE}),
    "doctor": Line(["doctor", "-i", "@v"], {"v": WHOLE}),
}
TAKE_NO_ISOLATED = ("merge", "unpack", "verify")
ENV = dict(os.environ, HOME="/dev/null", LC_ALL="C", ASAN_OPTIONS="detect_leaks=0")
Result = collections.namedtuple("Result", "status out err made left")


def content(path):
    if os.path.isdir(path):
        return {os.path.relpath(os.path.join(d, f), path): open(os.path.join(d, f), "rb").read() for d, _, fs in os.walk(path) for f in fs}
    return open(path, "rb").read() if os.path.exists(path) else None


class Bench:
    """Where the lines run: a folder that goes when it is left."""
    def __init__(self, program, only):
        self.program, self.lines = program, {n: l for n, l in LINES.items() if not only or n in only}

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="perfolio-faults-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.kept = {WHOLE: os.path.join(self.folder, "whole"), PACKAGE: os.path.join(self.folder, "package")}
        subprocess.run([self.program, "pack", F + "amd64/annotate.data", "--isolated", "-o", self.kept[WHOLE]] + ANNOTATE, env=ENV,
                       capture_output=True, check=True)
        with tarfile.open(self.kept[PACKAGE], "w:xz") as t:
            t.add(F + "hppa/debug", "usr/lib/debug")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def path(self, file):
        return self.kept.get(file, file)

    def run(self, name, front=(), **env):
        """The line, behind the words of `front`; the name of its folder is '@' in what it prints."""
        line, folder = self.lines[name], tempfile.mkdtemp(dir=self.folder)
        for file, of in line.files.items():
            to = os.path.join(folder, file)
            if isinstance(of, bytes):
                open(to, "wb").write(of)
            else:
                shutil.copy(self.path(of), to)
        words = [self.program] + [w.replace("@", folder + "/") for w in line.command] + ["--isolated"] * (name not in TAKE_NO_ISOLATED)
        words += ["--no-sandbox"] * ("LD_PRELOAD" in env)       # the library writes what it counts
        with open(line.stdin or os.devnull, "rb") as stdin:
            try:
                p = subprocess.run([*front, *words], stdin=stdin, capture_output=True, env=dict(ENV, **env), timeout=120)
                status, out, err = p.returncode, p.stdout, p.stderr
            except subprocess.TimeoutExpired:
                status, out, err = "hangs", b"", b""
        made = content(os.path.join(folder, line.made)) if line.made else None
        left = sorted(set(os.listdir(folder)) - set(line.files) - {line.made})
        shutil.rmtree(folder)
        out, err = (text.replace(folder.encode(), b"@") for text in (out, err))
        return Result(status, out, err, made, left)

    def good(self, name):
        first, second = self.run(name), self.run(name)
        assert first == second, f"{name}: no two runs are alike: {first} {second}"
        return first

    def wrong(self, name, good, now, reasons):
        """What is wrong with a run whose fault the system calls one of `reasons`, or None. It ends with a status of its own. A status or an
        answer other than without the fault comes with the reason. What is intact is not called damaged. What was at the
        output is there still, or the whole new one is."""
        line = self.lines[name]
        old = line.files.get(line.made)
        old = content(self.path(old)) if old else None
        told = any(r.encode() in now.err + now.out for r in reasons)
        if now.status not in (0, 1, 2):
            return f"ends with {now.status}"
        if now.status == 2 != good.status:
            return "the answer is no"
        if now.status == good.status and (now.out, now.made) != (good.out, good.made) and not told:
            return "another answer, and not why"
        if now.status != good.status and not told:
            return "fails, and does not say why"
        if name != "unpack" and now.made not in (old, good.made) and now.status != good.status:
            return "what was there is lost"
        if now.left:
            return f"leaves {now.left}"
        return None

    def judge(self, jobs, what):
        """Run all (name, good, reasons, words to show, front, environment): print what is wrong; the exit status."""
        def one(job):
            name, good, reasons, show, front, env = job
            now = self.run(name, front, **env)
            fault = self.wrong(name, good, now, reasons)
            return fault and f"{name}: {show}: {fault}: status {now.status}: {now.err.decode(errors='replace')[-300:]}"
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = [f for f in pool.map(one, jobs) if f]
        print("\n".join(faults[:40]) or f"{len(jobs)} {what} that fail: none is lost")
        if faults:
            print(f"{len(faults)} of {len(jobs)} are wrong")
        return bool(faults)


def skipped(why):
    print("SKIPPED:", why)
    sys.exit(77)
