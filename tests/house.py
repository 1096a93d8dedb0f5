#!/usr/bin/env python3
"""The rules of the house that a compiler does not hold: who may include whom, where foreign headers are allowed, what
is never asked of the host, no state between calls, who starts threads and what these share, no list of architectures outside
of arch, how many entries a folder and how many lines a file has at most. Every run begins with a self-test: each rule must catch an offender."""
import glob, os, re, subprocess, sys

import measures

# A file includes from its own folder and from those before it. Folders of one line do not know each other. A name is a
# folder with all that is below it and has no line of its own, or one file.
LAYERS = [["arch"], ["arch/cpu"],
          ["core/base"], ["core/base/file"], ["core/statistics"],
          ["core/model"], ["core/model/timeline"],
          ["core/resolve"],
          ["core/profile"], ["core/profile/keys"], ["core/profile/places"], ["core/profile/count"], ["core/profile/show"],
          ["core/annotate"], ["core/annotate/match"],
          ["core/replay"], ["core/replay/calls", "core/replay/sched", "core/replay/kernel", "core/replay/stat"],
          ["core/compare"],
          ["formats/elf/read"], ["formats/elf/dwarf", "formats/elf/unwind", "formats/elf/write"], ["formats/elf"],
          ["formats/perf/fields", "formats/tracepoint/read"], ["formats/perf/file", "formats/tracepoint/expr"],
          ["formats/perf/features"], ["formats/perf/records"],
          ["formats/perf", "formats/text", "formats/tracepoint", "formats/export", "formats/disasm"],
          ["formats/perf/write"], ["formats/perf/salvage"],
          ["archive"], ["archive/package"], ["archive/folio"],
          ["archive/folio/pack", "archive/folio/unpack", "archive/source"],
          ["lib/columns"], ["lib/session"], ["lib/view"], ["lib/options"], ["lib/question/commands.h"], ["lib/question/common"],
          ["lib/question/share"], ["lib/question/provenance"],
          ["lib/question/report", "lib/question/annotate", "lib/question/diff", "lib/question/script", "lib/question/sched",
           "lib/question/trace", "lib/question/stat", "lib/question/lock", "lib/question/kmem", "lib/question/explain",
           "lib/question/doctor", "lib/question/folio", "lib/question/export", "lib/question/dump"],
          ["lib/question"], ["include"], ["lib"], ["cli"]]
LAYER = {folder: i for i, folders in enumerate(LAYERS) for folder in folders}
MOST = 25                                             # entries of a folder
FIGURES = {"?: in a thousand lines": 12, "statements with several ?: in a thousand lines": 0.5, "heads of loops with ?:": 0,
           "functions, %, whose name another file has": 14, "names in more than two files": 0, "static functions with the name of another": 0,
           "base names twice in a floor": 0,
           "headers, %, that one other file includes": 25, "lines of a function, median": 14, "lines of a function, 99 of 100": 60}
LONGEST = 700                                         # lines of a file

# Foreign headers and the only files or folders that may name them.
ONLY_IN = [(r"(libelf|gelf|dwarf)\.h|elfutils/(?!debuginfod).*", "formats/elf/"),
           (r"elfutils/debuginfod\.h", "archive/source/debuginfod.c"),
           (r"archive(_entry)?\.h", "archive/"),
           (r"xxhash\.h", "core/base/hash.c"),
           (r"(zstd|lzma|zlib|bzlib)\.h", ("formats/", "archive/")),
           (r"(event-parse|trace-seq|traceevent/.*)\.h", ()),      # the tests' oracle
           (r"capstone/.*", "formats/disasm/"),
           (r"microhttpd\.h", "cli/web/serve.c"),
           (r"n?cursesw?(/.*)?\.h|term\.h", "cli/view/screen/screen.c"),
           (r"(linux|asm|asm-generic)/.*|elf\.h|link\.h", ())]

# How architectures are spelled, by their own rows; in identifiers those that are no other word.
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SPELLED = {name for p in glob.glob(os.path.join(ROOT, "arch/**/*.c"), recursive=True)
           for text in open(p, encoding="utf-8").read().split("\nconst struct arch arch_")[1:]
           for row in re.findall(r"\.(?:name|aliases)\s*=([^;]*?)(?:,\n|NULL)", text)
           for name in re.findall(r'"([^"]+)"', row)}
FAMILY = "|".join(sorted(s for s in SPELLED if len(s) > 4 and s.isidentifier()))
ARCHES = re.compile(rf"\b(?:EM_(?!NONE\b)|UAPI_|ABI_[a-z])\w*|(?<![A-Za-z0-9])(?i:{FAMILY})(?![A-Za-z0-9])")

BYTES = re.compile(r"\b(cur_\w+\s*\(|struct cur\b|load_(u16|u32|u64|number)\s*\()")
HOST = re.compile(r"\b(uname|sysconf|getpagesize|gethostname|getauxval)\s*\(")
STARTS = re.compile(r"\b(pthread_(create|join|detach)|thrd_\w+)\s*\(")
ATOMIC = re.compile(r"\b(__(atomic|sync)_\w+|volatile)\b")
NAME = r"\w+\s*(\[[^\]]*\]\s*)*(=[^=].*|[;,].*)$"      # of an object: a function's name is followed by "("
STATE = re.compile(r"\s*static\s+(?!const\b|inline\b|_Static_assert)[\w\s*]*?(?<!const )\b" + NAME   # not const at all
                   + r"|\s*static\s+const\b[\w\s]*\*\s*(?!const\b)" + NAME)                    # a pointer that moves


def folder_of(path):
    return next((f for f in sorted(LAYER, key=len, reverse=True) if (path + "/").startswith(f + "/")), None)


def below(own, other):
    """Whether a file of one folder may include one of the other: it lies before it, and is no other format's. cli stands on lib alone."""
    apart = own.startswith("formats/") and other.startswith("formats/") and own.split("/")[1] != other.split("/")[1]
    apart = apart or own == "cli" and not other.startswith(("cli", "lib", "include", "core/base", "arch"))
    return own == other or LAYER[other] < LAYER[own] and not apart


def faults(path, text):
    """Sentences about one file; `path` is relative to the repository."""
    own = folder_of(path)
    if not own:
        yield f"{path}: belongs to no folder of the house"
        return
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{path}:{number}"
        m = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if m and m.group(1) == '"':
            other = folder_of(m.group(2))
            if not other:
                yield f'{where}: "{m.group(2)}" does not begin with a folder of the house'
            elif not below(own, other):
                yield f"{where}: {own} may not include {other}"
        elif m:
            for header, homes in ONLY_IN:
                if re.fullmatch(header, m.group(2)) and not (homes and path.startswith(homes)):
                    yield f"{where}: <{m.group(2)}> is allowed {'only in ' + str(homes) if homes else 'nowhere'}"
        line = re.sub(r'"(\\.|[^"\\])*"', '""', line.split("//")[0])
        if HOST.search(line) and not re.fullmatch(r"core/base/file/system/(posix|windows)/\w+\.c", path):
            yield f"{where}: asks the host for something; only core/base/file/system may"
        if own.startswith(("cli", "lib")) and BYTES.search(line):
            yield f"{where}: decodes bytes of a file; the formats do"
        if STARTS.search(line) and path != "core/base/file/threads.c":
            yield f"{where}: starts or joins a thread; only core/base/file/threads.c may"
        if m := ATOMIC.search(line):
            yield f"{where}: {m.group(1)}: what threads share is atomic_ of <stdatomic.h>, or a number of core/base/file/threads.h"
        # A signal handler has no argument, and what ends in the middle returns to nobody who could hand one on.
        if STATE.match(line) and path not in ("core/base/file/guard.c", "core/base/file/system/posix/mapped_pages.c", "core/base/mem.c"):
            yield f"{where}: static data that is not const"


# Headers whose functions may begin otherwise, and why.
PREFIXES = {
    "activation.h": ("unwind_arch",),                     # what an activation needs to know of its architecture
    "build_id.h": ("elf_identity",),                      # what an ELF file is, its build-id included
    "commands.h": ("cmd", "perfolio"),                    # one function per command, each in the command's own file
    "exporter.h": ("export",),                            # what every exporter gets is a struct export
    "feature_rows.h": ("read", "show"),                   # the pairs of functions that rows of feature.c are made of
    "common.h": ("options",),                             # options.c, which reads them
    "mapping.h": ("space",),                              # what the spaces that a timeline hands out are asked of their maps
    "state.h": ("tasks",),                                # the threads that a timeline is made of: tasks.c
}
NOT_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)


def exported(text):
    """The functions that a header declares and another file defines."""
    text = NOT_TEXT.sub(" ", text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
    flat, depth = "", 0
    for c in text:                                        # what stands in braces is no declaration of a function
        depth += (c == "{") - (c == "}")
        if depth == 0:
            flat += ";" if c == "}" else c
    for part in flat.split(";"):
        part = re.sub(r"__attribute__\s*\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)", " ", part)
        part = part.strip()
        m = re.match(r"(?!static\b|typedef\b|extern\b|_Static_assert\b)[\w\s*]*?\b(\w+)\s*\(", part)
        if m and re.search(r"[\w*]\s+\**\w+\s*\(", part) and not m.group(1).isupper():
            yield m.group(1)


def prefixes(path):
    """What the names in a header may begin with."""
    folder, base = os.path.split(path[:-2])
    rooms = folder.split("/")[1:]                         # the room that a file stands in may stand for it: report_add_capture()
    files = {os.path.basename(p)[:-2] for p in glob.glob(os.path.join(ROOT, folder, "*.c"))}   # a header may be that of several
    names = files | {base, base.rpartition("_")[0], rooms[-1] if rooms else ""} | {room + "_" + base for room in rooms}
    names |= {n[len(rooms[-1]) + 1:] for n in names if rooms and n.startswith(rooms[-1] + "_")}      # common_answer.h: answer_begin_rows()
    names |= {n[:-3] + "y" for n in names if n.endswith("ies")} | {n[:-1] for n in names if n.endswith("s")}
    return tuple(n for n in names if n) + PREFIXES.get(os.path.basename(path), ())


def strangers(path, text):
    """Sentences about one header."""
    for name in exported(text):
        if not name.startswith(prefixes(path)):
            yield f"{path}: {name}() does not begin with the file's name"


def listings(path, text):
    """Sentences about what a file outside of arch/ says of single architectures: facts are members of struct arch."""
    if path.startswith("arch/"):
        return
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        words = [s for s in re.findall(r'"((?:\\.|[^"\\])*)"', line) if s in SPELLED | {"arch/list.h"}]
        words += ARCHES.findall(re.sub(r'"(\\.|[^"\\])*"', '""', line))
        for word in words:
            yield f"{path}:{number}: {word} belongs into arch/, as a member of struct arch"


def crowded(paths):
    """Folders with more entries than one takes in at a look."""
    entries = {}
    for path in paths:
        while "/" in path:
            folder = os.path.dirname(path)
            entries.setdefault(folder, set()).add(path)
            path = folder
    for folder, inside in sorted(entries.items()):
        if len(inside) > MOST:
            yield f"{folder}: {len(inside)} entries, at most {MOST}"


def too_long(path, text):
    """A file that has more than one idea, by its length."""
    if text.count("\n") > LONGEST:
        yield f"{path}: {text.count(chr(10))} lines, at most {LONGEST}"


def astray(names):
    """What a test or a person left at the top of the repository, where documents and settings are."""
    for name in names:
        if "/" not in name and not re.fullmatch(r"\..+|[A-Z]+|dev|.+\.(md|txt|json)", name):
            yield f"{name}: what is at the top is a document or a setting"


def too_much(table):
    """Figures of tests/measures.py over the whole that are above what the house allows."""
    for name, figure in table:
        if figure > FIGURES.get(name, figure):
            yield f"{figure} {name}, at most {FIGURES[name]}; tests/measures.py -v lists them"


def self_test():
    dense = measures.House({"a/x.c": "static int f(int a)\n{\n    for (int i = a ? 1 : 2; i; i--)\n        a = a ? i ? 1 : 2 : 3; /* ?: */\n    return a;\n}\n",
                            "a/y.c": "static int f(void)\n{\n    return '?';\n}\n", "a/b/y.c": "void f(void)\n{\n}\n",
                            "b/z.c": "static void open(int a)\n{\n}\n"})
    assert [n for n in FIGURES if any(n in fault for fault in too_much(dense.table()))] == \
        ["?: in a thousand lines", "statements with several ?: in a thousand lines", "heads of loops with ?:",
         "functions, %, whose name another file has", "names in more than two files", "static functions with the name of another",
         "base names twice in a floor"], list(dense.table())
    bad = [("core/base/x.c", '#include "core/model/event.h"\n'),
           ("core/model/x.c", '#include "formats/perf/fields/attr.h"\n'),
           ("arch/x.c", '#include "core/base/cur.h"\n'),
           ("formats/perf/x.c", '#include "formats/elf/elf.h"\n'),
           ("core/replay/stat/x.c", '#include "core/replay/sched/schedule.h"\n'),
           ("core/profile/keys/x.c", '#include "core/profile/count/count.h"\n'),
           ("lib/question/report/x.c", '#include "lib/question/diff/diff.h"\n'),
           ("lib/view/x.c", '#include "lib/question/common/common.h"\n'),
           ("lib/question/x.c", '#include "cli/desk.h"\n'),
           ("cli/x.c", '#include "core/model/capture.h"\n'),
           ("archive/x.c", '#include "lib/session/session.h"\n'),
           ("lib/session/x.c", '#include "lib/question/common/common.h"\n'),
           ("cli/x.c", '#include "cur.h"\n'),
           ("cli/x.c", "#include <libelf.h>\n"),
           ("formats/perf/x.c", "#  include <elfutils/libdw.h>\n"),
           ("archive/x.c", "#include <elfutils/debuginfod.h>\n"),
           ("core/base/x.c", "#include <xxhash.h>\n"),
           ("formats/text/x.c", "#include <archive.h>\n"),
           ("arch/x.c", "#include <linux/perf_event.h>\n"),
           ("formats/elf/x.c", "#include <elf.h>\n"),
           ("cli/x.c", "int f(void)\n{\n    return getpagesize();\n}\n"),
           ("cli/x.c", "    uint64_t ip = cur_u64(&c);\n"),
           ("cli/x.c", "static void show(struct cur c);\n"),
           ("cli/x.c", "    v = load_u32(raw.p, order);\n"),
           ("cli/x.c", "static int calls;\n"),
           ("cli/x.c", "static char *last[4] = { 0 };\n"),
           ("cli/x.c", "static unsigned hits, misses;\n"),
           ("cli/x.c", "static int n; /* of calls */ int m;\n"),
           ("cli/x.c", "static const char *last;\n"),
           ("cli/x.c", "    static unsigned n = 1;\n"),
           ("core/model/x.c", "    if (pthread_create(&t, NULL, work, arg))\n"),
           ("core/base/file/x.c", "    thrd_join(t, NULL);\n"),
           ("core/base/file/threads.c", "    n = __atomic_fetch_add(&m->n, 1, __ATOMIC_RELAXED);\n"),
           ("core/model/x.c", "    __sync_synchronize();\n"),
           ("core/model/x.c", "    volatile bool done;\n"),
           ("somewhere/x.c", "\n")]
    good = [("formats/elf/x.c", "#include <libelf.h>\n#include <gelf.h>\n#include \"core/resolve/source.h\"\n"),
            ("core/base/file/system/posix/host.c", "n = sysconf(_SC_NPROCESSORS_ONLN);\n"),
            ("core/base/hash.c", "#include <xxhash.h>\n"),
            ("core/base/file/threads.c", "    pthread_join(t, NULL); /* volatile */\n"),
            ("core/model/x.c", "    pthread_mutex_lock(&m->lock);\n    atomic_store(&m->n, 1);\n"),
            ("cli/x.c", "/* uname() of the host: <linux/x.h> */\nerr(\"uname() failed\");\n"),
            ("cli/x.c", "static const int a[] = { 1 };\nstatic int f(void);\nstatic void g(int a)\n{\n"),
            ("cli/x.c", "static const char *const names[] = { 0 };\nstatic inline int f(void);\n")]
    for path, text in bad:
        assert list(faults(path, text)), f"not caught: {path}: {text}"
    for path, text in good:
        assert not list(faults(path, text)), f"wrongly caught: {list(faults(path, text))}"
    assert list(exported("/* f(); */\n#define G(x) \\\n    g(x)\nstruct a {\n    int (*h)(int);\n};\nstatic inline int i(void)\n{\n    j();\n}\n"
                         "const char *k(int a,\n  int (*l)(int)) __attribute__((format(printf, 1, 2)));\nextern const struct a m;\n"
                         "struct a n(void);\nint (*const o)(void);\n")) == ["k", "n"]
    assert list(strangers("lib/question/sched/latency.h", "void text_add(void);\n"))
    for good in ("latency_run", "sched_latency_run", "sched_run", "latency"):
        assert not list(strangers("lib/question/sched/latency.h", f"void {good}(void);\n")), good
    assert not list(strangers("core/x/filters.h", "void filter_add(void);\n"))
    assert not list(strangers("core/x/blob_file.h", "void blob_add(void);\n"))
    for text in ("if (m->ehdr.e_machine == EM_ARM)\n", "if (arch->uapi == UAPI_x86)\n", '{ "x86_64", 8 },\n',
                 "static const char *const arm64_names[] = { 0 };\n", "return &arch_s390x;\n", "ABI_x32\n",
                 '#include "arch/list.h"\n'):
        assert list(listings("formats/elf/read/x.c", text)), f"not caught: {text}"
    for path, text in (("formats/elf/x.c", 'h.e_machine = EM_NONE; /* EM_ARM */\n"arm_spe", ".ARM.exidx"\n'),
                       ("core/x.c", "int mips_of_cpu, alphas, ABI_32;\n"), ("arch/x.c", ".machine = EM_ARM,\n")):
        assert not list(listings(path, text)), f"wrongly caught: {list(listings(path, text))}"
    assert list(crowded(f"a/b/{i}.c" for i in range(26))) and not list(crowded(f"a/b/{i}.c" for i in range(25)))
    assert list(astray(["l.data"])) and not list(astray(["README.md", "LICENSE", ".gitignore", "CMakeLists.txt", "dev", "fixtures/l.data"]))
    assert list(too_long("core/x.c", "\n" * 701)) and not list(too_long("core/x.c", "\n" * 700))


self_test()
os.chdir(ROOT)
paths = sorted(p for top in ("arch", "core", "formats", "archive", "include", "lib", "cli")
               for p in glob.glob(f"{top}/**/*.[ch]", recursive=True))
texts = {p: open(p, encoding="utf-8").read() for p in paths}
found = [f for p in paths for rule in (faults, listings, too_long) for f in rule(p, texts[p])] + list(crowded(paths)) + \
        [f for p in paths if p.endswith(".h") for f in strangers(p, texts[p])]
found += too_much(measures.House(texts).table())
if os.path.exists(".git"):
    found += astray(subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")[:-1])
print("\n".join(found) or f"{len(paths)} files keep the rules of the house")
sys.exit(bool(found))
