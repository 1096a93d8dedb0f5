# With the recorded program's own objects at hand, and without: the numbers are the same, only names are missing. Where
# perf printed these views on the recording machine, its rows are these, but for names out of the distribution's files.
$ perfolio report --stdio --no-children -g none -n --sort comm,dso,sym -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead       Samples  Command   Shared Object  Symbol
# ........  ............  ........  .............  ..............
#
    34.04%           113  wl-alpha  wl-dyn         [.] leaf_hot
    32.83%           109  wl-alpha  libspin.so     [.] dso_inner
    15.06%            50  wl-beta   wl-dyn         [.] sorter
    14.76%            49  wl-alpha  wl-dyn         [.] leaf_cold
     0.90%             3  wl-alpha  libspin.so     [.] dso_spin
     0.60%             2  wl-alpha  wl-dyn         [.] alpha
     0.30%             1  wl-dyn    ld.so.1        [.] 0x00007098
     0.30%             1  wl-dyn    ld.so.1        [.] 0x00022d60
     0.30%             1  wl-dyn    libc.so.6      [.] 0x0004f748
     0.30%             1  wl-dyn    libc.so.6      [.] 0x0008e380
     0.30%             1  wl-dyn    libc.so.6      [.] 0x0010dcd0
     0.30%             1  wl-dyn    libc.so.6      [.] 0x001808e8


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --stdio --no-children -g none -n --sort comm,dso,sym --percent-limit 3 -i fixtures/hppa/user.data --isolated
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead       Samples  Command   Shared Object  Symbol
# ........  ............  ........  .............  ..............
#
    19.28%            64  wl-alpha  libspin.so     [.] 0x00000534
    18.67%            62  wl-alpha  wl-dyn         [.] 0x00000914
    15.06%            50  wl-alpha  wl-dyn         [.] 0x000008dc
    11.45%            38  wl-alpha  libspin.so     [.] 0x00000548
     9.64%            32  wl-alpha  wl-dyn         [.] 0x00000958
     8.73%            29  wl-beta   wl-dyn         [.] 0x00000bfc
     4.82%            16  wl-alpha  wl-dyn         [.] 0x0000092c


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio --no-children -g none -n --sort comm,dso,sym -i fixtures/amd64/buildid-mmap.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 129  of event 'cpu-clock'
# Event count (approx.): 645000000
#
# Overhead       Samples  Command   Shared Object         Symbol
# ........  ............  ........  ....................  ......................
#
    26.36%            34  wl-fib    workload              [.] cmp_u32
    14.73%            19  wl-fib    libc.so.6             [.] 0x000000000003fbf4
     6.20%             8  workload  workload              [.] hot_loop
     4.65%             6  wl-fib    libc.so.6             [.] 0x0000000000026290
     3.88%             5  wl-fib    libc.so.6             [.] 0x000000000003fbda
     3.88%             5  wl-fib    workload              [.] fib
     3.88%             5  workload  [kernel.kallsyms]     [k] 0xffffffffb9feefd9
     3.10%             4  wl-fib    libc.so.6             [.] 0x000000000003f9c1
     3.10%             4  wl-fib    libc.so.6             [.] 0x0000000000152a80
     2.33%             3  wl-lib    libwork.so            [.] lib_leaf
     1.55%             2  wl-fib    libc.so.6             [.] 0x000000000003f960
     1.55%             2  wl-fib    libc.so.6             [.] 0x000000000003f99c
     1.55%             2  wl-fib    libc.so.6             [.] 0x000000000003f9a4
     1.55%             2  wl-fib    libc.so.6             [.] 0x000000000003fa1a
     1.55%             2  wl-fib    libc.so.6             [.] 0x000000000003fbca
     1.55%             2  wl-fib    libc.so.6             [.] 0x0000000000152c53
     1.55%             2  workload  [kernel.kallsyms]     [k] 0xffffffffb9737210
     1.55%             2  workload  [kernel.kallsyms]     [k] 0xffffffffb99668ac
     0.78%             1  wl-fib    libc.so.6             [.] 0x000000000003f9e7
     0.78%             1  wl-fib    libc.so.6             [.] 0x000000000003fbc0
     0.78%             1  wl-fib    libc.so.6             [.] 0x000000000003fbe3
     0.78%             1  wl-fib    libc.so.6             [.] 0x000000000003fbf8
     0.78%             1  wl-fib    libc.so.6             [.] 0x0000000000152c20
     0.78%             1  wl-lib    libwork.so            [.] lib_odd
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb96c8d54
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb96c8d66
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb996445a
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb996449b
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb9973500
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb9990108
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb99e37a0
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffb9fd40d0
     0.78%             1  workload  [kernel.kallsyms]     [k] 0xffffffffba04f129
     0.78%             1  workload  ld-linux-x86-64.so.2  [.] 0x0000000000008c45
     0.78%             1  workload  ld-linux-x86-64.so.2  [.] 0x0000000000010680
     0.78%             1  workload  libc.so.6             [.] 0x000000000003dd40
     0.78%             1  workload  libc.so.6             [.] 0x00000000000997a7
     0.78%             1  workload  libc.so.6             [.] 0x00000000000f8090


! perfolio: 78 samples lie in objects that were not found, 60.47% of all (first: 0xffffffffb9fd40d0 in [kernel.kallsyms])
$ perfolio report --stdio --no-children -g none -n --sort comm,dso,sym --percent-limit 3 -i fixtures/amd64/buildid-mmap.data --isolated
#
# Total Lost Samples: 0
#
# Samples: 129  of event 'cpu-clock'
# Event count (approx.): 645000000
#
# Overhead       Samples  Command   Shared Object         Symbol
# ........  ............  ........  ....................  ......................
#
    26.36%            34  wl-fib    workload              [.] 0x00000000000013d0
    14.73%            19  wl-fib    libc.so.6             [.] 0x000000000003fbf4
     5.43%             7  workload  workload              [.] 0x0000000000001468
     4.65%             6  wl-fib    libc.so.6             [.] 0x0000000000026290
     3.88%             5  wl-fib    libc.so.6             [.] 0x000000000003fbda
     3.88%             5  workload  [kernel.kallsyms]     [k] 0xffffffffb9feefd9
     3.10%             4  wl-fib    libc.so.6             [.] 0x000000000003f9c1
     3.10%             4  wl-fib    libc.so.6             [.] 0x0000000000152a80


! perfolio: 129 samples lie in objects that were not found, 100.00% of all (first: 0xffffffffb9fd40d0 in [kernel.kallsyms])
$ perfolio report --stdio -g none --sort sym --percent-limit 5 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 1934755110
#
# Children      Self  Symbol
# ........  ........  ......................
#
    22.18%    22.11%  [.] cmp_u32
    18.03%     0.00%  [.] 0x00007fc3cf76d24a
    14.07%    14.07%  [.] 0x000000000003fbf4
    14.07%     0.00%  [.] 0x00007fc3cf785bf4
    14.07%     0.00%  [.] 0x00007fc3cf7cf1f5
    10.83%     0.00%  [.] worker_fib
     9.73%     9.66%  [.] fib
     9.66%     9.53%  [.] hot_loop
     9.21%     0.00%  [k] 0xffffffffba200126
     8.37%     0.00%  [.] main
     6.87%     0.13%  [k] 0xffffffffba038bdd


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ mkdir $T/flat; cp fixtures/hppa/debug/bin/wl-dyn/*/elf $T/flat/wl-dyn; perfolio report -q --sort dso,sym --percent-limit 15 --symfs $T/flat,flat --isolated -i fixtures/hppa/user.data; perfolio report -q --sort dso --symfs /none,hierarchy -i fixtures/hppa/user.data
    34.04%  wl-dyn         [.] leaf_hot
    19.28%  libspin.so     [.] 0x00000534
    15.06%  wl-dyn         [.] sorter


! perfolio: 118 samples lie in objects that were not found, 35.54% of all (first: 0x548 in /lib/libspin.so)
! perfolio: cannot open /none: No such file or directory
? 1
