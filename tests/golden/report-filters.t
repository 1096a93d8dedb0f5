# What filters leave: --cpu and --time take samples away, the others hide rows and keep the percentages, unless
# --percentage relative asks for those of what is shown.
$ perfolio report --stdio --sort comm,dso --comms wl-alpha,wl-beta -i fixtures/hppa/user.data
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
$ perfolio report --stdio --sort comm,dso --comms wl-alpha --percentage relative -i fixtures/hppa/user.data
# comm: wl-alpha
#
# Total Lost Samples: 0
#
# Samples: 276  of event 'cpu-clock:u'
# Event count (approx.): 1104000000
#
# Overhead  Shared Object
# ........  .............
#
    59.42%  wl-dyn
    40.58%  libspin.so


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --sort comm,dso --dsos libspin.so,ld.so.1 -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command   Shared Object
# ........  ........  .............
#
    33.73%  wl-alpha  libspin.so
     0.60%  wl-dyn    ld.so.1


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --sort comm,dso --dsos /lib/libspin.so -i fixtures/hppa/user.data
# dso: /lib/libspin.so
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command
# ........  ........
#
    33.73%  wl-alpha


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --sort comm,dso,sym --symbols leaf_hot,sorter -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command   Shared Object  Symbol
# ........  ........  .............  ............
#
    34.04%  wl-alpha  wl-dyn         [.] leaf_hot
    15.06%  wl-beta   wl-dyn         [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ printf 'leaf_hot\nsorter\n' >$T/names; perfolio report --stdio -q --sort sym --symbols file://$T/names -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
    34.04%  [.] leaf_hot
    15.06%  [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --stdio --sort pid,comm --percent-limit 8 -i fixtures/amd64/sysg.data -g none --no-children
#
# Total Lost Samples: 0
#
# Samples: 198  of event 'cpu-clock'
# Event count (approx.): 1999999980
#
# Overhead      Pid:Command   Command
# ........  ................  ........
#
    27.78%      265:wl-fib    wl-fib
    21.21%      259:gzip      gzip
    11.62%      264:workload  workload
     8.59%        0:swapper   swapper


$ perfolio report --stdio --sort comm --cpu 1 -n -i fixtures/hppa/sideband.data --percent-limit 10
#
# Total Lost Samples: 0
#
# Samples: 187  of event 'cpu-clock'
# Event count (approx.): 748000000
#
# Overhead       Samples  Command
# ........  ............  .........
#
    74.33%           139  wl-alpha
    19.25%            36  swapper


$ perfolio report --stdio --sort comm --cpu 0-1 -n -i fixtures/hppa/sideband.data --percent-limit 10
#
# Total Lost Samples: 0
#
# Samples: 375  of event 'cpu-clock'
# Event count (approx.): 1500000000
#
# Overhead       Samples  Command
# ........  ............  ...............
#
    37.07%           139  wl-alpha
    21.87%            82  swapper
    19.20%            72  wl-dyn
    18.40%            69  wl-beta


$ perfolio report --stdio --sort comm -n --time 112.5,113 -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 118  of event 'cpu-clock:u' (time slices: 112.5,113)
# Event count (approx.): 472000000
#
# Overhead       Samples  Command
# ........  ............  ........
#
    95.76%           113  wl-alpha
     4.24%             5  wl-beta


$ perfolio report --stdio --sort comm -n --time 10%/1,10%/10 -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 17  of event 'cpu-clock:u' (time slices: 10%/1,10%/10)
# Event count (approx.): 68000000
#
# Overhead       Samples  Command
# ........  ............  ........
#
    35.29%             6  wl-alpha
    35.29%             6  wl-dyn
    29.41%             5  wl-beta


$ perfolio report --stdio --sort comm -n --time ,112 -i fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 1  of event 'cpu-clock:u' (time slices: ,112)
# Event count (approx.): 4000000
#
# Overhead       Samples  Command
# ........  ............  .......
#
   100.00%             1  wl-dyn


$ perfolio report --stdio --sort comm --comms nobody -i fixtures/hppa/user.data
# comm: nobody
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command
# ........  .......
#


! perfolio: fixtures/hppa/user.data has no samples that pass the filters
$ perfolio report --socket-filter 0 -s socket,comm -g none -i fixtures/amd64/multi.data --isolated
#
# Total Lost Samples: 0
#
# Samples: 47  of events 'anon group { cpu-clock, page-faults }'
# Event count (approx.): 164348435
# Processor Socket: 0
#
#         Overhead  Socket  Command
# ................  ......  ........
#
   100.00% 100.00%     000  workload


$ perfolio report --socket-filter 7 -s comm -g none -q -i fixtures/amd64/multi.data --isolated


! perfolio: fixtures/amd64/multi.data has no samples that pass the filters
$ perfolio report --socket-filter x -i fixtures/amd64/multi.data
! perfolio report: --socket-filter: 'x' is not a list of numbers such as 1,3-5
? 1
$ perfolio report --socket-filter 0 -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --socket-filter: no event of this capture recorded the CPU
? 1
$ perl -0777 -pe 'substr($_, 0x34278, 8) = pack("Q>", 439e9)' fixtures/hppa/lost.data >$T/own.data; perl -0777 -pe 'substr($_, 0x34268, 8) = pack("Q>", 11850)' fixtures/hppa/lost.data >$T/more.data; for f in own more; do perfolio report --stdio --sort comm --percent-limit 90 --isolated -i $T/$f.data 2>&1 | grep -i lost; done
# Total Lost Samples: 11840
perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
perfolio: 11840 samples were lost while recording (LOST_SAMPLES records; LOST records do not include them) (first: at offset 213600)
# Total Lost Samples: 11850
perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
perfolio: 10 samples were lost while recording (LOST_SAMPLES records; LOST records do not include them) (first: at offset 213600)
$ perfolio report -q --comms nosuch --isolated -i fixtures/hppa/user.data | wc -l
3
! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio: fixtures/hppa/user.data has no samples that pass the filters
$ perfolio report --csv --dsos nosuch --isolated -i fixtures/hppa/user.data | tr -d '\r'
event,percent,samples,period,comm,dso,symbol
! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio: fixtures/hppa/user.data has no samples that pass the filters
$ perfolio report -q --comms nosuch --isolated -i fixtures/amd64/no-samples.data | wc -l
1
! perfolio: fixtures/amd64/no-samples.data has no samples
$ perfolio report --isolated -q -n -s comm,cpu --switch-on sched:sched_waking --switch-off sched:sched_switch -i fixtures/amd64/sched.data
    52.81%             3  wl-fib    001
    45.98%             4  workload  000
     0.84%             1  perf      000
     0.37%             1  perf      001


    50.00%             1  swapper   001
    50.00%             1  workload  000


   100.00%             1  swapper  000


$ perfolio report --isolated -q -n -s comm --switch-on sched:sched_waking --switch-off sched:sched_switch --show-on-off-events -i fixtures/amd64/sched.data
    68.75%            11  swapper
    18.75%             3  workloa
    12.50%             2  perf


    52.81%             3  wl-fib
    45.98%             4  workload
     1.20%             2  perf


    50.00%             1  swapper
    50.00%             1  workload


    35.29%             6  swapper
    29.41%             5  workload
    17.65%             3  perf
    17.65%             3  wl-fib


$ perfolio report --isolated -q -n -s comm --switch-off sched:sched_migrate_task --time 10%-60% --switch-on sched:sched_switch -i fixtures/amd64/sched.data
    46.15%             6  rcu_preempt
    46.15%             6  swapper
     7.69%             1  workload


    85.59%            10  workload
    13.54%             1  wl-fib
     0.87%             6  rcu_preempt


   100.00%             2  workload


   100.00%             2  workload


    66.67%             4  workload
    33.33%             2  swapper


$ perfolio report --isolated -q -n -s comm --switch-off sched:sched_process_fork -i fixtures/amd64/sched.data
    43.75%             7  swapper
    37.50%             6  rcu_preempt
    12.50%             2  perf
     6.25%             1  migration/0


    89.64%             8  workload
     9.66%             4  perf
     0.70%             6  rcu_preempt


    50.00%             1  migration/0
    50.00%             1  swapper


    50.00%             4  swapper
    25.00%             2  perf
    25.00%             2  workload


$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; for s in "--switch-on page-faults" "--switch-on context-switches --switch-off page-faults --show-on-off-events"; do echo "$s"; perfolio report --isolated -q -g none -n -s cpu,time --time-quantum 1ns --ns $s -i $T/group/le-file-64-attr128.data; done
--switch-on page-faults
    22.22%  22.22%             1           1  001  0.000000015
    22.22%  22.22%             1           1  001  0.000000019
    11.11%  11.11%             1           1  000  0.000000012
    11.11%  11.11%             1           1  000  0.000000014
    11.11%  11.11%             1           1  000  0.000000016
    11.11%  11.11%             1           1  000  0.000000018
    11.11%  11.11%             1           1  000  0.000000020


    36.36%             1  001  0.000000017
    36.36%             1  001  0.000000021
    27.27%             1  001  0.000000013


--switch-on context-switches --switch-off page-faults --show-on-off-events
    50.00%  50.00%             1           1  000  0.000000014
    50.00%  50.00%             1           1  000  0.000000018


    36.36%             1  001  0.000000017
    36.36%             1  001  0.000000021
    27.27%             1  001  0.000000013


$ perfolio report --isolated -s comm --switch-on sched:sched_wake -i fixtures/amd64/sched.data
! perfolio: fixtures/amd64/sched.data: --switch-on: there is no event 'sched:sched_wake', but 'sched:sched_waking'; perfolio evlist lists them
? 1
$ perfolio report --isolated -s comm --switch-on dummy:HG -i fixtures/amd64/sched.data
#
# Total Lost Samples: 0
#
! perfolio: fixtures/amd64/sched.data has no samples that pass --switch-on and --switch-off
$ perfolio report -q -s sym -g none --no-children --symbol-filter '/^lib_(odd|even)$/' -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>/dev/null
     0.32%  [.] lib_even
     0.26%  [.] lib_odd


$ perfolio report -q -s sym --symbol-filter '/(/' -i fixtures/amd64/fp.data --isolated
! perfolio report: --symbol-filter: '(': '(' and ')' are not in pairs
? 1
