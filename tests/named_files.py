#!/usr/bin/env python3
"""What DWARF keeps in other files comes from the sources alone: usage: named_files.py --bin PROGRAM

Builds a program under the build-id of one of fixtures/amd64/debug, so that a capture speaks of it, with its DWARF whole,
split into .dwo files or a package, and with what dwz takes out of it; asks what is at one of its addresses. Skipped (77)
where there is no compiler for the capture's machine."""
import argparse, os, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
CAPTURE = os.path.abspath("fixtures/amd64/fp.data")
ID = "f9d85ecaf846033ac5333a74e14f2e78c9996db9"
SOURCE = """extern "C" {
static inline __attribute__((always_inline)) int inner(int *p, int n) { int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * p[n - i];
    return s; }
int outer(int *p, int n);
int outer(int *p, int n) { p[0] = n; return inner(p, n) + inner(p + 7, n); }
int main(int c, char **v) { int p[64] = { c, !v }; return outer(p, 9); } }
"""


def run(*command, cwd=None):
    p = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, timeout=300)
    if p.returncode:
        raise OSError(f"{' '.join(command[:6])}: {p.stdout[-200:]}")
    return p.stdout


def build(*options):
    """A folder with the program."""
    folder = tempfile.mkdtemp(dir=temp)
    with open(os.path.join(folder, "x.cc"), "w") as f:
        f.write(SOURCE)
    run("g++", "-O2", *options, "-c", "x.cc", "-o", "x.o", cwd=folder)
    run("gcc", "-Wl,--build-id=0x" + ID, "x.o", "-o", "workload", cwd=folder)
    return folder


def tree(files):
    """A folder with {path: file} in it."""
    folder = tempfile.mkdtemp(dir=temp)
    for path, file in files.items():
        os.makedirs(os.path.dirname(folder + path), exist_ok=True)
        shutil.copy(file, folder + path)
    return folder


def source(at, *objects):
    """(where the address is, without folders; all that was said)"""
    objects = [x for o in objects for x in ("--objects", o)]
    p = subprocess.run([a.bin, "explain", f"workload+{at}", "--isolated", "-i", CAPTURE] + objects, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, universal_newlines=True, env=dict(os.environ, LC_ALL="C", HOME="/dev/null"))
    said = p.stdout.splitlines()
    return [l.split()[:-2] and l.split()[0] + " " + l.split("/")[-1] for l in said if l.startswith(("  source ", "  called at "))], p.stdout


temp = tempfile.mkdtemp(prefix="perfolio-named-files-")
left_out = []
try:
    try:
        whole = build("-g")
        at = next("0x" + l.split()[0].lstrip("0") for l in run("nm", whole + "/workload").splitlines() if l.endswith(" outer"))
        at = hex(int(at, 16) + 40)
        if "EM_X86_64" not in run("readelf", "-h", whole + "/workload") and "X86-64" not in run("readelf", "-h", whole + "/workload"):
            raise OSError("the compiler is for another machine")
    except (OSError, subprocess.TimeoutExpired) as e:
        print("SKIPPED:", e)
        sys.exit(77)
    wanted, said = source(at, whole + "/workload")
    assert len(wanted) == 2 and wanted[0].endswith(" in inner") and wanted[1].endswith(" in outer"), said

    ways = {}
    for version in 4, 5:
        split = build(f"-gdwarf-{version}", "-gsplit-dwarf")
        program, half = split + "/workload", tempfile.mkdtemp(dir=temp) + "/x.dwo"
        os.rename(split + "/x.dwo", half)      # nobody finds it where the program says it is
        ways[f"DWARF {version}, a sysroot"] = [tree({"/opt/wl/workload": program, split + "/x.dwo": half})]
        ways[f"DWARF {version}, in one folder"] = [tree({"/workload": program, "/x.dwo": half})]
        ways[f"DWARF {version}, named files"] = [program, half]
        try:
            if version == 4:       # of version 5 GCC's, binutils' dwp crashes and LLVM 14's never ends
                run("dwp", half, "-o", split + "/workload.dwp")
                ways[f"DWARF {version}, a package"] = [tree({"/opt/wl/workload": program, "/opt/wl/workload.dwp": split + "/workload.dwp"})]
                ways[f"DWARF {version}, a named package"] = [program, split + "/workload.dwp"]
        except (OSError, subprocess.TimeoutExpired) as e:
            left_out.append(str(e))
        got, said = source(at, program)
        assert len(got) == 1 and " in " not in got[0] and "split DWARF: has none" in said, said
        other = build(f"-gdwarf-{version}", "-gsplit-dwarf", "-DOTHER", "-O1") + "/x.dwo"
        got, said = source(at, program, other)
        assert len(got) == 1 and " in " not in got[0] and "split DWARF: refused" in said, said

    try:
        common = build("-g") + "/"
        shutil.copy(common + "workload", common + "2")
        run("dwz", "-m", common + "common", "-M", "/usr/lib/debug/.dwz/x/common", "workload", "2", cwd=common)
        ways["dwz"] = [tree({"/opt/wl/workload": common + "workload", "/usr/lib/debug/.dwz/x/common": common + "common"})]
        ways["dwz, named files"] = [common + "workload", common + "common"]
        got, said = source(at, common + "workload")
        assert got != wanted and "common DWARF: has none" in said, said
    except (OSError, subprocess.TimeoutExpired) as e:
        left_out.append(str(e))

    for way, objects in ways.items():
        for order in objects, objects[::-1]:
            got, said = source(at, *order)
            assert got == wanted, f"{way}: {got}\n{said}"
    print(f"{len(ways)} ways to keep DWARF, one answer: {', '.join(wanted)}")
finally:
    shutil.rmtree(temp)
for line in left_out:
    print("left out:", line)
