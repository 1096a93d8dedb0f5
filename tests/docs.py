#!/usr/bin/env python3
"""Hold the documents to the program: usage: docs.py [--bin PROGRAM] [--update]

Every ```console block of README.md, CONTRIBUTING.md and docs/*.md that begins with `$ perfolio` or `$ ./build/perfolio` is run, and must
print what the document shows: standard output, then standard error; a line `...` stands for any lines. For /tmp they get
a folder of their own. Links to files of the repository must lead somewhere. --update replaces the outputs of blocks that
contain no `...`. Every option of a command is a term of a list in its page, and every term that is an option is one of
the command's. Commands have a page, which docs/perfolio.md and README.md link; formats of export and keys of rows stand in
the pages that list them.

The lines of ```sh blocks have to name verbs of ./dev, labels and files that exist, whatever stands between `backquotes` in
README.md and CONTRIBUTING.md and begins with a folder of the repository has to be there (but for NAME), and so have presets.
README.md has at most 170 lines."""
import argparse, difflib, glob, json, os, re, subprocess, sys

import transcript

README_LINES = 170
PATH = re.compile(r"(arch|core|formats|archive|cli|tests|docs|fixtures|completion)/[\w./-]*")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def self_test():
    agrees = transcript.agrees
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
        elif not transcript.agrees(shown, printed):
            diff = difflib.unified_diff(shown, printed, "shown", "printed", lineterm="")
            faults.append(f"{path}: $ {command}\n" + "\n".join(diff))
        keep = "..." in shown
        text += "".join(line.rstrip() + "\n" for line in ["$ " + command] + (shown if keep else printed))
    return "```console\n" + text + "```"


def strange(text, verbs, labels, presets):
    """What the text of a door names that there is not."""
    for line in "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)).splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["./dev"] and words[1] not in verbs:
            yield f"./dev {words[1]} is no verb"
        for option, word in zip(words, words[1:]):
            if words[0] == "ctest" and option in ("-L", "-LE") and word not in labels:
                yield f"{word} is no label of a test"
        for word in words:
            if PATH.fullmatch(word) and not os.path.exists(word):
                yield f"{word} is not there"
    for quoted in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)):
        word = quoted.split()[0]
        if PATH.fullmatch(word) and not re.search(r"\bNAME\b|_NAME", word) and not os.path.exists(word):
            yield f"{word} is not there"
    for preset in re.findall(r"--preset (\w+)", text):
        if preset not in presets:
            yield f"there is no preset {preset}"


assert list(strange("```sh\n./dev dance\nctest -L x\npython3 tests/none.py\n```\n`cli/none.c`, `core/NAME.c --preset x", {"test"}, {"y"}, {"z"})) \
    == ["./dev dance is no verb", "x is no label of a test", "tests/none.py is not there", "cli/none.c is not there", "there is no preset x"]
verbs = re.findall(r"^  ([\w-]+)", subprocess.run(["./dev", "help"], stdout=subprocess.PIPE, check=True).stdout.decode(), re.M)
with open("tests/CMakeLists.txt", encoding="utf-8") as f:
    labels = re.search(r"^set\(labels ([^)]*)\)", f.read(), re.M).group(1).split() + ["whole", "slow"]
with open("CMakePresets.json", encoding="utf-8") as f:
    presets = [p["name"] for p in json.load(f)["buildPresets"]]
for path in "README.md", "CONTRIBUTING.md":
    with open(path, encoding="utf-8") as f:
        faults += [f"{path}: {what}" for what in strange(f.read(), verbs, labels, presets)]
with open("README.md", encoding="utf-8") as f:
    lines = len(f.readlines())
if lines > README_LINES:
    faults.append(f"README.md: has {lines} lines, {README_LINES} are enough: what shows more belongs into docs/tour.md")
def tables(*command):
    """The names of a command's options; None where there is no such command."""
    asked = subprocess.run([a.bin, "complete", "--options", *command], stdout=subprocess.PIPE, check=False)
    names = [line.split("\t")[0] for line in asked.stdout.decode().splitlines()]
    return None if asked.returncode else set(re.findall(r"(?<!\S)(--[\w-]+|-\w)\b", " ".join(names)))


def options_agree(path, text):
    """Hold the options that a page lists to the program's tables."""
    name = os.path.basename(path)[:-3]
    own = tables() if name == "perfolio" else tables(name)
    if own is None:
        return
    terms = " ".join(re.findall(r"^- ((?:.*\n?)(?:  .*\n)*)", text, re.M))
    heads = [t.split(": ")[0] for t in re.findall(r"^- (`-.*)", text, re.M)]
    listed = set(re.findall(r"`(--[\w-]+|-\w)\b", " ".join(heads)))
    anywhere = set(re.findall(r"`(--[\w-]+|-\w)\b", terms))
    faults.extend(f"{path}: there is no option {o}" for o in sorted(listed - own - tables()))
    faults.extend(f"{path}: {o} is in no list" for o in sorted(own - anywhere) if o.startswith("--"))


def offered(*words):
    """What completion offers for the last of the words."""
    asked = subprocess.run([a.bin, "complete", *words], stdout=subprocess.PIPE, check=True).stdout.decode()
    return [w for w in (line.split("\t")[0] for line in asked.splitlines()) if not w.startswith("-")]


def lists(path, words, form):
    """Hold a page to a list of the program: each word stands in it in this form."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    faults.extend(f"{path}: {form.format(w)} is lacking" for w in words if form.format(w) not in text)


named = [c for c in offered("") if c != "version"]
numbers = re.compile("overhead|latency|sample|ipc_null")        # are no members of rows
lists("docs/perfolio.md", named, "]({0}.md)")
lists("README.md", named, "](docs/{0}.md)")
lists("docs/export.md", offered("export", ""), "\n- `{0}`: ")
lists("docs/json.md", [k for k in offered("report", "--sort", "") if not numbers.match(k)], "`{0}`")
lists("docs/diff.md", offered("diff", "--sort", ""), "`{0}`")
for path in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] + sorted(glob.glob("docs/**/*.md", recursive=True)):
    text = open(path, encoding="utf-8").read()
    new = BLOCK.sub(block, text)
    if a.update and new != text:
        open(path, "w", encoding="utf-8").write(new)
    options_agree(path, text)
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(path), link)):
            faults.append(f"{path}: the link to {link} leads nowhere")
print("\n".join(faults) or f"{commands} commands print what the documents show")
sys.exit(bool(faults) and not a.update)
