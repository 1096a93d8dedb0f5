#!/usr/bin/env python3
"""multiply.py CAPTURE OUT SAMPLES: a capture with at least SAMPLES samples, made of one with few.

The data section is written once as it is; then its samples again and again, each time later by the length of the
recording and at addresses a little further on, so that there are more of them than fit into anybody's cache. As a
recorder would, it writes rounds: some thousand samples, those of one CPU behind those of another, then FINISHED_ROUND.
Reads plain files (no pipe, not compressed) whose samples have a time and an address."""
import struct, sys

SAMPLE, FINISHED_ROUND = 9, 68
IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU = (1 << i for i in (16, 0, 1, 2, 3, 6, 9, 7))
PER_ROUND, SPREAD = 8000, 512


def main(source, target, wanted):
    b = open(source, "rb").read()
    order = {b"PERFILE2": "<", b"2ELIFREP": ">"}[b[:8]]
    _, _, attrs, _, data, size = struct.unpack_from(order + "6Q", b, 8)
    sample_type = struct.unpack_from(order + "Q", b, attrs + 24)[0]
    before = lambda bits: 8 + 8 * bin(sample_type & bits).count("1")
    ip_at, time_at = before(IDENTIFIER), before(IDENTIFIER | IP | TID)
    cpu_at = before(IDENTIFIER | IP | TID | TIME | ADDR | ID | STREAM_ID)
    if not sample_type & TIME or not sample_type & IP:
        sys.exit(f"{source}: its samples have no time or no address")
    word, samples, at = struct.Struct(order + "Q"), {}, data
    while at < data + size:
        kind, _, length = struct.unpack_from(order + "IHH", b, at)
        if kind == SAMPLE:
            cpu = struct.unpack_from(order + "I", b, at + cpu_at)[0] if sample_type & CPU else 0
            samples.setdefault(cpu, []).append(b[at:at + length])
        at += length
    n = sum(map(len, samples.values()))
    times = [word.unpack_from(s, time_at)[0] for group in samples.values() for s in group]
    step = max(times) - min(times) + 1000
    in_round = -(-PER_ROUND // n)
    rounds = max(0, -(-(wanted - n) // (n * in_round)))
    patches, template = [], bytearray()                 # one round; patches: (offset, ip, time, copy)
    for cpu, group in sorted(samples.items()):
        for copy in range(in_round):
            for s in group:
                ip, time = word.unpack_from(s, ip_at)[0], word.unpack_from(s, time_at)[0]
                patches.append((len(template), ip, time + copy * step, copy))
                template += s
    template += struct.pack(order + "IHH", FINISHED_ROUND, 0, 8)
    grown = rounds * len(template)
    with open(target, "wb") as out:
        head = bytearray(b[:data])
        word.pack_into(head, 48, size + grown)          # data.size
        out.write(head + b[data:data + size])
        for r in range(rounds):
            later, put = (1 + r * in_round) * step, word.pack_into
            for offset, ip, time, copy in patches:
                put(template, offset + ip_at, ip + 4 * ((copy + r) % SPREAD))
                put(template, offset + time_at, time + later)
            out.write(template)
        tail = bytearray(b[data + size:])               # the features move by what was added
        for i in range(sum(bin(x).count("1") for x in b[72:104])):
            word.pack_into(tail, 16 * i, word.unpack_from(tail, 16 * i)[0] + grown)
        out.write(tail)
    return n * (1 + rounds * in_round)


if __name__ == "__main__":
    print(f"{main(sys.argv[1], sys.argv[2], int(sys.argv[3]))} samples")
