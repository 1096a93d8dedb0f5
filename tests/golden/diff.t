# What changed between captures: rows by what they are called, in perf's order, whatever machine recorded them.
$ perfolio diff --isolated --objects fixtures/hppa/debug -d wl-dyn,libspin.so fixtures/hppa/user.data fixtures/hppa/bidmmap.data
# Event 'cpu-clock:u'
#
# Baseline  Delta Abs  Shared Object  Symbol
# ........  .........  .............  .............
#
    32.83%    -21.54%  libspin.so     [.] dso_inner
    34.04%    -19.32%  wl-dyn         [.] leaf_hot
    14.76%     -8.11%  wl-dyn         [.] leaf_cold
    15.06%     +3.89%  wl-dyn         [.] sorter
     0.90%     -0.50%  libspin.so     [.] dso_spin
     0.60%     -0.20%  wl-dyn         [.] alpha
! perfolio: fixtures/hppa/user.data: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio: fixtures/hppa/bidmmap.data: 236 samples lie in objects that were not found, 47.58% of all (first: 0x10391640 in [kernel.kallsyms])
! perfolio: fixtures/hppa/bidmmap.data has 'cpu-clock' for event 'cpu-clock:u'
$ perfolio diff --isolated --objects fixtures/hppa/debug -d wl-dyn --percentage relative -c delta -p fixtures/hppa/user.data fixtures/hppa/bidmmap.data
# Event 'cpu-clock:u'
#
# Baseline     Base period    Delta          Period  Symbol
# ........  ..............  .......  ..............  .............
#
    23.36%       200000000  +23.17%       376000000  [.] sorter
     0.93%         8000000   +0.06%         8000000  [.] alpha
    22.90%       196000000   -6.56%       132000000  [.] leaf_cold
    52.80%       452000000  -16.67%       292000000  [.] leaf_hot
! perfolio: fixtures/hppa/user.data: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio: fixtures/hppa/bidmmap.data: 236 samples lie in objects that were not found, 47.58% of all (first: 0x10391640 in [kernel.kallsyms])
! perfolio: fixtures/hppa/bidmmap.data has 'cpu-clock' for event 'cpu-clock:u'
$ perfolio diff --isolated --objects fixtures/hppa/debug -d wl-dyn -c ratio -F fixtures/hppa/user.data fixtures/hppa/bidmmap.data
# Event 'cpu-clock:u'
#
# Baseline           Ratio                                                                 Formula  Symbol
# ........  ..............  ......................................................................  .............
#
    15.06%        1.880000                                                   376000000 / 200000000  [.] sorter
     0.60%        1.000000                                                       8000000 / 8000000  [.] alpha
    14.76%        0.673469                                                   132000000 / 196000000  [.] leaf_cold
    34.04%        0.646018                                                   292000000 / 452000000  [.] leaf_hot
! perfolio: fixtures/hppa/user.data: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio: fixtures/hppa/bidmmap.data: 236 samples lie in objects that were not found, 47.58% of all (first: 0x10391640 in [kernel.kallsyms])
! perfolio: fixtures/hppa/bidmmap.data has 'cpu-clock' for event 'cpu-clock:u'
$ perfolio diff --isolated --objects fixtures/hppa/debug -d wl-dyn -c wdiff:1,2 -F -p -t , fixtures/hppa/user.data fixtures/hppa/bidmmap.data
# Event 'cpu-clock:u'
#
# Baseline,Base period,Weighted diff,Formula,Period,Symbol
15.06,200000000,552000000,(376000000 * 2) - (200000000 * 1),376000000,[.] sorter
34.04,452000000,132000000,(292000000 * 2) - (452000000 * 1),292000000,[.] leaf_hot
14.76,196000000,68000000,(132000000 * 2) - (196000000 * 1),132000000,[.] leaf_cold
0.60,8000000,8000000,(8000000 * 2) - (8000000 * 1),8000000,[.] alpha
! perfolio: fixtures/hppa/user.data: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio: fixtures/hppa/bidmmap.data: 236 samples lie in objects that were not found, 47.58% of all (first: 0x10391640 in [kernel.kallsyms])
! perfolio: fixtures/hppa/bidmmap.data has 'cpu-clock' for event 'cpu-clock:u'
$ perfolio diff --isolated -s comm,dso fixtures/s390x/pipe.data fixtures/s390x/zstd.data 2>/dev/null
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Command   Shared Object
# ........  .........  ........  .................
#
    22.88%     -7.86%  workload  libc.so.6
               +4.72%  wl-fib    [kernel.kallsyms]
    17.80%     +4.09%  wl-fib    libc.so.6
     2.54%     +3.04%  wl-fib    workload
    39.83%     +2.66%  workload  [kernel.kallsyms]
     1.69%     +2.17%  workload  ld64.so.1
     5.93%     -0.78%  workload  workload
               +0.43%  wl-lib    libc.so.6
     0.42%     +0.01%  wl-lib    [kernel.kallsyms]
     0.42%     +0.01%  wl-lib    libwork.so
     3.81%             sh        [kernel.kallsyms]
     3.39%             sh        ld64.so.1
     1.27%             sh        dash
$ perfolio diff --isolated -s comm -o 0 -q fixtures/s390x/pipe.data fixtures/s390x/zstd.data 2>/dev/null
    70.34%     -3.82%  workload
    20.34%    +11.85%  wl-fib
     8.47%             sh
     0.85%     +0.44%  wl-lib
$ perfolio diff --isolated -s comm -b -q fixtures/s390x/pipe.data fixtures/s390x/zstd.data 2>/dev/null
    20.34%    +11.85%  wl-fib
    70.34%     -3.82%  workload
     0.85%     +0.44%  wl-lib
$ perfolio diff --isolated -s comm fixtures/s390x/pipe.data fixtures/armhf/pipe.data fixtures/i386/pipe.data 2>/dev/null
# Event 'cpu-clock'
#
# Data files:
#  [0] fixtures/s390x/pipe.data (Baseline)
#  [1] fixtures/armhf/pipe.data
#  [2] fixtures/i386/pipe.data
#
# Baseline/0  Delta Abs/1  Delta Abs/2  Command
# ..........  ...........  ...........  ........
#
      20.34%      +17.73%      +48.97%  wl-fib
      70.34%      -17.55%      -51.82%  workload
       8.47%       -1.88%       -4.77%  sh
       0.85%       +1.69%       +7.62%  wl-lib
$ perfolio diff --isolated -s comm -p -o 2 -c ratio fixtures/s390x/pipe.data fixtures/armhf/pipe.data fixtures/i386/pipe.data 2>/dev/null
# Event 'cpu-clock'
#
# Data files:
#  [0] fixtures/s390x/pipe.data (Baseline)
#  [1] fixtures/armhf/pipe.data
#  [2] fixtures/i386/pipe.data
#
# Baseline/0   Base period/0         Ratio/1        Period/1         Ratio/2        Period/2  Command
# ..........  ..............  ..............  ..............  ..............  ..............  ........
#
       0.85%         8000000        2.500000        20000000        8.000000        64000000  wl-lib
      20.34%       192000000        1.562500       300000000        2.729167       524000000  wl-fib
       8.47%        80000000        0.650000        52000000        0.350000        28000000  sh
      70.34%       664000000        0.626506       416000000        0.210843       140000000  workload
$ perfolio diff --isolated -d workload,libwork.so fixtures/s390x/pipe.data fixtures/armhf/pipe.data
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Shared Object  Symbol
# ........  .........  .............  ......................
#
     8.47%     +4.22%  workload       [.] [unknown]
     0.42%     +1.61%  libwork.so     [.] [unknown]
! perfolio: fixtures/s390x/pipe.data: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
! perfolio: fixtures/armhf/pipe.data: 197 samples lie in objects that were not found, 100.00% of all (first: 0xc0d3a7a4 in [kernel.kallsyms])
$ perfolio diff --isolated -s dso,symbol -v fixtures/hppa/jit.data fixtures/hppa/jit.data 2>/dev/null
# Event 'cpu-clock'
#
# Data files:
#  [0] fixtures/hppa/jit.data (Baseline)
#  [1] fixtures/hppa/jit.data
#
# Baseline  Delta Abs  Shared Object      Symbol
# ........  .........  .................  ..............
#
    55.88%     +0.00%  [JIT]              [.] [unknown]
    25.29%     +0.00%  jit                [.] [unknown]
    16.47%     +0.00%  gone.so            [.] [unknown]
     1.76%     +0.00%  [kernel.kallsyms]  [k] [unknown]
     0.59%     +0.00%  [unknown]          [k] 0x00000238
$ perfolio diff --isolated -q -s comm fixtures/s390x/zstd.data - < fixtures/s390x/pipe.data 2>/dev/null
    32.19%    -11.85%  wl-fib
               +8.47%  sh
    66.52%     +3.82%  workload
     1.29%     -0.44%  wl-lib
$ perfolio pack fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug -o $T/user.folio >/dev/null 2>&1
$ perfolio diff --isolated --objects fixtures/hppa/debug fixtures/hppa/user.data fixtures/hppa/bidmmap.data > $T/captures 2>/dev/null; wc -l < $T/captures
15
$ perfolio diff --isolated --objects fixtures/hppa/debug $T/user.folio fixtures/hppa/bidmmap.data 2>/dev/null | cmp - $T/captures
$ perfolio diff --isolated --threshold 0 $T/user.folio fixtures/hppa/user.data --objects fixtures/hppa/debug 2>/dev/null >/dev/null
$ perfolio pack fixtures/s390x/pipe.data fixtures/s390x/zstd.data --isolated --level min -o $T/both.folio >/dev/null 2>&1
$ cd $T && perfolio diff --isolated -v -s comm both.folio 2>/dev/null
# Event 'cpu-clock'
#
# Data files:
#  [0] pipe.data (Baseline)
#  [1] zstd.data
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
    20.34%    +11.85%  wl-fib
    70.34%     -3.82%  workload
     0.85%     +0.44%  wl-lib
     8.47%             sh
$ cd $T && perfolio diff --isolated --capture 1 -s comm both.folio both.folio 2>/dev/null
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
    70.34%     +0.00%  workload
    20.34%     +0.00%  wl-fib
     8.47%     +0.00%  sh
     0.85%     +0.00%  wl-lib
$ cp fixtures/s390x/pipe.data $T/perf.data.old; cp fixtures/s390x/zstd.data $T/perf.data
$ cd $T && perfolio diff --isolated -v -s comm 2>/dev/null
# Event 'cpu-clock'
#
# Data files:
#  [0] perf.data.old (Baseline)
#  [1] perf.data
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
    20.34%    +11.85%  wl-fib
    70.34%     -3.82%  workload
     0.85%     +0.44%  wl-lib
     8.47%             sh
$ mkdir $T/alone; cp fixtures/i386/pipe.data $T/alone/third.data; cd $T/alone && perfolio diff -i third.data
! perfolio: perf.data.old: cannot open: No such file or directory; if one file is named, it is the baseline for third.data: perfolio diff OLD NEW names both
? 1
$ cd $T/alone && perfolio diff
! perfolio: perf.data.old: cannot open: No such file or directory; if no file is named, it is the baseline for perf.data: perfolio diff OLD NEW names both
? 1
$ cp fixtures/i386/pipe.data $T/third.data; cd $T && perfolio diff --isolated -v -s comm third.data 2>/dev/null
# Event 'cpu-clock'
#
# Data files:
#  [0] perf.data.old (Baseline)
#  [1] third.data
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
    70.34%    -51.82%  workload
    20.34%    +48.97%  wl-fib
     0.85%     +7.62%  wl-lib
     8.47%     -4.77%  sh
$ perfolio diff --isolated -q -s comm --threshold 15 fixtures/s390x/pipe.data fixtures/s390x/zstd.data 2>/dev/null
    20.34%    +11.85%  wl-fib
    70.34%     -3.82%  workload
     0.85%     +0.44%  wl-lib
     8.47%             sh
$ perfolio diff --isolated -q -s comm --threshold 7.5 fixtures/s390x/pipe.data fixtures/s390x/zstd.data
    20.34%    +11.85%  wl-fib
    70.34%     -3.82%  workload
     0.85%     +0.44%  wl-lib
     8.47%             sh
! perfolio: over the threshold: fixtures/s390x/zstd.data: 'cpu-clock': +11.85%  wl-fib
! perfolio: over the threshold: fixtures/s390x/zstd.data: 'cpu-clock': -8.47%  sh
? 2
$ perfolio diff --isolated -s comm fixtures/s390x/multi.data fixtures/s390x/pipe.data
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
   100.00%    -29.66%  workload
              +20.34%  wl-fib
               +8.47%  sh
               +0.85%  wl-lib

# Event 'page-faults'
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
   100.00%             workload

# Event 'context-switches'
#
# Baseline  Delta Abs  Command
# ........  .........  .......
#
! perfolio: fixtures/s390x/pipe.data has no event 'page-faults'
$ perfolio diff --isolated -s comm -q fixtures/s390x/pipe.data fixtures/s390x/multi.data
    70.34%    +29.66%  workload
    20.34%             wl-fib
     8.47%             sh
     0.85%             wl-lib
! perfolio: fixtures/s390x/multi.data has event 'page-faults', which fixtures/s390x/pipe.data does not have: it is not shown
$ perfolio diff --isolated -s comm fixtures/hppa/lost.data fixtures/hppa/pipetp.data
# Event 'sched:sched_switch'
#
# Baseline  Delta Abs  Command
# ........  .........  ...............
#
              +13.57%  wl-dyn
    35.83%    -12.98%  perf
    43.33%     -9.05%  rcu_sched
     5.00%     +4.29%  perf-exec
               +3.57%  wl-beta
               +2.86%  wl-alpha
     4.17%     -2.74%  ksoftirqd/0
     3.33%     +2.38%  swapper
               +1.43%  :-1
               +0.71%  kworker/0:1-eve
               +0.71%  kworker/1:1-mm_
               +0.71%  migration/1
     0.83%     +0.60%  ksoftirqd/1
     0.83%     -0.12%  kpowerswd
     0.83%     -0.12%  migration/0
     2.50%             sh
     1.67%             dd
     0.83%             kworker/0:1-mm_
     0.83%             kworker/1:1-eve

# Event 'raw_syscalls:sys_enter'
#
# Baseline  Delta Abs  Command
# ........  .........  .........
#
               +7.48%  wl-alpha
               +3.15%  wl-dyn
               +0.73%  wl-beta
    88.91%     -0.38%  perf
     0.10%     +0.01%  perf-exec
     9.47%             dd
     1.52%             sh

# Event 'dummy:HG'
#
# Baseline  Delta Abs  Command
# ........  .........  .......
#
! perfolio: fixtures/hppa/lost.data: 11840 events were lost while recording (LOST records) (first: at offset 166288)
! perfolio: fixtures/hppa/pipetp.data has event 'cpu-clock', which fixtures/hppa/lost.data does not have: it is not shown
$ perfolio diff --isolated -s comm --time 0%-50%:50%-100% fixtures/s390x/pipe.data fixtures/s390x/pipe.data 2>/dev/null
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Command
# ........  .........  ........
#
    50.71%    +48.24%  workload
    13.57%    -12.53%  sh
    34.29%             wl-fib
     1.43%             wl-lib
$ perfolio diff --isolated -s comm --time 1,2 fixtures/s390x/pipe.data fixtures/s390x/zstd.data
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Command
# ........  .........  .......
#
! perfolio: fixtures/s390x/pipe.data has no samples that pass --time and --cpu
! perfolio: fixtures/s390x/zstd.data has no samples that pass --time and --cpu
$ perfolio diff --isolated --json --threshold 10 -s comm,dso --comms wl-lib fixtures/s390x/multi.data fixtures/s390x/zstd.data
{
  "perfolio": 2,
  "command": "diff",
  "compute": "delta-abs",
  "threshold": {
    "percent": 10.000000,
    "over": 0
  },
  "files": [
    {
      "file": "fixtures/s390x/multi.data",
      "only_here": [],
      "problems": [
        {"key": "no-object", "count": 154, "sentence": "samples lie in objects that were not found", "first": "0x19828 in /usr/lib/s390x-linux-gnu/ld64.so.1"}
      ]
    },
    {
      "file": "fixtures/s390x/zstd.data",
      "only_here": [],
      "problems": [
        {"key": "no-object", "count": 233, "sentence": "samples lie in objects that were not found", "first": "0x150b90 in [kernel.kallsyms]"}
      ]
    }
  ],
  "events": [
    {
      "event": "cpu-clock",
      "totals": [
        {
          "name": "cpu-clock",
          "samples": 141,
          "period": 604385235,
          "hidden_samples": 141,
          "hidden_period": 604385235
        },
        {
          "name": "cpu-clock",
          "samples": 233,
          "period": 932000000,
          "hidden_samples": 230,
          "hidden_period": 920000000
        }
      ],
      "rows": [
        {"comm": "wl-lib", "dso": "[kernel.kallsyms]", "baseline": {"percent": 0.00, "samples": 0, "period": 0}, "others": [{"percent": 0.43, "samples": 1, "delta": 0.43, "ratio": null, "period": 4000000}]},
        {"comm": "wl-lib", "dso": "libc.so.6", "baseline": {"percent": 0.00, "samples": 0, "period": 0}, "others": [{"percent": 0.43, "samples": 1, "delta": 0.43, "ratio": null, "period": 4000000}]},
        {"comm": "wl-lib", "dso": "libwork.so", "baseline": {"percent": 0.00, "samples": 0, "period": 0}, "others": [{"percent": 0.43, "samples": 1, "delta": 0.43, "ratio": null, "period": 4000000}]}
      ]
    },
    {
      "event": "page-faults",
      "totals": [
        {
          "name": "page-faults",
          "samples": 13,
          "period": 67,
          "hidden_samples": 13,
          "hidden_period": 67
        },
        null
      ],
      "rows": []
    },
    {
      "event": "context-switches",
      "totals": [
        {
          "name": "context-switches",
          "samples": 0,
          "period": 0,
          "hidden_samples": 0,
          "hidden_period": 0
        },
        null
      ],
      "rows": []
    }
  ]
}
! perfolio diff: --threshold: cannot compare: fixtures/s390x/multi.data has no samples of these events that pass the filters
? 1
$ perfolio diff --isolated --json --objects fixtures/hppa/debug -c wdiff:1,2 -S leaf_hot,dso_inner fixtures/hppa/user.data fixtures/hppa/bidmmap.data fixtures/hppa/jit.data
{
  "perfolio": 2,
  "command": "diff",
  "compute": "wdiff",
  "threshold": null,
  "files": [
    {
      "file": "fixtures/hppa/user.data",
      "only_here": [],
      "problems": [
        {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
      ]
    },
    {
      "file": "fixtures/hppa/bidmmap.data",
      "only_here": [],
      "problems": [
        {"key": "no-object", "count": 236, "sentence": "samples lie in objects that were not found", "first": "0x10391640 in [kernel.kallsyms]"}
      ]
    },
    {
      "file": "fixtures/hppa/jit.data",
      "only_here": [],
      "problems": [
        {"key": "no-object", "count": 169, "sentence": "samples lie in objects that were not found", "first": "0x10157b24 in [kernel.kallsyms]"},
        {"key": "no-map", "count": 1, "sentence": "sample lies outside of every mapping", "first": "0x238 of process 67, thread 67"}
      ]
    }
  ],
  "events": [
    {
      "event": "cpu-clock:u",
      "totals": [
        {
          "name": "cpu-clock:u",
          "samples": 332,
          "period": 1328000000,
          "hidden_samples": 110,
          "hidden_period": 440000000
        },
        {
          "name": "cpu-clock",
          "samples": 496,
          "period": 1984000000,
          "hidden_samples": 367,
          "hidden_period": 1468000000
        },
        {
          "name": "cpu-clock",
          "samples": 170,
          "period": 680000000,
          "hidden_samples": 170,
          "hidden_period": 680000000
        }
      ],
      "rows": [
        {"dso": "wl-dyn", "symbol": {"name": "leaf_hot", "address": null, "level": "."}, "baseline": {"percent": 34.04, "samples": 113, "period": 452000000}, "others": [{"percent": 14.72, "samples": 73, "delta": -19.32, "ratio": 0.646018, "wdiff": 132000000, "period": 292000000}, {"percent": 0.00, "samples": 0, "delta": -34.04, "ratio": 0.000000, "wdiff": -452000000, "period": 0}]},
        {"dso": "libspin.so", "symbol": {"name": "dso_inner", "address": null, "level": "."}, "baseline": {"percent": 32.83, "samples": 109, "period": 436000000}, "others": [{"percent": 11.29, "samples": 56, "delta": -21.54, "ratio": 0.513761, "wdiff": 12000000, "period": 224000000}, {"percent": 0.00, "samples": 0, "delta": -32.83, "ratio": 0.000000, "wdiff": -436000000, "period": 0}]}
      ]
    }
  ]
}
$ perfolio diff --isolated fixtures/amd64/stat.data fixtures/amd64/stat.data
# Event 'task-clock'
#
# Baseline  Delta Abs  Shared Object  Symbol
# ........  .........  .............  ......
#

# Event 'context-switches'
#
# Baseline  Delta Abs  Shared Object  Symbol
# ........  .........  .............  ......
#

# Event 'cpu-migrations'
#
# Baseline  Delta Abs  Shared Object  Symbol
# ........  .........  .............  ......
#

# Event 'page-faults'
#
# Baseline  Delta Abs  Shared Object  Symbol
# ........  .........  .............  ......
#
! perfolio: fixtures/amd64/stat.data has no samples, only counts of perf stat: perfolio stat report -i fixtures/amd64/stat.data shows them
! perfolio: fixtures/amd64/stat.data has no samples, only counts of perf stat: perfolio stat report -i fixtures/amd64/stat.data shows them
$ perfolio diff fixtures/s390x/pipe.data fixtures/bad/empty.data
! perfolio: fixtures/bad/empty.data: it is empty
? 1
$ perfolio diff fixtures/s390x/pipe.data fixtures/none.data
! perfolio: fixtures/none.data: cannot open: No such file or directory
? 1
$ perfolio diff -o 2 fixtures/s390x/pipe.data fixtures/s390x/pipe.data
! perfolio diff: --order: there is no file 2, but [0] to [1]
? 1
$ perfolio diff -c cycles; perfolio diff -c sum; perfolio diff -c wdiff:1; perfolio diff -c ratio:2
! perfolio diff: --compute cycles: only perf has it; diff of Perfolio does not disassemble
! perfolio diff: --compute: 'sum' is not one of delta delta-abs ratio wdiff:W1,W2
! perfolio diff: --compute: wdiff takes two weights other than 0: wdiff:1,2
! perfolio diff: --compute: ratio takes no weights
? 1
$ perfolio diff -s symbol_from; perfolio diff -s overhead; perfolio diff -s ,
! perfolio diff: --sort: captures cannot be compared by key 'symbol_from': there are pid tid tgid comm comm_nodigit dso symbol cpu socket srcline srcfile symbol_size dso_size time cgroup cgroup_id local_weight local_ins_lat local_p_stage_cyc local_retire_lat
! perfolio diff: --sort: captures cannot be compared by key 'overhead': there are pid tid tgid comm comm_nodigit dso symbol cpu socket srcline srcfile symbol_size dso_size time cgroup cgroup_id local_weight local_ins_lat local_p_stage_cyc local_retire_lat
! perfolio diff: --sort: no key is named
? 1
$ perfolio diff --threshold 5%; perfolio diff --percentage all; perfolio diff --stream; perfolio diff -D
! perfolio diff: --threshold: '5%' is not a number of percentage points
! perfolio diff: --percentage: 'all' is neither relative nor absolute
! perfolio diff: --stream: perf has it, Perfolio does not
! perfolio diff: --dump-raw-trace (-D): perf has it, Perfolio does not: perfolio dump prints every record
? 1
$ perfolio diff --isolated --time 0%-50%: fixtures/s390x/pipe.data fixtures/s390x/pipe.data
! perfolio diff: --time: '0%-50%:' has no range for file 1
? 1
$ perfolio diff -q -s comm --isolated --threshold 11.9 fixtures/s390x/pipe.data fixtures/s390x/zstd.data >/dev/null; perfolio diff -b -q -s comm --isolated --threshold 8.5 fixtures/s390x/zstd.data fixtures/s390x/zstd.data fixtures/s390x/pipe.data > /dev/null
! perfolio: over the threshold: fixtures/s390x/pipe.data: 'cpu-clock': -11.85%  wl-fib
? 2
$ perfolio diff --json -s comm --isolated --threshold 5 fixtures/s390x/pipe.data fixtures/s390x/zstd.data | grep over
    "over": 2
$ perfolio diff -q --threshold 1 -d nosuch --isolated fixtures/s390x/pipe.data fixtures/s390x/zstd.data 2>&1 | grep threshold; perfolio diff --threshold 1 -C nosuch --json --isolated fixtures/s390x/pipe.data fixtures/s390x/zstd.data >/dev/null
perfolio diff: --threshold: cannot compare: fixtures/s390x/pipe.data has no samples of these events that pass the filters
! perfolio diff: --threshold: cannot compare: fixtures/s390x/pipe.data has no samples of these events that pass the filters
? 1
$ perfolio diff --isolated -s comm fixtures/amd64/no-samples.data fixtures/amd64/fp.data 2>&1 | tail -n +6
              +74.32%  wl-fib
              +22.37%  workload
               +3.31%  wl-lib
perfolio: fixtures/amd64/no-samples.data has no samples
$ perfolio diff --isolated -s comm fixtures/hppa/user.data fixtures/amd64/sched.data 2>&1 >/dev/null
perfolio: fixtures/amd64/sched.data has no event 'cpu-clock:u'
perfolio: fixtures/amd64/sched.data has events 'sched:sched_switch', 'sched:sched_stat_runtime', 'sched:sched_process_fork', 'sched:sched_wakeup_new', 'sched:sched_migrate_task', 'sched:sched_waking', which fixtures/hppa/user.data does not have: they are not shown
$ perfolio diff --merge lib_leaf --drop nosuch -s sym,dso --dsos libwork.so fixtures/amd64/fp.data fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>&1 | grep -v 'lie in objects'
# Event 'cpu-clock'
#
# Baseline  Delta Abs  Symbol
# ........  .........  ..............
#
     1.56%     +0.00%  [.] lib_odd
     1.43%     +0.00%  [.] lib_even
     0.26%     +0.00%  [.] work_entry
perfolio: fixtures/amd64/fp.data: 1 option that changes stacks names a function or object that no stack has (first: --drop=nosuch)
perfolio: fixtures/amd64/fp.data: 1 option that changes stacks names a function or object that no stack has (first: --drop=nosuch)
$ perfolio diff --focus worker_lib -s sym --json fixtures/amd64/fp.data fixtures/amd64/pipe-fp.data --isolated --objects fixtures/amd64/debug | grep -e period -e idle
          "period": 1934755110,
          "hidden_period": 1872019860
          "period": 1070707060,
          "hidden_period": 1050505040
        {"symbol": {"name": "lib_leaf", "address": null, "level": "."}, "baseline": {"percent": 2.66, "samples": 41, "period": 51442905}, "others": [{"percent": 0.94, "samples": 1, "delta": -1.72, "ratio": 0.196354, "period": 10101010}]},
        {"symbol": {"name": "lib_even", "address": null, "level": "."}, "baseline": {"percent": 0.32, "samples": 5, "period": 6273525}, "others": [{"percent": 0.94, "samples": 1, "delta": 0.62, "ratio": 1.610101, "period": 10101010}]},
        {"symbol": {"name": "lib_odd", "address": null, "level": "."}, "baseline": {"percent": 0.26, "samples": 4, "period": 5018820}, "others": [{"percent": 0.00, "samples": 0, "delta": -0.26, "ratio": 0.000000, "period": 0}]}
$ perfolio diff --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --isolated --collapse-recursion --merge=nosuch 2>&1 | grep -e 'perfolio annotate' -e idle -e nosuch
# to see the instructions of the function that grew most: perfolio annotate added --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --isolated --collapse-recursion --merge=nosuch
