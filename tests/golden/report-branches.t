# Branch stacks: as call stacks where the CPU recorded calls, else as rows. Made by tests/fixture/make.py; perf 6.1 prints the same but
# for what docs/differences.md tells.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; ln -s calls/le-file-64-attr128.data $T/calls.data
$ perfolio report --stdio -g caller --no-children -i $T/calls.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 6  of event 'cpu-clock'
# Event count (approx.): 615
#
# Overhead  Command   Shared Object      Symbol
# ........  ........  .................  ......................
#
    49.76%  workload  workload-nopie     [.] fib
            |
            ---main
               |          
               |--32.68%--worker_fib
               |          fib
               |          fib
               |          |          
               |           --16.42%--fib
               |                     fib
               |          
                --17.07%--fib

    33.66%  workload  [kernel.kallsyms]  [k] 0xffffffff81000010
            |          
            |--16.91%--0xffffffff81000028
            |          0xffffffff81000010
            |          
             --16.75%--worker_lib
                       work_entry
                       lib_even
                       0xffffffff81000028
                       0xffffffff81000010

    16.59%  workload  libwork.so         [.] lib_even
            |
            ---worker_lib
               work_entry
               lib_even



! perfolio: 2 samples lie in objects that were not found, 33.33% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
! perfolio: 2 callers lie in objects that were not found (first: 0xffffffff81000028 in [kernel.kallsyms])
$ perfolio report --stdio -g callee --children --sort sym -q -i $T/calls.data --isolated --objects fixtures/amd64/debug
    49.76%     0.00%  [.] main
    49.76%    49.76%  [.] fib
            |          
            |--32.68%--fib
            |          |          
            |          |--16.42%--fib
            |          |          fib
            |          |          worker_fib
            |          |          main
            |          |          
            |           --16.26%--worker_fib
            |                     main
            |          
             --17.07%--main

    33.66%     0.00%  [k] 0xffffffff81000028
            |          
             --16.75%--lib_even
                       work_entry
                       worker_lib

    33.66%    33.66%  [k] 0xffffffff81000010
            |
            ---0xffffffff81000028
               |          
                --16.75%--lib_even
                          work_entry
                          worker_lib

    33.33%     0.00%  [.] worker_lib
    33.33%     0.00%  [.] work_entry
            |
            ---worker_lib

    33.33%    16.59%  [.] lib_even
            |
            ---work_entry
               worker_lib

    32.68%     0.00%  [.] worker_fib
            |
            ---main



! perfolio: 2 samples lie in objects that were not found, 33.33% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
! perfolio: 2 callers lie in objects that were not found (first: 0xffffffff81000028 in [kernel.kallsyms])
$ perfolio report --stdio -g callee --no-children --max-stack 4 --sort sym -q -i $T/calls.data --isolated --objects fixtures/amd64/debug
    49.76%  [.] fib
            |          
            |--32.68%--fib
            |          |          
            |          |--16.42%--fib
            |          |          fib
            |          |          
            |           --16.26%--worker_fib
            |                     main
            |          
             --17.07%--main

    33.66%  [k] 0xffffffff81000010
            |
            ---0xffffffff81000028
               |          
                --16.75%--lib_even
                          work_entry
                          worker_lib

    16.59%  [.] lib_even
            |
            ---work_entry
               worker_lib



! perfolio: 2 samples lie in objects that were not found, 33.33% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
! perfolio: 2 callers lie in objects that were not found (first: 0xffffffff81000028 in [kernel.kallsyms])
$ ln -s branches/le-file-64-attr128.data $T/branches.data
$ perfolio report --stdio -i $T/branches.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 30  of event 'cpu-clock'
# Event count (approx.): 30
#
# Overhead  Command   Source Shared Object  Source Symbol           Target Symbol           Basic Block Cycles
# ........  ........  ....................  ......................  ......................  ..................
#
    40.00%  workload  workload-nopie        [.] hot_loop            [.] hot_loop            3
    10.00%  workload  [unknown]             [H] 0000000000000000    [H] 0000000000000000    -
    10.00%  workload  [unknown]             [H] 0x0000000000500000  [.] fib                 -
    10.00%  workload  workload-nopie        [.] fib                 [k] 0xffffffff81000010  -
    10.00%  workload  [kernel.kallsyms]     [k] 0xffffffff81000080  [.] fib                 -
     6.67%  workload  workload-nopie        [.] main                [.] hot_loop            40000
     6.67%  workload  workload-nopie        [.] hot_loop            [.] lib_even            -
     6.67%  workload  libwork.so            [.] lib_even            [.] hot_loop            7



#
# Branch Statistics:
#
COND_BWD:  63.2%
CROSS_2M:  36.8%
    COND:  63.2%
    CALL:  10.5%
     RET:  10.5%
 SYSCALL:  15.8%
FAULT_INST:  10.5%
! perfolio: 1 sample lies in an object that was not found, 11.11% of all (first: 0xffffffff81000020 in [kernel.kallsyms])
$ perfolio report --stdio -n -q -i $T/branches.data --isolated
    40.00%            12  workload  workload-nopie        [.] 0x0000000000001478  [.] 0x0000000000001460  3
    10.00%             3  workload  [unknown]             [H] 0000000000000000    [H] 0000000000000000    -
    10.00%             3  workload  [unknown]             [H] 0x0000000000500000  [.] 0x0000000000001490  -
    10.00%             3  workload  workload-nopie        [.] 0x00000000000014b0  [k] 0xffffffff81000010  -
    10.00%             3  workload  [kernel.kallsyms]     [k] 0xffffffff81000080  [.] 0x00000000000014b0  -
     6.67%             2  workload  workload-nopie        [.] 0x0000000000001199  [.] 0x0000000000001440  40000
     6.67%             2  workload  workload-nopie        [.] 0x0000000000001455  [.] 0x0000000000001170  -
     6.67%             2  workload  libwork.so            [.] 0x0000000000001180  [.] 0x0000000000001460  7



#
# Branch Statistics:
#
COND_BWD:  63.2%
CROSS_2M:  36.8%
    COND:  63.2%
    CALL:  10.5%
     RET:  10.5%
 SYSCALL:  15.8%
FAULT_INST:  10.5%
! perfolio: 9 samples lie in objects that were not found, 100.00% of all (first: 0x1460 in /opt/wl/workload-nopie)
$ perfolio report --stdio --sort symbol_from,sym,mispredict,in_tx,abort -i $T/branches.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 30  of event 'cpu-clock'
# Event count (approx.): 30
#
# Overhead  Source Symbol           Symbol                  Branch Mispredicted  Branch in transaction  Transaction abort  IPC   [IPC Coverage]
# ........  ......................  ......................  ...................  .....................  .................  ....................
#
    40.00%  [.] hot_loop            [.] hot_loop            N                    .                      .                  -
    10.00%  [.] fib                 [.] 0xffffffff81000010  N/A                  T                      A                  -
    10.00%  [k] 0xffffffff81000080  [.] fib                 N                    T                      .                  -
    10.00%  [H] 0000000000000000    [.] 0000000000000000    N/A                  .                      .                  -
    10.00%  [H] 0x0000000000500000  [.] fib                 N/A                  .                      .                  -
     6.67%  [.] main                [.] hot_loop            Y                    .                      .                  -
     6.67%  [.] lib_even            [.] hot_loop            N                    .                      .                  -
     6.67%  [.] hot_loop            [.] lib_even            N                    .                      .                  -



#
# Branch Statistics:
#
COND_BWD:  63.2%
CROSS_2M:  36.8%
    COND:  63.2%
    CALL:  10.5%
     RET:  10.5%
 SYSCALL:  15.8%
FAULT_INST:  10.5%
! perfolio: 1 sample lies in an object that was not found, 11.11% of all (first: 0xffffffff81000020 in [kernel.kallsyms])
$ perfolio report --stdio --sort srcline_from,addr_from,addr_to -q -i $T/branches.data --isolated --objects fixtures/amd64/debug
    40.00%  workload.c:34                        [.] hot_loop+0x38       [.] hot_loop+0x20
    10.00%  ??:0                                 [H] 0000000000000000    [H] 0000000000000000
    10.00%  ??:0                                 [H] 0x0000000000500000  [.] fib
    10.00%  [kernel.kallsyms][ffffffff81000080]  [k] 0xffffffff81000080  [.] fib+0x20
    10.00%  workload.c:52                        [.] fib+0x20            [k] 0xffffffff81000010
     6.67%  libwork.c:24                         [.] lib_even+0x10       [.] hot_loop+0x20
     6.67%  workload.c:112                       [.] main+0x59           [.] hot_loop
     6.67%  workload.c:42                        [.] hot_loop+0x15       [.] lib_even



#
# Branch Statistics:
#
COND_BWD:  63.2%
CROSS_2M:  36.8%
    COND:  63.2%
    CALL:  10.5%
     RET:  10.5%
 SYSCALL:  15.8%
FAULT_INST:  10.5%
! perfolio: 1 sample lies in an object that was not found, 11.11% of all (first: 0xffffffff81000020 in [kernel.kallsyms])
$ perl -0777 -pe 's,/opt/wl/libwork\.so,/opt/wl/other.data,g; s/\xfb\x56\x3a\xbe.{16}/\xbb\x47\x25\x17\xed\xc6\xa1\x70\x26\x67\xb6\x66\xe8\x95\xbe\x7b\xb5\x03\x48\xbb/sg; s/\x70\x11(\0\0\0\x7f)/\x60\x14$1/g' $T/branches.data >$T/twice.data; for keys in addr_to dso_to,addr_to; do perfolio report --stdio --sort $keys -q -i $T/twice.data --isolated --objects fixtures/amd64/debug 2>/dev/null | grep loop; done
    46.67%  [.] hot_loop+0x20
     6.67%  [.] hot_loop
    46.67%  workload-nopie        [.] hot_loop+0x20
     6.67%  workload-nopie        [.] hot_loop
$ perfolio report --stdio --sort comm,cpu -q --dsos workload-nopie --percentage relative -i $T/branches.data --isolated
    69.23%  workload  000
    30.77%  workload  001



#
# Branch Statistics:
#
COND_BWD:  63.2%
CROSS_2M:  36.8%
    COND:  63.2%
    CALL:  10.5%
     RET:  10.5%
 SYSCALL:  15.8%
FAULT_INST:  10.5%
! perfolio: 9 samples lie in objects that were not found, 100.00% of all (first: 0x1460 in /opt/wl/workload-nopie)
$ perfolio report --stdio --no-branch-stack -q -i $T/branches.data --isolated --objects fixtures/amd64/debug
    99.91%  workload  workload-nopie     [.] hot_loop
     0.09%  workload  [kernel.kallsyms]  [k] 0xffffffff81000020


! perfolio: 1 sample lies in an object that was not found, 11.11% of all (first: 0xffffffff81000020 in [kernel.kallsyms])
$ perfolio report --json --sort dso_to,symbol_to,mispredict,abort,cycles --percent-limit 7 -i $T/branches.data --isolated --objects fixtures/amd64/debug
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 30,
      "period": 30,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 40.00, "samples": 12, "period": 12, "dso_to": "workload-nopie", "symbol_to": {"name": "hot_loop", "address": null, "level": "."}, "mispredict": false, "abort": false, "cycles": 3},
        {"percent": 10.00, "samples": 3, "period": 3, "dso_to": null, "symbol_to": {"name": null, "address": "0x0", "level": "H"}, "mispredict": null, "abort": false, "cycles": null},
        {"percent": 10.00, "samples": 3, "period": 3, "dso_to": "workload-nopie", "symbol_to": {"name": "fib", "address": null, "level": "."}, "mispredict": false, "abort": false, "cycles": null},
        {"percent": 10.00, "samples": 3, "period": 3, "dso_to": "workload-nopie", "symbol_to": {"name": "fib", "address": null, "level": "."}, "mispredict": null, "abort": false, "cycles": null},
        {"percent": 10.00, "samples": 3, "period": 3, "dso_to": "[kernel.kallsyms]", "symbol_to": {"name": null, "address": "0xffffffff81000010", "level": "k"}, "mispredict": null, "abort": true, "cycles": null}
      ]
    }
  ],
  "branch_types": {
    "COND_BWD": 12,
    "CROSS_2M": 7,
    "COND": 12,
    "CALL": 2,
    "RET": 2,
    "SYSCALL": 3,
    "FAULT_INST": 2
  },
  "problems": [
    {"key": "no-object", "count": 1, "sentence": "sample lies in an object that was not found", "first": "0xffffffff81000020 in [kernel.kallsyms]"}
  ]
}
$ perfolio report --sort dso_from -i fixtures/amd64/hw.data
! perfolio: fixtures/amd64/hw.data: --sort dso_from: rows are samples, not branches (--branch-stack makes them branches)
? 1
$ perfolio report --branch-stack -i fixtures/amd64/hw.data
! perfolio: fixtures/amd64/hw.data: --branch-stack: no event of this capture recorded branches
? 1
$ perfolio report --stdio --branch-history --no-children -q -i $T/branches.data --isolated --objects fixtures/amd64/debug
    99.91%  workload.c:25                        [.] hot_loop            workload-nopie     -      -
            |          
            |--49.91%--hot_loop workload.c:25 (COND_BWD)
            |          hot_loop workload.c:34 (cycles:3 iter:2 avg_cycles:3)
            |          |          
            |          |--24.97%--lib_even libwork.c:23 (FAULT_INST CROSS_2M)
            |          |          hot_loop workload.c:42
            |          |          hot_loop workload.c:25 (RET CROSS_2M)
            |          |          lib_even libwork.c:24 (cycles:7)
            |          |          
            |           --24.94%--hot_loop workload.c:42 (CALL predicted:0.0%)
            |                     main workload.c:112 (cycles:40000)
            |          
             --24.99%--fib workload.c:52
                       0xffffffff81000080
                       0xffffffff81000010 (SYSCALL CROSS_2M abort:100.0%)
                       fib workload.c:52
                       fib workload.c:48
                       0x500000
                       0
                       0

     0.09%  [kernel.kallsyms][ffffffff81000020]  [k] 0xffffffff81000020  [kernel.kallsyms]  -      -


! perfolio: 1 sample lies in an object that was not found, 11.11% of all (first: 0xffffffff81000020 in [kernel.kallsyms])
! perfolio: 6 callers lie in objects that were not found (first: 0xffffffff81000010 in [kernel.kallsyms])
$ perfolio report --stdio --branch-history --sort sym -g fractal -q -i $T/branches.data --isolated --objects fixtures/amd64/debug
    99.91%  [.] hot_loop
            |          
            |--25.01%--0
            |          0
            |          fib workload.c:48
            |          0x500000
            |          0xffffffff81000010 (SYSCALL CROSS_2M abort:100.0%)
            |          fib workload.c:52
            |          fib workload.c:52
            |          0xffffffff81000080
            |          
            |--24.99%--hot_loop workload.c:25 (RET CROSS_2M)
            |          lib_even libwork.c:24 (cycles:7)
            |          lib_even libwork.c:23 (FAULT_INST CROSS_2M)
            |          hot_loop workload.c:42
            |          hot_loop workload.c:25 (COND_BWD)
            |          hot_loop workload.c:34 (cycles:3 iter:1 avg_cycles:3)
            |          
            |--24.96%--hot_loop workload.c:42 (CALL predicted:0.0%)
            |          main workload.c:112 (cycles:40000)
            |          hot_loop workload.c:25 (COND_BWD)
            |          hot_loop workload.c:34 (cycles:3 iter:3 avg_cycles:3)
             --25.04%--[...]

     0.09%  [k] 0xffffffff81000020
            |
            ---0
               fib workload.c:48
               0x500000
               0xffffffff81000010 (SYSCALL CROSS_2M abort:100.0%)
               fib workload.c:52
               fib workload.c:52
               0xffffffff81000080



! perfolio: 1 sample lies in an object that was not found, 11.11% of all (first: 0xffffffff81000020 in [kernel.kallsyms])
! perfolio: 6 callers lie in objects that were not found (first: 0xffffffff81000010 in [kernel.kallsyms])
$ ln -s history/le-file-64-attr128.data $T/history.data
$ perfolio report --stdio --branch-history --no-children --sort dso,sym -q -i $T/history.data --isolated --objects fixtures/amd64/debug
    79.80%  workload-nopie     [.] hot_loop
            |          
            |--59.80%--hot_loop workload.c:25 (COND_BWD predicted:66.7%)
            |          hot_loop workload.c:34 (cycles:3 iter:2 avg_cycles:3)
            |          hot_loop workload.c:25 (CALL)
            |          main workload.c:112 (cycles:40)
            |          lib_even libwork.c:24 (calltrace)
            |          
             --20.00%--hot_loop workload.c:35 (calltrace)
                       main workload.c:112 (calltrace)
                       lib_even libwork.c:24 (calltrace)

    20.20%  [kernel.kallsyms]  [k] 0xffffffff81000010
            |
            ---hot_loop workload.c:25 (COND_BWD)
               hot_loop workload.c:34 (cycles:3)
               0xffffffff81000010 (calltrace)
               hot_loop workload.c:35 (calltrace)
               main workload.c:112 (calltrace)
               lib_even libwork.c:24 (calltrace)



! perfolio: 1 sample lies in an object that was not found, 20.00% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
$ perfolio report --stdio --branch-history --sort dso,sym -q -i $T/history.data --isolated --objects fixtures/amd64/debug
   100.00%     0.00%  libwork.so         [.] lib_even
            |
            ---lib_even libwork.c:24 (calltrace)
               |          
               |--59.80%--hot_loop workload.c:25 (CALL)
               |          main workload.c:112 (cycles:40)
               |          hot_loop workload.c:25 (COND_BWD predicted:66.7%)
               |          hot_loop workload.c:34 (cycles:3 iter:2 avg_cycles:3)
               |          
                --40.20%--main workload.c:112 (calltrace)
                          hot_loop workload.c:35 (calltrace)
                          |          
                           --20.20%--0xffffffff81000010 (calltrace)
                                     hot_loop workload.c:25 (COND_BWD)
                                     hot_loop workload.c:34 (cycles:3)

   100.00%    79.80%  workload-nopie     [.] hot_loop
            |          
            |--79.80%--lib_even libwork.c:24 (calltrace)
            |          |          
            |          |--59.80%--hot_loop workload.c:25 (CALL)
            |          |          main workload.c:112 (cycles:40)
            |          |          hot_loop workload.c:25 (COND_BWD predicted:66.7%)
            |          |          hot_loop workload.c:34 (cycles:3 iter:2 avg_cycles:3)
            |          |          
            |           --20.00%--main workload.c:112 (calltrace)
            |                     hot_loop workload.c:35 (calltrace)
            |          
             --20.20%--hot_loop workload.c:35 (calltrace)
                       0xffffffff81000010 (calltrace)
                       hot_loop workload.c:25 (COND_BWD)
                       hot_loop workload.c:34 (cycles:3)

   100.00%     0.00%  workload-nopie     [.] main
            |          
            |--59.80%--main workload.c:112 (cycles:40)
            |          hot_loop workload.c:25 (COND_BWD predicted:66.7%)
            |          hot_loop workload.c:34 (cycles:3 iter:2 avg_cycles:3)
            |          
             --40.20%--main workload.c:112 (calltrace)
                       hot_loop workload.c:35 (calltrace)
                       |          
                        --20.20%--0xffffffff81000010 (calltrace)
                                  hot_loop workload.c:25 (COND_BWD)
                                  hot_loop workload.c:34 (cycles:3)

    20.20%    20.20%  [kernel.kallsyms]  [k] 0xffffffff81000010
            |
            ---lib_even libwork.c:24 (calltrace)
               main workload.c:112 (calltrace)
               hot_loop workload.c:35 (calltrace)
               0xffffffff81000010 (calltrace)
               hot_loop workload.c:25 (COND_BWD)
               hot_loop workload.c:34 (cycles:3)



! perfolio: 1 sample lies in an object that was not found, 20.00% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
$ perfolio report --stdio --branch-history --children --sort sym -g callee -q -i $T/history.data --isolated --objects fixtures/amd64/debug
   100.00%     0.00%  [.] lib_even
   100.00%     0.00%  [.] main
            |          
            |--59.80%--main workload.c:112 (cycles:40)
            |          lib_even libwork.c:24 (calltrace)
            |          
             --40.20%--main workload.c:112 (calltrace)
                       lib_even libwork.c:24 (calltrace)

   100.00%    79.80%  [.] hot_loop
            |          
            |--80.00%--hot_loop workload.c:25 (COND_BWD predicted:75.0%)
            |          hot_loop workload.c:34 (cycles:3 iter:1 avg_cycles:3)
            |          |          
            |          |--59.80%--hot_loop workload.c:25 (CALL)
            |          |          main workload.c:112 (cycles:40)
            |          |          lib_even libwork.c:24 (calltrace)
            |          |          
            |           --20.20%--0xffffffff81000010 (calltrace)
            |                     hot_loop workload.c:35 (calltrace)
            |                     main workload.c:112 (calltrace)
            |                     lib_even libwork.c:24 (calltrace)
            |          
             --20.00%--hot_loop workload.c:35 (calltrace)
                       main workload.c:112 (calltrace)
                       lib_even libwork.c:24 (calltrace)

    20.20%    20.20%  [k] 0xffffffff81000010
            |
            ---hot_loop workload.c:34 (cycles:3)
               0xffffffff81000010 (calltrace)
               hot_loop workload.c:35 (calltrace)
               main workload.c:112 (calltrace)
               lib_even libwork.c:24 (calltrace)



! perfolio: 1 sample lies in an object that was not found, 20.00% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
$ perfolio report --stdio --branch-history --no-children --max-stack 2 --sort dso,sym -q -i $T/history.data --isolated --objects fixtures/amd64/debug
    79.80%  workload-nopie     [.] hot_loop
            |          
            |--59.80%--hot_loop workload.c:25 (COND_BWD predicted:66.7%)
            |          hot_loop workload.c:34 (cycles:3)
            |          |          
            |           --20.39%--hot_loop workload.c:25 (CALL)
            |                     main workload.c:112 (cycles:40)
            |          
             --20.00%--hot_loop workload.c:35 (calltrace)
                       main workload.c:112 (calltrace)

    20.20%  [kernel.kallsyms]  [k] 0xffffffff81000010
            |
            ---hot_loop workload.c:25 (COND_BWD)
               hot_loop workload.c:34 (cycles:3)
               0xffffffff81000010 (calltrace)
               hot_loop workload.c:35 (calltrace)



! perfolio: 1 sample lies in an object that was not found, 20.00% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
$ perfolio report --stdio --branch-history --no-children --ignore-callees main --sort dso,sym -g folded -q -i $T/history.data --isolated --objects fixtures/amd64/debug
   100.00%  workload-nopie  [.] main
59.80% main workload.c:112;lib_even libwork.c:24
40.20% main workload.c:112;lib_even libwork.c:24


! perfolio: 1 sample lies in an object that was not found, 20.00% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
$ perfolio report --stdio --branch-history --no-children --sort sym -q -i $T/calls.data --isolated
    49.76%  [.] 0x0000000000001499
            |          
            |--32.68%--0x401490
            |          0x4014b0
            |          |          
            |          |--16.42%--0x4014b0
            |          |          0x4014b0
            |          |          0x401560
            |          |          0x401180
            |          |          
            |           --16.26%--0x401560
            |                     0x401180
            |          
             --17.07%--0x401499
                       0x401199

    33.66%  [k] 0xffffffff81000010
            |
            ---0xffffffff81000028
               |          
                --16.75%--0x7f0000001170
                          0x7f00000011c8
                          0x401410

    16.59%  [.] 0x0000000000001179
            |
            ---0x7f00000011c8
               0x401410



! perfolio: 6 samples lie in objects that were not found, 100.00% of all (first: 0x1499 in /opt/wl/workload-nopie)
! perfolio: 16 callers lie in objects that were not found (first: 0x1180 in /opt/wl/workload-nopie)
$ perfolio report --branch-history --no-children --sort dso --percent-limit 12 -q -i fixtures/amd64/hw.data --isolated
    47.56%  libc.so.6
            |          
             --15.55%--0x7fcd8d205bf4

    39.02%  workload
            |          
             --19.51%--0x564eb1aa33d0



! perfolio: 328 samples lie in objects that were not found, 100.00% of all (first: 0x15690 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
! perfolio: 695 callers lie in objects that were not found (first: 0x1ab78 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio report --branch-history -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --branch-history: no event of this capture recorded branches or chains
? 1
$ perfolio report --branch-history --json -g callee --sort dso -i $T/history.data --isolated | head -20
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 5,
      "period": 510,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {
          "children_percent": 100.00,
          "children_period": 510,
          "percent": 0.00,
          "samples": 0,
          "period": 0,
          "dso": "libwork.so",
          "stacks": [
$ perfolio report --stdio -q --no-branch-stack --no-children -g callee,branch --sort dso -i $T/history/le-file-64-attr128.data --isolated; perfolio report -q -g callee,branch --sort dso_to -i $T/history/le-file-64-attr128.data --isolated
    79.80%  workload-nopie
            |          
            |--59.80%--0x401460 (COND_BWD predicted:66.7%)
            |          0x401478 (cycles:3 iter:2 avg_cycles:3)
            |          0x401460 (CALL)
            |          0x401199 (cycles:40)
            |          0x7f0000001185 (calltrace)
            |          
             --20.00%--0x401470 (calltrace)
                       0x40119e (calltrace)
                       0x7f0000001185 (calltrace)

    20.20%  [kernel.kallsyms]
            |
            ---0x401460 (COND_BWD)
               0x401478 (cycles:3)
               0xffffffff81000010 (calltrace)
               0x401470 (calltrace)
               0x40119e (calltrace)
               0x7f0000001185 (calltrace)



   100.00%  workload-nopie



#
# Branch Statistics:
#
COND_BWD:  71.4%
    COND:  71.4%
    CALL:  28.6%
! perfolio: 5 samples lie in objects that were not found, 100.00% of all (first: 0x1470 in /opt/wl/workload-nopie)
! perfolio: 19 callers lie in objects that were not found (first: 0x1199 in /opt/wl/workload-nopie)
! perfolio: 5 samples lie in objects that were not found, 100.00% of all (first: 0x1470 in /opt/wl/workload-nopie)
