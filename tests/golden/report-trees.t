# Call trees: every form of -g, from either end, with callers counted and without. fp.data's libc is not there: its
# frames are addresses.
$ perfolio report --sort comm --percent-limit 5 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    74.32%    74.32%  wl-fib
            |          
            |--22.18%--cmp_u32
            |          
            |--14.07%--0x7fc3cf785bf4
            |          
             --10.83%--0x7fc3cf7cf1f5
                       worker_fib
                       |          
                        --9.73%--fib
                                  fib
                                  fib
                                  |          
                                   --9.66%--fib
                                             fib
                                             |          
                                              --9.40%--fib
                                                        |          
                                                         --9.27%--fib
                                                                   |          
                                                                    --8.95%--fib
                                                                              |          
                                                                               --8.30%--fib
                                                                                         |          
                                                                                          --7.52%--fib
                                                                                                    |          
                                                                                                     --5.38%--fib

    22.37%    22.37%  workload
            |          
             --18.03%--0x7fc3cf76d24a
                       |          
                       |--9.66%--hot_loop
                       |          
                        --8.37%--main



! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --sort comm -g callee --percent-limit 12 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    74.32%    74.32%  wl-fib
            |          
            |--22.11%--cmp_u32
            |          
             --14.07%--0x7fc3cf785bf4

    22.37%    22.37%  workload


! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort sym --percent-limit 9 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.11%  [.] cmp_u32
    14.07%  [.] 0x000000000003fbf4
     9.66%  [.] fib
            |
            ---fib
               fib
               |          
                --9.60%--fib
                          fib
                          |          
                           --9.34%--fib
                                     |          
                                      --9.21%--fib

     9.53%  [.] hot_loop
            |
            ---0x7fc3cf76d24a



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort sym -g caller --percent-limit 9 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.11%  [.] cmp_u32
    14.07%  [.] 0x000000000003fbf4
     9.66%  [.] fib
            |
            ---worker_fib
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

     9.53%  [.] hot_loop
            |
            ---hot_loop



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm -G --percent-limit 12 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    74.32%  wl-fib
            |          
            |--22.18%--cmp_u32
            |          
             --14.07%--0x7fc3cf785bf4

    22.37%  workload
            |          
             --18.03%--0x7fc3cf76d24a



! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm -c wl-lib,workload --percent-limit 3 -g fractal,25 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.37%  workload
            |          
            |--42.61%--hot_loop
            |          0x7fc3cf76d24a
             --57.39%--[...]

     3.31%  wl-lib
            |          
            |--80.39%--lib_leaf
            |          |          
            |          |--48.78%--lib_odd
            |          |          lib_even
            |          |          |          
            |          |          |--80.00%--lib_odd
            |          |          |          lib_even
            |          |          |          |          
            |          |          |          |--87.50%--lib_odd
            |          |          |          |          lib_even
            |          |          |          |          |          
            |          |          |          |          |--64.29%--work_entry
            |          |          |          |          |          worker_lib
            |          |          |          |          |          0x7fc3cf7cf1f5
            |          |          |          |          |          
            |          |          |          |           --35.71%--lib_odd
            |          |          |          |                     lib_even
            |          |          |          |                     work_entry
            |          |          |          |                     worker_lib
            |          |          |          |                     0x7fc3cf7cf1f5
            |          |          |           --12.50%--[...]
            |          |           --20.00%--[...]
            |          |          
            |          |--41.46%--lib_even
            |          |          |          
            |          |          |--88.24%--lib_odd
            |          |          |          lib_even
            |          |          |          |          
            |          |          |          |--73.33%--lib_odd
            |          |          |          |          lib_even
            |          |          |          |          |          
            |          |          |          |          |--63.64%--lib_odd
            |          |          |          |          |          lib_even
            |          |          |          |          |          |          
            |          |          |          |          |          |--71.43%--lib_odd
            |          |          |          |          |          |          lib_even
            |          |          |          |          |          |          work_entry
            |          |          |          |          |          |          worker_lib
            |          |          |          |          |          |          0x7fc3cf7cf1f5
            |          |          |          |          |          |          
            |          |          |          |          |           --28.57%--work_entry
            |          |          |          |          |                     worker_lib
            |          |          |          |          |                     0x7fc3cf7cf1f5
            |          |          |          |          |          
            |          |          |          |           --36.36%--work_entry
            |          |          |          |                     worker_lib
            |          |          |          |                     0x7fc3cf7cf1f5
            |          |          |          |          
            |          |          |           --26.67%--work_entry
            |          |          |                     worker_lib
            |          |          |                     0x7fc3cf7cf1f5
            |          |           --11.76%--[...]
            |           --9.76%--[...]
             --19.61%--[...]



! perfolio: 1124 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm -c wl-lib,workload --percent-limit 3 -g fractal,30,1,caller -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.37%  workload
            |          
            |--80.58%--0x7fc3cf76d24a
            |          |          
            |          |--53.60%--hot_loop
            |          |          |          
            |          |           --100.00%--0xffffffffba200f06
            |          |                     0xffffffffba03d6a5
            |          |                     0xffffffffb974655c
            |          |                     0xffffffffba047a0a
            |          |                     0xffffffffba047325
            |          |                     0xffffffffb96dcd96
            |           --46.40%--[...]
             --19.42%--[...]

     3.31%  wl-lib
            |          
            |--98.04%--0x7fc3cf7cf1f5
            |          worker_lib
            |          work_entry
            |          |          
            |          |--92.00%--lib_even
            |          |          |          
            |          |          |--95.56%--lib_odd
            |          |          |          |          
            |          |          |          |--90.70%--lib_even
            |          |          |          |          |          
            |          |          |          |          |--89.74%--lib_odd
            |          |          |          |          |          |          
            |          |          |          |          |          |--94.29%--lib_even
            |          |          |          |          |          |          |          
            |          |          |          |          |          |          |--87.50%--lib_odd
            |          |          |          |          |          |          |          |          
            |          |          |          |          |          |          |          |--59.26%--lib_even
            |          |          |          |          |          |          |          |          |          
            |          |          |          |          |          |          |          |          |--87.50%--lib_odd
            |          |          |          |          |          |          |          |          |          |          
            |          |          |          |          |          |          |          |          |          |--64.29%--lib_even
            |          |          |          |          |          |          |          |          |          |          |          
            |          |          |          |          |          |          |          |          |          |          |--83.33%--lib_leaf
            |          |          |          |          |          |          |          |          |          |           --16.67%--[...]
            |          |          |          |          |          |          |          |          |           --35.71%--[...]
            |          |          |          |          |          |          |          |           --12.50%--[...]
            |          |          |          |          |          |          |           --40.74%--[...]
            |          |          |          |          |          |           --12.50%--[...]
            |          |          |          |          |           --5.71%--[...]
            |          |          |          |           --10.26%--[...]
            |          |          |           --9.30%--[...]
            |          |           --4.44%--[...]
            |           --8.00%--[...]
             --1.96%--[...]



! perfolio: 1124 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g flat,5 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%  libc.so.6
           14.07%
                0x7fc3cf785bf4

    42.02%  workload
           22.11%
                cmp_u32

           9.53%
                hot_loop
                0x7fc3cf76d24a



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g flat,5,1,caller,period -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%  libc.so.6
           272270985
                0x7fc3cf785bf4

    42.02%  workload
           427854405
                cmp_u32



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g folded,4,count -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%  libc.so.6
217 0x7fc3cf785bf4
71 0x7fc3cf76c290
    42.02%  workload
341 cmp_u32
147 hot_loop;0x7fc3cf76d24a


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g folded,4,caller -t / -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
44.03%/libc.so.6
14.07% 0x7fc3cf785bf4
4.60% 0x7fc3cf76c290
42.02%/workload
22.11% cmp_u32
9.53% 0x7fc3cf76d24a/hot_loop


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g address,6,count -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%  libc.so.6
            |          
             --217--0x7fc3cf785bf4

    42.02%  workload
            |          
            |--341--cmp_u32 workload.c:59
            |          
             --115--hot_loop workload.c:35
                       0x7fc3cf76d24a



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm -c wl-lib -g srcline,0.3 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
# comm: wl-lib
     3.31%  wl-lib
            |          
            |--2.53%--lib_leaf libwork.c:15
            |          |          
            |          |--1.23%--lib_odd libwork.c:35
            |          |          lib_even libwork.c:26
            |          |          |          
            |          |           --0.97%--lib_odd libwork.c:35
            |          |                     lib_even libwork.c:26
            |          |                     |          
            |          |                      --0.84%--lib_odd libwork.c:35
            |          |                                lib_even libwork.c:26
            |          |                                |          
            |          |                                |--0.52%--work_entry libwork.c:44
            |          |                                |          worker_lib workload.c:99
            |          |                                |          0x7fc3cf7cf1f5
            |          |                                |          
            |          |                                 --0.32%--lib_odd libwork.c:35
            |          |                                           lib_even libwork.c:26
            |          |                                           work_entry libwork.c:44
            |          |                                           worker_lib workload.c:99
            |          |                                           0x7fc3cf7cf1f5
            |          |          
            |           --1.04%--lib_even libwork.c:26
            |                     |          
            |                      --0.91%--lib_odd libwork.c:35
            |                                lib_even libwork.c:26
            |                                |          
            |                                 --0.65%--lib_odd libwork.c:35
            |                                           lib_even libwork.c:26
            |                                           |          
            |                                            --0.39%--lib_odd libwork.c:35
            |                                                      lib_even libwork.c:26
            |          
             --0.32%--lib_even libwork.c:26



! perfolio: 50 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm -c wl-lib -g srcline,folded,caller,0.3 --full-source-path -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
# comm: wl-lib
     3.31%  wl-lib
0.52% 0x7fc3cf7cf1f5;worker_lib /opt/wl/workload.c:99;work_entry /opt/wl/libwork.c:44;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_leaf /opt/wl/libwork.c:15
0.32% 0x7fc3cf7cf1f5;worker_lib /opt/wl/workload.c:99;work_entry /opt/wl/libwork.c:44;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_even /opt/wl/libwork.c:26;lib_odd /opt/wl/libwork.c:35;lib_leaf /opt/wl/libwork.c:15


! perfolio: 50 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g period,6,1 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%  libc.so.6
            |          
             --272270985--0x7fc3cf785bf4

    42.02%  workload
            |          
            |--427854405--cmp_u32



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort dso --percent-limit 20 -g none -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    44.03%  libc.so.6
    42.02%  workload


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm --percent-limit 20 -g 15 --max-stack 2 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    74.32%  wl-fib
            |          
             --22.11%--cmp_u32

    22.37%  workload


! perfolio: 306 callers lie in objects that were not found (first: 0x2724a in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort comm --percent-limit 20 -g 10,caller --max-stack 2 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    74.32%  wl-fib
            |          
            |--22.18%--cmp_u32
            |          
            |--14.07%--0x7fc3cf785bf4
            |          
             --10.83%--0x7fc3cf7cf1f5
                       worker_fib

    22.37%  workload
            |          
             --18.03%--0x7fc3cf76d24a



! perfolio: 507 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-children --sort sym -S fib --percentage relative --percent-limit 5 -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
# symbol: fib
   100.00%  [.] fib
            |
            ---fib
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
                                                           |--8.24%--fib
                                                           |          |          
                                                           |          |--7.46%--fib
                                                           |          |          |          
                                                           |          |          |--5.32%--fib
                                                           |          |          |          |          
                                                           |          |          |          |--2.72%--fib
                                                           |          |          |          |          |          
                                                           |          |          |          |          |--1.88%--worker_fib
                                                           |          |          |          |          |          0x7fc3cf7cf1f5
                                                           |          |          |          |          |          
                                                           |          |          |          |           --0.84%--fib
                                                           |          |          |          |                     |          
                                                           |          |          |          |                      --0.58%--worker_fib
                                                           |          |          |          |                                0x7fc3cf7cf1f5
                                                           |          |          |          |          
                                                           |          |          |           --2.59%--worker_fib
                                                           |          |          |                     0x7fc3cf7cf1f5
                                                           |          |          |          
                                                           |          |           --2.14%--worker_fib
                                                           |          |                     0x7fc3cf7cf1f5
                                                           |          |          
                                                           |           --0.78%--worker_fib
                                                           |                     0x7fc3cf7cf1f5
                                                           |          
                                                            --0.65%--worker_fib
                                                                      0x7fc3cf7cf1f5



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 149 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -gfolded,nonsense -q -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio report: -g: 'nonsense' is not one of graph, fractal, flat, folded, none, caller, callee, function, address, srcline, branch, percent, period, count, a percentage, or after it a number of entries
? 1
$ perfolio report --isolated --no-children --sort dso -g srcline,caller,20 -q -S cmp_u32,__memmove_avx_unaligned_erms -i fixtures/amd64/dwarf.folio 2>/dev/null
    21.88%  workload
            |
            ---0x7fd1641b78eb
               0x7fd1641371f4
               worker_fib ??:0
               sort_some ??:0
               qsort_r ??:0
               0x7fd1640ed9c0
               0x7fd1640ed9c0
               0x7fd1640ed9c0
               0x7fd1640edbf3
               0x7fd1640edbf3



