#!/usr/bin/env python3
"""Names of code that was made, on the machine that recorded it: usage: live_made.py --bin PROGRAM --cc COMPILER

Records programs that make code with perf, and asks the capture itself: what `pack` takes, `report` and `script` take. What
another process of the same number left, or was recorded on another host, names nothing. Skipped (77) where perf may not
record or no code can be made."""
import argparse, json, os, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)

# A function in memory without a file; its address goes to standard output, and a map where it says with -m.
MADE = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
__attribute__((noinline)) unsigned long spin(unsigned long n) { unsigned long x = 1; while (n--) x = x * 3 + 1; return x; }
int main(int argc, char **argv)
{
    char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), name[64];
    if (code == MAP_FAILED) return 1;
    memcpy(code, (void *)spin, 256);
    __builtin___clear_cache(code, code + 256);
    snprintf(name, sizeof(name), "/tmp/perf-%d.map", (int)getpid());
    FILE *f = argc > 1 ? fopen(name, "w") : NULL;
    if (f) fprintf(f, "%lx 100 Lmade/AtRunTime;::made()I\n", (unsigned long)code), fclose(f);
    unsigned long (*made)(unsigned long) = (void *)code;
    clock_t until = clock() + CLOCKS_PER_SEC / 3;
    while (clock() < until) made(100000);
    printf("%s %lx\n", name, (unsigned long)code);
}
"""
NAME = "Lmade/AtRunTime;::made()I"
SHOWN = "made.AtRunTime::made()"      # as perf has names of Java
JS = """
function hotInner(n) { let x = 1; for (let i = 0; i < n; i++) x = (x * 3 + 1) % 1000003; return x }
function hotOuter() { let s = 0; for (let i = 0; i < 100; i++) s += hotInner(20000); return s }
const until = Date.now() + 500; let s = 0; while (Date.now() < until) s += hotOuter(); console.log(`/tmp/perf-${process.pid}.map`, s)
"""
JAVA = """
public class Hot {
    static int hotInner(int n) { int x = 1; for (int i = 0; i < n; i++) x = (x * 3 + 1) % 1000003; return x; }
    public static void main(String[] a) {
        long until = System.currentTimeMillis() + 1000; int s = 0;
        while (System.currentTimeMillis() < until) s += hotInner(20000);
        System.out.println("/tmp/perf-" + ProcessHandle.current().pid() + ".map " + s);
    }
}
"""
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null")


def run(*command, **options):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, **options)
    assert p.returncode == 0, (command, p.stdout.decode()[-2000:], p.stderr.decode()[-2000:])
    return p.stdout.decode()


def path(*names):
    return os.path.join(temp, *names)


def record(*command, file="perf.data"):
    """What the program said."""
    return run("perf", "record", "-q", "-F", "999", "-e", "cpu-clock:u", "-o", path(file), "--", *command,
               stdin=subprocess.DEVNULL, cwd=temp).split()


def report(*options, before=(), file="perf.data"):
    """({symbols}, {problem: what it says first})"""
    out = json.loads(run(*before, a.bin, "report", "--json", "--sort", "sym", *options, "-i", path(file)))
    return {r["symbol"]["name"] for e in out["events"] for r in e["rows"]}, {p["key"]: p["first"] for p in out["problems"]}


def named(name, *options, **how):
    return any(name in (s or "") for s in report(*options, **how)[0])


def check_taken(name, map):
    """By whoever reads captures, counted, and not by who takes nothing of this machine; then the same out of a folio."""
    assert named(name), report()
    assert map in report()[1].get("name-only", ""), report()
    assert not named(name, "--isolated"), report("--isolated")
    assert name in run(a.bin, "script", "-F", "ip,sym", "-i", path("perf.data"))
    run(a.bin, "pack", path("perf.data"), "-o", path("x.folio"))
    assert named(name, "--isolated", file="x.folio")


def test_map():
    map, _ = record(path("made"), "-m")
    check_taken(SHOWN, map)
    shutil.move(map, path("carried"))
    assert not named(SHOWN)
    os.mkdir(path("maps"))
    shutil.move(path("carried"), path("maps", os.path.basename(map)))
    for dir in "maps", os.path.join("maps", os.path.basename(map)):
        assert named(SHOWN, "--isolated", "--objects", path(dir)), dir
    shutil.rmtree(path("maps"))


def test_another_process():
    """A map that is older than the process is of one that had its number before."""
    map, address = record(path("made"))
    with open(map, "w") as f:
        f.write(f"{address} 100 {NAME}\n")
    try:
        assert named(SHOWN)
        os.utime(map, (1e9, 1e9))
        symbols, problems = report()
        assert SHOWN not in symbols, symbols
        assert "before the recorded process began" in problems.get("bad-objects", ""), problems
        run(a.bin, "pack", path("perf.data"), "-o", path("x.folio"))
        assert not named(SHOWN, "--isolated", file="x.folio")
    finally:
        os.unlink(map)


def test_another_host():
    elsewhere = ["unshare", "-u", "sh", "-c", 'hostname elsewhere-test && exec "$@"', "sh"]
    if not shutil.which("hostname") or subprocess.run([*elsewhere, "true"], stderr=subprocess.DEVNULL).returncode:
        return "SKIPPED: no host can be called otherwise here"
    map, _ = record(path("made"), "-m")
    try:
        assert named(SHOWN) and not named(SHOWN, before=elsewhere), report(before=elsewhere)
        run(*elsewhere, a.bin, "pack", path("perf.data"), "-o", path("x.folio"))
        assert not named(SHOWN, "--isolated", file="x.folio")
    finally:
        os.unlink(map)


def test_in_tmp():
    """A capture in /tmp itself, where maps of this machine lie: they are not taken to be the capture's own."""
    map, _ = record(path("made"), "-m")
    capture = tempfile.mktemp(prefix="perfolio-live-", suffix=".data")
    shutil.move(path("perf.data"), capture)
    try:
        assert named(SHOWN, file=capture)
        os.utime(map, (1e9, 1e9))
        assert not named(SHOWN, file=capture), report(file=capture)
    finally:
        os.unlink(map)
        os.unlink(capture)


def test_node():
    if not shutil.which("node"):
        return "SKIPPED: no node here"
    with open(path("hot.js"), "w") as f:
        f.write(JS)
    map = record("node", "--perf-basic-prof", "hot.js")[0]
    check_taken("hotInner", map)
    os.unlink(map)


def test_java():
    if not shutil.which("java"):
        return "SKIPPED: no java here"
    with open(path("Hot.java"), "w") as f:
        f.write(JAVA)
    map = record("java", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DumpPerfMapAtExit", "Hot.java")[0]
    if not os.path.exists(map):
        return "SKIPPED: this java writes no map"
    check_taken("hotInner", map)
    os.unlink(map)


temp = tempfile.mkdtemp(prefix="perfolio-live-")
try:
    try:
        record("true")
        run(a.cc, "-x", "c", "-O1", "-static", "-o", path("made"), "-", input=MADE.encode())
        os.unlink(record(path("made"), "-m")[0])
    except (OSError, AssertionError) as why:
        print("SKIPPED: perf may not record here, or no code can be made:", why)
        sys.exit(77)
    for test in test_map, test_another_process, test_another_host, test_in_tmp, test_node, test_java:
        print(test.__name__, test() or "ok", sep=": ", flush=True)
finally:
    shutil.rmtree(temp)
