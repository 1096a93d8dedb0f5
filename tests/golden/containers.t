# However a capture comes: through a pipe, as a directory, compressed, cut off; by -i or as an argument.
$ cat fixtures/s390x/pipe.data | perfolio report --stdio --sort comm -n -i -
#
# Total Lost Samples: 0
#
# Samples: 236  of event 'cpu-clock'
# Event count (approx.): 944000000
#
# Overhead       Samples  Command
# ........  ............  ........
#
    70.34%           166  workload
    20.34%            48  wl-fib
     8.47%            20  sh
     0.85%             2  wl-lib


$ cat fixtures/hppa/user.data | perfolio report --stdio -q --sort comm -n -i -
    83.13%           276  wl-alpha
    15.06%            50  wl-beta
     1.81%             6  wl-dyn


$ perfolio report --stdio -q --sort comm -n - <fixtures/hppa/user.data
    83.13%           276  wl-alpha
    15.06%            50  wl-beta
     1.81%             6  wl-dyn


$ perfolio report --stdio -q --sort comm -n fixtures/hppa/user.data
    83.13%           276  wl-alpha
    15.06%            50  wl-beta
     1.81%             6  wl-dyn


$ perfolio report --stdio --sort comm -n -i fixtures/hppa/threads.data --percent-limit 5
#
# Total Lost Samples: 0
#
# Samples: 408  of event 'cpu-clock'
# Event count (approx.): 1632000000
#
# Overhead       Samples  Command
# ........  ............  ...............
#
    42.65%           174  wl-alpha
    24.02%            98  swapper
    22.06%            90  wl-beta
     8.82%            36  wl-static


$ perfolio report --stdio --sort comm,dso -g none -n --isolated -i fixtures/s390x/zstd.data --percent-limit 5
#
# Total Lost Samples: 0
#
# Samples: 233  of event 'cpu-clock'
# Event count (approx.): 932000000
#
# Children      Self       Samples  Command   Shared Object
# ........  ........  ............  ........  .................
#
    42.49%    42.49%            99  workload  [kernel.kallsyms]
    21.89%    21.89%            51  wl-fib    libc.so.6
    15.02%    15.02%            35  workload  libc.so.6
     5.58%     5.58%            13  wl-fib    workload
     5.15%     5.15%            12  workload  workload


! perfolio: 233 samples lie in objects that were not found, 100.00% of all (first: 0x150b90 in [kernel.kallsyms])
! perfolio: 457 callers lie in objects that were not found (first: 0xa332b6 in [kernel.kallsyms])
$ head -c 12000 fixtures/hppa/user.data | perfolio report --stdio -q --sort comm -n -i -
    99.64%           276  wl-alpha
     0.36%             1  wl-beta


! perfolio: 4000 bytes of the records could not be read (first: the file ends at 12000, its records should end at 15904)
! perfolio: 1 file has no header features: it was cut off, or its recorder did not finish it (first: the header features are missing: they follow the records)
$ head -c 5000 fixtures/s390x/zstd.data | perfolio report --stdio -q --sort comm -g none -n -i -
   100.00%   100.00%            75  wl-fib


! perfolio: 2650 bytes of the records could not be read (first: the file ends at 5000, its records should end at 5337)
! perfolio: 1 file has no header features: it was cut off, or its recorder did not finish it (first: the header features are missing: they follow the records)
! perfolio: 53 callers lie in objects that were not found (first: 0xa332b6 in [kernel.kallsyms])
$ head -c 10000 fixtures/s390x/pipe.data | perfolio report --stdio -q --sort comm -n -i -
    98.00%            98  workload
     2.00%             2  wl-lib


$ cd $T; perfolio report --stdio -q --sort comm
! perfolio: perf.data: cannot open: No such file or directory
? 1
