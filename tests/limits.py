#!/usr/bin/env python3
"""What a file costs is bounded, as docs/limits.md says: usage: limits.py --bin PROGRAM [--whole] [NAME...]

Every fixture, and every storm of tests/fixture/storms.py, goes through commands that read captures. Each run ends with 0, 1 or 2, within
MULTIPLE times the unpacked bytes and CONSTANT MiB of memory, and within SECONDS and SECONDS_EACH for each unpacked MiB of CPU time.
Bombs, in each other, too, are told with the limit, and --max-unpacked moves it. The page states the four numbers.

Without --whole storms have 4 MiB, and each fixture meets one command; with it 32 MiB, so that the constant hides nothing, and all."""
import argparse, gzip, io, itertools, lzma, os, re, resource, shutil, subprocess, sys, tarfile, tempfile, zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
import storms                                       # noqa: E402
from said import TOO_MUCH                           # noqa: E402

MULTIPLE, CONSTANT, SECONDS, SECONDS_EACH = 32, 96, 2, 1
MIB = 1 << 20
ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--whole", action="store_true")
ap.add_argument("names", nargs="*")
a = ap.parse_args()
COMMANDS = [c.split() for c in (
    "report --stdio --isolated", "report --json --isolated -s pid,comm,dso,symbol,time", "info --json", "dump --stage timeline",
    "script --isolated --show-mmap-events --show-task-events", "doctor --isolated", "buildid-list", "export folded --isolated",
    "export firefox --isolated", "export html --isolated", "trace -s --isolated", "sched latency --isolated", "cut -o /dev/null", "scrub -o /dev/null --isolated",
    "pack --isolated -o /dev/null")]
OF_STORMS = COMMANDS[:1] + COMMANDS[4:5] + COMMANDS[12:14] if not a.whole else COMMANDS
faults, runs, dearest, slowest = [], 0, (0, ""), (0, "")
temp = tempfile.mkdtemp(prefix="perfolio-limits-")
# A process that takes gigabytes ends, and fails the test, before the machine suffers: four times what is stated.
MOST = 4 * (CONSTANT + MULTIPLE * (32 if a.whole else 4)) * MIB


def check(what, got, wanted):
    if got != wanted:
        faults.append(f"{what}: {got!r}, not {wanted!r}")


def run(command, capture, unpacked, what):
    """(status, output bytes, errors) of a command, which is within what `unpacked` bytes may cost."""
    global runs, dearest, slowest
    with open(os.path.join(temp, "out"), "w+b") as out, open(os.path.join(temp, "err"), "w+b") as err:
        p = subprocess.Popen([a.bin, *command, "-i", capture], stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=temp,
                             env=dict(os.environ, LC_ALL="C", HOME="/dev/null"),
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MOST, MOST)))
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = status = os.waitstatus_to_exitcode(status)
        err.seek(0)
        said, n = err.read().decode(errors="replace"), os.path.getsize(out.name)
    runs += 1
    memory, seconds = usage.ru_maxrss << 10, usage.ru_utime + usage.ru_stime
    where = f"{what}: {' '.join(command)}"
    if status not in (0, 1, 2) or "out of memory" in said:
        faults.append(f"{where}: status {status}: {said[-300:]}")
    for got, most, unit in (memory / MIB, CONSTANT + MULTIPLE * unpacked / MIB, "MiB"), \
                           (seconds, SECONDS + SECONDS_EACH * unpacked / MIB, "s"):
        if got > most:
            faults.append(f"{where}: {got:.1f} {unit} for {unpacked} bytes, where {most:.1f} are stated")
    if unpacked > 3 * MIB:
        dearest = max(dearest, ((memory - 16 * MIB) / unpacked, where))
        slowest = max(slowest, (seconds * MIB / unpacked, where))
    return status, n, said


def write(name, data):
    path = os.path.join(temp, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def unpacked_size(path):
    """Bytes of a capture; of a folio those of all that is in it, by its seek tables (docs/folio.md)."""
    return sum(os.path.getsize(os.path.join(d, f)) for d, _, fs in os.walk(path) for f in fs) if os.path.isdir(path) else os.path.getsize(path)


def fixtures():
    for root in "fixtures", "fixtures/bad":
        for d, folders, files in os.walk(root):
            if root == "fixtures" and d.startswith("fixtures/bad"):
                continue
            for f in sorted(files + folders):
                if f.endswith((".data", ".folio")):
                    yield os.path.join(d, f)
            folders[:] = [f for f in folders if not f.endswith(".data")]


def test_fixtures():
    each = itertools.cycle(COMMANDS)                # few: another command for each
    for path in fixtures():
        for command in COMMANDS if a.whole else [next(each)]:
            size = unpacked_size(path)
            run(command, os.path.abspath(path), size * (20 if path.endswith(".folio") else 1), path)


def test_storms():
    size = (32 if a.whole else 4) * MIB
    for name in storms.STORMS:
        for kind in (0, 81) if a.whole or name == "maps" else (0,):
            data, n = storms.storm(name, size, kind)
            path = write("storm.data", data)
            for command in OF_STORMS if not kind else OF_STORMS[:1]:
                status, _, said = run(command, path, n, f"{name}{' compressed' if kind else ''}")
                if command[0] in ("report", "info"):
                    check(f"{name}: {' '.join(command)}: status", (status, TOO_MUCH in said or "--max-unpacked" in said), (0, False))


def tar_of(mode="w", **members):
    to = io.BytesIO()
    with tarfile.open(fileobj=to, mode=mode) as t:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
    return to.getvalue()


def zip_of(**members):
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in members.items():
            z.writestr(name, data)
    return to.getvalue()


def test_bombs():
    """Each bomb unpacks to more than 64 MiB and its multiple; no more than that much is unpacked."""
    report, limit = COMMANDS[0], 64 * MIB
    bomb = storms.bomb(96 * MIB)                    # of COMPRESSED records
    assert len(bomb) * 256 + limit < 96 * MIB
    plain = write("bomb.data", bomb)
    status, _, said = run(report, plain, limit + 256 * len(bomb), "a bomb of records")
    check("a bomb of records", (status, f"{limit + 256 * len(bomb)} bytes" in said and "--max-unpacked" in said), (0, True))
    status, _, said = run([*report, "--max-unpacked", "100M"], plain, 96 * MIB, "a bomb that is allowed")
    check("a bomb that is allowed", (status, "--max-unpacked" in said), (0, False))
    status, _, said = run([*report, "--max-unpacked", "1M"], plain, 2 * MIB, "a small limit")
    check("a small limit", (status, "1048576 bytes" in said), (0, True))

    # repair spends the same limit, counts the rest as lost, and what it writes is within the limit.
    mended = os.path.join(temp, "mended.data")
    for option, most, wanted in ([], limit + 256 * len(bomb), True), (["--max-unpacked", "1M"], MIB, True), (["--max-unpacked", "100M"], 100 * MIB, False):
        status, _, said = run(["repair", "-o", mended, *option], plain, most, f"repair {' '.join(option)}")
        check(f"repair {' '.join(option)}", (status, f"{most} bytes" in said, os.path.getsize(mended) <= most), (0, wanted, True))
        os.unlink(mended)

    # A folio of a capture that is not compressed; and what is packed once more.
    stored = storms.Stored(storms.Event(sample_type=storms.PLAIN, flags=[]), storms.maps(1) * (96 * MIB // 48)).encode(storms.Encoding())
    folio = os.path.join(temp, "bomb.folio")
    subprocess.run([a.bin, "pack", "--isolated", "-o", folio, write("plain.data", stored)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.unlink(os.path.join(temp, "plain.data"))
    status, _, said = run(report, folio, 96 * MIB, "a folio by default")
    check("a folio is whole by default", (status, "--max-unpacked" in said), (0, False))
    status, _, said = run([*report, "--max-unpacked", "90M"], folio, 4 * MIB, "a folio")
    check("a folio", (status, "--max-unpacked" in said and folio in said), (1, True))
    status, _, said = run([*report, "--max-unpacked", "100M"], folio, 96 * MIB, "a folio that is allowed")
    check("a folio that is allowed", (status, "--max-unpacked" in said), (0, False))
    for option, wanted in (("--max-unpacked", "90M"), 1), ((), 0):
        p = subprocess.run([a.bin, "unpack", "-d", os.path.join(temp, "unpacked"), *option, "-i", folio], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        size = sum(os.path.getsize(os.path.join(d, f)) for d, _, fs in os.walk(os.path.join(temp, "unpacked")) for f in fs)
        check("unpack", (p.returncode, TOO_MUCH.encode() in p.stderr, size < MIB), (wanted, bool(wanted), bool(wanted)))
    nested = {"records.gz": gzip.compress(bomb), "records.tar": tar_of(a=bomb), "records.tar.xz": lzma.compress(tar_of(a=bomb)),
              "records.zip": zip_of(a=bomb)}
    for name, data in nested.items():
        status, _, said = run(report, write(name, data), limit + 256 * len(data), name)
        check(name, (status, f"{limit + 256 * len(data)} bytes" in said), (0, True))
    with open(folio, "rb") as f:
        data = f.read()
    for name, packed in {"folio.xz": lzma.compress(data), "folio.tar": tar_of(a=data)}.items():
        status, _, said = run([*report, "--max-unpacked", "90M"], write(name, packed), 4 * MIB, name)
        check(name, (status, "--max-unpacked" in said), (1, True))

    # What is packed, and unpacks to a capture's first bytes and zeros.
    head, zeros = storms.storm("maps", 1 << 12)[0], bytes(80 * MIB)
    for name, packed in {"capture.gz": gzip.compress(head + zeros), "capture.xz": lzma.compress(head + zeros, preset=0),
                         "capture.tar.gz": gzip.compress(tar_of(a=head + zeros)), "capture.zip": zip_of(a=head + zeros)}.items():
        status, _, said = run(report, write(name, packed), 4 * MIB, name)
        check(name, (status, TOO_MUCH in said and name in said), (1, True))
    del zeros

    # Archives in archives, as captures and as packages: two levels, and what is deeper is a file.
    inner = head
    for _ in range(30):
        inner = tar_of(a=inner)
    status, _, said = run(report, write("deep.tar", inner), 4 * MIB, "deep.tar")
    check("deep.tar", (status, "deep.tar" in said), (1, True))
    for name in "deep.tar", "capture.tar.gz", "records.tar.xz":
        status, _, said = run([*report, "--objects", os.path.join(temp, name)], os.path.abspath("fixtures/amd64/fp.data"), 4 * MIB, f"--objects {name}")
        check(f"--objects {name}", status in (0, 1), True)


def test_output():
    """A format of 64 KiB between 32 flags in each of 2,000 samples, which made 4 GB; and a thousand fields in the same bytes, which made 1 GB."""
    path = write("delimiter.data", storms.delimiter(2000, 1 << 16))
    for command in (["script", "--isolated"], ["script", "--json", "--isolated"], ["report", "--stdio", "--isolated", "-s", "trace"]):
        status, n, said = run(command, path, os.path.getsize(path), "delimiter")
        check(f"delimiter: {' '.join(command)}", (status, 100 < n < 2000 * 1000), (0, True))
    path = write("overlapping.data", storms.overlapping(4))
    size = os.path.getsize(path)
    for command in (["script", "--isolated"], ["script", "--json", "--isolated"], ["report", "--stdio", "--isolated", "-s", "trace"]):
        status, n, said = run(command, path, size, "overlapping")
        check(f"overlapping: {' '.join(command)}", (status, 100 < n < 32 * size), (0, True))


def test_events():
    """Many events: what the header says of them is read in linear time, as it is and in repair."""
    path = write("events.data", storms.events(16000))
    size = os.path.getsize(path)
    for command in (["evlist", "--isolated"], ["repair", "--isolated", "-o", os.path.join(temp, "repaired.data")]):
        status, n, said = run(command, path, size, "events")
        check(f"events: {' '.join(command[:1])}", status, 0)


def test_page():
    """The page states the bound that is held here."""
    with open("docs/limits.md", encoding="utf-8") as f:
        page = " ".join(f.read().split())
    stated = re.search(r"at most (\d+) times the unpacked bytes and (\d+) MiB .* at most (\d+) s and (\d+) s for each unpacked MiB", page)
    check("docs/limits.md states", stated and tuple(map(int, stated.groups())), (MULTIPLE, CONSTANT, SECONDS, SECONDS_EACH))


TESTS = {name[5:]: f for name, f in list(globals().items()) if name.startswith("test_")}
a.bin = os.path.abspath(a.bin)
try:
    for name in a.names or TESTS:
        TESTS[name]()
finally:
    shutil.rmtree(temp)
print("\n".join(faults) or f"{runs} runs; at most {dearest[0]:.1f} times the unpacked bytes ({dearest[1]}) and {slowest[0]:.2f} s for each MiB ({slowest[1]})")
sys.exit(bool(faults))
