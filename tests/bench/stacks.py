#!/usr/bin/env python3
"""stacks.py CAPTURE OUT SAMPLES CHAINS: a capture with SAMPLES samples that have at most CHAINS different call chains: those of CAPTURE
with one of its first CHAINS chains, and when they are too few the same again, later. Plain files: no pipe, not compressed."""
import struct, sys

SAMPLE, FINISHED_ROUND = 9, 68
IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD, READ, CALLCHAIN = (1 << i for i in (16, 0, 1, 2, 3, 6, 9, 7, 8, 4, 5))
BEFORE_TIME, BEFORE_CHAIN = IDENTIFIER | IP | TID, IDENTIFIER | IP | TID | TIME | ADDR | ID | STREAM_ID | CPU | PERIOD


def main(source, target, samples, chains):
    """How many samples and chains there are."""
    b = open(source, "rb").read()
    order = {b"PERFILE2": "<", b"2ELIFREP": ">"}[b[:8]]
    attrs, _, data, size = struct.unpack_from(order + "4Q", b, 24)
    sample_type = struct.unpack_from(order + "Q", b, attrs + 24)[0]
    nfeatures = sum(bin(x).count("1") for x in b[72:104])
    at_of = lambda bits: 8 + 8 * bin(sample_type & bits).count("1")
    if sample_type & READ or not sample_type & CALLCHAIN or not sample_type & TIME:
        sys.exit(f"{source}: its samples have counters, or no call chain, or no time")
    head, word, pair, time_at, chain_at = struct.Struct(order + "IHH").unpack_from, struct.Struct(order + "Q"), struct.Struct(order + "2Q"), at_of(BEFORE_TIME), at_of(BEFORE_CHAIN)
    known, kept, records, n, at = set(), [], [], 0, data
    while at < data + size and n < samples:
        kind, _, length = head(b, at)
        record = b[at:at + length]
        at += length
        if kind == SAMPLE:
            chain = record[chain_at:chain_at + 8 + 8 * word.unpack_from(record, chain_at)[0]]
            if chain not in known and len(known) == chains:
                continue
            known.add(chain)
            kept.append(record)
            n += 1
        records.append(record)
    times = [word.unpack_from(s, time_at)[0] for s in kept]
    step = max(times) - min(times) + 1000
    with open(target, "wb") as out:
        out.write(b[:data])
        out.writelines(records)
        for later in range(1, -(-samples // n)):
            out.write(struct.pack(order + "IHH", FINISHED_ROUND, 0, 8))
            for record in kept[:samples - later * n]:
                again = bytearray(record)
                word.pack_into(again, time_at, word.unpack_from(record, time_at)[0] + later * step)
                out.write(again)
        end = out.tell()
        for i in range(nfeatures):                      # the features move by what was added or left out
            offset, length = pair.unpack_from(b, data + size + 16 * i)
            out.write(pair.pack(offset + end - data - size, length))
        out.write(b[data + size + 16 * nfeatures:])
        out.seek(48)
        out.write(word.pack(end - data))                # data.size
    return max(n, samples if n else 0), len(known)


if __name__ == "__main__":
    print("%d samples, %d call chains" % main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
