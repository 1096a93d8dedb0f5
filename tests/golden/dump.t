# Every record of a small capture, and of a pipe stream its first ones; the stages alone; fields of samples.
$ perfolio dump -i fixtures/hppa/perthread.data
header: file, big-endian, 32-bit, version 2, header size 104
header: attrs at 0x70 size 0x90, 144 bytes each
header: data at 0x100 size 0x9b8
header: event cpu-clock: type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|PERIOD, read_format: TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|LOST, disabled: 1, mmap: 1, comm: 1, freq: 1, inherit_stat: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1, 1 ids
header: feature 2 BUILD_ID at 0xc18 size 0xc8
header: feature 3 HOSTNAME at 0xce0 size 0x44
header: feature 4 OSRELEASE at 0xd24 size 0x44
header: feature 5 VERSION at 0xd68 size 0x44
header: feature 6 ARCH at 0xdac size 0x44
header: feature 7 NRCPUS at 0xdf0 size 0x8
header: feature 8 CPUDESC at 0xdf8 size 0x44
header: feature 10 TOTAL_MEM at 0xe3c size 0x8
header: feature 11 CMDLINE at 0xe44 size 0x378
header: feature 12 EVENT_DESC at 0x11bc size 0xd8
header: feature 13 CPU_TOPOLOGY at 0x1294 size 0x128
header: feature 16 PMU_MAPPINGS at 0x13bc size 0xdc
header: feature 20 CACHE at 0x1498 size 0x8
header: feature 21 SAMPLE_TIME at 0x14a0 size 0x10
header: feature 31 PMU_CAPS at 0x14b0 size 0x4
0x00000100 0.000000000 ID_INDEX 1 ids: 234 idx 0 cpu -1 tid 421
0x00000130 0.000000000 MMAP -1/0 [0x10150000(0xffffffffefeaffff) @ 0x10150000]: r-xp [kernel.kallsyms]_text
0x00000178 0.000000000 MMAP -1/0 [0x84c000(0x13000) @ 0x0]: r-xp [ext2]
0x000001b0 0.000000000 EVENT_UPDATE id 234 unit msec
0x000001e0 0.000000000 EVENT_UPDATE id 234 scale 1e-06
0x00000210 0.000000000 THREAD_MAP 1 threads: 421
0x00000238 0.000000000 CPU_MAP 1 cpus: -1
0x00000248 0.000000000 COMM 421/421: perf-exec
0x00000270 0.000000000 FINISHED_INIT
0x00000278 0.000000000 COMM 421/421 exec: wl-static
0x000002a0 0.000000000 MMAP2 421/421 [0xf8e3a000(0x22000) @ 0xffeff000 00:00 0 0]: rwxp [stack]
0x000002f8 0.000000000 MMAP2 421/421 [0x10000(0x93000) @ 0x0 00:02 62 1717868949]: r-xp /bin/wl-static
0x00000358 0.000000000 MMAP2 421/421 [0xa7000(0x6000) @ 0xa7000 00:00 0 0]: rwxp //anon
0x000003b0 0.000000000 MMAP2 421/421 [0xf7af7000(0x1000) @ 0x0 00:00 0 0]: r-xp [vdso]
0x00000408 0.000000000 MMAP2 421/421 [0x575000(0x1000) @ 0x575000 00:00 0 0]: rwxp [heap]
0x00000460 0.000000000 MMAP2 421/421 [0x575000(0x22000) @ 0x575000 00:00 0 0]: rwxp [heap]
0x000004b8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102e0c14 [k] [kernel.kallsyms] at 0x102e0c14
0x000004d8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x1021560c [k] [kernel.kallsyms] at 0x1021560c
0x000004f8 0.000000000 MMAP2 421/421 [0xf72f6000(0x7ff000) @ 0xf72f6000 00:00 0 0]: rwxp //anon
0x00000550 0.000000000 MMAP2 421/421 [0xf7af6000(0x1000) @ 0xf7af6000 00:00 0 0]: rwxp //anon
0x000005a8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x101a0d2c [k] [kernel.kallsyms] at 0x101a0d2c
0x000005c8 0.000000000 FORK (421:422):(421:421)
0x000005f0 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x1021560c [k] [kernel.kallsyms] at 0x1021560c
0x00000610 0.000000000 MMAP2 421/421 [0xf6af5000(0x7ff000) @ 0xf6af5000 00:00 0 0]: rwxp //anon
0x00000668 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x1021560c [k] [kernel.kallsyms] at 0x1021560c
0x00000688 0.000000000 MMAP2 421/421 [0xf72f5000(0x800000) @ 0xf72f5000 00:00 0 0]: rwxp //anon
0x000006e0 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000700 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000720 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000740 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000760 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000780 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x000007a0 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x000007c0 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10277578 [k] [kernel.kallsyms] at 0x10277578
0x000007e0 0.000000000 FORK (421:423):(421:421)
0x00000808 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000828 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000848 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000868 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000888 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x000008a8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x000008c8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x000008e8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000908 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000928 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000948 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000968 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x00000988 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x102c32e4 [k] [kernel.kallsyms] at 0x102c32e4
0x000009a8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x000009c8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x000009e8 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157774 [k] [kernel.kallsyms] at 0x10157774
0x00000a08 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10157e5c [k] [kernel.kallsyms] at 0x10157e5c
0x00000a28 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x10158370 [k] [kernel.kallsyms] at 0x10158370
0x00000a48 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x101504f8 [k] [kernel.kallsyms] at 0x101504f8
0x00000a68 0.000000000 SAMPLE cpu-clock 421/421 comm wl-static period 4000000 ip 0x1015781c [k] [kernel.kallsyms] at 0x1015781c
0x00000a88 0.000000000 EXIT (421:421):(420:420)
0x00000ab0 0.000000000 FINISHED_ROUND
$ perfolio dump -i fixtures/s390x/pipe.data | head -n 40
header: pipe stream, big-endian, version 2, header size 16
header: data at 0x10 size 0x43b0
header: event cpu-clock: type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|ID|PERIOD, read_format: ID|LOST, disabled: 1, inherit: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1, 2 ids
header: feature 3 HOSTNAME at 0xb8 size 0x44
header: feature 4 OSRELEASE at 0x10c size 0x44
header: feature 5 VERSION at 0x160 size 0x44
header: feature 6 ARCH at 0x1b4 size 0x44
header: feature 7 NRCPUS at 0x208 size 0x8
header: feature 8 CPUDESC at 0x220 size 0x44
header: feature 9 CPUID at 0x274 size 0x44
header: feature 10 TOTAL_MEM at 0x2c8 size 0x8
header: feature 11 CMDLINE at 0x2e0 size 0x378
header: feature 12 EVENT_DESC at 0x668 size 0xe0
header: feature 13 CPU_TOPOLOGY at 0x758 size 0x128
header: feature 16 PMU_MAPPINGS at 0x890 size 0x124
header: feature 21 SAMPLE_TIME at 0x9c4 size 0x10
header: feature 25 BPF_PROG_INFO at 0x9e4 size 0x4
header: feature 26 BPF_BTF at 0x9f8 size 0x4
header: feature 31 PMU_CAPS at 0xa0c size 0x4
0x00000010 0.000000000 ATTR type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|ID|PERIOD, read_format: ID|LOST, disabled: 1, inherit: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1, 2 ids: 69 70
0x000000a8 0.000000000 FEATURE 3 HOSTNAME, 68 bytes
0x000000fc 0.000000000 FEATURE 4 OSRELEASE, 68 bytes
0x00000150 0.000000000 FEATURE 5 VERSION, 68 bytes
0x000001a4 0.000000000 FEATURE 6 ARCH, 68 bytes
0x000001f8 0.000000000 FEATURE 7 NRCPUS, 8 bytes
0x00000210 0.000000000 FEATURE 8 CPUDESC, 68 bytes
0x00000264 0.000000000 FEATURE 9 CPUID, 68 bytes
0x000002b8 0.000000000 FEATURE 10 TOTAL_MEM, 8 bytes
0x000002d0 0.000000000 FEATURE 11 CMDLINE, 888 bytes
0x00000658 0.000000000 FEATURE 12 EVENT_DESC, 224 bytes
0x00000748 0.000000000 FEATURE 13 CPU_TOPOLOGY, 296 bytes
0x00000880 0.000000000 FEATURE 16 PMU_MAPPINGS, 292 bytes
0x000009b4 0.000000000 FEATURE 21 SAMPLE_TIME, 16 bytes
0x000009d4 0.000000000 FEATURE 25 BPF_PROG_INFO, 4 bytes
0x000009e8 0.000000000 FEATURE 26 BPF_BTF, 4 bytes
0x000009fc 0.000000000 FEATURE 31 PMU_CAPS, 4 bytes
0x00000a10 0.000000000 FEATURE 32: the end of the features
0x00000a20 0.000000000 ID_INDEX 2 ids: 69 idx 0 cpu 0 tid 167, 70 idx 1 cpu 1 tid 167
0x00000a70 0.000000000 MMAP -1/0 [0x100000(0x9e1000) @ 0x100000]: r-xp [kernel.kallsyms]_text
0x00000ac8 0.000000000 MMAP -1/0 [0x3ff7fd02178(0x4e88) @ 0x0]: r-xp /lib/modules/6.1.0-50-s390x/kernel/drivers/virtio/virtio_pci_modern_dev.ko
$ perfolio dump --stage timeline -i fixtures/hppa/perthread.data
timeline: thread 421/421: perf-exec, wl-static from +0x178
timeline: thread 421/422 of 421: wl-static from +0x4c8
timeline: thread 421/423 of 421: wl-static from +0x6e0
timeline: space of the kernel: 2 own maps
timeline: map [0x84c000-0x85f000) @ 0x0 r-xp [ext2] from +0x78
timeline: map [0x10150000-0xffffffffffffffff) @ 0x10150000 r-xp [kernel.kallsyms] 54d327440ced3712d89bf9cffe084755e458bee5 from +0x30
timeline: space of 421 from +0x178: 10 own maps
timeline: map [0x10000-0xa3000) @ 0x0 r-xp /bin/wl-static from +0x1f8
timeline: map [0xa7000-0xad000) @ 0xa7000 rwxp /tmp/perf-421.map from +0x258
timeline: map [0x575000-0x576000) @ 0x575000 rwxp /tmp/perf-421.map from +0x308
timeline: map [0x575000-0x597000) @ 0x575000 rwxp /tmp/perf-421.map from +0x360
timeline: map [0xf6af5000-0xf72f4000) @ 0xf6af5000 rwxp /tmp/perf-421.map from +0x510
timeline: map [0xf72f5000-0xf7af5000) @ 0xf72f5000 rwxp /tmp/perf-421.map from +0x588
timeline: map [0xf72f6000-0xf7af5000) @ 0xf72f6000 rwxp /tmp/perf-421.map from +0x3f8
timeline: map [0xf7af6000-0xf7af7000) @ 0xf7af6000 rwxp /tmp/perf-421.map from +0x450
timeline: map [0xf7af7000-0xf7af8000) @ 0x0 r-xp [vdso] f97493aa62e59b2b74e666923f07252e63196cb7 from +0x2b0
timeline: map [0xf8e3a000-0xf8e5c000) @ 0xffeff000 rwxp /tmp/perf-421.map from +0x1a0
$ perfolio dump --stage header --stage timeline --isolated -i fixtures/amd64/fp.data | grep -v ' map '
header: file, little-endian, version 2, header size 104
header: attrs at 0x78 size 0x90, 144 bytes each
header: data at 0x108 size 0x20128
header: event cpu-clock: type: 1, size: 128, { sample_period, sample_freq }: 797, sample_type: IP|TID|TIME|CALLCHAIN|PERIOD, read_format: ID|LOST, disabled: 1, inherit: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1, 2 ids
header: feature 2 BUILD_ID at 0x20390 size 0x258
header: feature 3 HOSTNAME at 0x205e8 size 0x44
header: feature 4 OSRELEASE at 0x2062c size 0x44
header: feature 5 VERSION at 0x20670 size 0x44
header: feature 6 ARCH at 0x206b4 size 0x44
header: feature 7 NRCPUS at 0x206f8 size 0x8
header: feature 8 CPUDESC at 0x20700 size 0x44
header: feature 9 CPUID at 0x20744 size 0x44
header: feature 10 TOTAL_MEM at 0x20788 size 0x8
header: feature 11 CMDLINE at 0x20790 size 0x378
header: feature 12 EVENT_DESC at 0x20b08 size 0xe0
header: feature 13 CPU_TOPOLOGY at 0x20be8 size 0x134
header: feature 14 NUMA_TOPOLOGY at 0x20d1c size 0x5c
header: feature 16 PMU_MAPPINGS at 0x20d78 size 0x1b4
header: feature 20 CACHE at 0x20f2c size 0x60c
header: feature 21 SAMPLE_TIME at 0x21538 size 0x10
header: feature 22 MEM_TOPOLOGY at 0x21548 size 0x38
header: feature 25 BPF_PROG_INFO at 0x21580 size 0x4
header: feature 26 BPF_BTF at 0x21584 size 0x4
header: feature 31 PMU_CAPS at 0x21588 size 0x4
timeline: thread 158/158: perf-exec, workload from 8.254203443
timeline: thread 158/160 of 158: workload from 8.282099013, wl-fib from 8.282760905
timeline: thread 158/161 of 158: workload from 8.282590181, wl-lib from 8.291888009
timeline: space of the kernel: 14 own maps
timeline: space of 158 from 8.254203443: 5 own maps
$ perfolio dump --stage records --isolated -i fixtures/amd64/zstd.data | grep -m 2 'chain'
0x000008d0 21.309213466 SAMPLE cpu-clock 194/196 comm wl-fib period 4000000 ip 0x55d8cb64d3d0 [.] /opt/wl/workload at 0x13d0 chain 2: [user] 0x55d8cb64d3d0
0x00000910 21.313281707 SAMPLE cpu-clock 194/196 comm wl-fib period 4000000 ip 0x7f342df55bca [.] /usr/lib/x86_64-linux-gnu/libc.so.6 at 0x3fbca chain 2: [user] 0x7f342df55bca
$ perfolio dump --stage records --isolated -i fixtures/arm64/multi.data | grep -m 1 'SAMPLE'
0x00000e58 45.876487392 SAMPLE cpu-clock 223/223 comm workload cpu 1 period 4000000 ip 0xffffcdbf663062b8 [k] [kernel.kallsyms] at 0xffffcdbf663062b8 addr 0x0 id 126 read 4053136 of id 126 lost 0, 6 of id 128 lost 0 data_src 0x5080021 cgroup 1
$ perfolio dump --stage records --isolated -i fixtures/arm64/buildid-mmap.data | grep -m 1 TIME_CONV
0x00000108 0.000000000 TIME_CONV shift 21 mult 33554432 zero 18446744072975534496 cycles 47094850 mask 0x1ffffffffffffff user_time_zero 1 user_time_short 1
$ perfolio dump --stage records --isolated -i fixtures/arm64/buildid-mmap.data | grep -m 1 regs_user
0x00000a50 52.830965040 SAMPLE cpu-clock 235/235 comm workload period 5000000 ip 0xffffa928ce98 [.] /usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1 at 0x11e98 chain 5: [user] 0xffffa928ce98 0xffffa92906b0 0xffffa9291e10 0xffffa9295e54 regs_user abi 2: 0xffffa92906b0
$ perfolio dump --stage records --isolated -i fixtures/hppa/stat.data | head -n 8
0x000002e8 0.000000000 EVENT_UPDATE id 257 unit msec
0x00000318 0.000000000 EVENT_UPDATE id 257 scale 1e-06
0x00000348 0.000000000 EVENT_UPDATE id 258 unit msec
0x00000378 0.000000000 EVENT_UPDATE id 258 scale 1e-06
0x000003a8 0.000000000 THREAD_MAP 1 threads: -1
0x000003d0 0.000000000 CPU_MAP cpus 0-1
0x000003e0 0.000000000 STAT_CONFIG aggr_mode 1, interval 200, scale 1
0x00000420 0.000000000 STAT id 257 cpu 0 thread 0 value 209934564 enabled 209769220 running 209769220
$ perfolio dump --stage header --json --isolated -i fixtures/s390x/fp.data | head -n 2
{"stage": "header", "text": "file, big-endian, 64-bit, version 2, header size 104"}
{"stage": "header", "text": "attrs at 0x78 size 0x90, 144 bytes each"}
$ perfolio dump --json --isolated -i fixtures/hppa/group.data | grep -m 1 'SAMPLE'
{"at": "0x6d8", "time": "144.955371556", "type": "SAMPLE", "event": "cpu-clock", "pid": 223, "tid": 223, "comm": "wl-static", "cpu": null, "period": 4000000, "ip": "0x101c97b0", "level": "k", "object": "[kernel.kallsyms]", "address": "0x101c97b0", "symbol": null, "id": 112, "read": {"values": [{"value": 13942996, "id": 112, "lost": 0}, {"value": 15, "id": 114, "lost": 0}, {"value": 1, "id": 116, "lost": 0}]}}
$ perfolio dump --stage sample -i fixtures/s390x/fp.data
! perfolio dump: --stage: 'sample' is none of header, records, timeline
? 1
$ python3 -c 'import struct as s, sys; r = lambda t, b: s.pack("<IHH", t, 0, 8 + len(b)) + b; sys.stdout.buffer.write(b"PERFILE2" + s.pack("<Q", 16) + r(69, s.pack("<I", 64) + b"oldhost".ljust(64, b"\0")) + r(64, s.pack("<IIQQQQQIIQ", 1, 64, 0, 4000, 7, 0, 0, 0, 0, 0)))' >$T/old.data; perfolio dump --stage records --isolated -i $T/old.data
0x00000010 0.000000000 L_HOSTNAME 68 bytes: 400000006f6c64686f73740000000000...
0x0000005c 0.000000000 ATTR type: 1, size: 64, { sample_period, sample_freq }: 4000, sample_type: IP|TID|TIME, 0 ids
