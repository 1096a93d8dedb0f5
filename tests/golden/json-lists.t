# The other answers as JSON.
$ perfolio info --json -i fixtures/hppa/user.data
{
  "perfolio": 2,
  "command": "info",
  "container": {
    "kind": "file",
    "byte_order": "big",
    "compressed": false,
    "record_bytes": 15640,
    "missing_bytes": 0
  },
  "machine": {
    "host": "hppaguest",
    "arch": "parisc",
    "kernel": "6.1.192-hppatest",
    "perf": "6.1.192",
    "cpu": "PA-RISC 1.1e",
    "cpuid": null,
    "cpus_online": 2,
    "cpus": 2,
    "memory_kib": 512788,
    "command": [
      "/bin/perf",
      "record",
      "-e",
      "cpu-clock:u",
      "-F",
      "250",
      "-o",
      "user.data",
      "--",
      "wl-dyn",
      "1.5"
    ]
  },
  "time": {
    "first": "111.999692160",
    "last": "113.849466424"
  },
  "date": null,
  "events": [
    {"name": "cpu-clock:u", "samples": 332, "period": 1328000000, "call_chains": false, "stack_dumps": false, "branch_stacks": false, "raw_data": false}
  ],
  "objects": {
    "mapped": 6,
    "mapped_with_build_id": 5,
    "sampled": 4,
    "sampled_with_build_id": 4
  },
  "threads": 3,
  "scrubbed": [],
  "holds": [
    {
      "kind": "host",
      "count": 1,
      "examples": [
        "hppaguest"
      ]
    },
    {
      "kind": "kernel",
      "count": 1,
      "examples": [
        "6.1.192-hppatest"
      ]
    },
    {
      "kind": "command",
      "count": 1,
      "examples": [
        "/bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5"
      ]
    },
    {
      "kind": "path",
      "count": 4,
      "examples": [
        "/bin/wl-dyn",
        "/lib/ld.so.1"
      ]
    },
    {
      "kind": "thread",
      "count": 4,
      "examples": [
        "wl-dyn",
        "wl-alpha"
      ]
    }
  ],
  "problems": []
}
$ perfolio evlist --json -i fixtures/hppa/group.data
{
  "perfolio": 2,
  "command": "evlist",
  "events": [
    {"name": "cpu-clock", "type": 1, "config": "0x0", "period": null, "frequency": 250, "sample_type": "0x157", "read_format": "0x1c", "leader": 0, "group": null, "unit": "msec", "attr": "type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, disabled: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1"},
    {"name": "page-faults", "type": 1, "config": "0x2", "period": null, "frequency": null, "sample_type": "0x157", "read_format": "0x1c", "leader": 0, "group": null, "unit": null, "attr": "type: 1, size: 128, config: 0x2, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1"},
    {"name": "context-switches", "type": 1, "config": "0x3", "period": null, "frequency": null, "sample_type": "0x157", "read_format": "0x1c", "leader": 0, "group": null, "unit": null, "attr": "type: 1, size: 128, config: 0x3, sample_type: IP|TID|TIME|READ|ID|PERIOD, read_format: ID|GROUP|LOST, sample_id_all: 1, exclude_guest: 1"}
  ],
  "problems": []
}
$ perfolio buildid-list --json -i fixtures/amd64/buildid-mmap.data
{
  "perfolio": 2,
  "command": "buildid-list",
  "objects": [
    {"build_id": "06f8bde30046985060c60820f7a11515a33afb06", "path": "[kernel.kallsyms]"},
    {"build_id": "f9d85ecaf846033ac5333a74e14f2e78c9996db9", "path": "/opt/wl/workload"},
    {"build_id": "7ebc65e52f2bbea498b4040fa92f7238377aaba9", "path": "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"},
    {"build_id": "93ac61ec5a8eb1396f9fbd350e3169a558528a40", "path": "/usr/lib/x86_64-linux-gnu/libc.so.6"},
    {"build_id": "fb563abe2e17ee1384c7c9e6dd377b30174fb8ce", "path": "/opt/wl/libwork.so"}
  ],
  "problems": []
}
$ perfolio buildid-list --json -k -i fixtures/amd64/buildid-mmap.data
{
  "perfolio": 2,
  "command": "buildid-list",
  "objects": [
    {"build_id": "06f8bde30046985060c60820f7a11515a33afb06", "path": "[kernel.kallsyms]"}
  ],
  "problems": []
}
$ perfolio report --stats --json -i fixtures/hppa/lost.data
{
  "perfolio": 2,
  "command": "report",
  "records": [
    {"type": "MMAP", "count": 2},
    {"type": "LOST", "count": 4},
    {"type": "COMM", "count": 38},
    {"type": "EXIT", "count": 1},
    {"type": "FORK", "count": 35},
    {"type": "SAMPLE", "count": 2031},
    {"type": "MMAP2", "count": 30},
    {"type": "LOST_SAMPLES", "count": 1},
    {"type": "FINISHED_ROUND", "count": 803},
    {"type": "ID_INDEX", "count": 1},
    {"type": "THREAD_MAP", "count": 1},
    {"type": "CPU_MAP", "count": 1},
    {"type": "FINISHED_INIT", "count": 1}
  ],
  "events": [
    {"name": "sched:sched_switch", "samples": 120, "lost": 0},
    {"name": "raw_syscalls:sys_enter", "samples": 1911, "lost": 11840},
    {"name": "dummy:HG", "samples": 0, "lost": 0}
  ],
  "problems": [
    {"key": "lost-events", "count": 11840, "sentence": "events were lost while recording (LOST records)", "first": "at offset 166288"}
  ]
}
$ perfolio report --tasks --json -i fixtures/hppa/user.data
{
  "perfolio": 2,
  "command": "report",
  "tasks": [
    {"pid": 0, "tid": 0, "ppid": null, "comm": "swapper"},
    {"pid": 178, "tid": 178, "ppid": null, "comm": "wl-dyn"},
    {"pid": 178, "tid": 179, "ppid": 178, "comm": "wl-alpha"},
    {"pid": 178, "tid": 180, "ppid": 178, "comm": "wl-beta"}
  ],
  "problems": []
}
$ perfolio report --mmaps --json -i fixtures/hppa/user.data | head -14
{
  "perfolio": 2,
  "command": "report",
  "tasks": [
    {
      "pid": 0,
      "tid": 0,
      "ppid": null,
      "comm": "swapper",
      "maps": []
    },
    {
      "pid": 178,
      "tid": 178,
$ perfolio report --header-only --json -i fixtures/hppa/user.data
{
  "perfolio": 2,
  "command": "report",
  "container": {
    "kind": "file",
    "byte_order": "big",
    "compressed": false,
    "record_bytes": 15640,
    "missing_bytes": 0
  },
  "machine": {
    "host": "hppaguest",
    "arch": "parisc",
    "kernel": "6.1.192-hppatest",
    "perf": "6.1.192",
    "cpu": "PA-RISC 1.1e",
    "cpuid": null,
    "cpus_online": 2,
    "cpus": 2,
    "memory_kib": 512788,
    "command": [
      "/bin/perf",
      "record",
      "-e",
      "cpu-clock:u",
      "-F",
      "250",
      "-o",
      "user.data",
      "--",
      "wl-dyn",
      "1.5"
    ]
  },
  "header": [
    "header version : 1",
    "data offset    : 264",
    "data size      : 15640",
    "feat offset    : 15904",
    "hostname : hppaguest",
    "os release : 6.1.192-hppatest",
    "perf version : 6.1.192",
    "arch : parisc",
    "nrcpus online : 2",
    "nrcpus avail : 2",
    "cpudesc : PA-RISC 1.1e",
    "total memory : 512788 kB",
    "cmdline : /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5 ",
    "event : name = cpu-clock:u, , id = { 24, 25 }, type = 1, size = 128, { sample_period, sample_freq } = 250, sample_type = IP|TID|TIME|PERIOD, read_format = ID|LOST, disabled = 1, inherit = 1, exclude_kernel = 1, exclude_hv = 1, mmap = 1, comm = 1, freq = 1, enable_on_exec = 1, task = 1, sample_id_all = 1, exclude_guest = 1, mmap2 = 1, comm_exec = 1, ksymbol = 1, bpf_event = 1",
    "CPU_TOPOLOGY info available, use -I to display",
    "pmu mappings: software = 1, kprobe = 6, tracepoint = 2",
    "CACHE info available, use -I to display",
    "time of first sample : 111.999692",
    "time of last sample : 113.849466",
    "sample duration :   1849.774 ms",
    "missing features: TRACING_DATA CPUID NUMA_TOPOLOGY BRANCH_STACK GROUP_DESC AUXTRACE STAT MEM_TOPOLOGY CLOCKID DIR_FORMAT BPF_PROG_INFO BPF_BTF COMPRESSED CPU_PMU_CAPS CLOCK_DATA HYBRID_TOPOLOGY "
  ],
  "problems": []
}
$ perfolio dump --json -i fixtures/hppa/group.data | sed -n '2p;/COMM/p;70p;$p'
{"at": "0x318", "time": "0.000000000", "type": "MMAP", "misc": "0x1", "pid": -1, "tid": 0, "start": "0x10150000", "length": "0xffffffffefeaffff", "offset": "0x10150000", "data": false, "path": "[kernel.kallsyms]_text", "sample_id": {"pid": 0, "tid": 0, "time": "0.000000000", "id": 0}}
{"at": "0x450", "time": "0.000000000", "type": "COMM", "misc": "0x0", "pid": 223, "tid": 223, "comm": "perf-exec", "exec": false, "sample_id": {"pid": 0, "tid": 0, "time": "0.000000000", "id": 0}}
{"at": "0x490", "time": "144.941538940", "type": "COMM", "misc": "0x2000", "pid": 223, "tid": 223, "comm": "wl-static", "exec": true, "sample_id": {"pid": 223, "tid": 223, "time": "144.941538940", "id": 112}}
{"problems": []}
