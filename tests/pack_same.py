#!/usr/bin/env python3
"""The same inputs give the same folio: usage: pack_same.py --bin PROGRAM

Packs captures and the objects of their machines again and again: by other paths, from other folders, copied in another order
and to another file system, later, for another user, with another umask, language and time zone, on one processor, through a
pipe. Every folio has to be the first one, to the byte."""
import argparse, os, shutil, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
LEVELS = ["min", "symbols", "code", "full"]
SETS = [("hppa", ["user.data"]), ("amd64", ["fp.data"]), ("amd64", ["dir.data", "zstd.data", "buildid-mmap.data"])]

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
SANITIZERS = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
PLAIN = dict(SANITIZERS, PATH="/usr/bin:/bin", LC_ALL="C", TZ="UTC", HOME="/dev/null")
STRANGE = dict(SANITIZERS, PATH="/usr/bin:/bin", LC_ALL="tr_TR.UTF-8", LANG="de_DE.UTF-8", TZ="Asia/Kathmandu", USER="somebody",
               LOGNAME="somebody", HOSTNAME="elsewhere", COLUMNS="40", SOURCE_DATE_EPOCH="1", MALLOC_PERTURB_="165")


def pack(captures, objects, level, out, env=PLAIN, cwd=ROOT, umask=0o022, processors=None):
    def prepare():
        os.umask(umask)
        if processors:
            os.sched_setaffinity(0, processors)
    p = subprocess.run([a.bin, "pack", *captures, "--level", level, "--objects", objects, "-o", out], cwd=cwd, env=env,
                       preexec_fn=prepare, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.returncode == 0, p.stderr.decode(errors="replace")
    if out == "-":
        return p.stdout
    with open(os.path.join(cwd, out), "rb") as f:
        return f.read()


def merge(folios, out):
    subprocess.run([a.bin, "merge", *folios, "-o", out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return open(out, "rb").read()


def copy_backwards(source, target):
    """A copy whose files came to be in the opposite order, and later."""
    if os.path.isfile(source):
        shutil.copyfile(source, target)
        os.utime(target, (2000000000, 2000000000))
        return
    os.mkdir(target)
    for name in sorted(os.listdir(source), reverse=True):
        copy_backwards(os.path.join(source, name), os.path.join(target, name))


folios = 0
with tempfile.TemporaryDirectory(prefix="perfolio-same-") as scratch, \
        tempfile.TemporaryDirectory(prefix="perfolio-same-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as memory:
    os.mkdir(os.path.join(scratch, "tmp"))
    out = os.path.join(scratch, "x.folio")
    one = {min(os.sched_getaffinity(0))}
    for number, (machine, names) in enumerate(SETS):
        here, there, elsewhere = os.path.join(ROOT, "fixtures", machine), os.path.join(scratch, str(number)), os.path.join(memory, str(number))
        for folder in there, elsewhere:
            os.mkdir(folder)
            for name in reversed(names):
                copy_backwards(os.path.join(here, name), os.path.join(folder, name))
            copy_backwards(os.path.join(here, "debug"), os.path.join(folder, "debug"))
        home = os.path.join(scratch, f"home{number}")
        os.mkdir(home)
        os.symlink(os.path.join(here, "debug"), os.path.join(home, ".debug"))
        relative = [f"fixtures/{machine}/{n}" for n in names]
        absolute = [os.path.join(here, n) for n in names]
        sizes = []
        for level in LEVELS:
            first = pack(relative, f"fixtures/{machine}/debug", level, out)
            ways = {
                "again, over what is there": pack(relative, f"fixtures/{machine}/debug", level, out),
                "by absolute paths": pack(absolute, os.path.join(here, "debug"), level, out),
                "by dots": pack(names, "./debug/.", level, out, cwd=here),
                "the objects as .": pack([f"../{n}" for n in names], ".", level, out, cwd=os.path.join(here, "debug")),
                "by roundabout paths": pack([f"..//{machine}/./{n}" for n in names], f"../{machine}/debug//", level, out, cwd=here),
                "to a relative path": pack(absolute, os.path.join(here, "debug"), level, "y.folio", cwd=scratch),
                "through a pipe": pack(relative, f"fixtures/{machine}/debug", level, "-"),
                "copied in another order": pack(names, "debug", level, out, cwd=there),
                "in memory, in another order": pack(names, "debug", level, out, cwd=elsewhere),
                "umask 077": pack(relative, f"fixtures/{machine}/debug", level, os.path.join(scratch, "077.folio"), umask=0o077),
                "umask 0": pack(relative, f"fixtures/{machine}/debug", level, os.path.join(scratch, "0.folio"), umask=0),
                "another user, language, time zone": pack(relative, f"fixtures/{machine}/debug", level, out,
                                                          env=dict(STRANGE, HOME=home, TMPDIR=os.path.join(scratch, "tmp"))),
                "without an environment": pack(relative, f"fixtures/{machine}/debug", level, out, env=SANITIZERS),
                "on one processor": pack(relative, f"fixtures/{machine}/debug", level, out, processors=one),
            }
            parts = [os.path.join(scratch, f"part{i}.folio") for i in range(len(names))]
            for name, part in zip(relative, parts):
                pack([name], f"fixtures/{machine}/debug", level, part)
            if level != "min":     # there each capture has the symbols that it touches itself
                ways["merged"] = merge(parts, out)
            if level != "min" and len(names) > 1:
                shutil.copyfile(parts[0], out)
                ways["appended"] = pack(["--append", *relative[1:]], f"fixtures/{machine}/debug", level, out)
            for way, folio in ways.items():
                folios += 1
                assert folio == first, f"{machine}/{'+'.join(names)}, --level {level}, {way}: another folio ({len(first)} and {len(folio)} bytes)"
            os.unlink(out)
            sizes.append(len(first))
        assert sizes == sorted(set(sizes)), f"{machine}: no more at a higher level: were the objects found? {sizes}"
print(f"{folios} folios, each the same as the first of its kind")
