#!/usr/bin/env python3
"""Captures of OpenHarmony's recorder: the forms in which it keeps call chains give one report, a folio of one the same;
chains that lead nowhere or in a circle are counted; what its own test data hold has the names that its own report has."""
import argparse, os, re, struct, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
import hiperf as fixture

parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
args = parser.parse_args()
THEIRS = "../shared/strangers/hiperf"
faults = []


def run(*command):
    return subprocess.run([args.bin, *command], capture_output=True, text=True, errors="replace")


def expect(what, good):
    if not good:
        faults.append(what)


def report(path):
    return run("report", "--isolated", "--stdio", "-G", "-s", "comm,dso,sym", "-i", path).stdout


def test_forms(folder):
    seen = {}
    for form in fixture.FORMS:
        path = f"fixtures/synthetic/hiperf-{form}.data"
        expect(f"{path} is what tests/fixture/hiperf.py writes", open(path, "rb").read() == fixture.encode(form))
        folio = os.path.join(folder, form + ".folio")
        expect(f"{form}: pack", run("pack", "--isolated", path, "-o", folio).returncode == 0)
        seen[form] = report(path), run("script", "--isolated", "-i", path).stdout
        expect(f"{form}: the folio has another report", (report(folio), run("script", "-i", folio).stdout) == seen[form])
        expect(f"{form}: the folio has another capture", run("unpack", folio, "-d", os.path.join(folder, form)).returncode == 0
               and any(open(os.path.join(at, f), "rb").read() == fixture.encode(form) for at, _, fs in os.walk(os.path.join(folder, form)) for f in fs))
        expect(f"{form}: the command line", "hiperf record -p 100 -s fp" in run("info", "-i", path).stdout)
    expect("the forms give one report", len(set(seen.values())) == 1)
    for name in ["do_ioctl", "el0_sync", "ioctl", "memcpy", "draw::Canvas::line(int, int)"]:
        expect(f"no {name}", name in seen["whole"][0])


def test_damage(folder):
    """The caller's number of each entry in turn becomes its own, and one that is not there."""
    good = fixture.encode("early")
    table, _ = fixture.tree(100)
    at, path = good.index(table) + 16, os.path.join(folder, "damaged.data")
    for i in range((len(table) - 16) // 12):
        number, value = struct.unpack_from("<IQ", good, at + 12 * i)
        for above in (number, 99999):
            bad = bytearray(good)
            struct.pack_into("<Q", bad, at + 12 * i + 4, value & (1 << 40) - 1 | value >> 63 << 63 | above << 40)
            open(path, "wb").write(bad)
            p = run("report", "--isolated", "--stdio", "-i", path)
            expect(f"entry {i} leads to {above}: {p.returncode} {p.stderr}",
                   p.returncode == 0 and "1 header feature could not be read" in p.stderr and "Samples: 4 " in p.stdout)


def test_too_many(folder):
    """Of chains that are more than 64 MiB each entry counts that has none: two of each branch that is left out."""
    TRUNK, BRANCHES, MOST = 4096, 2100, 1 << 23
    rows = [(1 + i, i) for i in range(TRUNK)]
    for i in range(BRANCHES):
        rows += [(10000 + 2 * i, TRUNK), (10001 + 2 * i, 10000 + 2 * i)]
    table = struct.pack("<IIII", 1, 100, 1 << 22, len(rows))
    table += b"".join(struct.pack("<IQ", number, 0x1000 + number | above << 40) for number, above in rows)
    whole, path = fixture.tree, os.path.join(folder, "many.data")
    fixture.tree = lambda pid: (table, whole(pid)[1])
    open(path, "wb").write(fixture.encode("early"))
    fixture.tree = whole
    told = re.search(r": (\d+) entries of call chains", run("report", "-v", "--isolated", "-i", path).stderr)
    lost = 2 * (BRANCHES - MOST // (TRUNK + 2))
    expect(f"{lost} entries are too many, not {told and told[1]}", told and int(told[1]) == lost)


def test_theirs():
    if not os.path.exists(THEIRS):
        print(f"{THEIRS} is not there: hiperf's own captures are not looked at")
        return
    ours = {tuple(line.split("\t")) for line in run("report", "--isolated", "--stdio", "-q", "-g", "none", "-t", "\t", "-s",
            "comm,tid,dso,sym", "-i", f"{THEIRS}/report_test.data").stdout.splitlines() if "\t" in line}
    ours = {(s.strip(), c.strip(), t.strip().split(":")[0], o.strip(), re.sub(r"^\[.\] ", "", f.strip())) for s, c, t, o, f in ours}
    for line in open(f"{THEIRS}/report_test_symbol.txt"):
        m = re.match(r" *([\d.]+%) +\d+ (\S+) +\d+ +(\d+) (\S+) +(.*?) *$", line)
        if not m:
            continue
        share, comm, tid, dso, name = m.groups()
        nameless = "+0x" in name                        # its address there is not the file's offset
        expect(f"report_test.data: no {share} of {name}", any(
            row[:4] == (share, comm, tid, os.path.basename(dso)) and (row[4].startswith("0x") if nameless else row[4] == name)
            for row in ours))
    script = run("script", "--isolated", "-i", f"{THEIRS}/fp.compress.data").stdout
    expect("fp.compress.data: a chain from the kernel through libc", re.search(r"futex_wait\+.*\n(.*\n)*?.*el0_sync_compat\+.*\n.*ld-musl", script))


with tempfile.TemporaryDirectory() as folder:
    test_forms(folder)
    test_damage(folder)
    test_too_many(folder)
test_theirs()
print("\n".join(faults) or "captures of hiperf have their names and their chains")
sys.exit(bool(faults))
