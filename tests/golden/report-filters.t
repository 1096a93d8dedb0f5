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


! perfolio: fixtures/hppa/user.data has no samples that the filters let through
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


! perfolio: fixtures/amd64/multi.data has no samples that the filters let through
$ perfolio report --socket-filter x -i fixtures/amd64/multi.data
! perfolio report: --socket-filter: 'x' is no list of numbers such as 1,3-5
? 1
$ perfolio report --socket-filter 0 -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --socket-filter: no event of this capture recorded the CPU
? 1
$ perl -0777 -pe 'substr($_, 0x34278, 8) = pack("Q>", 439e9)' fixtures/hppa/lost.data >$T/own.data; perl -0777 -pe 'substr($_, 0x34268, 8) = pack("Q>", 11850)' fixtures/hppa/lost.data >$T/more.data; for f in own more; do perfolio report --stdio --sort comm --percent-limit 90 --isolated -i $T/$f.data 2>&1 | grep -i lost; done
# Total Lost Samples: 11840
perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
perfolio: 11840 samples were lost while recording that no LOST record tells (LOST_SAMPLES records) (first: at offset 213600)
# Total Lost Samples: 11850
perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
perfolio: 10 samples were lost while recording that no LOST record tells (LOST_SAMPLES records) (first: at offset 213600)
$ perfolio report -q --comms nosuch --isolated -i fixtures/hppa/user.data | wc -l
3
! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio: fixtures/hppa/user.data has no samples that the filters let through
$ perfolio report --csv --dsos nosuch --isolated -i fixtures/hppa/user.data | tr -d '\r'
event,percent,samples,period,comm,dso,symbol
! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio: fixtures/hppa/user.data has no samples that the filters let through
$ perfolio report -q --comms nosuch --isolated -i fixtures/amd64/no-samples.data | wc -l
1
! perfolio: fixtures/amd64/no-samples.data has no samples
