#!/usr/bin/env python3
"""Calls of the system that fail: usage: sweep.py --bin PROGRAM [--each N] [NAME...]

The command lines of lines.py run under strace, with one call failing in each run: of each kind of call one, N or, with --each 0,
every one. lines.py says what must not come of it. Skipped (77) where there is no strace, or it may not trace."""
import argparse, collections, errno, os, random, re, shutil, subprocess, sys

from lines import Bench, skipped

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--each", type=int, default=1)
ap.add_argument("names", nargs="*")
a = ap.parse_args()
KINDS = {"read": "EIO", "pread64": "EIO", "write": "ENOSPC", "pwrite64": "ENOSPC", "fsync": "EIO", "rename": "EIO", "linkat": "EIO",
         "openat": "EIO", "mmap": "ENOMEM", "ftruncate": "EIO", "lseek": "EIO", "newfstatat": "EIO", "flock": "ENOLCK", "mkdir": "EIO",
         "getdents64": "EIO", "pipe2": "EMFILE", "clone3": "EAGAIN", "vfork": "EAGAIN", "poll": "ENOMEM", "readlink": "EIO", "wait4": "EINTR",
         "seccomp": "ENOMEM", "prctl": "EIO", "landlock_create_ruleset": "ENOMEM", "landlock_add_rule": "ENOMEM", "landlock_restrict_self": "ENOMEM"}
REASONS = {"ENOMEM": "memory", "write": "a part of it could not be written",
           "ENOSPC": "may not have been written"}    # sentences of our own
STRACE = ["strace", "-f", "--seccomp-bpf", "-qq", "-o"]


def calls(bench, name):
    """[(call, the first behind those of the loader, the last)]: of the first process."""
    trace = os.path.join(bench.folder, "trace")
    bench.run(name, [*STRACE, trace])
    count, loader, first = collections.Counter(), collections.Counter(), None
    for line in open(trace, errors="replace"):
        m = re.match(r"(\d+) +(\w+)\(", line)
        first = first or (m and m[1])
        if m and m[1] == first:
            count[m[2]] += 1
            if m[2] == "prlimit64":                 # the last that the loader asks
                loader = count.copy()
    return [(k, loader[k] + 1, count[k]) for k in KINDS if count[k] > loader[k]]


def reasons(call, error):
    return [os.strerror(getattr(errno, error))] + [REASONS[k] for k in (call, error) if k in REASONS]


if not shutil.which("strace") or subprocess.run([*STRACE, "/dev/null", "true"], capture_output=True).returncode:
    skipped("nothing can be traced here")
with Bench(a.bin, a.names) as bench:
    jobs = []
    for name in bench.lines:
        good = bench.good(name)
        for call, first, last in calls(bench, name):
            every = range(first, last + 1)
            which = random.Random(name + call)      # the same in each run
            for at in every if not a.each or a.each >= len(every) else which.sample(every, a.each):
                error = KINDS[call]
                inject = ["/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={at}"]
                jobs.append((name, good, reasons(call, error), f"{call} {at} ({error})", STRACE + inject, {}))
    sys.exit(bench.judge(jobs, "calls"))
