# Branch stacks: as call stacks where the CPU recorded calls. Made by tests/fixture/make.py; perf 6.1 prints the same but
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
! perfolio: branch stacks are not reported yet: these rows are the samples that carry them
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
! perfolio: branch stacks are not reported yet: these rows are the samples that carry them
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
! perfolio: branch stacks are not reported yet: these rows are the samples that carry them
