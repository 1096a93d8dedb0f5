#!/usr/bin/env python3
"""Debug packages of a real distribution, read in place: usage: debian.py --bin PROGRAM --out FOLDER [ARCH...]

Fetches libc6 and libc6-dbg of each architecture with this machine's apt, whose own state stays as it is, and writes a
capture with samples all over the code of that libc. Prints how many get a name from libc6 alone and from both packages;
the second must be more. Not part of the tests: it needs the distribution's mirror."""
import argparse, glob, io, os, re, subprocess, sys, tarfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
from perfwrite import Encoding, Event, Recording, comm, mmap2, sample, string

SAMPLES, BASE, ARCH_FEATURE = 5000, 0x10000000, 6

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--out", required=True)
ap.add_argument("--sources", help="a list of apt's in place of this machine's")
ap.add_argument("archs", nargs="*", default="amd64 arm64 armhf i386 mips64el ppc64el s390x".split())
a = ap.parse_args()
out = os.path.abspath(a.out)


def fetch():
    """Download the packages into a folder per architecture."""
    state = out + "/apt"
    os.makedirs(state + "/lists/partial", exist_ok=True)
    os.makedirs(state + "/cache/archives/partial", exist_ok=True)
    open(state + "/status", "w").close()
    with open(state + "/conf", "w") as f:
        f.write(f'APT::Architecture "{a.archs[0]}"; APT::Architectures {{ ' + "".join(f'"{x}"; ' for x in a.archs) + "};\n"
                f'Dir::State::lists "{state}/lists"; Dir::State::status "{state}/status"; Dir::Cache "{state}/cache";\n'
                'APT::Sandbox::User "root"; Acquire::Languages "none"; Debug::NoLocking "true";\n')
        if a.sources:
            f.write(f'Dir::Etc::sourcelist "{os.path.abspath(a.sources)}"; Dir::Etc::sourceparts "/dev/null";\n')
    env = dict(os.environ, APT_CONFIG=state + "/conf")
    missing = [x for x in a.archs if len(glob.glob(f"{out}/{x}/*.deb")) < 2]
    if missing:
        subprocess.run(["apt-get", "-qq", "update"], env=env)   # that a list is missing may not matter; apt says so
    for arch in missing:
        os.makedirs(f"{out}/{arch}", exist_ok=True)
        subprocess.run(["apt-get", "-qq", "download", f"libc6:{arch}", f"libc6-dbg:{arch}"], env=env, cwd=f"{out}/{arch}",
                       check=True)


def libc(package):
    """(path, contents) of the C library in a package."""
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as t:
        for m in t:
            if m.isfile() and re.search(r"/libc(\.so\.6|-2\.\d+\.so)$", m.name):
                return m.name.lstrip("."), t.extractfile(m).read()
    raise SystemExit(f"no libc in {package}")


def capture(arch, path, data):
    """A recording of samples spread over .text."""
    file = f"{out}/{arch}/libc"
    with open(file, "wb") as f:
        f.write(data)
    ask = lambda *o: subprocess.run(["readelf", *o, file], stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout
    id = bytes.fromhex(re.search(r"Build ID: (\w+)", ask("-n")).group(1))
    offset, size = (int(x, 16) for x in re.search(r"\] \.text +PROGBITS +\w+ (\w+) (\w+)", ask("-SW")).groups())
    r = Recording([Event()], {ARCH_FEATURE: string(arch)})
    r.add(comm(1, 1, "x"), mmap2(1, 1, BASE, len(data), 0, path, id))
    for i in range(SAMPLES):
        r.add(sample(0, ip=BASE + offset + size * i // SAMPLES // 4 * 4, pid=1, tid=1, time=i + 1))
    with open(f"{out}/{arch}/perf.data", "wb") as f:
        f.write(r.encode(Encoding(order="<>"[data[5] - 1])))
    return f.name


def named(data, *packages):
    """(samples with a name, seconds)"""
    command = [a.bin, "report", "--stdio", "--isolated", "-n", "-t", "\t", "--sort", "symbol", "-i", data]
    for p in packages:
        command += ["--objects", p]
    start = time.monotonic()
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, check=True)
    if re.search("refused|could not be read", p.stderr):
        print(p.stderr)
    rows = re.findall(r"^ *[\d.]+%\t *(\d+)\t\[.\] (\S+)", p.stdout, re.M)
    assert sum(int(n) for n, _ in rows) == SAMPLES, p.stdout
    return sum(int(n) for n, name in rows if not name.startswith("0x")), time.monotonic() - start


fetch()
bad = 0
print(f"{SAMPLES} samples; named by:  libc6 alone       with libc6-dbg")
for arch in a.archs:
    (plain,), (debug,) = (glob.glob(f"{out}/{arch}/{name}_*.deb") for name in ("libc6", "libc6-dbg"))
    data = capture(arch, *libc(plain))
    (few, _), (many, seconds) = named(data, plain), named(data, plain, debug)
    (whole, _) = named(data, f"{out}/{arch}")
    bad += many <= few or whole != many
    print(f"{arch:9} {os.path.basename(plain).split('_')[1]:16} {few:6} {100 * few / SAMPLES:5.1f}%     "
          f"{many:6} {100 * many / SAMPLES:5.1f}% in {seconds:.2f} s")
sys.exit(bool(bad))
