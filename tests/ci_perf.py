#!/usr/bin/env python3
"""Stands in for perf where it may not record: ci_perf.py record ... -o FILE PROGRAM

Runs nothing. It writes what perf would of the benchmark of docs/ci.md: samples in its functions, as many as they have work, give or take a
percent. That is read from the source beside PROGRAM. Of another PROGRAM (`true`) it writes a recording without samples."""
import os, platform, random, re, subprocess, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
from make import BASE
from perfwrite import Encoding, Event, Recording, comm, finished_round, mmap2, sample, string

AT, PAGE, PERIOD = 0x555555554000, 4096, 250000     # where a program is mapped; nanoseconds between samples
TIMES = 100                                 # of what the source says, a sample

file, program = sys.argv[sys.argv.index("-o") + 1], os.path.realpath(sys.argv[-1])
luck = random.Random(file)
start = 1000 + luck.randrange(1 << 40)      # no two runs are of one time
r = Recording([Event(sample_type=BASE, ids=[1], sample_period=PERIOD)], {6: string(platform.machine())})
if os.path.exists(program + ".c"):
    ask = lambda *command: subprocess.run([*command, program], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
    build_id = re.search(r"Build ID: (\w+)", ask("readelf", "-n"))
    offset, address, size = (int(x, 16) for x in re.search(r"LOAD +(\w+) (\w+) \w+ (\w+) \w+ R E", ask("readelf", "-lW")).groups())
    first, last = address & -PAGE, (address + size + PAGE - 1) & -PAGE
    r.add(comm(1, 1, os.path.basename(program), exec=True, time=start),
          mmap2(1, 1, AT + first, last - first, offset & -PAGE, program, build_id and bytes.fromhex(build_id.group(1)), time=start))
    at = {name: int(value, 16) for value, name in re.findall(r"^(\w+) [tT] (\w+)$", ask("nm"), re.M)}
    with open(program + ".c", encoding="utf-8") as f:
        work = re.findall(r"(\w+)\((\d+)\);", f.read())
    ips = [AT + at[name] + 4 for name, n in work for _ in range(round(int(n) / TIMES * luck.uniform(0.99, 1.01)))]
    for i, ip in enumerate(ips):
        r.add(sample(ip=ip, pid=1, tid=1, time=start + 1 + i * PERIOD, cpu=0, id=1, period=PERIOD))
with open(file, "wb") as f:
    f.write(r.add(finished_round()).encode(Encoding()))
