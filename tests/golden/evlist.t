# Events as they were opened.
$ perfolio evlist -i fixtures/hppa/group.data
cpu-clock
page-faults
context-switches
$ perfolio evlist -g -i fixtures/hppa/group.data
{cpu-clock,page-faults,context-switches}
$ perfolio evlist -F -i fixtures/hppa/group.data
cpu-clock: sample_freq=250
page-faults: sample_period=0
context-switches: sample_period=0
$ perfolio evlist -v -i fixtures/hppa/group.data
cpu-clock: type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, disabled: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1
page-faults: type: 1, size: 128, config: 0x2, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1
context-switches: type: 1, size: 128, config: 0x3, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1
$ perfolio evlist -v -i fixtures/amd64/multi.data
cpu-clock: type: 1, size: 128, { sample_period, sample_freq }: 4000000, sample_type: IP|TID|TIME|ADDR|READ|CPU|IDENTIFIER|DATA_SRC|CGROUP, read_format: ID|GROUP|LOST, disabled: 1, mmap: 1, comm: 1, enable_on_exec: 1, task: 1, mmap_data: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, context_switch: 1, namespaces: 1, ksymbol: 1, bpf_event: 1, cgroup: 1
page-faults: type: 1, size: 128, config: 0x2, sample_type: IP|TID|TIME|ADDR|READ|CPU|IDENTIFIER|DATA_SRC|CGROUP, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1
context-switches: type: 1, size: 128, config: 0x3, { sample_period, sample_freq }: 4000000, sample_type: IP|TID|TIME|ADDR|CPU|IDENTIFIER|DATA_SRC|CGROUP, read_format: ID|LOST, disabled: 1, inherit: 1, enable_on_exec: 1, sample_id_all: 1, exclude_guest: 1
$ perfolio evlist -g -F -i fixtures/amd64/multi.data
{cpu-clock,page-faults}
context-switches
$ perfolio evlist -i fixtures/hppa/pipetp.data
sched:sched_switch
raw_syscalls:sys_enter
cpu-clock
dummy:HG
# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events
$ perfolio evlist --csv -i fixtures/hppa/group.data | tr -d '\r'
name,type,config,period,frequency,sample_type,read_format,leader,group,unit,attr
cpu-clock,1,0x0,,250,0x157,0x1c,0,,msec,"type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, disabled: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1"
page-faults,1,0x2,,,0x157,0x1c,0,,,"type: 1, size: 128, config: 0x2, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1"
context-switches,1,0x3,,,0x157,0x1c,0,,,"type: 1, size: 128, config: 0x3, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1"
$ perfolio evlist --trace-fields -i fixtures/amd64/sched.data | head -n 3; perfolio evlist --trace-fields -i fixtures/hppa/group.data; perfolio evlist --trace-fields --json -i fixtures/amd64/sched.data | sed -n 4,5p
sched:sched_switch: trace_fields: prev_comm,prev_pid,prev_prio,prev_state,next_comm,next_pid,next_prio
sched:sched_stat_runtime: trace_fields: comm,pid,runtime,vruntime
sched:sched_process_fork: trace_fields: parent_comm,parent_pid,child_comm,child_pid
cpu-clock: (not a tracepoint)
page-faults: (not a tracepoint)
context-switches: (not a tracepoint)
  "trace_fields": [
    {"name": "sched:sched_switch", "fields": "prev_comm,prev_pid,prev_prio,prev_state,next_comm,next_pid,next_prio"},
$ perfolio evlist -i fixtures/amd64/jit.data
cpu-clock:uH
