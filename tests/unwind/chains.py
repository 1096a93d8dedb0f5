"""The call chains in what `perf script` or `perfolio script` prints with the fields tid, time, ip, sym and dso."""
import collections, re

Frame = collections.namedtuple("Frame", "address symbol dso")
HEAD = re.compile(r"(?:.*\s)?(\d+)\s+(\d+\.\d{6}):")
LINE = re.compile(r"\s+([0-9a-f]+) (.*) \((.*)\)$")


def chains(text):
    """{(tid, time, how many there were of that thread and time): [Frame...], innermost first}"""
    found, seen, chain = {}, collections.Counter(), None
    for line in text.splitlines():
        frame, head = LINE.match(line), HEAD.match(line)
        if frame and chain is not None:
            address, symbol, dso = frame.groups()
            dso = re.sub(r"/tmp/perf-vdso\.so-\w+", "[vdso]", dso)      # perf's own copy of it
            chain.append(Frame(int(address, 16), re.sub(r"\+0x[0-9a-f]+$", "", symbol), dso))
        elif head:
            seen[head.groups()] += 1
            chain = found[head.groups() + (seen[head.groups()],)] = []
    return found


def places(chain):
    """A chain without its names."""
    return [(f.address, f.dso) for f in chain]


def show(chain):
    return "".join(f"    {f.address:16x} {f.symbol} ({f.dso})\n" for f in chain)
