#!/usr/bin/env python3
"""A second reader of folios, written from docs/folio.md alone: what it cannot read, that page does not say.

usage: reader.py FOLIO                          hold it to the specification, then list captures, objects and answers
       reader.py FOLIO extract CAPTURE FOLDER   write the files of a capture, numbered
       reader.py FOLIO symbols OBJECT           both tables of an object, by its number
       reader.py FOLIO find OBJECT ADDRESS      the symbol that an address of the object's space has
       reader.py FOLIO runs OBJECT              the runs of addresses whose place in the source is known

Needs Python's standard library and the program zstd."""
import os, re, struct, subprocess, sys

from xxh3 import xxh3_128

NULL, PROGBITS, SYMTAB, STRTAB, NOTE = 0, 1, 2, 3, 7
COMPRESSED = 0x800
HEADER = 64                                        # bytes of the ELF header, and of each section header
NAMED = {".strtab": STRTAB, ".note.gnu.build-id": NOTE, ".shstrtab": STRTAB, ".perfolio": PROGBITS, ".note.perfolio": NOTE, ".notes": PROGBITS}
PREFIXES = {".symtab.": (SYMTAB, 0), **{p: (PROGBITS, COMPRESSED) for p in (
    ".capture.", ".index.", ".symbols.", ".times.", ".lines.", ".runs.", ".image.", ".debug.", ".listing.")}}
FRAME_MOST = 16 << 20
MIB = 1 << 20
MOST = 1 << 30                                     # bytes that this reader is ready to decompress

LEVELS = ["min", "symbols", "code", "full"]
KINDS = ["user", "kernel", "module", "vdso", "ksymbol", "jit", "data"]
NUMBER, TEXT, FLAG, BYTES = "number", "text", "flag", "bytes"
SECTIONS = ["symtab-section", "rest-section", "times-section", "lines-section", "runs-section", "image-section", "debug-section", "listing-section"]
RECORDS = {                                        # record: {key: form, or the list of words}, keys that must be there
    "folio": ({"version": NUMBER, "level": LEVELS}, ["version", "level"]),
    "section": ({"index": NUMBER, "xxh3": BYTES}, ["index", "xxh3"]),
    "capture": ({"name": TEXT, "labels": TEXT, "directory": FLAG, "samples": NUMBER, "first-time": NUMBER,
                 "last-time": NUMBER, "index-section": NUMBER}, ["name"]),
    "file": ({"capture": NUMBER, "section": NUMBER, "size": NUMBER, "path": TEXT}, ["section"]),
    "object": ({"kind": KINDS, "name": TEXT, "build-id": BYTES, "content": BYTES, "whole": FLAG, "partial": FLAG,
                "space": ["file", "kernel", "mapped"], "listing": FLAG, "mangled": FLAG, "text": NUMBER, "_text": NUMBER,
                "_stext": NUMBER, "full": NUMBER, "runtime": FLAG, "mini": FLAG, "dwarf": NUMBER,
                "elf-bits": NUMBER, "elf-data": NUMBER, "elf-machine": NUMBER, "symbols": NUMBER,
                **{s: NUMBER for s in SECTIONS}}, ["kind", "space"]),
    "answer": ({"capture": NUMBER, "object": NUMBER, "kind": KINDS, "guest": NUMBER, "path": TEXT, "build-id": BYTES,
                "major": NUMBER, "minor": NUMBER, "inode": NUMBER, "generation": NUMBER, "proven": FLAG, "samples": NUMBER}, ["kind"]),
    "notes": ({"section": NUMBER}, ["section"]),
    "headers": ({"xxh3": BYTES}, ["xxh3"]),
}
NOTE_RECORD = {"capture": NUMBER, "function": TEXT, "offset": NUMBER, "file": TEXT, "line": NUMBER, "from": NUMBER, "to": NUMBER, "text": TEXT}
ORDER = list(RECORDS)


class Bad(Exception):
    """Not a folio as docs/folio.md has it."""


def must(fact, sentence):
    if not fact:
        raise Bad(sentence)


class Section:
    def __init__(self, number, header):
        (self.name_at, self.type, self.flags, self.addr, self.at, self.size, self.link, self.info, self.align,
         self.entsize) = struct.unpack("<IIQQQQIIQQ", header)
        self.number, self.name, self.xxh3 = number, "", None


class Symbol:
    def __init__(self, start, end, info, other, name):
        must(info >> 4 <= 2, f"the binding of {name} is {info >> 4}")
        must(start <= end < 1 << 64, f"{name} ends before it begins, or too far")
        self.start, self.end, self.name = start, end, name
        self.binding, self.data = info >> 4, info & 15 == 1
        self.plt, self.guess, self.module = bool(other & 0x80), bool(other & 0x40), bool(other & 0x20)

    def key(self):
        """What a symbol is, to compare two."""
        return (self.start, self.end, self.name, self.binding, self.data, self.plt, self.guess, self.module)


def value_of(text, form):
    if form == TEXT:
        must(re.fullmatch(rb"([!-$&-~]|%[0-9a-f]{2})*", text) and b"%00" not in text, f"no text: {text}")
        return re.sub(rb"%(..)", lambda m: bytes([int(m[1], 16)]), text)
    if form == NUMBER:
        must(re.fullmatch(rb"0x[0-9a-f]+|[0-9]+", text), f"no number: {text}")
        n = int(text, 16 if text.startswith(b"0x") else 10)
        must(n < 1 << 64, f"too large a number: {text}")
        return n
    if form == FLAG:
        must(text == b"1", f"no flag: {text}")
        return True
    if form == BYTES:
        must(re.fullmatch(rb"([0-9a-f]{2})*", text), f"no bytes: {text}")
        return bytes.fromhex(text.decode())
    word = value_of(text, TEXT).decode("latin-1")
    must(word in form, f"none of {form}: {word}")
    return word


class Leb:
    """Numbers and bytes from the front of a column."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        must(n <= len(self.data) - self.at, "the columns end too early")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self):
        n = shift = 0
        while True:
            byte = self.take(1)[0]
            n |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                break
            must(shift < 70, "an LEB128 number has more than 64 bits")
        must(n < 1 << 64, "an LEB128 number has more than 64 bits")
        return n


class Folio:
    def __init__(self, path):
        self.file = open(path, "rb")
        self.size = os.fstat(self.file.fileno()).st_size
        self.read_headers()
        self.read_manifest()

    def read(self, at, n):
        must(at <= self.size and n <= self.size - at, f"{n} bytes at {at} are not in the file of {self.size}")
        self.file.seek(at)
        return self.file.read(n)

    def read_headers(self):
        self.head = self.read(0, HEADER)
        must(self.head[:16] == b"\x7fELF\2\1\1" + bytes(9), "e_ident")
        (kind, machine, version, entry, phoff, self.shoff, flags, ehsize, phentsize, phnum, shentsize, n,
         names) = struct.unpack_from("<HHIQQQIHHHHHH", self.head, 16)
        must((kind, machine, version) == (0, 0, 1), "e_type, e_machine or e_version")
        must(not (entry or phoff or flags or phentsize or phnum) and ehsize == shentsize == HEADER, "the ELF header")
        first = Section(0, self.read(self.shoff, HEADER))
        extended = first.size if n == 0 else 0
        must(not first.size or n == 0 and first.size >= 0xff00, "e_shnum")
        must(not first.link or names == 0xffff and first.link >= 0xff00, "e_shstrndx")
        n, names = extended or n, first.link or names
        self.table = self.read(self.shoff, n * HEADER)
        self.sections = [Section(i, self.table[i * HEADER:(i + 1) * HEADER]) for i in range(n)]
        must(names < n, "e_shstrndx")
        strings = self.strings(self.sections[names])
        for s in self.sections:
            must(s.at <= self.size and s.size <= self.size - s.at or not s.number, f"section {s.number} is not in the file")
            s.name = self.string(strings, s.name_at).decode("latin-1")

    def strings(self, s):
        data = self.read(s.at, s.size)
        must(data[:1] == data[-1:] == b"\0", f"{s.name} does not begin and end with a NUL")
        return data

    def string(self, strings, at):
        must(at < len(strings), f"a name at {at} of {len(strings)}")
        return strings[at:strings.index(b"\0", at)]

    def named(self, name):
        found = [s for s in self.sections[1:] if s.name == name]
        must(len(found) == 1, f"{len(found)} sections {name}")
        return found[0]

    def read_manifest(self):
        manifest, note = self.named(".perfolio"), self.named(".note.perfolio")
        data = self.read(manifest.at, manifest.size)
        want = struct.pack("<3I", 9, 16, 0x50460002) + b"Perfolio\0\0\0\0" + xxh3_128(data)
        must(self.read(note.at, note.size) == want, ".note.perfolio has another checksum of the manifest")
        must(data.endswith(b"\0"), "the manifest does not end with a NUL")
        self.records = {word: [] for word in RECORDS}
        last = 0
        for i, record in enumerate(data[:-1].split(b"\0")):
            word, *pairs = record.split(b" ")
            word = word.decode("latin-1")
            must(re.fullmatch("[a-z-]+", word) and all(re.match(rb"[a-z0-9_-]+=", p) for p in pairs), f"no record: {record}")
            must((word == "folio") == (i == 0), f"record {i} is {record}")
            if word not in RECORDS:
                continue
            must(ORDER.index(word) >= last, f"{word} comes too late")
            last = ORDER.index(word)
            forms, required = RECORDS[word]
            texts = [tuple(p.split(b"=", 1)) for p in pairs]
            must(len(dict(texts)) == len(texts), f"a key stands twice in {record}")
            values = {k.decode(): value_of(v, forms[k.decode()]) for k, v in texts if k.decode() in forms}
            if word == "folio":
                must(values.get("version") == 1, f"version {values.get('version')}, this reader knows 1")
            must(all(k in values for k in required), f"{record} lacks one of {required}")
            self.records[word].append(values)
        self.level = self.records["folio"][0]["level"]
        self.captures, self.files = self.records["capture"], self.records["file"]
        self.objects, self.answers = self.records["object"], self.records["answer"]
        for r in self.records["section"]:
            must(r["index"] < len(self.sections) and len(r["xxh3"]) == 16, "a section's record")
            self.sections[r["index"]].xxh3 = r["xxh3"]
        must([r["index"] for r in self.records["section"]] == list(range(1, manifest.number)), "the sections' records")
        must([r["xxh3"] for r in self.records["headers"]] == [xxh3_128(self.head + self.table)], "the headers' checksum")
        for r in self.files + self.objects + self.captures + self.records["notes"]:
            for key in ["section", "index-section"] + SECTIONS:
                i = r.get(key, 0)
                must(not i or i < len(self.sections) and self.sections[i].xxh3, f"{key} {i} is not there")
        for r in self.files + self.answers:
            must(r.get("capture", 0) < len(self.captures), "a capture that is not there")
        for r in self.answers:
            must(r.get("object", 0) < len(self.objects), "an object that is not there")
            must("build-id" not in r or not {"inode", "proven"} & r.keys(), "what has a build-id needs nothing else")

    def notes(self):
        """What people wrote: a list of the keys of each note."""
        found = []
        for r in self.records["notes"]:
            data = self.raw(r["section"])
            must(data.endswith(b"\0"), "the notes do not end with a NUL")
            for record in data[:-1].split(b"\0"):
                word, *pairs = record.split(b" ")
                texts = [tuple(p.split(b"=", 1)) for p in pairs]
                must(len(dict(texts)) == len(texts), f"a key stands twice in {record}")
                note = {k.decode(): value_of(v, NOTE_RECORD[k.decode()]) for k, v in texts if k.decode() in NOTE_RECORD}
                if word != b"note":
                    continue
                must(note.get("text"), "a note has no text")
                must(note.get("capture", 0) < len(self.captures), "a note is about a capture that is not there")
                must(("function" in note) + ("file" in note) + ("to" in note) <= 1, "a note is about several things")
                must(("file" in note) == ("line" in note) and ("offset" not in note or "function" in note), "a note is about a part of nothing")
                must(note.get("from", 0) <= note.get("to", 0), "the time of a note ends before it begins")
                must(all(len(note.get(k, b"")) <= 65536 for k in ("text", "function", "file")), "a text of a note is too long")
                found.append(note)
        must(len(found) <= 10000, "too many notes")
        return found

    def raw(self, number):
        """The bytes of a section as they stand in the file, checked."""
        s = self.sections[number]
        data = self.read(s.at, s.size)
        must(xxh3_128(data) == s.xxh3, f"section {number} ({s.name}) is damaged")
        return data

    def frames(self, number):
        """(compressed bytes, decompressed size) of each frame."""
        data, name = self.raw(number), self.sections[number].name
        must(self.sections[number].flags & COMPRESSED and len(data) >= 24 + 17, f"{name} is not compressed")
        kind, reserved, size, align = struct.unpack_from("<IIQQ", data)
        must((kind, reserved, align) == (2, 0, 8), f"the Elf64_Chdr of {name}")
        n, descriptor, magic = struct.unpack("<IBI", data[-9:])
        must(magic == 0x8F92EAB1 and not descriptor & 0xfc, f"the seek table of {name}")
        table = len(data) - 9 - 8 * n - 8
        must(table >= 24 and struct.unpack_from("<II", data, table) == (0x184D2A5E, 8 * n + 9), f"the seek table of {name}")
        at, frames = 24, []
        for i in range(n):
            packed, bytes_ = struct.unpack_from("<II", data, table + 8 + 8 * i)
            must(packed and bytes_ and bytes_ <= FRAME_MOST and packed <= table - at, f"frame {i} of {name}")
            frames.append((data[at:at + packed], bytes_))
            at += packed
        must(at == table and sum(b for _, b in frames) == size, f"the frames of {name} do not fill it")
        return frames

    def plain(self, number):
        """What a compressed section stands for."""
        frames = self.frames(number)
        must(sum(size for _, size in frames) <= MOST, "more than this reader takes")
        return b"".join(unpack(*f) for f in frames)

    def capture_files(self, capture):
        """[(path, bytes)] of a capture, by its number."""
        files = []
        for f in self.files:
            if f.get("capture", 0) == capture:
                data = self.plain(f["section"])
                must(len(data) == f.get("size", 0), "the size of a file of a capture")
                files.append((f.get("path", b""), data))
        return files

    def check_index(self, capture):
        """The index of a capture, by its number, is that of its records. How many blocks it has; None: there is none."""
        number = self.captures[capture].get("index-section", 0)
        if not number:
            return None
        files = sorted(self.capture_files(capture), key=lambda f: (f[0] != b"data", len(f[0]), f[0]))
        files = [data for path, data in files if re.fullmatch(rb"(data(\.[0-9]+)?)?", path)]
        order, found = stretches(files)
        c = Leb(self.plain(number))
        samples, first, later, n = (c.number() for _ in range(4))
        blocks, at, stretch = [], 0, 0
        for move, gap, size in zip(*[[c.number() for _ in range(n)] for _ in range(3)]):
            at = gap + (found[stretch + move][1] if move or not blocks else at)
            stretch += move
            must(size and at + size <= found[stretch][2], "a block of an index")
            blocks.append((found[stretch][0], at, size))
            at += size
        r = c.number()
        gaps, shifts = ([c.number() for _ in range(r)] for _ in range(2))
        must(all(g < 1 << 62 for g in gaps), "the place of a record of an index")
        records, place, shift = [], 0, 0
        for gap, z in zip(gaps, shifts):
            size, = struct.unpack_from(order + "H", c.data, c.at + 6)
            place, shift = place + gap, shift + (-(z >> 1) - 1 if z & 1 else z >> 1)
            records.append((place, place + shift, c.take(size)))
            place += size
        ends = [c.take(max(0, at + size - (at // MIB + 1) * MIB)) for _, at, size in blocks]
        must(c.at == len(c.data), "something follows the index")
        must(samples == self.captures[capture].get("samples", 0), "the number of samples of an index")
        if not blocks:
            return 0
        place, seen, others = 0, 0, []
        for (data, at, size), end in zip(blocks, ends):
            must(end == data[(at // MIB + 1) * MIB:at + size], "the end of a block")
            while size:
                kind, _, n = struct.unpack_from(order + "IHH", data, at)
                must(8 <= n <= size, "a block does not end with a record")
                others += [] if kind == 9 else [(place, at, data[at:at + n])]
                seen += kind == 9
                place, at, size = place + n, at + n, size - n
        must(seen == samples and others == records, "the records of an index")
        return len(blocks)

    def touched(self, o):
        """The symbols of symtab-section."""
        number = o.get("symtab-section", 0)
        if not number:
            return []
        s, data = self.sections[number], self.raw(number)
        must(s.type == SYMTAB and s.entsize == 24 and len(data) % 24 == 0 and data[:24] == bytes(24), f"the table {s.name}")
        must(s.link < len(self.sections) and self.sections[s.link].xxh3 and self.sections[s.link].name == ".strtab",
             f"the names of {s.name}")
        strings, found = self.strings(self.sections[s.link]), []
        must(xxh3_128(strings) == self.sections[s.link].xxh3, ".strtab is damaged")
        for at in range(24, len(data), 24):
            name, info, other, shndx, value, size = struct.unpack_from("<IBBHQQ", data, at)
            must(shndx == 0xfff1 and info & 15 in (1, 2) and not other & 0x1f, f"symbol {at // 24} of {s.name}")
            must((info >> 4 == 0) == (at // 24 < s.info), f"sh_info of {s.name}")
            found.append(Symbol(value, value + size, info, other, self.string(strings, name)))
        return found

    def rest(self, o):
        """The symbols of rest-section."""
        if not o.get("rest-section"):
            return []
        c = Leb(self.plain(o["rest-section"]))
        n = c.number()
        must(n <= (len(c.data) - c.at) // 5, "more symbols than the columns have bytes for")
        starts, ends, at = [], [], 0
        for _ in range(n):
            at += c.number()
            starts.append(at)
        for i in range(n):
            z = c.number()
            ends.append(starts[min(i + 1, n - 1)] + (-(z >> 1) - 1 if z & 1 else z >> 1))
        info, other = c.take(n), c.take(n)
        names = c.data[c.at:].split(b"\0")
        must(len(names) == n + 1 and not names[-1], "the names of the columns")
        return [Symbol(*s) for s in zip(starts, ends, info, other, names)]

    def lines(self, o):
        """{address: [(function, file, line, column)]}, the innermost frame first; texts that are not told are None."""
        return self.lines_and_texts(o)[0]

    def lines_and_texts(self, o):
        if not o.get("lines-section"):
            return {}, [None]
        c = Leb(self.plain(o["lines-section"]))
        texts, at, addresses = [None], 0, []
        for _ in range(c.number()):
            end = c.data.find(b"\0", c.at)
            texts.append(c.take(end + 1 - c.at if end >= 0 else 1 << 62)[:-1])
        must(len(set(texts)) == len(texts), "a text is there twice")
        for i in range(c.number()):
            at += c.number()
            must(at < 1 << 64 and not (i and at == addresses[-1]), "the addresses of source lines")
            addresses.append(at)
        counts = [c.number() for _ in addresses]
        must(all(1 <= n <= 256 for n in counts), "the number of frames")
        columns = [[c.number() for _ in range(sum(counts))] for _ in range(4)]
        n = c.number()
        files, numbers = ([c.number() for _ in range(n)] for _ in range(2))
        must(sorted(set(zip(files, numbers))) == list(zip(files, numbers)), "the order of source text")
        must(all(0 < f < len(texts) for f in files), "the file of source text")
        for _ in range(n):
            end = c.data.find(b"\0", c.at)
            c.take(end + 1 - c.at if end >= 0 else 1 << 62)
        if c.at < len(c.data):                            # what is known of files
            last, n = 0, c.number()
            must(n, "the number of files of source")
            for _ in range(n):
                file, known = c.number(), c.number()
                must(last < file < len(texts) and 0 < known < 4, "what is known of a file of source")
                c.take(16 * (known & 1))
                last = file
        must(c.at == len(c.data), "something follows the source lines")
        must(max(columns[0] + columns[1], default=0) < len(texts), "the number of a text")
        must(max(columns[2] + columns[3], default=0) < 1 << 32, "a line or column")
        frames = iter(zip(*columns))
        return {a: [(texts[f], texts[p], line, column) for f, p, line, column in (next(frames) for _ in range(n))]
                for a, n in zip(addresses, counts)}, texts

    def runs(self, o):
        """[(first address, end, frames)] of whole functions, in ascending order; frames as lines() has them."""
        if not o.get("runs-section"):
            return []
        c, texts = Leb(self.plain(o["runs-section"])), self.lines_and_texts(o)[1]
        n = c.number()
        columns = [[c.number() for _ in range(n)] for _ in range(5)]
        must(max(columns[0] + columns[1], default=0) < len(texts), "the number of a text")
        must(max(columns[2] + columns[3], default=0) < 1 << 32, "a line or column")
        nodes, found, at = [], [], 0
        for i, (function, file, line, column, back) in enumerate(zip(*columns)):
            must(back <= i, "a node inlined into one that is not before it")
            nodes.append([(texts[function], texts[file], line, column)] + (nodes[i - back] if back else []))
            must(len(nodes[i]) <= 256, "the number of frames")
        r = c.number()
        for begin, size, node in zip(*[[c.number() for _ in range(r)] for _ in range(3)]):
            must(size and at + begin + size < 1 << 64 and node < n, "a run")
            at += begin + size
            found.append((at - size, at, nodes[node]))
        must(c.at == len(c.data), "something follows the runs")
        return found

    def times(self, o):
        """[(address, size, from when on, address in the table)] of code that lay where other code did, too."""
        if not o.get("times-section"):
            return []
        c = Leb(self.plain(o["times-section"]))
        found = [tuple(c.number() for _ in range(4)) for _ in range(c.number())]
        must(found and c.at == len(c.data), "the end of the times")
        must(all(size and max(a, at) + size < 1 << 64 for a, size, _, at in found), "a time of made code")
        return found

    def symbols(self, o):
        """All symbols of an object, in the order that find() needs."""
        both = self.touched(o) + self.rest(o)
        must(len(both) == o.get("symbols", 0), f"{len(both)} symbols, not {o.get('symbols', 0)}")
        return sorted(sorted(both, key=lambda s: s.plt), key=lambda s: s.start)

    def check(self):
        """Everything that docs/folio.md lets a reader hold a folio to."""
        known = {r.get(key, 0) for r in self.files + self.objects + self.captures
                 for key in ["section", "index-section"] + SECTIONS}
        known |= {s.number for s in self.sections if s.name in NAMED}
        for s in self.sections[1:]:
            want = (NAMED[s.name], 0) if s.name in NAMED else next(
                (v for k, v in PREFIXES.items() if s.name.startswith(k)), None)
            must(s.number not in known or want == (s.type, s.flags), f"type and flags of {s.name}")
            must(not s.addr and s.align == (4 if s.type == NOTE else 8) and s.at % 8 == 0, f"the header of {s.name}")
            must(s.type == SYMTAB or not (s.link or s.info or s.entsize), f"the header of {s.name}")
            if s.xxh3:
                self.raw(s.number)
        must(not any(self.table[:32]) and not any(self.table[44:HEADER]), "section 0")
        at = HEADER
        for begin, size in sorted((s.at, s.size) for s in self.sections[1:]) + [(self.shoff, len(self.table))]:
            must(begin >= at and not any(self.read(at, begin - at)), f"what is between {at} and {begin}")
            at = begin + size
        must(at == self.size and self.shoff % 8 == 0, "the end of the file")
        names = [c["name"] for c in self.captures]
        must(len(set(names)) == len(names), "two captures have one name")
        for i, c in enumerate(self.captures):
            paths = [p for p, _ in self.capture_files(i)]
            must(paths[:1] == [b"data"] and b"" not in paths if "directory" in c else paths == [b""], "files of a capture")
            self.check_index(i)
        notes = b""
        for o in self.objects:
            must(("build-id" in o) != ("content" in o), "an object's identity")
            must(len(o.get("build-id", b"")) <= 20 and len(o.get("content", bytes(16))) == 16, "an object's identity")
            self.symbols(o)
            self.lines(o)
            self.runs(o)
            self.times(o)
            self.check_files(o)
            owner, kind, bytes_ = (b"GNU", 3, o["build-id"]) if "build-id" in o else (b"Perfolio", 0x50460001, o["content"])
            owner += b"\0"
            notes += struct.pack("<3I", len(owner), len(bytes_), kind)
            notes += b"".join(b + bytes(-len(b) % 4) for b in (owner, bytes_))
        there = [s.number for s in self.sections if s.name == ".note.gnu.build-id"]
        must([self.raw(s) for s in there] == [notes] * bool(notes), "the notes")

    def check_files(self, o):
        """The files that are kept of an object."""
        image = self.plain(o["image-section"]) if o.get("image-section") else b""
        if image:
            must(image[:4] == b"\x7fELF" and ("elf-bits" not in o or image[4] == o["elf-bits"] // 32), "an image")
            ends = [x for r in ranges(image) or [] for x in r]
            must(all(a < b for a, b in zip(ends, ends[1:])) and max(ends, default=0) <= len(image), "ranges of an image")
            links(image)
            for of in marks(image).values() if ends else ():
                must(all(a[0] < b[0] and a[1] != b[1] for a, b in zip(of, of[1:])), "mapping symbols of an image")
        for key, begins in ("debug-section", b"\x7fELF"), ("listing-section", b""):
            if o.get(key):
                must(self.plain(o[key]).startswith(begins), key)


def stretches(files):
    """The byte order of a capture's records, and [(file, offset, end)] of what holds them."""
    head = files[0]
    order = "<" if head[:8] == b"PERFILE2" else ">"
    size, = struct.unpack_from(order + "Q", head, 8)
    at, end = 16, len(head)
    if size != 16:
        at, end = struct.unpack_from(order + "QQ", head, 40)
        end = min(at + end, len(head)) if end else len(head)
    return order, [(head, at, end)] + [(f, 0, len(f)) for f in files[1:]]


def unpack(frame, size):
    """One Zstandard frame, which says all of itself that it has to (RFC 8878, 3.1.1)."""
    must(len(frame) > 6 and frame[:4] == b"\x28\xb5\x2f\xfd", "no Zstandard frame")
    flags = frame[4]
    single, wide, dictionary = flags >> 5 & 1, flags >> 6, flags & 3
    must(flags & 4 and not dictionary and (wide or single), "a frame without checksum or size, or with a dictionary")
    told = int.from_bytes(frame[6 - single:][:[1, 2, 4, 8][wide]], "little") + (256 if wide == 1 else 0)
    must(told == size, f"a frame of {told} bytes, not {size}")
    p = subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    must(p.returncode == 0 and len(p.stdout) == size, f"zstd: {p.stderr.decode(errors='replace').strip()}")
    return p.stdout


def elf_rows(elf):
    """(byte order, 64 bits?, section headers, their names) of an ELF file."""
    order, wide = "<>"[elf[5] - 1], elf[4] == 2
    at, = struct.unpack_from(order + ("Q" if wide else "I"), elf, 40 if wide else 32)
    step, n, names = struct.unpack_from(order + "3H", elf, 58 if wide else 46)
    rows = [struct.unpack_from(order + ("IIQQQQIIQQ" if wide else "10I"), elf, at + i * step) for i in range(n if at else 0)]
    strings = elf[rows[names][4]:rows[names][4] + rows[names][5]] if rows else b""
    return order, wide, rows, [strings[r[0]:].split(b"\0")[0].decode("latin-1") for r in rows]


def elf_sections(elf):
    """[(name, offset, size)] of the sections of an ELF file of any class and byte order."""
    _, _, rows, names = elf_rows(elf)
    return [(name, r[4], r[5]) for r, name in zip(rows, names)]


def marks(elf):
    """{section: [(address, letter)]} of the mapping symbols of an ELF file, by address."""
    order, wide, rows, names = elf_rows(elf)
    found = {}
    for h in [h for h in rows if h[1] == SYMTAB]:
        strings = elf[rows[h[6]][4]:rows[h[6]][4] + rows[h[6]][5]]
        for s in struct.iter_unpack(order + ("IBBHQQ" if wide else "IIIBBH"), elf[h[4]:h[4] + h[5]]):
            name, value, section = (s[0], s[4], s[3]) if wide else (s[0], s[1], s[5])
            m = re.match(rb"\$([atdx])(\..*|rv.*)?\0", strings[name:name + 256])
            if m:
                found.setdefault(section, []).append((value, m[1].decode()))
    return {names[section]: sorted(v) for section, v in found.items()}


def mark(of, address):
    """The letter in force at an address; `of`: what a section has in marks()."""
    return next((letter for at, letter in reversed(of) if at <= address), None)


def ranges(image):
    """What is real in an image: [(offset, end)]; None: all."""
    for name, at, size in elf_sections(image):
        if name == ".perfolio.ranges":
            return list(struct.iter_unpack("<QQ", image[at:at + size]))
    return None


def links(image):
    """What is filled into the code of an image that is not linked: [(offset, type, symbol, section, place, addend)]"""
    found = [image[at:at + size] for name, at, size in elf_sections(image) if name == ".perfolio.links"]
    if not found:
        return []
    must(len(found) == 1 and struct.unpack_from("<H" if image[5] == 1 else ">H", image, 16)[0] == 1, "links of what is linked")
    c, texts = Leb(found[0]), []
    for _ in range(c.number()):
        end = c.data.find(b"\0", c.at)
        texts.append(c.take(end + 1 - c.at if end >= 0 else 1 << 62)[:-1])
    must(len(set(texts)) == len(texts), "a text of links is there twice")
    sections = [[c.number() for _ in range(4)] for _ in range(c.number())]
    names = [[c.number() for _ in range(4)] for _ in range(c.number())]
    must(all(s[0] < len(texts) and s[3] < 4 for s in sections), "a section of links")
    must(all(0 < n[0] <= len(sections) and n[3] < len(texts) for n in names), "a name of links")
    must(all(a[:2] <= b[:2] for a, b in zip(names, names[1:])), "the order of names of links")
    out, at = [], 0
    for _ in range(c.number()):
        distance, kind, bits, addend, name, section, place = (c.number() for _ in range(7))
        must((distance or not out) and bits < 4 and name < len(texts) and section <= len(sections) and (section or not place), "a link")
        at += distance
        out.append((at, kind, texts[name], section, place, addend >> 1 ^ -(addend & 1)))
    must(c.at == len(c.data), "something follows the links")
    return out


def place(o, a, start=0, pgoff=0, ref=None):
    """An address of a mapping in the object's space; `ref`: (name, recorded address) of the reference symbol."""
    if o["space"] == "file":
        return a - start + (o.get("text", 0) if o["kind"] == "module" else pgoff)
    if o["space"] == "kernel" and ref and ref[0] in o:
        return a - (ref[1] - o[ref[0]])
    return a


def find(symbols, a):
    """The symbol of an address; `symbols` as Folio.symbols() gives them."""
    return next((s for s in reversed(symbols) if s.start <= a and (a < s.end or a == s.start)), None)


def main(path, verb=None, what=None, where=None):
    f = Folio(path)
    if verb == "extract":
        number = next(i for i, c in enumerate(f.captures) if c["name"] == os.fsencode(what) or str(i + 1) == what)
        for i, (path, data) in enumerate(f.capture_files(number)):
            with open(os.path.join(where, f"{i}"), "wb") as out:      # no name out of the folio
                out.write(data)
            print(i, path)
    elif verb == "symbols":
        for s in f.symbols(f.objects[int(what)]):
            print(f"{s.start:#x}-{s.end:#x}", "lgw"[s.binding] + "d" * s.data, s.name.decode("latin-1") + "@plt" * s.plt)
    elif verb == "runs":
        for start, end, frames in f.runs(f.objects[int(what)]):
            print(f"{start:#x}-{end:#x}", " < ".join(
                f"{(function or b'?').decode('latin-1')} {(file or b'?').decode('latin-1')}:{line}:{column}"
                for function, file, line, column in frames))
    elif verb == "find":
        s = find(f.symbols(f.objects[int(what)]), int(where, 0))
        print(s.name.decode("latin-1") if s else "nothing")
    else:
        f.check()
        print("level", f.level)
        for word in "capture", "file", "object", "answer":
            for i, r in enumerate(f.records[word]):
                print(word, i, " ".join(f"{k}={v.hex() if k in ('build-id', 'content') else v}" for k, v in r.items()))
        for note in f.notes():
            print("note", " ".join(f"{k}={v}" for k, v in note.items()))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Bad as e:
        sys.exit(f"{sys.argv[1]}: {e}")
