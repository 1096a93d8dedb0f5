# What stands in the columns and what lines are ordered by: -F, -s with numbers in it, widths, the shares of modes.
$ perfolio report -F overhead,sample,comm -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
    73.48%           241  wl-fib
    23.17%            76  workload
     3.35%            11  wl-lib


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -F comm,overhead -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
  wl-fib      73.48%
  wl-lib       3.35%
  workload    23.17%


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -F sample,period,comm,overhead_children --children -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
           241     482000723  wl-fib      73.48%
            76     152000228  workload    23.17%
            11      22000033  wl-lib       3.35%


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -F overhead_children,comm --no-children -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
       N/A  wl-fib
       N/A  workload
       N/A  wl-lib


$ perfolio report -F +sample -s comm -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
    73.48%    73.48%           241  wl-fib
    23.17%    23.17%            76  workload
     3.35%     3.35%            11  wl-lib


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -s +socket --percent-limit 12 -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
    19.51%    19.51%  wl-fib    workload              [.] cmp_u32               -001
    16.16%     0.00%  workload  libc.so.6             [.] 0x00007fcd8d1ed24a    -001
    15.55%    15.55%  wl-fib    libc.so.6             [.] 0x000000000003fbf4    -001
    15.55%     0.00%  wl-fib    libc.so.6             [.] 0x00007fcd8d205bf4    -001


! perfolio: 189 samples lie in objects that were not found, 57.62% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
! perfolio: 1 key of --sort needs data that no event recorded (first: socket)
$ perfolio report -s comm,overhead -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
    73.48%    73.48%  wl-fib
    23.17%    23.17%  workload
     3.35%     3.35%  wl-lib


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report --show-cpu-utilization -s comm --no-children -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
    73.48%     0.00%    73.48%  wl-fib
    23.17%     7.93%    15.24%  workload
     3.35%     0.00%     3.35%  wl-lib


$ perfolio report -F overhead,overhead_sys,overhead_us,overhead_guest_sys,overhead_guest_us,comm -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
    73.48%     0.00%    73.48%      0.00%      0.00%  wl-fib
    23.17%     7.93%    15.24%      0.00%      0.00%  workload
     3.35%     0.00%     3.35%      0.00%      0.00%  wl-lib


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -w 12,10,4 -s comm,dso --percent-limit 20 -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
        53.96%      43.90%  wl-f  libc.so.6
        30.18%      29.57%  wl-f  workload
        20.43%       3.66%  work  libc.so.6


! perfolio: 189 samples lie in objects that were not found, 57.62% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -w 3,0,10 -s dso,sym --percent-limit 9 --no-children -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
   19.51%   workload              [.] cmp_u3
   15.55%   libc.so.6             [.] 0x0000
   10.06%   workload              [.] fib
   9.45%    workload              [.] hot_lo


! perfolio: 189 samples lie in objects that were not found, 57.62% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -F overhead -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
   100.00%


! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -F nonsense -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
! perfolio: fixtures/amd64/hw.data: there is no key 'nonsense', and no tracepoint of this capture has such a field; perfolio report --help lists keys
? 1
$ perfolio report -F + -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
! perfolio report: --fields: no key is named
? 1
$ perfolio report -w 1,x -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
! perfolio report: --column-widths: '1,x' is not a list of widths such as 8,0,20
? 1
$ perfolio report --hierarchy -F comm -q -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug -g none
! perfolio report: --hierarchy and --fields exclude each other
? 1
$ perfolio report -s comm --show-cpu-utilization -n -t, -i fixtures/hppa/group.data
#
# Total Lost Samples: 0
#
# Samples: 52  of events 'anon group { cpu-clock, page-faults, context-switches }'
# Event count (approx.): 144974082
#
# Overhead,sys,usr,Samples,Command
100.00% 100.00% 100.00%,100.00% 100.00% 100.00%,0.00% 0.00% 0.00%,27 20 5,wl-static


$ perfolio report -s comm,sym --group-sort-idx 2 -q -i fixtures/hppa/group.data
    18.73%  17.50%  66.67%  wl-static  [k] 0x1021560c
     9.62%  37.50%  16.67%  wl-static  [k] 0x101c97b0
    55.07%  35.00%  16.67%  wl-static  [k] 0x10157774
    13.81%  10.00%   0.00%  wl-static  [k] 0x102c32e4
     2.77%   0.00%   0.00%  wl-static  [k] 0x101ff918


! perfolio: 52 samples lie in objects that were not found, 100.00% of all (first: 0x101c97b0 in [kernel.kallsyms])
$ perfolio report -F sym,overhead --no-children --percent-limit 2 -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
# Symbol                  Overhead
# ......................  ........
#
  [.] cmp_u32               22.11%
  [.] fib                    9.66%
  [.] hot_loop               9.53%
  [.] lib_leaf               2.66%
  [.] 0x000000000003fbf4    14.07%
  [.] 0x0000000000026290     4.60%
  [.] 0x0000000000152a80     3.44%
  [.] 0x000000000003f9a4     2.98%
  [.] 0x000000000003fbda     2.20%
  [.] 0x000000000003fbca     2.14%


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
