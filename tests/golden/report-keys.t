# Every key that rows can be sorted by, and words that mean one.
$ perfolio report --stdio --no-children -g none --sort pid -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead      Pid:Command
# ........  ................
#
    83.13%      179:wl-alpha
    15.06%      180:wl-beta
     1.81%      178:wl-dyn


$ perfolio report --stdio --no-children -g none --sort tid -i fixtures/hppa/sideband.data --percent-limit 5
#
# Total Lost Samples: 0
#
# Samples: 375  of event 'cpu-clock'
# Event count (approx.): 1500000000
#
# Overhead      Tid:Command
# ........  .......................
#
    37.33%      401:wl-alpha
    21.87%        0:swapper
    20.53%      400:wl-dyn
    18.67%      402:wl-beta


$ perfolio report --stdio --no-children -g none --sort comm -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command
# ........  ........
#
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


$ perfolio report --stdio --no-children -g none --sort dso -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Shared Object
# ........  .............
#
    64.46%  wl-dyn
    33.73%  libspin.so
     1.20%  libc.so.6
     0.60%  ld.so.1


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --no-children -g none --sort sym -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug --percent-limit 1
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Symbol
# ........  ..............
#
    34.04%  [.] leaf_hot
    32.83%  [.] dso_inner
    15.06%  [.] sorter
    14.76%  [.] leaf_cold


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --stdio --no-children -g none --sort symbol -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug --percent-limit 1
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Symbol          IPC   [IPC Coverage]
# ........  ..............  ....................
#
    34.04%  [.] leaf_hot    -      -
    32.83%  [.] dso_inner   -      -
    15.06%  [.] sorter      -      -
    14.76%  [.] leaf_cold   -      -


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --stdio --no-children -g none --sort cpu -i fixtures/hppa/sideband.data
#
# Total Lost Samples: 0
#
# Samples: 375  of event 'cpu-clock'
# Event count (approx.): 1500000000
#
# Overhead  CPU
# ........  ...
#
    50.13%  000
    49.87%  001


$ perfolio report --stdio --no-children -g none --sort socket,cpu -i fixtures/amd64/sysg.data
#
# Total Lost Samples: 0
#
# Samples: 198  of event 'cpu-clock'
# Event count (approx.): 1999999980
#
# Overhead  Socket  CPU
# ........  ......  ...
#
    50.00%     000  000
    50.00%     000  001


$ perfolio report --stdio --no-children -g none --sort time,comm -i fixtures/hppa/user.data --percent-limit 4
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Time          Command
# ........  ............  ........
#
     7.53%  112.500000    wl-alpha
     7.23%  112.700000    wl-alpha
     6.93%  112.600000    wl-alpha
     6.63%  112.400000    wl-alpha
     6.33%  112.800000    wl-alpha
     6.02%  112.900000    wl-alpha
     6.02%  113.100000    wl-alpha
     5.72%  113.200000    wl-alpha
     5.72%  113.300000    wl-alpha
     5.42%  112.300000    wl-alpha
     4.52%  112.200000    wl-alpha
     4.22%  113.000000    wl-alpha


$ perfolio report --stdio --no-children -g none --sort time --time-quantum 500ms --ns -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Time
# ........  ................
#
    35.54%  112.500000000
    34.94%  113.000000000
    20.18%  112.000000000
     9.04%  113.500000000
     0.30%  111.500000000


$ perfolio report --stdio --no-children -g none --sort 'COMM, ds' -i fixtures/hppa/user.data --percent-limit 10
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command   Shared Object
# ........  ........  .............
#
    49.40%  wl-alpha  wl-dyn
    33.73%  wl-alpha  libspin.so
    15.06%  wl-beta   wl-dyn


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --no-children -g none --sort cpu -i fixtures/hppa/perthread.data
#
# Total Lost Samples: 0
#
# Samples: 33  of event 'cpu-clock'
# Event count (approx.): 132000000
#
# Overhead  CPU
# ........  ....
#
   100.00%  -001


! perfolio: 1 key of --sort needs data that no event recorded (first: cpu)
$ perfolio report --stdio -q --isolated --sort time -i fixtures/hppa/perthread.data
   100.00%  0.000000


! perfolio: 1 key of --sort needs data that no event recorded (first: time)
$ perfolio report --isolated --json --sort comm,local_weight,time -i fixtures/hppa/perthread.data | grep '"key": "key-not'
    {"key": "key-not-recorded", "count": 2, "sentence": "keys of --sort need data that no event recorded", "first": "local_weight"}
$ perfolio report --stdio -q --no-children -g none --sort comm_nodigit -i fixtures/hppa/sideband.data
    37.07%  wl-alpha
    21.87%  swapper
    19.20%  wl-dyn
    18.40%  wl-beta
     1.87%  perf-exec
     1.07%  perf
     0.27%  kworker/<N>:<N>-mm_
     0.27%  rcu_sched


$ perfolio report --stdio --no-children -g none --sort dso,dso_size -i fixtures/amd64/fp.data --isolated
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
# Overhead  Shared Object         DSO size
# ........  ....................  ........
#
    44.03%  libc.so.6              1400832
    42.02%  workload                  4096
     9.99%  [kernel.kallsyms]     14687538
     3.24%  libwork.so                4096
     0.71%  ld-linux-x86-64.so.2    155648


! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --stdio --no-children -g none --sort sym,symbol_size --percent-limit 3 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
# Overhead  Symbol                  Symbol size  IPC   [IPC Coverage]
# ........  ......................  ...........  ....................
#
    22.11%  [.] cmp_u32                      17  -      -
    14.07%  [.] 0x000000000003fbf4      unknown  -      -
     9.66%  [.] fib                          62  -      -
     9.53%  [.] hot_loop                     78  -      -
     4.60%  [.] 0x0000000000026290      unknown  -      -
     3.44%  [.] 0x0000000000152a80      unknown  -      -


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --stdio --no-children -g none -H --sort comm,dso_size --percent-limit 3 -i fixtures/amd64/fp.data --isolated
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
#    Overhead  Command / DSO size
# ...........  ..................
#
    74.32%     wl-fib
       41.57%     1400832
       32.43%     4096
    22.37%     workload
        9.66%     14687538
        9.60%     4096
     3.31%     wl-lib
        3.24%     4096


! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --json --no-children --sort comm_nodigit,symbol_size,dso_size,weight --percent-limit 30 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 1542,
      "period": 1934755110,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 41.57, "samples": 641, "period": 804265905, "comm_nodigit": "wl-fib", "symbol_size": null, "dso_size": 1400832, "weight": null}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 844, "sentence": "samples lie in objects that were not found", "first": "0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6"},
    {"key": "key-not-recorded", "count": 1, "sentence": "key of --sort needs data that no event recorded", "first": "weight"}
  ]
}
$ perfolio report --stdio --no-children -g none --sort socket,cpu -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Socket  CPU
# ........  ......  ....
#
   100.00%    -001  -001


! perfolio: 2 keys of --sort need data that no event recorded (first: socket)
$ perfolio report --json --no-children --sort socket,cpu -i fixtures/hppa/user.data --isolated | grep -A2 period
      "period": 1328000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 332, "period": 1328000000, "socket": null, "cpu": null}
      ]
    }
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; ln -s fields/le-file-64-attr128.data $T/fields.data
$ perfolio report --no-children -g none -F overhead,sample,weight1,weight2,weight3,comm -i $T/fields.data --isolated 2>/dev/null
#
# Total Lost Samples: 0
#
# Samples: 8  of event 'cpu-clock'
# Event count (approx.): 907
#
# Overhead       Samples   Weight1   Weight2   Weight3  Command
# ........  ............  ........  ........  ........  .......
#
   100.00%             8   536871027.1       8.0       9.0  all


$ perfolio report --no-children -g none -s local_weight -F weight1,sample -q -i $T/fields.data --isolated 2>/dev/null
   2147483648.0             2  2147483648
     300.0             3  300
       7.0             3  7


$ perfolio report --no-children --csv -F weight1,weight3,comm -i $T/fields.data --isolated 2>/dev/null | tr -d '\r'
event,percent,samples,period,weight1,weight3,comm
cpu-clock,100.00,8,907,536871027.1,9.0,all
$ perfolio report --json --no-children -F weight2,comm -i fixtures/hppa/user.data --isolated | grep -E 'wl-dyn|weight2'
        {"percent": 83.13, "samples": 276, "period": 1104000000, "weight2": null, "comm": "wl-alpha"},
        {"percent": 15.06, "samples": 50, "period": 200000000, "weight2": null, "comm": "wl-beta"},
        {"percent": 1.81, "samples": 6, "period": 24000000, "weight2": null, "comm": "wl-dyn"}
    {"key": "key-not-recorded", "count": 1, "sentence": "key of --sort needs data that no event recorded", "first": "weight2"}
$ perfolio report -g none --sort simd,comm -q -i fixtures/hppa/user.data --isolated
    83.13%           wl-alpha
    15.06%           wl-beta
     1.81%           wl-dyn


$ for k in type typecln mem transaction typ; do perfolio report --sort $k -i fixtures/hppa/user.data; done
! perfolio: fixtures/hppa/user.data: --sort type: perf has it, Perfolio does not: data types of memory accesses are not supported
! perfolio: fixtures/hppa/user.data: --sort typecln: perf has it, Perfolio does not: data types of memory accesses are not supported
! perfolio: fixtures/hppa/user.data: --sort mem: perf has it, Perfolio does not: perfolio script -F +addr,+data_src,+weight prints what was recorded of accesses
! perfolio: fixtures/hppa/user.data: --sort transaction: perf has it, Perfolio does not: perfolio script -F +transaction,+code_page_size prints what was recorded
! perfolio: fixtures/hppa/user.data: there is no key 'typ', and no tracepoint of this capture has such a field; perfolio report --help lists keys
? 1
$ perfolio report -g none --no-children --sort dso_size,symbol_size,sym -q -n --isolated --objects fixtures/hppa/debug -i fixtures/hppa/sideband.data 2>/dev/null | awk '$2 == 1' | sed 's/ *- .*//' | head -8
     0.27%             1                  8192          332  [.] alpha
     0.27%             1                217088      unknown  [.] 0x000048e8
     0.27%             1                217088      unknown  [.] 0x0000a448
     0.27%             1                217088      unknown  [.] 0x00011cfc
     0.27%             1                217088      unknown  [.] 0x0001d7f8
     0.27%             1               1888256      unknown  [.] 0x0004f804
     0.27%             1               1888256      unknown  [.] 0x000a97d4
     0.27%             1               1888256      unknown  [.] 0x000aa738
$ perfolio report -g none --no-children --sort symbol_size,overhead,sym -q -n --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null | grep -v unknown | sed 's/ *- .*//'
    22.11%           341           17  [.] cmp_u32
     2.66%            41           41  [.] lib_leaf
     0.32%             5           57  [.] lib_even
     9.66%           149           62  [.] fib
     0.26%             4           64  [.] lib_odd
     9.53%           147           78  [.] hot_loop
     0.65%            10          124  [.] sort_some
     0.06%             1          151  [.] do_syscalls


$ perfolio report -q --stdio -F weight1,sym -i fixtures/bad/weights.data 2>/dev/null
   9223372036854775808.0  [.] 0x0000000000002000
      20.0  [.] 0x0000000000001000


$ perfolio report -q --stdio -s weight,pid -i fixtures/bad/weights.data 2>/dev/null
    50.00%  18446744073709551615        2::2
    25.00%  30                          1::1
    25.00%  10                          1::1


$ perfolio report -q -s local_weight,pid -F weight1,pid -i fixtures/bad/weights.data --json 2>/dev/null | grep weight1
        {"percent": 50.00, "samples": 2, "period": 2000, "weight1": 9223372036854775808.0, "pid": {"tid": 2, "comm": null}, "local_weight": 9223372036854775808},
        {"percent": 25.00, "samples": 1, "period": 1000, "weight1": 30.0, "pid": {"tid": 1, "comm": null}, "local_weight": 30},
        {"percent": 25.00, "samples": 1, "period": 1000, "weight1": 10.0, "pid": {"tid": 1, "comm": null}, "local_weight": 10}
$ perfolio report -s addr -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --sort addr: perf has it, Perfolio does not: perfolio script -F ip prints the addresses of samples
? 1
$ perfolio report -s addr_f -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --sort addr_from: rows are samples, not branches (--branch-stack makes them branches)
? 1
