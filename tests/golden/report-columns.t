# Columns of numbers, and how they are laid out: for people, for scripts, with callers and without.
$ perfolio report --stdio --sort comm,dso -n --show-total-period -i fixtures/hppa/user.data --percent-limit 10
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead       Samples        Period  Command   Shared Object
# ........  ............  ............  ........  .............
#
    49.40%           164     656000000  wl-alpha  wl-dyn
    33.73%           112     448000000  wl-alpha  libspin.so
    15.06%            50     200000000  wl-beta   wl-dyn


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --sort comm,dso -n --show-total-period -t , -i fixtures/hppa/user.data --percent-limit 10
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead,Samples,Period,Command,Shared Object
49.40%,164,656000000,wl-alpha,wl-dyn
33.73%,112,448000000,wl-alpha,libspin.so
15.06%,50,200000000,wl-beta,wl-dyn


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --sort comm,dso -t . -q -i fixtures/hppa/user.data --percent-limit 10
49.40%.wl-alpha.wl-dyn
33.73%.wl-alpha.libspin.so
15.06%.wl-beta.wl-dyn


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --sort comm -q -i fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


$ perfolio report --stdio --children -g none --sort sym -n --percent-limit 9 -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 328  of event 'cpu-clock'
# Event count (approx.): 656000984
#
# Children      Self       Samples  Symbol
# ........  ........  ............  ......................
#
    19.51%    19.51%            64  [.] cmp_u32
    16.16%     0.00%             0  [.] 0x00007fcd8d1ed24a
    15.55%    15.55%            51  [.] 0x000000000003fbf4
    15.55%     0.00%             0  [.] 0x00007fcd8d205bf4
    14.02%     0.00%             0  [.] 0x00007fcd8d24f1f5
    10.67%     0.00%             0  [.] worker_fib
    10.06%    10.06%            33  [.] fib
     9.45%     9.45%            31  [.] hot_loop


! perfolio: 189 samples lie in objects that were not found, 57.62% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
! perfolio: 277 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report --stdio --no-children -g none --sort sym -n --percent-limit 5 -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 328  of event 'cpu-clock'
# Event count (approx.): 656000984
#
# Overhead       Samples  Symbol
# ........  ............  ......................
#
    19.51%            64  [.] cmp_u32
    15.55%            51  [.] 0x000000000003fbf4
    10.06%            33  [.] fib
     9.45%            31  [.] hot_loop
     5.18%            17  [.] 0x0000000000026290


! perfolio: 189 samples lie in objects that were not found, 57.62% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report --stdio --children -g none --max-stack 1 --sort sym -n --percent-limit 9 -i fixtures/amd64/hw.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 328  of event 'cpu-clock'
# Event count (approx.): 656000984
#
# Children      Self       Samples  Symbol
# ........  ........  ............  ......................
#
    19.51%    19.51%            64  [.] cmp_u32
    16.16%     0.00%             0  [.] 0x00007fcd8d1ed24a
    15.55%    15.55%            51  [.] 0x000000000003fbf4
    15.55%     0.00%             0  [.] 0x00007fcd8d205bf4
    14.02%     0.00%             0  [.] 0x00007fcd8d24f1f5
    10.06%    10.06%            33  [.] fib
     9.45%     9.45%            31  [.] hot_loop


! perfolio: 189 samples lie in objects that were not found, 57.62% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report --stdio --sort comm -i fixtures/hppa/group.data
#
# Total Lost Samples: 0
#
# Samples: 52  of events 'anon group { cpu-clock, page-faults, context-switches }'
# Event count (approx.): 144974082
#
#                 Overhead  Command
# ........................  .........
#
   100.00% 100.00% 100.00%  wl-static


$ perfolio report --stdio --sort comm --no-group -i fixtures/hppa/group.data
#
# Total Lost Samples: 0
#
# Samples: 27  of events 'cpu-clock'
# Event count (approx.): 144974036
#
# Overhead  Command
# ........  .........
#
   100.00%  wl-static


# Samples: 20  of event 'page-faults'
# Event count (approx.): 40
#
# Overhead  Command
# ........  .........
#
   100.00%  wl-static


# Samples: 5  of event 'context-switches'
# Event count (approx.): 6
#
# Overhead  Command
# ........  .........
#
   100.00%  wl-static


$ perfolio report --stdio --sort comm -n --show-total-period -t '|' -i fixtures/hppa/group.data
#
# Total Lost Samples: 0
#
# Samples: 52  of events 'anon group { cpu-clock, page-faults, context-switches }'
# Event count (approx.): 144974082
#
# Overhead|Samples|Period|Command
100.00% 100.00% 100.00%|27 20 5|144974036 40 6|wl-static


$ perfolio report -g none --no-children --time 30%-31% -s dso,sym --isolated -i fixtures/amd64/fp.data
#
# Total Lost Samples: 0
#
# Samples: 11  of event 'cpu-clock' (time slices: 30%-31%)
# Event count (approx.): 13801755
#
# Overhead  Shared Object     Symbol
# ........  ................  ......................
#
    36.36%  libc.so.6         [.] 0x000000000003fbf4
    36.36%  workload          [.] 0x00000000000013d0
     9.09%  libc.so.6         [.] 0x000000000003f9a4
     9.09%  libc.so.6         [.] 0x000000000003f9c1
     9.09%  libc.so.6         [.] 0x000000000003fa1a


! perfolio: 11 samples lie in objects that were not found, 100.00% of all (first: 0x13d0 in /opt/wl/workload)
$ perfolio report -g none --no-children --time 30%-31% -s comm,dso --isolated -i fixtures/amd64/fp.data
#
# Total Lost Samples: 0
#
# Samples: 11  of event 'cpu-clock' (time slices: 30%-31%)
# Event count (approx.): 13801755
#
# Overhead  Command  Shared Object
# ........  .......  ................
#
    63.64%  wl-fib   libc.so.6
    36.36%  wl-fib   workload


! perfolio: 11 samples lie in objects that were not found, 100.00% of all (first: 0x13d0 in /opt/wl/workload)
$ perfolio report -g none --no-children --time 30%-31% -s dso --isolated --objects fixtures/amd64/debug --dsos libc.so.6,workload -i fixtures/amd64/fp.data
#
# Total Lost Samples: 0
#
# Samples: 11  of event 'cpu-clock' (time slices: 30%-31%)
# Event count (approx.): 13801755
#
# Overhead  Shared Object
# ........  .............
#
    63.64%  libc.so.6
    36.36%  workload


! perfolio: 7 samples lie in objects that were not found, 63.64% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --stdio --sort comm -n -i fixtures/amd64/group-inherit.data 2>/dev/null
#
# Total Lost Samples: 0
#
# Samples: 49  of events 'anon group { cpu-clock, page-faults, context-switches }'
# Event count (approx.): 138443701
#
#                 Overhead                               Samples  Command
# ........................  ....................................  ..........
#
    57.87%  55.83%  74.29%            12           5          12  tasks
    13.17%   0.00%   2.86%             1           0           1  new-2
     9.65%  35.00%   8.57%             2           2           2  forked kid
     4.83%   6.67%   5.71%             1           1           1  new-0
     4.83%   0.83%   2.86%             1           1           1  th r2
     4.83%   0.83%   2.86%             1           1           1  clonekid
     4.83%   0.83%   2.86%             1           1           1  th r1


$ perfolio report --stdio --sort tgid,tid -q -i fixtures/amd64/group-inherit.data 2>/dev/null
    57.87%  55.83%  74.29%     6460:tasks          6460:tasks
    18.00%   0.83%   5.71%     6460:tasks          6504:new-2
     4.83%   6.67%   5.71%     6460:tasks          6496:new-0
     4.83%  17.50%   5.71%     6612:forked kid     6612:forked kid
     4.83%   0.83%   2.86%     6657:clonekid       6657:clonekid
     4.83%   0.83%   2.86%     6460:tasks          6503:new-1
     4.82%  17.50%   2.86%     6625:forked kid     6625:forked kid


$ perfolio report -v -q --no-children -g none --percent-limit 2 --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data
    22.11%  wl-fib    /opt/wl/workload                                0x13d0              d     [.] cmp_u32
    14.07%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x3fbf4             !     [.] 0x000000000003fbf4
     9.66%  wl-fib    /opt/wl/workload                                0x14b6              d     [.] fib
     9.53%  workload  /opt/wl/workload                                0x1460              d     [.] hot_loop
     4.60%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x26290             !     [.] 0x0000000000026290
     3.44%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x152a80            !     [.] 0x0000000000152a80
     2.98%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x3f9a4             !     [.] 0x000000000003f9a4
     2.66%  wl-lib    /opt/wl/libwork.so                              0x1108              d     [.] lib_leaf
     2.20%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x3fbda             !     [.] 0x000000000003fbda
     2.14%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x3fbca             !     [.] 0x000000000003fbca


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -v -q --children -g none --percent-limit 6 --isolated --objects fixtures/amd64/debug -i fixtures/amd64/sysg.data
     8.59%     8.59%  swapper   [kernel.kallsyms]                                                 0xffffffffba04e8cb  !     [k] 0xffffffffba04e8cb
     8.59%     0.00%  swapper   [kernel.kallsyms]                                                 0xffffffffb960015a  !     [k] 0xffffffffb960015a
     8.59%     0.00%  swapper   [kernel.kallsyms]                                                 0xffffffffb963eccd  !     [k] 0xffffffffb963eccd
     8.59%     0.00%  swapper   [kernel.kallsyms]                                                 0xffffffffb96fb856  !     [k] 0xffffffffb96fb856
     8.59%     0.00%  swapper   [kernel.kallsyms]                                                 0xffffffffb96fbad6  !     [k] 0xffffffffb96fbad6
     8.59%     0.00%  swapper   [kernel.kallsyms]                                                 0xffffffffba04ea18  !     [k] 0xffffffffba04ea18
     7.58%     0.00%  workload  /usr/lib/x86_64-linux-gnu/libc.so.6                               0x7f187518d24a      !     [.] 0x00007f187518d24a
     6.57%     6.57%  wl-fib    /opt/wl/workload                                                  0x13d0              d     [.] cmp_u32
     6.06%     6.06%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6                               0x3fbf4             !     [.] 0x000000000003fbf4
     6.06%     0.00%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6                               0x7f18751a5bf4      !     [.] 0x00007f18751a5bf4


! perfolio: 167 samples lie in objects that were not found, 84.34% of all (first: 0xa740 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
! perfolio: 417 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report -v --sort sym -t , -i fixtures/synthetic/module.data
#
# Total Lost Samples: 0
#
# Samples: 7  of event 'cpu-clock'
# Event count (approx.): 700
#
# Overhead,Address,From,Symbol
28.57%,0x32,!,[k] 0x0000000000000032
28.57%,0x41,!,[k] 0x0000000000000041
14.29%,0x8,!,[k] 0x0000000000000008
14.29%,0x37,!,[k] 0x0000000000000037
14.29%,0x52,!,[k] 0x0000000000000052


! perfolio: 7 samples lie in objects that were not found, 100.00% of all (first: 0x32 in /lib/modules/6.1.0-test/kernel/tiny.ko)
$ perfolio report -v -q --sort dso,sym -i fixtures/synthetic/kcore.data
    58.33%  [kernel.kallsyms]  0xffffffff9c200030  k     [k] traced_function
    25.00%  [tiny]             0x10                k     [k] tiny_run
    16.67%  [kernel.kallsyms]  0xffffffff9c200056  k     [k] enter_module


$ perfolio report -v -q --sort sym -g none -i fixtures/synthetic/hiperf-whole.data
   100.00%    25.00%  0x8120              r     [.] draw::Canvas::line(int, int)
    50.00%    25.00%  0xc7100             r     [.] ioctl
    25.00%    25.00%  0xffffffc010080008  r     [k] do_ioctl
    25.00%    25.00%  0x6f344             r     [.] memcpy
    25.00%     0.00%  0xffffffc010080110  r     [k] el0_sync


$ perfolio pack -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug -o $T/v.folio >/dev/null 2>&1
$ perfolio report -v -q --no-children -g none --percent-limit 9 --isolated -i $T/v.folio
    22.11%  wl-fib    /opt/wl/workload                                0x13d0              d     [.] cmp_u32
    14.07%  wl-fib    /usr/lib/x86_64-linux-gnu/libc.so.6             0x3fbf4             !     [.] 0x000000000003fbf4
     9.66%  wl-fib    /opt/wl/workload                                0x14b6              d     [.] fib
     9.53%  workload  /opt/wl/workload                                0x1460              d     [.] hot_loop


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -v --json --no-children --sort dso,sym -i fixtures/synthetic/kcore.data | sed -n 11,13p
      "hidden_period": 0,
      "rows": [
        {"percent": 58.33, "samples": 7, "period": 700, "dso": "[kernel.kallsyms]", "address": "0xffffffff9c200030", "names_from": "k", "symbol": {"name": "traced_function", "address": null, "level": "k"}},
$ perfolio report -v -q --sort capture,dso --percent-limit 20 -g none --isolated -i $T/v.folio
    76.85%    44.03%  fp.data  libc.so.6
    54.28%    42.02%  fp.data  workload


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
