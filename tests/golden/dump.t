# Every record of a small capture, and of a pipe stream its first ones.
$ perfolio dump -i fixtures/hppa/perthread.data
0x00000100 0.000000000 ID_INDEX
0x00000130 0.000000000 MMAP -1/0 [0x10150000(0xffffffffefeaffff) @ 0x10150000]: r-xp [kernel.kallsyms]_text
0x00000178 0.000000000 MMAP -1/0 [0x84c000(0x13000) @ 0x0]: r-xp [ext2]
0x000001b0 0.000000000 EVENT_UPDATE
0x000001e0 0.000000000 EVENT_UPDATE
0x00000210 0.000000000 THREAD_MAP
0x00000238 0.000000000 CPU_MAP
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
$ perfolio dump -i fixtures/s390x/pipe.data | head -n 20
0x00000010 0.000000000 ATTR
0x000000a8 0.000000000 FEATURE
0x000000fc 0.000000000 FEATURE
0x00000150 0.000000000 FEATURE
0x000001a4 0.000000000 FEATURE
0x000001f8 0.000000000 FEATURE
0x00000210 0.000000000 FEATURE
0x00000264 0.000000000 FEATURE
0x000002b8 0.000000000 FEATURE
0x000002d0 0.000000000 FEATURE
0x00000658 0.000000000 FEATURE
0x00000748 0.000000000 FEATURE
0x00000880 0.000000000 FEATURE
0x000009b4 0.000000000 FEATURE
0x000009d4 0.000000000 FEATURE
0x000009e8 0.000000000 FEATURE
0x000009fc 0.000000000 FEATURE
0x00000a10 0.000000000 FEATURE
0x00000a20 0.000000000 ID_INDEX
0x00000a70 0.000000000 MMAP -1/0 [0x100000(0x9e1000) @ 0x100000]: r-xp [kernel.kallsyms]_text
