#!/usr/bin/env python3
"""Which tests a change touches: usage: changed.py BUILD [--files]

Prints the tests of a build as one regular expression for ctest -R; with --files the changed files themselves. Changed is what
differs from where the branch left main, committed or not. Chosen are the rules of the house and all unit tests; of a
file of a command the goldens that are called after its folder or the first word of its name, or that run the command of that
name; of any other file of the program all goldens; of a document the test of documents; of a golden, a unit test or a
script below tests, itself; of a folder in TOUCHED the tests beside it. What is labelled slow is left out unless a changed file
has its name or a folder in TOUCHED names it."""
import glob, json, os, re, subprocess, sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ROOMS = ("arch/", "core/", "formats/", "archive/", "lib/", "cli/")
COMMANDS = "lib/question/"

# What a change below a folder touches besides goldens: those who read what its files write, or write what they read.
TOUCHED = (("formats/", "docs"), ("formats/export/", "export"), ("formats/disasm/", "disasm links plt"), ("formats/perf/", "conserve"),
           ("formats/elf/", "debug-files named-files plt"), ("formats/elf/dwarf/", "lines"), ("formats/elf/unwind/", "frames unwind/recorded"),
           ("formats/elf/write/", "folio unpack"), ("formats/tracepoint/", "tracepoint/captures"),
           ("archive/", "docs folio"), ("archive/folio/", "unpack annotate-folio"), ("archive/package/", "packages wrapped"),
           ("archive/source/", "debug-files named-files placed packages"), ("archive/decompress", "packages wrapped"),
           ("include/", "library python"), ("lib/", "library"), ("lib/columns/", "python"), ("lib/question/export/", "export"),
           ("lib/question/doctor/", "doctor"), ("lib/question/folio/", "folio unpack"), ("lib/options/", "perf-options"), ("python/", "python"))


def lines(*command):
    p = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return p.stdout.decode().splitlines()


def changed():
    base = (lines("git", "merge-base", "main", "HEAD") or ["HEAD"])[0]
    files = lines("git", "diff", "--name-only", base) + lines("git", "ls-files", "--others", "--exclude-standard")
    return sorted(set(files))


def words(path):
    """What a file of a command may be about: its folder, and its name's first word. buildid_list is one."""
    folder, _, name = path.removeprefix(COMMANDS).rpartition("/")
    stem = os.path.splitext(name)[0].replace("_", "-")
    return {w for w in (folder, stem, stem.split("-")[0]) if w}


def goldens(path, texts):
    """Those of one file of the program, of {name: text} of all."""
    if re.match(COMMANDS + "(?!common/|provenance/).*/", path):
        about = words(path)
        found = {n for n, text in texts.items() if n in about or n.split("-")[0] in about
                 or any(re.search(rf"\bperfolio {re.escape(w)}\b", text) for w in about)}
        if found:
            return found
    return set(texts)


def chosen(files, tests, texts):
    """Names of tests, of {name: labels} of all."""
    out, named, touched = set(), set(), set()
    for path in files:
        stem = os.path.splitext(os.path.basename(path))[0]
        named.add(stem)
        if path.startswith(("tests/fixture/", "tests/golden/run", "tests/transcript.py")):
            out |= {"fixture"} | {f"golden/{n}" for n in texts} & set(tests)
        elif path.startswith("tests/golden/"):
            out.add(f"golden/{stem}")
            named.add(f"golden/{stem}")
        elif path.startswith("tests/"):
            out.add(stem.replace("_", "-"))
            named.add(stem.replace("_", "-"))
        elif path.startswith("completion/"):
            out.add("golden/completion")
        elif path.startswith("fixtures/"):
            out |= {f"golden/{n}" for n, text in texts.items() if path in text}
        elif path.endswith(".md"):
            out.add("docs")
        elif path.startswith(ROOMS):
            out |= {f"golden/{n}" for n in goldens(path, texts)}
        touched |= {t for folder, names in TOUCHED if path.startswith(folder) for t in names.split()}
    out |= {"house"} | touched | {t for t in tests if t.startswith("unit/")}
    return {t for t in out if t in tests and ("slow" not in tests[t] or t in touched or t in named or t.split("/")[-1] in named)}


def self_test():
    tests = {t: [] for t in ("unit/cur", "house", "docs", "library", "golden/diff", "golden/report-keys", "golden/lock")}
    tests |= {t: ["slow"] for t in ("unit/folio", "export", "folio", "packages", "unpack", "workers")}
    texts = {"diff": "$ perfolio diff a b\n$ perfolio report\n", "report-keys": "$ perfolio report\n", "lock": "$ perfolio lock\n"}
    always, every = {"unit/cur", "house"}, {f"golden/{n}" for n in texts}
    for path, more in (("lib/question/diff/diff_rows.c", {"golden/diff", "library"}),
                       ("lib/question/folio/diff_rows.c", {"golden/diff", "library", "folio", "unpack"}),
                       ("lib/view/diff.c", every | {"library"}),
                       ("lib/question/report/report_rows.c", {"golden/report-keys", "golden/diff", "library"}),
                       ("lib/question/common/common.c", every | {"library"}),
                       ("core/base/folio.c", every | {"unit/folio"}),
                       ("archive/folio/manifest.c", every | {"docs", "folio", "unpack"}),
                       ("archive/package/package.c", every | {"docs", "folio", "packages"}),
                       ("formats/export/pprof.c", every | {"docs", "export"}),
                       ("docs/diff.md", {"docs"}), ("tests/packages.py", {"packages"}), ("tests/golden/lock.t", {"golden/lock"}), ("dev", set())):
        assert chosen([path], tests, texts) == always | more, (path, chosen([path], tests, texts))
    for folder, _ in TOUCHED:
        assert glob.glob(os.path.join(ROOT, folder) + "*"), f"{folder}: there is no such folder"


self_test()
if "--files" in sys.argv:
    print("\n".join(changed()))
    sys.exit()
listed = json.loads("\n".join(lines("ctest", "--test-dir", sys.argv[1], "--show-only=json-v1")))["tests"]
tests = {t["name"].split("/", 1)[1]: next((p["value"] for p in t["properties"] if p["name"] == "LABELS"), []) for t in listed}
texts = {}
for t in tests:
    if t.startswith("golden/"):
        with open(os.path.join(ROOT, "tests", t + ".t"), encoding="utf-8", errors="replace") as f:
            texts[t.removeprefix("golden/")] = f.read()
print("/(" + "|".join(sorted(chosen(changed(), tests, texts))) + ")$")
