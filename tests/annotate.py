#!/usr/bin/env python3
"""What stock perf annotate --stdio prints, instruction by instruction: usage: annotate.py --bin PROGRAM --cc COMPILER

Twelve functions are recorded here, or where perf may not record those of fixtures/amd64/annotate.data are taken. Of each
function and event the heading, and of each instruction the address and the figures have to be perf's: all four --percent-type,
numbers of samples, periods, --group; and the sums of lines of --print-line; and of a kernel recorded with --kcore. Skipped (77) without perf 6.1."""
import argparse, os, re, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
temp = tempfile.mkdtemp(prefix="perfolio-annotate-")
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null", PERF_PAGER="cat", PERF_CONFIG="/dev/null", DEBUGINFOD_URLS="")
BODIES = ["x = x * 3 + i", "x ^= x << 7 ^ i; x ^= x >> 9", "if (x & 1) x = x * 3 + 1; else x >>= 1", "x += v[x & 63]; v[i & 63] = x",
          "switch (x & 7) { case 0: x += 3; break; case 1: x ^= i; break; case 2: x *= 7; break; case 3: x -= 9; break; "
          "case 4: x = ~x; break; case 5: x <<= 1; break; case 6: x += i; break; default: x /= 3; }",
          "for (unsigned k = x & 7; k; k--) x = x * 5 + k", "x = x / 7 + i", "x = inner(x) + i", "v[i & 63] ^= inner(v[x & 63])",
          "x = x * x + 1; if (x % 3 == 0) v[0]++; else if (x % 5 == 0) v[1]++", "d = d * 1.5 + x; x = (unsigned)(unsigned long)d",
          "x += i * i; x ^= x >> 3; x *= 0x45d9f3b; x ^= x >> 5"]
PROGRAM = """#include <stdio.h>
#include <time.h>
static volatile unsigned v[64];
static inline __attribute__((always_inline)) unsigned inner(unsigned x)
{
    x ^= x >> 16;
    return x * 0x7feb352d;
}
""" + "".join(f"""__attribute__((noinline)) unsigned fun{i}(unsigned n)
{{
    unsigned x = n;
    double d = 0;
    for (unsigned i = 0; i < n; i++) {{
        {body};
    }}
    return x + (d > 1);
}}
""" for i, body in enumerate(BODIES)) + """int main(void)
{
    unsigned x = 0;
    volatile unsigned n = 2000; /* or a compiler that sees no effect calls the function once, before the loop */
    clock_t until = clock() + 3 * CLOCKS_PER_SEC / 2;
    while (clock() < until) {
""" + "".join(f"        x += fun{i}(n);\n" for i in range(len(BODIES))) + """    }
    return x == 1;
}
"""


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, timeout=600)


def skip(why):
    print(why)
    sys.exit(77)


if not shutil.which("perf") or not run("perf", "--version").stdout.startswith(b"perf version 6.1"):
    skip("no perf 6.1 here")
if not shutil.which("objdump"):
    skip("no objdump here, which perf asks")


def recorded():
    """A capture, and words that lead both programs to its objects."""
    source, program, capture = (os.path.join(temp, n) for n in ("twelve.c", "twelve", "twelve.data"))
    open(source, "w").write(PROGRAM)
    built = run(a.cc, "-O2", "-g", "-o", program, source)
    if built.returncode == 0 and run("perf", "record", "-q", "-F", "997", "-e", "cpu-clock:u,task-clock:u", "-o", capture, program).returncode == 0:
        return capture, [], [f"fun{i}" for i in range(len(BODIES))]
    root = os.path.join(temp, "root")
    os.makedirs(root + "/tmp/an/fx")
    shutil.copy("fixtures/amd64/annotate/first", root + "/tmp/an/fx/first")
    shutil.copy("fixtures/amd64/annotate.data", capture)
    return capture, ["--symfs", root], ["unrolled", "mixed", "leaf", "tail", "choose", "_start"]


def functions(text):
    """Of each heading and function the lines of instructions: figures and address."""
    out, heading, rows = {}, None, None
    for line in text.splitlines():
        if "\tSource code & Disassembly of " in line:
            heading, rows = line, None
        name = re.fullmatch(r" +: *(?:\d+ +)?[0-9a-f]{8,16} <(\S+)>:", line)
        if name and rows is None:
            rows = out.setdefault((heading, name.group(1)), [])
        m = re.match(r"((?: +[\d.]+)+) : +([0-9a-f]+):(.*)", line)
        if m and rows is not None and not re.fullmatch(r"(?: +[0-9a-f]{2})+ *", m.group(3)):   # more bytes of the one above
            rows.append((m.group(1), m.group(2)))
    return out


def shares(kind):
    """What makes numbers of samples, or periods, percents of all that the events have: perf 6.1 prints 0.00 for --percent-type
    global-hits, and for global-period of all events of a group but the first (docs/differences.md)."""
    def made(counted):
        totals, out = {}, {}
        for period, event in re.findall(r"(\d+) +(\S+): *$", told, re.M):
            totals[event] = totals.get(event, 0) + (int(period) if kind == "global-period" else 1)
        for (heading, name), rows in counted.items():
            events = [e for e in re.search(r" for (.*?) \(\d+ samples", heading).group(1).replace(",", " ").split() if e in totals]
            heading = re.sub(r"^ (Samples|Period) *\|", f" {'Percent':<{8 * len(events)}}|", heading).replace("local period", kind.replace("-", " "))
            out[heading, name] = [("".join(f" {100 * int(n) / totals[e]:7.2f}" for n, e in zip(figures.split(), events)), at)
                                  for figures, at in rows]
        return out
    told = run("perf", "script", "-f", "-i", capture, "-F", "period,event").stdout.decode()
    return made


def compare(what, names, *words, made=None, counted=None):
    ours = run(a.bin, "annotate", "--top", "0", "-f", "-i", capture, *objects, *words)
    perfs = run("perf", "annotate", "--stdio", "-f", "-i", capture, *objects, *(counted or words))
    assert ours.returncode == 0, ours.stderr
    mine, theirs = functions(ours.stdout.decode()), functions(perfs.stdout.decode())
    theirs = made(theirs) if made else theirs
    seen = {name for _, name in theirs}
    assert set(names) <= seen, (what, sorted(set(names) - seen), perfs.stderr[-2000:])
    wrong = [key for key in theirs if key[1] in names and mine.get(key) != theirs[key]]
    for key in wrong:
        print(f"{what}: {key[1]}: {key[0]}")
        for row in sorted(set(theirs[key]) ^ set(mine.get(key, [])), key=lambda r: r[1])[:6]:
            print("   ", "perf" if row in theirs[key] else "ours", *row)
    print(f"{what}: {len([k for k in theirs if k[1] in names]) - len(wrong)} functions agree")
    return not wrong


def sums(text):
    """The lines of --print-line's tables of the program, without figures of what is equally heavy in another order."""
    tables = re.findall(r"Sorted summary for file (\S+)\n-+\n\n((?: .*\n)*?)(?= \w)", text)
    return [(path, sorted(rows.splitlines())) for path, rows in tables]


def kernel_as_it_ran():
    """Of a kernel that was recorded with --kcore the same addresses and figures; perf has no names in it."""
    words = "-i", "fixtures/synthetic/kcore.data"
    ours, perfs = (re.findall(r"^((?: +[\d.]+)+) : +([0-9a-f]+):", run(*p, *words).stdout.decode(), re.M)
                   for p in ([a.bin, "annotate", "--isolated"], ["perf", "annotate", "--stdio", "-f"]))
    print(f"--kcore: {len(perfs)} instructions", "agree" if ours == perfs else f"differ: {ours} {perfs}")
    return ours == perfs and bool(ours)


capture, objects, names = recorded()
good = True
for kind in ["local-period", "global-period", "local-hits", "global-hits"]:
    counted = {"global-hits": ["-n"], "global-period": ["--show-total-period"]}.get(kind)
    if kind != "global-hits" and not (counted and objects):     # of the fixture, whose events are a group
        good &= compare(kind, names, "--percent-type", kind)
    if counted:
        good &= compare(kind + " by its parts", names, "--percent-type", kind, made=shares(kind), counted=counted)
good &= compare("numbers of samples", names, "-n", "--no-source")
good &= compare("periods", names, "--show-total-period", "--no-source")
good &= compare("one group", names, "--group", "--no-source")
good &= compare("bytes", names, "--asm-raw", "--no-source")
for name in names:
    asked = [run(*p, "-l", "-i", capture, *objects, "-s", name).stdout.decode() for p in ([a.bin, "annotate"], ["perf", "annotate", "--stdio", "-f"])]
    if sums(asked[0]) != sums(asked[1]) or not sums(asked[1]):
        good = False
        print(f"--print-line {name}:", *[f"\n{who}\n{sums(text)}" for who, text in zip(("ours", "perf"), asked)])
good &= os.uname().machine != "x86_64" or kernel_as_it_ran()
shutil.rmtree(temp)
sys.exit(not good)
