#!/usr/bin/env python3
"""Where the code of a debug file lies: usage: placed.py --bin PROGRAM

Builds a small program with this machine's compiler, writes captures that map its code whole, in pieces and behind its
headers, with and without a build-id, and wants the names that nm has, whatever of the program is at hand: all of it, a
debug file alone, a stripped static program and its link, one file by two paths. Skipped (77) without a compiler."""
import argparse, os, re, shutil, struct, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
from perfwrite import *
from said import BY_NAME

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
ID = bytes(range(1, 21))
SOURCE = "\n".join(f"__attribute__((noinline, aligned(4096))) int f{i}(int x) {{ return x + {i}; }}" for i in range(6)) \
    + "\nint main(int n, char **v) { (void)v; return " + " + ".join(f"f{i}(n)" for i in range(6)) + "; }\n"


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True).stdout


def code_segment(path):
    """(offset, address, size) of the PT_LOAD with code, of a 64-bit little-endian file."""
    with open(path, "rb") as f:
        b = f.read()
    assert b[4:6] == b"\2\1"
    at, (size, n) = struct.unpack_from("<Q", b, 32)[0], struct.unpack_from("<HH", b, 54)
    rows = [struct.unpack_from("<IIQQQQQQ", b, at + i * size) for i in range(n)]
    return next((r[2], r[3], r[6]) for r in rows if r[0] == 1 and r[1] & 1)


def capture(name, program, id, pieces, order):
    """Samples in f0 to f5, in that order; the code is mapped in pieces of so many pages, the last one takes the rest."""
    offset, address, size = code_segment(program)
    functions = {l.split()[2]: int(l.split()[0], 16) for l in run("nm", program).splitlines() if len(l.split()) == 3}
    with open(program, "rb") as f:
        fixed = f.read(18)[16] == 2     # ET_EXEC: it lies where it was linked to
    base, low, end = 0 if fixed else 0x7f0000000000, offset & -4096, (offset + size + 4095) & -4096
    r = Recording([Event(sample_type=IDENTIFIER | IP | TID | TIME | CPU | PERIOD, ids=[1])], {6: string("x86_64")},
                  [(-1, USER, id, "/bin/p")] if id else [])
    r.add(comm(1, 1, "p", exec=True, time=1), mmap2(1, 1, base + (address & -4096) - 0x1000, 0x1000, 0, "/bin/p", time=2, prot=1))
    for i, pages in enumerate(pieces + [None]):
        length = end - low if pages is None else 0x1000 * pages
        r.add(mmap2(1, 1, base + (address - offset) + low, length, low, "/bin/p", time=3 + i))
        low += length
    for k, f in enumerate(order):
        r.add(sample(ip=base + functions[f] + 1, pid=1, tid=1, time=20 + k))
    path = os.path.join(temp, name)
    with open(path, "wb") as f:
        f.write(r.add(finished_round()).encode(Encoding()))
    return path


def names(capture, *objects):
    command = [a.bin, "report", "--stdio", "-q", "--isolated", "--sort", "sym", "-i", capture]
    for o in objects:
        command += ["--objects", o]
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, env=dict(os.environ, LC_ALL="C"))
    assert p.returncode == 0, p.stderr
    return sorted(re.findall(r"\[\.\] (\S+)", p.stdout)), p.stderr


def tree(files):
    folder = tempfile.mkdtemp(dir=temp)
    for path, file in files.items():
        os.makedirs(os.path.dirname(folder + path), exist_ok=True)
        shutil.copy(file, folder + path)
    return folder


temp = tempfile.mkdtemp(prefix="perfolio-placed-")
try:
    part = lambda name: os.path.join(temp, name)
    with open(part("p.c"), "w") as f:
        f.write(SOURCE)
    try:
        run("cc", "-O1", "-g", "-o", part("p"), part("p.c"), f"-Wl,--build-id=0x{ID.hex()}")
        run("cc", "-O1", "-g", "-static", "-o", part("static"), part("p.c"), "-Wl,--build-id=none")
        for name in "p", "static":
            run("objcopy", "--only-keep-debug", part(name), part(name + ".debug"))
            run("strip", "-o", part(name + ".stripped"), part(name))
            run("objcopy", f"--add-gnu-debuglink={part(name + '.debug')}", part(name + ".stripped"))
        code_segment(part("p"))
    except (OSError, AssertionError, subprocess.CalledProcessError) as e:
        print(f"SKIPPED: no compiler for a 64-bit little-endian machine here: {e}")
        sys.exit(77)
    wanted, forth = [f"f{i}" for i in range(6)], [f"f{i}" for i in range(6)]
    by_id = tree({f"/.build-id/{ID.hex()[:2]}/{ID.hex()[2:]}.debug": part("p.debug")})
    cases = 0
    for pieces in [], [2], [1, 3], [4, 1]:
        for order in forth, forth[::-1], forth[3:] + forth[:3]:
            c = capture("with-id", part("p"), ID, pieces, order)
            for objects in [part("p")], [by_id], [by_id, part("p.stripped")]:
                got, said = names(c, *objects)
                assert got == wanted, (pieces, order, objects, got, said)
                cases += 1
            c = capture("without-id", part("static"), None, pieces, order)
            merged = tree({"/usr/bin/p": part("static")})
            os.symlink("usr/bin", merged + "/bin")
            linked = tree({"/bin/p": part("static.stripped"), "/bin/.debug/static.debug": part("static.debug")})
            beside = tree({"/bin/p": part("static.stripped"), "/usr/lib/debug/bin/p.debug": part("static.debug")})
            for objects in [merged], [merged, merged + "/usr"], [linked], [beside]:
                got, said = names(c, *objects)
                assert got == wanted and BY_NAME in said, (pieces, order, objects, got, said)
                cases += 1
    outside = tree({"/bin/p": part("static")})
    led = tree({"/etc/x": part("p.c")})
    os.symlink(outside + "/bin", led + "/bin")
    got, said = names(c, led)
    assert "f0" not in got, "a link out of the folder was followed to what nothing proves"
    print(f"{cases} ways to map a program and to keep its symbols, the names of nm in each")
finally:
    shutil.rmtree(temp)
