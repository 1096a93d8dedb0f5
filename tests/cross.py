#!/usr/bin/env python3
"""The same answers on every host: usage: cross.py [--bin PROGRAM] [--few] ARCH...

Builds build-static/quick/ARCH (packaging/static.sh --quick ARCH) and holds it to PROGRAM (default build/perfolio) of this machine;
programs of another machine run under qemu-user. Every command is run over captures of ../shared (or $PERFOLIO_SHARED): status, both
outputs and written files have to be the same bytes, folios of every level among them. Then the goldens and the unit tests run
there. Prints a table of hosts, and fails where anything differs. --few: small captures of fixtures/, two levels, and the
goldens and unit tests of formats."""
import argparse, concurrent.futures, glob, hashlib, itertools, os, re, shlex, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.environ.get("PERFOLIO_SHARED", os.path.join(ROOT, "../shared"))
LEVELS = ("min", "symbols", "code", "full")

# Stacks, tracepoints, counts, system calls, schedules, several events, files and pipes, compressed ones; all byte orders and word sizes.
CAPTURES = """amd64/dir.data amd64/dwarf.data amd64/fp.data amd64/sched.data amd64/stat.data arm64/dwarf.data arm64/trace.data
    armhf/dwarf.data armhf/pipe.data hppa/jit.data hppa/lost.data hppa/schedrec.data hppa/user.data hppa/zstd.data i386/dwarf.data
    i386/multi.data riscv64/fp.data s390x/dwarf.data s390x/pipe.data s390x/trace.data s390x/zstd.data""".split()
FEW_CAPTURES = "amd64/fp.data hppa/user.data s390x/pipe.data".split()
FEW_GOLDENS = "(data-symbols|dump|header|info)$"
FEW_UNITS = "attr|cfi|cur|elf|expression|feature|manifest|md5|records|sample|synth|tracepoint"

# What is run on each capture, where CAPTURE, WITH (its objects) and OTHER (a second capture) stand for paths. Writes are to `out`.
RUNS = """report --stdio WITH -i CAPTURE
report --stdio --no-children -g caller,0 --sort comm,dso,sym -n WITH -i CAPTURE
report --json --sort dso,sym WITH -i CAPTURE
script WITH -i CAPTURE
annotate --stdio WITH -i CAPTURE
annotate --json WITH -i CAPTURE
dump -i CAPTURE
info -i CAPTURE
evlist -v -i CAPTURE
buildid-list -i CAPTURE
doctor WITH -i CAPTURE
explain main WITH -i CAPTURE
trace -S WITH -i CAPTURE
sched timehist WITH -i CAPTURE
sched latency WITH -i CAPTURE
sched map WITH -i CAPTURE
timechart WITH -i CAPTURE -o out
stat report -i CAPTURE
kmem stat --caller --alloc WITH -i CAPTURE
lock contention WITH -i CAPTURE
diff --isolated CAPTURE OTHER
export html WITH -i CAPTURE -o out
export pprof WITH -i CAPTURE -o out
export firefox WITH -i CAPTURE -o out
export folded WITH -i CAPTURE -o out
export speedscope WITH -i CAPTURE -o out
export callgrind WITH -i CAPTURE -o out""".splitlines()
OF_FOLIO = """verify LEVEL.folio
report --stdio --isolated -i LEVEL.folio
annotate --stdio --isolated -i LEVEL.folio
doctor --isolated -i LEVEL.folio
unpack --isolated -d out LEVEL.folio
merge --isolated LEVEL.folio -o out""".splitlines()

# A static program loads no LLVM, and has no capstone for m68k (disasm). qemu-user repeats for ever what read a page that its file has
# lost (file).
NOT_STATIC, NOT_EMULATED = "/unit/disasm$", "/unit/(disasm|file)$"


def about(arch):
    """(C library, words that run a program of it)"""
    p = subprocess.run(["sh", "packaging/static.sh", "--about", arch], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    libc, *emulator = p.stdout.split()
    return libc, emulator


class Host:
    """A build: `name` of its architecture, what runs its programs, and what was counted."""

    def __init__(self, name, program, emulator, libc=""):
        self.name, self.libc, self.words, self.emulator = name, libc, [*emulator, program], emulator
        self.build = os.path.join(os.path.dirname(program), "build")
        with open(program, "rb") as f:
            ident = f.read(6)
        self.bits, self.order = {1: 32, 2: 64}[ident[4]], {1: "little", 2: "big"}[ident[5]]
        self.runs, self.differ, self.folios, self.same_folios, self.goldens, self.units = 0, 0, 0, 0, "", ""


def content(path):
    """A file's bytes, or those of all files of a folder, as a hash; None: nothing was written."""
    if not os.path.lexists(path):
        return None
    h = hashlib.sha256()
    names = sorted(glob.glob(path + "/**", recursive=True, include_hidden=True)) if os.path.isdir(path) else [path]
    for name in names:
        h.update(os.path.relpath(name, path).encode() + b"\0")
        if os.path.isfile(name) and not os.path.islink(name):
            with open(name, "rb") as f:
                h.update(f.read())
    return h.hexdigest()


def run(host, line, folder, env):
    """(status, standard output, standard error, what was written)"""
    p = subprocess.run(host.words + shlex.split(line), cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, timeout=1800)
    out = os.path.join(folder, "out")
    written = content(out)
    if os.path.isdir(out):
        shutil.rmtree(out)
    elif written:
        os.unlink(out)
    return p.returncode, p.stdout, p.stderr, written


def lines_of(capture, objects, other, levels):
    with_objects = "--isolated" + (f" --objects {shlex.quote(objects)}" if os.path.isdir(objects) else "")
    lines = list(RUNS)
    if "/riscv64/" in capture:       # nothing but LLVM and objdump knows its code, and each program tells what of these to install
        lines = [line for line in lines if not line.startswith("annotate")]
    for level in levels:
        lines += [f"pack CAPTURE --level {level} WITH -o {level}.folio"]
    lines += [line.replace("LEVEL", levels[-1]) for line in OF_FOLIO if not ("annotate" in line and "/riscv64/" in capture)]
    return [line.replace("CAPTURE", shlex.quote(capture)).replace("WITH", with_objects).replace("OTHER", shlex.quote(other)) for line in lines]


def compare(native, hosts, scratch, capture, objects, other, levels):
    """Run each command on a capture, here and then on each host: [(host, whether a folio was written, whether it is the same,
    what differs or None)]"""
    # A static program loads no LLVM for what capstone does not know; that of this machine is to find none, nor an objdump.
    env = dict(LC_ALL="C", TZ="UTC", HOME="/nonexistent", PATH="/nonexistent", LD_LIBRARY_PATH=os.path.join(scratch, "none"))
    folders = {h: tempfile.mkdtemp(dir=scratch) for h in (native, *hosts)}
    found = []
    for line in lines_of(capture, objects, other, levels):
        expected = run(native, line, folders[native], env)
        packed = re.match(r"pack .* -o (\w+\.folio)$", line)
        folio = packed and content(os.path.join(folders[native], packed[1]))
        for host in hosts:
            got = run(host, line, folders[host], env)
            same_folio = not packed or folio == content(os.path.join(folders[host], packed[1]))
            same = [a == b for a, b in zip(expected, got)] + [same_folio]
            parts = [part for part, is_same in zip(("status", "standard output", "standard error", "files", "folio"), same) if not is_same]
            said = f"{', '.join(parts)} differ: {line}: status {got[0]}: {got[2][-300:].decode(errors='replace')}"
            found.append((host, bool(folio), same_folio, said if parts else None))
    for folder in folders.values():
        shutil.rmtree(folder)
    return found


def suite(host, names):
    """Run the tests of its build whose names match: ("how many of how many pass", what those that do not print or None)"""
    without = NOT_EMULATED if host.emulator else NOT_STATIC
    p = subprocess.run(["ctest", "--test-dir", host.build, "--output-on-failure", "--parallel", str(os.cpu_count()), "--timeout", "3600", "-R", names,
                        "-E", without], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    failed, ran = map(int, (re.search(r"(\d+) tests failed out of (\d+)", p.stdout) or re.match("(0)(0)", "00")).groups())
    return f"{ran - failed} of {ran}", p.stdout if p.returncode or not ran else None


def captures_of(few, scratch):
    """[(capture, its objects)]"""
    if few:
        return [(f"{ROOT}/fixtures/{c}", f"{ROOT}/fixtures/{os.path.dirname(c)}/debug") for c in FEW_CAPTURES]
    caches = {}
    for arch in sorted({os.path.dirname(c) for c in CAPTURES}):
        caches[arch] = os.path.join(scratch, arch)
        os.mkdir(caches[arch])
        subprocess.run(["tar", "-xJf", f"{SHARED}/captures/{arch}/buildid-cache.tar.xz", "-C", caches[arch]], check=True)
    return [(os.path.abspath(f"{SHARED}/captures/{c}"), caches[os.path.dirname(c)] + "/.debug") for c in CAPTURES]


def table(hosts, captures):
    rows = [("host", "C library", "bits", "bytes", "captures", "runs", "differ", "folios equal", "goldens", "unit tests")]
    rows += [(h.name, h.libc + ", static", str(h.bits), h.order, str(captures), str(h.runs), str(h.differ), f"{h.same_folios} of {h.folios}",
              h.goldens, h.units) for h in hosts]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, ["-" * w for w in widths])
    for row in rows:
        print("| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths)) + " |", flush=True)


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--bin", default="build/perfolio")
    ap.add_argument("--few", action="store_true")
    ap.add_argument("archs", nargs="+", metavar="ARCH")
    a = ap.parse_args()
    if not a.few and not os.path.isdir(f"{SHARED}/captures"):
        print(f"SKIPPED: no captures in {SHARED}; set PERFOLIO_SHARED to the folder that holds them, or ask for --few")
        return 77
    if subprocess.run(["sh", "packaging/libraries/fetch.sh", "build-libraries/sources"], cwd=ROOT, stdout=sys.stderr).returncode:
        print("SKIPPED: the sources of the libraries cannot be had here")
        return 77
    native = Host("native", os.path.abspath(a.bin), [])
    hosts = []
    for arch in a.archs:
        env = {**os.environ, "UNITS": FEW_UNITS if a.few else ""}
        if subprocess.run(["sh", "packaging/static.sh", "--quick", arch], cwd=ROOT, env=env, stdout=sys.stderr).returncode:
            print(f"{arch}: its programs cannot be built")
            return 1
        libc, emulator = about(arch)
        hosts.append(Host(arch, f"{ROOT}/build-static/quick/{arch}/perfolio", emulator, libc))
    with tempfile.TemporaryDirectory(prefix="perfolio-cross-") as scratch:
        os.mkdir(f"{scratch}/none")
        for version in range(14, 22):
            for name in (f"libLLVM.so.{version}.1", f"libLLVM-{version}.so.1", f"libLLVM-{version}.so"):
                open(f"{scratch}/none/{name}", "wb").close()
        captures, levels = captures_of(a.few, scratch), LEVELS[1::2] if a.few else LEVELS
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(compare, native, hosts, scratch, c, objects, captures[0][0], levels) for c, objects in captures]
            for host, is_folio, same_folio, differs in itertools.chain.from_iterable(job.result() for job in jobs):
                host.runs += 1
                host.folios += bool(is_folio)
                host.same_folios += bool(is_folio and same_folio)
                if differs:
                    host.differ += 1
                    print(f"{host.name}: {differs}", flush=True)
        failures = []
        for host in hosts:
            host.goldens, golden = suite(host, "/golden/" + (FEW_GOLDENS if a.few else ""))
            host.units, unit = suite(host, f"/unit/({FEW_UNITS})$" if a.few else "/unit/")
            failures += [said for said in (golden, unit) if said]
        for said in failures:
            print(said, flush=True)
        table(hosts, len(captures))
    return bool(failures) or any(h.differ or not h.runs or h.same_folios != h.folios for h in hosts)


if __name__ == "__main__":
    sys.exit(main())
