#!/usr/bin/env python3
"""Wherever the symbols of a program lie, the report is the same: usage: debug_files.py --bin PROGRAM

Takes a program of fixtures/amd64/debug apart with objcopy and strip, in all the ways in which distributions do that, and
asks for the report of a capture of it. Skipped (77) where binutils cannot read it."""
import argparse, lzma, os, resource, shutil, struct, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
CAPTURE = "fixtures/amd64/fp.data"
ID = "f9d85ecaf846033ac5333a74e14f2e78c9996db9"
PROGRAM = f"fixtures/amd64/debug/opt/wl/workload/{ID}/elf"


def report(*objects, capture=CAPTURE, dso="workload"):
    """(lines of the report, what was said on standard error)"""
    command = [a.bin, "report", "--stdio", "-q", "--isolated", "--no-children", "--dsos", dso, "--sort", "sym", "-i", capture]
    for o in objects:
        command += ["--objects", o]
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                       env=dict(os.environ, LC_ALL="C", HOME="/dev/null"))
    assert p.returncode == 0, (command, p.stderr)
    return [l for l in p.stdout.splitlines() if l.strip()], p.stderr


def explain(address, *objects, capture=CAPTURE):
    """What explain says of an address of the program."""
    command = [a.bin, "explain", f"workload+{address}", "--isolated", "-i", capture]
    for o in objects:
        command += ["--objects", o]
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True, check=True,
                       env=dict(os.environ, LC_ALL="C", HOME="/dev/null"))
    return p.stdout.splitlines()


def source(*objects, capture=CAPTURE):
    """... of the source of one of its addresses."""
    return [l for l in explain("0x14b6", *objects, capture=capture) if l.startswith(("  source ", "  called at "))]


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def tree(files):
    """A folder with {path: file} in it."""
    folder = tempfile.mkdtemp(dir=temp)
    for path, file in files.items():
        os.makedirs(os.path.dirname(folder + path), exist_ok=True)
        shutil.copy(file, folder + path)
    return folder


def grown(program, to):
    """The program with 2 GiB of .debug_info, a hole in the file."""
    shutil.copy(program, to)
    with open(to, "r+b") as f:
        head = f.read(64)
        shoff, (shentsize, shnum, shstrndx) = struct.unpack_from("<Q", head, 40)[0], struct.unpack_from("<3H", head, 58)
        rows = []
        for i in range(shnum):
            f.seek(shoff + i * shentsize)
            rows.append(struct.unpack("<IIQQQQ", f.read(40)))
        f.seek(rows[shstrndx][4])
        names = f.read(rows[shstrndx][5])
        at = next(i for i, r in enumerate(rows) if names[r[0]:].startswith(b".debug_info\0"))
        end = os.path.getsize(to)
        f.seek(shoff + at * shentsize + 24)
        f.write(struct.pack("<QQ", end, 1 << 31))
        f.truncate(end + (1 << 31))
    return to


LINES = ["  source    /opt/wl/workload.c:52:15 in fib"]
temp = tempfile.mkdtemp(prefix="perfolio-debug-files-")
try:
    part = lambda name: os.path.join(temp, name)
    try:
        run("objcopy", "--only-keep-debug", PROGRAM, part("debug"))
        run("objcopy", "--remove-section=.note.gnu.build-id", part("debug"), part("w.dbg"))     # only the checksum tells
        run("strip", "-o", part("stripped"), PROGRAM)
        run("objcopy", f"--add-gnu-debuglink={part('w.dbg')}", part("stripped"), part("linked"))
        run("objcopy", "--strip-all", "--keep-section=.debug*", PROGRAM, part("dwarf"))
        run("objcopy", "--strip-debug", part("debug"), part("mini"))
        functions = subprocess.run(["nm", "-S", PROGRAM], stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
        with open(part("mini"), "rb") as f, open(part("mini.xz"), "wb") as to:
            to.write(lzma.compress(f.read()))
        run("objcopy", f"--add-section=.gnu_debugdata={part('mini.xz')}", part("stripped"), part("with-mini"))
        run("objcopy", "--add-section=.gnu_debugdata=" + part("mini.xz"), part("stripped"), part("m.dbg"))
        run("objcopy", f"--add-gnu-debuglink={part('m.dbg')}", part("stripped"), part("linked-to-mini"))
        with open(part("w.dbg"), "rb") as f, open(part("other.dbg"), "wb") as to:
            to.write(f.read() + b"\0")
        with open(PROGRAM, "rb") as f, open(part("whole.xz"), "wb") as to:
            to.write(lzma.compress(f.read()))
    except (OSError, subprocess.CalledProcessError) as e:
        print(f"SKIPPED: objcopy and strip of this machine: {e}")
        sys.exit(77)
    whole, _ = report(PROGRAM)
    bare, _ = report(part("stripped"))
    assert any("hot_loop" in l for l in whole) and not any("hot_loop" in l for l in bare), (whole, bare)
    by_id = f"/usr/lib/debug/.build-id/{ID[:2]}/{ID[2:]}.debug"
    ways = {
        "by build-id in a tree of debug files": [tree({by_id[len("/usr/lib/debug"):]: part("debug")})],
        "by build-id beside the stripped program": [tree({"/opt/wl/workload": part("stripped"), by_id: part("debug")})],
        "by path": [tree({"/opt/wl/workload": part("stripped"), "/usr/lib/debug/opt/wl/workload.debug": part("debug")})],
        "by link, in .debug": [tree({"/opt/wl/workload": part("linked"), "/opt/wl/.debug/w.dbg": part("w.dbg")})],
        "by link, below /usr/lib/debug": [tree({"/opt/wl/workload": part("linked"), "/usr/lib/debug/opt/wl/w.dbg": part("w.dbg")})],
        "by link, a file that was named": [part("linked"), part("w.dbg")],
        "by link, to a file that has them compressed": [tree({"/opt/wl/workload": part("linked-to-mini"), "/opt/wl/m.dbg": part("m.dbg")})],
        "in the program itself, compressed": [part("with-mini")],
        "a file that is compressed as a whole": [part("whole.xz")],
        "the better of two": [part("with-mini"), part("stripped"), PROGRAM],
    }
    for way, objects in ways.items():
        for order in objects, objects[::-1]:
            got, said = report(*order)
            assert got == whole, f"{way}: {order}: {said}\n" + "\n".join(got[:9])
            lines = source(*order)
            compressed = "compressed" in way and "as a whole" not in way        # .gnu_debugdata has no DWARF
            assert len(lines) == 1 and ("none: " in lines[0] if compressed else lines == LINES), (way, order, lines)
    # Without symbols, but with its DWARF, of which a folio keeps the names: whoever wrote the program has no other ones, and what
    # the C library adds to it has none there.
    got, said = report(part("dwarf"))
    assert got == whole, f"by DWARF: {said}\n" + "\n".join(got[:9])
    run(a.bin, "pack", CAPTURE, "-o", part("x.folio"), "--isolated", "--objects", part("dwarf"))
    assert report(capture=part("x.folio"))[0] == whole
    named = 0
    for line in functions.splitlines():
        words = line.split()
        if len(words) != 4 or words[2] not in "tT" or words[3].startswith("_"):
            continue
        start, size = int(words[0], 16), int(words[1], 16)
        for at in start, start + size - 1:
            lines = explain(hex(at), part("dwarf"))
            assert any(l.startswith(f"  symbol    {words[3]}+0x{at - start:x}, ") for l in lines), (line, lines)
        named += 1
    assert named > 5, functions
    # A folio of the stripped program, where its debug file is at hand, and the program or not.
    run(a.bin, "pack", CAPTURE, "-o", part("x.folio"), "--isolated", "--objects", part("stripped"))
    debug = ways["by build-id in a tree of debug files"]
    for objects in debug, debug + [part("stripped")], [part("stripped")] + debug, [PROGRAM]:
        got, said = report(*objects, capture=part("x.folio"))
        assert got == whole, f"a folio and {objects}: {said}\n" + "\n".join(got[:9])
        lines = source(*objects, capture=part("x.folio"))
        assert lines == LINES, (objects, lines)
        assert any(l.startswith("  symbol    qsort@plt+0x0,") for l in explain("0x1040", *objects, capture=part("x.folio"))), objects
    assert report(capture=part("x.folio"))[0] == bare
    assert report(grown(PROGRAM, part("grown")))[0] == whole
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    assert most < 512, f"{most} MiB for a program with 2 GiB of DWARF"      # much less, but for the sanitizers
    got, said = report(tree({"/opt/wl/workload": part("linked"), "/opt/wl/w.dbg": part("other.dbg")}))
    assert got == bare and "its checksum is" in said and "is asked for" in said, said
    print(f"{len(ways)} ways to keep symbols, one report of {len(whole)} rows, and one source line; a wrong checksum is refused")
finally:
    shutil.rmtree(temp)
