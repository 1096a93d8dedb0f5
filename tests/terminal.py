#!/usr/bin/env python3
"""Colours and widths of what perfolio prints on a terminal: usage: terminal.py --bin PROGRAM"""
import argparse, os, re, subprocess, sys, tempfile

import on_terminal

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.chdir(ROOT)
USER, MEMFD = "fixtures/hppa/user.data", "fixtures/amd64/memfd.data"
ANNOTATE = ["annotate", "choose", "-q", "--no-source", "--isolated", "-i", "fixtures/amd64/annotate.data", "--objects",
            "fixtures/amd64/annotate/first"]
NAMES = """\
7f84ded53000 9 void game::World<game::Entity, std::allocator<game::Entity> >::update(std::vector<std::pair<int, std::string> > const&)
7f84ded54000 9 <alloc::vec::Vec<(u64, alloc::string::String)> as core::iter::traits::collect::Extend<&str>>::extend
"""
COLOR = re.compile("\033\\[(?:3[1-5])?m")
bad = 0


def fail(text):
    global bad
    bad += 1
    print(text)


def shown(words, columns=80, **environment):
    status, text = on_terminal.run([a.bin, *words, "--no-pager"], 24, columns, (), environment)
    if status == 1:
        fail(f"{words}: {text}")
    return text


def stored(words):
    return subprocess.run([a.bin, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout.decode()


def compare(what, got, want):
    if got != want:
        fail(f"{what}:\n{got!r}\nand not\n{want!r}")


# Colours: of shares as perf's (util/color.h); of changes red and green.
COMM = ["report", "-q", "--isolated", "-s", "comm", "-i", USER]
HEAT = "    \033[31m83.13%\033[m  wl-alpha\n    \033[31m15.06%\033[m  wl-beta\n     \033[32m1.81%\033[m  wl-dyn\n\n\n"
compare("heat", shown(COMM), HEAT)
compare("NO_COLOR", shown(COMM, NO_COLOR="1"), stored(COMM))
compare("NO_COLOR that is empty", shown(COMM, NO_COLOR=""), HEAT)
compare("a dumb terminal", shown(COMM, TERM="dumb"), stored(COMM))
compare("--color=never", shown([*COMM, "--color=never"]), stored(COMM))
compare("--color over NO_COLOR", shown([*COMM, "--color"], NO_COLOR="1"), HEAT)
for word in "--color", "--color=always", "--stdio-color=always":
    compare(f"{word} in a file", stored([*COMM, word]), HEAT)
compare("--color=auto in a file", stored([*COMM, "--color=auto"]), stored(COMM))
for words in (COMM, ANNOTATE, ["report", "--isolated", "-i", "fixtures/amd64/fp.data"], ["doctor", "--isolated", "-i", USER],
              ["diff", "--isolated", "-s", "comm", USER, "fixtures/hppa/jit.data"],
              ["report", "--stats", "-i", "fixtures/hppa/lost.data"]):
    text = shown([*words, "--full-names", *(["--no-arrows"] if words is ANNOTATE else [])])
    compare(f"{words} but for colours", COLOR.sub("", text), stored(words) if words is not COMM else stored(COMM))
    if not COLOR.search(text):
        fail(f"{words}: no colours")
change = shown(["diff", "--isolated", "-q", "-s", "comm", USER, "fixtures/hppa/jit.data"])
for row in re.findall(r"\033\[(\d+)m([+-])\d+\.\d\d%", change):
    if row not in (("31", "+"), ("32", "-")):
        fail(f"diff: {row}")

# Widths: names are shortened, numbers are not, and nothing is off a terminal.
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "perf-8005.map"), "w", encoding="ascii") as f:
        f.write(NAMES)
    REPORT = ["report", "--isolated", "-q", "--color=never", "--no-children", "-i", MEMFD, "--objects", folder + "/perf-8005.map"]
    full = stored(REPORT)
    for columns in 200, 120, 80, 60:
        text = shown(REPORT, columns)
        for line, whole in zip(text.splitlines(), full.splitlines()):
            if not line.startswith("perfolio:") and len(line) > columns:
                fail(f"{columns} columns: {line!r} is {len(line)} wide")
            if re.findall(r"\d+\.\d\d%", line) != re.findall(r"\d+\.\d\d%", whole):
                fail(f"{columns} columns: {line!r} has not the numbers of {whole!r}")
        if columns == 200:
            compare("200 columns", text, full)
        elif "<...>" not in text:
            fail(f"{columns} columns: template arguments are whole: {text}")
    line = "    66.67%  dm       [JIT] tid 8005  [.] void game::World...:vector<...> const&)"
    compare("80 columns", [x for x in shown(REPORT, 80).splitlines() if x.endswith("const&)")],
            [line, "            ---void game::World<...>::update(std::vector<...> const&)"])
    compare("--full-names", shown([*REPORT, "--full-names"]), full)
    compare("--column-widths", shown([*REPORT, "-w", "0"]), stored([*REPORT, "-w", "0"]))
    compare("an unknown width", shown(REPORT, 0), full)
print(f"colours and widths, {bad} faults")
sys.exit(bool(bad))
