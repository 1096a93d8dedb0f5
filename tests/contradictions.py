#!/usr/bin/env python3
"""No file names an object against the evidence: usage: contradictions.py --bin PROGRAM [--served PROGRAM] [--few]

Offers for the objects of captures files that others were: of the same name from other machines and builds, any others of the same
machine, each as it is and with the recorded build-id written into it, at the recorded path. What speaks against a file is worked out
here: its build-id, its machine, the name of the module in it, and, from what `dump --stage timeline` says was mapped, its
segments. Such a pair of an object and a file must be refused; files that were mapped must be taken, those beside them or not.

The captures are those of fixtures, and those beside the repository (../shared, or PERFOLIO_SHARED) where they are there."""
import argparse, collections, glob, json, lzma, os, re, shutil, struct, sys, tarfile, tempfile

from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("--few", action="store_true", help="fixtures alone, and a wrong file or two for each object")
ap.add_argument("--show", action="store_true", help="what was accepted, in full")
a = ap.parse_args()
HUGE = 2 << 20
PAGES = 4096, 8192, 16384, 32768, 65536, 1 << 20, 2 << 20
MACHINES = {"x86_64": (62, 64), "aarch64": (183, 64), "armv7l": (40, 32), "i686": (3, 32), "s390x": (22, 64), "parisc": (15, 32), "riscv64": (243, 64)}


class Elf:
    """What speaks for or against a file."""

    def __init__(self, origin, data):
        self.origin, self.data, self.name = origin, data, os.path.basename(origin)
        wide, self.order = data[4] == 2, "<" if data[5] == 1 else ">"
        self.machine = struct.unpack_from(self.order + "H", data, 18)[0], 64 if wide else 32
        u = lambda at, kind: struct.unpack_from(self.order + kind, data, at)[0]
        phoff, shoff = u(32 if wide else 28, "Q" if wide else "I"), u(40 if wide else 32, "Q" if wide else "I")
        phentsize, phnum, shentsize, shnum, shstrndx = struct.unpack_from(self.order + "5H", data, 54 if wide else 42)
        self.loads, self.sections = [], {}
        for i in range(phnum):
            at = phoff + i * phentsize
            if wide:
                kind, flags, foff, addr, _, infile, mem = struct.unpack_from(self.order + "IIQQQQQ", data, at)
            else:
                kind, foff, addr, _, infile, mem, flags = struct.unpack_from(self.order + "7I", data, at)
            if kind == 1 and max(infile, mem):
                self.loads.append((foff, addr, infile, max(infile, mem), flags & 1))
        rows = [struct.unpack_from(self.order + ("IIQQQQ" if wide else "6I"), data, shoff + i * shentsize) for i in range(shnum)]
        names = data[rows[shstrndx][4]:][:rows[shstrndx][5]] if shnum > shstrndx else b""
        for name, kind, _, _, foff, size in rows:
            self.sections.setdefault(names[name:names.find(b"\0", name)].decode("latin-1"), (foff, size, kind))
        note = self.sections.get(".note.gnu.build-id", (0, 0, 0))
        self.id_at = note[0] + 16 if note[1] > 16 else 0
        self.id = data[self.id_at:note[0] + note[1]] if self.id_at else b""
        info = self.sections.get(".modinfo", (0, 0, 0))
        found = re.search(rb"(?:^|\0)name=([^\0]+)", data[info[0]:info[0] + info[1]])
        self.module = found and found.group(1).decode()

    def with_id(self, id):
        """The same file with another build-id; None: it has no room for one of that length."""
        if not self.id_at or len(id) != len(self.id):
            return None
        return self.data[:self.id_at] + id + self.data[self.id_at + len(id):]

    def may_be_mapped(self, maps, known):
        """Whether a loader may have mapped this file so, with pages of any size. `known`: its build-id is the recorded one, so that
        what was left of mappings when the recording began may be pieces of it."""
        up = lambda v, p: (v + p - 1) // p * p
        for page in PAGES:
            end = max(addr + mem for _, addr, _, mem, _ in self.loads)
            first = min(self.loads, key=lambda l: l[1])
            for foff, size, _, _ in maps:
                if foff == first[0] // page * page and size == up(end, page) - first[1] // page * page:
                    return True                         # all of it
            for at, addr, infile, mem, code in self.loads:
                begin = at - addr % page
                ends = {up(begin + addr % page + n - begin, page) for n in (infile, mem)}
                for foff, size, early, start in maps:
                    if not code or foff < begin or foff + size > begin + max(ends):
                        continue
                    huge = [v % HUGE == 0 for v in (start, start + size)]      # has taken the place of the rest
                    if early and known or (foff == begin or huge[0]) and (foff - begin + size in ends or huge[1]):
                        return True
        return False


def elf_of(origin, data):
    return Elf(origin, data) if data[:4] == b"\x7fELF" and data[16:18] not in (b"\4\0", b"\0\4") else None


def pool_of(files):
    """Files by their machine; the same content once."""
    seen, pool = set(), []
    for origin, data in files:
        e = None if data in seen else elf_of(origin, data)
        seen.add(data)
        if e and (e.loads or e.module):
            pool.append(e)
    return pool


def cached(path):
    """Files of a build-id cache: (recorded path, bytes)."""
    with (tarfile.open(path) if os.path.isfile(path) else None) as tar:
        for m in tar:
            found = re.match(r"\.debug(/.+)/[0-9a-f]{16,40}/(elf|vdso)$", m.name)
            if found and m.isfile() and m.size < 4 << 20:
                yield found.group(1), tar.extractfile(m).read()


def words(*command):
    p = program.run(*command)
    return p.stdout.decode("utf-8", "replace")


def doctor(capture, *objects):
    """{(path, build-id): object}"""
    out = words("doctor", "--json", "--isolated", "-i", capture, *(w for o in objects for w in ("--objects", o)))
    try:
        answer = json.loads(out)
    except ValueError:
        return {}, None
    return {(o["path"], o["build_id"]): o for o in answer["objects"]}, (answer.get("machine") or {}).get("arch")


def mapped(capture):
    """{path: [(offset, size, whether it was there before, address)]} of what is executable."""
    maps = collections.defaultdict(list)
    for found in re.finditer(r"^timeline: map \[0x(\w+)-0x(\w+)\) @ 0x(\w+) ..x. (/.*?)( [0-9a-f]{16,40})? from (\S+)", words("dump", "--stage", "timeline", "-i", capture), re.M):
        start, end, foff = (int(v, 16) for v in found.groups()[:3])
        maps[found.group(4)].append((foff, end - start, found.group(6).startswith("+") or float(found.group(6)) == 0, start))
    return maps


def speaks_against(e, o, id, arch, maps, data_id):
    """Why a file is not the object; None: nothing says so."""
    if o["build_id"] and data_id != id:
        return "id"
    machine = MACHINES.get(arch)
    if machine and e.machine[1] == machine[1] and e.machine != machine:
        return "machine"
    name = re.sub(r"\.ko(\.\w+)?$", "", os.path.basename(o["path"])).replace("-", "_").strip("[]")
    if e.module:
        return "module" if o["kind"] != "module" or e.module.replace("-", "_") != name else None
    if o["kind"] == "module":
        return "module"
    if o["kind"] == "user" and e.loads and any(l[4] for l in e.loads) and maps.get(o["path"]):
        return None if e.may_be_mapped(maps[o["path"]], bool(id) and data_id == id) else "segment"
    return None


def offers(pool, o, turn, n):
    """Files for an object: those of its name first, then others, from a place on that differs from turn to turn."""
    base = os.path.basename(o["path"])
    alike = [e for e in pool if e.name == base]
    others = [pool[(turn * 7 + i * 5) % len(pool)] for i in range(n)]
    return (alike + others)[:max(n, len(alike))]


def capture_files():
    own = sorted(f for f in glob.glob("fixtures/*/*.data") if "/bad/" not in f and os.path.isfile(f)) + ["fixtures/amd64/containers/perf.data"]
    for f in own:
        yield f, None
    if a.few or not os.path.isdir(shared):
        return
    for f in sorted(glob.glob(shared + "/captures/*/*.data")):
        yield f, f.split("/")[-2]
    with tarfile.open(shared + "/corpus/corpus.tar.xz") as tar:
        for i, m in enumerate(tar):
            if m.isfile() and 100 < m.size < 1 << 20:
                data = tar.extractfile(m).read()
                if data[:8] in (b"PERFILE2", b"2ELIFREP"):
                    path = os.path.join(temp, f"corpus-{i}.data")
                    with open(path, "wb") as f:
                        f.write(data)
                    yield path, None


shared = os.environ.get("PERFOLIO_SHARED", "../shared")
program = Program(a.bin, a.served)
temp = tempfile.mkdtemp(prefix="perfolio-contradictions-", dir="/tmp")
pairs, reasons, accepted, lost, rights, captures = 0, collections.Counter(), [], [], 0, 0
try:
    files, right = [], {}
    for f in sorted(glob.glob("fixtures/*/debug/**/elf", recursive=True)):
        files.append((re.sub(r".*?/debug(/.*)/[0-9a-f]+/elf$", r"\1", f), open(f, "rb").read()))
    for machine in [] if a.few else sorted(os.path.basename(d) for d in glob.glob(shared + "/captures/*") if os.path.isdir(d)):
        of = list(cached(f"{shared}/captures/{machine}/buildid-cache.tar.xz"))
        right[machine] = os.path.join(temp, machine)
        for path, data in of:
            e = elf_of(path, data)
            if e and e.id:                              # as a cache has it: by its build-id
                to = os.path.join(right[machine], ".build-id", e.id.hex()[:2], e.id.hex()[2:])
                os.makedirs(to, exist_ok=True)
                with open(os.path.join(to, "elf"), "wb") as f:
                    f.write(data)
        files += of
    pool = pool_of(files)
    for turn, (capture, machine) in enumerate(capture_files()):
        objects, arch = doctor(capture)
        maps = mapped(capture) if objects else {}
        captures += bool(objects)
        rounds = collections.defaultdict(list)          # number of the offer -> [(object, file, its bytes, why not)]
        for k, (key, o) in enumerate(objects.items()):
            if o["kind"] not in ("user", "module") or not o["path"].startswith("/") or ".." in o["path"]:
                continue
            id, n = bytes.fromhex(o["build_id"] or ""), 0
            for e in offers(pool, o, turn + k, 2 if a.few else 4):
                for data, has in ((e.data, e.id), (id and e.with_id(id), id)):
                    why = data and not (e.id and e.id == id) and speaks_against(e, o, id, arch, maps, has)
                    if why:
                        rounds[n].append((key, e, data, why + (" (id swapped)" if has == id and id else "")))
                        n += 1
        root = None
        for n, offered in sorted(rounds.items()):
            root = os.path.join(temp, f"{turn}-{n}")
            for (path, _), e, data, why in offered:
                os.makedirs(os.path.dirname(root + path), exist_ok=True)
                with open(root + path, "wb") as f:
                    f.write(data)
            answers, _ = doctor(capture, root)
            for key, e, data, why in offered:
                o = answers.get(key)
                said = [x for x in o["asked"] if x["file"] == root + key[0]] if o else []
                if not said:
                    continue                            # it was not looked at
                pairs += 1
                reasons[why] += 1
                if o["file"] == root + key[0] or any(x["taken"] or x["answer"] == "found" for x in said):
                    accepted.append((capture, key[0], e.origin, e.machine, why, maps.get(key[0])))
        if machine and root:                            # what is right is taken, though what is wrong is asked first
            alone, _ = doctor(capture, right[machine])
            beside, _ = doctor(capture, root, right[machine])
            for key, o in alone.items():
                rights += bool(o["file"])
                if o["file"] and beside[key]["file"] != o["file"]:
                    lost.append((capture, key, beside[key]["file"]))
        for n in rounds:
            shutil.rmtree(os.path.join(temp, f"{turn}-{n}"))
finally:
    shutil.rmtree(temp)
for what, rows in ("accepted", accepted), ("not taken, though right", lost):
    for row in rows[:None if a.show else 10]:
        print(what + ":", *row)
print(f"{captures} captures, {pairs} pairs of an object and a wrong file: {len(accepted)} accepted; {rights} right files: {len(lost)} not taken")
print(", ".join(f"{n} by {why}" for why, n in reasons.most_common()))
sys.exit(bool(accepted or lost or pairs < (400 if a.few or not os.path.isdir(shared) else 2000)))
