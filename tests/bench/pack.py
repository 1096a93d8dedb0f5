#!/usr/bin/env python3
"""./dev bench pack: how large a folio of each level is and what it costs, beside `perf archive` where perf is installed.

usage: pack.py [--runs N] [--record SECONDS] [--capture FILE --objects PATH] [--keep] [--bin PROGRAM] [--perf PROGRAM]

The captures are one recorded here, system-wide with call chains (--record 0: not), and fixtures/amd64/sysg.data multiplied to
half a million samples, with the objects of its machine if they are there (--capture: only one of yours, with the build-id cache
or home that --objects names). `perf archive` packs the files of the objects alone, so what one has to send is its tarball and
the capture; a folio holds both. Medians of N runs: wall clock, and processor time of all processes (user and system)."""
import argparse, os, shutil, subprocess, tempfile

import measure, multiply
from record import ROOT, record, samples

LEVELS = ["min", "symbols", "code", "full"]
SAMPLES = 500000

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--runs", type=int, default=3)
ap.add_argument("--record", type=float, default=20)
ap.add_argument("--capture")
ap.add_argument("--objects")
ap.add_argument("--keep", action="store_true", help="leave everything where it is and say where")
ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
ap.add_argument("--perf", default=shutil.which("perf"))
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)


def medians(command, out, home):
    return measure.in_turn({"": (command, out)}, a.runs, home).get("")


def home_of(folder, name, cache=None):
    """A home with nothing in it but a build-id cache: where both programs look."""
    home = os.path.join(folder, name)
    os.mkdir(home)
    if cache and os.path.isdir(cache):
        cache = os.path.join(cache, ".debug") if os.path.isdir(os.path.join(cache, ".debug")) else cache
        os.symlink(os.path.abspath(cache), os.path.join(home, ".debug"))
    return home


def prepare(folder):
    """[(words, path, home)]"""
    if a.capture:
        return [(a.capture, os.path.abspath(a.capture), home_of(folder, "home", a.objects))]
    found = []
    here, home = os.path.join(folder, "here.data"), home_of(folder, "here")
    if a.record and a.perf and record(a.perf, a.record, here, home):
        found.append((f"{samples(a.bin, here):,} samples, recorded here", here, home))
    elif a.record:
        print("perf may not record here: only the multiplied fixture is packed")
    many, home = os.path.join(folder, "many.data"), home_of(folder, "many")
    n = multiply.main(os.path.join(ROOT, "fixtures", "amd64", "sysg.data"), many, SAMPLES)
    objects = os.path.join(os.environ.get("PERFOLIO_SHARED", os.path.join(ROOT, "..", "shared")), "captures/amd64/buildid-cache.tar.xz")
    if os.path.exists(objects):
        subprocess.run(["tar", "-xJf", objects, "-C", home], check=True)
    else:
        print(f"{objects} is not there: the multiplied fixture is packed without objects")
    return found + [(f"{n:,} samples, multiplied", many, home)]


def show(words, base, size, cost=None):
    seconds = f" {cost.wall:8.2f} {cost.cpu:8.2f}" if cost else ""
    print(f"{words:28} {size:14,.0f} {size / base:8.3f}{seconds}", flush=True)


folder = tempfile.mkdtemp(prefix="perfolio-bench-")
try:
    captures = prepare(folder)
    print(f"medians of {a.runs} runs on {os.cpu_count()} processors; ratio: to what one has to send with perf archive, or to the capture")
    for words, path, home in captures:
        work = os.path.join(home, "capture.data")       # perf archive writes beside it
        os.link(path, work) if os.stat(path).st_dev == os.stat(home).st_dev else shutil.copy(path, work)
        capture = os.path.getsize(work)
        print(f"\n{words}\n{'':28} {'bytes':>14} {'ratio':>8} {'wall s':>8} {'CPU s':>8}")
        archive = a.perf and medians([a.perf, "archive", work], work + ".tar.bz2", home)
        base = capture + (archive.size if archive else 0)
        show("the capture", base, capture)
        if archive:
            show("perf archive", base, archive.size, archive)
            show("perf archive and capture", base, base, archive)
        for level in LEVELS:
            out = os.path.join(home, level + ".folio")
            packed = medians([a.bin, "pack", "--level", level, "--objects", os.path.join(home, ".debug"), "-o", out, work], out, home)
            if packed:
                show(f"pack --level {level}", base, packed.size, packed)
finally:
    if a.keep:
        print(f"\nkept in {folder}")
    else:
        shutil.rmtree(folder)
