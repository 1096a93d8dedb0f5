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
! perfolio: fixtures/hppa/perthread.data: --sort cpu: no event of this capture recorded the CPU
? 1
$ perfolio report --stdio -q --isolated --sort time -i fixtures/hppa/perthread.data
   100.00%  0.000000


! perfolio: 1 key of --sort shows what no event recorded (first: time)
$ perfolio report --isolated --json --sort comm,local_weight,time -i fixtures/hppa/perthread.data | grep '"key": "key-not'
    {"key": "key-not-recorded", "count": 2, "sentence": "keys of --sort show what no event recorded", "first": "local_weight"}
