#!/usr/bin/env python3
"""Captures of Android's recorder: the forms in which it keeps symbols give one report, a folio of one the same, and
those of its own test data that lie in ../shared/corpus have the names that simpleperf's tests expect of them."""
import argparse, os, re, subprocess, sys, tarfile, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
import simpleperf as fixture

parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
args = parser.parse_args()
CORPUS = "../shared/corpus/corpus.tar.xz"
OF = "jbeich+platform_system_extras/"

# Capture -> functions that have to be there, with the object where it matters. What simpleperf's own tests look for
# (cmd_report_test.cpp, cmd_report_sample_test.cpp, scripts/test/*.py) and goldens of it have
# (perf_display_bitmaps.perf-script, perf_with_interpreter_frames.gecko.json); of the others each kept symbol's owner.
EXPECTED = {
    "testdata/perf_with_symbols.data": ["t2 main", "t2 func2"],
    "testdata/perf_with_symbols_for_nonzero_minvaddr_dso.data": ["libc.so memcpy"],
    "testdata/perf_with_generic_git_symbols.data": ["generic_jit_symbol_one"],
    "testdata/perf_display_bitmaps.data": ["libart.so MterpInvokeVirtual", "libGLESv2_adreno.so glTexSubImage2D",
        "[kernel.kallsyms] do_page_fault.cfi", "classes2.dex com.example.android.displayingbitmaps.util.ImageWorker.loadImage"],
    "testdata/perf_with_interpreter_frames.data": ["libc.so __start_thread", "libandroid_runtime.so android::AndroidRuntime::javaThreadShell",
        "libgame.so NativeEngine::GameLoop", "boot.oat java.lang.Object.wait [DEDUPED]"],
    "testdata/perf_with_trace_offcpu_v2.data": ["[JIT app cache] java.lang.ThreadLocal.set", "libdexfile.so art::IsValidJniClassName"],
    "testdata/perf_with_tracepoint_event_dynamic_field.data": ["[kernel.kallsyms] do_sys_open"],
    "testdata/perf_sched_stat_runtime.data": ["[kernel.kallsyms] update_curr"],
    "testdata/perf_no_unwind.data": ["[kernel.kallsyms] vm_mmap_pgoff"],
    "testdata/perf_merge1.data": ["libcrypto.so SHA256_Update", "toybox xexit"],
    "testdata/perf_merge2.data": ["libcrypto.so BORINGSSL_bcm_power_on_self_test"],
    "testdata/perf_with_add_counter.data": ["libc-2.32.so __libc_start_main"],
    "testdata/perf_need_proguard_mapping.data": ["classes.dex a.h.a.c.startActivityForResult"],
    "testdata/perf_with_failed_unwinding_debug_info.data": ["[JIT app cache] android."],
    "testdata/lbr/perf_lbr.data": ["lbr_test_loop main"],
    "testdata/wrong_ip_callchain_perf.data": ["libhwui.so android::", "libc++.so operator new"],
    "scripts/test/script_testdata/two_process_perf.data": ["etm_test_loop Loop", "etm_test_loop main"],
    "scripts/test/script_testdata/perf_with_long_callchain.data": ["libc.so __libc_init"],
    "history/scripts/testdata/perf_with_trace_offcpu.data": ["simpleperf_runtest_run_and_sleep64 RunFunction"],
    "history/testdata/perf_with_symbols.data": ["loop main", "loop func2"],
    "history/testdata/perf_with_symbols.data@8571a96": ["loop main", "loop func2"],
    "history/testdata/perf_with_symbols.data@8e51145": ["[kernel.kallsyms] page_fault"],
    "history/testdata/perf_with_symbols_for_nonzero_minvaddr_dso.data": ["t2 main", "t2 func2"],
    "testdata/perf_for_build_id_check.data": [],        # the kernel's listing alone, of which no sample is
    "testdata/perf_test_max_stack_and_percent_limit.data": ["[kernel.kallsyms] "],
}
faults = []


def run(*command):
    return subprocess.run([args.bin, *command], capture_output=True, text=True, errors="replace")


def rows(path, *options):
    """{(object, function)} of all frames."""
    p = run("report", "--isolated", "--stdio", "-q", "-g", "none", "--max-stack", "2000", "-s", "dso,sym", "-t", "\t", *options, "-i", path)
    cells = [line.split("\t") for line in p.stdout.splitlines() if "\t" in line]
    return {(c[-2].strip(), re.sub(r"^\[.\] ", "", c[-1].strip())) for c in cells}


def expect(what, good):
    if not good:
        faults.append(what)


def test_forms(folder):
    seen = {}
    for form in fixture.FORMS:
        path = f"fixtures/synthetic/simpleperf-{form}.data"
        expect(f"{path} is what tests/fixture/simpleperf.py writes", open(path, "rb").read() == fixture.encode(form))
        folio = os.path.join(folder, form + ".folio")
        expect(f"{form}: pack", run("pack", "--isolated", path, "-o", folio).returncode == 0)
        seen[form] = rows(path)
        expect(f"{form}: the folio has other names", rows(folio) == seen[form])
        expect(f"{form}: tracepoint", "demo:tick" in run("evlist", "-i", path).stdout)
    expect("FILE and FILE2 give the same", seen["struct"] == seen["message"])
    expect("records give the same of what they know",     # the listing is text, which tells modules apart
           seen["records"] - {("[wlan]", "wlan_rx")} <= seen["struct"] and len(seen["records"]) == 6)


def test_corpus(folder):
    if not os.path.exists(CORPUS):
        print(f"{CORPUS} is not there: simpleperf's own captures are not looked at")
        return
    with tarfile.open(CORPUS) as tar:
        names = [m for m in tar.getmembers() if m.name.removeprefix("./").removeprefix(OF) in EXPECTED]
        for member in names:
            member.name = member.name.removeprefix("./")
            tar.extract(member, folder, filter="data")
    for name, functions in EXPECTED.items():
        have = {" ".join(r) for r in rows(os.path.join(folder, OF, name), "--children")} | \
               {" ".join(r) for r in rows(os.path.join(folder, OF, name), "--no-children")}
        for f in functions:
            expect(f"{name}: no {f!r} in it", any(f in h and "0x0" not in h for h in have))


with tempfile.TemporaryDirectory() as folder:
    test_forms(folder)
    test_corpus(folder)
print("\n".join(faults) or "captures of simpleperf have their names")
sys.exit(bool(faults))
