#!/usr/bin/env python3
"""Source lines and inlined calls of every address: usage: lines.py --bin LINES_OF

Compiles small programs in all the ways in which DWARF is written, kept and packed, and holds what tests/lines_of says
of each byte of .text to addr2line of binutils. Where that differs LLVM's must agree: binutils 2.40 misreads
DW_FORM_rnglistx (DWARF 5, 7.5.5), and calls the file of a unit made by the linker <artificial> where its line table
has another one. Skipped (77) where there is no compiler; what this machine's tools do not know is left out, and told."""
import argparse, os, re, resource, shutil, struct, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/tests/lines-of")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)

SOURCES = {
    "work.h": """
static inline __attribute__((always_inline)) int innermost(int *p, int n) { int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * p[n - 1 - i];
    return s; }
static inline __attribute__((always_inline)) int middle(int *p, int n) {
    if (n > 3) { int half = n / 2;
        return innermost(p, half) +
               innermost(p + half, n - half); }
    return n; }
static inline __attribute__((always_inline)) int outermost(int *p, int n) {
    for (int i = 0; i < n; i++) { int copy = p[i];
        if (copy & 1)
            p[i] = middle(p, i) / 3;
    }
    return p[0] + p[n / 2]; }
""",
    "one.c": """#include "work.h"
int two(int *p, int n);
int dropped(int *p, int n);
static __attribute__((noinline)) int cold(int *p) { __builtin_memset(p, 1, 64); return *p; }
int one(int *p, int n) { if (__builtin_expect(n > 1000, 0)) return cold(p); return outermost(p, n) + two(p, n); }
int dropped(int *p, int n) { return outermost(p, n) * 7 + innermost(p, 5); }
int main(int argc, char **argv) { int v[64] = { argc, 3, 5 }; (void)argv;
    return one(v, 64) & 1; }
""",
    "two.c": """#include "work.h"
struct pair { int a, b; };
static int twice(struct pair p) { return p.a * 2 + p.b; }
int two(int *p, int n) { struct pair q = { middle(p, n), n };
    switch (n) { case 1: return 5; case 2: return 9; case 3: p[1] = 7; break; case 4: p[2] = 4; break; case 5: return 8; }
    return twice(q); }
int dropped_too(int n); int dropped_too(int n) { return n / 7; }
""",
    "three.cc": """#include "work.h"
namespace outer { namespace {
template <typename T> struct Box { T v; explicit Box(T x) : v(x) {} T get() const { return v * 3; }
    static T make(T x) { Box b(x); return b.get() + innermost(reinterpret_cast<int *>(&b), 1); } }; }
struct Shape { virtual ~Shape() {} virtual int area(int n) = 0; };
struct Square : Shape { int area(int n) override { struct Local { static int f(int x) { return x * x / 5; } };
    return Local::f(n) + Box<int>::make(n); } };
int run(Shape &s, int n) { auto f = [&](int k) { return s.area(k) / (k + 1); }; int t = 0;
    for (int i = 0; i < n; i++) t += f(i);
    return t; } }
extern "C" int two(int *p, int n) { outer::Square s; try { return outer::run(s, n + *p); } catch (int e) { return e; } }
""",
}
C, CXX = ["one.c", "two.c"], ["one.c", "three.cc"]


def run(*command, cwd=None, given=None):
    p = subprocess.run(command, cwd=cwd, input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       universal_newlines=True, env=dict(os.environ, LC_ALL="C"))
    if p.returncode:
        raise OSError(f"{' '.join(command[:9])}: {p.stderr.strip()[:300]}")
    return p.stdout


def spent():
    """Seconds of CPU of the programs that ended: a machine may be busy."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def build(name, compiler, options, sources):
    """A program, each unit compiled by itself; None where the tools cannot."""
    folder = os.path.join(temp, name)
    os.mkdir(folder)
    for file, text in SOURCES.items():
        with open(os.path.join(folder, file), "w") as f:
            f.write(text)
    try:
        for file in sources:
            language = {"gcc": "g++", "clang": "clang++"}.get(compiler, compiler) if file.endswith("cc") else compiler
            run(language, "-c", *options, file, "-o", file + ".o", cwd=folder)
        linker = {"gcc": "g++", "clang": "clang++"}.get(compiler, compiler) if sources is CXX else compiler
        run(linker, *options, *(f + ".o" for f in sources), "-o", "program", cwd=folder)
    except OSError as e:
        left_out.append(f"{name}: {e}")
        return None
    return os.path.join(folder, "program")


def headers(program):
    """((svma, size) of .text, [(svma, foff, size) of PT_LOADs])"""
    text = run("readelf", "-SlW", program)
    m = re.search(r" \.text +\w+ +([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+)", text)
    loads = re.findall(r"^ +LOAD +0x([0-9a-f]+) +0x([0-9a-f]+) +0x[0-9a-f]+ +0x([0-9a-f]+)", text, re.M)
    return (int(m[1], 16), int(m[2], 16)), [(int(v, 16), int(o, 16), int(s, 16)) for o, v, s in loads]


def frames(text):
    """{address: [(function, file, line)]} of what addr2line and lines_of print."""
    found, lines, i = {}, text.splitlines(), 0
    while i < len(lines):
        if re.fullmatch(r"0x[0-9a-f]+", lines[i]):
            frames = found.setdefault(int(lines[i], 16), [])
            i += 1
            continue
        m = re.match(r"(.*?):(\d+|\?)(?::\d+)?(?: \(discriminator \d+\))?$", lines[i + 1])
        frames.append((lines[i].split(" inlined at ")[0], m[1], int(m[2]) if m[2] != "?" else 0))
        i += 2
    return found


def ask(addresses, *command):
    return frames(run(*command, given="".join(f"{x:x}\n" for x in addresses)))


def same(ours, theirs):
    """They take a name from the symbol table where DWARF has none; we leave that to the symbol table."""
    if not ours:
        return all(line == 0 for _, _, line in theirs)
    if any(not function for function, _, _ in theirs):      # LLVM, of MIPS
        return [f[1:] for f in ours] == [f[1:] for f in theirs]
    if len(ours) == 1 and len(theirs) == 1 and ours[0][0] == "??":
        return ours[0][1:] == theirs[0][1:]
    return ours == theirs


def check(name, program, *command, offsets=False, prefix="", made_in=None):
    """Hold what `command` says (lines_of -v PROGRAM) of all of .text to what others say of `program`, which may be its
    twin from another folder."""
    (start, size), loads = headers(program)
    svmas = range(start, start + size)
    asked = {x: next(x - v + o for v, o, s in loads if v <= x < v + s) if offsets else x for x in svmas}
    got = ask(asked.values(), a.bin, *(command or ("-v", program)))
    made_in = made_in or os.path.dirname(command[1] if command else program)
    moved = lambda f: f.replace(made_in + "/", os.path.dirname(program) + "/")
    ours = {x: [(function, moved(file), line) for function, file, line in got[asked[x]]] for x in svmas}
    # Without symbols, which addr2line prefers to names in DWARF that are no linkage names.
    bare = program + ".bare"
    run(prefix + "objcopy", "-S", "--keep-section=.debug_*", program, bare)
    theirs = ask(svmas, prefix + "addr2line", "-a", "-i", "-f", "-e", bare)
    wrong = [x for x in svmas if not same(ours[x], theirs[x])]
    disputed = len(wrong)
    if wrong and not shutil.which("llvm-addr2line"):
        left_out.append(f"{name}: {disputed} addresses of which addr2line alone says otherwise")
        return 0
    if wrong:
        theirs = ask(wrong, "llvm-addr2line", "-a", "-i", "-f", "-e", bare)
        wrong = [x for x in wrong if not same(ours[x], theirs[x])]
    for x in wrong[:3]:
        print(f"{name}: {x:#x}\n  ours   {ours[x]}\n  theirs {theirs[x]}")
    depth = max(len(f) for f in ours.values())
    print(f"{name}: {size} addresses, up to {depth} frames" + (f"; {disputed} otherwise in addr2line" if disputed else "")
          + (f"; {len(wrong)} WRONG" if wrong else ""))
    failed.extend(wrong)
    return depth


def check_unlinked(name, file, *command, tool=("addr2line", "-j")):
    """Hold what is said of a file that is not linked to what a tool says, section by section: ours are at their offsets
    in the file."""
    total, wrong = 0, []
    for section, offset, size in re.findall(r" (\.text[^ ]*) +PROGBITS +0+ ([0-9a-f]+) ([0-9a-f]+) ", run("readelf", "-SW", file)):
        offset, size = int(offset, 16), int(size, 16)
        theirs = ask(range(size), tool[0], *([tool[1], section] if tool[1:] else []), "-a", "-i", "-f", "-e", file)
        ours = ask(range(offset, offset + size), a.bin, *(command or ("-v", file)))
        wrong += [(section, x, ours[offset + x], theirs[x]) for x in range(size) if not same(ours[offset + x], theirs[x])]
        total += size
    for w in wrong[:3]:
        print(f"{name}: {w}")
    print(f"{name}: {total} addresses" + (f"; {len(wrong)} WRONG" if wrong else ""))
    assert total, name
    failed.extend(wrong)


def apart(program):
    """The program without a name of a .dwo file that leads anywhere, and its package."""
    folder = tempfile.mkdtemp(dir=temp)
    with open(program, "rb") as f, open(os.path.join(folder, "program"), "wb") as g:
        g.write(f.read().replace(b".dwo\0", b".dvo\0"))
    os.rename(program + ".dwp", os.path.join(folder, "program.dwp"))
    return os.path.join(folder, "program")


def opened(*command):
    """Files that a command opens, with one address to answer."""
    trace = os.path.join(temp, "trace")
    subprocess.run(["strace", "-f", "-qq", "-e", "trace=open,openat,openat2", "-o", trace, *command], check=True,
                   input="0\n", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, universal_newlines=True)
    with open(trace) as f:
        return re.findall(r'open\w*\((?:AT_FDCWD, )?"([^"]*)"', f.read())


temp = tempfile.mkdtemp(prefix="perfolio-lines-")
left_out, failed = [], []
try:
    plain = build("plain", "gcc", ["-g", "-O2"], C)
    if not plain or not shutil.which("addr2line"):
        print("SKIPPED: no compiler, or no addr2line:", *left_out)
        sys.exit(77)
    assert check("gcc -O2", plain) >= 4, "nothing was inlined three deep"

    for compiler in "gcc", "clang":
        for version in 2, 3, 4, 5:
            for sources, what in (C, "C"), (CXX, "C++"):
                name = f"{compiler} DWARF {version} {what}"
                p = build(name, compiler, [f"-gdwarf-{version}", "-O2"], sources)
                p and check(name, p)
    ways = {
        "not optimised": ["-g", "-O0"],
        "dropped functions": ["-g", "-O2", "-ffunction-sections", "-Wl,--gc-sections"],
        "dropped functions, DWARF 4": ["-gdwarf-4", "-O2", "-ffunction-sections", "-Wl,--gc-sections"],
        "static": ["-g", "-O2", "-static"],
        "not position-independent": ["-g", "-O2", "-no-pie"],
        "lines only": ["-g1", "-O2"],
        "types apart": ["-gdwarf-4", "-O2", "-fdebug-types-section"],
        "32-bit": ["-g", "-O2", "-m32"],
        "optimised by the linker": ["-g", "-O2", "-flto"],
    }
    for name, options in ways.items():
        p = build(name, "gcc", options, CXX if name != "static" else C)
        p and check(name, p)
    p = build("big-endian", "s390x-linux-gnu-gcc", ["-g", "-O2", "-nostdlib", "-Wl,-e,main", "-shared"], C)
    p and check("big-endian", p, prefix="s390x-linux-gnu-")

    packed, part = {}, lambda name: plain + "." + name
    for way in "zlib", "zlib-gnu", "zstd":
        try:
            run("objcopy", f"--compress-debug-sections={way}", plain, part(way))
            packed[f"compressed ({way})"] = ["-v", part(way)]
        except OSError as e:
            left_out.append(f"compressed ({way}): {e}")
    run("objcopy", "--remove-section=.debug_aranges", plain, part("no-aranges"))
    run("objcopy", "--only-keep-debug", plain, part("debug"))
    run("strip", "-o", part("stripped"), plain)
    packed["without .debug_aranges"] = ["-v", part("no-aranges")]
    packed["debug file, by address"] = ["-v", part("debug")]
    for way, command in packed.items():
        check(way, plain, *command)
    check("by offset", plain, "-f", plain, offsets=True)
    check("debug file, by offset", plain, "-f", part("debug"), part("stripped"), offsets=True)

    # Files that are not linked, as modules are: all their addresses are relocations.
    for name, gcc, options in ("module", "gcc", ["-g"]), ("module, sections", "gcc", ["-gdwarf-4", "-ffunction-sections"]), (
            "module, compressed", "gcc", ["-g", "-gz"]), ("module, big-endian", "s390x-linux-gnu-gcc", ["-g"]):
        prefix = gcc[:-len("gcc")]
        try:
            module = build(name, gcc, options + ["-O2", "-r", "-nostdlib"], C)
            if not module:
                continue
            tool = prefix + "addr2line", "-j"
            check_unlinked(name, module, tool=tool)
            run(prefix + "objcopy", "--only-keep-debug", module, module + ".debug")
            run(prefix + "strip", "-g", "-o", module + ".stripped", module)
            check_unlinked(name + ", debug file", module, "-f", module + ".debug", module + ".stripped", tool=tool)
        except OSError as e:
            left_out.append(f"{name}: {e}")
    for target in ("i386", "x86_64", "aarch64", "armv7", "riscv64", "powerpc64le", "powerpc64", "powerpc", "s390x", "mips"):
        file = os.path.join(tempfile.mkdtemp(dir=temp), "one.o")
        try:
            run("clang", f"--target={target}-linux-gnu", "-ffreestanding", "-g", "-O2", "-c", os.path.join(os.path.dirname(plain), "one.c"), "-o", file)
            check_unlinked(f"not linked, {target}", file, tool=("llvm-addr2line",))
        except OSError as e:
            left_out.append(f"not linked, {target}: {e}")

    # Split units, in files and in packages: the same program without them is the measure. Of version 5 binutils 2.40
    # makes no packages (it crashes), and LLVM 14 none of GCC's (it does not end).
    split = None
    for compiler in "gcc", "clang":
        for version in 4, 5:
            for sources, what in (C, "C"), (CXX, "C++"):
                name = f"{compiler} split DWARF {version} {what}"
                whole = build(f"{name}, whole", compiler, [f"-gdwarf-{version}", "-O2"], sources)
                p = build(name, compiler, [f"-gdwarf-{version}", "-gsplit-dwarf", "-O2"], sources)
                if not p:
                    continue
                split = split or p
                check(name, whole, "-vo", p)
                for dwp in ["dwp", "llvm-dwp"] if version == 4 else ["llvm-dwp"] if compiler == "clang" else []:
                    try:
                        run(dwp, "-e", p, "-o", p + ".dwp", cwd=os.path.dirname(p))
                        check(f"{name}, {dwp}", whole, "-vo", apart(p), made_in=os.path.dirname(p))
                    except OSError as e:
                        left_out.append(f"{name}: {e}")

    # What programs have in common, taken out.
    for way, options in ("", []), (", DWARF 5's own way", ["-5"]):
        p = build("common" + way, "gcc", ["-g", "-O2"], CXX)
        try:
            copies = [p + ".1", p + ".2"]
            for copy in copies:
                shutil.copy(p, copy)
            run("dwz", *options, "-m", p + ".common", *copies)
            check("common" + way, p, "-vo", copies[0])
        except OSError as e:
            left_out.append(f"common{way}: {e}")

    # A damaged file: all functions name one list of ranges, that is nothing but bases for others.
    crowded = os.path.join(temp, "crowded.s")
    with open(crowded, "w") as f:
        f.write("""
            .text
            .globl f
            f: .skip 64
            .section .debug_abbrev, "", %progbits
            abbrev: .byte 1, 0x11, 1, 0x11, 1, 0x12, 7, 0, 0
            .byte 2, 0x2e, 0, 0x55, 0x17, 0, 0, 0
            .section .debug_info, "", %progbits
            .4byte end - begin
            begin: .2byte 4
            .4byte abbrev
            .byte 8, 1
            .8byte f, 64
            .rept 100000
            .byte 2, 0, 0, 0, 0
            .endr
            .byte 0
            end:
            .section .debug_ranges, "", %progbits
            .rept 100000
            .8byte -1, 0
            .endr
            .8byte 0, 0
        """)
    try:
        run("gcc", "-shared", "-nostdlib", crowded, "-o", crowded + "o")
        start, began = headers(crowded + "o")[0][0], spent()
        ask([start], a.bin, "-v", crowded + "o")
        assert spent() - began < 10, "a list is read again for every function that names it"
    except OSError as e:
        left_out.append(f"crowded: {e}")

    # Another one: 20,000 sections of relocations are one and the same.
    data, names = bytearray(64), b"\0.debug_info\0.rela\0.symtab\0.shstrtab\0"
    places = [(at, data.extend(b) or len(data)) for b in (bytes(80), struct.pack("<QQq", 16, 1 << 32 | 1, 0) * 100000, bytes(48), names)
              for at in [len(data)]]
    headers_at = len(data)
    # name, type, link, info, place, bytes of an entry
    for name, kind, link, info, place, each in [(0, 0, 0, 0, None, 0), (1, 1, 0, 0, 0, 0), (19, 2, 0, 1, 2, 24),
                                                (27, 3, 0, 0, 3, 0)] + 20000 * [(13, 4, 2, 1, 1, 24)]:
        start, end = places[place] if place is not None else (0, 0)
        data += struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, start, end - start, link, info, 1, each)
    data[:64] = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 1, 62, 1, 0, 0, headers_at, 0, 64, 0, 0, 64, 20004, 3)
    with open(os.path.join(temp, "relocations.o"), "wb") as f:
        f.write(data)
    began = spent()
    said = subprocess.run([a.bin, "-v", f.name], input="0\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True).stderr
    assert "its DWARF: " in said, said               # of zeros no unit can be read
    assert spent() - began < 10, "relocations that lie in one place are applied again and again"

    # Files that others name are not opened: split units, and what dwz took out.
    with open(part("link"), "wb") as f:
        f.write(plain.encode() + bytes(21))
    run("objcopy", f"--add-section=.gnu_debugaltlink={part('link')}", plain, part("alt"))
    for p in filter(None, (split, part("alt"))):
        (start, size), _ = headers(p)
        lines = {f[0][1:] for f in ask(range(start, start + size), a.bin, "-v", p).values() if f}
        assert any(file.endswith("work.h") and line for file, line in lines), p
        try:
            strange = [f for f in opened(a.bin, "-v", p) if f != p and not re.match(r"/(usr/)?lib|/etc/ld\.so|/proc/self/|/sys/", f)]
            assert not strange, strange
        except (OSError, subprocess.CalledProcessError) as e:
            left_out.append(f"whether other files are opened: {e}")
finally:
    shutil.rmtree(temp)
for line in left_out:
    print("left out:", line)
sys.exit(bool(failed))
