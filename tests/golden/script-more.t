# What script has beside its usual lines: relative times, ends of call chains, events of traces, files per event, gates.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; ln -s traced/le-file-64-attr128.data $T/traced.data; ln -s fields/le-file-64-attr128.data $T/fields.data
$ perfolio script --isolated --objects fixtures/amd64/debug -i $T/traced.data -F +tod,+flags,-event --show-text-poke-events --ns
        workload    30 [000] 2023-11-14 22:13:19.000000005     0.000000005: PERF_RECORD_TEXT_POKE ffffffff81000020  old len 17 new len 5
            Old bytes: 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f
            Old bytes: 10
            New bytes: 90 90 90 90 90
        workload    30 [000] 2023-11-14 22:13:19.000000010     0.000000010:          1                                    401199 main+0x59 (/opt/wl/workload-nopie)
        workload    30 [000] 2023-11-14 22:13:19.000000011     0.000000011:          1                                    401478 hot_loop+0x38 (/opt/wl/workload-nopie)
        workload    30 [000] 2023-11-14 22:13:19.000000012     0.000000012:          1                                    401455 hot_loop+0x15 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000020     0.000000020:                          IP: 1 payload: 0x21646e65 end!              401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000021     0.000000021:                          IP: 0 payload: 0xff00                       401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000022     0.000000022:                          hints: 0x20 extensions: 0x1                 401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000023     0.000000023:                          hw: 1 cstate: 2 sub-cstate: 3               401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000024     0.000000024:                          IP: 1                                       401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000025     0.000000025:                          deepest cstate: 2 last cstate: 4 wake reason: 0x1            401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000026     0.000000026:                          cbr: 34 freq: 2400 MHz (121%)               401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000027     0.000000027:                          psb offs: 0x1000                            401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000028     0.000000028:                          cfe: VMENTRY IP: 1 vector: 32 VMXQ: 0xabc EVD_9: 0xdef           401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000029     0.000000029:                          cfe: 31 IP: 0 vector: 0                     401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000030     0.000000030:                          IFLAG: 0->1 via branch                      401460 hot_loop+0x20 (/opt/wl/workload-nopie)
        workload    30 [001] 2023-11-14 22:13:19.000000031     0.000000031:                          IP: 0                                       401460 hot_loop+0x20 (/opt/wl/workload-nopie)
$ perfolio script --isolated --objects fixtures/amd64/debug -i $T/traced.data -F +machine_pid,+vcpu,+callindent,-period --switch-off ptwrite
        workload    30 [000]     0.000000: branches:            401199 main+0x59 (/opt/wl/workload-nopie)
VM: 4711 VCPU:001         workload    30 [000]     0.000000: branches:            401478 hot_loop+0x38 (/opt/wl/workload-nopie)
        workload    30 [000]     0.000000: branches:            401455 hot_loop+0x15 (/opt/wl/workload-nopie)
$ perfolio script --isolated --objects fixtures/amd64/debug -i $T/traced.data -F event,ip,sym --switch-on ptwrite --switch-off cbr --show-on-off-events
 ptwrite:            401460 hot_loop
 ptwrite:            401460 hot_loop
   mwait:            401460 hot_loop
    pwre:            401460 hot_loop
  exstop:            401460 hot_loop
    pwrx:            401460 hot_loop
     cbr:            401460 hot_loop
$ cd $T; perfolio script --isolated -i traced.data --switch-on nothing
! perfolio: traced.data: --switch-on: there is no event 'nothing'; perfolio evlist lists them
? 1
$ perfolio script --isolated -i $T/fields.data -G -F +transaction,+data_src 2>/dev/null | head -2
             all     2 [001]     0.000000:        900 cpu-clock:         68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A EL NEITHER              1100 [unknown] (/bin/all)
             all     2 [001]     0.000000:          1 cpu-clock:         68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A EL NEITHER              1101 [unknown] (/bin/all)
$ perfolio script --isolated -G --reltime --ns -i fixtures/amd64/fp.data 2>/dev/null | sed -n '1,3p'
        workload   158     0.000000000:    1254705 cpu-clock:  ffffffffb98c64e0 [unknown] ([kernel.kallsyms])
        workload   158     0.002525814:    1254705 cpu-clock:      7fc3cf93f170 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
        workload   158     0.003756059:    1254705 cpu-clock:      7fc3cf9305b8 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio script --isolated -G --deltatime --ns -i fixtures/amd64/fp.data 2>/dev/null | sed -n '1,3p'
        workload   158     0.000000000:    1254705 cpu-clock:  ffffffffb98c64e0 [unknown] ([kernel.kallsyms])
        workload   158     0.002525814:    1254705 cpu-clock:      7fc3cf93f170 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
        workload   158     0.001230245:    1254705 cpu-clock:      7fc3cf9305b8 [unknown] (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio script --isolated -G --reltime --time 0.5,0.503 -i fixtures/amd64/fp.data 2>/dev/null
          wl-fib   160     0.000000:    1254705 cpu-clock:      56182a56a3d0 [unknown] (/opt/wl/workload)
          wl-fib   160     0.001264:    1254705 cpu-clock:      56182a56a4d7 [unknown] (/opt/wl/workload)
$ perfolio script --isolated --reltime --deltatime -i fixtures/amd64/fp.data
! perfolio script: --reltime and --deltatime exclude each other
? 1
$ perfolio script --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data --stop-bt lib_odd 2>/dev/null | grep -A3 -m2 lib_leaf
	    7fc3cf73e108 lib_leaf+0x8 (/opt/wl/libwork.so)
	    7fc3cf73e153 lib_odd+0x23 (/opt/wl/libwork.so)

workload   158     8.295448:    1254705 cpu-clock: 
--
	    7fc3cf73e108 lib_leaf+0x8 (/opt/wl/libwork.so)
	    7fc3cf73e18c lib_even+0x1c (/opt/wl/libwork.so)
	    7fc3cf73e153 lib_odd+0x23 (/opt/wl/libwork.so)

$ perfolio script --isolated -G -i fixtures/hppa/user.data --objects fixtures/hppa/debug --symbols 0x1090c,dso_inner --addr-range 12 2>/dev/null | awk '{print $6, $7}' | sort | uniq -c
     62 10914 leaf_hot+0x4c
      3 f76da524 dso_inner+0x0
     64 f76da534 dso_inner+0x10
     38 f76da548 dso_inner+0x24
      4 f76da54c dso_inner+0x28
$ perfolio script --isolated -i fixtures/hppa/user.data --addr-range many
! perfolio script: --addr-range: 'many' is not a number of bytes
? 1
$ cp fixtures/hppa/group.data $T/group.data; cd $T; perfolio script --isolated --per-event-dump -i group.data 2>/dev/null; wc -l group.data.*; head -1 group.data.page-faults.dump
[ perfolio script: Wrote 0.003 MB group.data.cpu-clock.dump (27 samples) ]
[ perfolio script: Wrote 0.002 MB group.data.page-faults.dump (20 samples) ]
[ perfolio script: Wrote 0.001 MB group.data.context-switches.dump (5 samples) ]
   5 group.data.context-switches.dump
  27 group.data.cpu-clock.dump
  20 group.data.page-faults.dump
  52 total
       wl-static   223   144.955371:         15      page-faults:          101c97b0 [unknown] ([kernel.kallsyms])
$ perfolio script --isolated --per-event-dump --json -i fixtures/hppa/group.data
! perfolio script: --per-event-dump writes lines of text: --json has the event of each sample
? 1
$ perfolio script --isolated -F insn -i fixtures/hppa/user.data
! perfolio script: -F: insn: perf has it, Perfolio does not: code is not disassembled, and captures do not contain it
? 1
$ perfolio script --isolated -F tod -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: -F: tod: the time of day was not recorded; perf record -k records it
? 1
$ perfolio script --json --isolated -i $T/traced.data | sed -n '/TEXT_POKE/p;/vcpu/p;/ptwrite/{p;q}'
{"at": "0x800", "time": "0.000000000", "type": "ID_INDEX", "text": "11 ids: 1 idx 0 cpu 0 tid -1, 2 idx 0 cpu 0 tid -1, 100 idx 0 cpu 0 tid -1, 101 idx 0 cpu 0 tid -1, 102 idx 0 cpu 0 tid -1, 103 idx 0 cpu 0 tid -1, 104 idx 0 cpu 0 tid -1, 105 idx 0 cpu 0 tid -1, ...", "misc": "0x0", "ids": [{"id": 1, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 2, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 4711, "vcpu": 1}, {"id": 100, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 101, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 102, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 103, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 104, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 105, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 106, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 107, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}, {"id": 108, "index": 0, "cpu": 0, "tid": -1, "machine_pid": 0, "vcpu": 0}]}
{"at": "0xa20", "time": "0.000000005", "type": "TEXT_POKE", "text": "0xffffffff81000020 old 000102030405060708090a0b0c0d0e0f10 new 9090909090", "misc": "0x1", "address": "0xffffffff81000020", "old": "000102030405060708090a0b0c0d0e0f10", "new": "9090909090", "sample_id": {"pid": 30, "tid": 30, "time": "0.000000005", "id": 1, "cpu": 0}}
{"at": "0xaa8", "time": "0.000000011", "type": "SAMPLE", "event": "branches", "comm": "workload", "pid": 30, "tid": 30, "cpu": 0, "period": 1, "cpumode": 2, "misc": "0x2", "machine_pid": 4711, "vcpu": 1, "ip": "0x401478", "symbol": null, "object": "/opt/wl/workload-nopie", "address": "0x1478", "addr": "0x401460", "id": 2}
{"at": "0xb18", "time": "0.000000020", "type": "SAMPLE", "event": "ptwrite", "comm": "workload", "pid": 30, "tid": 30, "cpu": 1, "period": 1000, "cpumode": 2, "misc": "0x2", "ip": "0x401460", "symbol": null, "object": "/opt/wl/workload-nopie", "address": "0x1460", "id": 100, "raw": "01000000656e642100000000", "synth": " IP: 1 payload: 0x21646e65 end! "}
$ perfolio script --json --isolated -i $T/fields.data | grep -m1 '"type": "SAMPLE"'
{"at": "0x1d0", "time": "0.000000010", "type": "SAMPLE", "event": "cpu-clock", "comm": "all", "pid": 1, "tid": 2, "cpu": 1, "period": 900, "cpumode": 2, "misc": "0x2", "ip": "0x1100", "symbol": null, "object": "/bin/all", "address": "0x100", "addr": "0xabc", "id": 5, "stream_id": 77, "weight": 7, "ins_lat": 8, "retire_lat": 9, "data_src": "0x68100142", "transaction": "0x1", "phys_addr": "0x7000", "data_page_size": 4096, "code_page_size": 65536, "stack_bytes": 0, "stack_room": 0, "cgroup_id": 1, "aux_bytes": 0, "memory": "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A", "transaction_words": "EL NEITHER ", "read": {"enabled": 50, "running": 40, "values": [{"value": 900, "id": 5, "lost": 0}]}, "cgroup": null, "chain": [], "raw": "31323334", "branch_hw_index": 3, "branches": [], "uregs": {"abi": 2, "AX": "0x1", "CX": "0x2", "DX": "0x3", "DI": "0x4"}, "iregs": {"abi": 2, "AX": "0x6", "BX": "0x7"}}
$ perfolio script --json --isolated -i fixtures/hppa/group.data | sed -n '1,9p'
{"at": "0x248", "time": "0.000000000", "type": "ID_INDEX", "text": "6 ids: 112 idx 0 cpu 0 tid 223, 113 idx 1 cpu 1 tid 223, 114 idx 0 cpu 0 tid 223, 115 idx 1 cpu 1 tid 223, 116 idx 0 cpu 0 tid 223, 117 idx 1 cpu 1 tid 223", "misc": "0x0", "ids": [{"id": 112, "index": 0, "cpu": 0, "tid": 223}, {"id": 113, "index": 1, "cpu": 1, "tid": 223}, {"id": 114, "index": 0, "cpu": 0, "tid": 223}, {"id": 115, "index": 1, "cpu": 1, "tid": 223}, {"id": 116, "index": 0, "cpu": 0, "tid": 223}, {"id": 117, "index": 1, "cpu": 1, "tid": 223}]}
{"at": "0x318", "time": "0.000000000", "type": "MMAP", "text": "-1/0 [0x10150000(0xffffffffefeaffff) @ 0x10150000]: r-xp [kernel.kallsyms]_text", "misc": "0x1", "pid": -1, "tid": 0, "start": "0x10150000", "length": "0xffffffffefeaffff", "offset": "0x10150000", "data": false, "path": "[kernel.kallsyms]_text", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000000", "id": 0}}
{"at": "0x370", "time": "0.000000000", "type": "MMAP", "text": "-1/0 [0x84c000(0x13000) @ 0x0]: r-xp [ext2]", "misc": "0x1", "pid": -1, "tid": 0, "start": "0x84c000", "length": "0x13000", "offset": "0x0", "data": false, "path": "[ext2]", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000000", "id": 0}}
{"at": "0x3b8", "time": "0.000000000", "type": "EVENT_UPDATE", "text": "id 112 unit msec", "misc": "0x0", "kind": 0, "id": 112, "unit": "msec"}
{"at": "0x3e8", "time": "0.000000000", "type": "EVENT_UPDATE", "text": "id 112 scale 1e-06", "misc": "0x0", "kind": 1, "id": 112, "scale": "9.9999999999999995e-07"}
{"at": "0x418", "time": "0.000000000", "type": "THREAD_MAP", "text": "1 threads: 223", "misc": "0x0", "threads": [{"pid": 223, "comm": ""}]}
{"at": "0x440", "time": "0.000000000", "type": "CPU_MAP", "text": "cpus 0-1", "misc": "0x0", "kind": 2, "any": false, "first": 0, "last": 1}
{"at": "0x450", "time": "0.000000000", "type": "COMM", "text": "223/223: perf-exec", "misc": "0x0", "pid": 223, "tid": 223, "comm": "perf-exec", "exec": false, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000000", "id": 0}}
{"at": "0x488", "time": "0.000000000", "type": "FINISHED_INIT", "text": "", "misc": "0x0"}
$ perfolio script --json --isolated -i fixtures/armhf/stat-interval.data | sed -n '/STAT/p' | head -4
{"at": "0x2e0", "time": "0.000000000", "type": "STAT_CONFIG", "text": "aggr_mode 0, interval 300, scale 1", "misc": "0x0", "terms": [{"tag": 0, "name": "aggr_mode", "value": 0}, {"tag": 1, "name": "interval", "value": 300}, {"tag": 2, "name": "scale", "value": 1}]}
{"at": "0x320", "time": "0.000000000", "type": "STAT", "text": "id 126 cpu 0 thread 0 value 318813776 enabled 318790448 running 318790448", "misc": "0x0", "id": 126, "cpu": 0, "thread": 0, "value": 318813776, "enabled": 318790448, "running": 318790448}
{"at": "0x350", "time": "0.000000000", "type": "STAT", "text": "id 127 cpu 0 thread 0 value 15 enabled 342780288 running 342780288", "misc": "0x0", "id": 127, "cpu": 0, "thread": 0, "value": 15, "enabled": 342780288, "running": 342780288}
{"at": "0x380", "time": "0.000000000", "type": "STAT", "text": "id 128 cpu 0 thread 0 value 5 enabled 343114784 running 343114784", "misc": "0x0", "id": 128, "cpu": 0, "thread": 0, "value": 5, "enabled": 343114784, "running": 343114784}
$ perfolio script --json --isolated -i fixtures/hppa/pipetp.data | sed -n '/ATTR/{p;d};/CPU_MAP/p;/prev_comm/{p;q}' | tail -3
{"at": "0x1d8", "time": "0.000000000", "type": "ATTR", "text": "type: 1, size: 128, config: 0x9, { sample_period, sample_freq }: 1, sample_type: IP|TID|TIME|CPU|IDENTIFIER, read_format: ID|LOST, inherit: 1, mmap: 1, comm: 1, task: 1, sample_id_all: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1, 2 ids: 188 189", "misc": "0x0", "attr": {"type": 1, "config": "0x9", "sample_period": 1, "sample_type": "0x10087", "read_format": "0x14", "flags": "0x61842302", "wakeup_events": 0, "bp_type": 0, "config1": "0x0", "config2": "0x0", "branch_sample_type": "0x0", "sample_regs_user": "0x0", "sample_stack_user": 0, "sample_regs_intr": "0x0", "aux_watermark": 0, "sample_max_stack": 0, "aux_sample_size": 0, "aux_action": "0x0", "sig_data": "0x0", "config3": "0x0", "config4": "0x0", "clockid": 0}, "ids": [188, 189]}
{"at": "0x2440", "time": "0.000000000", "type": "CPU_MAP", "text": "cpus 0-1", "misc": "0x0", "kind": 2, "any": false, "first": 0, "last": 1}
{"at": "0x3f38", "time": "250.769572076", "type": "SAMPLE", "event": "sched:sched_switch", "comm": "perf", "pid": 305, "tid": 305, "cpu": 0, "period": 1, "cpumode": 1, "misc": "0x1", "ip": "0x0", "symbol": null, "object": null, "address": "0x0", "id": 182, "raw": "00e0010000000131706572660000000000000000000000000000013100000078000000007263755f7363686564000000000000000000000b00000078", "trace": "prev_comm=perf prev_pid=305 prev_prio=120 prev_state=R ==> next_comm=rcu_sched next_pid=11 next_prio=120", "fields": {"common_type": 224, "common_flags": 1, "common_preempt_count": 0, "common_pid": 305, "prev_comm": "perf", "prev_pid": 305, "prev_prio": 120, "prev_state": 0, "next_comm": "rcu_sched", "next_pid": 11, "next_prio": 120}}
$ rm -f $T/group.data.*; touch $T/group.data.page-faults.dump; chmod 640 $T/group.data.page-faults.dump; (umask 002; perfolio script --isolated --per-event-dump -i $T/group.data >/dev/null 2>&1); stat -c '%a %n' $T/group.data.*.dump | sed 's,/.*/,,'
664 group.data.context-switches.dump
664 group.data.cpu-clock.dump
640 group.data.page-faults.dump
$ mkdir $T/set; cp fixtures/hppa/group.data $T/set; cd $T/set; mkdir group.data.context-switches.dump; perfolio script --isolated --per-event-dump -i group.data 2>&1; ls -A; rmdir group.data.context-switches.dump
perfolio: group.data: cannot write to group.data.context-switches.dump: it is a directory
group.data
group.data.context-switches.dump
$ cd $T/set; echo kept >other; ln -s other group.data.context-switches.dump; perfolio script --isolated --per-event-dump -i group.data >/dev/null; cat other; test -L group.data.context-switches.dump || ls -A
kept
group.data
group.data.context-switches.dump
group.data.cpu-clock.dump
group.data.page-faults.dump
other
! perfolio: 52 samples lie in objects that were not found, 100.00% of all (first: 0x101c97b0 in [kernel.kallsyms])
$ perfolio script --show-task-events --isolated -i fixtures/amd64/no-samples.data
       perf-exec     0     0.000000: PERF_RECORD_COMM: perf-exec:6797/6797
            true  6797 74044.176473: PERF_RECORD_COMM exec: true:6797/6797
            true  6797 74044.177102: PERF_RECORD_EXIT(6797:6797):(6701:6701)
! perfolio: fixtures/amd64/no-samples.data has no samples
$ perfolio script --isolated -F ip,sym,symoff -i fixtures/bad/program-moved.data
 ffffffffc0000080 bpf_prog_1+0x80
 ffffffffc0000080 bpf_prog_1+0x60
$ perfolio script --isolated --limit 2 -G -F comm,time,event -i fixtures/amd64/fp.data; perfolio script --isolated --json --limit 1 -i fixtures/amd64/fp.data | grep -c SAMPLE; perfolio script --limit 0 -i fixtures/amd64/fp.data
        workload     8.255313: cpu-clock: 
        workload     8.257839: cpu-clock: 
1
! perfolio script: --limit: '0' is not a number from 1 to 18446744073709551615
? 1
$ perfolio script --isolated --limit 2 --show-mmap-events -F comm,time,event -i fixtures/amd64/fp.data | tail -n 3; perfolio script --isolated --json --limit 1 -i fixtures/amd64/fp.data | grep '"type"' | tail -n 1 | cut -c 1-60
        workload     8.255036: PERF_RECORD_MMAP2 158/158: [0x7ffdf09ce000(0x2000) @ 0 00:00 0 0]: r-xp [vdso]
        workload     8.255313: cpu-clock: 
        workload     8.257839: cpu-clock: 
{"at": "0x8f40", "time": "8.255313910", "type": "SAMPLE", "e
$ perfolio script --isolated --limit 1000 -F comm,time,event -i fixtures/amd64/fp.data >/dev/full
! perfolio: fixtures/amd64/fp.data: cannot write the lines: No space left on device
? 1
