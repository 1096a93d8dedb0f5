#!/usr/bin/env python3
"""What other ways of recording make of a capture: perf inject --jit, perf inject -B, a dummy event beside tracepoints (perf
sched record from 7.0 on). Recordings of fixtures/amd64 against what perf printed of them; then perf itself, if it is here
and may record, against what we print. PERFOLIO_PERF: the words that run another perf.

The rows of docs/recorders.md: each fixture is there, doctor names the fault as the row does, and repair does what the row says."""
import argparse, json, os, re, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
from make import *

parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
BIN = os.path.abspath(parser.parse_args().bin)
PERF = os.environ.get("PERFOLIO_PERF", "perf").split()
REPORT = ["report", "--stdio", "-q", "--no-children", "-g", "none"]
faults = []


def rows(text):
    return sorted(re.sub(r"\s+", " ", line).strip() for line in text.splitlines() if line.strip())


def ours(*command):
    return subprocess.run([BIN, *command], capture_output=True, text=True).stdout


def expect(what, good):
    if not good:
        faults.append(what)


def test_inject_b():
    """perf inject -B gives mappings that only callers led to the mode of a guest (`perf report` of perf 7.2)."""
    printed = rows("""40.00% sh libc.so.6
                      34.55% sh dash
                      20.00% ls [kernel.kallsyms]
                       1.82% ls libc.so.6
                       1.82% ls ls
                       1.82% sh [kernel.kallsyms]""")
    expect("inject-b.data", rows(ours(*REPORT, "-s", "comm,dso", "-i", "fixtures/amd64/inject-b.data")) == printed)


def test_inject_jit():
    """The files that perf inject --jit wrote, which only their paths speak for (`perf report` of perf 6.1)."""
    printed = rows("64.00% jit jitted-21212-1.so [.] made_first\n36.00% jit jitted-21212-2.so [.] made_second")
    expect("jit.data", rows(ours("report", "--stdio", "-q", "-s", "comm,dso,sym", "--isolated", "--symfs", "fixtures/amd64/jit",
                                 "-i", "fixtures/amd64/jit.data")) == printed)


def test_dummy(folder):
    """An event that has no chains hides none of those that have."""
    switch = Tracepoint("sched", "sched_switch", 372, [(STRING, "prev_comm"), (INT, "prev_pid"), (INT, "prev_prio"), (LONG, "prev_state"),
                                                       (STRING, "next_comm"), (INT, "next_pid"), (INT, "next_prio")])
    r = traced_kernel([switch], BASE | CALLCHAIN | RAW)
    r.events.append(Event(type=1, config=9, sample_type=BASE, ids=[99], name="dummy:u", flags=["sample_id_all", "mmap", "comm", "task"]))
    for i in range(6):
        this, other = (40, 41) if i % 2 else (41, 40)
        r.add(sample(0, ip=LOW_KERNEL + 0x1024, misc=KERNEL, pid=this, tid=this, time=1000000 * (i + 1), cpu=0,
                     chain=[-128, LOW_KERNEL + 0x1024, LOW_KERNEL + 0x2024],
                     raw=switch.data(prev_comm="a", prev_pid=this, next_comm="b", next_pid=other)))
    path = os.path.join(folder, "dummy.data")
    with open(path, "wb") as f:
        f.write(r.encode(Encoding()))
    lines = [l for l in ours("sched", "timehist", "--isolated", "-i", path).splitlines() if " [0000] " in l]
    expect("sched timehist beside a dummy event", lines and all(" <- " in l for l in lines[1:]))


JITTER = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static uint64_t now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ull + t.tv_nsec; }
int main(void)      /* layouts: jitdump-specification.txt */
{
    static const unsigned char code[] = { 0x48, 0x89, 0xf8, 0x48, 0xff, 0xc8, 0x75, 0xfb, 0xc3 };   /* count rdi down */
    static const char *const names[] = { "made_first", "made_second" };
    char dump[64];
    snprintf(dump, sizeof(dump), "jit-%d.dump", getpid());
    int fd = open(dump, O_CREAT | O_TRUNC | O_RDWR, 0644);
    struct { uint32_t magic, version, size, mach, pad, pid; uint64_t time, flags; } h = { 0x4a695444, 1, 40, 62, 0, getpid(), now(), 0 };
    unsigned char *p = mmap(0, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED || write(fd, &h, sizeof(h)) < 0)
        return 1;
    for (int i = 0; i < 2; i++) {
        uint64_t at = (uint64_t)(uintptr_t)memcpy(p + 64 * i, code, sizeof(code));
        struct { uint32_t id, size; uint64_t time; uint32_t pid, tid; uint64_t vma, addr, bytes, index; } r =
            { 0, 56 + strlen(names[i]) + 1 + sizeof(code), now(), getpid(), getpid(), at, at, sizeof(code), i + 1 };
        if (write(fd, &r, 56) < 0 || write(fd, names[i], strlen(names[i]) + 1) < 0 || write(fd, code, sizeof(code)) < 0)
            return 1;
    }
    for (int k = 0; k < 10; k++) {
        ((long (*)(long))(void *)p)(20000000);
        ((long (*)(long))(void *)(p + 64))(10000000);
    }
    return 0;
}
"""


def test_live_jit(folder):
    """What perf inject --jit writes into a pipe has no build-ids: the files are told by their inodes, and by a generation
    that it made up. It makes the protection of the files' mode, here one without a bit that says executable."""
    with open(os.path.join(folder, "jitter.c"), "w") as f:
        f.write(JITTER)
    if os.uname().machine != "x86_64" or not shutil.which("cc") or not shutil.which(PERF[0]):
        return "no perf, no compiler, or another machine than x86_64"
    subprocess.run(["cc", "-O1", "-o", "jitter", "jitter.c"], cwd=folder, check=True)
    perf = " ".join(PERF)
    p = subprocess.run(["sh", "-c", f"umask 077; {perf} record -q -k mono -e cpu-clock:u -F 200 -o - ./jitter | "
                        f"{perf} inject --jit -o jit.pipe"], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    path = os.path.join(folder, "jit.pipe")
    if p.returncode or not os.path.exists(path):
        return f"perf may not record here: {p.stderr.strip()[-100:]}"
    options = ["report", "--stdio", "-q", "-s", "comm,dso,sym", "-i", path]
    theirs = rows(subprocess.run([*PERF, *options], capture_output=True, text=True).stdout)
    if not any("made_first" in row for row in theirs):
        return "perf names nothing of it either"
    expect("a jitdump through a pipe", rows(ours(*options)) == theirs)
    return None


# What doctor says of a recording as opposed to how it was made: rows without a fault have none of these.
FAULTS = {"truncated", "unfinished", "bad-records", "bad-compression", "mid-stream", "bad-features", "unknown-records", "unknown-events", "missing-streams",
          "lost-events", "lost-samples", "modules-one-build-id", "path-of-several-files", "empty-chains"}


def test_atlas(folder):
    to, n = os.path.join(folder, "repaired.data"), 0
    with open("docs/recorders.md", encoding="utf-8") as f:
        rows = [[c.strip() for c in line.strip(" |\n").split("|")] for line in f if line.startswith("|") and "fixtures/" in line]
    for _, seen, fixture, names, does, _ in rows:
        n += 1
        if not os.path.exists(fixture):
            faults.append(f"{fixture}: is not there")
            continue
        said = {r["key"] for r in json.loads(ours("doctor", "--json", "--isolated", "-i", fixture))["recording"]}
        named = set() if names == "nothing" else set(names.split(", "))
        expect(f"{fixture} ({seen}): doctor says {sorted(said)}", named <= said and not (said & FAULTS) - named)
        answer = json.loads(ours("repair", "--json", "-o", to, fixture))
        lost = sum(l["bytes"] for l in answer["losses"] if l["why"] != "bytes behind its fields") + answer["decompressed"]["lost"]
        resized, ids = answer["resized"], answer["module_build_ids"]
        did = f"loses {lost} bytes" if lost else f"resizes {resized} records" if resized else f"removes {ids} build-ids" if ids else "loses nothing"
        expect(f"{fixture} ({seen}): repair {did}", did == does)
        left = {r["key"] for r in json.loads(ours("doctor", "--json", "--isolated", "-i", to))["recording"]}
        expect(f"{fixture}: repaired, doctor says {sorted(left)}", not left & {"truncated", "unfinished", "bad-records", "bad-compression", "modules-one-build-id"})
    expect("rows of docs/recorders.md", n)


with tempfile.TemporaryDirectory() as folder:
    test_atlas(folder)
    test_inject_b()
    test_inject_jit()
    test_dummy(folder)
    why = test_live_jit(folder)
print("\n".join(faults) or "other recorders are read" + (f"; without perf: {why}" if why else ""))
sys.exit(bool(faults))
