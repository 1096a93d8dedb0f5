# What script prints: lines, call chains, tracepoints and other records, in order of time; which fields, which samples.
$ perfolio script --isolated --objects fixtures/hppa/debug -i fixtures/hppa/user.data 2>/dev/null | sed -n '1,12p'
          wl-dyn   178   111.999692:    4000000 cpu-clock:u:          f76fed60 [unknown] (/lib/ld.so.1)
          wl-dyn   178   112.027811:    4000000 cpu-clock:u:          f745e8e8 [unknown] (/lib/libc.so.6)
          wl-dyn   178   112.031900:    4000000 cpu-clock:u:          f732d748 [unknown] (/lib/libc.so.6)
        wl-alpha   179   112.155108:    4000000 cpu-clock:u:          f76da548 dso_inner+0x24 (/lib/libspin.so)
        wl-alpha   179   112.159243:    4000000 cpu-clock:u:          f76da54c dso_inner+0x28 (/lib/libspin.so)
        wl-alpha   179   112.163092:    4000000 cpu-clock:u:             10958 leaf_cold+0x3c (/bin/wl-dyn)
        wl-alpha   179   112.171086:    4000000 cpu-clock:u:             10914 leaf_hot+0x4c (/bin/wl-dyn)
        wl-alpha   179   112.175122:    4000000 cpu-clock:u:             10914 leaf_hot+0x4c (/bin/wl-dyn)
        wl-alpha   179   112.183093:    4000000 cpu-clock:u:             10914 leaf_hot+0x4c (/bin/wl-dyn)
        wl-alpha   179   112.187097:    4000000 cpu-clock:u:             10914 leaf_hot+0x4c (/bin/wl-dyn)
        wl-alpha   179   112.191110:    4000000 cpu-clock:u:             10914 leaf_hot+0x4c (/bin/wl-dyn)
        wl-alpha   179   112.199140:    4000000 cpu-clock:u:             10914 leaf_hot+0x4c (/bin/wl-dyn)
$ perfolio script --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null | sed -n '1,16p'
workload   158     8.255313:    1254705 cpu-clock: 
	ffffffffb98c64e0 [unknown] ([kernel.kallsyms])
	ffffffffb98cf90f [unknown] ([kernel.kallsyms])
	ffffffffb98d070b [unknown] ([kernel.kallsyms])
	ffffffffb9687a21 [unknown] ([kernel.kallsyms])
	ffffffffba03d350 [unknown] ([kernel.kallsyms])
	ffffffffba200c02 [unknown] ([kernel.kallsyms])
	    7fc3cf9457ad [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
	    7fc3cf944b78 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)

workload   158     8.257839:    1254705 cpu-clock: 
	    7fc3cf93f170 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
	               0 [unknown] ([unknown])

workload   158     8.259069:    1254705 cpu-clock: 
	    7fc3cf9305b8 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio script -G --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null | sed -n '1,3p'
        workload   158     8.255313:    1254705 cpu-clock:  ffffffffb98c64e0 [unknown] ([kernel.kallsyms])
        workload   158     8.257839:    1254705 cpu-clock:      7fc3cf93f170 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
        workload   158     8.259069:    1254705 cpu-clock:      7fc3cf9305b8 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio script --max-stack 2 --isolated -i fixtures/amd64/fp.data 2>/dev/null | sed -n '1,4p'
workload   158     8.255313:    1254705 cpu-clock: 
	ffffffffb98c64e0 [unknown] ([kernel.kallsyms])
	ffffffffb98cf90f [unknown] ([kernel.kallsyms])

$ perfolio script --isolated -i fixtures/hppa/group.data 2>/dev/null | sed -n '1,6p'
       wl-static   223   144.955371:   13942996        cpu-clock:          101c97b0 [unknown] ([kernel.kallsyms])
       wl-static   223   144.955371:         15      page-faults:          101c97b0 [unknown] ([kernel.kallsyms])
       wl-static   223   144.955371:          1 context-switches:          101c97b0 [unknown] ([kernel.kallsyms])
       wl-static   223   144.964145:    8636904        cpu-clock:          1021560c [unknown] ([kernel.kallsyms])
       wl-static   223   144.964145:          5      page-faults:          1021560c [unknown] ([kernel.kallsyms])
       wl-static   223   144.964145:          1 context-switches:          1021560c [unknown] ([kernel.kallsyms])
$ perfolio script --isolated -i fixtures/amd64/dir.data 2>/dev/null | awk '{print $4}' | sort -c && echo in order
in order
$ perfolio script --isolated -i fixtures/amd64/sched.data | sed -n '1,8p'
            perf   270 [000]    38.865752: sched:sched_stat_runtime: comm=perf pid=270 runtime=789088 [ns] vruntime=16237886520 [ns]
            perf   270 [000]    38.865810:       sched:sched_waking: comm=migration/0 pid=16 prio=0 target_cpu=000
            perf   270 [000]    38.865831: sched:sched_stat_runtime: comm=perf pid=270 runtime=125165 [ns] vruntime=16238011685 [ns]
            perf   270 [000]    38.865840:       sched:sched_switch: prev_comm=perf prev_pid=270 prev_prio=120 prev_state=R+ ==> next_comm=migration/0 next_pid=16 next_prio=0
     migration/0    16 [000]    38.865914: sched:sched_migrate_task: comm=perf pid=270 prio=120 orig_cpu=0 dest_cpu=1
     migration/0    16 [000]    38.865990:       sched:sched_switch: prev_comm=migration/0 prev_pid=16 prev_prio=0 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
            perf   270 [001]    38.866226: sched:sched_stat_runtime: comm=perf pid=270 runtime=290515 [ns] vruntime=22114976253 [ns]
            perf   270 [001]    38.866791:       sched:sched_waking: comm=perf-exec pid=271 prio=120 target_cpu=000
$ perfolio script --isolated -i fixtures/s390x/trace.data | sed -n '1,6p'
              ls   158 [001]    30.931849:  raw_syscalls:sys_exit: NR 11 = 0
              ls   158 [001]    30.934062: raw_syscalls:sys_enter: NR 45 (0, 3ff922ac350, 2, 3ff922abea0, 3ff922ad018, 0)
              ls   158 [001]    30.934121:  raw_syscalls:sys_exit: NR 45 = 2929501556736
              ls   158 [001]    30.938948: raw_syscalls:sys_enter: NR 90 (3fff8c79458, 3000, 3, 22, ffffffffffffffff, 3ff922abe60)
              ls   158 [001]    30.939166:  raw_syscalls:sys_exit: NR 90 = 4396204130304
              ls   158 [001]    30.941376: raw_syscalls:sys_enter: NR 33 (3ff922a6a68, 4, 3ff6474e552, fff, 2f000, 3ff00000001)
$ perfolio script --isolated -i fixtures/hppa/pipetp.data 2>/dev/null | sed -n '1,6p'
            perf   305 [000]   250.767243: raw_syscalls:sys_enter: NR 54 (9, 2400, 0, 0, 0, 0)
            perf   305 [000]   250.769572:     sched:sched_switch: prev_comm=perf prev_pid=305 prev_prio=120 prev_state=R ==> next_comm=rcu_sched next_pid=11 next_prio=120
       rcu_sched    11 [000]   250.769630:     sched:sched_switch: prev_comm=rcu_sched prev_pid=11 prev_prio=120 prev_state=I ==> next_comm=perf next_pid=305 next_prio=120
            perf   305 [000]   250.769656: raw_syscalls:sys_enter: NR 54 (b, 2400, 0, 0, 0, 0)
            perf   305 [000]   250.769773: raw_syscalls:sys_enter: NR 211 (0, 200, c1b8b8, 0, 0, 0)
            perf   305 [000]   250.769952:     sched:sched_switch: prev_comm=perf prev_pid=305 prev_prio=120 prev_state=D ==> next_comm=migration/0 next_pid=12 next_prio=0
$ perfolio script --show-task-events --show-mmap-events --show-switch-events --show-namespace-events --show-cgroup-events --isolated -i fixtures/hppa/sideband.data 2>/dev/null | sed -n '1,12p;/SWITCH/{p;q}'
         swapper     0 [000]     0.000000: PERF_RECORD_MMAP -1/0: [0x10150000(0xffffffffefeaffff) @ 0x10150000]: x [kernel.kallsyms]_text
         swapper     0 [000]     0.000000: PERF_RECORD_MMAP -1/0: [0x84c000(0x13000) @ 0]: x [ext2]
         swapper     0 [000]     0.000000: PERF_RECORD_FORK(1:1):(0:0)
         swapper     0 [000]     0.000000: PERF_RECORD_NAMESPACES 1/1 - nr_namespaces: 7
		[0/net: 0/0, 1/uts: 0/0, 2/ipc: 0/0, 3/pid: 0/0, 
		 4/user: 0/0, 5/mnt: 4/0xf0000001, 6/cgroup: 4/0xeffffffb]
            init     0 [000]     0.000000: PERF_RECORD_COMM: init:1/1
            init     0 [000]     0.000000: PERF_RECORD_MMAP2 1/1: [0x10000(0x132000) @ 0 00:02 59 0]: r-xp /bin/busybox
            init     0 [000]     0.000000: PERF_RECORD_MMAP2 1/1: [0x146000(0x4000) @ 0 00:00 0 0]: rwxp //anon
            init     0 [000]     0.000000: PERF_RECORD_MMAP2 1/1: [0x37a000(0x22000) @ 0 00:00 0 0]: rwxp [heap]
            init     0 [000]     0.000000: PERF_RECORD_MMAP2 1/1: [0xf7afb000(0x1000) @ 0 00:00 0 0]: r-xp [vdso]
            init     0 [000]     0.000000: PERF_RECORD_MMAP2 1/1: [0xf970b000(0x22000) @ 0 00:00 0 0]: rwxp [stack]
         swapper     0 [000]   356.981534: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid:    11/11   
$ perfolio script --show-mmap-events --isolated -i fixtures/amd64/buildid-mmap.data 2>/dev/null | grep -m 2 MMAP2
swapper     0     0.000000: PERF_RECORD_MMAP2 -1/0: [0xffffffffb9600000(0xe01d32) @ 0xffffffffb9600000 <06f8bde30046985060c60820f7a11515a33afb06>]: ---p [kernel.kallsyms]_text
swapper     0     0.000000: PERF_RECORD_MMAP2 -1/0: [0xffffffffc044c000(0x5000) @ 0 <d81b1d678cc2a0808b25717850d7857d23d14309>]: ---p /lib/modules/6.1.0-50-amd64/kernel/drivers/virtio/virtio.ko
$ perfolio script --show-lost-events --isolated -i fixtures/hppa/lost.data 2>/dev/null | grep -m 1 LOST
              dd   549 [001]   439.725226: PERF_RECORD_LOST lost 2139
$ perfolio script -F comm,pid,tid,time,misc,event,ip --ns --isolated -i fixtures/hppa/user.data | sed -n '1,2p'
          wl-dyn   178/178   U       111.999692160: cpu-clock:u:          f76fed60
          wl-dyn   178/178   U       112.027811296: cpu-clock:u:          f745e8e8
$ perfolio script -F +pid,-comm,-cpu,-time,-event,+dsoff --isolated -i fixtures/hppa/user.data 2>/dev/null | sed -n '1,2p'
  178/178      4000000          f76fed60 [unknown] (/lib/ld.so.1+0x22d60)
  178/178      4000000          f745e8e8 [unknown] (/lib/libc.so.6+0x1808e8)
$ perfolio script -F trace:event,trace --isolated -i fixtures/hppa/lost.data 2>/dev/null | sed -n '1,2p'
raw_syscalls:sys_enter: NR 54 (a, 2400, 0, 0, 0, 0)
raw_syscalls:sys_enter: NR 211 (0, 200, 4c1138, 0, 0, 0)
$ perfolio script -F comm,addr,phys_addr --isolated -i fixtures/hppa/data.data | sed -n '1,2p'
       wl-static                0               0
       wl-static                0               0
$ perfolio script -F cpu --isolated -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: Samples for 'cpu-clock:u' event do not have CPU attribute set. Cannot print 'cpu' field.
? 1
$ perfolio script -F nothing --isolated -i fixtures/hppa/user.data
! perfolio script: -F: there is no field 'nothing'; there are: machine_pid vcpu comm pid tid cpu misc tod time period event flags callindent trace synth addr data_src weight ins_lat retire_lat transaction ip sym symoff dso dsoff srcline iregs uregs brstack brstacksym brstackoff bpf-output phys_addr data_page_size code_page_size cgroup
? 1
$ perfolio script -F raw:ip --isolated -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: -F: the capture has no event of the type for which fields are named
? 1
$ perfolio script -F tin:ip --isolated -i fixtures/hppa/user.data
! perfolio script: -F: 'tin' is not a type of events; there are hw, sw, trace, raw, break and synth
? 1
$ perfolio script -F +ip,sym --isolated -i fixtures/hppa/user.data
! perfolio script: -F: '+ip,sym' mixes names of fields with changes (+, -) of the default
? 1
$ perfolio script -F sw:trace --isolated -i fixtures/hppa/user.data
! perfolio script: -F: events of this type have no 'trace'
? 1
$ perfolio script -F symoff --isolated -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: -F: symoff needs sym
? 1
$ perfolio script --max-stack few -i fixtures/hppa/user.data
! perfolio script: --max-stack: 'few' is not a number up to 8192
? 1
$ perfolio script --isolated --comms wl-beta --symbols sorter --objects fixtures/hppa/debug -i fixtures/hppa/user.data | wc -l
50
$ perfolio script --isolated --tid 178 --time ,112.03 -i fixtures/hppa/user.data
          wl-dyn   178   111.999692:    4000000 cpu-clock:u:          f76fed60 [unknown] (/lib/ld.so.1)
          wl-dyn   178   112.027811:    4000000 cpu-clock:u:          f745e8e8 [unknown] (/lib/libc.so.6)
! perfolio: 2 samples lie in objects that were not found, 100.00% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio script --isolated -C 1 -i fixtures/hppa/sideband.data 2>/dev/null | awk '{print $3}' | sort -u
[001]
$ perfolio script --json --isolated -i fixtures/hppa/perthread.data | sed -n '/COMM/p;$p'
{"at": "0x248", "time": "0.000000000", "type": "COMM", "text": "421/421: perf-exec", "misc": "0x0", "pid": 421, "tid": 421, "comm": "perf-exec", "exec": false, "sample_id": {"pid": 0, "tid": 0}}
{"at": "0x278", "time": "0.000000000", "type": "COMM", "text": "421/421 exec: wl-static", "misc": "0x2000", "pid": 421, "tid": 421, "comm": "wl-static", "exec": true, "sample_id": {"pid": 421, "tid": 421}}
{"problems": [{"key": "no-object", "count": 33, "sentence": "samples lie in objects that were not found", "first": "0x102e0c14 in [kernel.kallsyms]"}]}
$ perfolio script --json --isolated -i fixtures/amd64/sched.data | grep SAMPLE | head -1
{"at": "0x5778", "time": "38.865752421", "type": "SAMPLE", "event": "sched:sched_stat_runtime", "comm": "perf", "pid": 270, "tid": 270, "cpu": 0, "period": 789088, "cpumode": 1, "misc": "0x1", "ip": "0xffffffffb96ec65a", "symbol": null, "object": "[kernel.kallsyms]", "address": "0xffffffffb96ec65a", "id": 245, "raw": "330101030e010000706572660000000000000000000000000e01000000000000600a0c0000000000387cdac70300000000000000", "trace": "comm=perf pid=270 runtime=789088 [ns] vruntime=16237886520 [ns]", "fields": {"common_type": 307, "common_flags": 1, "common_preempt_count": 3, "common_pid": 270, "comm": "perf", "pid": 270, "runtime": 789088, "vruntime": 16237886520}}
$ perfolio script --isolated -i fixtures/amd64/sysg.data | sed -n 1p
swapper     0 [001]    36.327087:   10101010 cpu-clock: 
! perfolio: 198 samples lie in objects that were not found, 100.00% of all (first: 0xffffffffba04e8cb in [kernel.kallsyms])
$ perfolio script --isolated -i fixtures/amd64/stat.data
CPU   THREAD             VAL             ENA             RUN            TIME EVENT
 -1      217       659090926       659090926       659090926       511818760 task-clock
 -1      217              34       659090926       659090926       511818760 context-switches
 -1      217               0       659090926       659090926       511818760 cpu-migrations
 -1      217              77       659090926       659090926       511818760 page-faults
$ perfolio script --isolated -i fixtures/armhf/stat-interval.data | sed -n '1,4p;8p'
CPU   THREAD             VAL             ENA             RUN            TIME EVENT
  0       -1       318813776       318790448       318790448       315852080 cpu-clock
  1       -1       349509488       349507440       349507440       315852080 cpu-clock
  0       -1              15       342780288       342780288       315852080 context-switches
  0       -1       631107888       631137296       631137296       947620448 cpu-clock
$ perfolio script --json --isolated -i fixtures/hppa/stat.data | sed -n '/COUNTER/p;$p' | sed -n '1p;$p'
{"time": "0.202046552", "type": "COUNTER", "event": "cpu-clock", "cpu": 0, "pid": -1, "value": 209934564, "enabled": 209769220, "running": 209769220}
{"problems": []}
$ cp fixtures/amd64/stat.data $T/rounds.data; for at in 928 976 1024 1072; do printf '\376' | dd of=$T/rounds.data bs=1 seek=$at conv=notrunc 2>/dev/null; done; cd $T; perfolio script --isolated -i rounds.data
CPU   THREAD             VAL             ENA             RUN            TIME EVENT
 -1      217               0               0               0       511818760 task-clock
 -1      217               0               0               0       511818760 context-switches
 -1      217               0               0               0       511818760 cpu-migrations
 -1      217               0               0               0       511818760 page-faults
! perfolio: 4 records of unknown types were skipped (first: type 254 at offset 928)
$ cp fixtures/hppa/sideband.data $T/orphan.data; for at in 911 919; do printf '\143' | dd of=$T/orphan.data bs=1 seek=$at conv=notrunc 2>/dev/null; done; perfolio script --show-task-events --isolated -i $T/orphan.data 2>/dev/null | grep -m1 99:
              :1     0 [000]     0.000000: PERF_RECORD_FORK(1:1):(99:99)
$ perfolio script --isolated -i fixtures/amd64/fp.data >/dev/full
! perfolio: 180 samples lie in objects that were not found, 100.00% of all (first: 0xffffffffb98c64e0 in [kernel.kallsyms])
! perfolio: fixtures/amd64/fp.data: cannot write the lines: No space left on device
? 1
$ (trap '' PIPE; perfolio script --isolated -i fixtures/amd64/fp.data; echo $? >$T/status) | head -1; cat $T/status
workload   158     8.255313:    1254705 cpu-clock: 
141
$ perfolio script --isolated -i fixtures/bad/chain-too-long.data
! perfolio: 1 record was damaged and skipped (first: SAMPLE at offset 288: 56 bytes are too few for its fields)
! perfolio: fixtures/bad/chain-too-long.data has no samples that could be read
$ perfolio script --isolated --time 1,2 -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data has no samples that pass the filters
$ perfolio script --json -F ip,sym --isolated -i fixtures/hppa/user.data
! perfolio script: -F is for lines of text: --json has all recorded fields
? 1
$ perfolio script --isolated -C 1 --show-task-events --show-mmap-events -i fixtures/hppa/sideband.data 2>/dev/null | grep -c '\[000\]'
0
? 1
