#!/usr/bin/env python3
"""A file that gets shorter while it is read is an error with its name: usage: cut.py --bin PROGRAM --cut LIBRARY

Objects, their debug files, packages, listings, perf maps, folios and captures are cut, to nothing and in part, when they
were mapped or at any of their reads (cut.c). No run may end by a signal, take what is left for the whole, or say nothing."""
import argparse, lzma, os, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cut", default="build/tests/libcut.so")
a = ap.parse_args()
ID = "f9d85ecaf846033ac5333a74e14f2e78c9996db9"
faults, checks = [], 0
temp = tempfile.mkdtemp(prefix="perfolio-cut-")


def run(command, **cut):
    env = dict(os.environ, LC_ALL="C", HOME="/dev/null", LD_PRELOAD=os.path.abspath(a.cut), **cut)
    p = subprocess.run([a.bin] + command + ["--no-sandbox"],     # cut.c writes to files
                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, timeout=300)
    return p.returncode, p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace")


def check(what, ok, said):
    global checks
    checks += 1
    if not ok:
        faults.append(f"{what}: {said}")


def place(source, name):
    """A copy, as it was, of what the last run cut."""
    to = os.path.join(temp, name)
    shutil.rmtree(to, ignore_errors=True)
    (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, to)
    return to


def capture_of(name):
    return place("fixtures/" + name, os.path.basename(name))


try:
    objects, listing = "fixtures/amd64/debug", os.path.join(temp, "listing.source")
    with open(listing, "w") as f:
        f.write("ffffffff81000000 T _text\n" + "".join(f"{0xffffffff81000000 + i * 16:x} T f{i}\n" for i in range(20000)))
    package = os.path.join(temp, "package.source")
    subprocess.run(["tar", "-C", objects, "-czf", package, "."], check=True)
    packed = os.path.join(temp, "packed.source")
    with open(packed, "wb") as f, open(f"{objects}/.build-id/{ID[:2]}/{ID[2:]}/elf", "rb") as elf:
        f.write(lzma.compress(elf.read()))
    fp = ["-i", "fixtures/amd64/fp.data", "--isolated"]
    cases = {                                   # what is cut: where it comes from, and commands that read it
        "objects": (objects, [["report", "--stdio", "-s", "sym", "--objects", "%"] + fp,
                              ["report", "--stdio", "-g", "caller", "--objects", "%", "-i", "fixtures/amd64/dwarf.data", "--isolated"],
                              ["explain", "workload+0x14b6", "--objects", "%"] + fp,
                              ["pack", "fixtures/amd64/fp.data", "--isolated", "--level", "full", "--objects", "%", "-o", os.path.join(temp, "o.folio")]]),
        "packed": (packed, [["report", "--stdio", "-s", "sym", "--objects", "%"] + fp]),
        "package": (package, [["report", "--stdio", "-s", "sym", "--objects", "%"] + fp]),
        "listing": (listing, [["report", "--stdio", "-s", "sym", "--kallsyms", "%"] + fp])}
    cases = {name: (source, [c for c in commands if not any(x.startswith("fixtures/") and not os.path.exists(x) for x in c)])
             for name, (source, commands) in cases.items()}
    for name, (source, commands) in cases.items():
        for command in commands:
            for to in 0, 50, 99:
                path = place(source, name)
                line = [path if x == "%" else x for x in command]
                status, out, said = run(line, CUT=path, CUT_TO=str(to))
                shown = f"{' '.join(line[:5])} cut to {to}%"
                check(shown, status in (0, 1), f"status {status}: {said}")
                check(shown, "while it was read" in said and path in said, f"nobody was told: {said}")

    # What is read and not mapped: at each of the first reads.
    for name, commands in {"amd64/fp.data": (["report", "--stdio", "-i"], ["script", "-i"], ["dump", "-i"]),
                           "armhf/dwarf.folio": (["report", "--stdio", "--isolated", "-i"], ["verify", "-i"], ["unpack", "-d", os.path.join(temp, "out"), "-i"]),
                           "amd64/zstd.data": (["report", "--stdio", "-i"],)}.items():
        if not os.path.exists("fixtures/" + name):
            continue
        for command in commands:
            good = run(command + [capture_of(name)])
            for to in 0, 50:
                for at in 1, 2, 3, 4, 6, 9, 14, 30:
                    path = capture_of(name)
                    shutil.rmtree(os.path.join(temp, "out"), ignore_errors=True)
                    status, out, said = run(command + [path], CUT=path, CUT_TO=str(to), CUT_AT=str(at))
                    was_cut = os.path.getsize(path) != os.path.getsize("fixtures/" + name)
                    shown = f"{command[0]} {name} cut to {to}% at read {at}"
                    check(shown, status in (0, 1, 2), f"status {status}: {said}")
                    check(shown, not was_cut or (status, out) == good[:2] or said != good[2] or (command[0] == "verify" and status == 2), "less was shown, and nothing told")
    print("\n".join(faults) or f"{checks} checks: files that were cut are told by their names")
finally:
    shutil.rmtree(temp)
sys.exit(bool(faults))
