# The rows of a report as JSON: one table per event, names and addresses apart, problems in the document.
$ perfolio report --json --isolated --objects fixtures/hppa/debug -i fixtures/hppa/user.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock:u",
      "samples": 332,
      "period": 1328000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 34.04, "samples": 113, "period": 452000000, "comm": "wl-alpha", "dso": "wl-dyn", "symbol": {"name": "leaf_hot", "address": null, "level": "."}},
        {"percent": 32.83, "samples": 109, "period": 436000000, "comm": "wl-alpha", "dso": "libspin.so", "symbol": {"name": "dso_inner", "address": null, "level": "."}},
        {"percent": 15.06, "samples": 50, "period": 200000000, "comm": "wl-beta", "dso": "wl-dyn", "symbol": {"name": "sorter", "address": null, "level": "."}},
        {"percent": 14.76, "samples": 49, "period": 196000000, "comm": "wl-alpha", "dso": "wl-dyn", "symbol": {"name": "leaf_cold", "address": null, "level": "."}},
        {"percent": 0.90, "samples": 3, "period": 12000000, "comm": "wl-alpha", "dso": "libspin.so", "symbol": {"name": "dso_spin", "address": null, "level": "."}},
        {"percent": 0.60, "samples": 2, "period": 8000000, "comm": "wl-alpha", "dso": "wl-dyn", "symbol": {"name": "alpha", "address": null, "level": "."}},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "ld.so.1", "symbol": {"name": null, "address": "0x7098", "level": "."}},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "ld.so.1", "symbol": {"name": null, "address": "0x22d60", "level": "."}},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": {"name": null, "address": "0x4f748", "level": "."}},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": {"name": null, "address": "0x8e380", "level": "."}},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": {"name": null, "address": "0x10dcd0", "level": "."}},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": {"name": null, "address": "0x1808e8", "level": "."}}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
$ perfolio report --json --isolated --sort tid --percent-limit 40 -i fixtures/hppa/group.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 27,
      "period": 144974036,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 27, "period": 144974036, "tid": {"tid": 223, "comm": "wl-static"}}
      ]
    },
    {
      "event": "page-faults",
      "samples": 20,
      "period": 40,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 20, "period": 40, "tid": {"tid": 223, "comm": "wl-static"}}
      ]
    },
    {
      "event": "context-switches",
      "samples": 5,
      "period": 6,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 5, "period": 6, "tid": {"tid": 223, "comm": "wl-static"}}
      ]
    }
  ],
  "problems": []
}
$ perfolio report --json --isolated --sort dso --comms dd --percent-limit 1 -i fixtures/hppa/lost.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 11840,
  "events": [
    {
      "event": "sched:sched_switch",
      "samples": 120,
      "period": 120,
      "hidden_samples": 118,
      "hidden_period": 118,
      "rows": [
        {"percent": 1.67, "samples": 2, "period": 2, "dso": null}
      ]
    },
    {
      "event": "raw_syscalls:sys_enter",
      "samples": 1911,
      "period": 1911,
      "hidden_samples": 1730,
      "hidden_period": 1730,
      "rows": [
        {"percent": 9.47, "samples": 181, "period": 181, "dso": null}
      ]
    },
    {
      "event": "dummy:HG",
      "samples": 0,
      "period": 0,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": []
    }
  ],
  "problems": [
    {"key": "lost-events", "count": 11840, "sentence": "events were lost while recording (LOST records)", "first": "at offset 166288"},
    {"key": "no-map", "count": 2031, "sentence": "samples lie outside of every mapping", "first": "0x0 of process 548, thread 548"}
  ]
}
$ perfolio report --json --isolated --no-children -g caller,10 --sort comm,sym --percent-limit 12 -i fixtures/armhf/dwarf.folio
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 32,
      "period": 405063264,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {
          "percent": 12.50,
          "samples": 4,
          "period": 50632908,
          "comm": "wl-fib",
          "symbol": {"name": null, "address": "0x3011a", "level": "."},
          "stacks": []
        },
        {
          "percent": 12.50,
          "samples": 4,
          "period": 50632908,
          "comm": "workload",
          "symbol": {"name": null, "address": "0x1e656", "level": "."},
          "stacks": []
        }
      ]
    }
  ],
  "problems": [
    {"key": "no-symbol", "count": 12, "sentence": "samples lie in objects that have no symbol at their address", "first": "0x1e656 in /usr/lib/arm-linux-gnueabihf/libc.so.6"}
  ]
}
$ # a function whose name reads like an address of this machine has that name
$ cp -r fixtures/hppa/debug $T/debug; perl -pi -e 's/leaf_hot/deadbeef/g' $(find $T/debug -name elf); perfolio report --json --isolated --objects $T/debug --sort sym --percent-limit 30 -i fixtures/hppa/user.data | grep '"percent"'; perfolio report --csv --isolated --objects $T/debug --sort sym --percent-limit 30 -i fixtures/hppa/user.data | tr -d '\r'; perfolio diff --json --isolated --objects $T/debug -s sym -S deadbeef fixtures/hppa/user.data fixtures/hppa/user.data | grep deadbeef
        {"percent": 34.04, "samples": 113, "period": 452000000, "symbol": {"name": "deadbeef", "address": null, "level": "."}},
        {"percent": 32.83, "samples": 109, "period": 436000000, "symbol": {"name": "dso_inner", "address": null, "level": "."}}
event,percent,samples,period,symbol
cpu-clock:u,34.04,113,452000000,[.] deadbeef
cpu-clock:u,32.83,109,436000000,[.] dso_inner
        {"symbol": {"name": "deadbeef", "address": null, "level": "."}, "baseline": {"percent": 34.04, "samples": 113, "period": 452000000}, "others": [{"percent": 34.04, "samples": 113, "delta": 0.00, "ratio": 1.000000, "period": 452000000}]}
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ # every key has its type
$ perfolio report --json --isolated --objects fixtures/hppa/debug --sort pid,tid,srcline,srcfile,cgroup_id,parent --percent-limit 30 -i fixtures/hppa/user.data | grep '"percent"'; perfolio report --json --isolated --sort cpu,socket,time,cgroup_id,parallelism --percent-limit 4 -i fixtures/hppa/sideband.data | grep '"percent"'
        {"percent": 32.83, "samples": 109, "period": 436000000, "pid": {"tid": 179, "comm": "wl-alpha"}, "tid": {"tid": 179, "comm": "wl-alpha"}, "srcline": {"file": "dso.c", "line": 2}, "srcfile": "dso.c", "cgroup_id": null, "parent": null}
        {"percent": 6.67, "samples": 25, "period": 100000000, "cpu": 0, "socket": 0, "time": "357.600000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 6.67, "samples": 25, "period": 100000000, "cpu": 1, "socket": 1, "time": "357.600000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 6.40, "samples": 24, "period": 96000000, "cpu": 0, "socket": 0, "time": "357.500000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 6.40, "samples": 24, "period": 96000000, "cpu": 1, "socket": 1, "time": "357.500000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 6.13, "samples": 23, "period": 92000000, "cpu": 1, "socket": 1, "time": "357.700000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 5.87, "samples": 22, "period": 88000000, "cpu": 0, "socket": 0, "time": "357.400000000", "cgroup_id": "4/0xeffffffb", "parallelism": 1},
        {"percent": 5.87, "samples": 22, "period": 88000000, "cpu": 0, "socket": 0, "time": "357.700000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 5.07, "samples": 19, "period": 76000000, "cpu": 1, "socket": 1, "time": "357.400000000", "cgroup_id": null, "parallelism": 1},
        {"percent": 4.27, "samples": 16, "period": 64000000, "cpu": 0, "socket": 0, "time": "357.900000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 4.27, "samples": 16, "period": 64000000, "cpu": 1, "socket": 1, "time": "357.800000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 4.27, "samples": 16, "period": 64000000, "cpu": 1, "socket": 1, "time": "357.900000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2},
        {"percent": 4.00, "samples": 15, "period": 60000000, "cpu": 0, "socket": 0, "time": "357.800000000", "cgroup_id": "4/0xeffffffb", "parallelism": 2}
$ perfolio report --json --isolated --sort next_comm,next_pid,prev_state,id --percent-limit 30 -i fixtures/hppa/lost.data | grep '"percent"'
        {"percent": 35.83, "samples": 43, "period": 43, "fields": {"next_comm": "rcu_sched", "next_pid": 11, "prev_state": 256}},
        {"percent": 31.67, "samples": 38, "period": 38, "fields": {"next_comm": "perf", "next_pid": 548, "prev_state": 128}}
        {"percent": 92.41, "samples": 1766, "period": 1766, "fields": {"id": 4}}
$ perfolio report --json --isolated -s tid,time,cgroup_id -i fixtures/armhf/pipe.data --percent-limit 2 | grep '"percent"' | cut -c1-200; perfolio diff --json --isolated --objects fixtures/hppa/debug -s tid,time,srcline --percentage relative -d wl-dyn --time 20%-30% fixtures/hppa/user.data fixtures/hppa/user.data | grep '"tid"' | cut -c1-190
        {"percent": 12.69, "samples": 25, "period": 100000000, "tid": {"tid": 169, "comm": "workload"}, "time": "32.900000000", "cgroup_id": null},
        {"percent": 12.69, "samples": 25, "period": 100000000, "tid": {"tid": 169, "comm": "workload"}, "time": "33.100000000", "cgroup_id": null},
        {"percent": 12.18, "samples": 24, "period": 96000000, "tid": {"tid": 170, "comm": "wl-fib"}, "time": "33.100000000", "cgroup_id": null},
        {"percent": 12.18, "samples": 24, "period": 96000000, "tid": {"tid": 170, "comm": "wl-fib"}, "time": "33.200000000", "cgroup_id": null},
        {"percent": 11.68, "samples": 23, "period": 92000000, "tid": {"tid": 169, "comm": "workload"}, "time": "33.000000000", "cgroup_id": null},
        {"percent": 11.17, "samples": 22, "period": 88000000, "tid": {"tid": 169, "comm": "workload"}, "time": "33.200000000", "cgroup_id": null},
        {"percent": 10.15, "samples": 20, "period": 80000000, "tid": {"tid": 170, "comm": "wl-fib"}, "time": "33.000000000", "cgroup_id": null},
        {"percent": 5.08, "samples": 10, "period": 40000000, "tid": {"tid": 167, "comm": "sh"}, "time": "32.800000000", "cgroup_id": null},
        {"percent": 3.55, "samples": 7, "period": 28000000, "tid": {"tid": 169, "comm": "workload"}, "time": "33.300000000", "cgroup_id": null},
        {"percent": 2.54, "samples": 5, "period": 20000000, "tid": {"tid": 170, "comm": "wl-fib"}, "time": "32.900000000", "cgroup_id": null},
        {"percent": 2.54, "samples": 5, "period": 20000000, "tid": {"tid": 171, "comm": "wl-lib"}, "time": "32.900000000", "cgroup_id": null}
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.400000000", "srcline": {"file": "workload.c", "line": 15}, "baseline": {"percent": 18.52, "samples": 5, "period": 20000000}, "o
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.500000000", "srcline": {"file": "workload.c", "line": 15}, "baseline": {"percent": 14.81, "samples": 4, "period": 16000000}, "o
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.500000000", "srcline": {"file": "workload.c", "line": 23}, "baseline": {"percent": 14.81, "samples": 4, "period": 16000000}, "o
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.500000000", "srcline": {"file": "workload.c", "line": 28}, "baseline": {"percent": 14.81, "samples": 4, "period": 16000000}, "o
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.400000000", "srcline": {"file": "workload.c", "line": 28}, "baseline": {"percent": 11.11, "samples": 3, "period": 12000000}, "o
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.300000000", "srcline": {"file": "workload.c", "line": 23}, "baseline": {"percent": 7.41, "samples": 2, "period": 8000000}, "oth
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.400000000", "srcline": {"file": "workload.c", "line": 23}, "baseline": {"percent": 7.41, "samples": 2, "period": 8000000}, "oth
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.300000000", "srcline": {"file": "workload.c", "line": 15}, "baseline": {"percent": 3.70, "samples": 1, "period": 4000000}, "oth
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.300000000", "srcline": {"file": "workload.c", "line": 28}, "baseline": {"percent": 3.70, "samples": 1, "period": 4000000}, "oth
        {"tid": {"tid": 179, "comm": "wl-alpha"}, "time": "112.400000000", "srcline": {"file": "workload.c", "line": 60}, "baseline": {"percent": 3.70, "samples": 1, "period": 4000000}, "oth
$ perfolio report --json --isolated --no-children -g none --sort comm,parent --percent-limit 3 -i fixtures/amd64/fp.data --objects fixtures/amd64/debug -p '^worker_fib' | grep '"percent"'
        {"percent": 63.49, "samples": 979, "period": 1228356195, "comm": "wl-fib", "parent": null},
        {"percent": 22.37, "samples": 345, "period": 432873225, "comm": "workload", "parent": null},
        {"percent": 10.83, "samples": 167, "period": 209535735, "comm": "wl-fib", "parent": "worker_fib"},
        {"percent": 3.31, "samples": 51, "period": 63989955, "comm": "wl-lib", "parent": null}
$ perfolio report -q -T --json --isolated -i fixtures/bad/reads-alike.data | sed -n '/"threads"/,/^  ]/p'
  "threads": [
    {
      "pid": 1,
      "tid": 1,
      "counts": [
        {"event": "cpu-clock:HG", "count": 5},
        {"event": "cpu-clock:HG", "count": 7}
      ]
    },
    {
      "pid": 1,
      "tid": 2,
      "counts": [
        {"event": "cpu-clock:HG", "count": 9}
      ]
    }
  ],
$ for f in --json --stdio; do perfolio report -q -T $f --isolated -i fixtures/hppa/user.data 2>&1 | grep -iE "threads|counts|^# *PID"; done
  "threads": [],
perfolio: fixtures/hppa/user.data: no thread's counts were recorded (perf record -s)
