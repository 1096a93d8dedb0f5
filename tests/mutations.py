#!/usr/bin/env python3
"""Damaged files: usage: mutations.py --bin SWEEP [--whole] [--corpus FOLDER] [--jobs N] [--part I/N] [FILE...]

Each fixture, and each capture below FOLDER, is damaged and cut off (tests/fuzz/sweep.c): every case meets `report` and one other
command line in turn. No signal, no run of more than 10 s, and no more memory than docs/limits.md states for the file; each
that is compressed counts as 20 times its size. `--whole`: 2,000 mutations and 500 truncations of each file; else a few of
each. `--part`: every N-th file from the I-th on."""
import argparse, concurrent.futures, os, re, subprocess, sys, time

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", required=True)
ap.add_argument("--whole", action="store_true")
ap.add_argument("--corpus")
ap.add_argument("--jobs", type=int, default=1)
ap.add_argument("--part", default="0/1")
ap.add_argument("files", nargs="*")
a = ap.parse_args()
CASES, CUTS = (2000, 500) if a.whole else (16, 8)
SHRUNK = 20                                         # what is packed becomes so many times as long, or less
PACKED = re.compile(r"zstd|\.folio$|\.gz$|\.xz$|z\.data$")


def fixtures():
    for folder, folders, files in os.walk("fixtures"):
        yield from (os.path.join(folder, f) for f in sorted(files + folders) if f.endswith((".data", ".folio")))
        folders[:] = sorted(f for f in folders if not f.endswith(".data") and f not in ("fuzz",))


def captures(folder):
    """The files that begin as a capture does."""
    for where, _, files in sorted(os.walk(folder)):
        for f in sorted(files):
            path = os.path.join(where, f)
            with open(path, "rb") as file:
                if file.read(8) in (b"PERFILE2", b"2ELIFREP", b"PERFFILE", b"ELIFFREP"):
                    yield path


def sweep(path):
    inside = os.path.isdir(path)
    size = sum(os.path.getsize(os.path.join(path, f)) for f in os.listdir(path)) if inside else os.path.getsize(path)
    mib = size / (1 << 20) * (SHRUNK if PACKED.search(path) else 1)
    begun = time.monotonic()
    p = subprocess.run([a.bin, "-s", "0", "-n", str(CASES), "-k", str(CUTS), "-r", "-m", f"{mib:.3f}", path], stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, env=dict(os.environ, HOME="/dev/null", LC_ALL="C"))
    return path, p.returncode, p.stdout.decode(errors="replace"), time.monotonic() - begun


i, n = map(int, a.part.split("/"))
files = (a.files or [*fixtures(), *(captures(a.corpus) if a.corpus else ())])[i::n]
assert files
cuts = flips = failed = done = 0
with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
    for path, status, said, seconds in pool.map(sweep, files):
        done += 1
        for c, f in re.findall(r": (\d+) cuts, (\d+) flips$", said, re.M):
            cuts, flips = cuts + int(c), flips + int(f)
        if status:
            failed += 1
            print(said, flush=True)
        elif a.whole:
            print(f"{path}: {seconds:.0f} s", flush=True)
print(f"{done} files, {flips} mutations, {cuts} truncations, {failed} files with faults")
sys.exit(bool(failed))
