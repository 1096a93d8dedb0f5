#!/usr/bin/env python3
"""Disassembly held to binutils' objdump. usage: disasm.py --bin DISASM_OF [--all] [-v] [FILE...]

Of the files given, or of the captures' build-id caches beside the repository (../shared, or $PERFOLIO_SHARED), or of what
$PERFOLIO_DISASM_FILES names, with colons: functions of each architecture, spread over all there are (--all: every one). Of
each instruction its address, length, mnemonic and where it leads must be objdump's, mnemonics after FOLDS, which is
the table of docs/disassembly.md. Skipped (77) without an objdump that reads foreign files, or without files."""
import argparse, collections, glob, os, re, shutil, struct, subprocess, sys, tarfile, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/tests/disasm-of")
ap.add_argument("--all", action="store_true")
ap.add_argument("-v", action="store_true", help="what differs, by mnemonic")
ap.add_argument("files", nargs="*")
a = ap.parse_args()
shared = os.environ.get("PERFOLIO_SHARED", "../shared")
FUNCTIONS = 40                                            # of a file
LEAST = 20                                                # of an architecture, where it has files
WANTED = {"x86_64", "i386", "arm64", "arm", "thumb", "s390x", "riscv64", "hppa", "ppc64le"}
# The share of functions in which something may differ: Debian's libraries for arm are stripped of the symbols that mark
# constants in the code, which objdump and we take for instructions, each for its own.
MAY_DIFFER = {"arm": .05, "thumb": .05}
NAMES = {(62, 2): "x86_64", (3, 1): "i386", (183, 2): "arm64", (40, 1): "arm", (22, 2): "s390x", (243, 2): "riscv64",
         (15, 1): "hppa", (21, 2): "ppc64le", (8, 2): "mips64", (8, 1): "mips", (2, 1): "sparc", (43, 2): "sparc64", (4, 1): "m68k"}

# Architecture -> (pattern of a mnemonic, what takes its place), of both sides, all that fit in turn.
NUMBER = r"(?=.*, (?:-?\d|0x)\w*$)"                       # the last operand is one
FOLDS = {
    "x86_64": [(r"^xchg %ax, %ax", "nop"), (r"^wait", "fwait"), (r"^pclmul[lh]q[lh]qdq", "pclmulqdq"), (r"^movq (?=.*%xmm)", "movd ")],
    "arm": [(r"^([\w]+)\.[nw]\b", r"\1"), (r"^(?!mrc|mcr|bic|adc|tst|svc)(\w+)cs\b", r"\1hs"), (r"^(\w+)cc\b", r"\1lo"),
            (r"^(ldm|stm)(ia|fd)", r"\1"), (r"^ldm(\w*) sp!,", r"pop\1"), (r"^stmdb(\w*) sp!,", r"push\1"),
            (r"^neg", "rsb"), (r"^nop\b", "mov"), (r"^str (?=\w+, \[sp, #-4\]!)", "push "), (r"^addw? (?=\w+, pc, #)", "adr "), (r"^mov(s?\w*) (?=.*, (lsl|lsr|asr|ror))(?:\w+, )+(\w+).*", r"\3\1")],
    "arm64": [(r"^(?:mov[zn]|orr(?= \w+, [wx]zr, )|ins)(?!\S)", "mov"), (r"^b\.cs", "b.hs"), (r"^b\.cc", "b.lo"),
              (r"^(bti|pac\w+|aut\w+|xpaclri|csdb|esb|dgh|psb|tsb)\b", "hint"), (r"^(uxt|sxt)l", lambda m: m[1][0] + "shll"),
              (r"^(dc|ic|at|tlbi)\b", "sys")],
    "s390x": [(r"^nopr\b", "bcr"), (r"^(risbgn?)z", r"\1"), (r"^(c\w*j)nl\b", r"\1he"), (r"^(c\w*j)nh\b", r"\1le")],
    "riscv64": [(rf"^(add|sll|srl|sra|and|or|xor)(w?)\b{NUMBER}", r"\1i\2"), (r"^zext\.b", "andi"), (rf"^(csr\w)\b{NUMBER}", r"\1i")],
    "ppc64le": [(r"^(srdi|rotldi|clrldi)(\.?)(?!\S)", r"rldicl\2"), (r"^(sldi|clrrdi)(\.?)(?!\S)", r"rldicr\2"),
                (r"^(clrrwi|clrlwi|slwi|srwi|rotlwi)(\.?)(?!\S)", r"rlwinm\2"), (r"^mr\.", "or."), (r"^not\b", "nor"),
                (r"^xxmr\b", "xxlor"), (r"^xxlnot\b", "xxlnor"), (r"^vmr\b", "vor"), (r"^vnot\b", "vnor"), (r"^cntlzw\b", "cntlz"),
                (r"^(m[ft])vr(d|wa|wz)\b", r"\1vsr\2"), (r"^isel(lt|gt|eq)\b", "isel"), (r"^(dcbt|dcbtst)(ct|ds)\b", r"\1"),
                (r"^(m[ft])(vrsave|uamr)\b", r"\1spr"), (r"^mtcr\b", "mtcrf"), (r"^hwsync\b", "sync")],
}
FOLDS["i386"] = FOLDS["x86_64"]


def skip(why):
    print("SKIPPED:", why)
    sys.exit(77)


def run(*command, input=None):
    return subprocess.run(command, input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          env=dict(os.environ, LC_ALL="C"), universal_newlines=True, errors="replace")


class Elf:
    def __init__(self, path):
        self.path, self.bytes = path, open(path, "rb").read()
        self.wide, self.end = self.bytes[4] == 2, "<>"[self.bytes[5] - 1]
        self.kind, self.machine = struct.unpack_from(self.end + "HH", self.bytes, 16)
        self.arch = NAMES.get((self.machine, self.bytes[4]))
        at, = struct.unpack_from(self.end + "QI"[not self.wide], self.bytes, 0x28 if self.wide else 0x20)
        size, n = struct.unpack_from(self.end + "HH", self.bytes, 0x3a if self.wide else 0x2e)
        rows = [struct.unpack_from(self.end + ("IIQQQQIIQQ" if self.wide else "10I"), self.bytes, at + i * size) for i in range(n)]
        self.code = [(r[3], r[4], r[5]) for r in rows if r[1] == 1 and r[2] & 4 and r[5]]     # address, offset, size
        self.marks = []                                   # address, letter
        for r in rows:
            if r[1] not in (2, 11):
                continue
            names = rows[r[6]][4]
            for o in range(r[4], r[4] + r[5], r[9]):
                name, = struct.unpack_from(self.end + "I", self.bytes, o)
                m = self.bytes[names + name:names + name + 2]
                if m[:1] == b"$" and m[1:2] in (b"a", b"t", b"x", b"d"):
                    value, = struct.unpack_from(self.end + "QI"[not self.wide], self.bytes, o + (8 if self.wide else 4))
                    self.marks.append((value, m[1:2].decode()))
                if self.machine == 40 and self.bytes[o + 12] & 15 == 2:       # a function; bit 0: of Thumb code
                    value, = struct.unpack_from(self.end + "I", self.bytes, o + 4)
                    self.marks.append((value & ~1, "at"[value & 1]))
        self.marks = sorted(dict(self.marks).items())

    def offset(self, addr):
        return next(((o + addr - s, s + n) for s, o, n in self.code if s <= addr < s + n), (None, None))


def listing(path):
    """objdump's functions: [(name, address, [(address, length, text)])]"""
    out = []
    for line in run("objdump", "-d", "-z", "-w", path).stdout.splitlines():
        m = re.match(r"^([0-9a-f]+) <(.*)>:$", line)
        if m:
            out.append((m[2], int(m[1], 16), []))
            continue
        m = re.match(r"^ *([0-9a-f]+):\t([0-9a-f ]+?)\s*(?:\t(.*))?$", line)
        if m and out:
            out[-1][2].append((int(m[1], 16), len(m[2].replace(" ", "")) // 2, m[3] or ""))
    return out


def pieces_of(elf, start, end):
    """(address, size, mark): cut where mapping symbols are"""
    cuts, mark = [], "-"
    for at, letter in elf.marks:
        if at <= start:
            mark = letter
        elif at < end:
            cuts.append((at, letter))
    edges = [(start, mark)] + cuts + [(end, None)]
    return [(s, e - s, m) for (s, m), (e, _) in zip(edges, edges[1:]) if e > s]


PREFIX = re.compile(r"^(?:(?:lock|repz?|repnz|bnd|notrack|data16|addr32|[cdefgs]s|rex(?:\.\w+)?) +)+(?=\w)")


def fold(arch, mnemonic, operands):
    text = mnemonic + (" " + operands if operands else "")
    for pattern, to in FOLDS.get("arm" if arch == "thumb" else arch, ()):
        text = re.sub(pattern, to, text)
    return text.split(" ")[0]


def same(arch, theirs, ours):
    """Whether two mnemonics are one. Of x86 one has the size of its operands as a suffix, the other may."""
    if arch in ("x86_64", "i386") and theirs != ours:
        return theirs[:-1] == ours and theirs[-1] in "bwlq" or ours[:-1] == theirs and ours[-1] in "bwlq"
    return theirs == ours


def their(arch, text):
    text = re.split(r"[ \t](?:#|;|@|//|!)(?: |$)", text.replace("\t", " "))[0].strip()
    target = re.search(r"\b(?:0x)?([0-9a-f]+) <[^>]*>", text)
    text = re.sub(r"\s+<[^>]*>", "", text)
    if arch in ("x86_64", "i386"):
        text = PREFIX.sub("", text)
    mnemonic, _, operands = text.partition(" ")
    operands = re.sub(r",(?=\S)", ", ", operands.strip())
    return mnemonic, operands, target and int(target[1], 16)


def check(elf, counts, differ, which):
    functions = [f for f in listing(elf.path) if f[2] and f[1] & ~1 == f[1]]
    functions = [f for f in functions if elf.offset(f[1])[0] is not None]
    if not a.all and len(functions) > FUNCTIONS:
        functions = [f for f in functions if len(f[2]) >= 8] or functions
        functions = [functions[i * len(functions) // FUNCTIONS] for i in range(FUNCTIONS)]
    asked, sets = [], []
    for name, start, rows in functions:
        end = rows[-1][0] + rows[-1][1]
        cut = pieces_of(elf, start, end)
        sets.append("thumb" if elf.arch == "arm" and any(m == "t" for _, _, m in cut) else elf.arch)
        asked += [f"{s:x} {elf.offset(s)[0]:x} {n:x} {m}" for s, n, m in cut]
    p = run(a.bin, elf.path, input="\n".join(asked) + "\n")
    if p.returncode:
        return [f"{elf.path}: {p.stderr.strip()}"]
    ours = {}
    for line in p.stdout.splitlines():
        if line.startswith("#"):
            which[elf.arch].add(line[2:])
            continue
        head, mnemonic, operands = line.split("\t")
        addr, length, kind, target, refers = head.split(" ")
        ours[int(addr, 16)] = int(length), kind, None if target == "-" else int(target, 16), mnemonic, operands
    wrong = []
    for (name, start, rows), arch in zip(functions, sets):
        c, bad = counts[arch], None
        c["functions"] += 1
        pool = set()                                      # constants that code loads: a stripped file marks them nowhere
        for addr, length, text in rows if elf.machine == 40 else ():
            m = re.search(r"^v?ldr\S*\s.*\[pc, .*\(?\b([0-9a-f]+) <", text)
            pool |= set(range(int(m[1], 16), int(m[1], 16) + (8 if re.match(r"ldrd|vldr\s+d", text) else 4))) if m else set()
        for addr, length, text in rows:
            if not pool.isdisjoint(range(addr, addr + length)):
                continue
            mnemonic, operands, target = their(arch, text)
            target = None if elf.kind == 1 else target    # of an object it is where a relocation leads
            o = ours.get(addr)
            if mnemonic.startswith("."):                  # data, or nothing
                if mnemonic not in (".inst", ".insn") and o and o[1] in ("data", "unknown"):
                    continue
            c["instructions"] += 1
            if mnemonic.startswith((".", "(", "*", "<")) or "UNDEFINED" in text:
                c["theirs unknown"] += 1                  # constants: from here on both can only guess
                break
            if not o or o[0] != length:
                c["boundaries"] += 1
                why = f"{length} bytes of `{text}`: {'no row' if not o else o}"
                differ[arch][f"length: {mnemonic} | {o and o[3]}"].append(addr)
            elif o[1] == "unknown":
                c["ours unknown"] += 1
                why = f"`{text}`: unknown"
                differ[arch][f"{mnemonic} | (unknown)"].append(addr)
            elif not same(arch, fold(arch, mnemonic, operands), fold(arch, *(PREFIX.sub("", o[3]), o[4]) if arch in ("x86_64", "i386") else o[3:])):
                c["mnemonics"] += 1
                why = f"`{text}`: {o[3]} {o[4]}"
                differ[arch][f"{mnemonic} | {o[3]}"].append(addr)
            elif o[2] is not None and target is not None and o[2] != target or \
                    o[2] is None and target is not None and o[1].split("+")[0] in ("call", "jump", "conditional"):
                c["targets"] += 1
                why = f"`{text}`: leads to {o[2]}"
                differ[arch][f"target: {text} | {o[3]} {o[4]}"].append(addr)
            else:
                continue
            bad = bad or f"{elf.path}: {name}+{addr - start:#x}: {why}"
        if bad:
            wrong.append(bad)
            c["functions that differ"] += 1
    return wrong


def compiled(home, target, *options):
    """Files of an architecture of which there is no capture, or few functions: some of our own sources."""
    headers = run("gcc", "-print-multiarch").stdout.strip()
    out = []
    os.makedirs(f"{home}/include/gnu", exist_ok=True)
    open(f"{home}/include/gnu/stubs.h", "w").close()      # which glibc has for its own architectures alone
    for source in ("core/base/text.c", "core/base/arena.c", "core/base/err.c", "core/base/date.c", "core/base/idmap.c", "core/resolve/symtab.c"):
        out.append(f"{home}/{target}-{os.path.basename(source)}.o")
        p = run("clang", f"--target={target}", *options, "-O2", "-c", "-I.", "-w", "-isystem", f"{home}/include", "-isystem", f"/usr/include/{headers}", "-D_POSIX_C_SOURCE=200809L",
                "-o", out[-1], source)
        if p.returncode:
            print(f"{target}: {source}: {p.stderr.splitlines()[:1]}")
    return [f for f in out if os.path.exists(f)]


def main():
    if not shutil.which("objdump"):
        skip("objdump is missing")
    if "elf32-littlearm" not in run("objdump", "-i").stdout:
        skip("objdump reads no foreign files: binutils-multiarch is missing")
    with tempfile.TemporaryDirectory() as home:
        files = a.files or [f for f in os.environ.get("PERFOLIO_DISASM_FILES", "").split(":") if f]
        if not files:
            for cache in sorted(glob.glob(f"{shared}/captures/*/buildid-cache.tar.xz")):
                folder = os.path.join(home, os.path.basename(os.path.dirname(cache)))
                with tarfile.open(cache) as t:
                    t.extractall(folder)
            files = [os.path.join(at, name) for at, _, names in os.walk(home) for name in names if re.search(r"/ld[^/]*\.so|/liblzma|/wl-", at)]
            files += glob.glob(f"{shared}/captures/*/workload/**", recursive=True) + glob.glob("fixtures/*/debug/**/elf", recursive=True)
            files += compiled(home, "powerpc64le-linux-gnu") + compiled(home, "armv7-linux-gnueabihf", "-marm")
        elves = []
        for f in sorted({os.path.realpath(f) for f in files if os.path.isfile(f)}):
            if open(f, "rb").read(4) == b"\x7fELF":
                elves.append(Elf(f))
        elves = [e for e in elves if "stripped" not in e.path]                                    # they have no functions
        elves = [e for e in elves if e.arch and e.code and (e.kind != 1 or len(e.code) == 1)]      # an address is of one section
        if not elves:
            skip(f"no captures in {shared}")
        names = ("functions", "functions that differ", "instructions", "boundaries", "mnemonics", "targets", "ours unknown", "theirs unknown")
        counts = collections.defaultdict(lambda: dict.fromkeys(names, 0))
        differ = collections.defaultdict(lambda: collections.defaultdict(list))
        which = collections.defaultdict(set)
        wrong = [w for e in elves for w in check(e, counts, differ, which)]
    print("\n".join(wrong[:40]))
    for arch, kinds in sorted(differ.items()) if a.v else ():
        print(f"--- {arch}")
        for what, at in sorted(kinds.items(), key=lambda k: -len(k[1]))[:60]:
            print(f"{len(at):7} {what}   at {at[0]:x}")
    bad = not counts
    for arch in sorted(WANTED | set(counts)):
        if arch not in counts:
            print(f"{arch}: NOT RUN: no file at hand")
            continue
        c = counts[arch]
        bad |= c["functions that differ"] > c["functions"] * MAY_DIFFER.get(arch, 0)
        if arch in WANTED and c["functions"] - c["functions that differ"] < LEAST:
            print(f"{arch}: fewer than {LEAST} functions")
        print(f"{arch} ({', '.join(sorted(which[arch.replace('thumb', 'arm')]))}): " + ", ".join(f"{c[n]} {n}" for n in names))
    return bad


sys.exit(main())
