#!/usr/bin/env python3
"""Source of another version is not shown in silence: usage: annotate_source.py --bin PROGRAM

fixtures/workload/annotate.cc is built anew, with the build-ids that were recorded, by clang, which writes the MD5 of each
file (DWARF 5), and by gcc, which does not. The file beside it is then the one that was compiled, though newer, or another
one, though older; so it is looked at on disk, on disk beside a folio, and in a folio that was packed with it, and packed
again; and of two captures. Without --source-prefix
its text is there only if the MD5 is that of the file. Skipped (77) where neither compiler makes programs of x86_64."""
import argparse, json, os, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
CAPTURES = {"first": "fixtures/amd64/annotate.data", "second": "fixtures/amd64/annotate-second.data"}
OPTIONS = "-O2 -g -gdwarf-5 -nostdlib -static -ffreestanding -fno-stack-protector -fno-asynchronous-unwind-tables -DROUNDS=1".split()
OTHER, FIRST, NEWER = "is not the version from which the code was compiled: its MD5 differs", "from which the code of the first was compiled", "was written after the code was built: it may be another version"
LINE = "for (; i + 4 <= n; i += 4) {"
temp = tempfile.mkdtemp(prefix="perfolio-annotate-source-")
source = f"{temp}/annotate.cc"


def run(*command, want=0):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       env=dict(os.environ, LC_ALL="C", HOME="/nowhere"), universal_newlines=True)
    assert want is None or p.returncode == want, (command, p.returncode, p.stderr)
    return p if want is None else p.stdout + p.stderr


def build_id(which):
    out = run("readelf", "-nW", f"fixtures/amd64/annotate/{which}")
    return out.split("Build ID: ")[1].split()[0]


def build(compiler, which):
    """False: it cannot."""
    program = f"{temp}/{which}"
    p = run(compiler, *OPTIONS, *["-DSECOND"] * (which == "second"), f"-Wl,--build-id=0x{build_id(which)}", "-o", program, source, want=None)
    if p.returncode == 0:
        os.utime(program, (2e9, 2e9))
    return p.returncode == 0 and "Advanced Micro Devices X86-64" in run("readelf", "-hW", program)


def write(text, when):
    open(source, "w").write(text)
    os.utime(source, (when, when))


def annotate(*which):
    """What is said of the source, whether a line of it stands there, and what JSON has."""
    text = run(a.bin, "annotate", "--top", "0", "--source-prefix", f"{temp}={temp}", "--isolated", *which)
    doubts = [f["doubtful_sources"] for f in json.loads(run(a.bin, "annotate", "--top", "0", "--json", "--source-prefix", f"{temp}={temp}",
                                                            "--isolated", *which))["functions"] if "doubtful_sources" in f]
    said = {line.split("annotate.cc ", 1)[1] for line in text.splitlines() if line.startswith("# source:")}
    return said, LINE in text, {d["age"] for f in doubts for d in f}


def check(compiler):
    v1 = open("fixtures/workload/annotate.cc").read()
    v2 = v1.replace("for (; i + 4 <= n; i += 4) {", "for (; i + 4 <= n; i += 4) { /* ... */")
    old, new = 1e9, 3e9
    sums = "clang" in compiler
    here = ["-i", CAPTURES["first"], "--objects", f"{temp}/first"]
    write(v1, old)
    if not build(compiler, "first"):
        return print(f"{compiler}: makes no programs of x86_64 here") or False
    run(a.bin, "pack", CAPTURES["first"], "--isolated", "--objects", f"{temp}/first", "-o", f"{temp}/bare.folio")
    for text, when, said, age in [(v1, old, None, None), (v1, new, None if sums else NEWER, None if sums else "newer"),
                                  (v2, old, OTHER if sums else None, "other" if sums else None)]:
        write(text, when)
        want = {said} - {None}, True, {age} - {None}
        assert annotate(*here) == want, (compiler, when, annotate(*here), want)
        beside = annotate("-i", f"{temp}/bare.folio")
        assert beside == (want if sums else ({"is this machine's file: it may not be the version from which the code was compiled"}, True, {"unknown"})), beside
        proven = sums and text == v1
        hinted = run(a.bin, "annotate", "--top", "0", *here)
        assert (LINE in hinted, f"is not shown: nothing proves that this machine's file is the compiled version; --source-prefix {temp}={temp} " in hinted) == (
            proven, not proven), (compiler, text == v1, hinted)
        assert LINE not in run(a.bin, "annotate", "--top", "0", "--isolated", *here), compiler
        pack = [a.bin, "pack", CAPTURES["first"], "--source", "--objects", f"{temp}/first", "-o", f"{temp}/x.folio"]
        hinted = run(*pack)
        assert (f"lines of {source}" in hinted, "was not taken" in hinted) == (proven, not proven), (compiler, hinted)
        assert f"lines of {source}" not in run(*pack, "--isolated"), compiler
        packed = run(*pack, "--isolated", "--source-prefix", f"{temp}={temp}")
        assert f"lines of {source}" in packed, packed
        assert ("MD5 differs from the MD5 of the compiled version" in packed) == (said == OTHER), packed
        run(a.bin, "pack", f"{temp}/x.folio", "--isolated", "-o", f"{temp}/again.folio")
        os.remove(source)
        for folio in "x", "again":
            run(a.bin, "verify", f"{temp}/{folio}.folio")
            run(sys.executable, "tests/folio/reader.py", f"{temp}/{folio}.folio")
            kept = annotate("-i", f"{temp}/{folio}.folio")
            assert kept == (({said} if said == OTHER else set()), True, {"other"} if said == OTHER else set()), (compiler, folio, kept)
        assert open(f"{temp}/x.folio", "rb").read() == open(f"{temp}/again.folio", "rb").read()
    write(v2, old)
    build(compiler, "second")
    both = annotate(CAPTURES["first"], CAPTURES["second"], "--objects", f"{temp}/first", "--objects", f"{temp}/second")[0]
    assert (both == {f"is not the version {FIRST}: its MD5 differs"}) if sums else not both, both
    write(v2 + "/* the third */\n", old)
    packed = run(a.bin, "pack", CAPTURES["first"], CAPTURES["second"], "--source", "--objects", f"{temp}/first", "--objects", f"{temp}/second",
                 "--source-prefix", f"{temp}={temp}", "-o", f"{temp}/x.folio")
    assert packed.count("differs from the MD5 of the compiled version") == (2 if sums else 0), packed     # of each capture, not of the first
    print(f"{compiler}: {'by MD5' if sums else 'by times'}")
    return True


try:
    found = [c for c in ("clang++", "g++") if shutil.which(c) and check(c)]
finally:
    shutil.rmtree(temp)
if not found:
    print("SKIPPED: no compiler for x86_64 here")
    sys.exit(77)
