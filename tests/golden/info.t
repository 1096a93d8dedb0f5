# A capture in a few lines.
$ perfolio info -i fixtures/amd64/multi.data
container    file, little-endian, 13984 bytes of records
host         amd64
arch         x86_64
kernel       6.1.0-50-amd64
perf         6.1.176
cpu          QEMU TCG CPU version 2.5+
cpus         2 online of 2, 1964 MiB of memory
command      /usr/bin/perf record -q -e {cpu-clock,page-faults}:S,context-switches -c 4000000 -d -T --sample-cpu --switch-events --namespaces --all-cgroups -o multi.data -- /opt/wl/workload 1330
time         27.263388 to 27.446008 of the recording clock, 0.182 s
date         not recorded: use perf record -k mono, or -k with another clock
event        cpu-clock: 40 samples, period 164348371
event        page-faults: 7 samples, period 64
event        context-switches: 0 samples, period 0
objects      23 mapped, 5 of them with a build-id; 4 have samples, 4 of them with a build-id
threads      3
holds 1 name of a host: amd64
holds 1 release of a kernel: 6.1.0-50-amd64
holds 1 command line: /usr/bin/perf record -q -e {cpu-clock,page-faults}:S,context-switches -c 4000000 -d -T --sample-cpu ...
holds 17 paths of files that were mapped: /opt/wl/workload, /opt/wl/libwork.so, ...
holds 2 names of threads: workload, perf-exec
$ perfolio info -i fixtures/s390x/pipe.data
container    pipe stream, big-endian, 17328 bytes of records
host         s390x
arch         s390x
kernel       6.1.0-50-s390x
perf         6.1.176
cpu          IBM/S390
cpus         2 online of 2, 1993 MiB of memory
command      /usr/bin/perf record -q -e cpu-clock -F 250 -o - -- sh -c /opt/wl/workload 218 >/dev/null
time         34.551193 to 35.450852 of the recording clock, 0.899 s
date         not recorded: use perf record -k mono, or -k with another clock
event        cpu-clock: 236 samples, period 944000000
objects      17 mapped, 0 of them with a build-id; 6 have samples, 0 of them with a build-id
threads      4
holds 1 name of a host: s390x
holds 1 release of a kernel: 6.1.0-50-s390x
holds 1 command line: /usr/bin/perf record -q -e cpu-clock -F 250 -o - -- sh -c /opt/wl/workload 218 >/dev/null
holds 15 paths of files that were mapped: /opt/wl/workload, /opt/wl/libwork.so, ...
holds 5 names of threads: sh, workload, ...
$ perfolio info -i fixtures/hppa/threads.data
container    directory, big-endian, 31552 bytes of records
host         hppaguest
arch         parisc
kernel       6.1.192-hppatest
perf         6.1.192
cpu          PA-RISC 1.1e
cpus         2 online of 2, 500 MiB of memory
command      /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
time         389.731377 to 390.555662 of the recording clock, 0.824 s
date         not recorded: use perf record -k mono, or -k with another clock
event        cpu-clock: 408 samples, period 1632000000
event        dummy:HG: 0 samples, period 0
objects      10 mapped, 4 of them with a build-id; 3 have samples, 3 of them with a build-id
threads      38
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 3 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 39 names of threads: init, kthreadd, ...
$ perfolio info -i fixtures/arm64/zstd.data
container    file, little-endian, compressed, 5168 bytes of records
host         arm64
arch         aarch64
kernel       6.1.0-50-arm64
perf         6.1.176
cpu          0x00000000410fd070
cpus         2 online of 2, 1981 MiB of memory
command      /usr/bin/perf record -q -e cpu-clock -F 250 -g -z -o zstd.data -- /opt/wl/workload 300
time         36.338897 to 36.966230 of the recording clock, 0.627 s
date         not recorded: use perf record -k mono, or -k with another clock
event        cpu-clock: 153 samples, period 612000000, call chains
objects      16 mapped, 0 of them with a build-id; 5 have samples, 0 of them with a build-id
threads      3
holds 1 name of a host: arm64
holds 1 release of a kernel: 6.1.0-50-arm64
holds 1 command line: /usr/bin/perf record -q -e cpu-clock -F 250 -g -z -o zstd.data -- /opt/wl/workload 300
holds 14 paths of files that were mapped: /opt/wl/workload, /opt/wl/libwork.so, ...
holds 4 names of threads: workload, wl-fib, ...
$ perfolio info -i fixtures/amd64/jit.data | grep -e ^time -e ^date; perfolio info --json -i fixtures/amd64/jit.data | sed -n '/"date"/,/}/p'
time         4451.765186 to 4453.285904 of the recording clock, 1.520 s
date         2026-11-22 07:11:05.628989 to 2026-11-22 07:11:07.149707 UTC (CLOCK_DATA)
  "date": {
    "first": "2026-11-22T07:11:05.628989Z",
    "last": "2026-11-22T07:11:07.149707Z",
    "from": "CLOCK_DATA"
  },
$ perfolio info -i fixtures/amd64/stat.data | grep ^date; perfolio info --json -i fixtures/amd64/stat.data | grep '"date"'
date         not recorded: use perf record -k mono, or -k with another clock
  "date": null,
