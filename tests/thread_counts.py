#!/usr/bin/env python3
"""What report --threads takes is bounded by the READ records, not by threads times events: usage: thread_counts.py --bin PROGRAM"""
import argparse, os, struct, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
EVENTS, READS, MORE = 1000, 10000, 20 << 10     # 8 bytes for each event of each thread would be 78 MiB; KiB that may be taken
IP, TID, TIME, ID, FORMAT_ID, SAMPLE_ID_ALL, READ = 1, 2, 4, 64, 4, 1 << 18, 8


def capture():
    """As many software events as that, of which every READ record is another thread's."""
    ids = 104
    attrs = ids + 8 * EVENTS
    data = attrs + 80 * EVENTS
    read = [struct.pack("<IHHIIQQIIQQ", READ, 0, 56, 1, i + 1, i + 5, i % EVENTS + 1, 1, i + 1, i + 2, i % EVENTS + 1)
            for i in range(READS)]
    head = struct.pack("<8s8Q32x", b"PERFILE2", 104, 80, attrs, 80 * EVENTS, data, 56 * READS, 0, 0)
    attr = struct.pack("<IIQQQQQ16x", 1, 64, 0, 1000, IP | TID | TIME | ID, FORMAT_ID, SAMPLE_ID_ALL)
    return b"".join([head, *(struct.pack("<Q", i + 1) for i in range(EVENTS)),
                     *(attr + struct.pack("<QQ", ids + 8 * i, 8) for i in range(EVENTS)), *read])


def run(*options):
    """The output, and KiB of memory."""
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen([a.bin, "report", "--isolated", *options, "-i", path], stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read().decode(), usage.ru_maxrss


with tempfile.NamedTemporaryFile(suffix=".data") as f:
    path = f.name
    f.write(capture())
    f.flush()
    _, least = run()
    text, most = run("-T")
bad = [f"{most - least} KiB, more than {MORE}"] if most - least > MORE else []
rows = [line.split() for line in text.splitlines() if line.startswith("  ")]
if len(rows) != READS or any(sum(map(int, row[2:])) != i + 5 or int(row[2 + i % EVENTS]) != i + 5 for i, row in enumerate(rows)):
    bad.append(f"{len(rows)} threads, and not the counts that were written")
print("\n".join(bad) or f"{len(rows)} threads and {EVENTS} events took {most - least} KiB more than none")
sys.exit(bool(bad))
