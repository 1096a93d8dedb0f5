#!/usr/bin/env python3
"""Folios as docs/folio.md has them: usage: run.py --bin PROGRAM

Packs fixtures at every level and reads the result with a reader that was written from that page alone (reader.py), with
readelf and with zstd. What must come out: the captures' bytes, and of each object the symbols that readelf finds in the
object itself. A byte changed anywhere must be noticed. Skipped (77) where binutils or zstd are missing."""
import argparse, glob, json, os, re, shutil, subprocess, sys, tempfile

import reader
import xxh3

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)

# Of the first n bytes of a pattern, as libxxhash 0.8.1 has them: every way that the hash takes, and its borders.
PATTERN = bytes(i * 251 >> 3 & 255 for i in range(5000))
KNOWN = {
    0: "99aa06d3014798d86001c324468d497f", 1: "a6cd5e9392000f6ac44bdff4074eecdb", 3: "4af3603b5bd30dfe3698b80191e625f9",
    4: "01924d3e43575e22ae78636aded13332", 8: "9b0ed6871167b8af4d16df91cbd6ea94", 9: "d594cd7df48bc07a72a0a7ffe8d6a3c7",
    16: "79d1364c9d47c357fad649070e098559", 17: "2b6481b58403cd4296b52847183bc619", 128: "639935b6cebfc6f23ff96a7067afbe7e",
    129: "9b2654a23f0919d422eaed155ba0a586", 159: "18f541423cf5a4c366cffc7fc3464831",
    160: "7f1750cadaef7df1e674d7d21d433dfb", 240: "951b6293c7d3e7611a84f1fa446727de",
    241: "b204a83a98206a84b27da66133327867", 512: "9048c5851706c9ee90f6c1763edf2d47",
    1024: "70f3813b74517ff1a503cfda34e55a09", 1025: "3240f85a0bf485e6223afc8cfcbe9821",
    2048: "df185177f771e883cedc2d0f23533e0f", 5000: "697d26080704e7ce00b8fcdeb04e34b7",
}
AMD64, HPPA = ["--objects", "fixtures/amd64/debug"], ["--objects", "fixtures/hppa/debug"]
CASES = {                                         # folio: captures, options of pack
    "hppa": (["fixtures/hppa/user.data"], HPPA),
    "amd64": (["fixtures/amd64/fp.data"], AMD64),
    "folder": (["fixtures/amd64/dir.data"], AMD64),
    "riscv64": (["fixtures/riscv64/pipe.data"], ["--objects", "fixtures/riscv64/debug"]),
    "nothing": (["fixtures/hppa/jit.data"], ["--isolated"]),
    "empty": (["fixtures/amd64/stat.data"], ["--isolated"]),
    "several": (["fixtures/amd64/fp.data", "fixtures/hppa/user.data", "fixtures/hppa/threads.data", "fixtures/amd64/zstd.data",
                 "fixtures/hppa/zstd.data"], AMD64 + HPPA),
}


def run(*command, **options):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       env=dict(os.environ, LC_ALL="C", HOME="/dev/null"), **options)
    assert p.returncode == 0, (command, p.stderr.decode())
    return p.stdout.decode("utf-8", "surrogateescape"), p.stderr.decode("utf-8", "replace")


def bytes_of(path):
    with open(path, "rb") as f:
        return f.read()


def pack(name, level, captures, options):
    path = os.path.join(temp, f"{name}-{level}.folio")
    run(a.bin, "pack", *captures, *options, "--level", level, "-o", path)
    return path


def readelf(*options):
    out, err = run("readelf", *options)
    assert "arning" not in err and "rror" not in err, (options, err)
    return out


def elf_symbols(path):
    """What readelf knows of a program: {offset in the file, or where it would be: {(name, size, type)}}."""
    loads = [[int(x, 16) for x in m] for m in re.findall(r"^ +LOAD +(\S+) (\S+) \S+ \S+ (\S+)", readelf("-lW", path), re.M)]
    found = {}
    for value, size, kind, name in re.findall(
            r"^ *\d+: ([0-9a-f]+) +(\d+|0x[0-9a-f]+) (\w+) +\w+ +\w+ +(?:\[.*?\] +)?\d+ (\S+)", readelf("-sW", path), re.M):
        for foff, start, n in loads:
            if start <= int(value, 16) < start + n and kind in ("FUNC", "OBJECT", "NOTYPE", "IFUNC"):
                at = found.setdefault(int(value, 16) - start + foff, set())
                at |= {(n, int(size, 0), kind) for n in (name, name.split("@")[0])}  # readelf adds versions
    return found


def check_symbols(folio, o, path):
    """The symbols of an object beside those of the file that they came from."""
    truth, symbols = elf_symbols(path), folio.symbols(o)
    assert truth and symbols, path
    for s in symbols:
        if s.plt:
            continue
        there = [(size, name) for name, size, _ in truth.get(s.start, ())]
        size = s.end - s.start
        assert any(t == (t[0] if s.guess else size, s.name.decode()) for t in there), (path, s.key(), there)
    if "partial" in o:
        return len(symbols)
    for at, names in truth.items():               # what has a size has its name, or that of an alias
        sizes = [size for _, size, kind in names if size and kind in ("FUNC", "OBJECT")]
        if sizes:
            s = reader.find(symbols, at + max(sizes) // 2)
            assert s and (s.start > at or s.name.decode() in {n for n, _, _ in names}), (path, hex(at), names, s and s.key())
    return len(symbols)


def check_image(folio, o, whole, level):
    """What is kept of a file beside the file."""
    image = folio.plain(o["image-section"])
    real = reader.ranges(image)
    if level == "full":
        assert image == whole
        return
    assert all(image[b:e] == whole[b:e] for b, e in real), o
    here, there = reader.marks(image), reader.marks(whole)
    loads = [(name, r[3], r[4], r[5]) for r, name in zip(*reader.elf_rows(whole)[2:]) if r[2] & 2]
    for name, address, foff, size in loads:       # wherever code is there, it is of the same kind
        for at in [x for b, e in real for x in range(max(b, foff), min(e, foff + size), 2)] if name in there else ():
            assert reader.mark(here.get(name, []), at - foff + address) == reader.mark(there[name], at - foff + address), (name, at)
    for s in folio.touched(o):
        assert s.data or s.end > len(whole) or any(b <= s.start and s.end <= e for b, e in real), s.key()


def files_of(capture):
    """{path in the directory: bytes}; a capture that is one file has no path."""
    if not os.path.isdir(capture):
        return {b"": bytes_of(capture)}
    paths = [p for p in glob.glob(capture + "/**", recursive=True) if os.path.isfile(p)]
    return {os.fsencode(os.path.relpath(p, capture)): bytes_of(p) for p in paths}


def check(name, level, captures, options):
    """Pack captures, and hold the folio to the page, to binutils and zstd, and to what it was made from."""
    path = pack(name, level, captures, options)
    folio = reader.Folio(path)
    folio.check()
    assert folio.level == level
    names = [os.path.basename(c) for c in captures]
    names = [n + f"-{names[:i].count(n) + 1}" * (n in names[:i]) for i, n in enumerate(names)]
    assert [c["name"].decode() for c in folio.captures] == names
    indexed.update({n: folio.check_index(i) for i, n in enumerate(names)})
    for i, capture in enumerate(captures):
        assert dict(folio.capture_files(i)) == files_of(capture), capture
    for f in folio.files:                         # all frames at once
        payload = folio.raw(f["section"])[24:]
        p = subprocess.run(["zstd", "-dcq"], input=payload, stdout=subprocess.PIPE, check=True)
        assert p.stdout == folio.plain(f["section"])

    # binutils sees the same
    sections, symbols, notes, manifest = (readelf(*o, path) for o in (["-SW"], ["-sW"], ["-nW"], ["-p", ".perfolio"]))
    assert all(s.name in sections for s in folio.sections)
    assert len(re.findall(r"^  \[ *[0-9a-f]+\]  \w", manifest, re.M)) == sum(len(r) for r in folio.records.values())
    assert re.findall(r"Build ID: (\w+)", notes) == [o["build-id"].hex() for o in folio.objects]
    for o in folio.objects:
        table = symbols.split(f"Symbol table '{folio.sections[o['symtab-section']].name}'", 1)[1].split("\nSymbol table")[0]
        rows = re.findall(r"^ *\d+: ([0-9a-f]+) +(\S+) (\w+) +(\w+) +\w+ +(?:\[.*?\] +)?ABS (.*)$", table, re.M)
        bindings = ["LOCAL", "GLOBAL", "WEAK"]
        assert [(int(v, 16), int(n, 0), t == "OBJECT", bindings.index(b), s.encode()) for v, n, t, b, s in rows] == [
            (s.start, s.end - s.start, s.data, s.binding, s.name) for s in folio.touched(o)]

    # so does who knows the objects
    count = 0
    for o in folio.objects:
        elf, = glob.glob(f"fixtures/*/debug{o['name'].decode()}/{o['build-id'].hex()}/elf")
        count += check_symbols(folio, o, elf)
        assert level in ("min", "symbols") or o.get("image-section")
        if o.get("image-section"):
            check_image(folio, o, bytes_of(elf), level)
    return f"{os.path.getsize(path)} bytes, {len(folio.objects)} objects, {count} symbols"


def changed(path):
    """Every so many bytes one is changed, and the reader asked."""
    data = bytearray(bytes_of(path))
    other = path + ".changed"
    for at in range(0, len(data), 23):
        data[at] ^= 0x10
        with open(other, "wb") as f:
            f.write(data)
        data[at] ^= 0x10
        try:
            reader.Folio(other).check()
        except reader.Bad:
            continue
        raise AssertionError(f"{path}: nobody notices the byte at {at}")
    return len(data) // 23


def check_names(path, capture, *options):
    """Every sample has the name in the folio that a report of the capture itself gives it, by the rules for addresses."""
    folio, maps, ref, names = reader.Folio(path), {}, None, {}
    tables = [folio.symbols(o) for o in folio.objects]
    objects = {r["path"].decode(): r.get("object", 0) for r in folio.answers}
    dump, _ = run(a.bin, "dump", "--isolated", capture)
    for line in dump.splitlines():
        m = re.search(r" MMAP2? .*\[(0x\w+)\(0x\w+\) @ (0x\w+).*\]: ..x. (.*)", line)
        if m and m[3].startswith("[kernel.kallsyms]"):
            ref = m[3][len("[kernel.kallsyms]"):], int(m[2], 16)
        elif m:
            maps[m[3]] = int(m[1], 16), int(m[2], 16)
    for ip, dso in re.findall(r" SAMPLE .* ip (0x\w+) \[.\] (\S+)", dump):
        if dso in objects:
            o = folio.objects[objects[dso]]
            s = reader.find(tables[objects[dso]], reader.place(o, int(ip, 16), *maps.get(dso, (0, 0)), ref=ref))
            name = (s.name.decode() + "@plt" * s.plt) if s else None
            key = os.path.basename(dso), name
            names[key] = names.get(key, 0) + 1
    report, _ = run(a.bin, "report", "--json", "--no-children", "--sort", "dso,sym", "--isolated", *options, capture)
    want = {}
    for event in json.loads(report)["events"]:
        for row in event["rows"]:
            if row["dso"] in [os.path.basename(dso) for dso in objects]:
                key = row["dso"], row["symbol"]["name"]
                want[key] = want.get(key, 0) + row["samples"]
    assert names == want and names, (names, want)
    return sum(names.values())


def check_lines(path, capture, *options):
    """Touched addresses, and the first and the last one of every run, have the lines that the DWARF of the object gives."""
    folio, n = reader.Folio(path), 0
    for o in folio.objects:
        lines, runs, functions = folio.lines(o), folio.runs(o), [s for s in folio.touched(o) if not s.data]
        assert lines and runs, o
        assert all(any(s.start <= start and end <= s.end for s in functions) for start, end, _ in runs), o
        for address, frames in {**lines, **{a: frames for start, end, frames in runs for a in (start, end - 1)}}.items():
            text, _ = run(a.bin, "explain", f"{os.path.basename(o['name'].decode())}+{address:#x}", "--json", "--isolated",
                          *options, "-i", capture)
            told = json.loads(text)["mappings"][0]["source"]
            assert frames == [(f["in_file"].encode(), f["file"].encode(), f["line"], f["column"] or 0) for f in told], frames
            n += 1
    return n


def listing():
    """A kernel's list has no build-id, and its addresses are of another boot."""
    kallsyms, path, capture = os.path.join(temp, "kallsyms"), os.path.join(temp, "listing.folio"), "fixtures/amd64/fp.data"
    base = 0xffffffff81000000
    lines = [f"{base:x} T _text", f"{base:x} T _stext"] + [f"{base + i * 0x400:x} t part_{i}" for i in range(1, 0x3800)]
    with open(kallsyms, "w") as f:
        f.write("\n".join(lines) + "\n")
    run(a.bin, "pack", capture, "--kallsyms", kallsyms, "-o", path)
    folio = reader.Folio(path)
    folio.check()
    o, = folio.objects
    assert o["content"] == xxh3.xxh3_128(bytes_of(kallsyms)), o
    assert o["_text"] == base and o["space"] == "kernel" and o["listing"], o
    return check_names(path, capture, "--kallsyms", kallsyms)


for n, known in KNOWN.items():
    assert xxh3.xxh3_128(PATTERN[:n]).hex() == known, n
if not all(shutil.which(p) for p in ("readelf", "zstd")):
    print("no readelf or no zstd here")
    sys.exit(77)
temp, indexed = tempfile.mkdtemp(prefix="perfolio-folio-"), {}
try:
    if shutil.which("xxhsum"):
        file = os.path.join(temp, "pattern")
        with open(file, "wb") as f:
            f.write(PATTERN)
        assert run("xxhsum", "-H2", file)[0].split()[0] == KNOWN[5000]
    for name, (captures, options) in CASES.items():
        for level in reader.LEVELS:
            print(f"{name}, {level}:", check(name, level, captures, options))
    assert indexed["fp.data"] and indexed["user.data"] is None, indexed
    print("blocks of indexes:", indexed)
    for name in "hppa", "amd64":
        for level in reader.LEVELS:
            n = check_names(os.path.join(temp, f"{name}-{level}.folio"), CASES[name][0][0], *CASES[name][1])
        lines = check_lines(os.path.join(temp, f"{name}-code.folio"), CASES[name][0][0], *CASES[name][1])
        print(f"{name}: {n} samples have their names, {lines} addresses their lines")
    print(f"listing: {listing()} samples have their names")
    print(f"{changed(os.path.join(temp, 'hppa-min.folio'))} changes are noticed")
finally:
    shutil.rmtree(temp)
