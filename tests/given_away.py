#!/usr/bin/env python3
"""What of this machine a stranger's capture can have packed: usage: given_away.py --bin PROGRAM --cc COMPILER

Writes captures that name this host and guess what can be guessed: inodes, numbers of processes, where the kernel lies. Of what they
lead to, a folio has without --trust-paths only what everyone may read, and pack lists each such file; with it, all. Skipped (77)
where nothing can be compiled."""
import argparse, json, os, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fixture"))
from perfwrite import *

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)

BASE = IDENTIFIER | IP | TID | TIME | CPU | PERIOD
HEADER = {3: string(os.uname().nodename), 4: string(os.uname().release), 6: string(os.uname().machine), 7: u32(1, 1)}
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null")
GUESSES = 64                     # inodes on either side of the right one
AT, JIT, PID = 0x10000000, 0x7f1200001000, 2 ** 30 + 7   # no kernel gives a process that number
PROGRAM = "__attribute__((noinline)) int secret_name(int x) { return x * 3 + 1; }\nint main(int c, char **v) { return secret_name(c) + !v; }\n"


def run(*command, **options):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, **options)
    assert p.returncode == 0, (command, p.stderr.decode())
    return p.stdout.decode(), p.stderr.decode()


def path(*names):
    return os.path.join(temp, *names)


def write(records, name="stranger.data"):
    r = Recording([Event(sample_type=BASE, ids=[1])], HEADER)
    for record in records:
        r.add(record)
    with open(path(name), "wb") as f:
        f.write(r.add(finished_round()).encode(Encoding()))
    return path(name)


def packed(capture, *options):
    """({names of symbols}, [files listed], {problem: its first}) of a folio of all that pack takes."""
    said = json.loads(run(a.bin, "pack", capture, "--level", "full", "--json", "-o", path("x.folio"), *options)[0])
    out = json.loads(run(a.bin, "report", "--json", "--sort", "sym", "--isolated", "-i", path("x.folio"))[0])
    names = {r["symbol"]["name"] for e in out["events"] for r in e["rows"] if r.get("symbol")}
    return names, [f["path"] for f in said["files"]], {p["key"]: p["first"] for p in said["problems"]}


def code_of(program):
    """(length of what is mapped of it, where in that the function is)"""
    segment = next(l.split() for l in run("readelf", "-lW", program)[0].splitlines() if " R E " in l)
    at = int(next(l.split()[0] for l in run("nm", program)[0].splitlines() if l.endswith(" secret_name")), 16)
    assert int(segment[1], 16) == 0, segment
    return int(segment[4], 16) + 4095 & ~4095, at - int(segment[2], 16)


def guessed(program, inside=0):
    """A capture with mappings of a path under every inode near the right one, of what lies so far inside of the file."""
    st, (size, at) = os.stat(program), code_of(path("program"))
    records, step = [comm(1, 1, "x", exec=True, time=1)], 0x1000000
    for i in range(2 * GUESSES + 1):
        m = mmap2(1, 1, AT + step * i, size, 0, program, time=2 + i)
        m.values = u32(1, 1) + u64(AT + step * i, size, inside) + u32(os.major(st.st_dev), os.minor(st.st_dev)) \
            + u64(st.st_ino + i - GUESSES, 0) + u32(5, 2) + text(program)
        records.append(m)
    records += [sample(ip=AT + step * i + at, pid=1, tid=1, time=1000 + i, cpu=0) for i in range(2 * GUESSES + 1)]
    return write(records)


def holds(program, everyone, inside=0):
    """What a guess of the program's inode comes to, without --trust-paths and with it."""
    capture, listed = guessed(program, inside), f"{program}:{inside:#x}" if inside else program
    names, files, problems = packed(capture)
    assert ("secret_name" in names) == everyone and files == [listed] * everyone, (program, names, files)
    assert ("withheld-files" in problems) != everyone, problems
    if not everyone:
        assert problems["withheld-files"] == program, problems
    names, files, problems = packed(capture, "--trust-paths")
    assert "secret_name" in names and files == [listed] and "withheld-files" not in problems, (program, names, files)
    if everyone:
        assert f"without a build-id {listed}\n" in run(a.bin, "pack", capture, "-o", path("x.folio"))[0]


def test_inodes():
    """Neither a file that its owner alone may read, nor one that lies where others cannot come; be the path a link, too."""
    for name, folder, mode, everyone in ("mine", 0o755, 0o700, False), ("group", 0o755, 0o750, False), ("inside", 0o700, 0o755, False), \
            ("below", 0o711, 0o644, True), ("all", 0o755, 0o755, True):
        os.mkdir(path(name))
        program = path(name, "program")
        shutil.copy(path("program"), program)
        os.chmod(program, mode)
        os.chmod(path(name), folder)
        holds(program, everyone)
    os.symlink(path("inside", "program"), path("all", "link"))
    holds(path("all", "link"), False)
    os.symlink(path("all", "program"), path("inside", "link"))
    holds(path("inside", "link"), True)      # whoever wants to read it has another way


def test_inside():
    """Of a larger file, as loaders map libraries out of an APK."""
    with open(path("program"), "rb") as f:
        program = f.read()
    for mode, everyone in (0o600, False), (0o644, True):
        at = path("all", f"container{mode:o}")
        with open(at, "wb") as f:
            f.write(bytes(8192) + program)
        os.chmod(at, mode)
        holds(at, everyone, 8192)


def test_build_id():
    """Proves a private file; one of 4 bytes could be tried."""
    for bits, given in (40, True), (8, False):
        program, id = path("inside", f"id{bits}"), "5ec7e7" + "11" * (bits // 2 - 3)
        run(a.cc, "-O1", "-fPIE", "-pie", "-Wl,-z,noseparate-code", "-Wl,--build-id=0x" + id, "-o", program, path("p.c"))
        size, at = code_of(program)
        names, files, problems = packed(write([comm(1, 1, "x", exec=True, time=1),
                                               mmap2(1, 1, AT, size, 0, program, build_id=bytes.fromhex(id), time=2),
                                               sample(ip=AT + at, pid=1, tid=1, time=3, cpu=0)]))
        assert ("secret_name" in names) == given and not files and ("withheld-files" in problems) != given, (bits, names, problems)


def made(*more):
    return write([comm(PID, PID, "x", exec=True, time=1), mmap2(PID, PID, JIT, 0x1000, 0, "//anon", time=2), *more,
                  sample(ip=JIT + 8, pid=PID, tid=PID, time=3, cpu=0)])


def test_perf_map():
    """In /tmp, and beside the capture, which may have been put anywhere."""
    for at in f"/tmp/perf-{PID}.map", path(f"perf-{PID}.map"):
        for mode, given in (0o600, False), (0o644, True):
            with open(at, "w") as f:
                f.write(f"{JIT:x} 100 secret_name\n")
            try:
                os.chmod(at, mode)
                names, files, problems = packed(made())
                assert ("secret_name" in names) == given and files == [at] * given, (at, mode, names, files)
                assert problems.get("withheld-files", at) == at and ("withheld-files" in problems) != given, problems
                assert "secret_name" in packed(made(), "--trust-paths")[0]
            finally:
                os.unlink(at)


def test_jitdump():
    """Which has the code, too; its path is the capture's."""
    os.mkdir(path("inside", "jit"))
    for folder in path("inside", "jit"), path("all"):
        at, given = os.path.join(folder, f"jit-{PID}.dump"), folder == path("all")
        code = b"\x90" * 15 + b"\xc3"
        with open(at, "wb") as f:
            f.write(struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, PID, 0, 0))
            body = struct.pack("<IIQQQQ", PID, PID, JIT, JIT, len(code), 1) + b"secret_name\0" + code
            f.write(struct.pack("<IIQ", 0, 16 + len(body), 1) + body)
        os.chmod(at, 0o644)
        capture = made(mmap2(PID, PID, JIT + 0x10000, 0x1000, 0, at, time=2))
        names, files, problems = packed(capture)
        assert ("secret_name" in names) == given and files == [at] * given, (at, names, files)
        assert ("withheld-files" in problems) != given, problems
        assert "secret_name" in packed(capture, "--trust-paths")[0]


def test_links():
    """In a capture's directory: a folio is refused, and what is read of the capture alone does not lead out of it."""
    at, secret = path("linked"), path("inside", "kept", "kallsyms")
    os.mkdir(os.path.dirname(secret))
    with open(secret, "w") as f:
        f.write("".join(f"ffffffff{0xba000000 + i * 0x100000:08x} T {name}\n" for i, name in
                        enumerate(["_text", "_stext"] + [f"secret_name_{i}" for i in range(64)])))
    os.chmod(secret, 0o600)
    for link, leads in ("kcore_dir/kallsyms", secret), ("kcore_dir", path("inside", "kept")), ("kcore_dir/kcore", path("program")):
        shutil.copytree(os.path.join(HERE, "..", "fixtures", "amd64", "dir.data"), at)
        os.makedirs(os.path.join(at, os.path.dirname(link)), exist_ok=True)
        os.symlink(leads, os.path.join(at, link))
        p = subprocess.run([a.bin, "pack", at, "-o", path("y.folio")], stderr=subprocess.PIPE, env=ENV)
        assert p.returncode == 1 and f"{at}/{link} is a symbolic link".encode() in p.stderr and not os.path.exists(path("y.folio")), p
        out, problems = run(a.bin, "report", "--sort", "sym", "--isolated", "-i", at)
        assert "secret_name" not in out, (link, out)
        assert "without following a symbolic link" in problems or link.endswith("kcore"), (link, problems)  # which has code alone
        shutil.rmtree(at)


def test_kernel():
    """Its build-id is known of a distribution, and where it lies in this boot is not."""
    with open("/proc/kallsyms") as f:
        symbols = {name: int(at, 16) for at, _, name in (l.split()[:3] for l in f) if name in ("_text", "_stext", "_etext", "schedule")}
    notes = open("/sys/kernel/notes", "rb").read()
    at = notes.find(struct.pack("<III", 4, 20, 3) + b"GNU\0")
    if os.uname().machine != "x86_64" or not symbols.get("_text") or at < 0:
        return "SKIPPED: the kernel's addresses or its build-id cannot be seen here"
    text, end = symbols["_text"], symbols["_etext"]
    def capture_at(moved):
        return write([mmap2(-1, 0, text + moved, end - text, text + moved, "[kernel.kallsyms]_text", build_id=notes[at + 16:at + 36],
                               misc=KERNEL, time=1), comm(1, 1, "x", exec=True, time=1),
                         sample(ip=symbols["schedule"] + moved + 4, misc=KERNEL, pid=1, tid=1, time=3, cpu=0)], f"at{moved:#x}.data")

    for moved in 0, 0x200000:
        capture = capture_at(moved)
        names, files, problems = packed(capture)
        assert ("schedule" in names) == (not moved) and not files, (moved, names, files, problems)
        assert not moved or problems["withheld-files"] == "/proc/kallsyms", problems
        assert "schedule" in packed(capture, "--trust-paths")[0]
    for order, options, given in ((0, 0x200000), [], True), ((0x200000, 0), [], False), ((0x200000, 0), ["--trust-paths"], True):
        run(a.bin, "pack", *map(capture_at, order), "-o", path("x.folio"), *options)   # one guess a run
        out = run(a.bin, "report", "--sort", "sym", "--isolated", "-i", path("x.folio"), "--capture", "at0x0.data")[0]
        assert ("[k] schedule" in out) == given, (order, options, out)


temp = os.path.realpath(tempfile.mkdtemp(prefix="perfolio-given-away-"))
os.chmod(temp, 0o755)
os.umask(0o022)
try:
    try:
        with open(path("p.c"), "w") as f:
            f.write(PROGRAM)
        run(a.cc, "-O1", "-fPIE", "-pie", "-Wl,-z,noseparate-code", "-Wl,--build-id=none", "-o", path("program"), path("p.c"))
    except (OSError, AssertionError) as why:
        print("SKIPPED: nothing can be compiled:", why)
        sys.exit(77)
    for test in test_inodes, test_inside, test_build_id, test_perf_map, test_jitdump, test_links, test_kernel:
        print(test.__name__, test() or "ok", sep=": ", flush=True)
finally:
    os.environ.get("KEEP") or shutil.rmtree(temp)
