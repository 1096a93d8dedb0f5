#!/usr/bin/env python3
"""The library as somebody else has it: usage: library.py BUILD [--cc COMPILER] [--sanitize] [--update]

It is installed as a package would, into a folder of its own; the examples are compiled against what pkg-config says of it there,
and say of a capture what the program says, with the shared library and, where there is one, with the archive. Its header stands
alone, in C and in C++. Both have the names of perfolio.h and no others.
A program's locale changes nothing of what it says, and is the program's afterwards.
Its ABI is that of lib/perfolio.abi, which --update writes (on x86_64, where abidw is)."""
import argparse, collections, json, os, platform, re, shutil, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
CAPTURE, OBJECTS = "fixtures/amd64/fp.data", "fixtures/amd64/debug"
ABI = os.path.join(ROOT, "lib", "perfolio.abi")
ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("build")
ap.add_argument("--cc", default="cc")
ap.add_argument("--sanitize", action="store_true", help="as the build is")
ap.add_argument("--update", action="store_true")
a = ap.parse_args()
SANITIZE = ["-fsanitize=address,undefined"] if a.sanitize else []
faults = []


def run(*words, **more):
    p = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, **more)
    if p.returncode:
        sys.exit(f"{' '.join(words)}: status {p.returncode}\n{p.stderr.decode(errors='replace')}")
    return p.stdout.decode()


def flags_of(folder, *more):
    """What pkg-config says, of a package that lies below a folder that is no root."""
    pc = next(os.path.join(d, "perfolio.pc") for d, _, names in os.walk(folder) if "perfolio.pc" in names)
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc), PKG_CONFIG_SYSROOT_DIR=folder, PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1",
               PKG_CONFIG_ALLOW_SYSTEM_LIBS="1")
    return run("pkg-config", "--cflags", "--libs", *more, "perfolio", env=env).split()


def check_prefix(folder):
    """Where it is installed is said as it is installed, not as it is built."""
    run("cmake", "--install", a.build, "--prefix", folder)
    flags = run("pkg-config", "--cflags", "--libs", "perfolio",
                env=dict(os.environ, PKG_CONFIG_PATH=next(d for d, _, names in os.walk(folder) if "perfolio.pc" in names))).split()
    if not all(os.path.isdir(x[2:]) and x[2:].startswith(folder) for x in flags if x[:2] in ("-I", "-L")) or len(flags) != 3:
        faults.append(f"pkg-config: {flags} of what is in {folder}")


def check_header(folder, flags):
    for language, standard in ("c", "c99"), ("c++", "c++11"):
        source = os.path.join(folder, "alone." + language)
        with open(source, "w", encoding="utf-8") as f:
            f.write('#include <perfolio.h>\nint main(void) { pf_error e = { PF_OK, 0, "" }; return pf_version() == 0 || e.kind == PF_MEMORY; }\n')
        if language == "c" or shutil.which("c++"):
            run(a.cc if language == "c" else "c++", "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-pedantic",
                "-c", source, "-o", source + ".o", *(x for x in flags if x.startswith("-I")))


def check_names(library, *how):
    with open(os.path.join(ROOT, "include", "perfolio.h"), encoding="utf-8") as f:
        declared = set(re.findall(r"^PF_API [^;(]*\b(pf_\w+)\(", f.read(), re.M))
    found = {line.split()[-1].split("@")[0] for line in run("nm", *how, "--defined-only", library).splitlines() if len(line.split()) > 2} - {"PERFOLIO_0"}
    if declared != found or not declared:
        faults.append(f"names: {sorted(declared ^ found)} are in one of header and {os.path.basename(library)} alone")


def check_abi(folder):
    """Of the files that define it, which are compiled with their types: what they call is no part of that."""
    if not shutil.which("abidw") or platform.machine() != "x86_64":
        print("the ABI is not looked at: that takes abidw, and an x86_64 machine, of which lib/perfolio.abi is")
        return
    library = os.path.join(folder, "abi.so")
    run(a.cc, "-std=c11", "-g", "-O0", "-fPIC", "-shared", "-fvisibility=hidden", "-D_POSIX_C_SOURCE=200809L", "-D_FILE_OFFSET_BITS=64",
        '-DPERFOLIO_VERSION=""', "-I.", "-Wl,--version-script=lib/perfolio.map", "lib/perfolio.c", "lib/sample_tables.c", "lib/ask.c", "lib/answer.c", "-o", library)
    words = ["abidw", "--no-corpus-path", "--no-comp-dir-path", "--drop-private-types", "--headers-dir", os.path.realpath(os.path.join(ROOT, "include")),
             library]
    if a.update:
        run(*words, "--out-file", ABI)
        return
    now = os.path.join(folder, "now.abi")
    run(*words, "--out-file", now)
    p = subprocess.run(["abidiff", "--no-default-suppression", ABI, now], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if p.returncode:
        faults.append("the ABI is not that of lib/perfolio.abi; where it may change, library.py --update:\n" + p.stdout.decode(errors="replace"))


def check_examples(folder, flags, env):
    capture, objects = CAPTURE, OBJECTS
    env = dict(env, ASAN_OPTIONS="exitcode=99")
    for name in "hottest", "thread", "view":
        run(a.cc, *SANITIZE, "-std=c11", "-Wall", "-Wextra", "-Werror", f"examples/{name}.c", "-o", os.path.join(folder, name), *flags)
    hottest = run(os.path.join(folder, "hottest"), capture, objects, env=env).splitlines()
    report = json.loads(run(os.path.join(a.build, "perfolio"), "report", "--json", "--no-children", "-g", "none", "--sort", "dso,sym", "-i", capture,
                            "--isolated", "--objects", objects))["events"][0]
    sums = collections.Counter()
    for row in report["rows"]:
        sums[f"{row['dso']}  {row['symbol']['name'] or '?'}"] += row["period"]
    wanted = [report["event"]] + [f"{100 * v / report['period']:6.2f}%  {k}" for k, v in sums.most_common(5)]
    if hottest != wanted:
        faults.append(f"hottest: {hottest}\nreport: {wanted}")
    view = run(os.path.join(folder, "view"), capture, "buildid-list", env=env).split()
    ids = json.loads(run(os.path.join(a.build, "perfolio"), "buildid-list", "--json", "-i", capture))["objects"]
    if view != ["objects"] + [word for o in ids for word in (f"build_id={o['build_id']}", f"path={o['path']}")]:
        faults.append(f"view: {view}, buildid-list: {ids}")
    words = "report", "-g", "caller", "--no-children", "--sort", "comm"
    lines = run(os.path.join(folder, "view"), capture, *words, env=env).splitlines()
    rows = json.loads(run(os.path.join(a.build, "perfolio"), *words, "--json", "-i", capture, "--isolated"))["events"][0]["rows"]
    depths = [(len(line) - len(line.lstrip())) // 2 for line in lines]
    facts = dict(line.split("=", 1) for line, depth in zip(lines, depths) if not depth and "=" in line)
    if facts.get("events.0.samples") != str(sum(r["samples"] for r in rows)):
        faults.append(f"view: facts {facts}")
    mine = [re.search(r" period=(\d+)", line)[1] for line, depth in zip(lines, depths) if depth == 1]
    if mine != [str(r["period"]) for r in rows] or max(depths) < 3 or any(("frame=" in line) != (depth > 1) for line, depth in zip(lines, depths)):
        faults.append(f"view: {lines[:4]}, report: {rows[:1]}")
    lines = run(os.path.join(folder, "thread"), capture, "160", objects, env=env).splitlines()
    script = run(os.path.join(a.build, "perfolio"), "script", "--tid", "160", "-F", "time,ip,sym", "--ns", "--no-inline", "-i", capture, "--isolated", "--objects",
                 objects)
    wanted = []
    for block in filter(str.strip, script.split("\n\n")):
        time, *frames = block.split("\n")
        names = [re.fullmatch(r"\s*([0-9a-f]+) (.*)", line).groups() for line in frames if line.strip()]
        wanted.append((time.strip(" :"), [name for _, name in names]))
    mine = [(line.split()[0], line.split()[1:]) for line in lines]
    if len(mine) != len(wanted) or any(t != u or len(x) != len(y) or any(m != n and n != "[unknown]" for m, n in zip(x, y))
                                       for (t, x), (u, y) in zip(mine, wanted)) or not mine:
        faults.append(f"thread: {mine[:1]}, script: {wanted[:1]}")


def check_locale(folder, flags, env):
    """What it says has points in it, in a program whose numbers have commas."""
    commas = os.path.join(folder, "locales")
    os.makedirs(commas, exist_ok=True)
    if not shutil.which("localedef") or subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(commas, "de_DE.UTF-8")],
                                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        print("locales are not looked at: that takes localedef, and what it makes them of")
        return
    host = os.path.join(folder, "host")
    run(a.cc, *SANITIZE, "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "tests/library/host.c", "-o", host, *flags)
    said = []
    for locale, point in ("C", "."), ("de_DE.UTF-8", ","):
        p = subprocess.run([host, CAPTURE, OBJECTS], cwd=ROOT, env=dict(env, LOCPATH=commas, LC_ALL=locale), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if p.returncode or p.stderr.decode() != f"{locale}: {point}\n":
            faults.append(f"host: {p.stderr.decode(errors='replace')}")
        said.append(p.stdout.decode().splitlines())
    if said[0] != said[1] or len(said[0]) < 100 or "1.5" not in said[0][0]:
        faults.append(f"host: {next((pair for pair in zip(*said) if pair[0] != pair[1]), said[0][:1])} in two locales")


with tempfile.TemporaryDirectory(prefix="perfolio-library-") as scratch:
    with tempfile.TemporaryDirectory(prefix="perfolio-library-") as elsewhere:
        check_prefix(elsewhere)
    run("cmake", "--install", a.build, env=dict(os.environ, DESTDIR=scratch))
    installed = flags_of(scratch)
    shared, archive = (next((os.path.join(d, name) for d, _, names in os.walk(scratch) if name in names), None) for name in ("libperfolio.so.0", "libperfolio.a"))
    check_header(scratch, installed)
    check_names(shared, "-D")
    check_abi(scratch)
    with_shared = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(shared))
    check_examples(scratch, installed, with_shared)
    check_locale(scratch, installed, with_shared)
    if archive:
        check_names(archive, "-g")
        check_examples(scratch, [archive if x == "-lperfolio" else x for x in flags_of(scratch, "--static")], os.environ)
print("\n".join(faults) or "header, names, ABI, examples and locale are right")
sys.exit(bool(faults))
