"""Cuts a capture into parts as perf record -z --switch-output writes them: one zstd stream goes through all. usage: series.py CAPTURE PART..."""
import ctypes, ctypes.util, sys

COMPRESSED, FIRST_OF_TOOL, MOST = 81, 64, 4096


class Buffer(ctypes.Structure):
    _fields_ = [("p", ctypes.c_char_p), ("size", ctypes.c_size_t), ("pos", ctypes.c_size_t)]


class Stream:
    """A compressor that never ends its frame."""
    def __init__(self):
        self.zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
        self.zstd.ZSTD_createCCtx.restype = ctypes.c_void_p
        self.zstd.ZSTD_compressStream2.restype = ctypes.c_size_t
        self.stream = ctypes.c_void_p(self.zstd.ZSTD_createCCtx())

    def add(self, data):
        room = ctypes.create_string_buffer(len(data) + 1024)
        to = Buffer(ctypes.cast(room, ctypes.c_char_p), len(room), 0)
        left = self.zstd.ZSTD_compressStream2(self.stream, ctypes.byref(to), ctypes.byref(Buffer(data, len(data), 0)), 1)
        assert left == 0, left
        return room.raw[:to.pos]


def record(kind, payload, order):
    return kind.to_bytes(4, order) + bytes(2) + (8 + len(payload)).to_bytes(2, order) + payload


def parts_of(b, n):
    """The bytes of n parts of a file; None: it has records that these parts cannot have, or no features."""
    order = "little" if b[:8] == b"PERFILE2" else "big"
    number = lambda at: int.from_bytes(b[at:at + 8], order)
    at, end = number(40), number(40) + number(48)
    if number(8) < 104 or end >= len(b):
        return None
    rows = sum(x.bit_count() for x in b[72:104])
    records = []
    while at < end:
        kind, size = (int.from_bytes(b[at + i:at + i + w], order) for i, w in ((0, 4), (6, 2)))
        if kind in (71, COMPRESSED, 83) or size < 8:        # AUXTRACE, compressed ones
            return None
        records.append((kind, b[at:at + size]))
        at += size
    stream, parts = Stream(), []
    for i in range(n):
        data, waiting = b"", b""
        for kind, r in records[len(records) * i // n:len(records) * (i + 1) // n] + [(FIRST_OF_TOOL, b"")]:
            if waiting and (kind >= FIRST_OF_TOOL or len(waiting) + len(r) > MOST):
                data, waiting = data + record(COMPRESSED, stream.add(waiting), order), b""
            if kind >= FIRST_OF_TOOL:
                data += r
            else:
                waiting += r
        shift = number(40) + len(data) - end
        table = b"".join((number(end + 16 * k) + shift).to_bytes(8, order) + b[end + 16 * k + 8:end + 16 * k + 16] for k in range(rows))
        parts.append(b[:48] + len(data).to_bytes(8, order) + b[56:number(40)] + data + table + b[end + 16 * rows:])
    return parts


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as f:
        made = parts_of(f.read(), len(sys.argv) - 2)
    for path, part in zip(sys.argv[2:], made):
        with open(path, "wb") as f:
            f.write(part)
