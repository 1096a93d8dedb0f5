#!/usr/bin/env python3
"""ELF files that the address space has no room for: usage: large_elf.py --bin PROGRAM

Sparse files in memory, of a program and an exabyte or more. Symbols and lines are those of the program itself; what is left out
is a problem; no folio keeps a part of such a file as the file."""
import argparse, json, os, shutil, struct, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
PROGRAM = "fixtures/amd64/debug/opt/wl/workload/f9d85ecaf846033ac5333a74e14f2e78c9996db9/elf"
CAPTURE = "fixtures/amd64/fp.data"
EXABYTE = 1 << 60

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)


def headers(elf):
    at, = struct.unpack_from("<Q", elf, 40)
    size, n, names = struct.unpack_from("<HHH", elf, 58)
    return [list(struct.unpack_from("<IIQQQQIIQQ", elf, at + i * size)) for i in range(n)], names


def large(file_size, section, size):
    """The program with a section of that size, new or in place of its own, which begins where the program ended."""
    elf = open(os.path.join(ROOT, PROGRAM), "rb").read()
    table, names_at = headers(elf)
    names = elf[table[names_at][4]:table[names_at][4] + table[names_at][5]]
    of = {names[h[0]:names.index(b"\0", h[0])]: h for h in table}
    if section not in of:
        of[section] = [len(names), 1, 0, 0, 0, 0, 0, 0, 1, 0]
        table.append(of[section])
        names += section + b"\0"
    table[names_at][4:6] = len(elf), len(names)
    elf += names
    of[section][4:6] = of[section][4] or len(elf), size
    struct.pack_into("<Q", elf := bytearray(elf), 40, len(elf))
    struct.pack_into("<H", elf, 60, len(table))
    for h in table:
        elf += struct.pack("<IIQQQQIIQQ", *h)
    fd = os.memfd_create("large")
    os.write(fd, elf)
    os.ftruncate(fd, file_size)
    return fd


def run(*args, fd=None, status=0):
    p = subprocess.run([a.bin, *args], cwd=ROOT, pass_fds=[fd] if fd is not None else [], stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.returncode == status, (args, p.returncode, p.stderr.decode())
    return p.stderr if status else p.stdout


def report(objects, fd=None):
    out = json.loads(run("report", CAPTURE, "--isolated", "--objects", objects, "--sort", "sym,srcline", "--json", fd=fd))
    problems = {p["key"]: p for p in out.pop("problems")}
    return out, problems.pop("large-objects", None), problems


def unpacked(level, objects, scratch, fd=None):
    """The ELF files in a folio of a level, and the problem."""
    folio, folder = os.path.join(scratch, "x.folio"), os.path.join(scratch, "x.d")
    out = json.loads(run("pack", CAPTURE, "--isolated", "--level", level, "--objects", objects, "-o", folio, "--json", fd=fd))
    run("unpack", folio, "-d", folder)
    found = []
    for at, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            with open(os.path.join(at, name), "rb") as f:
                found.append(f.read())
    os.remove(folio)
    shutil.rmtree(folder)
    return [f for f in found if f.startswith(b"\x7fELF")], {p["key"]: p for p in out["problems"]}.get("large-objects")


def path_of(fd):
    return f"/proc/self/fd/{fd}"


with tempfile.TemporaryDirectory(prefix="perfolio-large-") as scratch:
    whole = open(os.path.join(ROOT, PROGRAM), "rb").read()
    plain, problem, others = report(PROGRAM)
    assert problem is None, problem
    assert unpacked("full", PROGRAM, scratch) == ([whole], None)
    code = unpacked("code", PROGRAM, scratch)

    sparse = large(EXABYTE, b".debug_aranges_too", EXABYTE // 2)
    assert report(path_of(sparse), sparse) == (plain, None, others)
    assert unpacked("code", path_of(sparse), scratch, sparse) == code
    files, problem = unpacked("full", path_of(sparse), scratch, sparse)
    assert files == code[0], [len(f) for f in files]
    assert problem["count"] == 1 and path_of(sparse) in problem["first"], problem

    for size in EXABYTE // 2, 2 * EXABYTE:      # there is no room for it, and it is beyond the limit
        cut = large(2 * size, b".debug_info", size)
        found, problem, rest = report(path_of(cut), cut)
        assert found != plain, "it has lines"
        assert problem["count"] == 1 and problem["first"].startswith(path_of(cut) + ": its DWARF"), problem

    wild = large(EXABYTE, b".debug_aranges_too", 1)
    os.pwrite(wild, struct.pack("<HH", 65535, 65000), 58)
    said = run("report", CAPTURE, "--isolated", "--objects", path_of(wild), fd=wild, status=1)
    assert said == b"perfolio: " + path_of(wild).encode() + b": has no table of sections, or one of an unknown kind\n", said
print("four large files: symbols, lines, folios as of the program; what is left out is told")
