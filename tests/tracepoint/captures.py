#!/usr/bin/env python3
"""Tracepoints of all captures with tracing data, of the fixtures and of ../shared/captures (or $PERFOLIO_SHARED): what we print
of their samples and of made-up ones of all their formats is what libtraceevent prints. usage: captures.py --bin ORACLE"""
import argparse, glob, os, subprocess, sys

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", required=True)
a = ap.parse_args()
shared = os.environ.get("PERFOLIO_SHARED", "../shared")
folders = "fixtures/[!b]*", os.path.join(shared, "captures/*")


def has_tracing_data(path):
    with open(path, "rb") as f:
        return b"\x17\x08Dtracing" in f.read()


files = [p for folder in folders for p in sorted(glob.glob(folder + "/*.data")) if os.path.isfile(p) and has_tracing_data(p)]
sys.exit(subprocess.run([a.bin, *files]).returncode)
