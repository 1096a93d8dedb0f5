#!/usr/bin/env python3
"""The same folio on two hosts: usage: folios.py PROGRAM OTHER

Packs every fixture, and every capture of ../shared (or $PERFOLIO_SHARED) if it is there, at every level with both programs,
and wants the same bytes; each program reports what the other one packed, and both have to say the same."""
import filecmp, glob, os, subprocess, sys, tempfile, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SHARED = os.environ.get("PERFOLIO_SHARED", os.path.join(ROOT, "..", "shared"))
LEVELS = ["min", "symbols", "code", "full"]
ENV = dict(os.environ, LC_ALL="C", TZ="UTC", HOME="/dev/null")


def captures(scratch):
    """[(capture, build-id cache)]"""
    found = [(c, os.path.join(os.path.dirname(c), "debug")) for c in glob.glob(os.path.join(ROOT, "fixtures/*/*.data"))
             if "/bad/" not in c]
    for folder in sorted(glob.glob(os.path.join(SHARED, "captures", "*", ""))):
        cache = os.path.join(scratch, os.path.basename(folder[:-1]))
        os.mkdir(cache)
        subprocess.run(["tar", "-xJf", folder + "buildid-cache.tar.xz", "-C", cache], check=True)
        found += [(c, cache) for c in glob.glob(folder + "*.data")]
    return sorted(found)


def run(*command):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV)
    assert p.returncode in (0, 1), f"{' '.join(command)}: status {p.returncode}: {p.stderr.decode(errors='replace')}"
    return p.returncode, p.stdout, p.stderr


def main(programs):
    folios = faults = size = 0
    seconds = [0.0, 0.0]
    with tempfile.TemporaryDirectory(prefix="perfolio-cross-") as scratch:
        for capture, cache in captures(scratch):
            objects = ["--objects", cache] if os.path.isdir(cache) else []
            for level in LEVELS:
                folio, made, said = os.path.join(scratch, "x.folio"), [os.path.join(scratch, f"{i}.folio") for i in (0, 1)], []
                for i, program in enumerate(programs):
                    begin = time.monotonic()
                    said.append(run(program, "pack", capture, "--level", level, "-o", folio, "--isolated", *objects))
                    seconds[i] += time.monotonic() - begin
                    os.rename(folio, made[i])
                good = said[0] == said[1] and said[0][0] == 0 and filecmp.cmp(*made, shallow=False)
                if good:
                    reports = [run(p, "report", "--stdio", "--sort", "comm,dso,sym", "--isolated", "-i", made[0]) for p in programs]
                    good = reports[0] == reports[1]
                    size += os.path.getsize(made[0])
                folios += 1
                if not good:
                    faults += 1
                    print(f"{capture}: --level {level}: not the same on both hosts: {made} {said}", flush=True)
    print(f"{folios} folios, {size:,} bytes, {faults} differ; packed in {seconds[0]:.0f} s and {seconds[1]:.0f} s")
    return bool(faults or not folios)


if len(sys.argv) != 3:
    sys.exit(__doc__)
sys.exit(main(sys.argv[1:]))
