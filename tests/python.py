#!/usr/bin/env python3
"""The Python package over the library, held to what the program says: usage: python.py --bin PROGRAM --shared LIBRARY

Of every capture below fixtures, by each event: weights by symbol and object are those of `report`, samples in order of time are
those of `script`, with their call chains. A call that is cancelled can be made again. Two threads have captures open at once; what is closed is refused, and columns outlive it; errors have their
kind. The examples of docs/library.md print what stands there, and the wheel
that pip makes can be imported."""
import argparse, builtins, collections, ctypes, doctest, glob, json, os, re, shutil, subprocess, sys, tempfile, threading

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", required=True)
ap.add_argument("--shared", required=True)
a = ap.parse_args()
os.environ["PERFOLIO_LIBRARY"] = os.path.abspath(a.shared)
sys.path.insert(0, os.path.join(ROOT, "python"))
import perfolio

OBJECTS = os.path.join(ROOT, "fixtures", "amd64", "debug")
faults = checked = compared = lined = 0


def program(*words):
    p = subprocess.run([a.bin, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
    return p.returncode, p.stdout


def fault(path, what, mine, theirs):
    global faults
    faults += 1
    print(f"{os.path.relpath(path, ROOT)}: {what}: {mine} here, {theirs} by the program")


def reported(path):
    """{event's number: {(symbol, object): period}} as `report` has them; what has no symbol is one."""
    status, out = program("report", "--json", "--no-children", "-g", "none", "--no-inline", "--no-branch-stack", "--sort", "dso,sym", "-i",
                          path, "--isolated", "--objects", OBJECTS)
    if status:
        return None
    found = []
    for event in json.loads(out)["events"]:
        sums = collections.Counter()
        for row in event["rows"]:
            sums[(row["symbol"]["name"], row["dso"])] += row["period"]
        found.append(sums)
    return found


def check_symbols(path, samples):
    rows = reported(path)
    if rows is None:
        return
    mine = [collections.Counter() for _ in rows]
    for (event, number), weight in samples.by("event", "place").items():
        place = samples.place_of(number)
        mine[event][(place.symbol, place.object)] += weight
    for event, (x, y) in enumerate(zip(mine, rows)):
        if +x != +y:
            apart = [(k, x[k], y[k]) for k in x.keys() | y.keys() if x[k] != y[k]][:2]
            fault(path, f"event {event} by symbol", f"{len(x)} rows", f"{len(y)} rows, as {apart}")


def check_lines(path, samples):
    """The source of all places, as `report` has it; what has none is one."""
    status, out = program("report", "--json", "--no-children", "-g", "none", "--no-inline", "--no-branch-stack", "--full-source-path", "--sort", "srcline", "-i", path,
                          "--isolated", "--objects", OBJECTS)
    if status:
        return
    theirs, mine = collections.Counter(), collections.Counter()
    for event in json.loads(out)["events"]:
        for row in event["rows"]:
            theirs[(row["srcline"]["file"], row["srcline"]["line"]) if row["srcline"] else None] += row["period"]
    for number, weight in samples.by("place").items():
        lines = samples.lines_of(number)
        mine[(lines[0].file, lines[0].line) if lines and lines[0].file else None] += weight
    if +mine != +theirs:
        fault(path, "lines", (+mine - theirs).most_common(2), (+theirs - mine).most_common(2))
    global lined
    lined += len(theirs) - (None in theirs)


def ns(seconds):
    whole, part = seconds.split(".")
    return int(whole) * 10**9 + int(part)


def check_samples(path, samples):
    """Each with its thread and its chain, as `script` has them; in order of time, of which that of the file is no part."""
    status, out = program("script", "--json", "-i", path, "--isolated", "--objects", OBJECTS)
    theirs, names = collections.Counter(), {}           # script has some objects by their names, others by their paths
    for place in filter(None, map(samples.place_of, set(samples.place))):
        names[place.path] = place.object
    for stack in set(samples.stack):
        names.update((f.path, f.object) for f in samples.frames_of(stack))
    for line in out.decode("utf-8", "replace").splitlines() if not status else []:
        s = json.loads(line)
        if s.get("type") == "SAMPLE" and "tid" in s and ns(s["time"]):
            chain = tuple((f["symbol"], names.get(f["object"], f["object"])) for f in s.get("chain") or [s])
            theirs[(ns(s["time"]), s["pid"], s["tid"], s.get("comm"), chain)] += 1
    if any(x > y for x, y in zip(samples.time, samples.time[1:])):
        fault(path, "order", "not of time", "of time")
    if sum(theirs.values()) != len(samples):
        return                                         # samples that read counters are several here, and without a thread none
    mine = collections.Counter()
    for time, thread, stack, place in zip(samples.time, samples.thread, samples.stack, samples.place):
        t = samples.thread_of(thread)
        chain = tuple((f.symbol, f.object) for f in samples.frames_of(stack))
        mine[(time, t.pid, t.tid, t.command or f":{t.tid}", chain)] += 1
    if mine != theirs:
        key = next(iter((mine - theirs).keys() | (theirs - mine).keys()))
        fault(path, f"{sum((mine - theirs).values())} samples", (mine - theirs)[key] and key, (theirs - mine)[key] and key)
    if [tuple(s) for s in samples] != [(time, weight, samples.thread_of(thread), samples.place_of(place), stack, None if cpu == perfolio.CPU_UNKNOWN else cpu, event)
                                       for time, weight, thread, place, stack, cpu, event in zip(*(getattr(samples, name) for name in perfolio.COLUMNS))]:
        fault(path, "samples one by one", "others", "the columns")
    global compared
    compared += len(samples)


def check(path):
    global checked
    try:
        with perfolio.open(path, objects=OBJECTS, isolated=True) as capture:
            flat = capture.samples()
            kept = {name: getattr(flat, name).tobytes() for name in ("time", "weight", "thread", "place", "cpu", "event")}
            check_symbols(path, flat)
            with_stacks = capture.samples(stacks=True)
            for name in ("time", "weight", "cpu", "event"):
                if getattr(with_stacks, name).tobytes() != kept[name]:
                    fault(path, name, "with call chains otherwise", "the same")
            check_samples(path, with_stacks)
            check_lines(path, with_stacks)
            check_answers(path, capture)
            checked += len(with_stacks)
    except perfolio.Error as e:
        status, _ = program("report", "--stats", "-i", path)
        if not status:
            fault(path, "opening", str(e), "status 0")


QUESTIONS = [("report", "--sort", "comm,dso,sym,srcline"), ("report", "-g", "caller", "--sort", "sym"), ("report", "--no-children", "-g", "none", "--sort", "comm,sym"),
             ("report", "--time", "20%-60%", "--sort", "pid,dso,sym"), ("report", "--hierarchy", "--sort", "comm,dso"), ("info",), ("evlist",), ("buildid-list",), ("doctor",),
             ("script",), ("dump",), ("annotate",), ("annotate", "--time", "20%-60%", "--top", "0"), ("kmem", "stat"), ("lock", "report"), ("sched", "latency"), ("sched", "timehist"), ("sched", "map"),
             ("trace", "-s"), ("stat", "report"), ("explain", "main"), ("explain", "_start"),  ("report", "--stats"), ("report", "--tasks"), ("doctor", "--all")]
asked = cells = chains = 0


def leaves(v, path=""):
    """{path: value} of JSON, without what is empty."""
    if isinstance(v, (dict, list)):
        found = {}
        for k, x in v.items() if isinstance(v, dict) else enumerate(v):
            if path or k not in ("perfolio", "command", "problems") or v.get("perfolio") is None and k == "command":
                found.update(leaves(x, f"{path}.{k}" if path else str(k)))
        return found
    return {path: v}


def spelled(path, value, kind):
    """The leaves of JSON that a value is."""
    if isinstance(value, perfolio.Symbol):
        return {f"{path}.name": value.name}
    if isinstance(value, perfolio.Thread):
        return {f"{path}.tid": value.tid, f"{path}.comm": value.command}
    if isinstance(value, perfolio.Line):
        return {f"{path}.file": value.file, f"{path}.line": value.line or None}
    return {path: value}


def alike(mine, theirs):
    if isinstance(theirs, str) and isinstance(mine, int) and not isinstance(mine, bool):
        return mine == (int(theirs, 16) if theirs.startswith("0x") else ns(theirs) if re.fullmatch(r"\d+\.\d{9}", theirs) else None)
    if isinstance(mine, float) and theirs is not None:
        return abs(mine - theirs) <= 0.0051 + abs(theirs) * 1e-6
    return mine == theirs


def ends(row, frames=()):
    """The call chains that end below a row: [(samples, period, frames from the outside in)]."""
    found = []
    for child in row.children:
        here = frames + ((child["frame"],) if child["frame"] is not None else ())
        if child["ending_period"]:
            found.append((child["ending_samples"], child["ending_period"], here))
        found += ends(child, here)
        if sum(c["samples"] for c in child.children) + child["ending_samples"] > child["samples"]:
            return [("more below a frame than it has",)]
    return found


def check_frames(path, words, table, answer):
    """Frames below rows say what the JSON of the same question lists as stacks, as many as are heavy enough for both."""
    global chains
    listed = collections.defaultdict(dict)             # of each row {stack: {place in it: frame; "samples", "period"}}
    for k, v in answer.items():
        m = re.fullmatch(re.escape(table.name) + r"\.(\d+)\.stacks\.(\d+)\.(?:frames\.)?(\w+)", k)
        if m:
            listed[int(m[1])].setdefault(m[2], {})[int(m[3]) if m[3].isdigit() else m[3]] = v
    for i, row in enumerate(table):
        theirs = collections.Counter((s.pop("samples"), s.pop("period"), tuple(s[k] for k in sorted(s))) for s in listed[i].values())
        mine = collections.Counter(ends(row))
        least = min((period for _, period, _ in theirs), default=None)
        few = collections.Counter({k: v for k, v in mine.items() if len(k) != 3 or least is not None and k[1] >= least})
        if few != theirs:
            fault(path, " ".join(words) + f", row {i}", next(iter((few - theirs).keys()), None), next(iter((theirs - few).keys()), None))
            break
        chains += sum(theirs.values())


def check_counters(path):
    """A sample that read counters is several: where these are more than a file keeps, it is read as if it kept none."""
    with perfolio.open(path, isolated=True) as capture:
        wanted, most = capture.ask("report").tables[0][:], len(capture.samples()) - 1
    with perfolio.open(path, isolated=True, max_samples=most) as capture:
        if any(capture.ask("report").tables[0][:] != wanted for _ in range(2)):
            fault(path, f"a report where {most} samples are kept", "another", "the same")


def check_described():
    """Values of events that describe themselves are of their types, and texts of a capture are shown without its escapes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-B", "tests/fixture/make.py", folder, "be-pipe-32-attr128"], check=True, stdout=subprocess.DEVNULL)
        path = os.path.join(folder, "described", "be-pipe-32-attr128.data")
        with builtins.open(path, "rb") as f:
            data = f.read()
        with builtins.open(path, "wb") as f:
            f.write(data.replace(b"/bin/caf", b"/bin/\x1b[m"))
        with perfolio.open(path, isolated=True) as capture:
            table = capture.ask("script").tables[0]
            mine = [(r["eventheader.fields.half"], r["eventheader.fields.path"]) for r in table if "eventheader.fields.half" in r]
            if set(mine) != {(0.5, "/bin/\x1b[m\u00e9")} or any("\x1b" in v for i in range(len(table)) for v in table.shown(i).values() if v):
                fault(path, "described events", mine, "a number, and no escapes")
            check_answers(path, capture)


def check_said(path):
    """A cell is shown as text has it where that is a column of text alone."""
    with perfolio.open(path, isolated=True) as capture:
        table = capture.ask("sched", "latency").tables[0]
        thread, shown = table[0]["task"], table.shown(0)["task"].strip()
        if shown != f"{thread.command}:{thread.tid}":
            fault(path, "a thread of sched latency", shown, thread)


def check_fields(path):
    """A column of a tracepoint's field has the type of its cells."""
    with perfolio.open(path, isolated=True) as capture:
        table = capture.ask("report", "--sort", "prev_comm,next_pid").tables[0]
        types = {table.types["fields." + name] for name in ("prev_comm", "next_pid")}
        if types != {1, 3}:                                 # PF_TEXT, PF_NUMBER
            fault(path, "types of prev_comm and next_pid", types, {1, 3})


def check_fractal(path):
    """A share of what goes on from a frame, and not of all."""
    with perfolio.open(path, objects=OBJECTS, isolated=True) as capture:
        for words in (("report", "--no-children", "--sort", "comm", "-g", f"fractal,{least},caller") for least in (5, 40)):
            for row in capture.ask(*words).tables[0]:
                check_shares(path, row, float(words[-1].split(",")[1]))


def check_shares(path, row, least):
    for child in row.children:
        if child["period"] * 100 < least * (row["period"] - (row.get("ending_period") or 0)):
            fault(path, f"{child} below {row}", f"less than {least} %", "left out")
        check_shares(path, child, least)


def key_of(v):
    """None behind all others, an address without a name behind names; texts by their bytes."""
    if isinstance(v, perfolio.Symbol):
        return (v.name is None, os.fsencode(v.name or ""), v.value)
    return os.fsencode(v) if isinstance(v, str) else v


def check_looks(path, table):
    """Rows in other orders, found by their names, a few at a time."""
    came = table[:]
    if table.rows(start=1, n=2) != came[1:3] or table.rows(start=len(table)) or [r.number for r in came] != list(range(len(table))):
        fault(path, "rows from a place on", table.rows(start=1, n=2), came[1:3])
    for column in table.columns if len(table) < 5000 else ():
        for descending in (False, True):
            table.sort(column, descending)
            known = [r for r in came if r.get(column) is not None]
            known.sort(key=lambda r: key_of(r[column]), reverse=descending)
            if isinstance(next((r[column] for r in known), None), perfolio.Symbol):
                known.sort(key=lambda r: r[column].name is None)
            wanted = known + [r for r in came if r.get(column) is None]
            if table[:] != wanted:
                fault(path, f"sorted by {column}", [r.get(column) for r in table][:3], [r.get(column) for r in wanted][:3])
    table.sort()
    if table[:] != came:
        fault(path, "not sorted any more", "others", "as they came")
    if perfolio._lib.pf_find(table._view.pointer, table._number, None, 0, ctypes.c_uint64()):
        fault(path, "finding NULL", "found", "not there")
    for i, row in list(enumerate(came))[:20]:
        name = row["symbol"].name if row.get("symbol") else None
        if name and "\n" not in name:
            first = next(k for k, r in enumerate(came) if any(name in (x or "") for x in (r["symbol"].name, r["dso"], r["comm"], (r["srcline"] or [0, ""])[1])))
            if table.find(name) != first or table.find(name, i) != i or table.find(name + "\n") is not None:
                fault(path, f"finding {name}", (table.find(name), table.find(name, i)), (first, i))


def check_answers(path, capture):
    """Every question, of a file that stays open and counts the samples it has in columns, is answered as by the program, which reads
    the file: fact by fact, cell by cell."""
    global asked, cells
    first = capture.ask("script", most=1).tables
    address = first[0][0].get("ip") if first and len(first[0]) else None
    for words in [*QUESTIONS, *([("explain", hex(address))] if address else [])]:
        status, out = program(*words, "--json", "-i", path, "--isolated", "--objects", OBJECTS)
        try:
            view = capture.ask(*words)
        except perfolio.Error as e:
            if status != 1:
                fault(path, " ".join(words), str(e), f"status {status}")
            continue
        if status == 1:
            fault(path, " ".join(words), "an answer", "none")
            continue
        text = out.decode("utf-8", "replace")
        whole = text.startswith('{\n')
        answer = leaves(json.loads(text)) if whole else {}
        for i, line in enumerate(() if whole else text.splitlines()):
            answer.update(leaves(json.loads(line), f"lines.{i}"))
        for p in json.loads(text if whole else text.splitlines()[-1]).get("problems", []):
            found = [re.match(r"perfolio: (\d+) (object)?", line) for line in view.said.splitlines() if (p["first"] or "") in line]
            # objects are what a file that stays open was asked for so far, but doctor knows what it would ask for itself
            if not any(m and (int(m[1]) == p["count"] or m[2] and int(m[1]) > p["count"] and words[0] != "doctor") for m in found):
                fault(path, f"{words}: what is said", view.said, p)
        mine = dict(view.facts)
        for name in list(mine):
            mine.update(spelled(name, mine.pop(name), None))
        mine.pop("objects.sampled", None)              # of info: text that was moved to huge pages is known better in a session that resolves
        for table in view.tables:
            table.name = table.name if whole or len(view.tables) > 1 else "lines"
            for i, row in enumerate(table):
                for name, value in row.items():
                    mine.update(spelled(f"{table.name}.{i}.{name}", value, None))
            if words[0] == "report" and "srcline" in table.columns:
                check_looks(path, table)
            if "frame" in table.columns:
                check_frames(path, words, table, answer)
        apart = [(k, mine[k], answer.get(k)) for k in mine if not alike(mine[k], answer.get(k))]
        if apart:
            fault(path, " ".join(words), apart[0], f"otherwise, as {len(apart)} of {len(mine)}")
        asked += 1
        cells += len(mine)


def refused(what, call, kind):
    try:
        call()
    except perfolio.Error as e:
        if e.kind != kind:
            fault(what, "error", e.kind, kind)
    else:
        fault(what, "error", "none", kind)


captures = sorted(p for kind in ("data", "folio") for p in glob.glob(os.path.join(ROOT, "fixtures", "*", "*." + kind)) if "/bad/" not in p)
threads = [threading.Thread(target=lambda part=part: [check(p) for p in part]) for part in (captures[::2], captures[1::2])]
for t in threads:
    t.start()
for t in threads:
    t.join()
one = os.path.join(ROOT, "fixtures", "amd64", "fp.data")
refused("nothing", lambda: perfolio.open("/nonexistent/perf.data"), "io")
refused("a script", lambda: perfolio.open(__file__), "format")
refused("objects", lambda: perfolio.open(one, objects="/nonexistent"), "io")
refused("closed", lambda: [c.close() or c.samples() for c in [perfolio.open(one, isolated=True)]], "usage")
for words, error in ((None,), TypeError), (("a\0b",), ValueError):
    try:
        perfolio.open(*words)
        fault(repr(words), "opening", "done", error)
    except error:
        pass
kept = perfolio.open(one, isolated=True).samples().time[10:20]   # of which nothing else is left
held = kept.tolist()
others = [perfolio.open(p, isolated=True).samples(stacks=True) for p in captures[:20]]
capture = perfolio.open(one, isolated=True)
flat = capture.samples()
capture.samples(stacks=True)
capture.close()
if kept.tolist() != held or flat.time[10:20] != kept or flat.place_of(flat.place[0]) is None or flat.place_of((1 << 32) + 1) is not None:
    fault(one, "columns", "are others once their capture is closed, or read again", "what they were")


def check_cancel(path):
    """Whatever a call had read when it was told to end, the next one has all of it; what the function raises comes through."""
    def told(done, all):
        calls.append((done, all))
        if len(calls) == last and raises:
            raise KeyboardInterrupt
        return len(calls) == last
    for threads in 1, 3:
        calls, last, raises = [], 0, False
        with perfolio.open(path, objects=OBJECTS, isolated=True, progress=told, threads=threads) as capture:
            opening, calls = len(calls), []
            wanted = capture.samples(stacks=True).by("time", "thread", "place", "stack", "event")
            reading = calls
        alone = threads == 1                           # else nobody knows how many blocks the thread has that called
        if opening < 9 or len(reading) < (9 if alone else 1) or any(not 0 <= done <= all for done, all in reading) or alone and reading[-1][0] * 2 < reading[-1][1]:
            fault(path, f"progress by {threads} threads", f"{opening} calls, {reading}", "some, up to all bytes")
        for last in (1, opening) if alone else (1,):
            calls = []
            refused("cancelled while it is opened", lambda: perfolio.open(path, isolated=True, progress=told, threads=threads), "cancelled")
        last = 0
        with perfolio.open(path, objects=OBJECTS, isolated=True, progress=told, threads=threads) as capture:
            for last in range(1, len(reading), 4) if alone else (1, 1, 1):
                calls = []
                refused("cancelled while it is read", lambda: capture.samples(stacks=True), "cancelled")
            calls, last, raises = [], 1, True
            try:
                capture.samples(stacks=True)
                fault(path, "a function that raises", "no exception", "its own")
            except KeyboardInterrupt:
                last = 0
            if capture.samples(stacks=True).by("time", "thread", "place", "stack", "event") != wanted or len(calls) < 2:
                fault(path, f"samples by {threads} threads after they were cancelled", "others", "the same")


def check_cancelled_answers(path):
    """So it is with questions, be it that they are asked of the file that lies open or that they open one anew."""
    def told(done, all):
        calls.append(done)
        return len(calls) == last
    for words in ("report",), ("script",), ("dump",), ("annotate",), ("doctor",), ("report", "--objects", OBJECTS), ("info", "-i", captures[0]):
        calls, last = [], 0
        with perfolio.open(path, isolated=True, progress=told, threads=1) as capture:
            calls = []
            wanted, reading = capture.ask(*words).facts, len(calls)
        if not reading:
            fault(path, f"progress of {words}", "no calls", "some")
        for at in range(1, reading + 1):               # each of a file that has no samples yet
            last = 0
            with perfolio.open(path, isolated=True, progress=told, threads=1) as capture:
                calls, last = [], at
                refused(f"{words}, cancelled", lambda: capture.ask(*words), "cancelled")
                last = 0
                if capture.ask(*words).facts != wanted:
                    fault(path, f"{words} after it was cancelled", "another answer", "the same")


def check_asked_within(path):
    """What is asked while a call is under way is refused, and spoils nothing of that."""
    def told(done, all):
        if asks:
            refused("asked meanwhile", lambda: capture.ask("info"), "usage")
            calls.append(done)
    asks, calls = False, []
    capture = perfolio.open(path, isolated=True, progress=told)
    wanted, asks = capture.ask("script").tables[0][:], True
    if capture.ask("script").tables[0][:] != wanted or not calls:
        fault(path, "an answer, asked meanwhile", "another", "the same")


def check_closed_within(path):
    """A capture that is closed while a call is under way goes when that is over."""
    def told(done, all):
        calls.append(done)
        if len(calls) == 1:
            capture.close()
    for ask in (lambda: len(capture.samples(stacks=True)) == len(wanted), lambda: capture.ask("script").tables[0][:] == rows):
        calls = [None]
        capture = perfolio.open(path, isolated=True, progress=told)
        wanted, rows = capture.samples(), capture.ask("script").tables[0][:]
        calls.clear()
        if not ask() or not calls:
            fault(path, "an answer of what is closed meanwhile", "another", "the same")
        refused("closed meanwhile", lambda: capture.ask("script"), "usage")


def check_replaced(path):
    """What was opened is what is asked, whatever lies there by now."""
    with tempfile.TemporaryDirectory() as folder:
        name, out = os.path.join(folder, os.path.basename(path)), os.path.join(folder, "out")
        unpacked, merged = os.path.join(folder, "unpacked"), os.path.join(folder, "merged")
        questions = [("report",), ("annotate",), ("doctor",), ("info",), ("explain", "main"), ("export", "folded"), ("report", "--objects", OBJECTS),
                     ("diff", "fixtures/amd64/multi.data"), ("pack", "-o", out)]
        if path.endswith(".folio"):
            questions += [("verify",), ("unpack", "-d", unpacked), ("merge", "-o", merged)]
        shutil.copy(path, name)
        capture = perfolio.open(name, isolated=True)
        wanted = [(v.facts, v.text, len(v.tables)) for v in (capture.ask(*words) for words in questions)]
        os.remove(name)
        os.remove(out)
        shutil.rmtree(unpacked, ignore_errors=True)
        for words, answer in zip(questions, wanted):
            v = capture.ask(*words)
            if (v.facts, v.text, len(v.tables)) != answer:
                fault(path, f"{words} once the file is gone", "another answer", "the same")


def check_most(path, *words):
    """Of an answer of which few rows are wanted there is what there is of all, but for rows behind them and what is in these."""
    with perfolio.open(path, isolated=True) as capture:
        all, few = capture.ask(*words), capture.ask(*words, most=2)
    tables = {t.name: t for t in all.tables}

    def is_behind(name):
        parts = name.split(".")
        return any(part.isdigit() and int(part) > 1 and ".".join(parts[:i]) in tables for i, part in enumerate(parts))
    wanted = {k: v for k, v in all.facts.items() if not is_behind(k)}, [(t.name, t[:2]) for t in all.tables if not is_behind(t.name)]
    if (few.facts, [(t.name, t[:2]) for t in few.tables if not is_behind(t.name)]) != wanted:
        fault(path, f"two rows of {words}", "others", "those of all")
    if "cancelled" in few.said:
        fault(path, f"two rows of {words}", few.said, "nothing of what is not read")
    global behind
    behind += len(all.facts) + len(all.tables) - len(few.facts) - len(few.tables)


def check_sums(path, *words):
    """What stands behind the rows of a stream is there, however few rows are wanted."""
    with perfolio.open(path, isolated=True) as capture:
        all, few = capture.ask(*words), capture.ask(*words, most=2)
    for view in all, few:
        view.sums = [t.name.split(".")[-1] for t in view.tables[1:]][:1], [t[-1] for t in view.tables if t.name == "lines"][-1]
    if all.sums != few.sums or not all.sums[0] or not len(few.tables[0]) < 100 < len(all.tables[0]) or not few.tables[0].more:
        fault(path, f"what {words} add up to, behind two rows", few.sums, all.sums)


def check_ranges(path, least, whole):
    """Samples of a time are found without reading all others, once these are known to be sound: the answer is what it is with them."""
    def told(done, all):
        calls.append(done)
    calls, saved = [], 0
    with perfolio.open(path, isolated=True, progress=told, threads=1) as capture:
        whole(capture)
        for times in "0%-5%", "47%-50%", "98%-100%", "10%-12%,80%-81%", "0%-100%":
            with perfolio.open(path, isolated=True, progress=told, threads=1) as fresh:
                calls.clear()
                wanted = fresh.ask("script", "--time", times)
                every = len(calls)
            calls.clear()
            v = capture.ask("script", "--time", times)
            saved += 1 - len(calls) / every
            if (v.facts, [t[:] for t in v.tables], v.said) != (wanted.facts, [t[:] for t in wanted.tables], wanted.said) or len(v.tables[0]) < 2:
                fault(path, f"script --time {times} of what was read", "another answer", "that of what was not")
    if saved < least:
        fault(path, "blocks that were not read, of 5 times all", saved, least)


def check_shared(path):
    """Samples that a question keeps are those that are asked for, and the reverse; of more than may be kept each has its own."""
    def told(done, all):
        calls.append(done)
    calls = []
    flat, tree = ("report", "--no-children", "-g", "none"), ("report", "-g", "caller")

    def reads(what):
        calls.clear()
        what()
        return len(calls)
    with perfolio.open(path, objects=OBJECTS, isolated=True, progress=told, threads=1) as capture:
        first, again = reads(lambda: capture.ask(*flat)), reads(lambda: capture.samples())
        samples = capture.samples()
        columns = samples.by("time", "thread", "place"), dict(samples.by_symbol())
        if reads(lambda: capture.ask("annotate")):
            fault(path, "reads of annotate where samples are kept", len(calls), 0)
        deeper, rows = reads(lambda: capture.ask(*tree)), reads(lambda: capture.samples(stacks=True))
        if again or rows or not first or not deeper:
            fault(path, "reads of a report, samples, a tree, samples with stacks", (first, again, deeper, rows), "one for flat ones and one for stacks")
        if (samples.by("time", "thread", "place"), dict(samples.by_symbol())) != columns:
            fault(path, "samples once others are kept", "others", "what they were")
    with perfolio.open(path, objects=OBJECTS, isolated=True, progress=told, threads=1, max_samples=100) as capture:
        if not reads(lambda: capture.samples()) or not reads(lambda: capture.ask(*flat)) or dict(capture.samples().by_symbol()) != columns[1]:
            fault(path, "samples of which few may be kept", "others", "those of all")


def check_arrays(path):
    """Columns as arrays and as a frame have what the columns have, and outlive the capture."""
    with perfolio.open(path, objects=OBJECTS, isolated=True) as capture:
        samples = capture.samples()
    columns, frame = samples.to_numpy(), samples.to_pandas()
    if any(v.tolist() != getattr(samples, name).tolist() or v.flags.owndata or v.flags.writeable for name, v in columns.items()):
        fault(path, "arrays", "others, or copies", "the columns")
    sums = frame.astype({"symbol": object, "object": object}).groupby(["symbol", "object"], dropna=False)["weight"].sum().to_dict()
    sums = {tuple(None if k != k else k for k in key): int(v) for key, v in sums.items()}
    if sums != dict(samples.by_symbol()) or any(
            frame[name].astype(object).where(frame[name].notna(), None).tolist() != mine
            for name, mine in (("pid", [s.thread.pid for s in samples]), ("command", [s.thread.command for s in samples]), ("cpu", [s.cpu for s in samples]))):
        fault(path, "frame", sums, dict(samples.by_symbol()))


os.chdir(ROOT)
sys.path.append("python")
with tempfile.NamedTemporaryFile(suffix=".data") as many:
    subprocess.run([sys.executable, "tests/bench/multiply.py", "fixtures/amd64/sysg.data", many.name, "60000"], check=True, stdout=subprocess.DEVNULL)
    check_cancel(many.name)
    check_shared(many.name)
    check_ranges(many.name, 1, lambda capture: capture.samples())
    with perfolio.open("fixtures/amd64/dwarf.folio") as folio, tempfile.TemporaryDirectory() as folder:
        folio.ask("unpack", "-d", folder)
        subprocess.run([sys.executable, "tests/bench/multiply.py", f"{folder}/dwarf.data", many.name, "8000"], check=True, stdout=subprocess.DEVNULL)
        for whole in (lambda capture: capture.samples(stacks=True)), (lambda capture: capture.ask("script")):
            check_ranges(many.name, 2.5, whole)
    for of, *words in ("s390x/trace.data", "trace", "-S"), ("amd64/sched.data", "sched", "timehist", "-S"):
        subprocess.run([sys.executable, "tests/bench/multiply.py", f"fixtures/{of}", many.name, "60000"], check=True, stdout=subprocess.DEVNULL)
        check_sums(many.name, *words)
check_counters("fixtures/amd64/group-inherit.data")
check_fractal(one)
check_described()
check_said("fixtures/amd64/sched.data")
check_fields("fixtures/amd64/sched.data")
check_cancelled_answers(one)
check_closed_within(one)
check_asked_within(one)
check_replaced(one)
check_replaced("fixtures/amd64/dwarf.folio")
with perfolio.open(one, objects=OBJECTS, isolated=True) as capture:
    for form in "folded", "html", "speedscope", "callgrind":
        status, out = program("export", form, "-i", one, "--isolated", "--objects", OBJECTS)
        if status or capture.ask("export", form).text != out.decode():
            fault(one, f"text of export {form}", "another", "the program's")
    refused("a format that is no text", lambda: capture.ask("export", "pprof"), "usage")
    other = "fixtures/amd64/multi.data"                # what lies open is what another one is compared with, not perf.data of this folder
    if capture.ask("diff", other).facts != capture.ask("diff", other, one).facts:
        fault(one, f"diff with {other}", "another answer", "that of both by name")
    for words, kind in (("-i", "/nonexistent"), "io"), (("-i", __file__), "format"), (("--objects", "/nonexistent"), "io"), (("--sort", "nonsense"), "usage"):
        refused(words, lambda: capture.ask("report", *words), kind)
    for word in ("-i", "/nonexistent"), ("--sort", "nonsense"), ("--no-such",):
        try:
            capture.ask("report", "--tui", *word)
            fault(one, word, "an answer", "none")
        except perfolio.Error as e:
            if word[-1] not in str(e):
                fault(one, "why there is no answer", str(e), word)
    refused("diff with nothing", lambda: capture.ask("diff"), "usage")
    with tempfile.TemporaryDirectory() as folder:
        out, cut = os.path.join(folder, "out"), os.path.join(folder, "cut.folio")
        with builtins.open("fixtures/amd64/dwarf.folio", "rb") as f, builtins.open(cut, "wb") as g:
            g.write(f.read(2000))
        for words in ("info",), ("verify",), ("pack", "-o", out), ("merge", "-o", out), ("unpack", "-d", out), ("diff", one), ("annotate", one):
            refused(words, lambda: capture.ask(*words, "/nonexistent"), "io")
            if words[0] != "verify":                   # which says that it is damaged
                refused(words, lambda: capture.ask(*words, cut), "format")
with tempfile.TemporaryDirectory() as home:
    os.symlink(os.path.abspath(OBJECTS), os.path.join(home, ".debug"))
    with perfolio.open(one, home=home) as mine, perfolio.open(one, isolated=True) as nobodys:
        rows = mine.report("--sort", "dso,sym", "--isolated")[:]
        if rows != nobodys.report("--sort", "dso,sym")[:] or rows == mine.report("--sort", "dso,sym")[:]:
            fault(one, "--isolated of what was not opened so", "names of this machine", "none")
behind = 0
for path, *words in [(one, "report", "-g", "caller"), (one, "doctor"), (one, "annotate"), (one, "dump"), ("fixtures/bad/summary-pid.data", "trace", "-S"),
                     ("fixtures/amd64/sched.data", "sched", "timehist"), ("fixtures/synthetic/kmem.data", "kmem", "stat", "--slab", "--page", "--caller")]:
    check_most(path, *words)
if behind < 10:
    fault(one, "what is in rows that are not kept", behind, "left out")
import wheel_of
for build in wheel_of.build_wheel, wheel_of.build_editable:      # what pip installs is the package, by its name and version, or where it is
    with tempfile.TemporaryDirectory() as folder:
        site = os.path.join(folder, "site")
        shutil.unpack_archive(os.path.join(folder, build(folder)), site, "zip")
        p = subprocess.run([sys.executable, "-I", "-c", f"import site; site.addsitedir({site!r}); import perfolio; print(perfolio.__version__, perfolio.version(), perfolio.__file__)"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        wanted = [wheel_of._project()["version"]] * 2 + [os.path.join("python" if build is wheel_of.build_editable else site, "perfolio", "__init__.py")]
        if p.stdout.decode().split()[:2] != wanted[:2] or not p.stdout.decode().strip().endswith(wanted[2]):
            fault(build.__name__, "import", p.stdout.decode(), wanted)
with open("docs/library.md", encoding="utf-8") as f:
    document = f.read()
try:
    import pandas
    check_arrays(one)
    check_arrays("fixtures/amd64/sysg.data")           # with CPUs
except ImportError:
    print("NumPy and pandas are not here: what takes them is not looked at")
    document = re.sub(r"\n### NumPy and pandas\n.*?(?=\n##)", "", document, flags=re.S)
faults += doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(document, {}, "library.md", "docs/library.md", 0)).failed
print(f"{asked} answers to questions, {cells} facts and cells of them, {chains} call chains")
print(f"{len(captures)} captures, {checked} samples, {compared} of them held to script, {lined} lines, {faults} faults")
sys.exit(bool(faults) or checked < 10000 or compared < 10000 or lined < 10 or chains < 100)
