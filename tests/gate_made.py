#!/usr/bin/env python3
"""Runs on two sides of a change that are written here, so that what changed is known: usage: gate_made.py --bin PROGRAM

Of the functions of fixtures/amd64/debug (workload-nopie), with call chains: which call paths are rows, what limits on
them come to, and what diff says why something changed."""
import argparse, json, os, random, shutil, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "fixture"))
from make import BASE, HEADER, WORKLOAD, workload
from perfwrite import *
from said import GATE_CLOSED

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
RUNS = 4
SKIPPED = "SKIPPED: objcopy of this machine"   # a test that returns it has not tested
AT = dict(main=0x401140, cmp_u32=0x4013c0, hot_loop=0x401440, fib=0x401490, sort_some=0x4014d0, worker_fib=0x401550)   # where they begin


def chain(path):
    """The chain of "main;fib": innermost first, callers by where they go on."""
    names = path.split(";")[::-1]
    return [-512, AT[names[0]] + 2] + [AT[n] + 4 for n in names[1:]]   # nothing is inlined there


def annotated(build, command="annotate", name=None, misc=USER, with_id=True):
    """A recording of a build of fixtures/amd64/annotate, of a command and a file that may be called otherwise."""
    ids = dict(first="9675c09164dec4458fdddeaa76a728f35390f1e8", second="d81558c48903734d1211d97071fcd90a8654ca27")
    build_id = bytes.fromhex(ids[build]) if with_id else None

    def begin(event):
        r = Recording([event], HEADER)
        return r.add(comm(30, 30, command, exec=True, time=1),
                     mmap2(30, 30, 0x401000, 0x1000, 0x1000, f"/opt/an/{name or build}", build_id, time=2) if misc == USER else
                     mmap2(0xffffffff, 0, 0x401000, 0x1000, 0x401000, "[kernel.kallsyms]_text", build_id, misc=misc, time=2))
    return begin


def record(path, events, what, seed, begin=workload):
    """A run: so many samples of each kind, give or take a percent. A kind is a call path, or fields of a sample."""
    luck = random.Random(seed)
    r = begin(events[0])
    r.events += events[1:]
    samples = [s for s, n in what for _ in range(round(n * luck.uniform(0.99, 1.01)))]
    luck.shuffle(samples)
    start = 1000 + luck.randrange(1 << 40)                # no two runs are of one time
    for i, s in enumerate(samples):
        fields = dict(ip=chain(s)[1], period=1000000, chain=chain(s)) if isinstance(s, str) else s
        r.add(sample(time=start + i * 1000, cpu=0, id=events[fields.get("event", 0)].ids[0], **{"pid": 30, "tid": 30, **fields}))
    with open(path, "wb") as f:
        f.write(r.add(finished_round()).encode(Encoding()))


CLOCK = Event(sample_type=BASE | CALLCHAIN, ids=[1], sample_period=1000000)


def sides(folder, before, after, *events, begin=(workload, workload), later=None):
    """Options that name the runs of both sides; each is what record() takes, as a dict or a list of pairs. later: the events of those
    after the change, if they are others."""
    out = []
    for side, what in (("before", before), ("after", after)):
        out.append("--" + side)
        for run in range(RUNS):
            out.append(os.path.join(folder, f"{side}.{run}.data"))
            record(out[-1], side == "after" and later or events or [CLOCK], what.items() if isinstance(what, dict) else what, f"{side} {run}", begin[side == "after"])
    return out


def diff(*options, objects=("debug", "annotate/first", "annotate/second")):
    """The exit status and what is printed."""
    named = [w for o in objects for w in ("--objects", "fixtures/amd64/" + o)]
    p = subprocess.run([a.bin, "diff", "--isolated", *named, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return p.returncode, p.stdout


def section(answer, name):
    rows = next(s["rows"] for s in answer["sections"] if s["section"] == name)
    assert all(r[side] <= 100 for r in rows for side in ("share_before", "share_after")), rows   # a sample counts once in a row
    return rows


def changed(rows):
    return {r["function"]: r["verdict"] for r in rows if r["verdict"] in ("worse", "better")}


def call_paths(folder):
    """hot_loop takes half as long again where sort_some calls it; and nowhere else."""
    before = {"main;sort_some;hot_loop": 400, "main;sort_some;cmp_u32": 300, "main;worker_fib;fib;fib;hot_loop": 300, "main": 200}
    after = {**before, "main;sort_some;hot_loop": 600}
    runs = sides(folder, before, after)
    status, text = diff("--json", *runs)
    answer = json.loads(text)
    rows = section(answer, "call paths")
    assert status == 2 and changed(rows) == {"main;sort_some;hot_loop": "worse"}, rows
    # one path stands for main;sort_some and main, whose change is its own; main;worker_fib has no row beside its callee's
    assert sorted(r["function"] for r in rows) == ["main;sort_some;cmp_u32", "main;sort_some;hot_loop", "main;worker_fib;fib;fib;hot_loop"], rows
    assert [(c["what"], c["callee"]) for r in rows for c in r["callees"]] == [("itself", None)], rows

    rows = {r["function"]: r for r in section(answer, "functions with what they call")}
    assert changed(rows.values()) == {"main": "worse", "sort_some": "worse", "hot_loop": "worse"}, rows
    assert [c["callee"] for c in rows["main"]["callees"]] == ["sort_some"] and rows["main"]["callers"][0]["caller"] == "[outermost]", rows
    assert [c["callee"] for c in rows["sort_some"]["callees"]] == ["hot_loop"] and rows["sort_some"]["callers"][0]["caller"] == "main", rows
    assert [c["what"] for c in rows["hot_loop"]["callees"]] == ["itself"] and rows["hot_loop"]["callers"][0]["caller"] == "sort_some", rows
    whole, part = rows["main"], rows["main"]["callees"][0]
    assert abs(whole["after"] - whole["before"] - (part["after"] - part["before"])) < 0.02, whole

    status, text = diff(*runs)
    assert "# call paths, seconds per run" in text and "main;worker_fib;fib x2;hot_loop" in text, text
    assert " calls hot_loop\n" in text and " in itself\n" in text, text

    text = diff(*runs, "--markdown")[1]                                    # what brought a change is folded in
    assert text.count("<details><summary>Causes of these changes</summary>") == 3, text
    assert all(f" | `{what}` |" in text for what in ("called by sort_some", "calls hot_loop", "in itself")) and text.count("<details>") == text.count("</details>"), text

    allowed = ["--fail-over", "sym=cmp_u32:+90%"]                          # what got worse besides is named
    besides = "functions (1), functions with what they call (3), call paths (1); only the limits decide"
    for form in ("--markdown", "--junit", "--json", "--verbose"):
        status, text = diff(*runs, *allowed, form)
        assert status == 0 and "got worse, but do not fail the gate: " in text and besides in text, (form, text)
    assert "without closing" not in diff(*runs, "--markdown")[1]
    limits = ["--fail-over", "path=main;sort_some;hot_loop:+60%", "--fail-over", "path=*;cmp_u32:+10%"]
    status, text = diff("--json", *runs, *limits)
    assert status == 0 and {h["verdict"] for h in json.loads(text)["limits"]} == {"kept"}, text
    status, text = diff(*runs, "--fail-over", "path=main;sort_some:+10%", "--markdown")    # that is no row unless it is asked for
    assert status == 2 and "path=main;sort_some:+10%: broken: main;sort_some +" in text and "#### call paths, seconds" in text, text
    status, text = diff(*runs, "--fail-over", "event=cpu-clock,path=*;hot_loop:+10%", "--on-unknown", "pass")
    assert status == 2 and "hot_loop:+10%: broken: main;sort_some;hot_loop +" in text, text
    status, text = diff(*runs, "--fail-over", "children=sort_some:+10%", "--fail-over", "dso=workload*,children=worker_fib:+10%", "--json")
    assert status == 2 and [h["verdict"] for h in json.loads(text)["limits"]] == ["broken", "kept"], text
    assert "children=sort_some:+10%: broken: sort_some in workload-nopie +" in text, text
    status, text = diff(*runs, "--fail-over", "path=main;sort_som:+10%", "--junit")
    assert status == 2 and "no such row" in text and "near it: main;sort_some" in text, text
    status, text = diff(*runs, "--fail-over", "path=main,sym=fib:+10%")                      # it says why
    assert status == 1 and not text, text
    status, text = diff("--json", *runs, "--min-samples", "20000")
    assert not section(json.loads(text), "call paths"), text


def large(folder):
    """A comment is below 60 KB; what it leaves out is counted."""
    names = [n for n in AT if n != "main"]
    events = [Event(type=1, config=c, sample_type=BASE | CALLCHAIN, ids=[c + 1], sample_period=1000000) for c in (0, 1)]

    def run(n):
        return [(dict(event=e, ip=chain(p)[1], period=1000000, chain=chain(p)), n)
                for e in range(2) for p in (";".join(["main", x, y, z]) for x in names for y in names for z in names)]
    runs = sides(folder, run(30), run(60), *events)
    text = diff(*runs, "--markdown")[1]
    assert text.count("| **worse** |") > 200 and len(text.encode()) < 60000, len(text.encode())
    assert " more rows are left out here; the text and `--json` have them." in text and text.count("<details>") == text.count("</details>"), text[-3000:]
    limits = [w for i in range(2000) for w in ("--fail-over", f"sym=main:+{i + 1}%")]
    text = diff(*runs, "--markdown", *limits)[1]
    assert len(text.encode()) < 60000 and " more limits\n" in text and "There is no room for the causes of these changes (" in text, text[-3000:]


def command(folder):
    """The command that shows instructions counts the samples that were judged, and calls them alike."""
    runs = sides(folder, {"main;fib": 600, "main;hot_loop": 900}, {"main;fib": 1200, "main;hot_loop": 900})
    given = ["--comms", "x,workload", "--dsos", "workload-nopie", "--symbols", "fib,hot_loop,a b", "--pid", "30", "--tid", "30,32,31", "--cpu", "0,4-5",
             "--time", "0%-100%", "--demangle=full", "--demangle-kernel", "--symfs", "/dev"]
    status, text = diff("--json", *runs, *given)
    shown = json.loads(text)["instructions"]
    assert status == 2 and shown.startswith("perfolio annotate fib --before ") and shown.endswith(
        " --symfs /dev --isolated --demangle=full --demangle-kernel --comms x,workload --dsos workload-nopie --symbols 'fib,hot_loop,a b'"
        " --pid=30 --tid=30,32,31 --cpu=0,4-5 --time 0%-100%"), shown
    p = subprocess.run(shown.replace("perfolio", os.path.abspath(a.bin), 1), shell=True, cwd=ROOT, capture_output=True, text=True)
    assert p.returncode == 0 and "fib" in p.stdout, (shown, p)
    status, text = diff("--json", *runs, "--no-demangle", "--pid", "30")
    assert json.loads(text)["instructions"].endswith(" --isolated --no-demangle --pid=30"), text


def nameless(folder):
    """Threads that were never named are one command on both sides: their numbers are no names that others could have become."""
    def begin(event):
        return Recording([event], HEADER).add(mmap2(30, 30, 0x401000, 0x1000, 0x1000, "/opt/wl/workload-nopie", WORKLOAD, time=2))

    def run(tid):
        return [(dict(tid=tid + i, ip=AT[n] + 2, period=1000000, chain=chain(n)), 200) for i, n in enumerate(("fib", "hot_loop", "cmp_u32"))]
    answer = json.loads(diff("--json", *sides(folder, run(300), run(500), begin=(begin, begin)))[1])
    assert not answer["guesses"], answer["guesses"]
    assert [(r["command"], r["samples"], r["only"]) for r in section(answer, "commands")] == [("[unknown]", sum(r["samples"] for r in answer["runs"]), None)], answer
    assert {r["function"] for r in section(answer, "functions")} == {"fib", "hot_loop", "cmp_u32"}, answer
    answer = json.loads(diff("--json", *sides(folder, run(300), dict(fib=200, hot_loop=200, cmp_u32=200), begin=(begin, workload)))[1])   # nor did they become a program
    assert not answer["guesses"] and {r["command"] for r in section(answer, "commands")} == {"[unknown]", "workload"}, answer


def several(folder):
    """All rows that break a limit are named."""
    before = {"main;fib": 600, "main;hot_loop": 900, "main;cmp_u32": 600}
    runs = sides(folder, before, {**before, "main;fib": 1200, "main;hot_loop": 1500})
    for form in ("--verbose", "--markdown", "--junit", "--json"):
        status, text = diff(*runs, "--fail-over", "sym=*:+10%", form)
        assert status == 2 and "broken: fib in workload-nopie +" in text and "; also hot_loop in workload-nopie +" in text, text
    assert json.loads(text)["limits"][0]["broken"] == 2, text


def accepted(folder):
    """Rows that are accepted say so, without a limit as well."""
    before = {"main;fib": 600, "main;hot_loop": 900, "main;cmp_u32": 600}
    runs = sides(folder, before, {**before, "main;fib": 1200})
    path = os.path.join(folder, "accepted")

    def accept(*lines):
        with open(path, "w") as f:
            f.write("".join(line + "\n" for line in lines))
        return ["--baseline-file", path]
    status, text = diff(*runs, *accept("sym=fib:+200% # slower, safer", "+90% # so it is"))
    assert status == 0 and "  accepted up to sym=fib:+200%: slower, safer\n" in text, text
    status, text = diff(*runs, *accept("sym=fib:+200% # slower, safer", "+90% # so it is"), "--markdown")
    assert status == 0 and "| worse, accepted | `fib in " in text, text
    rows = {r["function"]: r for r in section(json.loads(diff(*runs, "--baseline-file", path, "--json")[1]), "functions")}
    assert rows["fib"]["accepted"] == "slower, safer" and rows["hot_loop"]["accepted"] is None, rows
    for day, good in (("2026-13-45", False), ("2026-02-29", False), ("2028-02-29", True), ("2026-08-31", True), ("2026-09-31", False)):
        assert (diff(*runs, *accept(f"sym=fib:+200% until={day} # x"))[0] != 1) == good, day
    p = subprocess.run([a.bin, "diff", "--isolated", *runs, *accept("sym=none:+200% # x")], cwd=ROOT, capture_output=True, text=True)
    assert "'sym=none:+200%' is accepted, but matches no judged row" in p.stderr, p.stderr


def renamed(folder):
    """fib has another name and takes four times as long: a limit on its old name is not kept."""
    runs = sides(folder, {"main;fib": 300, "main;hot_loop": 600, "main;cmp_u32": 600}, {"main;worker_fib": 1200, "main;hot_loop": 600, "main;cmp_u32": 600})
    status, text = diff(*runs, "--fail-over", "sym=fib:+10%")
    assert status == 2 and "\nsym=fib:+10%: gone: fib in workload-nopie has no samples after the change; new there: worker_fib in " in text, text
    assert diff(*runs, "--fail-over", "sym=fib:+10%", "--on-unknown", "pass")[0] == 2
    for limit in "sym=worker_fib:+10%", "sym=worker_fib:+99999999%":  # there is no change in percents that it is below
        status, text = diff(*runs, "--fail-over", limit, "--on-unknown", "pass")
        assert status == 2 and f"\n{limit}: broken: worker_fib in workload-nopie new" in text, text
    lines = [line for line in text.splitlines() if line.startswith("  worse           0.000000")]
    assert lines and all(line[42:].split()[0] == "new" and line.index(" 0.00%") == 75 for line in lines), lines
    rows = {r["function"]: r for r in section(json.loads(diff(*runs, "--json")[1]), "functions")}
    assert [(r["only"], r["change"], r["low"], r["high"]) for r in (rows["fib"], rows["worker_fib"])] == \
        [("before", None, None, None), ("after", None, None, None)] and rows["hot_loop"]["only"] is None, rows
    assert "` | new |  | 0 | " in diff(*runs, "--markdown")[1] and "worse: new" in diff(*runs, "--junit")[1]
    status, text = diff(*runs, "--fail-over", "sym=fib:+10%", "--junit")
    assert status == 2 and "<failure message=\"sym=fib:+10%: gone: fib" in text, text
    status, text = diff(*runs, "--fail-over", "sym=fib:+10%", "--markdown")
    assert status == 2 and GATE_CLOSED in text and "`sym=fib:+10%: gone: fib" in text, text
    assert "perhaps renamed" not in text, text
    alike = sides(tempfile.mkdtemp(dir=folder), {"main;fib": 300, "main;hot_loop": 600}, {"main;worker_fib": 330, "main;hot_loop": 600})
    for form in ("--markdown", "--verbose"):                                  # the total may pass: it is reported
        status, text = diff(*alike, "--fail-over", "+50%", "--on-unknown", "pass", form)
        assert status == 0 and "perhaps renamed: fib in workload-nopie is gone, and worker_fib is new and costs 1.1" in text, text
    answer = json.loads(diff(*alike, "--json")[1])
    assert answer["perhaps_renamed"] == [{"object": "workload-nopie", "gone": "fib", "new": "worker_fib"}], answer["perhaps_renamed"]
    status, text = diff(*runs, "--fail-over", "sym=[fh]*:+80%")                              # the others of a limit are there
    assert status == 0 and "kept: hot_loop" in text and "; 1 of its 2 rows is gone\n" in text, text


def near(calls, often, each):
    return abs(calls["often"] / often - 1) < 0.05 and calls["often_low"] < often < calls["often_high"] and \
        abs(calls["each"] / each - 1) < 0.1 and calls["each_low"] < each < calls["each_high"]


def calls_by_probes(folder):
    """hot_loop takes half as long again, for each call does; fib, for it is called half as often again. A probe behind the
    beginning of main says nothing of its calls, however near, and two at one of sort_some are none."""
    probe = Event(type=2, config=77, sample_type=BASE | CALLCHAIN, ids=[2], sample_period=1, name="probe_workload:abs")

    def run(hot_loop, fib, fib_calls, rest=600):
        hits = [(dict(event=1, ip=AT[name] + at, period=1, chain=[-512, AT[name] + at]), n)
                for name, at, n in (("hot_loop", 0, 300), ("fib", 4, fib_calls), ("main", 0x20, 300),
                                        ("worker_fib", 7, 300), ("sort_some", 0, 300), ("sort_some", 5, 300))]
        return [("main;hot_loop", hot_loop), ("main;fib", fib), ("main", 600), ("main;worker_fib", rest), ("main;sort_some", rest)] + hits
    options = sides(folder, run(400, 400, 200), run(600, 600, 300, 900), CLOCK, probe)
    status, text = diff("--json", *options)
    answer = json.loads(text)
    assert status == 2 and answer["calls_counted_by"] == ["probe_workload:abs"], answer["calls_counted_by"]
    for name in ("functions", "functions with what they call"):
        rows = {r["function"]: r for r in section(answer, name)}
        assert near(rows["hot_loop"]["calls"], 1, 1.5) and near(rows["fib"]["calls"], 1.5, 1), rows
        assert rows["fib"]["calls"]["by"] == "probes" and not [n for n in ("main", "worker_fib", "sort_some") if rows[n].get("calls")], rows
        assert rows["worker_fib"]["verdict"] == rows["sort_some"]["verdict"] == "worse", rows
    for group, name, other in (("probe_later", "abs", None), ("probe_workload", "abs_1", None), ("probe_later", "sin", "probe_later:sin")):
        again = sides(tempfile.mkdtemp(dir=folder), run(400, 400, 200), run(600, 600, 300, 900), CLOCK, probe, later=[
            CLOCK, Event(type=2, config=99, sample_type=BASE | CALLCHAIN, ids=[2], sample_period=1, name=f"{group}:{name}")])
        p = subprocess.run([a.bin, "diff", "--isolated", "--objects", "fixtures/amd64/debug", *again, "--json"], cwd=ROOT, capture_output=True, text=True)
        answer = json.loads(p.stdout)                                      # one that was put on another build
        rows = {r["function"]: r for r in section(answer, "functions")}
        joined = [d for d in answer["differences"] if d.startswith("probe: ")]
        if other:
            assert not joined and not rows["fib"]["calls"] and answer["left_out"] == ["probe_workload:abs", other], answer["left_out"]
            p = subprocess.run([a.bin, "diff", "--isolated", *again], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            assert f"'{other}' is left out: " in p.stderr and "has no such event" in p.stderr, p.stderr
        else:
            assert joined == [f"probe: probe_workload:abs, which is {group}:{name} in other runs"], answer["differences"]
            assert near(rows["fib"]["calls"], 1.5, 1) and answer["left_out"] == [], rows
    text = diff(*options)[1]
    assert " | | | | `called " in "\n ".join(diff(*options, "--markdown")[1].splitlines()), text
    assert ", each call costs 1.49x" in text and ", by probes\n" in text and "is unknown" not in text, text


def probes_apart(folder):
    """Probes are one where they were hit at the beginning of the same function, by their names but for the number that one of both has."""
    def run(name, calls, cost):
        return [("main;fib", cost), ("main;cmp_u32", cost), ("main", 600), (dict(event=1, ip=AT[name], period=1, chain=[-512, AT[name]]), calls)]

    def answer(before, after, name="fib", was="fib"):
        probes = [Event(type=2, config=c, sample_type=BASE | CALLCHAIN, ids=[2], sample_period=1, name=n) for c, n in ((77, before), (99, after))]
        runs = sides(tempfile.mkdtemp(dir=folder), run(was, 200, 300), run(name, 600, 600), CLOCK, probes[0], later=[CLOCK, probes[1]])
        found = json.loads(subprocess.run([a.bin, "diff", "--isolated", "--objects", "fixtures/amd64/debug", *runs, "--json"], cwd=ROOT, capture_output=True).stdout)
        rows = {r["function"]: r for r in section(found, "functions")}
        assert rows["fib"]["verdict"] == rows["cmp_u32"]["verdict"] == "worse", rows
        joined = [d for d in found["differences"] if d.startswith("probe: ")]
        return len(joined), [n for n in ("fib", "cmp_u32") if rows[n]["calls"]]
    assert answer("probe_a:sha", "probe_b:sha") == answer("probe_a:sha_1", "probe_b:sha") == answer("probe_a:sha", "probe_b:sha_2") == (1, ["fib"])
    assert answer("probe_a:sha_1", "probe_b:sha_1") == answer("probe:sha", "probe:sha_1") == (1, ["fib"])
    for before, after in (("probe_a:sha_1", "probe_a:sha_256"), ("probe:sha", "probe_a:sha"), ("probe_a:sha", "probe:sha_1")):
        assert answer(before, after) == (0, []), (before, after)
    for before, after in (("probe_a:sha", "probe_b:sha"), ("probe_a:sha_1", "probe_a:sha"), ("probe_a:sha", "probe_a:sha")):
        assert answer(before, after, name="cmp_u32") == (0, []), (before, after)   # hits of one side alone are no ratio
    assert answer("probe_a:sha", "probe_b:sha", name="main", was="main") == (1, [])


def probe_beside(folder):
    """A probe is hit three times as often, and nothing takes longer: limits that do not name it are about the clock."""
    probe = Event(type=2, config=77, sample_type=BASE | CALLCHAIN, ids=[2], sample_period=1, name="probe_workload:abs")

    def run(hits):
        return [("main;fib", 600), ("main", 600), (dict(event=1, ip=AT["fib"], period=1, chain=[-512, AT["fib"]]), hits)]
    runs = sides(folder, run(200), run(600), CLOCK, probe)
    status, text = diff(*runs, "--fail-over", "+30%", "--fail-over", "sym=fib:+30%")
    assert status == 0 and "\n+30%: kept: cpu-clock: total " in text and "\nsym=fib:+30%: kept: cpu-clock: fib " in text, text
    assert "see the instructions of the function that grew most" not in text, text                     # hits of a probe are no cost
    status, text = diff(*runs, "--fail-over", "event=cpu-clok,sym=fib:+10%", "--on-unknown", "pass")
    assert status == 2 and ": no such row: there is no event of this name; all runs have cpu-clock, probe_workload:abs\n" in text, text
    assert "# total, seconds of cpu-clock per run:" in text and "# total, probe_workload:abs per run:" in text, text
    status, text = diff(*runs, "--fail-over", "event=probe*:+30%", "--markdown")
    assert status == 2 and "`event=probe*:+30%: broken: probe_workload:abs: total +" in text and "`seconds of cpu-clock per run`" in text, text
    status, text = diff(*runs, "--junit")
    assert status == 0 and 'failures="0"' in text and 'classname="total by probe_workload:abs"' in text, text


def calls_by_branches(folder):
    """hot_loop takes twice the time, for its instructions wait longer, or for it is called twice as often. What a branch stack
    has of calls is the same in both; how long the stack is tells."""
    cycles = Event(type=0, config=0, sample_type=BASE | BRANCH_STACK, ids=[1], branch_sample_type=BRANCH_ANY, sample_period=100000, name="cycles:u")
    taken = Event(type=0, config=4, sample_type=BASE | BRANCH_STACK, ids=[1], branch_sample_type=BRANCH_ANY, sample_period=100000, name="branches:u")
    stacked = Event(type=0, config=0, sample_type=BASE | BRANCH_STACK, ids=[1], branch_sample_type=BRANCH_ANY | BRANCH_CALL_STACK,
                    sample_period=100000, name="cycles:u")

    def run(n, each):
        call, loop = (AT["main"] + 4, AT["hot_loop"], dict(cycles=each, type=4)), (AT["hot_loop"] + 40, AT["hot_loop"], dict(cycles=each, type=1))
        return [(dict(ip=AT["hot_loop"] + 2, period=100000, branches=[loop, loop, loop, call] * 4), n),
                (dict(ip=AT["main"] + 2, period=100000, branches=[]), 500)]

    def calls(event, before, after):
        text = diff("--json", *sides(folder, run(*before), run(*after), event))[1]
        row = {r["function"]: r for r in section(json.loads(text), "functions")}["hot_loop"]
        assert row["verdict"] == "worse", row
        return row["calls"]
    waits = calls(cycles, (400, 100), (800, 200))
    assert waits["by"] == "branch stacks" and near(waits, 1, 2), waits
    assert near(calls(cycles, (400, 100), (800, 100)), 2, 1)
    assert near(calls(taken, (400, 100), (800, 200)), 2, 1)                                # twice the branches, whatever they took
    assert calls(stacked, (400, 100), (800, 200)) is None                                  # calls that are under way


def blocks(folder):
    """In another build fold<16> takes twice the time where it is inlined into a loop of mixed, and choose in one of its blocks; the
    rest of mixed takes as much as before, though its samples lie around those."""
    event = Event(sample_type=BASE, ids=[1], sample_period=1000000)

    def run(mixed, choose, *rest):
        return [(dict(ip=ip, period=1000000), n) for ip, n in (mixed, choose, *rest)]
    before = run((0x4010d3, 300), (0x401180, 300), (0x4010f3, 200), (0x4010fe, 200), (0x401171, 100), (0x401140, 500))
    after = run((0x401123, 600), (0x4011d0, 500), (0x401143, 200), (0x40114e, 200), (0x4011c1, 100), (0x401190, 500))
    options = sides(folder, before, after, event, begin=(annotated("first"), annotated("second")))

    def found(text):
        rows = section(json.loads(text), "functions")
        assert changed(rows) == {"fold<16>": "worse", "choose": "worse"}, rows
        return {r["function"]: [(b["old"]["begin"], b["new"]["begin"], b["new"]["end"], b["line"], b["inlined_into"], b["loops"],
                                 abs(b["after"] - r["after"]) < 1e-5) for b in r["blocks"]] for r in rows if r["blocks"]}
    here = {"fold<16>": [("0x4010c0", "0x401110", "0x40112f", "annotate.cc:13", "mixed", 1, True)],
            "choose": [("0x40117a", "0x4011ca", "0x4011da", "annotate.cc:69", None, 0, False)]}
    assert found(diff("--json", *options)[1]) == here, found(diff("--json", *options)[1])
    text = diff(*options)[1]
    assert "  in its block 401110 to 40112f, annotate.cc:13, in a loop, inlined into mixed\n" in text, text

    renamed = (annotated("first", "annotate", "annotate"), annotated("second", "worker", "annotate"))   # the object keeps the command's old name
    assert found(diff("--json", *sides(folder, before, after, event, begin=renamed))[1]) == here
    in_kernel = [[(dict(what, misc=KERNEL), n) for what, n in side] for side in (before, after)]      # the program as a kernel
    assert found(diff("--json", *sides(folder, *in_kernel, event, begin=(annotated("first", misc=KERNEL), annotated("second", misc=KERNEL))))[1]) == here
    unknown = sides(folder, before, after, event, begin=(annotated("first", with_id=False), annotated("second", with_id=False)))
    rows = section(json.loads(diff("--json", *unknown)[1]), "functions")                   # which build a run had is unknown
    assert changed(rows) == {"fold<16>": "worse", "choose": "worse"} and not [r for r in rows if r["blocks"]], rows
    options = sides(folder, before, after, event, begin=(annotated("first"), annotated("second")))

    assert " | `in its block 4011" in diff("--markdown", *options)[1]

    folios = []
    for side, build in (("before", "first"), ("after", "second")):                         # folios have what is needed
        folios.append(os.path.join(folder, side + ".folio"))
        subprocess.run([a.bin, "pack", "--isolated", "--objects", f"fixtures/amd64/annotate/{build}", "-o", folios[-1], "--label", f"side={side}",
                        *(os.path.join(folder, f"{side}.{run}.data") for run in range(RUNS))], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    labels = ["--before", "side=before", "--after", "side=after"]
    assert found(diff("--json", *folios, *labels, objects=())[1]) == here
    rows = section(json.loads(diff("--json", *options, objects=())[1]), "functions")       # without the programs nothing is said of code
    assert rows and not [r for r in rows if r["blocks"]], rows


def stripped(folder, *how, build="second"):
    """A copy of a build of fixtures/amd64/annotate that lacks something, or has other names; None: objcopy of this machine cannot."""
    path = os.path.join(folder, os.path.basename(build) + "".join(how[:1]))
    done = shutil.which("objcopy") and subprocess.run(["objcopy", *how, os.path.join(ROOT, "fixtures/amd64/annotate", build), path],
                                                      capture_output=True).returncode == 0
    return path if done else None


def one_sided(folder):
    """The builds of both sides cost the same, but one was stripped of its symbols, or of its debug information: what that makes of
    the functions is no change, and what of them can be compared is judged all the same."""
    def run(fold, choose, rest, caller, slower=1):
        return [(dict(ip=ip, period=1000000, chain=[-512, ip, caller]), n * slower) for ip, n in ((fold, 300), (choose, 300), (rest, 200))]
    first, second = (0x4010d3, 0x40117c, 0x4010fe, 0x401200), (0x401123, 0x4011cc, 0x40114e, 0x401250)
    begin = (annotated("first", name="app"), annotated("second", name="app"))
    whole, (no_symbols, no_lines) = "fixtures/amd64/annotate/first", (stripped(folder, "--strip-all"), stripped(folder, "-g"))
    if not no_symbols or not no_lines:
        return SKIPPED

    def rows(options, after, name):
        status, text = diff("--json", *options, "--objects", whole, "--objects", after, objects=())
        answer = json.loads(text)
        return status, answer["differences"], {r["function"]: r for r in section(answer, name)}
    same, slower = (sides(scratch, run(*first), run(*second, slower=n), CLOCK, begin=begin) for n, scratch in
                    ((1, tempfile.mkdtemp(dir=folder)), (2, tempfile.mkdtemp(dir=folder))))
    assert rows(same, "fixtures/amd64/annotate/second", "functions")[:2] == (0, [])

    why = "the runs have different symbols of its object"
    for name in ("functions", "functions with what they call", "call paths"):
        status, differ, found = rows(same, no_symbols, name)
        assert status == 2 and found and {r["verdict"] for r in found.values()} == {"cannot tell"}, found
        assert {r.get("not_judged") for r in found.values()} == {why}, found
        assert len(differ) == 1 and differ[0].startswith("symbols of app: full symbol table before, ") and "100.0%" in differ[0], differ
    def stray(event):                                                          # a file of that name elsewhere, of which nothing is known
        return begin[0](event).add(mmap2(30, 30, 0x501000, 0x1000, 0x1000, "/opt/other/app", bytes(range(20)), time=3))
    one, few, many = ([(dict(ip=0x501010, period=1000000, chain=[-512, 0x501010]), n)] for n in (1, 4, 40))
    def small(at):                                                              # 480 samples of a side: 4 are less than 1%
        return [(what, n // 20 * 3) for what, n in run(*at)]
    for more, apart, size in ((few, False, 1), (many, True, 1), (one, False, 0)):
        both = [run(*at) if size else small(at) for at in (first, second)]
        options = sides(tempfile.mkdtemp(dir=folder), both[0] + more, both[1], CLOCK, begin=(stray, begin[1]))
        _, differ, found = rows(options, "fixtures/amd64/annotate/second", "functions")
        assert bool(differ) == apart and ("not_judged" in found["choose"]) == apart, (differ, found)
    both = ["--objects", whole, "--objects", no_symbols]
    for form in ("--verbose", "--markdown", "--junit"):                        # a limit is not kept by that
        status, text = diff(*same, *both, "--fail-over", "sym=choose:+10%", "--on-unknown", "pass", form, objects=())
        assert status == 2 and "sym=choose:+10%: not comparable: choose in app: " + why in text, text
    assert " gone" not in text and "worse" not in text, text
    for unknown, status in (("fail", 2), ("pass", 0)):                         # nor is the gate open without limits
        assert diff(*same, *both, "--on-unknown", unknown, objects=())[0] == status
        text = diff(*same, *both, "--on-unknown", unknown, "--markdown", objects=())[1]
        assert (f"**{GATE_CLOSED}**" if status else "### Performance: **not all functions could be compared**\n") in text, text
        text = diff(*same, *both, "--on-unknown", unknown, "--junit", objects=())[1]
        assert ("<failure message=" in text) == bool(status), text
    def beside(begins):                                                        # and a library, of which both sides know all
        return lambda event: begins(event).add(mmap2(30, 30, 0x601000, 0x1000, 0x1000, "/opt/an/lib", bytes.fromhex("9675c09164dec4458fdddeaa76a728f35390f1e8"), time=3))
    for n, (kept, closed) in (20, ("cannot tell", 0)), (400, ("not comparable", 2)):
        of_app, of_lib = ([(dict(ip=ip, period=1000000, chain=[-512, ip]), k)] for ip, k in ((0x40117c, n), (0x60117c, 2400)))
        of_app_then = [(dict(ip=0x4011cc, period=1000000, chain=[-512, 0x4011cc]), n)]
        options = sides(tempfile.mkdtemp(dir=folder), of_app + of_lib, of_app_then + of_lib, CLOCK, begin=[beside(b) for b in begin])
        for form in "--verbose", "--markdown":
            status, text = diff(*options, *both, "--fail-over", "sym=*:+90%", "--on-unknown", "pass", form, objects=())
            assert status == closed and f"sym=*:+90%: {kept}: " in text and f" in app: {why}; " in text and "rows cannot be compared" in text, text
            assert form == "--verbose" or ("### Performance: passed" in text) != bool(closed), text
        assert diff(*options, *both, objects=())[0] == closed
    answer = json.loads(diff("--json", *slower, *both, objects=())[1])         # the object itself is judged
    assert [r["verdict"] for r in section(answer, "objects")] == ["worse"] and answer["status"] == 2, answer

    for name in ("functions", "functions with what they call", "call paths"):   # linked functions are compared
        status, differ, found = rows(same, no_lines, name)
        assert status == 0 and not changed(found.values()) and not [n for n in found if "fold" in n], found
        assert len(differ) == 1 and differ[0].startswith("debug information of app: there before, none after: "), differ
        status, differ, found = rows(slower, no_lines, name)
        assert status == 2 and {r["verdict"] for r in found.values()} == {"worse"}, found
    options = sides(folder, run(*first), run(*second) + [(dict(ip=0x401004, period=1000000, chain=[-512, 0x401004]), 300)], CLOCK, begin=begin)
    found = rows(options, no_lines, "functions")[2]                             # it may be inlined before
    assert found["added"]["verdict"] == "cannot tell" and found["added"]["not_judged"].startswith("it may be inlined"), found


def split(folder):
    """A function of which a part was split off, and calls it: what it costs with what it calls has each sample once, and it is one
    step of call paths."""
    parts = stripped(folder, "-g", "--redefine-sym=choose=mixed.part.0")
    if not parts:
        return SKIPPED
    runs = [(dict(ip=ip, period=1000000, chain=[-512, *chain]), n)
            for ip, chain, n in ((0x40114e, (0x40114e, 0x401250), 200), (0x4011cc, (0x4011cc, 0x40114e, 0x401250), 600))]
    begin = (annotated("second", name="app"), annotated("second", name="app"))
    answer = json.loads(diff("--json", *sides(folder, runs, runs, CLOCK, begin=begin), "--objects", parts, objects=())[1])
    found = {r["function"]: r for r in section(answer, "functions with what they call")}
    assert found["mixed"]["share_before"] == found["mixed"]["share_after"] == 100 and not [n for n in found if "part" in n], found
    assert not [r for r in section(answer, "call paths") if "mixed;mixed" in r["function"] or "x2" in r["function"]], answer


def renamed_with_its_program(folder):
    """The program and all of its functions have other names: their code tells. Where that is not at hand, or one side has no
    names, the answer says that they may be one."""
    def run(*at):
        return [(dict(ip=ip, period=1000000, chain=[-512, ip]), n) for ip, n in zip(at, (300, 300, 200))]
    names = dict(choose="pick", mixed="blend", leaf="bud")
    options = sides(folder, run(0x40117c, 0x4010fe, 0x401124), run(0x4011cc, 0x40114e, 0x401174), CLOCK,
                    begin=(annotated("first", "base", "base"), annotated("second", "slow", "slow")))
    old, new, bare = stripped(folder, "-g", build="first"), stripped(folder, "-g", *(f"--redefine-sym={a}={b}" for a, b in names.items())), \
        stripped(folder, "--strip-all")
    if not old or not new or not bare:
        return SKIPPED
    status, text = diff("--json", *options, "--objects", old, "--objects", new, objects=())
    answer = json.loads(text)
    found = {(g["what"], g["before"], g["after"], g["by"]) for g in answer["guesses"]}
    code = {("function", a, b, "code") for a, b in names.items()}
    assert found >= {("object", "base", "slow", "code"), ("command", "base", "slow", "names")} and len(found & code) >= 2, answer["guesses"]
    assert status == 0 and not [d for d in answer["differences"] if d.startswith("objects")], answer
    text = diff(*options, "--objects", old, "--objects", new, objects=())[1]
    assert "# Guessed: the object base is slow now: 100% of their cost is in functions with the same names or similar code\n" in text, text
    def times(n, at):                                                          # nor is it another for it got many times slower
        return [(what, k * n) for what, k in run(*at)]
    slower = sides(tempfile.mkdtemp(dir=folder), run(0x40117c, 0x4010fe, 0x401124), times(5, (0x4011cc, 0x40114e, 0x401174)), CLOCK,
                   begin=(annotated("first", "base", "base"), annotated("second", "slow", "slow")))
    answer = json.loads(diff("--json", *slower, "--objects", old, "--objects", new, objects=())[1])
    assert {("object", "base", "slow", "code")} | code <= {(g["what"], g["before"], g["after"], g["by"]) for g in answer["guesses"]}, answer["guesses"]
    assert not answer["differences"], answer["differences"]
    differ = json.loads(diff("--json", *options, "--objects", old, "--objects", bare, objects=())[1])["differences"]
    assert [d for d in differ if d.startswith("objects: base before alone, with 100.0% of the samples there, slow after alone, ")], differ
    other = stripped(folder, "-g", "--redefine-sym=choose=pick", "--redefine-sym=leaf=choose")   # there is another choose in it
    only = [[(dict(ip=ip, period=1000000, chain=[-512, ip]), 300)] for ip in (0x40117c, 0x4011cc)]
    for name in ("slow", "base"):
        options = sides(tempfile.mkdtemp(dir=folder), *only, CLOCK, begin=(annotated("first", "base", "base"), annotated("second", name, name)))
        answer = json.loads(diff("--json", *options, "--objects", old, "--objects", other, objects=())[1])
        assert not answer["guesses"], answer["guesses"]
    new = stripped(folder, "-g", *(f"--redefine-sym={a}={b}" for a, b in names.items()))
    options = sides(folder, run(0x40117c, 0x4010fe, 0x401124), run(0x4011cc, 0x40114e, 0x401174), CLOCK,
                    begin=(annotated("first", "base", "base"), annotated("second", "slow", "slow")))
    kept = stripped(folder, "--only-keep-debug", build=new)
    options = sides(folder, run(0x40117c, 0x4010fe, 0x401124), run(0x4011cc, 0x40114e, 0x401174), CLOCK,
                    begin=(annotated("first", name="app"), annotated("second", name="app")))
    answer = json.loads(diff("--json", *options, "--objects", old, "--objects", kept, objects=())[1])
    assert "code of app: available only before: renamed functions are not found by code" in answer["differences"], answer["differences"]
    options = sides(folder, run(0x40117c, 0x4010fe, 0x401124), run(0x4011cc, 0x40114e, 0x401174), CLOCK,
                    begin=(annotated("first", "base", "base"), annotated("second", "slow", "slow")))
    same = stripped(folder, "-g")                                             # joined by names; what is a function there is not the same
    answer = json.loads(diff("--json", *options, "--objects", "fixtures/amd64/annotate/first", "--objects", same, objects=())[1])
    found = section(answer, "functions")
    assert {r["verdict"] for r in found} == {"cannot tell"} and {r["not_judged"] for r in found} == {"some runs lack debug information of its object"}, found
    assert [d for d in answer["differences"] if d.startswith("debug information of base, slow: there before, none after: ")], answer["differences"]


with tempfile.TemporaryDirectory() as scratch:
    for test in (call_paths, large, command, nameless, several, accepted, renamed, calls_by_probes, probes_apart, probe_beside, calls_by_branches, blocks, one_sided,
                 split, renamed_with_its_program):
        print(f"{test.__name__}: {test(scratch) or 'ok'}")
