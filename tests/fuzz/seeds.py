#!/usr/bin/env python3
"""What the fuzz targets begin with: usage: seeds.py TARGET FOLDER. Made of the fixtures, so that it is the same everywhere, and of
fixtures/fuzz/TARGET.tar.xz: what earlier runs found worth keeping. seeds.py --keep TARGET CORPUS makes that of a corpus: the inputs of
at most SMALL bytes that reach what no smaller one does (libFuzzer's -merge), up to MUCH bytes."""
import bz2, glob, gzip, io, lzma, os, struct, sys, tarfile, zlib

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def fixtures(begins, most=200_000):
    """The fixtures that begin with these bytes, but no large ones: a fuzzer is to be fast."""
    for path in sorted(glob.glob(ROOT + "/**/*", recursive=True)):
        if os.path.isfile(path) and os.path.getsize(path) <= most:
            data = read(path)
            if data.startswith(begins):
                yield data


def objects():
    return [data for data in fixtures(b"\x7fELF") if data[18:20] != b"\0\0"]            # EM_NONE is a folio's


def with_choices(files, choices):
    """Each file once with each last byte, which selects a kind of object or a command."""
    return [data + bytes([choice]) for choice in range(choices) for data in files]


def with_turns(files, choices):
    """Each file with another last byte, and each last byte with some file."""
    return [files[i % len(files)] + bytes([i % choices]) for i in range(max(len(files), choices))]


def lists():
    listing = read(f"{ROOT}/synthetic/kcore.data/kcore_dir/kallsyms")[:4096]
    return [listing, b"ffffffff81000000 T _text\nffffffff81000010 t a\nffffffffc0000000 t b\t[ext4]\n",
            b"7f0000001000 20 jit one\n7f0000001020 10 jit two\n", zlib.compress(listing),
            b"00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/dbus-daemon\n7ffc000-7ffd000 r-xp 0 00:00 0 [vdso]\n",
            *fixtures(b"DTiJ"), *fixtures(b"JiTD")]


def tracing_data():
    """From its magic number to the end of the capture, with raw data behind."""
    magic = b"\x17\x08\x44tracing"
    for data in fixtures(b"PERFILE2"):
        if magic in data:
            yield data[data.index(magic):][:60_000] + bytes(range(64))


def rpm(members, pack):
    """An rpm by hand (rpm's documentation, "Package format"): lead, header of signatures, header, packed cpio."""
    def header(tags):
        index, store = b"", b""
        for tag, kind, count, data in tags:
            store += b"\0" * (-len(store) % {3: 2, 4: 4}.get(kind, 1))
            index += struct.pack(">4I", tag, kind, len(store), count)
            store += data
        return b"\x8e\xad\xe8\x01" + struct.pack(">3I", 0, len(tags), len(store)) + index + store

    def strings(v):
        return b"".join(s.encode() + b"\0" for s in v)

    paths = [*members, "usr/lib/debug/link"]
    modes = [0o100644] * len(members) + [0o120777]
    cpio = b""
    for i, (path, data) in enumerate([*members.items(), ("TRAILER!!!", b"")]):
        name = path.encode() + b"\0"
        fields = (i + 1, 0o100644, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
        cpio += b"070701" + b"".join(b"%08x" % f for f in fields) + name
        cpio += b"\0" * (-len(cpio) % 4) + data
        cpio += b"\0" * (-len(cpio) % 4)
    signatures = header([(1000, 4, 1, struct.pack(">I", len(cpio)))])
    n = len(paths)
    files = header([(1030, 3, n, struct.pack(f">{n}H", *modes)), (1036, 8, n, strings([""] * (n - 1) + ["0"])),
                    (1116, 4, n, struct.pack(f">{n}I", *[0] * n)), (1117, 8, n, strings(p.rsplit("/", 1)[1] for p in paths)),
                    (1118, 8, 1, strings(["/usr/lib/debug/"]))])
    return b"\xed\xab\xee\xdb\3".ljust(78, b"\0") + b"\0\5".ljust(18, b"\0") + signatures + b"\0" * (-len(signatures) % 8) + files + pack(cpio)


def packages():
    for pack in lambda data: gzip.compress(data, mtime=0), lzma.compress, bz2.compress, bytes:
        yield rpm({f"usr/lib/debug/{i}": data for i, data in enumerate(objects()[:2])}, pack)
    members = {f"./usr/lib/debug/{i}": data for i, data in enumerate(objects()[:2])}
    for mode in "w", "w:gz", "w:xz", "w:bz2":
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode=mode, format=tarfile.GNU_FORMAT) as t:
            for name, data in members.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                t.addfile(info, io.BytesIO(data))
        yield out.getvalue()
        parts = {"debian-binary": b"2.0\n", "data.tar" + {"w": ""}.get(mode, "." + mode[2:]): out.getvalue()}
        yield b"!<arch>\n" + b"".join(f"{n:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(d):<10}`\n".encode() + d + b"\n" * (len(d) & 1)
                                      for n, d in parts.items())


def samples():
    """The byte order, the first attr, and the first records (perf.data-file-format.txt)."""
    for order, magic in (0, b"PERFILE2"), (1, b"2ELIFREP"):
        for data in fixtures(magic):
            if len(data) < 104:
                continue
            end = "<>"[order]
            size, each, attrs, _, at, n = struct.unpack_from(end + "6Q", data, 8)
            if size == 104 and each >= 80 and n:
                yield bytes([order]) + data[attrs:attrs + each - 16].ljust(136, b"\0")[:136] + data[at:at + min(n, 4000)]


def rules():
    return [b"+3%\nsym=mixed:+1%\n", b"comm=server,sym=parse*:+1%\npath=main;parse:-5%\nevent=cycles:+0.25%\nsym=\"a, b\":+1%\n",
            b"sym=leaf:+90% until=2027-01-01 # slower by design\nchildren=parse:+1%\n"]


def words():
    lines = ["-s\ncomm,dso,sym\n-F\n+period\n--children\n-g\ncaller,0.5,callee", "--time\n10%-20%,1.5,\n--tid\n1,2\n-C\n0-3", "--sort=srcline,sym\n--json",
             "-F\n+addr,+brstacksym,-comm\n--max-stack\n3", "--focus\nmain\n--merge\na*\n--collapse-recursion\n--invert",
             "folded\n--per-thread\n--off-cpu", "latency\n-p\n-s\nmax", "--fail-over\n+3%\n--before\nx\n--after\ny", "--stage\nheader"]
    return [bytes([i]) + line.encode() for i in range(17) for line in lines]


def split():
    """Programs of less than 10 KB as both files; programs with split DWARF, and that, are among the kept ones."""
    for data in objects():
        if len(data) < 10_000:
            yield data + data + struct.pack("<H", len(data))


def recorders():
    return [read(path) for path in sorted(glob.glob(f"{ROOT}/synthetic/*perf-*.data"))]


def same():
    return [*recorders(), *fixtures(b"PERFILE2", 20_000), *fixtures(b"2ELIFREP", 20_000)]


SEEDS = {"split": split, "recorders": recorders, "same": same, "elf": lambda: with_choices(objects(), 3), "text": lists, "tracepoint": tracing_data, "package": packages, "sample": samples, "rules": rules,
         "words": words, "object": lambda: with_turns([*objects()[:3], *lists(), *packages()], 12)}

SMALL, MUCH = 4608, 60_000           # two files of split DWARF are that large


def keep(target, corpus):
    """The smallest inputs of a folder as an archive that is the same for the same inputs."""
    inputs = sorted((read(f"{corpus}/{name}") for name in os.listdir(corpus)), key=lambda data: (len(data), data))
    left = MUCH
    with tarfile.open(f"{ROOT}/fuzz/{target}.tar.xz", "w:xz", format=tarfile.USTAR_FORMAT) as t:
        for i, data in enumerate(inputs):
            left -= len(data) + 512
            if len(data) > SMALL or left < 0:
                break
            info = tarfile.TarInfo(f"{i:03}")
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))


def kept(target):
    path = f"{ROOT}/fuzz/{target}.tar.xz"
    if os.path.exists(path):
        with tarfile.open(path) as t:
            for member in t:
                yield t.extractfile(member).read()


if sys.argv[1] == "--keep":
    sys.exit(keep(*sys.argv[2:]))
target, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
for i, data in enumerate([*SEEDS[target](), *kept(target)]):
    with open(f"{folder}/{i}", "wb") as f:
        f.write(data)
