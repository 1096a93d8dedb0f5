# What is changed in call stacks before samples are counted: functions focused on, merged, dropped.
$ perfolio report --no-children -s sym --focus worker_fib -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     9.66%  [.] fib
     0.65%  [.] sort_some
     0.39%  [.] 0x0000000000152c20
     0.06%  [k] 0xffffffffba04f129
     0.06%  [.] 0x000000000003fd80


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -s sym --focus sort_some --percent-limit 0.5 -q -g caller -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     1.10%     0.65%  [.] sort_some


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -s sym --callers-of fib --collapse-recursion --percent-limit 5 -q -g callee -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     9.73%     0.00%  [.] 0x00007fc3cf7cf1f5
     9.73%     0.00%  [.] worker_fib
            |
            ---0x7fc3cf7cf1f5

     9.73%     9.73%  [.] fib
            |
            ---worker_fib
               0x7fc3cf7cf1f5



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children -s comm --drop fib -n -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    64.59%           996  wl-fib
    22.37%           345  workload
     3.31%            51  wl-lib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children -s comm --drop fib --percentage relative -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    71.55%  wl-fib
    24.78%  workload
     3.66%  wl-lib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children -s dso,sym --merge cmp_u32 --merge fib --percent-limit 4 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    14.07%  libc.so.6             [.] 0x000000000003fbf4
     9.66%  workload              [.] worker_fib
     9.53%  workload              [.] hot_loop
     4.60%  libc.so.6             [.] 0x0000000000026290


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children -s dso,sym --hide-object libc.so.6 --hide-object [kernel.kallsyms] --percent-limit 1 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.18%  workload              [.] cmp_u32
     9.73%  workload              [.] fib
     9.66%  workload              [.] hot_loop
     8.30%  workload              [.] main
     3.05%  [unknown]             [k] 0x6f72702f0078006c
     2.66%  libwork.so            [.] lib_leaf
     1.10%  workload              [.] sort_some


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -s srcline,sym --children --hide-object libc.so.6 --collapse-recursion=fib --percent-limit 3 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.18%    22.11%  workload.c:59                        [.] cmp_u32
     9.73%     0.00%  workload.c:88                        [.] worker_fib
     9.21%     0.00%  [kernel.kallsyms][ffffffffba200126]  [k] 0xffffffffba200126
     8.37%     2.27%  workload.c:124                       [.] main
     7.52%     7.46%  workload.c:35                        [.] hot_loop
     6.87%     0.13%  [kernel.kallsyms][ffffffffba038bdd]  [k] 0xffffffffba038bdd
     4.99%     4.93%  workload.c:52                        [.] fib
     3.24%     3.24%  workload.c:53                        [.] fib
     3.24%     0.00%  libwork.c:44                         [.] work_entry
     3.24%     0.00%  workload.c:99                        [.] worker_lib
     3.05%     0.00%  ??:0                                 [k] 0x6f72702f0078006c


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --invert -s sym --focus worker_lib --percent-limit 1 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     2.66%  [.] lib_leaf
            |          
            |--1.30%--lib_odd
            |          lib_even
            |          |          
            |           --1.04%--lib_odd
            |                     lib_even
            |          
             --1.10%--lib_even



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children -s sym --merge worker_lib --focus worker_lib -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: fixtures/amd64/fp.data has no samples that pass the filters
$ perfolio report --no-children -s sym --focus worker_lib --merge worker_lib -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     2.66%  [.] lib_leaf
     0.32%  [.] lib_even
     0.26%  [.] lib_odd


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --drop main --stats -i fixtures/amd64/fp.data --isolated

Aggregated stats:
           TOTAL events:       1577
            MMAP events:         14  ( 0.9%)
            COMM events:          4  ( 0.3%)
            EXIT events:          3  ( 0.2%)
            FORK events:          2  ( 0.1%)
          SAMPLE events:       1542  (97.8%)
           MMAP2 events:          5  ( 0.3%)
  FINISHED_ROUND events:          1  ( 0.1%)
        ID_INDEX events:          1  ( 0.1%)
      THREAD_MAP events:          1  ( 0.1%)
         CPU_MAP events:          1  ( 0.1%)
    EVENT_UPDATE events:          2  ( 0.1%)
   FINISHED_INIT events:          1  ( 0.1%)
cpu-clock stats:
          SAMPLE events:       1542
$ perfolio report -s sym --drop sorter -q -i fixtures/hppa/user.data --objects fixtures/hppa/debug --percent-limit 5
    34.04%  [.] leaf_hot
    32.83%  [.] dso_inner
    14.76%  [.] leaf_cold


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; ln -s branches/le-file-64-attr128.data $T/branches.data
$ perfolio report --focus main -i $T/branches.data --isolated --objects fixtures/amd64/debug 2>&1 | sed "s,/.*/,,"
perfolio: branches.data: --focus, --drop, --merge...: rows are branches, which have no call stacks (--no-branch-stack makes them samples)
$ perfolio report --focus= -i fixtures/amd64/fp.data --isolated
! perfolio report: --focus: '' is not a name
? 1
$ perfolio export folded --focus sort_some --collapse-recursion -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
wl-fib;sort_some 12547050
wl-fib;sort_some;[libc.so.6] 8782935
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio export folded --focus worker_lib --merge lib_odd --invert -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
wl-lib;lib_even;lib_even;lib_even;lib_even;lib_even;work_entry;worker_lib 5018820
wl-lib;lib_even;lib_even;lib_even;work_entry;worker_lib 5018820
wl-lib;lib_even;work_entry;worker_lib 1254705
wl-lib;lib_leaf;lib_even;lib_even;lib_even;lib_even;lib_even;work_entry;worker_lib 6273525
wl-lib;lib_leaf;lib_even;lib_even;lib_even;lib_even;work_entry;worker_lib 8782935
wl-lib;lib_leaf;lib_even;lib_even;lib_even;work_entry;worker_lib 16311165
wl-lib;lib_leaf;lib_even;lib_even;work_entry;worker_lib 7528230
wl-lib;lib_leaf;lib_even;work_entry;worker_lib 7528230
wl-lib;lib_leaf;work_entry;worker_lib 5018820
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -q -s comm -g none --no-children --merge nosuchfn --drop fib --hide-object nosuch.so --collapse-recursion=nosuchfn --collapse-recursion -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>&1 | grep -e --
perfolio: 3 options that change stacks name functions or objects that no stack has (first: --merge=nosuchfn)
$ perfolio report -q -s sym --focus nosuchfn -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>&1 | tail -2
perfolio: 1 option that changes stacks names a function or object that no stack has (first: --focus=nosuchfn)
perfolio: fixtures/amd64/fp.data has no samples that pass the filters
$ perfolio export folded --merge nosuchfn --focus fib -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>&1 >/dev/null | grep -e --
perfolio: 1 option that changes stacks names a function or object that no stack has (first: --merge=nosuchfn)
$ perfolio report --sandwich lib_odd --collapse-recursion --merge lib_even -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
# Callers of 'lib_odd'
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
# Overhead  Symbol       Shared Object
# ........  ...........  .............
#
     2.79%  [.] lib_odd  libwork.so
            |          
            |--2.27%--lib_odd
            |          |          
            |           --1.82%--lib_odd
            |                     |          
            |                     |--0.91%--work_entry
            |                     |          worker_lib
            |                     |          0x7fc3cf7cf1f5
            |                     |          
            |                      --0.91%--lib_odd
            |                                |          
            |                                 --0.84%--work_entry
            |                                           worker_lib
            |                                           0x7fc3cf7cf1f5
            |          
             --0.52%--work_entry
                       worker_lib
                       0x7fc3cf7cf1f5



# Callees of 'lib_odd'
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
# Children      Self  Symbol       Shared Object
# ........  ........  ...........  .............
#
     2.79%     0.52%  [.] lib_odd  libwork.so
            |          
            |--2.27%--lib_odd
            |          |          
            |           --1.82%--lib_odd
            |                     |          
            |                     |--0.91%--lib_odd
            |                     |          |          
            |                     |           --0.65%--lib_leaf
            |                     |          
            |                      --0.71%--lib_leaf
            |          
             --0.52%--lib_leaf



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --sandwich lib_odd --merge lib_even --collapse-recursion --json -g caller,1 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
{
  "perfolio": 2,
  "command": "report",
  "sandwich": "lib_odd",
  "callers": {
    "lost_samples": 0,
    "events": [
      {
        "event": "cpu-clock",
        "samples": 1542,
        "period": 1934755110,
        "hidden_samples": 1499,
        "hidden_period": 1880802795,
        "rows": [
          {
            "percent": 2.79,
            "samples": 43,
            "period": 53952315,
            "symbol": {"name": "lib_odd", "address": null, "level": "."},
            "dso": "libwork.so",
            "stacks": [
              {"samples": 43, "period": 53952315, "frames": ["lib_odd", "work_entry", "worker_lib", "0x7fc3cf7cf1f5"]}
            ]
          }
        ]
      }
    ]
  },
  "callees": {
    "lost_samples": 0,
    "events": [
      {
        "event": "cpu-clock",
        "samples": 1542,
        "period": 1934755110,
        "hidden_samples": 1499,
        "hidden_period": 1880802795,
        "rows": [
          {
            "children_percent": 2.79,
            "children_period": 53952315,
            "percent": 0.52,
            "samples": 8,
            "period": 10037640,
            "symbol": {"name": "lib_odd", "address": null, "level": "."},
            "dso": "libwork.so",
            "stacks": [
              {"samples": 35, "period": 43914675, "frames": ["lib_odd", "lib_leaf"]}
            ]
          }
        ]
      }
    ]
  },
  "problems": [
    {"key": "no-object", "count": 844, "sentence": "samples lie in objects that were not found", "first": "0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6"},
    {"key": "caller-no-object", "count": 1316, "sentence": "callers lie in objects that were not found", "first": "0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6"}
  ]
}
$ perfolio report --sandwich lib_even -q -s comm,sym --percentage relative -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
   100.00%  wl-lib   [.] lib_even


   100.00%    10.87%  wl-lib   [.] lib_even


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --sandwich nosuchfn -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug




! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1 option that changes stacks names a function or object that no stack has (first: --sandwich=nosuchfn)
! perfolio: fixtures/amd64/fp.data has no samples that pass the filters
$ perfolio report --sandwich fib -s comm -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio: fixtures/amd64/fp.data: --sandwich: these rows have no symbol
? 1
$ perfolio report --sandwich fib -q -g none -s sym,capture -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     9.73%  [.] fib  fp.data


     9.73%     9.66%  [.] fib  fp.data


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --sandwich fib $(yes ' --merge lib_even' | head -31) -i fixtures/amd64/fp.data --isolated; perfolio report --sandwich fib $(yes ' --merge lib_even' | head -30) -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
     9.73%  [.] fib  workload


     9.73%     9.66%  [.] fib  workload


! perfolio report: --sandwich changes call stacks, too, and there are as many changes as there can be
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --sandwich fib --csv -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio report: --sandwich answers with call trees, which --hierarchy and --csv do not have
? 1
$ perfolio report --sandwich fib --invert -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio report: --sandwich excludes --invert, --inverted, --children and --no-children
? 1
$ perfolio report --sandwich main -q -s sym --off-cpu -i fixtures/amd64/sched.data --isolated




! perfolio: 14 samples lie in objects that were not found, 66.67% of all (first: 0xffffffffba0474c8 in [kernel.kallsyms])
! perfolio: 7 waits are left out: they began before the recording, or did not end in it
! perfolio: 1 option that changes stacks names a function or object that no stack has (first: --sandwich=main)
! perfolio: fixtures/amd64/sched.data has no waits that pass the filters
$ perfolio report --sandwich worker_lib -q -s sym -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug




! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio: 1 option that changes stacks names a function or object that no stack has (first: --sandwich=worker_lib)
! perfolio: fixtures/hppa/user.data has no samples that pass the filters
