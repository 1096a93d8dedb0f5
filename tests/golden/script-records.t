# script's lines of records beside samples, of either byte order.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 be-file-64-attr128 >/dev/null; for r in sideband fields strangers ended processes described; do ln -s $r/le-file-64-attr128.data $T/$r.data; done; ln -s sideband/be-file-64-attr128.data $T/be.data
$ perfolio script --isolated --show-switch-events --show-task-events --show-mmap-events --show-bpf-events --show-cgroup-events --show-namespace-events --show-lost-events --show-round-events -F +misc -i $T/sideband.data
         swapper     0 [000] K         0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1000000) @ 0xffffffff81000000]: x [kernel.kallsyms]_stext
PERF_RECORD_FINISHED_ROUND
             odd     1 [000]           0.000000: PERF_RECORD_COMM: odd:1/1
             odd     1 [000] U         0.000000: PERF_RECORD_MMAP 1/1: [0x1000(0x1000) @ 0]: x /bin/odd
             odd     1 [000] U         0.000000: PERF_RECORD_MMAP2 1/1: [0x8000(0x1000) @ 0x2000 <28292a2b2c2d2e2f3031323334353637>]: r-xp /lib/with-an-id.so
             odd     1 [000] U         0.000000: PERF_RECORD_MMAP2 1/1: [0xa000(0x1000) @ 0 08:01 0 0]: rwxp //anon
             odd     1 [000] U         0.000000: PERF_RECORD_MMAP2 1/1: [0xc000(0x1000) @ 0 08:01 0 0]: r-xp [vdso]
         swapper     0 [000]           0.000000: PERF_RECORD_LOST lost 17
         swapper     0 [000] S         0.000000: PERF_RECORD_SWITCH OUT        
         swapper     0 [000]           0.000000: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     1/1    
             odd     0 [000]           0.000000: PERF_RECORD_NAMESPACES 1/1 - nr_namespaces: 2
		[0/net: 4/0xeffffffc, 1/uts: 4/0xeffffffd]
         swapper     0 [000] K         0.000000: PERF_RECORD_KSYMBOL addr ffffffffc0000000 len 128 type 1 flags 0x0 name bpf_prog_1_x
         swapper     0 [000]           0.000000: PERF_RECORD_BPF_EVENT type 1, flags 0, id 9
         swapper     0 [000]           0.000000: PERF_RECORD_CGROUP cgroup: 1 /user.slice
             odd     1 [000] U         0.000000:       1000 cpu-clock:              1100 [unknown] (/bin/odd)
             odd     1 [000] U         0.000000:       1000 cpu-clock:              8100 [unknown] (/lib/with-an-id.so)
             odd     1 [000] U         0.000000:       1000 cpu-clock:              a100 [unknown] (/tmp/perf-1.map)
             odd     1 [000] U         0.000000:       1000 cpu-clock:              c100 [unknown] ([vdso])
             odd     1 [000] U         0.000000:       1000 cpu-clock:           9999999 [unknown] ([unknown])
             odd     1 [000] K         0.000000:       1000 cpu-clock:  ffffffffc0000010 bpf_prog_1_x+0x10 (bpf_prog_1_x)
             odd     1 [000]           0.000000: PERF_RECORD_EXIT(1:1):(1:1)
! perfolio: 17 events were lost while recording (LOST records) (first: at offset 848)
! perfolio: 23 samples were lost while recording (LOST_SAMPLES records; LOST records do not include them) (first: at offset 1200)
! perfolio: 1 time the kernel throttled an event (first: at offset 904)
! perfolio: 4 samples lie in objects that were not found, 66.67% of all (first: 0x100 in /bin/odd)
! perfolio: 1 sample lies outside of every mapping, 16.67% of all (first: 0x9999999 of process 1, thread 1)
$ perfolio script --isolated --show-switch-events --show-task-events --show-mmap-events --show-bpf-events --show-cgroup-events --show-namespace-events --show-lost-events --show-round-events -F -comm,-tid,-cpu -i $T/be.data
    0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1000000) @ 0xffffffff81000000]: x [kernel.kallsyms]_stext
PERF_RECORD_FINISHED_ROUND
    0.000000: PERF_RECORD_COMM: odd:1/1
    0.000000: PERF_RECORD_MMAP 1/1: [0x1000(0x1000) @ 0]: x /bin/odd
    0.000000: PERF_RECORD_MMAP2 1/1: [0x8000(0x1000) @ 0x2000 <28292a2b2c2d2e2f3031323334353637>]: r-xp /lib/with-an-id.so
    0.000000: PERF_RECORD_MMAP2 1/1: [0xa000(0x1000) @ 0 08:01 0 0]: rwxp //anon
    0.000000: PERF_RECORD_MMAP2 1/1: [0xc000(0x1000) @ 0 08:01 0 0]: r-xp [vdso]
    0.000000: PERF_RECORD_LOST lost 17
    0.000000: PERF_RECORD_SWITCH OUT        
    0.000000: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     1/1    
    0.000000: PERF_RECORD_NAMESPACES 1/1 - nr_namespaces: 2
		[0/net: 4/0xeffffffc, 1/uts: 4/0xeffffffd]
    0.000000: PERF_RECORD_KSYMBOL addr ffffffffc0000000 len 128 type 1 flags 0x0 name bpf_prog_1_x
    0.000000: PERF_RECORD_BPF_EVENT type 1, flags 0, id 9
    0.000000: PERF_RECORD_CGROUP cgroup: 1 /user.slice
    0.000000:       1000 cpu-clock:              1100 [unknown] (/bin/odd)
    0.000000:       1000 cpu-clock:              8100 [unknown] (/lib/with-an-id.so)
    0.000000:       1000 cpu-clock:              a100 [unknown] (/tmp/perf-1.map)
    0.000000:       1000 cpu-clock:              c100 [unknown] ([vdso])
    0.000000:       1000 cpu-clock:           9999999 [unknown] ([unknown])
    0.000000:       1000 cpu-clock:  ffffffffc0000010 bpf_prog_1_x+0x10 (bpf_prog_1_x)
    0.000000: PERF_RECORD_EXIT(1:1):(1:1)
! perfolio: 17 events were lost while recording (LOST records) (first: at offset 848)
! perfolio: 23 samples were lost while recording (LOST_SAMPLES records; LOST records do not include them) (first: at offset 1200)
! perfolio: 1 time the kernel throttled an event (first: at offset 904)
! perfolio: 4 samples lie in objects that were not found, 66.67% of all (first: 0x100 in /bin/odd)
! perfolio: 1 sample lies outside of every mapping, 16.67% of all (first: 0x9999999 of process 1, thread 1)
$ perfolio script --isolated --show-switch-events --show-task-events --show-mmap-events --json -i $T/sideband.data | head -40
{"at": "0x100", "time": "0.000000000", "type": "MMAP", "text": "-1/0 [0xffffffff81000000(0x1000000) @ 0xffffffff81000000]: r-xp [kernel.kallsyms]_stext", "misc": "0x1", "pid": -1, "tid": 0, "start": "0xffffffff81000000", "length": "0x1000000", "offset": "0xffffffff81000000", "data": false, "path": "[kernel.kallsyms]_stext", "sample_id": {"pid": -1, "tid": 0, "time": "0.000000000", "id": 1, "cpu": 0}}
{"at": "0x898", "time": "0.000000000", "type": "FINISHED_ROUND", "text": "", "misc": "0x0"}
{"at": "0x160", "time": "0.000000001", "type": "COMM", "text": "1/1: odd", "misc": "0x0", "pid": 1, "tid": 1, "comm": "odd", "exec": false, "sample_id": {"pid": 1, "tid": 1, "time": "0.000000001", "id": 1, "cpu": 0}}
{"at": "0x198", "time": "0.000000002", "type": "MMAP", "text": "1/1 [0x1000(0x1000) @ 0x0]: r-xp /bin/odd", "misc": "0x2", "pid": 1, "tid": 1, "start": "0x1000", "length": "0x1000", "offset": "0x0", "data": false, "path": "/bin/odd", "sample_id": {"pid": 1, "tid": 1, "time": "0.000000002", "id": 1, "cpu": 0}}
{"at": "0x1f0", "time": "0.000000003", "type": "MMAP2", "text": "1/1 [0x8000(0x1000) @ 0x2000 <28292a2b2c2d2e2f3031323334353637>]: r-xp /lib/with-an-id.so", "misc": "0x4002", "pid": 1, "tid": 1, "start": "0x8000", "length": "0x1000", "offset": "0x2000", "major": 0, "minor": 0, "inode": 0, "inode_generation": 0, "build_id": "28292a2b2c2d2e2f3031323334353637", "prot": "0x5", "flags": "0x2", "data": false, "path": "/lib/with-an-id.so", "sample_id": {"pid": 1, "tid": 1, "time": "0.000000003", "id": 1, "cpu": 0}}
{"at": "0x270", "time": "0.000000003", "type": "MMAP2", "text": "1/1 [0xa000(0x1000) @ 0x0 08:01 0 0]: rwxp //anon", "misc": "0x2", "pid": 1, "tid": 1, "start": "0xa000", "length": "0x1000", "offset": "0x0", "major": 8, "minor": 1, "inode": 0, "inode_generation": 0, "build_id": null, "prot": "0x7", "flags": "0x2", "data": false, "path": "//anon", "sample_id": {"pid": 1, "tid": 1, "time": "0.000000003", "id": 1, "cpu": 0}}
{"at": "0x2e0", "time": "0.000000003", "type": "MMAP2", "text": "1/1 [0xc000(0x1000) @ 0x0 08:01 0 0]: r-xp [vdso]", "misc": "0x2", "pid": 1, "tid": 1, "start": "0xc000", "length": "0x1000", "offset": "0x0", "major": 8, "minor": 1, "inode": 0, "inode_generation": 0, "build_id": null, "prot": "0x5", "flags": "0x2", "data": false, "path": "[vdso]", "sample_id": {"pid": 1, "tid": 1, "time": "0.000000003", "id": 1, "cpu": 0}}
{"at": "0x350", "time": "0.000000004", "type": "LOST", "text": "lost 17, id 1", "misc": "0x0", "id": 1, "lost": 17, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000004", "id": 1, "cpu": 0}}
{"at": "0x388", "time": "0.000000005", "type": "THROTTLE", "text": "id 1, stream 1", "misc": "0x0", "when": "0.000000005", "id": 1, "stream_id": 1, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000005", "id": 1, "cpu": 0}}
{"at": "0x3c8", "time": "0.000000006", "type": "UNTHROTTLE", "text": "id 1, stream 1", "misc": "0x0", "when": "0.000000006", "id": 1, "stream_id": 1, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000006", "id": 1, "cpu": 0}}
{"at": "0x408", "time": "0.000000007", "type": "READ", "text": "1/1, 8 bytes of counters", "misc": "0x0", "pid": 1, "tid": 1, "read": {"values": [{"value": 123}]}, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000007", "id": 1, "cpu": 0}}
{"at": "0x440", "time": "0.000000008", "type": "AUX", "text": "offset 0x0, size 0x1000, flags 0x1 truncated", "misc": "0x0", "offset": "0x0", "size": 4096, "flags": "0x1", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000008", "id": 1, "cpu": 0}}
{"at": "0x480", "time": "0.000000009", "type": "ITRACE_START", "text": "1/1", "misc": "0x0", "pid": 1, "tid": 1, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000009", "id": 1, "cpu": 0}}
{"at": "0x4b0", "time": "0.000000010", "type": "LOST_SAMPLES", "text": "lost 23, id 0", "misc": "0x0", "lost": 23, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000010", "id": 1, "cpu": 0}}
{"at": "0x4e0", "time": "0.000000011", "type": "SWITCH", "text": "OUT", "misc": "0x2000", "out": true, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000011", "id": 1, "cpu": 0}}
{"at": "0x508", "time": "0.000000012", "type": "SWITCH_CPU_WIDE", "text": "IN prev pid/tid: 1/1", "misc": "0x0", "out": false, "other_pid": 1, "other_tid": 1, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000012", "id": 1, "cpu": 0}}
{"at": "0x538", "time": "0.000000013", "type": "NAMESPACES", "text": "1/1 net 4/0xeffffffc uts 4/0xeffffffd", "misc": "0x0", "pid": 1, "tid": 1, "namespaces": [{"kind": "net", "device": 4, "inode": 4026531836}, {"kind": "uts", "device": 4, "inode": 4026531837}], "sample_id": {"pid": 0, "tid": 0, "time": "0.000000013", "id": 1, "cpu": 0}}
{"at": "0x590", "time": "0.000000014", "type": "KSYMBOL", "text": "addr 0xffffffffc0000000 len 128 type 1 flags 0x0 name bpf_prog_1_x", "misc": "0x1", "address": "0xffffffffc0000000", "length": 128, "kind": 1, "flags": "0x0", "name": "bpf_prog_1_x", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000014", "id": 1, "cpu": 0}}
{"at": "0x5d8", "time": "0.000000015", "type": "BPF_EVENT", "text": "type 1 flags 0x0 id 9 tag 7461677461677461", "misc": "0x0", "kind": 1, "flags": "0x0", "id": 9, "tag": "7461677461677461", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000015", "id": 1, "cpu": 0}}
{"at": "0x610", "time": "0.000000016", "type": "CGROUP", "text": "1 /user.slice", "misc": "0x0", "id": 1, "path": "/user.slice", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000016", "id": 1, "cpu": 0}}
{"at": "0x650", "time": "0.000000017", "type": "TEXT_POKE", "text": "0xffffffff81000010 old 0001020304 new 0506070809", "misc": "0x1", "address": "0xffffffff81000010", "old": "0001020304", "new": "0506070809", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000017", "id": 1, "cpu": 0}}
{"at": "0x690", "time": "0.000000018", "type": "AUX_OUTPUT_HW_ID", "text": "hw_id 0x3", "misc": "0x0", "hw_id": "0x3", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000018", "id": 1, "cpu": 0}}
{"at": "0x6c0", "time": "0.000000019", "type": "CALLCHAIN_DEFERRED", "text": "cookie 0x7, chain 2: [user] 0x1100", "misc": "0x0", "cookie": "0x7", "chain": ["0xfffffffffffffe00", "0x1100"], "sample_id": {"pid": 0, "tid": 0, "time": "0.000000019", "id": 1, "cpu": 0}}
{"at": "0x708", "time": "0.000000030", "type": "SAMPLE", "event": "cpu-clock", "comm": "odd", "pid": 1, "tid": 1, "cpu": 0, "period": 1000, "cpumode": 2, "misc": "0x2", "ip": "0x1100", "symbol": null, "object": "/bin/odd", "address": "0x100", "id": 1}
{"at": "0x740", "time": "0.000000031", "type": "SAMPLE", "event": "cpu-clock", "comm": "odd", "pid": 1, "tid": 1, "cpu": 0, "period": 1000, "cpumode": 2, "misc": "0x2", "ip": "0x8100", "symbol": null, "object": "/lib/with-an-id.so", "address": "0x2100", "id": 1}
{"at": "0x778", "time": "0.000000032", "type": "SAMPLE", "event": "cpu-clock", "comm": "odd", "pid": 1, "tid": 1, "cpu": 0, "period": 1000, "cpumode": 2, "misc": "0x2", "ip": "0xa100", "symbol": null, "object": "/tmp/perf-1.map", "address": "0xa100", "id": 1}
{"at": "0x7b0", "time": "0.000000033", "type": "SAMPLE", "event": "cpu-clock", "comm": "odd", "pid": 1, "tid": 1, "cpu": 0, "period": 1000, "cpumode": 2, "misc": "0x2", "ip": "0xc100", "symbol": null, "object": "[vdso]", "address": "0x100", "id": 1}
{"at": "0x7e8", "time": "0.000000034", "type": "SAMPLE", "event": "cpu-clock", "comm": "odd", "pid": 1, "tid": 1, "cpu": 0, "period": 1000, "cpumode": 2, "misc": "0x2", "ip": "0x9999999", "symbol": null, "object": null, "address": "0x9999999", "id": 1}
{"at": "0x820", "time": "0.000000040", "type": "SAMPLE", "event": "cpu-clock", "comm": "odd", "pid": 1, "tid": 1, "cpu": 0, "period": 1000, "cpumode": 1, "misc": "0x1", "ip": "0xffffffffc0000010", "symbol": "bpf_prog_1_x", "offset": "0x10", "object": "bpf_prog_1_x", "address": "0x10", "id": 1}
{"at": "0x858", "time": "0.000000050", "type": "EXIT", "text": "(1:1):(1:1)", "misc": "0x0", "pid": 1, "tid": 1, "ppid": 1, "ptid": 1, "when": "0.000000050", "sample_id": {"pid": 1, "tid": 1, "time": "0.000000050", "id": 1, "cpu": 0}}
{"problems": [{"key": "lost-events", "count": 17, "sentence": "events were lost while recording (LOST records)", "first": "at offset 848"}, {"key": "lost-samples", "count": 23, "sentence": "samples were lost while recording (LOST_SAMPLES records; LOST records do not include them)", "first": "at offset 1200"}, {"key": "throttled", "count": 1, "sentence": "time the kernel throttled an event", "first": "at offset 904"}, {"key": "no-object", "count": 4, "sentence": "samples lie in objects that were not found", "first": "0x100 in /bin/odd"}, {"key": "no-map", "count": 1, "sentence": "sample lies outside of every mapping", "first": "0x9999999 of process 1, thread 1"}]}
$ perfolio script --isolated -F comm,pid,tid,misc,iregs,uregs,data_src,weight,ins_lat,phys_addr,data_page_size,code_page_size,cgroup,transaction -i $T/fields.data
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A               7               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 64K unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A             300               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 1024M unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A      2147483648               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 1024K unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A               7               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 64K unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A             300               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 1024M unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A      2147483648               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7             7000 4K 1024K unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A               7               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 64K unknown
             all     1/2     U             68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A             300               8 EL NEITHER  ABI:2    AX:0x6    BX:0x7  ABI:2    AX:0x1    CX:0x2    DX:0x3    DI:0x4             7000 4K 1024M unknown
