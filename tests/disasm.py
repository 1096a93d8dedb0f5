#!/usr/bin/env python3
"""Disassembly held to binutils' objdump. usage: disasm.py --bin DISASM_OF --program PERFOLIO [--all] [-v] [FILE...]

Of each architecture the hottest functions of the captures beside the repository (../shared, or $PERFOLIO_SHARED) whose code is in the
build-id caches there, as `annotate --json` gives them; where these are fewer than LEAST, others of the files there, and of what
is compiled here. Or, of the files given or named by $PERFOLIO_DISASM_FILES, with colons, functions that are spread over each (--all: every
one). Of each instruction its address, length, mnemonic and where it leads must be objdump's, mnemonics after FOLDS, which is
the table of docs/disassembly.md. Constants that code loads have to be data: objdump takes them for code where nothing marks
them, and is asked anew for what lies behind. Skipped (77) without an objdump that reads foreign files, or without files."""
import argparse, bisect, collections, glob, json, lzma, os, re, shutil, struct, subprocess, sys, tarfile, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/tests/disasm-of")
ap.add_argument("--program", default="build/perfolio")
ap.add_argument("--all", action="store_true")
ap.add_argument("-v", action="store_true", help="what differs, by mnemonic")
ap.add_argument("files", nargs="*")
a = ap.parse_args()
shared = os.environ.get("PERFOLIO_SHARED", "../shared")
FUNCTIONS = 40                                            # of a file, and of an architecture by samples
LEAST = 20                                                # of an architecture
CAPTURES = ("fp", "fp-apcs", "sys", "user", "multi", "one")
WANTED = {"x86_64", "i386", "arm64", "arm", "thumb", "s390x", "riscv64", "hppa", "ppc64le"}
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


ROW = re.compile(r"^ *([0-9a-f]+):\t([0-9a-f ]+?)\s*(?:\t(.*))?$")
LITERAL = re.compile(r"^v?ldr\S*\s.*\[pc, .*\(?\b([0-9a-f]+) <")


def listing(path, *range):
    """objdump's functions: [(name, address, [(address, length, text)])]"""
    out = []
    for line in run("objdump", "-d", "-z", "-w", *range, path).stdout.splitlines():
        m = re.match(r"^([0-9a-f]+) <(.*)>:$", line)
        if m:
            out.append((m[2], int(m[1], 16), []))
            continue
        m = ROW.match(line)
        if m and out:
            out[-1][2].append((int(m[1], 16), len(m[2].replace(" ", "")) // 2, m[3] or ""))
    return out


def code_of(elf, start, end, ours, rows=None):
    """objdump's rows of code in [start, end), and the bytes of constants that instructions in front of them load. It is asked anew
    behind constants, for it takes them for code; but where `rows` are all that it has of a file, they go on where we do."""
    out, constants, at, whole = [], set(), start, rows is not None
    while at < end:
        if not whole:
            rows = [r for f in listing(elf.path, f"--start-address={at:#x}", f"--stop-address={end:#x}") for r in f[2]]
        if elf.machine != 40:
            return rows, constants
        for i in range(bisect.bisect(rows, (at,)), len(rows)):
            addr, length, text = rows[i]
            if addr < at or (whole and out and addr != at and addr not in ours):
                continue
            at = addr
            if not constants.isdisjoint(range(addr, addr + length)):
                break
            out.append((addr, length, text))
            at, m = addr + length, LITERAL.search(text)
            to = int(m[1], 16) if m else 0
            if at <= to < end:
                size = 8 if re.match(r"ldrd|vldr\s+d", text) else 1 if "sb" in text[:5] or text[3:4] == "b" else 2 if "h" in text[3:5] else 4
                constants |= set(range(to, min(to + size, end)))
        else:
            break
        while at not in constants:
            at += 1
        while at in constants:
            at += 1
    return out, constants


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


def hold_table():
    """The table of the document: each name of objdump beside what it is here is the same, and each fold is of one of them."""
    names = {"x86": ("x86_64", "i386"), "riscv": ("riscv64",), "ppc": ("ppc64le",)}
    used = set()
    for row in re.findall(r"^\| (\w+) \| (`.*`) \| (`.*`) \|$", open("docs/disassembly.md").read(), re.M):
        theirs, ours = ([" ".join(their(row[0], x)[:2]).strip() for x in re.findall(r"`([^`]*)`", column)] for column in row[1:])
        assert len(theirs) == len(ours), row
        for arch in names.get(row[0], row[:1]):
            for x, y in zip(theirs, ours):
                assert same(arch, fold(arch, *x.partition(" ")[::2]), fold(arch, *y.partition(" ")[::2])), (arch, x, y)
                used |= {(arch, i) for i, (pattern, _) in enumerate(FOLDS[arch]) for text in (x, y) if re.search(pattern, text)}
    unused = {(arch, i) for arch, folds in FOLDS.items() for i in range(len(folds))} - used
    assert not unused, [FOLDS[arch][i] for arch, i in unused]


def their(arch, text):
    text = re.split(r"[ \t](?:#|;|@|//|!)(?: |$)", text.replace("\t", " "))[0].strip()
    target = re.search(r"\b(?:0x)?([0-9a-f]+) <[^>]*>", text)
    text = re.sub(r"\s+<[^>]*>", "", text)
    if arch in ("x86_64", "i386"):
        text = PREFIX.sub("", text)
    mnemonic, _, operands = text.partition(" ")
    operands = re.sub(r",(?=\S)", ", ", operands.strip())
    return mnemonic, operands, target and int(target[1], 16)


def check(elf, functions, ours, counts, differ, by_samples):
    """Sentences about functions, (name, address, end, set, rows or None), of a file; `ours`: {address: (length, kind, target, mnemonic, operands)}"""
    wrong = []
    data = {b for addr, row in ours.items() if row[1] in ("data", "constant") for b in range(addr, addr + row[0])}
    for name, start, end, arch, rows in functions:
        c, bad = counts[arch], None
        c["functions"] += 1
        c["by samples"] += by_samples
        rows, constants = code_of(elf, start, end, ours, rows)
        c["constants"] += len(constants)
        if not constants <= data:
            c["mnemonics"] += 1
            bad = f"{elf.path}: {name}+{min(constants - data) - start:#x}: a constant is loaded from there, and it is no data"
        for addr, length, text in rows:
            mnemonic, operands, target = their(arch, text)
            target = None if elf.kind == 1 else target    # of an object it is where a relocation leads
            o = ours.get(addr)
            if mnemonic.startswith("."):                  # data, or nothing
                if mnemonic not in (".inst", ".insn") and o and o[1] in ("data", "constant", "unknown"):
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


def check_file(elf, counts, differ, which, most):
    """Functions spread over a file, `most` of each set of instructions."""
    functions = [f for f in listing(elf.path) if f[2] and f[1] & ~1 == f[1]]
    functions = [f for f in functions if elf.offset(f[1])[0] is not None]
    if not a.all and len(functions) > FUNCTIONS:
        functions = [f for f in functions if len(f[2]) >= 8] or functions
        functions = [functions[i * len(functions) // FUNCTIONS] for i in range(FUNCTIONS)]
    asked, chosen, left = [], [], collections.Counter()
    for name, start, rows in functions:
        end = rows[-1][0] + rows[-1][1]
        cut = pieces_of(elf, start, end)
        arch = set_of(elf, start)
        left[arch] += 1
        if left[arch] <= most(arch):
            chosen.append((name, start, end, arch, rows))
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
    return check(elf, chosen, ours, counts, differ, False)


def set_of(elf, at):
    return "thumb" if elf.arch == "arm" and next((m for s, m in reversed(elf.marks) if s <= at and m in "at"), "a") == "t" else elf.arch


def hot(machine, cache, home, counts, differ, which):
    """The hottest functions of a machine's captures, as the program takes them apart."""
    files = sorted((os.path.join(at, name) for at, _, names in os.walk(cache) for name in names if name in ("elf", "vdso")), key=os.path.getsize)
    files = {f.split("/")[-2]: f for f in files}          # of twins the one that is not stripped
    kernel = f"{machine}/vmlinux.xz"
    if os.path.exists(kernel):
        with lzma.open(kernel) as packed, open(f"{home}/vmlinux", "wb") as out:
            shutil.copyfileobj(packed, out)
    samples, rows = collections.Counter(), {}
    for capture in filter(os.path.exists, (f"{machine}/{name}.data" for name in CAPTURES)):
        p = run(a.program, "annotate", "--json", "--top", "0", "--skip-missing", "--isolated", "--objects", cache,
                *["--objects", f"{home}/vmlinux"] * os.path.exists(kernel), "-i", capture)
        for f in json.loads(p.stdout)["functions"] if p.returncode == 0 else []:
            insns = [i for i in f["instructions"] if i["bytes"]]
            path = f"{home}/vmlinux" if f["dso"] == "[kernel.kallsyms]" and os.path.exists(kernel) else files.get(f["build_id"])
            if path and insns and f["linked"]:
                key = path, int(insns[0]["address"], 16), f["symbol"]
                samples[key] += sum(e["samples"] for i in insns for e in i["events"])
                rows[key] = insns, f["code_by"]
    elves, chosen, wrong = {}, collections.Counter(), []
    for (path, start, name), _ in sorted(samples.items(), key=lambda k: (-k[1], k[0])):
        elf = elves[path] = elves.get(path) or Elf(path)
        arch = set_of(elf, start)
        chosen[arch] += 1
        if not elf.arch or elf.offset(start)[0] is None or chosen[arch] > FUNCTIONS:
            continue
        insns, by = rows[path, start, name]
        ours = {int(i["address"], 16): (len(i["bytes"]) // 2, i["kind"], i["target"] and int(i["target"], 16), i["mnemonic"], i["operands"]) for i in insns}
        end = max(ours) + ours[max(ours)][0]
        which[elf.arch].add(by)
        wrong += check(elf, [(name, start, end, arch, None)], ours, counts, differ, True)
    return wrong


def compiled(home, target, *options):
    """Files of an architecture of which there is no capture, or few functions: some of our own sources."""
    headers = run("gcc", "-print-multiarch").stdout.strip()
    out = []
    os.makedirs(f"{home}/include/gnu", exist_ok=True)
    open(f"{home}/include/gnu/stubs.h", "w").close()      # which glibc has for its own architectures alone
    for source in ("core/base/text.c", "core/base/character/character.c", "core/base/arena.c", "core/base/err.c", "core/base/date.c", "core/base/idmap.c", "core/resolve/symtab.c"):
        out.append(f"{home}/{target}-{os.path.basename(source)}.o")
        p = run("clang", f"--target={target}", *options, "-O2", "-c", "-I.", "-w", "-isystem", f"{home}/include", "-isystem", f"/usr/include/{headers}", "-D_POSIX_C_SOURCE=200809L",
                "-o", out[-1], source)
        if p.returncode:
            print(f"{target}: {source}: {p.stderr.splitlines()[:1]}")
    return [f for f in out if os.path.exists(f)]


def main():
    hold_table()
    if not shutil.which("objdump"):
        skip("objdump is missing")
    if "elf32-littlearm" not in run("objdump", "-i").stdout:
        skip("objdump reads no foreign files: binutils-multiarch is missing")
    names = ("functions", "by samples", "functions that differ", "instructions", "boundaries", "mnemonics", "targets", "constants", "ours unknown",
             "theirs unknown")
    counts = collections.defaultdict(lambda: dict.fromkeys(names, 0))
    differ = collections.defaultdict(lambda: collections.defaultdict(list))
    which, wrong = collections.defaultdict(set), []
    with tempfile.TemporaryDirectory() as home:
        files = a.files or [f for f in os.environ.get("PERFOLIO_DISASM_FILES", "").split(":") if f]
        given = bool(files)
        if not given:
            for cache in sorted(glob.glob(f"{shared}/captures/*/buildid-cache.tar.xz")):
                machine = os.path.dirname(cache)
                folder = os.path.join(home, os.path.basename(machine))
                with tarfile.open(cache) as t:
                    t.extractall(folder)
                wrong += hot(machine, folder, home, counts, differ, which)
            files = [os.path.join(at, name) for at, _, names_ in os.walk(home) for name in names_ if re.search(r"/ld[^/]*\.so|/liblzma|/wl-", at)]
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
        for e in elves:
            sets = {"arm", "thumb"} if e.arch == "arm" else {e.arch}
            if given or any(counts[s]["functions"] < LEAST for s in sets):
                wrong += check_file(e, counts, differ, which, lambda arch: 1 << 30 if given else LEAST - counts[arch]["functions"])
    print("\n".join(wrong[:40]))
    for arch, kinds in sorted(differ.items()) if a.v else ():
        print(f"--- {arch}")
        for what, at in sorted(kinds.items(), key=lambda k: -len(k[1]))[:60]:
            print(f"{len(at):7} {what}   at {at[0]:x}")
    bad = not counts
    for arch in sorted(WANTED | set(counts)):
        c = counts[arch]
        if not c["functions"]:
            print(f"{arch}: NOT RUN: no file at hand")
            continue
        bad |= c["functions that differ"] > 0
        if arch in WANTED and c["functions"] - c["functions that differ"] < LEAST:
            print(f"{arch}: fewer than {LEAST} functions")
        print(f"{arch} ({', '.join(sorted(which[arch.replace('thumb', 'arm')]))}): " + ", ".join(f"{c[n]} {n}" for n in names))
    return bad


sys.exit(main())
