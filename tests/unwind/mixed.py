#!/usr/bin/env python3
"""Events that find callers in different ways, in one capture: usage: mixed.py --bin PROGRAM [--perf PROGRAM] [--cxx CXX]

Records stacks.cc with one event whose chains the kernel walks and one whose stacks are dumped. Functions inlined into
others are frames of the second one alone, whatever was counted before at the same place: the report of the first one is
the same with them and without. Where branches are told apart by addresses they have lines of their own, too. Skipped (77)
where perf may not record."""
import argparse, os, re, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--perf", default="perf")
ap.add_argument("--cxx", default="c++")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stacks.cc")
EVENTS = "cpu-clock/freq=1999,call-graph=fp/,task-clock/freq=1999,call-graph=dwarf/"


def run(*command):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=temp,
                       env=dict(os.environ, LC_ALL="C", HOME=temp, DEBUGINFOD_URLS=""))
    assert p.returncode == 0, (command, p.stderr.decode(errors="replace"))
    return p.stdout.decode(errors="surrogateescape")


def inlined(text):
    """The functions whose lines say that they were inlined; of addresses there is the source line behind the name."""
    return {re.sub(r"^[-| ]*([\d.]+%--)?|( [^ ]*:\d+)? \(inlined\).*", "", line)
            for line in text.splitlines() if "(inlined)" in line and "%  " not in line}


def events(*options):
    """What a report says of the event with chains, and of the one with dumps."""
    text = run(a.bin, "report", "--no-children", "-g", "caller,0", *options, "perf.data")
    return [part.split("\n# Samples")[0] for part in text.split(" of event '")[1:]]


with tempfile.TemporaryDirectory(prefix="perfolio-mixed-") as temp:
    try:
        run(a.cxx, "-O2", "-g", "-fno-omit-frame-pointer", "-o", "program", SOURCE)
        run(a.perf, "record", "-q", "-e", EVENTS, "-o", "perf.data", os.path.join(temp, "program"), "0.5")
    except (OSError, AssertionError) as why:
        print("SKIPPED: perf may not record here, or nothing can be compiled:", why)
        sys.exit(77)
    chains, dumps = events()
    plain, _ = events("--no-inline")
    assert "(inlined)" in dumps, "nothing is inlined in stacks.cc"
    _, places = events("-g", "caller,0,address")
    by_function, by_address = inlined(dumps), inlined(places)
    assert by_function <= by_address, ("inlined callees without a line of their own where branches are addresses",
                                       by_function - by_address)
    assert chains == plain, "functions are inlined into chains that were not unwound"
