#!/usr/bin/env python3
"""Unwind rules: usage: frames.py --bin FRAMES_OF [FILE...]

Holds what tests/frames_of says of every row of the call frame information of files to `readelf -wF`: at its first and
its last address. Without FILEs of the fixtures' and of what this machine runs on. Skipped (77) without readelf."""
import argparse, glob, os, re, shutil, subprocess, sys

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/tests/frames-of")
ap.add_argument("files", nargs="*")
a = ap.parse_args()

# How readelf calls the registers of a machine, by DWARF number; of others they are r0, r1... Those of
# floating-point, vectors and conditions are left out where samples do not have them.
NAMES = {"X86-64": "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip".split(),
         "80386": "eax ecx edx ebx esp ebp esi edi eip".split(),
         "AArch64": [f"x{i}" for i in range(31)] + ["sp"],
         "S/390": [f"%r{i}" for i in range(16)] + [f"%f{i}" for i in (0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15)],
         "RISC-V": "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split()}
FLOATS = {"PowerPC": (*range(32, 64), *range(68, 128)), "MC68000": range(16, 24), "MIPS": range(32, 66),
          "Alpha": range(32, 64), "HPPA": range(32, 96)}


def run(*command, given=None):
    p = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                       universal_newlines=True, env=dict(os.environ, LC_ALL="C"))
    return p.stdout


def number(names, name):
    if name in names:
        return names.index(name)
    m = re.fullmatch(r"[rR$%x]*(\d+)", name)
    return int(m[1]) if m else None


def rows(file):
    """Of every FDE: (first address, last address, {"cfa": ..., register: ...}), in our words."""
    machine = re.search(r"Machine:\s*(.*)", run("readelf", "-h", file))[1]
    names = next((v for k, v in NAMES.items() if k in machine), [])
    floats = next((v for k, v in FLOATS.items() if k in machine), ())
    commons, common, end, table, section = {}, None, 0, None, ""

    def finish():
        for i, (at, row) in enumerate(table or []):
            last = (table[i + 1][0] if i + 1 < len(table) else end) - 1
            if last >= at:
                yield at, last, row
    for line in run("readelf", "-wF", file).splitlines():
        if line.startswith("Contents of the"):
            section = line
        m = re.match(r"([0-9a-f]+) (?:[0-9a-f]+ )*(CIE|FDE|ZERO)(.*)", line)
        if m or not line:
            yield from finish()
            table = None
        if m and m[2] == "CIE":
            common = (int(re.search(r"ra=(\d+)", m[3])[1]), {})
            commons[section, int(m[1], 16)] = common
            end = 0
        elif m and m[2] == "FDE":
            f = re.search(r"cie=([0-9a-f]+) pc=([0-9a-f]+)\.\.([0-9a-f]+)", m[3])
            common = commons.get((section, int(f[1], 16)))
            start, end = int(f[2], 16), int(f[3], 16)
            table = [(start, common[1])] if common else None
        elif m:
            common = None
        elif "LOC" in line and "CFA" in line:
            columns = line.split()[1:]
            fresh = True
        elif re.match(r"[0-9a-f]{8,} ", line) and common:
            at, *cells = re.sub(r"r(\d+) \([^)]*\)", r"r\1", line).split()
            row = {}
            for column, cell in zip(columns, cells):
                reg = "cfa" if column == "CFA" else common[0] if column == "ra" else number(names, column)
                if column == "CFA" and cell != "exp":
                    r, sign, n = re.fullmatch(r"(.*?)([+-])(\d+)", cell).groups()
                    cell = f"r{number(names, r)}{sign}{n}"
                elif cell[0] in "cv" and cell[1] in "+-0123456789":
                    cell = cell[0] + f"{int(cell[1:]):+d}"
                elif reg != "cfa" and re.fullmatch(r"r\d+", cell):
                    cell += "+0"
                if reg is not None and reg not in floats:
                    row[reg] = "vexp" if reg == "cfa" and cell == "exp" else cell
            if not end:
                common[1].update(row)
            else:
                if fresh:
                    table = []
                fresh = False
                table.append((int(at, 16), row))
    yield from finish()


def check(file):
    wanted = [(at, row) for first, last, row in rows(file) for at in sorted({first, last}) if row]
    told = run(a.bin, file, given="".join(f"{at:x}\n" for at, _ in wanted)).splitlines()
    faults = 0
    for (at, row), line in zip(wanted, told):
        cells = dict(w.split("=") for w in line.split()[1:] if "=" in w)
        for reg, cell in row.items():
            own = cells.get(str(reg), "s")
            if own == cell or {own, cell} <= {"u", "s"}:
                continue
            faults += 1
            if faults < 5:
                print(f"{file}: {at:x}: {reg}: {own}, readelf {cell}: {line}")
    if len(told) != len(wanted):
        print(f"{file}: {len(told)} answers, {len(wanted)} rows")
        faults += 1
    return len(wanted), faults


if not shutil.which("readelf"):
    print("no readelf here")
    sys.exit(77)
files = a.files or sorted(glob.glob("fixtures/*/debug/**/elf", recursive=True)) + sorted(
    {os.path.realpath(f) for f in glob.glob("/lib/*/libc.so.6") + glob.glob("/usr/lib/*/libstdc++.so.6")})
n = faults = 0
for file in files:
    rows_of, faults_of = check(file)
    n, faults = n + rows_of, faults + faults_of
print(f"{len(files)} files, {n} places in the rows of tables, {faults} of them wrong")
sys.exit(1 if faults or not n else 0)
