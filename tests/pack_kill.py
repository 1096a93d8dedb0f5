#!/usr/bin/env python3
"""A folio is there whole or not at all: usage: pack_kill.py --bin PROGRAM [--kills N] [--samples N]

Packs a capture again and again, each time killed at another moment between the start and a little after the end. What has
a name afterwards is the whole folio, to the byte, or what was there before: nothing, or another folio. No other file is left."""
import argparse, os, random, signal, subprocess, sys, tempfile, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "bench"))
import multiply

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--kills", type=int, default=30)
ap.add_argument("--samples", type=int, default=200000)
a = ap.parse_args()
DEBUG = os.path.join(ROOT, "fixtures", "amd64", "debug")


def pack(capture, out):
    return subprocess.Popen([a.bin, "pack", capture, "--level", "full", "--isolated", "--objects", DEBUG, "-o", out],
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def read(path):
    with open(path, "rb") as f:
        return f.read()


with tempfile.TemporaryDirectory(prefix="perfolio-kill-") as scratch:
    capture, folder = os.path.join(scratch, "perf.data"), os.path.join(scratch, "out")
    out = os.path.join(folder, "x.folio")
    os.mkdir(folder)
    multiply.main(os.path.join(ROOT, "fixtures", "amd64", "sysg.data"), capture, a.samples)
    old = os.path.join(scratch, "old.folio")
    assert pack(os.path.join(ROOT, "fixtures", "amd64", "fp.data"), old).wait() == 0
    begin = time.monotonic()
    assert pack(capture, out).wait() == 0
    length = time.monotonic() - begin
    assert subprocess.run([a.bin, "info", "-i", out], stdout=subprocess.DEVNULL).returncode == 0
    whole, before, moments = read(out), read(old), random.Random(1)
    seen = {"nothing": 0, "what was there": 0, "the folio": 0, "the folio under a name on its way": 0}
    for i in range(a.kills):
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        if i % 2:
            with open(out, "wb") as f:
                f.write(before)
        moment = moments.uniform(0, 1.1 * length)
        p = pack(capture, out)
        time.sleep(moment)
        p.send_signal(signal.SIGKILL)
        p.wait()
        found = {name: read(os.path.join(folder, name)) for name in os.listdir(folder)}
        where = f"kill {i}, {moment:.3f} s after the start"
        now = found.pop("x.folio", None)
        assert now in (whole, before if i % 2 else None), f"{where}: {len(now or b'')} bytes that are neither the folio nor what was there"
        assert all(b == whole for b in found.values()), f"{where}: left {[(k, len(v)) for k, v in found.items()]}"
        seen["the folio" if now == whole else "what was there" if now else "nothing"] += 1
        seen["the folio under a name on its way"] += len(found)
    print(f"killed {a.kills} times within {1.1 * length:.2f} s of packing {os.path.getsize(capture):,} bytes: there was "
          + ", ".join(f"{k} {n} times" for k, n in seen.items() if n))
