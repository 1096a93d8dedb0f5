# The user's part of a call chain may be recorded later than its sample (Linux 6.18 and on). Made by tests/fixture/make.py.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; ln -s deferred/le-file-64-attr128.data $T/deferred.data
$ perfolio report --stdio -g caller --no-children --sort tid,sym -i $T/deferred.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 6  of event 'cpu-clock'
# Event count (approx.): 560
#
# Overhead      Tid:Command   Symbol
# ........  ................  ......................
#
    54.29%       30:workload  [k] 0xffffffff81000010
            |
            ---main
               |          
               |--35.89%--fib
               |          0xffffffff81000028
               |          0xffffffff81000010
               |          
                --18.39%--0xffffffff81000028
                          0xffffffff81000010

    36.79%       31:workload  [k] 0xffffffff81000010
            |          
            |--18.57%--0xffffffff81000028
            |          0xffffffff81000010
            |          
             --18.21%--main
                       fib
                       0xffffffff81000028
                       0xffffffff81000010

     8.93%       30:workload  [.] fib
            |
            ---main
               fib



! perfolio: 1 call chain lacks its user part: it was deferred, and never recorded (first: cookie 0x4 of process 30, thread 31)
! perfolio: 5 samples lie in objects that were not found, 83.33% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
! perfolio: 5 callers lie in objects that were not found (first: 0xffffffff81000028 in [kernel.kallsyms])
$ perfolio report --stdio -g callee --children --sort sym --max-stack 3 -q -i $T/deferred.data --isolated --objects fixtures/amd64/debug
    91.07%     0.00%  [k] 0xffffffff81000028
            |          
            |--54.11%--fib
            |          
             --18.39%--main

    91.07%    91.07%  [k] 0xffffffff81000010
            |
            ---0xffffffff81000028
               |          
               |--54.11%--fib
               |          
                --18.39%--main

    63.04%     8.93%  [.] fib
            |          
             --8.93%--main

    27.32%     0.00%  [.] main


! perfolio: 1 call chain lacks its user part: it was deferred, and never recorded (first: cookie 0x4 of process 30, thread 31)
! perfolio: 5 samples lie in objects that were not found, 83.33% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
! perfolio: 5 callers lie in objects that were not found (first: 0xffffffff81000028 in [kernel.kallsyms])
$ perfolio report --stdio -g caller --no-children --sort sym --max-stack 3 -q -i $T/deferred.data --isolated --objects fixtures/amd64/debug
    91.07%  [k] 0xffffffff81000010
            |          
            |--72.50%--main
            |          |          
            |          |--54.11%--fib
            |          |          0xffffffff81000028
            |          |          
            |           --18.39%--0xffffffff81000028
            |                     0xffffffff81000010
            |          
             --18.57%--0xffffffff81000028
                       0xffffffff81000010

     8.93%  [.] fib
            |
            ---fib



! perfolio: 1 call chain lacks its user part: it was deferred, and never recorded (first: cookie 0x4 of process 30, thread 31)
! perfolio: 5 samples lie in objects that were not found, 83.33% of all (first: 0xffffffff81000010 in [kernel.kallsyms])
! perfolio: 2 callers lie in objects that were not found (first: 0xffffffff81000028 in [kernel.kallsyms])
$ perfolio doctor -i $T/deferred.data --isolated | grep -A1 "never recorded"
  1 call chain lacks its user part: it was deferred, and never recorded (first: cookie 0x4 of process 30, thread 31)
