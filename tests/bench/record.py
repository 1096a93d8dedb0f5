"""What the benchmarks record on this machine: everything that runs while compilers, xz, python and shells keep it busy, with
call chains, with stack dumps, or tracepoints of the scheduler, of memory and of system calls."""
import mmap, os, struct, subprocess, sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PARSE = "import ast, glob; [ast.dump(ast.parse(open(f).read())) for f in glob.glob('tests/*.py')]"
LOAD = f"""
(while :; do cc -O2 -std=gnu11 -I. -fsyntax-only core/base/*.c; echo '#include <regex>' | g++ -x c++ -O1 -c -o /dev/null -; done) &
(while :; do tar -cf - fixtures docs | xz -1 -T1 | sha256sum; python3 -c "{PARSE}"; done) &
(while :; do find /usr/share -type f | head -4000 | xargs -n 100 cat | wc -c; for i in $(seq 200); do /bin/true; done; done) &
(while :; do ls -R /usr/lib | sort -r | uniq -c | awk '{{n[$1]++}} END {{print length(n)}}'; cat */*.md | tr ' ' '\\n' | sort | uniq -c; done) &
"""
SWITCHES = "sched_switch wakeup waking wakeup_new migrate_task process_fork process_exec stat_runtime"
SCHED = ",".join("sched:" + (e if e.startswith("sched_") else "sched_" + e) for e in SWITCHES.split())
KMEM = "kmem:kmalloc,kmem:kfree,kmem:kmem_cache_alloc,kmem:kmem_cache_free,kmem:mm_page_alloc,kmem:mm_page_free"
CALLS = "raw_syscalls:sys_enter,raw_syscalls:sys_exit"

# How each is recorded, what runs besides, and for how long, of the seconds asked for.
CAPTURES = {"busy": (["-F", "12000", "-a", "-g"], "", 1),
            "stacks": (["--call-graph", "dwarf,8192", "-e", "cpu-clock", "-F", "1500"], "", 0.8),
            "sched": (["-e", SCHED, "-a"], "perf bench sched pipe -l 100000 & perf bench sched messaging -l 300 &", 0.5),
            "kmem": (["-e", KMEM, "-a"], "", 0.2),
            "sys": (["-e", CALLS, "-a"], "dd if=/dev/zero of=/dev/null bs=1 count=1500000 &", 0.3)}


def mend(path):
    """What the kernel counts to KSYMBOL and BPF_EVENT records of the second CPU and later ones without being theirs
    (docs/perfdata.md): a record of its own, which says nothing (FINISHED_INIT), in place. perf 6.1 stops at them as they are."""
    with open(path, "r+b") as f, mmap.mmap(f.fileno(), 0) as m:
        attrs, _, at, size = struct.unpack_from("=4Q", m, 24)
        sample_id = 8 * bin(struct.unpack_from("=Q", m, attrs + 24)[0] & 0x102c6).count("1")    # TID TIME ID CPU STREAM_ID IDENTIFIER
        head, end = struct.Struct("=IHH").unpack_from, at + size
        while at < end:
            kind, misc, size = head(m, at)
            if kind in (17, 18):
                fields = 24 if kind == 18 else (m.find(b"\0", at + 24) + 8 - at) // 8 * 8
                if 0 < size - fields - sample_id:
                    struct.pack_into("=IHH", m, at + fields + sample_id, 82, 0, size - fields - sample_id)
                    struct.pack_into("=IHH", m, at, kind, misc, fields + sample_id)
            at += size


def run(perf, options, load, seconds, path, home):
    """Whether there is a capture at `path` now. What perf keeps of the objects goes below `home`/.debug."""
    perf = [perf] if isinstance(perf, str) else perf
    env = dict(os.environ, HOME=home or os.environ.get("HOME", "/"), PATH=os.path.dirname(perf[-1]) + ":" + os.environ["PATH"])
    for pages in ["-m", "8192"], []:                    # who may not lock that much memory records with what there is
        subprocess.run([*perf, "record", "-q", *pages, *options, "-o", path, "--", "timeout", str(seconds), "sh", "-c", load + LOAD + "wait"],
                       cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        if os.path.exists(path) and os.path.getsize(path) > 0:
            subprocess.run([sys.executable, __file__, path], check=True)    # what this process had at its peak counts for those it starts
            return True
    return False


def record(perf, seconds, path, home=None, what="busy"):
    """One of CAPTURES; False where perf may not record it here."""
    options, load, part = CAPTURES[what]
    return run(perf, options, load, max(1, part * seconds), path, home)


def record_stacks(perf, frequency, seconds, path, home=None):
    """8 KiB of stack with every sample."""
    return run(perf, ["--call-graph", "dwarf,8192", "-e", "cpu-clock", "-F", str(frequency)], "", seconds, path, home)


def samples(program, capture):
    """How many samples a capture has, as perfolio counts them."""
    stats = subprocess.run([program, "report", "--stats", "-i", capture], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return next((int(l.split()[2]) for l in stats.stdout.splitlines() if l.strip().startswith("SAMPLE events:")), 0)


if __name__ == "__main__":
    mend(sys.argv[1])
