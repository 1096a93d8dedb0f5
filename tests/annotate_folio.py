#!/usr/bin/env python3
"""annotate says the same where nothing is but a folio: usage: annotate_folio.py --bin PROGRAM

Captures are packed where their objects and sources are, at the level code, and annotated there and on a desk that has the
folio alone: in two folders that this program is locked into (chroot), or where that is not allowed with --isolated. All that
it prints must be equal to the byte: instructions, mapping symbols, lines, inlined calls, source, names of data. Then a folio
of the folio, folios merged, and what --annotate-limit leaves out. The captures are those of fixtures/ and, if they are there, of one machine
of each architecture in ../shared (or $PERFOLIO_SHARED)."""
import argparse, glob, json, lzma, os, re, shutil, subprocess, tarfile, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
SHARED = os.path.join(os.environ.get("PERFOLIO_SHARED", "../shared"), "captures")
VIEWS = [["--top", "0"], ["--top", "0", "-l", "-P", "--inlines", "--blocks", "--arrows", "--asm-raw"], ["--top", "0", "--json"]]
temp = tempfile.mkdtemp(prefix="perfolio-annotate-folio-")
desks = [os.path.join(temp, name) for name in ("packing", "reading")]


def locked(desk):
    """What locks a program into a desk, with all that it is linked with."""
    for line in subprocess.run(["ldd", a.bin], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().splitlines():
        for path in re.findall(r"(/\S+) \(0x", line):
            os.makedirs(desk + os.path.dirname(path), exist_ok=True)
            shutil.copy(path, desk + path)
    os.makedirs(desk, exist_ok=True)
    shutil.copy(a.bin, desk + "/perfolio")


def run(desk, *arguments):
    command = ["/perfolio" if chroot else a.bin, *arguments] + ["--isolated"] * (not chroot and "--isolated" not in arguments)
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=desk,
                       env=dict(os.environ, LC_ALL="C", HOME="/nowhere", PATH="/nowhere"),
                       preexec_fn=(lambda: os.chroot(desk)) if chroot else None)
    assert p.returncode == 0, (command, p.stderr.decode())
    return p.stdout.decode("utf-8", "surrogateescape"), p.stderr.decode("utf-8", "replace")


def may_lock():
    try:
        p = subprocess.run(["/perfolio", "annotate", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           preexec_fn=lambda: os.chroot(desks[0]))
        return b"usage" in p.stdout and not p.returncode
    except (OSError, subprocess.SubprocessError):
        return False


def at(desk, name):
    return f"/{name}" if chroot else f"{desk}/{name}"


def annotated(desk, *which):
    return [run(desk, "annotate", *view, *which)[0] for view in VIEWS]


def compare(what, here, there):
    for view, x, y in zip(VIEWS, here, there):
        x, y = (re.sub(r'("key": .*), "first": .*', r"\1", text).splitlines() for text in (x, y))  # where files were found
        first = next((i for i, (m, n) in enumerate(zip(x, y)) if m != n), min(len(x), len(y)))
        assert x == y, (what, view, first, x[first:first + 3], y[first:first + 3])


def count(views):
    """(functions, instructions, those with a line, in inlined calls, those that lead to a name)"""
    functions = json.loads(views[2])["functions"]
    insns = [i for f in functions for i in f["instructions"] if i["bytes"]]
    inlined = sum(i["instructions"] for f in functions for i in f["inlines"] if i["depth"] == 1)
    return (len(functions), len(insns), sum(i["source"] is not None for i in insns), inlined,
            sum(bool(i["target_symbol"] or i["refers_symbol"]) for i in insns))


def check(name, capture, objects, least, texts=(), kernel=None):
    """Pack a capture and compare; `least` is what must be there of each figure of count(), `texts` in what is printed."""
    packing, reading = desks
    for what, to in (capture, "capture"), (objects, "objects"):
        (shutil.copytree if os.path.isdir(what) else shutil.copy)(what, f"{packing}/{to}")
    here = ["--objects", at(packing, "objects")]
    if kernel:
        with lzma.open(kernel) as packed, open(f"{packing}/vmlinux", "wb") as out:
            shutil.copyfileobj(packed, out)
        here += ["--objects", at(packing, "vmlinux")]
    named = ["--source-prefix", "/src=/src"] if chroot else []
    source = ["--source"] + named if chroot else []
    run(packing, "pack", at(packing, "capture"), *here, *source, "-o", at(packing, "x.folio"))
    run(packing, "pack", "--isolated", at(packing, "x.folio"), "-o", at(packing, "again.folio"))
    run(packing, "pack", at(packing, "capture"), *here, "--annotate-limit", "100", "-o", at(packing, "few.folio"))
    for folio in "x.folio", "again.folio", "few.folio":
        shutil.move(f"{packing}/{folio}", reading)
    views = annotated(packing, *here, *named, "-i", at(packing, "capture"))
    found = count(views)
    assert all(x >= y for x, y in zip(found, least)), (name, found)
    assert all(t in views[0] for t in texts), name
    for folio in "x.folio", "again.folio":
        compare(f"{name}, {folio}", views, annotated(reading, "-i", at(reading, folio)))
    few = count(annotated(reading, "-i", at(reading, "few.folio")))
    assert few[:2] == found[:2] and (few[2] < found[2] or not found[2]), (few, found)
    sizes = [os.path.getsize(f"{reading}/{folio}") for folio in ("x.folio", "few.folio")]
    with open(f"{reading}/x.folio", "rb") as x, open(f"{reading}/again.folio", "rb") as again:
        assert x.read() == again.read(), name
    for path in [f"{packing}/capture", f"{packing}/objects"] + glob.glob(f"{reading}/*.folio"):
        (shutil.rmtree if os.path.isdir(path) else os.remove)(path)
    print(f"{name}: {found[0]} functions, {found[1]} instructions, {found[2]} with a line, {found[3]} in inlined calls, "
          f"{found[4]} lead to a name; {sizes[0]} bytes, {sizes[1]} with the lines of touched places alone", flush=True)


def merge(name, captures, objects):
    """Folios of captures make the folio of all of them: runs and mapping symbols of each do not spoil those of others."""
    folios = [f"{temp}/{i}.folio" for i in range(len(captures))]
    for folio, chosen in list(zip(folios, [[c] for c in captures])) + [(f"{temp}/all.folio", captures)]:
        run_here("pack", *chosen, "--objects", objects, "-o", folio)
    run_here("merge", *folios, "-o", f"{temp}/merged.folio")
    with open(f"{temp}/all.folio", "rb") as packed, open(f"{temp}/merged.folio", "rb") as merged:
        assert packed.read() == merged.read(), name
    print(f"{name}: folios of {len(captures)} captures make the folio of both", flush=True)


def run_here(*command):
    subprocess.run([a.bin, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True,
                   env=dict(os.environ, LC_ALL="C", HOME="/nowhere"))


try:
    for desk in desks:
        locked(desk)
    chroot = may_lock()
    os.makedirs(desks[0] + "/src")
    shutil.copy("fixtures/workload/annotate.cc", desks[0] + "/src")
    print("on desks of their own" if chroot else "with --isolated, without source text")
    check("amd64, C++", "fixtures/amd64/annotate.data", "fixtures/amd64/annotate/first", (6, 180, 180, 14, 20),
          ["<counters>"] + ["n += x & 1;"] * chroot)
    for arch, capture, least in (("amd64", "fp", (5, 100, 100, 10, 1)), ("hppa", "user", (6, 200, 200, 40, 0)),
                                 ("riscv64", "pipe", (4, 80, 80, 15, 0))):
        check(f"{arch}, fixture", f"fixtures/{arch}/{capture}.data", f"fixtures/{arch}/debug", least)
    merge("hppa, fixtures", ["fixtures/hppa/user.data", "fixtures/hppa/threads.data"], "fixtures/hppa/debug")
    for arch, capture in [(arch, "fp") for arch in ("armhf", "arm64", "s390x", "i386", "riscv64")] + [("hppa", "sysg"), ("s390x", "sys")]:
        if os.path.isdir(f"{SHARED}/{arch}"):
            cache = os.path.join(temp, "cache", arch)
            with tarfile.open(f"{SHARED}/{arch}/buildid-cache.tar.xz") as t:
                t.extractall(cache)
            check(f"{arch}, {capture}.data", f"{SHARED}/{arch}/{capture}.data", cache, (10, 400, 0, 0, 0),
                  kernel=next(iter(glob.glob(f"{SHARED}/{arch}/vmlinux.xz")), None))
            if capture == "fp":
                merge(arch, [f"{SHARED}/{arch}/{name}.data" for name in ("fp", "sysg")], cache)
finally:
    shutil.rmtree(temp)
