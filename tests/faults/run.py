#!/usr/bin/env python3
"""Nothing is lost: usage: run.py --bin PROGRAM --calls LIBRARY [--allocations LIBRARY] [--every N] [-v]

Every read, write, sync and rename of `pack --append`, `merge` and `verify` fails once, one in each run, and so do opens of the
folio itself and, where a library for them is given, allocations, also those of `script` and `report` of tracepoints (every N-th
call of a kind is taken with --every N). Afterwards
the folio is the old one or the complete new one, to the byte; the exit status is 0 only for the new one; an error is told; no
other file is left. Then several programs append to one folio at a time, are killed, or overtaken by somebody who knows of no
lock: every capture of which the exit status says that it is in is in. A folio keeps its owner, and an error tells what was not
synced."""
import argparse, concurrent.futures, os, shutil, signal, subprocess, sys, tempfile, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--calls", required=True)
ap.add_argument("--allocations")
ap.add_argument("--every", type=int, default=1)
ap.add_argument("-v", action="store_true")
a = ap.parse_args()
FIXTURES = os.path.join(ROOT, "fixtures")
DEBUG = os.path.join(FIXTURES, "hppa", "debug")
# A sanitizer's library is not the first any more, and leaks where the program ends in the middle are none.
ENV = dict(os.environ, HOME="/dev/null",
           ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0:detect_leaks=0")


def fixture(name):
    return os.path.join(FIXTURES, name)


def run(*args, fault=None, library=None, of=None, count=None):
    env = dict(ENV)
    if library:
        env.update(LD_PRELOAD=library, **{k: v for k, v in (("FAULT", fault), ("FAULT_OF", of), ("FAULT_COUNT", count)) if v})
    return subprocess.run([a.bin, *args] + ["--no-sandbox"] * bool(library),     # the library writes FAULT_COUNT
                          env=env, stdin=subprocess.DEVNULL, capture_output=True)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def good(*args):
    p = run(*args)
    assert p.returncode == 0, (args, p)
    return p


class Case:
    """A command that writes the folio `to` in a folder of its own, or only reads it."""
    def __init__(self, scratch, name, old, *args, to="x.folio"):
        self.name, self.old, self.args, self.to = name, old, args, to
        self.scratch = scratch
        p, self.new, _ = self.once()
        assert p.returncode == 0, (name, p)
        self.out, self.lines = p.stdout, set(p.stderr.splitlines())

    def once(self, **fault):
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            for name, content in self.old.items():
                with open(os.path.join(folder, name), "wb") as f:
                    f.write(content)
            p = run(*(w.replace("@", folder + "/") for w in self.args), **fault)
            now = {name: read(os.path.join(folder, name)) for name in os.listdir(folder)}
        p.stdout, p.stderr = (b.replace(folder.encode(), b"@") for b in (p.stdout, p.stderr))
        found = now.pop(self.to, None)
        return p, found, {k: v for k, v in now.items() if self.old.get(k) != v}

    def count(self, **how):
        with tempfile.NamedTemporaryFile() as f:
            self.once(count=f.name, **how)
            words = read(f.name).decode().split()
        return {k: int(v) for k, v in zip(words[::2], words[1::2])}

    def check(self, fault, **how):
        """What came of a fault, or a sentence about what is wrong."""
        p, found, left = self.once(fault=fault, **how)
        told = [line for line in p.stderr.splitlines() if line not in self.lines and line]
        wrong = []
        if found not in (self.old.get(self.to), self.new):
            wrong.append(f"the folio of {len(found or b'')} bytes is neither the old nor the new one")
        if p.returncode == 0 and (found != self.new or p.stdout != self.out):
            wrong.append("exit status 0, and it is not as without the fault")
        if p.returncode not in (0, 1):
            wrong.append(f"exit status {p.returncode}")
        if p.returncode and not told:
            wrong.append("no error is told")
        if left:
            wrong.append(f"left or changed: {sorted(left)}")
        if a.v:
            print(f"{self.name} {fault}: {p.returncode} {b' / '.join(told).decode(errors='replace')}")
        return f"{self.name} {fault}: {'; '.join(wrong)}: {p.stderr.decode(errors='replace')[-300:]}" if wrong else p.returncode


def faults(scratch):
    old, other, new = (os.path.join(scratch, n) for n in ("old.folio", "other.folio", "new.folio"))
    good("pack", fixture("hppa/user.data"), "--objects", DEBUG, "--level", "full", "-o", other)
    good("merge", fixture("armhf/dwarf.folio"), other, "-o", old)
    # complete: all objects with samples are there
    good("pack", fixture("hppa/user.data"), "--isolated", "--objects", DEBUG, "-o", new)
    held, another = {"x.folio": read(old)}, read(fixture("s390x/dwarf.folio"))
    cases = [Case(scratch, "append", held, "pack", "--append", fixture("hppa/threads.data"), "--objects", DEBUG, "-o", "@x.folio"),
             Case(scratch, "merge", dict(held, **{"y.folio": another}), "merge", "@x.folio", "@y.folio", "-o", "@x.folio"),
             Case(scratch, "verify", {"x.folio": another}, "verify", "@x.folio")]
    readers = [Case(scratch, "script", {}, "script", "--isolated", "-i", fixture("s390x/trace.data")),
               Case(scratch, "report", {}, "report", "--stdio", "--isolated", "-s", "trace", "-i", fixture("amd64/sched.data"))]
    jobs = []
    for c in cases:
        jobs += [(c, f"{kind}:{i}", a.calls, None) for kind, n in c.count(library=a.calls).items() if kind != "open"
                 for i in range(1, n + 1, a.every if n > 20 else 1)]
        jobs += [(c, f"open:{i}", a.calls, "x.folio")
                 for i in range(1, c.count(library=a.calls, of="x.folio")["open"] + 1)]
    for c in cases + readers:
        if a.allocations:
            for kind, n in c.count(library=a.allocations).items():
                jobs += [(c, f"{kind}:{i}", a.allocations, None) for i in range(1, n + 1, max(1, n // 100))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda j: j[0].check(j[1], library=j[2], of=j[3]), jobs))
    wrong = [r for r in results if isinstance(r, str)]
    print("\n".join(wrong[:20]))
    assert not wrong, f"{len(wrong)} of {len(jobs)} faults are not borne"
    print(f"{len(jobs)} faults: {sum(r == 1 for r in results)} errors, {sum(r == 0 for r in results)} without effect")


def folder_unsynced(scratch):
    """Of all that makes bytes stay one call is of the folder: what it leaves is the new folio, and an error that says so."""
    case = Case(scratch, "placed", {"x.folio": read(fixture("armhf/dwarf.folio"))}, "pack", "--append", fixture("hppa/user.data"),
                "--isolated", "-o", "@x.folio")
    said = []
    for i in range(1, case.count(library=a.calls)["place"] + 1):
        p, found, left = case.once(fault=f"place:{i}", library=a.calls)
        assert p.returncode in (0, 1) and not left, (i, p, left)
        if p.returncode == 1 and found == case.new:
            said.append([l for l in p.stderr.decode().splitlines() if l.encode() not in case.lines])
        assert found in (case.new, case.old["x.folio"]), (i, len(found))
    assert len(said) == 1 and len(said[0]) == 1 and said[0][0].startswith("perfolio pack: @/x.folio, ") and \
        "is written, but its folder could not be synced (Input/output error)" in said[0][0], said
    print("a folder that could not be synced:", said[0][0])


def owner_kept(scratch):
    """Who appends to another's folio leaves it the other's, with its group and mode; so does merge."""
    if os.geteuid():
        return print("SKIPPED: only root can give a folio to somebody else")
    folio = shutil.copy(fixture("armhf/dwarf.folio"), os.path.join(scratch, "owned.folio"))
    for mode in 0o640, 0o600:
        os.chown(folio, 54321, 54322)
        os.chmod(folio, mode)
        for command in ("pack", "--append", fixture("hppa/user.data"), "--isolated"), ("merge", folio):
            before = os.stat(folio).st_ino
            good(*command, "-o", folio)
            st = os.stat(folio)
            assert st.st_ino != before and (st.st_uid, st.st_gid, st.st_mode & 0o7777) == (54321, 54322, mode), (command, st)
    print("the owner, the group and the mode of a folio are kept")


class Held:
    """A program that has looked at its target and waits for what it is to put there."""
    def __init__(self, folder, target, *more, fault=None):
        self.fifo = os.path.join(folder, f"fifo-{time.monotonic_ns()}")
        os.mkfifo(self.fifo)
        env = dict(ENV, LD_PRELOAD=a.calls, FAULT=fault) if fault else ENV
        self.process = subprocess.Popen([a.bin, "pack", self.fifo, "--isolated", "--append", "-o", target, *more], env=env,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.writer = open(self.fifo, "wb")     # returns once the program has opened it

    def go_on(self, capture=fixture("hppa/user.data")):
        with self.writer as f:
            f.write(read(capture))
        return self.end()

    def end(self):
        out, err = self.process.communicate()
        os.unlink(self.fifo)
        return self.process.returncode, err.decode()

    def kill(self):
        self.process.kill()
        self.writer.close()
        return self.end()


def captures(folio):
    return sorted(line.split()[1].rstrip(b":").decode() for line in good("info", "-i", folio).stdout.splitlines()
                  if line.startswith(b"capture"))


def append(folio, capture):
    return subprocess.Popen([a.bin, "pack", "--append", fixture(capture), "--isolated", "-o", folio], env=ENV,
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


FIVE = ["hppa/user.data", "hppa/threads.data", "i386/multi.data", "s390x/fp.data", "amd64/zstd.data"]
NAMES = sorted(os.path.basename(c) for c in FIVE)


def five_at_a_time(folder, old):
    """All of them are in it, whether there was a folio or none."""
    for was in (old, None):
        folio = os.path.join(folder, "five.folio")
        if was:
            shutil.copy(was, folio)
        for p in [append(folio, c) for c in FIVE]:
            err = p.communicate()[1]
            assert p.returncode == 0, err
        assert captures(folio) == sorted(NAMES + (["dwarf.data"] if was else [])), captures(folio)
        os.unlink(folio)


def waits_and_goes_on(folder, old):
    """Who comes second waits, and goes on when the first is done, or dead."""
    for ends in (Held.go_on, Held.kill):
        folio = shutil.copy(old, os.path.join(folder, "wait.folio"))
        first, second = Held(folder, folio), append(folio, "hppa/threads.data")
        told = second.stderr.readline()         # when it waits
        assert b"waiting for another perfolio" in told and second.poll() is None, told
        status, err = ends(first)
        err2 = second.communicate()[1]
        assert second.returncode == 0, err2
        assert status == (0 if ends == Held.go_on else -signal.SIGKILL), err
        name = os.path.basename(first.fifo)
        assert captures(folio) == sorted(["dwarf.data", "threads.data"] + ([name] if status == 0 else [])), captures(folio)


def overtaken(folder, old, other):
    """What came to the place while a program without locks, or beside one, was at work stays."""
    def copied(path):
        shutil.copyfile(other, path)            # into the very file

    def moved(path):
        shutil.copyfile(other, path + ".new")
        os.rename(path + ".new", path)

    for was, change in ((old, copied), (old, moved), (old, os.unlink), (None, moved)):
        folio = os.path.join(folder, "over.folio")
        if was:
            shutil.copyfile(was, folio)
        p = Held(folder, folio)
        change(folio)
        status, err = p.go_on()
        now = read(folio) if os.path.exists(folio) else None
        assert status == 1 and "was not changed" in err, (was, change, status, err)
        assert now == (None if change == os.unlink else read(other)), (was, change, len(now or b""))
        if now:
            os.unlink(folio)
    for was in (old, None):
        if was:
            shutil.copyfile(was, folio)
        first, second = Held(folder, folio, fault="no-locks"), Held(folder, folio, fault="no-locks")
        assert first.go_on()[0] == 0
        now = read(folio)
        status, err = second.go_on()
        assert status == 1 and "was not changed" in err and read(folio) == now, (status, err)
        os.unlink(folio)


def concurrency(scratch):
    folder = os.path.join(scratch, "many")
    os.mkdir(folder)
    old = fixture("armhf/dwarf.folio")
    five_at_a_time(folder, old)
    waits_and_goes_on(folder, old)
    overtaken(folder, old, fixture("s390x/dwarf.folio"))
    left = [n for n in os.listdir(folder) if n != "wait.folio"]
    assert not left, left
    print("appended to by several, killed, overtaken: nothing is lost")


with tempfile.TemporaryDirectory(prefix="perfolio-faults-") as scratch:
    concurrency(scratch)
    folder_unsynced(scratch)
    owner_kept(scratch)
    faults(scratch)
