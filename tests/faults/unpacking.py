#!/usr/bin/env python3
"""What is compressed costs no more than core/base/budget.h says: usage: unpacking.py --bin PROGRAM

Files that unfold to a multiple of their budget, or want a dictionary of gigabytes, in every compression and everywhere
that one is undone: what the user names, what a capture names on this host, the parts of an ELF file. Each is told with
its name and the bound, in bounded memory; what is good beside it is read."""
import argparse, bz2, gzip, lzma, os, shutil, struct, subprocess, sys, tempfile, zlib

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
CAPTURE, PROGRAM = "fixtures/amd64/fp.data", "/opt/wl/workload"
ID = "f9d85ecaf846033ac5333a74e14f2e78c9996db9"
ELF = open(f"fixtures/amd64/debug/.build-id/{ID[:2]}/{ID[2:]}/elf", "rb").read()
MIB = 1 << 20
TOO_MUCH = "unpacks to more than"
instrumented = "asan" in subprocess.run(["ldd", a.bin], stdout=subprocess.PIPE).stdout.decode()
faults, checks, most = [], 0, 0
temp = tempfile.mkdtemp(prefix="perfolio-bounds-")


def check(what, got, wanted):
    global checks
    checks += 1
    if got != wanted:
        faults.append(f"{what}: {got!r}, not {wanted!r}")


def write(name, data):
    path = os.path.join(temp, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)
    return path


def run(*command, capture=CAPTURE, mib=256):
    """(status, output, errors) of a run, whose memory stays below `mib` MiB."""
    global most
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        p = subprocess.Popen([a.bin, *command, "-i", capture], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                             env=dict(os.environ, LC_ALL="C", HOME="/dev/null", DEBUGINFOD_URLS=""))
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        used = usage.ru_maxrss >> 10
        if not instrumented:
            check(f"{' '.join(command)}: memory in MiB", used if used >= mib else "bounded", "bounded")
            most = max(most, used)
        return p.returncode, out.read().decode(errors="replace"), err.read().decode(errors="replace")


def repeated(block, times, compress):
    """Many streams one behind the other, as every format but lzma allows: they cost no time to make."""
    return compress(block) * times


def window(exponent):
    """A zstd frame of one byte with a window of 2^exponent bytes (RFC 8878, 3.1.1)."""
    return b"\x28\xb5\x2f\xfd" + bytes([0, exponent - 10 << 3]) + struct.pack("<I", 1 << 3 | 1)[:3] + b"x"


def dictionary(bits):
    """An xz file with a dictionary of 2^bits bytes (the .xz file format, 3.1 and 5.3.1)."""
    whole = bytearray(lzma.compress(b"x", check=lzma.CHECK_NONE))
    size = (whole[12] + 1) * 4
    assert whole[14:16] == b"\x21\x01"
    whole[16] = (bits - 12) * 2
    whole[12 + size - 4:12 + size] = struct.pack("<I", zlib.crc32(whole[12:12 + size - 4]))
    return bytes(whole)


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


def stream(block, times, form):
    """One stream of that; made in pieces, for what this process takes counts as the program's when that is begun."""
    c = lzma.LZMACompressor(form, preset=0)
    return b"".join([c.compress(block) for _ in range(times)] + [c.flush()])


def alone(data):
    return stream(data, 1, lzma.FORMAT_ALONE)


line = b"ffffffff81000000 T _text\n"
listing = line * (MIB // len(line))
packers = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lambda b: lzma.compress(b, preset=0), "lzma": alone}
packers.update({"zstd": zstd} if shutil.which("zstd") else {})
host = f"/tmp/pf{os.getpid():0>10}"[:len(PROGRAM)].ljust(len(PROGRAM), "x")
try:
    # What the user names: small ones are read, of large ones no more than the budget comes out.
    for name, pack in packers.items():
        small = write(f"small.{name}", pack(line + b"ffffffff82000000 T _etext\n"))
        status, _, said = run("report", "--isolated", "--kallsyms", small)
        check(f"a listing in {name}", (status, "unpack" in said), (0, False))
        packed = stream(listing, 160, lzma.FORMAT_ALONE) if name == "lzma" else repeated(listing, 160, pack)
        assert 64 * MIB + 64 * len(packed) < 150 * MIB, f"{name}: it does not repeat enough"
        bomb = write(f"bomb.{name}", packed)
        for option in "--kallsyms", "--objects":
            status, _, said = run("report", "--isolated", option, bomb)
            check(f"{option} with a bomb in {name}", (status, TOO_MUCH in said and bomb in said), (1, True))
        cut = write(f"cut.{name}", pack(listing)[:-9])
        status, _, said = run("report", "--isolated", "--kallsyms", cut)
        check(f"a listing in {name} that is cut off", (status, cut in said and "unpacked" in said), (1, True))

    # Dictionaries: what is declared is not believed.
    wide = {"lzma of 4 GiB": bytes.fromhex("5d0000ffffffffffffffffffff") + bytes(29), "xz of 1 GiB": dictionary(30),
            "zstd of 2 GiB": window(31)}
    for name, data in wide.items():
        status, _, said = run("report", "--isolated", "--kallsyms", write("wide", data), mib=64)
        check(f"a dictionary in {name}", (status, "memory" in said, os.path.join(temp, "wide") in said), (1, True, True))
    for name, data in {"xz of 64 MiB": dictionary(26), "zstd of 128 MiB": window(27)}.items():
        status, _, said = run("report", "--isolated", "--kallsyms", write("wide", data))
        check(f"a dictionary in {name}", (status, "neither" in said), (1, True))      # it was unpacked: an "x"

    # What the capture names, in a folder of the user's and on this host: only what has its build-id is unpacked.
    zeros = lzma.compress(bytes(MIB), preset=0)
    others = {"no ELF file": (repeated(listing, 160, packers["xz"]), "not an ELF file with the build-id", 48),
              "an ELF file of zeros": (lzma.compress(ELF[:64], preset=0) + zeros * 160, TOO_MUCH, 48),
              "another ELF file": (lzma.compress(ELF.replace(bytes.fromhex(ID), bytes(20))), "not an ELF file with the build-id " + ID, 48)}
    moved = write("moved.data", open(CAPTURE, "rb").read().replace(PROGRAM.encode(), host.encode()))
    for name, (data, why, mib) in others.items():
        tree = os.path.dirname(os.path.dirname(os.path.dirname(write("tree" + PROGRAM, data))))
        status, _, said = run("report", "--isolated", "--objects", tree, mib=mib)
        check(f"{name} in a folder", (status, why in said), (0, True))
        with open(host, "wb") as f:
            f.write(data)
        status, out, said = run("explain", host.rsplit("/", 1)[1] + "+0x14b6", capture=moved, mib=mib)
        check(f"{name} on this host", (status, f"{host}: " in out and why in out), (0, True))
        status, out, said = run("report", capture=moved, mib=mib)
        check(f"{name} on this host, reported", (status, "leaf" in out), (0, False))
    right = lzma.compress(ELF)
    names = run("report", "--stdio", "-s", "sym", "--isolated", "--objects", write("plain" + PROGRAM, ELF)[:-len(PROGRAM)])[1]
    check("the names", "main" in names or "leaf" in names, True)
    got = run("report", "--stdio", "-s", "sym", "--isolated", "--objects", write("tree" + PROGRAM, right)[:-len(PROGRAM)])[1]
    check("the right file in a folder", got, names)
    with open(host, "wb") as f:
        f.write(right)
    got = run("report", "--stdio", "-s", "sym", capture=moved)[1]
    wanted = run("report", "--stdio", "-s", "sym", "--objects", write("plain" + PROGRAM, ELF), capture=moved)[1]
    check("the right file on this host", got, wanted)

    # Parts of an ELF file.
    objcopy = shutil.which("llvm-objcopy") or shutil.which("objcopy")
    if objcopy:
        plain = write("plain.elf", ELF)
        data = write("mini.xz", stream(bytes(MIB), 160, lzma.FORMAT_XZ))
        mini = os.path.join(temp, "mini.elf")
        subprocess.run([objcopy, "-S", "--add-section", f".gnu_debugdata={data}", plain, mini], check=True)
        status, out, said = run("report", "--isolated", "--objects", mini)
        check(".gnu_debugdata", (status, f"{mini}: its .gnu_debugdata: {TOO_MUCH}" in said), (0, True))
        wide = os.path.join(temp, "wide.elf")
        subprocess.run([objcopy, "-S", "--add-section", f".gnu_debugdata={write('wide', dictionary(30))}", plain, wide], check=True)
        status, out, said = run("report", "--isolated", "--objects", wide, mib=64)
        check(".gnu_debugdata with a dictionary of 1 GiB", (status, f"{wide}: its .gnu_debugdata has a dictionary" in said), (0, True))
        data = write("z", b"ZLIB" + struct.pack(">Q", 4 << 30) + zlib.compress(bytes(MIB)))
        dwarf = os.path.join(temp, "dwarf.elf")
        subprocess.run([objcopy, "-g", "--add-section", f".zdebug_info={data}", plain, dwarf], check=True)
        status, out, said = run("explain", "workload+0x14b6", "--isolated", "--objects", dwarf, mib=64)
        check("a section of 4 GiB", (status, TOO_MUCH in out + said), (0, True))
    print("\n".join(faults) or f"{checks} checks, {most} MiB at the most" + ("" if objcopy else "; no objcopy here: ELF files left out"))
finally:
    shutil.rmtree(temp)
    if os.path.exists(host):
        os.unlink(host)
sys.exit(bool(faults))
