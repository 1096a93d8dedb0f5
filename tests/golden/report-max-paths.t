# No more steps of call paths than --max-paths: what goes on from the heaviest is [other].
$ perfolio report --sort comm,sym -g caller,2 --percent-limit 4 -q --max-paths 12 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.18%    22.11%  wl-fib    [.] cmp_u32
            |
            ---cmp_u32

    18.03%     0.00%  workload  [.] 0x00007fc3cf76d24a
            |
            ---0x7fc3cf76d24a
               |          
               |--9.66%--hot_loop
               |          
                --8.37%--[other]

    14.07%    14.07%  wl-fib    [.] 0x000000000003fbf4
            |
            ---0x7fc3cf785bf4

    14.07%     0.00%  wl-fib    [.] 0x00007fc3cf785bf4
            |
            ---0x7fc3cf785bf4

    10.83%     0.00%  wl-fib    [.] 0x00007fc3cf7cf1f5
            |
            ---0x7fc3cf7cf1f5
               worker_fib
               |          
                --9.73%--fib
                          fib
                          fib
                          |          
                           --9.66%--fib
                                     fib
                                     |          
                                      --9.40%--[other]

    10.83%     0.00%  wl-fib    [.] worker_fib
            |
            ---worker_fib
               |          
                --9.73%--fib
                          fib
                          fib
                          |          
                           --9.66%--fib
                                     fib
                                     |          
                                      --9.40%--[other]

     9.73%     9.66%  wl-fib    [.] fib
            |          
             --9.40%--fib
                       fib
                       fib
                       fib
                       fib
                       [other]

     9.66%     9.53%  workload  [.] hot_loop
            |          
             --9.53%--0x7fc3cf76d24a
                       hot_loop

     9.21%     0.00%  workload  [k] 0xffffffffba200126
            |
            ---[other]

     8.37%     0.00%  workload  [.] main
            |
            ---[other]

     6.87%     0.13%  workload  [k] 0xffffffffba038bdd
            |
            ---[other]

     4.67%     0.00%  wl-fib    [.] 0x00007fc3cf76c290
            |
            ---[other]

     4.60%     4.60%  wl-fib    [.] 0x0000000000026290
            |
            ---[other]

     4.35%     0.00%  workload  [.] 0x00007fc3cf83e38f
            |
            ---[other]



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 832 samples' call paths are cut and end in [other] (--max-paths), 53.96% of all
$ perfolio report --sort comm,sym -g callee,2 --percent-limit 4 -q --max-paths 12 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.18%    22.11%  wl-fib    [.] cmp_u32
            |
            ---cmp_u32

    18.03%     0.00%  workload  [.] 0x00007fc3cf76d24a
            |
            ---0x7fc3cf76d24a

    14.07%    14.07%  wl-fib    [.] 0x000000000003fbf4
            |
            ---0x7fc3cf785bf4

    14.07%     0.00%  wl-fib    [.] 0x00007fc3cf785bf4
            |
            ---0x7fc3cf785bf4

    10.83%     0.00%  wl-fib    [.] 0x00007fc3cf7cf1f5
            |
            ---0x7fc3cf7cf1f5

    10.83%     0.00%  wl-fib    [.] worker_fib
            |
            ---worker_fib
               0x7fc3cf7cf1f5

     9.73%     9.66%  wl-fib    [.] fib
            |
            ---fib
               fib
               fib
               |          
                --9.66%--fib
                          fib
                          worker_fib
                          0x7fc3cf7cf1f5

     9.66%     9.53%  workload  [.] hot_loop
            |
            ---hot_loop
               0x7fc3cf76d24a

     9.21%     0.00%  workload  [k] 0xffffffffba200126
            |
            ---[other]

     8.37%     0.00%  workload  [.] main
            |
            ---[other]

     6.87%     0.13%  workload  [k] 0xffffffffba038bdd
            |
            ---[other]

     4.67%     0.00%  wl-fib    [.] 0x00007fc3cf76c290
            |
            ---[other]

     4.60%     4.60%  wl-fib    [.] 0x0000000000026290
            |
            ---[other]

     4.35%     0.00%  workload  [.] 0x00007fc3cf83e38f
            |
            ---[other]



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 832 samples' call paths are cut and end in [other] (--max-paths), 53.96% of all
$ perfolio report --no-children --sort sym -g callee,2,count --percent-limit 9 -q --max-paths 12 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.11%  [.] cmp_u32
    14.07%  [.] 0x000000000003fbf4
     9.66%  [.] fib
            |          
             --142--[other]
                       fib
                       fib
                       fib
                       fib
                       fib
                       fib
                       worker_fib
                       0x7fc3cf7cf1f5

     9.53%  [.] hot_loop
            |
            ---0x7fc3cf76d24a



! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 830 samples' call paths are cut and end in [other] (--max-paths), 53.83% of all
$ perfolio report --json --sort comm -g flat,10 --max-paths 1 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 1542,
      "period": 1934755110,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {
          "children_percent": 74.32,
          "children_period": 1437891930,
          "percent": 74.32,
          "samples": 1146,
          "period": 1437891930,
          "comm": "wl-fib",
          "stacks": [
            {"samples": 804, "period": 1008782820, "frames": ["[other]"]},
            {"samples": 341, "period": 427854405, "frames": ["cmp_u32"]}
          ]
        },
        {
          "children_percent": 22.37,
          "children_period": 432873225,
          "percent": 22.37,
          "samples": 345,
          "period": 432873225,
          "comm": "workload",
          "stacks": [
            {"samples": 345, "period": 432873225, "frames": ["[other]"]}
          ]
        },
        {
          "children_percent": 3.31,
          "children_period": 63989955,
          "percent": 3.31,
          "samples": 51,
          "period": 63989955,
          "comm": "wl-lib",
          "stacks": []
        }
      ]
    }
  ],
  "problems": [
    {"key": "caller-no-object", "count": 1316, "sentence": "callers lie in objects that were not found", "first": "0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6"},
    {"key": "paths-cut", "count": 1201, "sentence": "samples' call paths are cut and end in [other] (--max-paths)", "first": null}
  ]
}
$ perfolio export folded --max-paths 8 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
wl-fib;[libc.so.6] 794228265
wl-fib;[libc.so.6];[other] 3764115
wl-fib;[libc.so.6];worker_fib;[other] 21329985
wl-fib;[libc.so.6];worker_fib;fib;fib;fib 1254705
wl-fib;[libc.so.6];worker_fib;fib;fib;fib;[other] 186951045
wl-fib;[other] 1254705
wl-fib;cmp_u32 427854405
wl-fib;cmp_u32;[other] 1254705
wl-lib;[other] 63989955
workload;[libc.so.6] 1254705
workload;[libc.so.6];[other] 351317400
workload;[other] 80301120
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 566 samples' call paths are cut and end in [other] (--max-paths), 36.71% of all
$ perfolio export pprof --max-paths 8 -o /dev/null -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 869 samples' call paths are cut and end in [other] (--max-paths), 56.36% of all
$ perfolio export firefox --max-paths 8 -i fixtures/amd64/fp.data
! perfolio export: firefox: --max-paths: this format has every sample by itself and no paths to cut
? 1
$ perfolio report --max-paths 0 -i fixtures/amd64/fp.data
! perfolio report: --max-paths: '0' is not a number from 1 to 4294967295
? 1
$ perfolio report --max-paths all -i fixtures/amd64/fp.data
! perfolio report: --max-paths: 'all' is not a number from 1 to 4294967295
? 1
$ perfolio report --max-paths 18446744073709551616 -i fixtures/amd64/fp.data
! perfolio report: --max-paths: '18446744073709551616' is not a number from 1 to 4294967295
? 1
$ perfolio diff --before fixtures/amd64/fp.data --after fixtures/amd64/inject-b.data --max-paths 9 --isolated --json 2>&1 | grep paths-cut
        {"key": "paths-cut", "count": 1488, "sentence": "samples' call paths are cut and end in [other] (--max-paths)", "first": null}
        {"key": "paths-cut", "count": 55, "sentence": "samples' call paths are cut and end in [other] (--max-paths)", "first": null}
$ perfolio report -g caller --max-paths 5 --isolated -q -i fixtures/amd64/fp.data 2>&1 | grep -v '^$' | sed -n '1p;/cut/p;$p' | cut -c1-120
    22.18%     0.00%  wl-fib    workload              [.] 0x000056182a56a3d0
perfolio: 984 samples' call paths are cut and end in [other] (--max-paths), 63.81% of all
perfolio: 984 samples' call paths are cut and end in [other] (--max-paths), 63.81% of all
