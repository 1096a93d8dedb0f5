# What Android's recorder wrote of symbols and of itself.
$ perfolio report --isolated --stdio -q -s dso,sym -i fixtures/synthetic/simpleperf-struct.data
    12.50%  [JIT app cache]     [.] java.lang.ThreadLocal.get
    12.50%  [JIT zygote cache]  [.] android.view.View.draw
    12.50%  [JIT] tid 100       [.] made_by_the_process
    12.50%  boot.oat            [.] java.lang.Object.wait [DEDUPED]
    12.50%  classes.dex         [.] com.example.Demo.<init>
    12.50%  libdraw.so          [.] draw::Canvas::Canvas
    12.50%  libdraw.so          [.] draw_line
    12.50%  libdraw.so          [.] 0x0000000000003f00


    50.00%  [kernel.kallsyms]  [k] do_page_fault
    50.00%  [wlan]             [k] wlan_rx [wlan]


! perfolio: 1 sample lies in an object that has no symbol at its address, 10.00% of all (first: 0x3f00 in /system/lib64/libdraw.so); perfolio doctor says where to get symbols
$ perfolio report --isolated --stdio -q -s dso,sym -i fixtures/synthetic/simpleperf-records.data
    25.00%  boot.oat          [.] java.lang.Object.wait [DEDUPED]
    25.00%  libdraw.so        [.] draw::Canvas::Canvas
    25.00%  libdraw.so        [.] draw_line
    25.00%  libdraw.so        [.] 0x0000000000003f00


    50.00%  [kernel.kallsyms]  [k] do_page_fault
    50.00%  [wlan]             [k] wlan_rx


! perfolio: 1 sample lies in an object that has no symbol at its address, 16.67% of all (first: 0x3f00 in /system/lib64/libdraw.so); perfolio doctor says where to get symbols
$ perfolio info -i fixtures/synthetic/simpleperf-message.data
container    file, little-endian, 1640 bytes of records
arch         aarch64
command      simpleperf record
recorder     simpleperf_version: 1.build.demo
recorder     clockid: monotonic
recorder     product_props: Example:Phone:demo
recorder     android_version: 12
recorder     trace_offcpu: false
time         0.000000 to 0.000000 of the recording clock, 0.000 s
date         not recorded: use perf record -k mono, or -k with another clock
event        cycles: 8 samples, period 800
event        demo:tick: 2 samples, period 2
objects      8 mapped, 0 of them with a build-id; 8 have samples, 0 of them with a build-id
threads      1
holds 1 command line: simpleperf record
holds 3 paths of files that were mapped: /system/lib64/libdraw.so, /data/app/demo/base.apk!/classes.dex, ...
holds 1 name of a thread: demo
$ perfolio report --header-only -i fixtures/synthetic/simpleperf-message.data
# ========
# header version : 1
# data offset    : 376
# data size      : 1640
# feat offset    : 2016
# arch : aarch64
# cmdline : simpleperf record 
# simpleperf_version : 1.build.demo
# clockid : monotonic
# product_props : Example:Phone:demo
# android_version : 12
# event_type_info : cpu-cycles,0,0\x0ademo:tick,2,77
# trace_offcpu : false
# symbols that simpleperf kept : 9 of 7 files
# missing features: TRACING_DATA BUILD_ID HOSTNAME OSRELEASE VERSION NRCPUS CPUDESC CPUID TOTAL_MEM EVENT_DESC CPU_TOPOLOGY NUMA_TOPOLOGY BRANCH_STACK PMU_MAPPINGS GROUP_DESC AUXTRACE STAT CACHE SAMPLE_TIME MEM_TOPOLOGY CLOCKID DIR_FORMAT BPF_PROG_INFO BPF_BTF COMPRESSED CPU_PMU_CAPS CLOCK_DATA HYBRID_TOPOLOGY PMU_CAPS 
# ========
#
$ perfolio doctor --isolated -i fixtures/synthetic/simpleperf-message.data
verdict   usable: 10.00% of the samples have no name, all of them in /system/lib64/libdraw.so; the recording has 1 fault
machine   aarch64, kernel unknown
samples   10, 9 of them (90.00%) with a name
nameless  1 (10.00%) = 1 (10.00%) in objects + 0 (0.00%) outside of every mapping

/system/lib64/libdraw.so
  samples   3 (30.00%), 1 of them (10.00%) without a name
  object    an ELF file, recorded without a build-id
  names     fixtures/synthetic/simpleperf-message.data: what the recorder kept
  why       the recorder kept only the symbols that it needed, and none for these addresses
  get it    of the recorded machine: /system/lib64/libdraw.so

nothing is missing for
   10.00%  1 sample, /data/app/demo/base.apk!/classes.dex: fixtures/synthetic/simpleperf-message.data: what the recorder kept
   10.00%  1 sample, /data/demo/perf.data_jit_app_cache:0-4096: fixtures/synthetic/simpleperf-message.data: what the recorder kept
   10.00%  1 sample, /system/framework/boot.oat: fixtures/synthetic/simpleperf-message.data: what the recorder kept
   10.00%  1 sample, /tmp/perf-100.map: fixtures/synthetic/simpleperf-message.data: what the recorder kept
   10.00%  1 sample, [kernel.kallsyms]: fixtures/synthetic/simpleperf-message.data: what the recorder kept
   10.00%  1 sample, [wlan]: fixtures/synthetic/simpleperf-message.data: what the recorder kept
   10.00%  1 sample, perf.data_jit_zygote_cache:64-128: fixtures/synthetic/simpleperf-message.data: what the recorder kept

the recording
  7 samples lie in files that were recorded without a build-id
    record with --buildid-mmap, or without -B and -N
$ perfolio explain 0x7000003110 --isolated -i fixtures/synthetic/simpleperf-struct.data
0x7000003110 at the end of the recording

100 (demo) since 0.000000002
  map       0x7000003000-0x7000005000, offset 0x3000, r-xp
  object    /system/lib64/libdraw.so, an ELF file, recorded without a build-id
  address   0x7000003110 - 0x7000003000 (the map) + 0x3000 (its offset in the file) = 0x3110
  asked     symbols in the capture, recorded symbols: found fixtures/synthetic/simpleperf-struct.data, taken
  table     fixtures/synthetic/simpleperf-struct.data: what the recorder kept, 2 symbols
  symbol    draw::Canvas::Canvas+0x10, 0x3100-0x3120, global
  because   it is the only symbol that covers 0x3110
  source    none: no file with DWARF was found
  code      none: the mapped file is missing
