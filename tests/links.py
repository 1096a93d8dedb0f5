#!/usr/bin/env python3
"""What code of kernel modules leads to: usage: links.py --bin tests/links-of [FILE...]

Of each relocation in executed sections the instruction that it is in has to name its symbol, as readelf and objdump -dr have it:
an undefined one, one of the file, or what lies at a place of a section; a branch into its own section has to lead where the
relocation says. Modules are those of ../shared/captures, and of FILEs. Skipped (77) without them, or without readelf."""
import argparse, bisect, collections, glob, os, re, shutil, subprocess, sys, tarfile, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/tests/links-of")
ap.add_argument("files", nargs="*")
a = ap.parse_args()
MACHINES = ["amd64", "arm64", "armhf", "hppa", "i386", "riscv64", "s390x"]
# Types that say where an instruction leads from: S + A - P of a field in it (psABIs). The others lead to S + A.
FROM_FIELD = {"R_X86_64_PC32", "R_X86_64_PLT32", "R_386_PC32", "R_386_PLT32", "R_390_PC32DBL", "R_390_PLT32DBL", "R_390_GOTENT", "R_390_PC16DBL", "R_390_PLT16DBL"}
temp = tempfile.mkdtemp(prefix="perfolio-links-")


def run(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, check=True, **more).stdout


def modules():
    """[(machine, path)], the three largest of each."""
    out = [("named", f) for f in a.files]
    for machine in [] if a.files else MACHINES:
        cache = f"../shared/captures/{machine}/buildid-cache.tar.xz"
        if not os.path.exists(cache):
            continue
        with tarfile.open(cache) as t:
            found = sorted((m for m in t if ".ko/" in m.name and m.name.endswith("/elf")), key=lambda m: -m.size)[:3]
            for i, m in enumerate(found):
                path = os.path.join(temp, f"{machine}-{i}.ko")
                with open(path, "wb") as f:
                    f.write(t.extractfile(m).read())
                out.append((machine, path))
    return out


def sections(path):
    """[(name, type, offset, size, flags)] by number."""
    rows = re.findall(r"^ +\[ *(\d+)\] (.*?) +([A-Z_0-9]+) +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) [0-9a-f]+ +([A-Za-z]*) ", run("readelf", "-SW", path), re.M)
    return {int(i): (name, kind, int(at, 16), int(size, 16), flags) for i, name, kind, at, size, flags in rows}


def symbols(path):
    """[(value, size, type, section, name)] by number."""
    rows = re.findall(r"^ *\d+: ([0-9a-f]+) +(\w+) (\w+) +\w+ +\w+ +(?:\[.*?\] +)?(\w+) ?(.*)$", run("readelf", "-sW", path), re.M)
    return [(int(v, 16), int(size, 0), kind, int(s) if s.isdigit() else 0, name) for v, size, kind, s, name in rows]


def relocations(path):
    """{section's name: [(offset, type, symbol's number, addend)]}"""
    out, rows = {}, None
    for line in run("readelf", "-rW", path).splitlines():
        m = re.match(r"Relocation section '\.rela?(.*?)'", line)
        rows = out.setdefault(m.group(1), []) if m else rows
        m = re.match(r"([0-9a-f]+) +([0-9a-f]+) +(R_\w+)(?: +([0-9a-f]+) +(.*))?$", line)
        if m:
            wide = len(m.group(2)) == 16
            addend = re.search(r" ([-+]) ([0-9a-f]+)$", line)
            rows.append((int(m.group(1), 16), m.group(3), int(m.group(2), 16) >> (32 if wide else 8),
                         int(addend.group(1) + addend.group(2), 16) if addend else 0))
    return out


def addend_in_code(kind, word):
    """What 4 bytes of code add to a symbol, of those types that have no addend of their own (psABIs)."""
    if kind in ("R_386_32", "R_386_PC32", "R_386_PLT32"):
        return word - (word >> 31 << 32)
    if kind in ("R_ARM_CALL", "R_ARM_JUMP24", "R_ARM_PC24"):   # in words; the program counter is 8 bytes ahead
        return ((word & 0xffffff) - (word >> 23 & 1) * (1 << 24)) * 4 + 8
    if kind in ("R_ARM_MOVW_ABS_NC", "R_ARM_MOVT_ABS"):
        return (word >> 4 & 0xf000) | (word & 0xfff)


def is_label(kind, name):
    return kind == "SECTION" or (kind == "NOTYPE" and re.match(r"\.L|L\$|\$[adtx]", name))


def check(machine, path):
    secs, syms, faults, seen = sections(path), symbols(path), [], collections.Counter()
    content = open(path, "rb").read()
    code = {name: (i, at, size) for i, (name, kind, at, size, flags) in secs.items() if "X" in flags and kind == "PROGBITS" and size}
    rows, starts = [], []
    given = "".join(f"{at:x} {size:x}\n" for _, at, size in code.values())
    for line in run(a.bin, path, input=given).splitlines():
        place, mnemonic, operands, link, target = line.split("\t")
        at, length = place.split()
        rows.append((int(at, 16), int(length), mnemonic, operands, link, target))
    rows.sort()
    starts = [r[0] for r in rows]
    places = collections.defaultdict(list)              # what lies where in a section
    for value, size, kind, section, name in syms:
        if section and name and not is_label(kind, name) and kind != "FILE":
            places[section].append((value, size, name))
    for name, relocs in relocations(path).items():
        for offset, kind, number, addend in relocs if name in code else []:
            own, base, _ = code[name]
            value, _, symbol_kind, section, symbol = syms[number]
            i = bisect.bisect(starts, base + offset) - 1
            if not number or i < 0 or not starts[i] <= base + offset < starts[i] + rows[i][1]:
                continue
            at, length, mnemonic, operands, link, target = rows[i]
            if re.match(r"\.(word|byte|long|short|4byte|quad)", mnemonic) or mnemonic == "unknown":
                continue                                # a constant between the code
            seen["all"] += 1
            if machine in ("i386", "armhf"):
                addend = addend_in_code(kind, int.from_bytes(content[base + offset:base + offset + 4], "little"))
            if kind in FROM_FIELD:                      # from the end of the instruction on, or on s390 from its begin
                addend += (at if machine == "s390x" else at + length) - (base + offset)
            led = base + value + addend if section == own else None
            if target != "-" and led is not None and int(target, 16) == led:
                seen["led into the section"] += 1
                continue
            said = link if link != "-" else ""
            m = re.fullmatch(r"(.*?)(?:([-+])0x([0-9a-f]+))?", said)
            said, off = m.group(1), int((m.group(2) or "+") + (m.group(3) or "0"), 16)
            if symbol and not is_label(symbol_kind, symbol):
                good = said == symbol and off == addend
                seen["by name"] += good
            elif section == 0 or symbol_kind != "SECTION":
                good = bool(said) or symbol_kind != "SECTION"
                seen["by another place"] += good
            else:
                there = [n for v, s, n in places[section] if n == said and v + off == value + addend]
                good = bool(there) or (said == secs[section][0] and off == value + addend)
                seen["by what is there"] += good
            if not good:
                faults.append(f"{os.path.basename(path)}: {name}+{offset:#x}: {kind} {symbol or secs.get(section, '?')[0]}{addend:+#x}: {mnemonic} {operands} {link}")
    print(f"{machine} {os.path.basename(path)}: " + ", ".join(f"{n} {what}" for what, n in seen.items()) + f", {len(faults)} not")
    return faults


found = modules() if shutil.which("readelf") else []
if not found:
    print("no modules here, or no readelf")
    sys.exit(77)
faults = sum((check(machine, path) for machine, path in found), [])
print("\n".join(faults[:40]))
shutil.rmtree(temp)
sys.exit(bool(faults))
