#!/usr/bin/env python3
"""cut.py CAPTURE OUT SAMPLES: the records of a capture up to that many samples, and all of its features. Plain files: no pipe, not
compressed."""
import mmap, struct, sys

SAMPLE = 9


def main(source, target, wanted):
    """How many samples there are."""
    with open(source, "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as b:
        order = {b"PERFILE2": "<", b"2ELIFREP": ">"}[b[:8]]
        data, size = struct.unpack_from(order + "2Q", b, 40)
        nfeatures = sum(bin(x).count("1") for x in b[72:104])
        head, word = struct.Struct(order + "IHH").unpack_from, struct.Struct(order + "2Q")
        at, end, n = data, data + size, 0
        while at < end and n < wanted:
            kind, _, length = head(b, at)
            n += kind == SAMPLE
            at += length
        with open(target, "wb") as out:
            out.write(b[:40] + word.pack(data, at - data) + b[56:data])
            for part in range(data, at, 1 << 24):
                out.write(b[part:min(at, part + (1 << 24))])
            for i in range(nfeatures):                  # the features move by what was left out
                offset, length = word.unpack_from(b, end + 16 * i)
                out.write(word.pack(offset + at - end, length))
            out.write(b[end + 16 * nfeatures:])
    return n


if __name__ == "__main__":
    print(f"{main(sys.argv[1], sys.argv[2], int(sys.argv[3]))} samples")
