#!/usr/bin/env python3
"""What `doctor` says adds up, and it names what is not there: usage: doctor.py --bin PROGRAM [--served PROGRAM]
CAPTURE...

Of every capture: the samples of all objects and those outside of every mapping are all samples, as `report --json`
counts them; the same of the nameless ones, which are the samples of the report's rows without a symbol; and the
problems that every command counts say so, too. Then objects are taken away one after the other: doctor says of exactly
these that they are missing, and their samples are nameless."""
import argparse, collections, glob, itertools, json, os, shutil, sys, tempfile

from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("captures", nargs="+")
ap.add_argument("--served", help="tests/program.py")
a = ap.parse_args()
program = Program(a.bin, a.served)
faults = []


def ask(*words):
    p = program.run(*words, "--json", "--isolated")
    assert p.returncode == 0, f"{words}: status {p.returncode}: {p.stderr.decode()}"
    return json.loads(p.stdout)


def check(what, got, want):
    if got != want:
        faults.append(f"{what}: {got}, not {want}")


def adds_up(path, objects):
    """Hold doctor's answer about a capture against the report's; returns it."""
    where = [word for folder in objects for word in ("--objects", folder)]
    d = ask("doctor", "-i", path, *where)
    events = ask("report", "--no-children", "--sort", "dso,symbol", "-i", path, *where)["events"]
    rows = [row for event in events for row in event["rows"]]
    total, outside = sum(row["samples"] for row in rows), d["outside_of_mappings"]
    nameless = collections.Counter()
    for row in rows:
        nameless[row["dso"]] += row["samples"] if row["symbol"]["name"] is None else 0
    of = d["objects"]
    check(f"{path}: samples", d["samples"], total)
    check(f"{path}: samples of objects and outside", sum(o["samples"] for o in of) + outside, total)
    check(f"{path}: nameless in objects", sum(o["nameless"] for o in of), d["nameless_in_objects"])
    check(f"{path}: nameless", d["nameless_in_objects"] + outside, d["nameless"])
    check(f"{path}: nameless in the report", sum(nameless.values()), d["nameless"])
    check(f"{path}: outside in the report", nameless[None], outside)
    check(f"{path}: outside by what it is", sum(d["outside"].values()), outside)
    check(f"{path}: shares", abs(sum(o["percent"] for o in of) + 100 * outside / (total or 1) - (100 if total else 0))
          <= 0.005 * (len(of) + 1), True)
    check(f"{path}: the most nameless first", [o["nameless"] for o in of], sorted((o["nameless"] for o in of), reverse=True))
    problems = collections.Counter({p["key"]: p["count"] for p in d["problems"]})
    check(f"{path}: nameless as problems", problems["no-object"] + problems["no-symbol"], d["nameless_in_objects"])
    check(f"{path}: outside as problems", problems["no-map"], outside)
    return d


def taken_away(path, have):
    """Each subset of the files of a build-id cache: what is not in it is what doctor misses."""
    files = sorted(os.path.join(folder, f) for folder, _, names in os.walk(have) for f in names if f == "elf")
    full = {o["path"]: o for o in adds_up(path, [have])["objects"]}
    named = [f for f in files if any(f"{p}/{o['build_id']}/" in f and o["names_from"] == "full" for p, o in full.items())]
    assert named, f"{path}: {have} has nothing of it"
    for n in range(len(named) + 1):
        for gone in itertools.combinations(named, n):
            with tempfile.TemporaryDirectory() as t:
                cache = os.path.join(t, "cache")
                shutil.copytree(have, cache, symlinks=True)
                for f in gone:
                    ident = f.split("/")[-2]
                    for copy in glob.glob(os.path.join(cache, "**", ident), recursive=True):
                        shutil.rmtree(copy)   # whatever it is called: files are found by their build-id
                    link = os.path.join(cache, ".build-id", ident[:2], ident[2:])
                    if os.path.lexists(link):
                        os.unlink(link)
                os.makedirs(os.path.join(cache, ".build-id"), exist_ok=True)
                d = adds_up(path, [cache])
            left = {o["path"] for o in d["objects"] if o["reason"] == "not-found"}
            lost = {p for p, o in full.items() if o["reason"] == "not-found" or any(f"{p}/{o['build_id']}/" in f for f in gone)}
            check(f"{path} without {gone}: missing", left, lost)
            for o in d["objects"]:
                if o["path"] in left:
                    check(f"{path} without {gone}: {o['path']}", o["nameless"], o["samples"])
                else:
                    check(f"{path} without {gone}: {o['path']}", o["nameless"], full[o["path"]]["nameless"])


for path in a.captures:
    have = os.path.join(os.path.dirname(path), "debug")
    adds_up(path, [])
    if os.path.isdir(have):
        adds_up(path, [have])
for path in "fixtures/hppa/user.data", "fixtures/amd64/fp.data", "fixtures/amd64/buildid-mmap.data":
    taken_away(path, os.path.join(os.path.dirname(path), "debug"))
print("\n".join(faults) or f"the doctor's answers to {len(a.captures)} captures add up")
sys.exit(bool(faults))
