#!/usr/bin/env python3
"""Figures by which the house is compared with others: how dense statements are, how often names are reused, what headers are for.
`tests/measures.py [FOLDER...]` prints them of this repository's C, or of any other folders, and what stands out."""
import collections, ctypes, glob, os, re, statistics, sys

NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
FUNCTION = re.compile(r"^(?:static\s+|inline\s+|extern\s+)*(?!struct\s+\w+\s*\{|typedef|enum)[A-Za-z_][\w\s*]*?\b(\w+)\((?:[^;{}()]|\([^()]*\))*\)[^;{}()]*\n\{(.*?)^\}",
                      re.M | re.S)
STATIC = re.compile(r"(?:[A-Z_]+ )?static\b|SELDOM\b")       # SELDOM (arch/arch.h) says static, too
TAG = re.compile(r"\b(?:struct|union|enum)\s+(\w+)\s*\{")


def code(text):
    """Without comments, strings and directives, line by line the same."""
    text = NOT_CODE.sub(lambda m: ('""' if m.group()[0] == '"' else " ") + "\n" * m.group().count("\n"), text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m.group().count("\n"), text, flags=re.M)


def statements(text):
    """(line, statement): what ends with a semicolon or begins a block, heads of loops in one piece."""
    start, depth, line, first = 0, 0, 1, 1
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c in ";{}" and depth <= 0:
            yield first, text[start:i]
            start, first = i + 1, line
        line += c == "\n"


def ternaries(s):
    return len(re.findall(r"\?(?![?=(/'<>!-])", s))


class House:
    def __init__(self, texts):
        """texts: {path: text} of C files and headers."""
        self.texts = texts
        self.code = {p: code(t) for p, t in texts.items()}
        self.lines = sum(t.count("\n") for t in texts.values())
        self.functions = [(p, m.group(1), m.group(2).count("\n") - 1) for p, c in self.code.items() for m in FUNCTION.finditer(c)]
        self.dense = [(p, n, ternaries(s), s) for p, c in self.code.items() if "?" in c for n, s in statements(c) if "?" in s]

    def per_thousand(self, n):
        return 1000 * n / max(self.lines, 1)

    def several(self):
        """Statements with more than one ?:, and heads of loops with one."""
        return [(p, n) for p, n, t, s in self.dense if t > 1]

    def in_loops(self):
        return [(p, n) for p, n, t, s in self.dense if t and re.match(r"\s*(for|while)\b", s)]

    def names(self):
        """{name: files}: functions and tags that more than one file defines."""
        at = collections.defaultdict(set)
        for p, name, _ in self.functions:
            at[name].add(p)
        for p, c in self.code.items():
            for name in TAG.findall(c):
                at["struct " + name].add(p)
        return at

    def taken(self):
        """Static functions that are called like a function of the C library here or like one that another file exports: a linker may
        take the one for the other (wasm-ld of LLVM 19 does so in archives), and so may who reads."""
        linked = ctypes.CDLL(None)
        defined = [(p, m.group(1), bool(STATIC.match(m.group()))) for p, c in self.code.items() for m in FUNCTION.finditer(c)]
        exported = {name for _, name, is_static in defined if not is_static}
        return [(p, name) for p, name, is_static in defined if is_static and (name in exported or hasattr(linked, name))]

    def base_names(self):
        at = collections.defaultdict(set)
        for p in self.texts:
            at[(p.split("/")[0], os.path.basename(p))].add(p)
        return {k: v for k, v in at.items() if len(v) > 1}

    def headers(self):
        """{header: files that include it, but for its own}."""
        at = {p: set() for p in self.texts if p.endswith(".h")}
        for p, t in self.texts.items():
            for h in re.findall(r'^\s*#\s*include\s*"([^"]+)"', t, re.M):
                if h in at and h[:-2] != p[:-2]:
                    at[h].add(p)
        return at

    def table(self):
        tern = sum(t for _, _, t, _ in self.dense)
        names = self.names()
        functions = {n: f for n, f in names.items() if not n.startswith("struct ")}
        shared = sum(1 for _, n, _ in self.functions if len(functions[n]) > 1)
        lengths = sorted(n for _, _, n in self.functions)
        fan = self.headers()
        yield "lines", self.lines
        yield "?: in a thousand lines", round(self.per_thousand(tern), 1)
        yield "statements with several ?: in a thousand lines", round(self.per_thousand(len(self.several())), 2)
        yield "heads of loops with ?:", len(self.in_loops())
        yield "functions", len(self.functions)
        yield "functions, %, whose name another file has", round(100 * shared / max(len(self.functions), 1), 1)
        yield "names in more than two files", sum(len(f) > 2 for f in names.values())
        yield "static functions with the name of another", len(self.taken())
        yield "base names twice in a floor", len(self.base_names())
        yield "headers, %, that one other file includes", round(100 * sum(len(f) == 1 for f in fan.values()) / max(len(fan), 1), 1)
        yield "lines of a function, median", statistics.median(lengths) if lengths else 0
        yield "lines of a function, 99 of 100", lengths[int(len(lengths) * 0.99)] if lengths else 0
        yield "asserts in a thousand lines", round(self.per_thousand(sum(len(re.findall(r"\bassert\s*\(", c)) for c in self.code.values())), 2)


def house_of(folders):
    paths = sorted(p for top in folders for p in glob.glob(f"{top}/**/*.[ch]", recursive=True))
    return House({p: open(p, encoding="utf-8", errors="replace").read() for p in paths})


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    verbose = "-v" in sys.argv
    house = house_of([a for a in sys.argv[1:] if a != "-v"] or ["arch", "core", "formats", "archive", "include", "lib", "cli"])
    for name, figure in house.table():
        print(f"{figure:>10}  {name}")
    if verbose:
        for p, n in house.several() + house.in_loops():
            print(f"{p}:{n}")
        for n, f in sorted(house.names().items(), key=lambda x: -len(x[1])):
            if len(f) > 2:
                print(len(f), n, *sorted(f))
        for p, n in house.taken():
            print(p, n)
