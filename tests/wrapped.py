#!/usr/bin/env python3
"""Captures and folios as people hand them on: compressed, in a tar, in a zip, as a file, through a pipe; objects in what
`perf archive` made; bombs, what is wrapped twice, and damage, of which nothing may stay."""
import argparse, bz2, gzip, io, lzma, os, resource, struct, subprocess, sys, tarfile, tempfile, zipfile

from said import TOO_MUCH

parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
parser.add_argument("--few", action="store_true")
args = parser.parse_args()
BIN = os.path.abspath(args.bin)
CAPTURE, OBJECTS = os.path.abspath("fixtures/hppa/user.data"), os.path.abspath("fixtures/hppa/debug")
faults = []


def run(*command, **more):
    return subprocess.run([BIN, *command], capture_output=True, **more)


def expect(what, good):
    if not good:
        faults.append(what)


def zstd(b):
    return subprocess.run(["zstd", "-qc"], input=b, capture_output=True, check=True).stdout


def tar_of(mode="", **members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{mode}") as t:
        for name, b in members.items():
            m = tarfile.TarInfo(name.replace("__", "/"))
            m.size = len(b)
            t.addfile(m, io.BytesIO(b))
    return out.getvalue()


def zip_of(kind=zipfile.ZIP_DEFLATED, **members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as z:
        for name, b in members.items():
            z.writestr(name.replace("__", "/"), b)
    return out.getvalue()


COMPRESSED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd,
              "lzma": lambda b: lzma.compress(b, lzma.FORMAT_ALONE)}
WRAPPED = dict(COMPRESSED, tar=lambda b: tar_of(readme=b"hello", x__perf=b), zip=lambda b: zip_of(x__perf=b, readme=b"hello"),
               stored=lambda b: zip_of(zipfile.ZIP_STORED, x=b), tgz=lambda b: gzip.compress(tar_of(a=b)),
               tbz=lambda b: tar_of("bz2", a=b))


def write(path, b):
    with open(path, "wb") as f:
        f.write(b)
    return path


def report(path, **more):
    return run("report", "--isolated", "--objects", OBJECTS, "--stdio", "-s", "comm,dso,sym", "-i", path, **more)


def test_forms(folder):
    folio = os.path.join(folder, "user.folio")
    run("pack", CAPTURE, "--objects", OBJECTS, "-o", folio)
    for name, of in (("user.data", CAPTURE), ("user.folio", folio)):
        plain = open(of, "rb").read()
        good = report(of)
        expect(f"{of}: {good.stderr}", good.returncode == 0)
        for form, wrap in WRAPPED.items():
            path = write(os.path.join(folder, f"{name}.{form}"), wrap(plain))
            got = report(path)
            expect(f"{path}: {got.stderr[-200:]}", got.stdout == good.stdout)
            piped = report("-", input=open(path, "rb").read())
            expect(f"{path} through a pipe", piped.stdout == good.stdout)
    for command in (["info"], ["evlist"], ["script"], ["buildid-list"], ["dump", "--stage=records"], ["doctor", "--isolated"]):
        a, b = (run(*command, "-i", p).stdout.replace(p.encode(), b"FILE") for p in (CAPTURE, os.path.join(folder, "user.data.gz")))
        expect(f"{command} of a gzip", a and a == b)
    expect("verify", run("verify", folio + ".xz").stdout.replace(b".xz", b"") == run("verify", folio).stdout)
    expect("diff", b"wl-dyn" in run("diff", CAPTURE, os.path.join(folder, "user.data.zst")).stdout)
    for form in ("gz", "zip"):
        packed = os.path.join(folder, form + ".folio")
        expect("pack", run("pack", "--isolated", os.path.join(folder, "user.data." + form), "-o", packed).returncode == 0)
        out = os.path.join(folder, form + ".d")
        run("unpack", packed, "-d", out)
        got = [os.path.join(at, f) for at, _, fs in os.walk(out) for f in fs if open(os.path.join(at, f), "rb").read() == open(CAPTURE, "rb").read()]
        expect(f"pack of {form} gives back the capture by its name: {got}", [os.path.basename(g) for g in got] == [{"gz": "user.data", "zip": "perf"}[form]])


def test_archives(folder):
    """perf archive: FILE.tar.bz2 beside FILE; with --all both in one tar."""
    objects = {}
    for at, _, files in os.walk(OBJECTS):
        for f in files:
            objects[os.path.relpath(os.path.join(at, f), OBJECTS)] = open(os.path.join(at, f), "rb").read()
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:bz2") as t:
        t.add(OBJECTS, ".")
    for end, b in (("bz2", out.getvalue()), ("xz", lzma.compress(bz2.decompress(out.getvalue())))):
        place = os.path.join(folder, end)
        os.mkdir(place)
        path = write(os.path.join(place, "perf.data"), open(CAPTURE, "rb").read())
        write(f"{path}.tar.{end}", b)
        names = run("report", "--stdio", "-s", "sym", "-i", path).stdout
        expect(f"names of {path}.tar.{end}", b"leaf_hot" in names)
        expect(f"{path}: --isolated takes what is beside it", b"leaf_hot" not in run("report", "--isolated", "--stdio", "-s", "sym", "-i", path).stdout)
    both = {"perf.data": open(CAPTURE, "rb").read(), "perf.data.tar.bz2": out.getvalue()}
    path = write(os.path.join(folder, "perf.all-host.tar.bz2"), tar_of("bz2", **both))
    for isolated in ([], ["--isolated"]):
        expect("names of perf archive --all", b"leaf_hot" in run("report", *isolated, "--stdio", "-s", "sym", "-i", path).stdout)


def test_refused(folder):
    capture = open(CAPTURE, "rb").read()
    zeros = capture + bytes(300 << 20)
    for name, b, text in (
            ("twice.gz.xz", lzma.compress(gzip.compress(capture)), "compressed in it: it is compressed, neither a capture"),
            ("text.gz", gzip.compress(b"hello " * 4000), "compressed in it: not a perf.data file"),
            ("json.zst", zstd(b'{"a": 1}\n'), "compressed in it: it is JSON, neither a capture"),
            ("two.zip", zip_of(a=capture, b=capture), "it holds several captures, a and b"),
            ("none.tar", tar_of(a=b"hello" * 200), "an archive without a capture"),
            ("lzma.zip", zip_of(zipfile.ZIP_LZMA, a=capture), "compressed by an unsupported method"),
            ("directory.tar", tar_of(x__data=capture, **{"x__data.0": capture}), "directory of a capture"),
            ("bomb.gz", gzip.compress(zeros), TOO_MUCH),
            ("bomb.zip", zip_of(a=zeros), TOO_MUCH),
            ("bomb.tar.xz", lzma.compress(tar_of(a=zeros)), TOO_MUCH),
            ("cut.gz", gzip.compress(capture)[:-900], "cannot be unpacked"),
            ("cut.zst", zstd(capture)[:-900], "cut off"),
            ("cut.tar", tar_of(a=capture)[:8000], "runcated")):
        path = write(os.path.join(folder, name), b)
        temp = os.path.join(folder, "temp")
        os.makedirs(temp, exist_ok=True)
        p = run("report", "-i", path, env=dict(os.environ, TMPDIR=temp))
        expect(f"{name}: {p.returncode} {p.stderr[-300:]}", p.returncode == 1 and text.encode() in p.stderr and p.stderr.count(b"\n") == 1)
        expect(f"{name} leaves something behind", not os.listdir(temp))


def test_damage(folder):
    """Any byte of a wrapper may be any other: an answer or a sentence."""
    capture = open(CAPTURE, "rb").read()
    for form, wrap in WRAPPED.items():
        whole = wrap(capture)
        places = list(range(0, min(len(whole), 128), 9 if args.few else 3)) + list(range(128, len(whole), len(whole) // (4 if args.few else 16)))
        for at in places:
            for b in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:]):
                p = run("report", "--isolated", "--stats", "-i", write(os.path.join(folder, "damaged"), b))
                expect(f"{form} at {at}: {p.returncode} {p.stderr[-300:]}", p.returncode in (0, 1) and (p.returncode == 0 or p.stderr))


def test_terminal(_):
    """Who waits for what is typed says so; at its end there was nothing."""
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"\4")
    p = run("report", "-i", "-", stdin=terminal, timeout=60)
    expect(f"from a terminal: {p}", p.returncode == 1 and p.stderr.startswith(b"perfolio: waiting for a capture") and p.stderr.endswith(b"-: it is empty\n"))


with tempfile.TemporaryDirectory() as folder:
    for test in (test_forms, test_archives, test_refused, test_terminal, test_damage):
        place = os.path.join(folder, test.__name__)
        os.mkdir(place)
        test(place)
print("\n".join(faults) or "captures and folios are read in their wrappers")
sys.exit(bool(faults))
