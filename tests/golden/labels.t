# What assemblers leave in symbol tables names nothing: a program of riscv64, whose functions begin where a mapping
# symbol with the ISA in its name does (perf 6.12: 12.76% are `$xrv64i2p1_m2p0_...`).
$ perfolio report --sort comm,dso,sym -i fixtures/riscv64/pipe.data --isolated --objects fixtures/riscv64/debug --percent-limit 3
#
# Total Lost Samples: 0
#
# Samples: 196  of event 'cpu-clock'
# Event count (approx.): 784000000
#
# Overhead  Command   Shared Object                Symbol
# ........  ........  ...........................  ......................
#
    19.90%  wl-fib    libc.so.6                    [.] 0x000000000003a27c
    12.76%  wl-fib    workload                     [.] cmp_u32
     8.67%  wl-fib    workload                     [.] fib
     6.63%  workload  workload                     [.] hot_loop
     5.10%  wl-fib    libc.so.6                    [.] 0x000000000003a270
     4.08%  workload  [kernel.kallsyms]            [k] 0xffffffff80a69d14
     3.57%  wl-lib    libwork.so                   [.] lib_leaf
     3.06%  wl-fib    libc.so.6                    [.] 0x000000000003a274


! perfolio: 134 samples lie in objects that were not found, 68.37% of all (first: 0xffffffff80264b1a in [kernel.kallsyms])
! perfolio: 2 objects were matched by name only: no build-id proves that they are the recorded ones (first: fixtures/riscv64/debug/opt/wl/workload/bdd5755197e1626de51328db2833599dd2169e21/elf for /opt/wl/workload: the capture has no build-id for it)
