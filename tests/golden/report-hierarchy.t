# --hierarchy: rows under the sums of their first keys, level by level.
$ perfolio report --hierarchy -g 8 --percent-limit 8 -n -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
#       Overhead       Samples  Command / Shared Object / Symbol
# ............................  ................................
#
    74.32%          1146        wl-fib
       41.57%           641        libc.so.6
          14.07%           217        [.] 0x000000000003fbf4
            |
            ---0x7fc3cf785bf4

       32.43%           500        workload
          22.11%           341        [.] cmp_u32
            |
            ---cmp_u32

           9.66%           149        [.] fib
            |
            ---0x7fc3cf7cf1f5
               worker_fib
               fib
               fib
               fib
               |          
                --9.60%--fib
                          fib
                          |          
                           --9.34%--fib
                                     |          
                                      --9.21%--fib
                                                |          
                                                 --8.88%--fib
                                                           |          
                                                            --8.24%--fib

    22.37%           345        workload
        9.66%           149        [kernel.kallsyms]
                                      no entry >= 8.00%
        9.60%           148        workload
           9.53%           147        [.] hot_loop
            |
            ---0x7fc3cf76d24a
               hot_loop



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --hierarchy -g none --percent-limit 9 -s dso,{comm,symbol} -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%        libc.so.6
       14.07%        wl-fib    [.] 0x000000000003fbf4
          14.07%        -      -
    42.02%        workload
       22.11%        wl-fib    [.] cmp_u32
          22.11%        -      -
        9.66%        wl-fib    [.] fib
           9.66%        -      -
        9.53%        workload  [.] hot_loop
           9.53%        -      -
     9.99%        [kernel.kallsyms]
                     no entry >= 9.00%


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --hierarchy -g none --percent-limit 20 -q -t / -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
74.32%/wl-fib
   41.57%/libc.so.6
            no entry >= 20.00%
   32.43%/workload
      22.11%/[.] cmp_u32
22.37%/workload
            no entry >= 20.00%


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --hierarchy -g none --comms workload --percent-limit 20 -s comm,dso -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
# comm: workload
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
#    Overhead  Command / Shared Object
# ...........  .......................
#
    22.37%     workload
                  no entry >= 20.00%


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --hierarchy --group-sort-idx 1 --show-total-period -i fixtures/hppa/group.data
#
# Total Lost Samples: 0
#
# Samples: 52  of events 'anon group { cpu-clock, page-faults, context-switches }'
# Event count (approx.): 144974082
#
#                       Overhead                                Period  Command / Shared Object / Symbol
# ....................................................................  ................................
#
   100.00% 100.00% 100.00%     144974036          40           6        wl-static
      100.00% 100.00% 100.00%     144974036          40           6        [kernel.kallsyms]
           9.62%  37.50%  16.67%      13942996          15           1        [k] 0x101c97b0
          55.07%  35.00%  16.67%      79836636          14           1        [k] 0x10157774
          18.73%  17.50%  66.67%      27155648           7           4        [k] 0x1021560c
          13.81%  10.00%   0.00%      20021332           4           0        [k] 0x102c32e4
           2.77%   0.00%   0.00%       4017424           0           0        [k] 0x101ff918


! perfolio: 52 samples lie in objects that were not found, 100.00% of all (first: 0x101c97b0 in [kernel.kallsyms])
