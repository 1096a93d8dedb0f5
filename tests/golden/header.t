# Header features, short and in full; of a file, of a pipe stream, and of one whose machine has the other byte order.
$ perfolio report --header-only -i fixtures/hppa/user.data
# ========
# header version : 1
# data offset    : 264
# data size      : 15640
# feat offset    : 15904
# hostname : hppaguest
# os release : 6.1.192-hppatest
# perf version : 6.1.192
# arch : parisc
# nrcpus online : 2
# nrcpus avail : 2
# cpudesc : PA-RISC 1.1e
# total memory : 512788 kB
# cmdline : /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5 
# event : name = cpu-clock:u, , id = { 24, 25 }, type = 1, size = 128, { sample_period, sample_freq } = 250, sample_type = IP|TID|TIME|PERIOD, read_format = ID|LOST, disabled = 1, inherit = 1, exclude_kernel = 1, exclude_hv = 1, mmap = 1, comm = 1, freq = 1, enable_on_exec = 1, task = 1, sample_id_all = 1, exclude_guest = 1, mmap2 = 1, comm_exec = 1, ksymbol = 1, bpf_event = 1
# CPU_TOPOLOGY info available, use -I to display
# pmu mappings: software = 1, kprobe = 6, tracepoint = 2
# CACHE info available, use -I to display
# time of first sample : 111.999692
# time of last sample : 113.849466
# sample duration :   1849.774 ms
# missing features: TRACING_DATA CPUID NUMA_TOPOLOGY BRANCH_STACK GROUP_DESC AUXTRACE STAT MEM_TOPOLOGY CLOCKID DIR_FORMAT BPF_PROG_INFO BPF_BTF COMPRESSED CPU_PMU_CAPS CLOCK_DATA HYBRID_TOPOLOGY 
# ========
#
$ perfolio report --header-only -I -i fixtures/amd64/multi.data
# ========
# header version : 1
# data offset    : 584
# data size      : 13984
# feat offset    : 14568
# hostname : amd64
# os release : 6.1.0-50-amd64
# perf version : 6.1.176
# arch : x86_64
# nrcpus online : 2
# nrcpus avail : 2
# cpudesc : QEMU TCG CPU version 2.5+
# cpuid : AuthenticAMD,15,107,1
# total memory : 2012128 kB
# cmdline : /usr/bin/perf record -q -e {cpu-clock,page-faults}:S,context-switches -c 4000000 -d -T --sample-cpu --switch-events --namespaces --all-cgroups -o multi.data -- /opt/wl/workload 1330 
# event : name = cpu-clock, , id = { 150, 151 }, type = 1, size = 128, { sample_period, sample_freq } = 4000000, sample_type = IP|TID|TIME|ADDR|READ|CPU|IDENTIFIER|DATA_SRC|CGROUP, read_format = ID|GROUP|LOST, disabled = 1, mmap = 1, comm = 1, enable_on_exec = 1, task = 1, mmap_data = 1, sample_id_all = 1, exclude_guest = 1, mmap2 = 1, comm_exec = 1, context_switch = 1, namespaces = 1, ksymbol = 1, bpf_event = 1, cgroup = 1
# event : name = page-faults, , id = { 152, 153 }, type = 1, size = 128, config = 0x2, sample_type = IP|TID|TIME|ADDR|READ|CPU|IDENTIFIER|DATA_SRC|CGROUP, read_format = ID|GROUP|LOST, sample_id_all = 1, exclude_guest = 1
# event : name = context-switches, , id = { 154, 155 }, type = 1, size = 128, config = 0x3, { sample_period, sample_freq } = 4000000, sample_type = IP|TID|TIME|ADDR|CPU|IDENTIFIER|DATA_SRC|CGROUP, read_format = ID|LOST, disabled = 1, inherit = 1, enable_on_exec = 1, sample_id_all = 1, exclude_guest = 1
# sibling sockets : 0-1
# sibling dies    : 0-1
# sibling threads : 0
# sibling threads : 1
# CPU 0: Core ID 0, Die ID 0, Socket ID 0
# CPU 1: Core ID 1, Die ID 0, Socket ID 0
# node0 meminfo  : total = 2012128 kB, free = 1901100 kB
# node0 cpu list : 0-1
# pmu mappings: software = 1, uprobe = 7, breakpoint = 5, tracepoint = 2, kprobe = 6, msr = 8
# group: {cpu-clock,page-faults}
# CPU cache info:
#  L1 Data                 64K [0]
#  L1 Instruction          64K [0]
#  L1 Data                 64K [1]
#  L1 Instruction          64K [1]
#  L2 Unified             512K [0]
#  L2 Unified             512K [1]
#  L3 Unified           16384K [0-1]
# time of first sample : 27.263388
# time of last sample : 27.446008
# sample duration :    182.620 ms
# memory nodes (nr 1, block size 0x8000000):
#    0 [2G]: 0-15
# missing features: TRACING_DATA BRANCH_STACK AUXTRACE STAT CLOCKID DIR_FORMAT COMPRESSED CPU_PMU_CAPS CLOCK_DATA HYBRID_TOPOLOGY 
# ========
#
$ perfolio report --header-only -I -i fixtures/s390x/pipe.data
# ========
# header version : 1
# data offset    : 0
# data size      : 0
# feat offset    : 0
# ========
#
# hostname : s390x
# os release : 6.1.0-50-s390x
# perf version : 6.1.176
# arch : s390x
# nrcpus online : 2
# nrcpus avail : 2
# cpudesc : IBM/S390
# cpuid : QEMU,8561,QEMU
# total memory : 2041132 kB
# cmdline : /usr/bin/perf record -q -e cpu-clock -F 250 -o - -- sh -c /opt/wl/workload 218 >/dev/null 
# event : name = cpu-clock, , id = { 69, 70 }, type = 1, size = 128, { sample_period, sample_freq } = 250, sample_type = IP|TID|TIME|ID|PERIOD, read_format = ID|LOST, disabled = 1, inherit = 1, mmap = 1, comm = 1, freq = 1, enable_on_exec = 1, task = 1, sample_id_all = 1, exclude_guest = 1, mmap2 = 1, comm_exec = 1, ksymbol = 1, bpf_event = 1
# sibling sockets : 0
# sibling sockets : 1
# sibling threads : 0
# sibling threads : 1
# CPU 0: Core ID 0, Socket ID 0
# CPU 1: Core ID 1, Socket ID 1
# pmu mappings: software = 1, uprobe = 7, tracepoint = 2, kprobe = 6
# time of first sample : 0.000000
# time of last sample : 0.000000
# sample duration :      0.000 ms
$ perfolio report --header -q --sort comm -i fixtures/hppa/user.data
# ========
# header version : 1
# data offset    : 264
# data size      : 15640
# feat offset    : 15904
# hostname : hppaguest
# os release : 6.1.192-hppatest
# perf version : 6.1.192
# arch : parisc
# nrcpus online : 2
# nrcpus avail : 2
# cpudesc : PA-RISC 1.1e
# total memory : 512788 kB
# cmdline : /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5 
# event : name = cpu-clock:u, , id = { 24, 25 }, type = 1, size = 128, { sample_period, sample_freq } = 250, sample_type = IP|TID|TIME|PERIOD, read_format = ID|LOST, disabled = 1, inherit = 1, exclude_kernel = 1, exclude_hv = 1, mmap = 1, comm = 1, freq = 1, enable_on_exec = 1, task = 1, sample_id_all = 1, exclude_guest = 1, mmap2 = 1, comm_exec = 1, ksymbol = 1, bpf_event = 1
# CPU_TOPOLOGY info available, use -I to display
# pmu mappings: software = 1, kprobe = 6, tracepoint = 2
# CACHE info available, use -I to display
# time of first sample : 111.999692
# time of last sample : 113.849466
# sample duration :   1849.774 ms
# missing features: TRACING_DATA CPUID NUMA_TOPOLOGY BRANCH_STACK GROUP_DESC AUXTRACE STAT MEM_TOPOLOGY CLOCKID DIR_FORMAT BPF_PROG_INFO BPF_BTF COMPRESSED CPU_PMU_CAPS CLOCK_DATA HYBRID_TOPOLOGY 
# ========
#
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


$ cp fixtures/hppa/user.data $T/unfinished.data; printf '\0\0\0\0\0\0\0\0' | dd of=$T/unfinished.data bs=1 seek=48 conv=notrunc 2>/dev/null; perfolio report --header-only -i $T/unfinished.data | head -n 5
# ========
# header version : 1
# data offset    : 264
# data size      : 0
# feat offset    : 264
! perfolio: 1 file has no header features: it was cut off, or its recorder did not finish it (first: data.size is 0; reading on to the end of the file)
