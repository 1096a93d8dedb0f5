#!/usr/bin/env python3
"""Files that call each other in a circle: they are one noun, or a function stands in the wrong one of them. Read are the
relocations of the code of each object; those of data are not, for a table names its rows, and these may ask the table.
`circles.py BUILD --cc CC` reads the objects of a build; CC is for the self-test, which every run begins with: a circle is caught."""
import argparse, collections, glob, os, re, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
C_LIBRARY = {"malloc", "calloc", "realloc"}     # cli/malloc.c takes its place in the program: calls of these are calls of the system
FOLDERS = ("arch/", "core/", "formats/", "archive/", "lib/", "cli/")


def needs(objects):
    """{file: {other file: names}}: what the code of a file needs of others; `objects` is {file: path of its object}."""
    out = subprocess.run(["readelf", "-srW"] + [objects[f] for f in sorted(objects)], capture_output=True, text=True, check=True).stdout
    files = {path: file for file, path in objects.items()}
    file, code, home, named = next(iter(files.values())), False, {}, collections.defaultdict(set)
    for line in out.splitlines():
        if line.startswith("File: "):
            file, code = files[line[len("File: "):]], False
        elif line.startswith("Relocation section"):
            code = re.search(r"'\.rela?\.text", line) is not None
        elif m := re.match(r"\s*\d+: \S+\s+\S+\s+\S+\s+(?:GLOBAL|WEAK)\s+\S+\s+(?:\[.*\]\s+)?(\S+) (\S+)$", line):
            if m.group(1) != "UND" and m.group(2) not in C_LIBRARY:
                home[m.group(2)] = file
        elif m := code and re.match(r"[0-9a-f]+\s+[0-9a-f]+\s+R_\S+\s+[0-9a-f]+\s+(\S+)", line):
            named[file].add(m.group(1))
    if not named:
        sys.exit("the objects have no code yet: build them with -ffat-lto-objects, or without -flto")
    graph = {f: collections.defaultdict(set) for f in objects}
    for file, names in named.items():
        for name in names & home.keys():
            if home[name] != file:
                graph[file][home[name]].add(name)
    return graph


def reached(graph, file):
    """All files that a file needs, directly or not."""
    seen, todo = set(), [file]
    while todo:
        todo += [other for other in graph[todo.pop()] if other not in seen and not seen.add(other)]
    return seen


def circles(graph):
    """Sentences, one for each set of files of which each needs every other."""
    reach = {f: reached(graph, f) for f in graph}
    for circle in sorted({tuple(sorted(g for g in reach[f] if f in reach[g])) for f in graph if f in reach[f]}):
        yield "\n".join([f"{len(circle)} files call each other in a circle:"] +
                        [f"  {f} needs {', '.join(sorted(graph[f][g]))} of {g}" for f in circle for g in circle if graph[f][g]])


def objects_of(build):
    """{file: path of its object}, of files that are still there."""
    for path in glob.glob(build + "/CMakeFiles/*.dir/**/*.o", recursive=True):
        file = path[len(build):].split("/", 3)[3][:-2]
        if file.startswith(FOLDERS) and os.path.exists(os.path.join(ROOT, file)):
            yield file, path


def self_test(cc):
    texts = {"a": "int b(int); int a(int n); int a(int n) { return n ? b(n - 1) : 0; }",
             "b": "int c(int); int b(int n); int b(int n) { return c(n); }",
             "c": "int a(int); int c(int n); int c(int n) { return a(n) + 1; }",
             "table": "int row(void); int (*const rows[])(void) = { row };",          # names a row, which asks it
             "row": "int row(void); extern int (*const rows[])(void); int row(void) { return rows[0] == row; }",
             "user": "int a(int); int user(void); int user(void) { return a(1); }"}
    with tempfile.TemporaryDirectory() as d:
        for name, text in texts.items():
            with open(f"{d}/{name}.c", "w") as f:
                f.write(text)
            subprocess.run([cc, "-O1", "-fPIC", "-c", f"{name}.c"], cwd=d, check=True)
        made = {name: f"{d}/{name}.o" for name in texts}
        assert list(circles(needs(made))) == ["3 files call each other in a circle:\n  a needs b of b\n  b needs c of c\n  c needs a of a"]
        del made["c"]
        assert not list(circles(needs(made)))


p = argparse.ArgumentParser()
p.add_argument("build")
p.add_argument("--cc", required=True)
a = p.parse_args()
self_test(a.cc)
objects = dict(objects_of(os.path.abspath(a.build)))
there = {os.path.relpath(f, ROOT) for top in FOLDERS for f in glob.glob(f"{ROOT}/{top}**/*.c", recursive=True)}
apart = sorted(there - objects.keys())                # of another configuration
found = list(circles(needs(objects))) if objects else [f"{a.build} has no objects"]
print("\n".join(found) or f"{len(objects)} files, and no circle of calls" + "".join(f"; {f} is not in this build" for f in apart))
sys.exit(bool(found))
