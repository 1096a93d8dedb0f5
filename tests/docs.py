#!/usr/bin/env python3
"""Hold the documents to the program: usage: docs.py [--bin PROGRAM] [--update]

Every ```console block of README.md and docs/*.md that begins with `$ perfolio` or `$ ./build/perfolio` is run, and must
print what the document shows: standard output, then standard error; a line `...` stands for any lines. For /tmp they get
a folder of their own. Links to files of the repository must lead somewhere. --update replaces the outputs of blocks that
contain no `...`."""
import argparse, difflib, glob, os, re, sys

import transcript

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def agrees(shown, printed):
    pattern = r"\n".join("(?:.*\n)*?.*" if line == "..." else re.escape(line.rstrip()) for line in shown)
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed)) is not None


def self_test():
    assert agrees(["a", "..."], ["a", "b", "c"]) and agrees(["a", "...", "c"], ["a", "b", "x", "c"])
    assert not agrees(["a", "...", "d"], ["a", "b", "c"]) and not agrees(["a"], ["a", "b"]) and agrees([], [])


self_test()
ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--update", action="store_true")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
shell = transcript.Shell(a.bin)
commands, faults = 0, []


def block(match):
    """Check one block; the text that --update puts in its place."""
    global commands
    head, steps = transcript.split(match.group(1).splitlines())
    if head or not steps or not re.match(r"(\./build/)?perfolio\b", steps[0][0]):
        return match.group(0)
    text = ""
    for command, shown in steps:
        scratch = re.sub(r"(^|\| *)\./build/perfolio\b", r"\1perfolio", command).replace("/tmp", shell.folder.name)
        out, err, _ = shell.run(scratch)
        printed = transcript.lines_of((out + err).replace(shell.folder.name, "/tmp"))
        commands += 1
        if not printed:
            faults.append(f"{path}: $ {command}\nprints nothing")
        elif not agrees(shown, printed):
            diff = difflib.unified_diff(shown, printed, "shown", "printed", lineterm="")
            faults.append(f"{path}: $ {command}\n" + "\n".join(diff))
        keep = "..." in shown
        text += "".join(line.rstrip() + "\n" for line in ["$ " + command] + (shown if keep else printed))
    return "```console\n" + text + "```"


for path in ["README.md"] + sorted(glob.glob("docs/**/*.md", recursive=True)):
    text = open(path, encoding="utf-8").read()
    new = BLOCK.sub(block, text)
    if a.update and new != text:
        open(path, "w", encoding="utf-8").write(new)
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(path), link)):
            faults.append(f"{path}: the link to {link} leads nowhere")
print("\n".join(faults) or f"{commands} commands print what the documents show")
sys.exit(bool(faults) and not a.update)
