#!/usr/bin/env python3
"""Events that describe themselves (EventHeader): usage: linux_tracepoints.py --bin PROGRAM [--from FOLDER]

Holds every sample of perf.data and pipe.data of github.com/microsoft/LinuxTracepoints, folder TestOutput, against what
that project's decoder says of it, {perf,pipe}.data.linux.json: the name, the fields, the attributes and the activity of
events, the fields of other tracepoints, CPU, process and thread. FOLDER, or $PERFOLIO_LINUX_TRACEPOINTS, holds these four
files; without them this says so and is skipped (exit status 77)."""
import argparse, json, os, subprocess, sys

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--from", dest="folder", default=os.environ.get("PERFOLIO_LINUX_TRACEPOINTS", ""))
a = ap.parse_args()


def pairs(members):
    """An object whose members may have one name, each of which counts."""
    out = {}
    for key, value in members:
        while key in out:
            key += "'"
        out[key] = value
    return out


def plain(v):
    """Values in one spelling: pids are hexadecimal there, and what is no character has bytes that are no UTF-8."""
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    if isinstance(v, list):
        return [plain(x) for x in v]
    if isinstance(v, str) and v.startswith("0x"):
        return int(v, 16)
    return "\ufffd" if isinstance(v, str) and "\ufffd" in v else v


def theirs(path):
    with open(path, "rb") as f:
        text = f.read().decode("utf-8", "replace").lstrip("\ufeff")
    (events,) = json.loads("{" + text + "}", object_pairs_hook=pairs).values()
    return sorted(events, key=lambda e: e["meta"]["time"])  # stable: else in the order of the file


def ours(path):
    lines = subprocess.run([a.bin, "script", "--isolated", "--json", "-i", path], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, check=True).stdout.decode().splitlines()
    return [o for o in (json.loads(line, object_pairs_hook=pairs) for line in lines) if o.get("type") == "SAMPLE"]


def of_theirs(e):
    meta = e["meta"]
    head = {k: meta.get(k, 0) for k in ("level", "opcode", "id", "version")}
    head.update({k: int(meta.get(k, "0"), 16) for k in ("tag", "keyword")})
    head.update({"activity": meta.get("activity"), "related_activity": meta.get("relatedActivity")})
    return (e["n"], plain({k: v for k, v in e.items() if k not in ("n", "meta")}),
            head if ":" in e["n"] and "level" in meta else None, meta["cpu"], meta["pid"], meta["tid"])


def of_ours(o):
    h = o.get("eventheader")
    head = h and {k: plain(h.get(k)) for k in ("level", "opcode", "id", "version", "tag", "keyword")}
    if h:
        head.update({k: h.get(k) for k in ("activity", "related_activity")})
    fields = h["fields"] if h else {k: v for k, v in o["fields"].items() if not k.startswith("common_")}
    return (h["name"] if h else o["event"], plain(fields), head,
            o["cpu"], o["pid"] & 0xffffffff, o["tid"] & 0xffffffff)


faults = 0
for name in "perf.data", "pipe.data":
    capture, golden = (os.path.join(a.folder, name + end) for end in ("", ".linux.json"))
    if not a.folder or not os.path.exists(capture) or not os.path.exists(golden):
        print("SKIPPED: captures and goldens of LinuxTracepoints are not there; set PERFOLIO_LINUX_TRACEPOINTS to TestOutput")
        sys.exit(77)
    want, got = theirs(golden), ours(capture)
    wrong = [(w, g) for w, g in zip(map(of_theirs, want), map(of_ours, got)) if w != g]
    faults += len(wrong) + (len(want) != len(got))
    print(f"{name}: {len(want)} events, {len(got)} of ours, {len(want) - len(wrong)} equal")
    for w, g in wrong[:5]:
        print(f"  want {w}\n  have {g}")
sys.exit(faults > 0)
