#!/usr/bin/env python3
"""Names of the slots of procedure linkage tables, held to objdump's. usage: plt.py --bin PLT_OF

Of every ELF file in the captures' build-id caches and workloads beside the repository (../shared, or $PERFOLIO_SHARED)
and of what is given in $PERFOLIO_PLT_FILES, a list with colons. objdump calls a slot whose relocation has no symbol
*ABS*+0xRESOLVER@plt: ours has the name of an IFUNC symbol (readelf) at that address there, and without one none. Where
objdump leaves the resolver out (SHT_REL), it is the word in the file.
Skipped (77) where there is neither captures nor an objdump that reads foreign files."""
import argparse, glob, os, re, shutil, subprocess, sys, tarfile, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/tests/plt-of")
a = ap.parse_args()
shared = os.environ.get("PERFOLIO_SHARED", "../shared")
SECTIONS = [".plt", ".plt.sec", ".plt.got", ".plt.bnd"]


def run(*command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ, LC_ALL="C"))
    return p.returncode, p.stdout.decode("utf-8", "replace")


def skip(why):
    print("SKIPPED:", why)
    sys.exit(77)


def slots_of_objdump(path):
    """address -> name; None where objdump cannot read the file. REL relocations leave the resolver out."""
    status, text = run("objdump", "-d", *[o for s in SECTIONS for o in ("-j", s)], path)
    if status and not text:
        return None
    return {int(m[1], 16): m[2] for m in re.finditer(r"^([0-9a-f]+) <(.+)@plt>:$", text, re.M)}


def ifuncs_of(path):
    """address of a resolver -> its names, without versions"""
    names = {}
    for m in re.finditer(r"^ *\d+: ([0-9a-f]+) .* IFUNC .* (\d+) (\S+?)(?:@.*)?$", run("readelf", "--syms", "--dyn-syms", "-W", path)[1], re.M):
        names.setdefault(int(m[1], 16), set()).add(m[3])
    return names


def has_symbols(path):
    """Whether anything is defined in it."""
    text = run("readelf", "--syms", "--dyn-syms", "-W", path)[1]
    return bool(re.search(r"^ *\d+: [0-9a-f]+ .* (?:FUNC|IFUNC|OBJECT) .* \d+ \S+$", text, re.M))


def check(path, counts):
    theirs = slots_of_objdump(path)
    if theirs is None:
        return [f"{path}: objdump cannot read it"]
    status, text = run(a.bin, path)
    if status:
        return [f"{path}: plt_of: exit {status}"]
    ours, wrong = {}, []
    for line in text.splitlines():
        where, _, name = line.partition(" ")
        ours[int(where, 16)] = name
    if not ours and not has_symbols(path):     # perf names no slots of a file without symbols of its own
        counts["files without symbols"] += bool(theirs)
        return []
    counts["files with slots"] += bool(theirs)
    ifuncs = ifuncs_of(path) if set(theirs) != set(ours) or any(name.startswith("*ABS*") for name in theirs.values()) else {}
    for where in sorted(set(theirs) | set(ours)):
        want, got = theirs.get(where), ours.get(where)
        counts["slots"] += 1
        good = want == got
        if not want or want.startswith("*ABS*"):     # objdump names no slots of a static program
            at = re.match(r"\*ABS\*\+0x([0-9a-f]+)", want or "")
            names = ifuncs.get(int(at[1], 16), {None}) if at else {None}.union(*ifuncs.values())
            good, want = got in names, names
            counts["resolvers" if got else "nameless"] += 1
        if not good:
            wrong.append(f"{path}: {where:#x}: {got} instead of {want}")
    return wrong


def main():
    if not shutil.which("objdump") or not shutil.which("readelf"):
        skip("objdump or readelf is missing")
    if "elf32-littlearm" not in run("objdump", "-i")[1]:
        skip("objdump reads no foreign files: binutils-multiarch is missing")
    with tempfile.TemporaryDirectory() as home:
        files = [f for f in os.environ.get("PERFOLIO_PLT_FILES", "").split(":") if f]
        for cache in sorted(glob.glob(f"{shared}/captures/*/buildid-cache.tar.xz")):
            folder = os.path.join(home, os.path.basename(os.path.dirname(cache)))
            with tarfile.open(cache) as t:
                t.extractall(folder)
        for folder in [home] + glob.glob(f"{shared}/captures/*/workload"):
            files += [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
        files = sorted({os.path.realpath(f) for f in files if os.path.isfile(f)})
        files = [f for f in files if open(f, "rb").read(4) == b"\x7fELF"]
        if not files:
            skip(f"no captures in {shared}")
        counts = dict.fromkeys(("files with slots", "files without symbols", "slots", "resolvers", "nameless"), 0)
        wrong = [w for f in files for w in check(f, counts)]
    print("\n".join(wrong))
    print(f"{len(files)} files: " + ", ".join(f"{n} {what}" for what, n in counts.items()) + f", {len(wrong)} wrong")
    return bool(wrong) or not counts["slots"]


sys.exit(main())
