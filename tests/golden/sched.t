# The schedule, as perf sched prints it: 64-bit little-endian, 32-bit big-endian, pipes, lost events; every switch; who has
# which CPU; words that are no view; SWITCH records of one process, where what others run in between counts as idle.
$ perfolio sched latency --isolated -p -s switch,runtime -i fixtures/amd64/sched.data

 -------------------------------------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------------------------------------------------------------------------------------------------------
  rcu_preempt:15        |      0.470 ms |       10 | avg:   0.061 ms | max:   0.118 ms | max start:    38.907646 s | max end:    38.907764 s
  workload:271          |     40.713 ms |        3 | avg:   0.172 ms | max:   0.320 ms | max start:    38.919403 s | max end:    38.919724 s
  perf:270              |      3.935 ms |        2 | avg:   0.129 ms | max:   0.171 ms | max start:    38.924233 s | max end:    38.924404 s
  wl-fib:273            |     24.214 ms |        1 | avg:   0.068 ms | max:   0.068 ms | max start:    38.895142 s | max end:    38.895210 s
  wl-lib:274            |      1.893 ms |        1 | avg:   7.982 ms | max:   7.982 ms | max start:    38.896149 s | max end:    38.904131 s
  ksoftirqd/0:14        |      0.065 ms |        1 | avg:   0.027 ms | max:   0.027 ms | max start:    38.919634 s | max end:    38.919661 s
  migration/1:20        |      0.000 ms |        1 | avg:   0.028 ms | max:   0.028 ms | max start:    38.924205 s | max end:    38.924233 s
  migration/0:16        |      0.000 ms |        1 | avg:   0.029 ms | max:   0.029 ms | max start:    38.865810 s | max end:    38.865840 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |     71.291 ms |       20 |
 ---------------------------------------------------

$ perfolio sched latency --isolated -i fixtures/amd64/sched.data

 -------------------------------------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------------------------------------------------------------------------------------------------------
  wl-lib:274            |      1.893 ms |        1 | avg:   7.982 ms | max:   7.982 ms | max start:    38.896149 s | max end:    38.904131 s
  workload:271          |     40.713 ms |        3 | avg:   0.172 ms | max:   0.320 ms | max start:    38.919403 s | max end:    38.919724 s
  perf:270              |      3.935 ms |        2 | avg:   0.129 ms | max:   0.171 ms | max start:    38.924233 s | max end:    38.924404 s
  wl-fib:273            |     24.214 ms |        1 | avg:   0.068 ms | max:   0.068 ms | max start:    38.895142 s | max end:    38.895210 s
  rcu_preempt:15        |      0.470 ms |       10 | avg:   0.061 ms | max:   0.118 ms | max start:    38.907646 s | max end:    38.907764 s
  migration/0:16        |      0.000 ms |        1 | avg:   0.029 ms | max:   0.029 ms | max start:    38.865810 s | max end:    38.865840 s
  migration/1:20        |      0.000 ms |        1 | avg:   0.028 ms | max:   0.028 ms | max start:    38.924205 s | max end:    38.924233 s
  ksoftirqd/0:14        |      0.065 ms |        1 | avg:   0.027 ms | max:   0.027 ms | max start:    38.919634 s | max end:    38.919661 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |     71.291 ms |       20 |
 ---------------------------------------------------

$ perfolio sched lat --isolated -i fixtures/hppa/pipetp.data

 -------------------------------------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------------------------------------------------------------------------------------------------------
  wl-alpha:307          |      0.000 ms |        4 | avg:  23.480 ms | max:  83.810 ms | max start:   251.199170 s | max end:   251.282980 s
  wl-beta:308           |      0.000 ms |        2 | avg:  12.306 ms | max:  24.611 ms | max start:   251.555654 s | max end:   251.580265 s
  perf:305              |      0.000 ms |       29 | avg:   8.601 ms | max: 148.547 ms | max start:   251.407107 s | max end:   251.555654 s
  wl-dyn:306            |      0.000 ms |       29 | avg:   4.028 ms | max:  90.836 ms | max start:   251.282980 s | max end:   251.373815 s
  rcu_sched:11          |      0.000 ms |        2 | avg:   3.853 ms | max:   7.707 ms | max start:   251.172496 s | max end:   251.180203 s
  migration/1:17        |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  migration/0:12        |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  kworker/1:1-mm_:27    |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  kworker/0:1-eve:14    |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  ksoftirqd/1:18        |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  ksoftirqd/0:10        |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  kpowerswd:21          |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |      0.000 ms |       73 |
 ---------------------------------------------------

! perfolio: 2 records are out of time order in the file, and count at the time of the later records before them (first: at offset 169240, 367124 ns)
$ perfolio sched -i fixtures/hppa/lost.data latency --isolated

 -------------------------------------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------------------------------------------------------------------------------------------------------
  perf:548              |      0.000 ms |       42 | avg:   0.573 ms | max:   6.819 ms | max start:   439.278052 s | max end:   439.284871 s
  dd:549                |      0.000 ms |       11 | avg:   0.301 ms | max:   0.664 ms | max start:   439.022509 s | max end:   439.023173 s
  rcu_sched:11          |      0.000 ms |        2 | avg:   0.052 ms | max:   0.103 ms | max start:   439.355806 s | max end:   439.355909 s
  ksoftirqd/0:10        |      0.000 ms |        2 | avg:   0.028 ms | max:   0.056 ms | max start:   439.284798 s | max end:   439.284855 s
  migration/0:12        |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  kworker/1:1-eve:27    |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  kworker/0:1-mm_:14    |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  ksoftirqd/1:18        |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
  kpowerswd:21          |      0.000 ms |        1 | avg:   0.000 ms | max:   0.000 ms | max start:     0.000000 s | max end:     0.000000 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |      0.000 ms |       62 |
 ---------------------------------------------------
  INFO: 401.492% lost events (11840 out of 2949, in 4 chunks)

! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio sched latency --isolated --CPU 1 -i fixtures/amd64/sched.data

 -------------------------------------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------------------------------------------------------------------------------------------------------
  perf:270              |      3.021 ms |        1 | avg:   0.088 ms | max:   0.088 ms | max start:    38.923249 s | max end:    38.923337 s
  wl-fib:273            |     24.214 ms |        1 | avg:   0.068 ms | max:   0.068 ms | max start:    38.895142 s | max end:    38.895210 s
  rcu_preempt:15        |      0.219 ms |        6 | avg:   0.047 ms | max:   0.069 ms | max start:    38.875633 s | max end:    38.875701 s
  migration/1:20        |      0.000 ms |        1 | avg:   0.028 ms | max:   0.028 ms | max start:    38.924205 s | max end:    38.924233 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |     27.455 ms |        9 |
 ---------------------------------------------------

$ for c in 0 0,1; do perfolio sched latency --isolated --csv -p -C $c -i fixtures/amd64/sched.data | tr -d '\r' | cut -d, -f1-5; done
task,pid,threads,runtime,switches
274:wl-lib,271,1,0.001892517,1
271:workload,271,1,0.040713348,3
270:perf,270,1,0.000914253,1
15:rcu_preempt,15,1,0.000251323,4
16:migration/0,16,1,0.000000000,1
14:ksoftirqd/0,14,1,0.000065277,1
task,pid,threads,runtime,switches
274:wl-lib,271,1,0.001892517,1
271:workload,271,1,0.040713348,3
270:perf,270,1,0.003935459,2
273:wl-fib,271,1,0.024214494,1
15:rcu_preempt,15,1,0.000470348,10
16:migration/0,16,1,0.000000000,1
20:migration/1,20,1,0.000000000,1
14:ksoftirqd/0,14,1,0.000065277,1
$ perfolio sched timehist --isolated -MwnG -C 1 --time 38.9230,38.9245 -i fixtures/amd64/sched.data
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
      38.923337 [0001]  <idle>                             23.966     23.966      0.337  next: perf[270]               
      38.924205 [0001]  perf[270]                                                        awakened: migration/1[20]
      38.924233 [0001]  perf[270]                          55.252      0.087      0.896  next: migration/1[20]         
      38.924270 [0001]  migration/1[20]                                                  migrated: perf[270] cpu 1 => 0
      38.924338 [0001]  migration/1[20]                     0.000      0.027      0.105  next: swapper/1[0]            
      38.924500 [0001]  <idle>                              1.001      1.001      0.161  next: perf[270]               
$ perfolio sched timehist --isolated -Is -C 0 -i fixtures/amd64/sched.data

Idle-time summary
                          comm  parent  sched-out    idle-time   min-idle    avg-idle    max-idle  stddev  migrations
                                          (count)       (msec)     (msec)      (msec)      (msec)       %
---------------------------------------------------------------------------------------------------------------------
               rcu_preempt[15]       2          3       12.588      0.771       4.196       7.846   48.75       0
               migration/0[16]       2          1        0.926      0.926       0.926       0.926    0.00       0

Terminated tasks:
                 workload[271]     270          1        0.284      0.284       0.284       0.284    0.00       0
               wl-lib[274/271]     271          1        1.708      1.708       1.708       1.708    0.00       0

Idle stats:
    CPU  0 idle for     15.507  msec  ( 26.29%)

    Total number of unique tasks: 4
Total number of context switches: 12
           Total run time (msec): 15.507 
    Total scheduling time (msec): 58.973  (x 2)
$ perfolio sched timehist --isolated -gs -i fixtures/amd64/sched.data | sed -n 1p

! perfolio: fixtures/amd64/sched.data has no call chains: perf sched record -g records them
$ perfolio sched timehist --isolated --csv -i fixtures/hppa/pipetp.data 2>/dev/null | tr -d '\r' | cut -d, -f8,9 | grep ^0: | sort | uniq -c
      8 0:swapper,0
$ perfolio sched latency --isolated -s nice -i fixtures/amd64/sched.data
! perfolio sched latency: --sort: 'nice' is none of avg, max, switch, runtime, pid
? 1
$ perfolio sched timehist --isolated -wMV --state -i fixtures/amd64/sched.data --time 38.919,38.924
           time    cpu  012  task name                       wait time  sch delay   run time  state
                             [tid/pid]                          (msec)     (msec)     (msec)       
--------------- ------  ---  ------------------------------  ---------  ---------  ---------  -----
      38.919403 [0001]       wl-fib[273/271]                                                  awakened: workload[271]
      38.919634 [0000]       swapper                                                          awakened: ksoftirqd/0[14]
      38.919661 [0000]  i    <idle>                              0.036      0.036      0.661      I                                 
      38.919708 [0001]   s   wl-fib[-1/271]                      0.173      0.000      0.708      X                                 
      38.919724 [0000]  s    ksoftirqd/0[14]                     0.000      0.026      0.062      S                                 
      38.923249 [0000]       workload[271]                                                    awakened: perf[270]
      38.923313 [0000]  s    workload[271]                      15.592      0.320      3.589      Z                                 
      38.923337 [0001]   i   <idle>                             23.966     23.966      3.629      I                                 
      38.923566 [0000]       swapper                                                          awakened: rcu_preempt[15]
      38.923598 [0000]  i    <idle>                              3.652      3.652      0.284      I                                 
      38.923633 [0000]  s    rcu_preempt[15]                     7.907      0.031      0.035      I                                 
      38.924000 [0001]   s   perf[270]                          55.252      0.087      0.662      R                                 
      38.924000 [0000]  i    <idle>                              0.035      0.035      0.366      I                                 
$ perfolio sched timehist --isolated -SM --time 38.919,38.92 -i fixtures/amd64/sched.data
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
      38.919661 [0000]  <idle>                              0.036      0.036      0.661 
      38.919708 [0001]  wl-fib[-1/271]                      0.173      0.000      0.708 
      38.919724 [0000]  ksoftirqd/0[14]                     0.000      0.026      0.062 
      38.920000 [0000]  workload[271]                      15.592      0.320      0.275 
      38.920000 [0001]  <idle>                             23.966     23.966      0.291 

Runtime summary
                          comm  parent   sched-in     run-time    min-run     avg-run     max-run  stddev  migrations
                                          (count)       (msec)     (msec)      (msec)      (msec)       %
---------------------------------------------------------------------------------------------------------------------
               ksoftirqd/0[14]       2          1        0.062      0.062       0.062       0.062    0.00       0

Terminated tasks:
                 workload[271]     270          1        0.275      0.275       0.275       0.275    0.00       0
               wl-fib[273/271]     271          1        0.708      0.708       0.708       0.708    0.00       0

Idle stats:
    CPU  0 idle for      0.661  msec  ( 66.14%)
    CPU  1 idle for      0.291  msec  ( 29.18%)

    Total number of unique tasks: 3
Total number of context switches: 5
           Total run time (msec):  1.046 
    Total scheduling time (msec):  1.000  (x 2)
$ perfolio sched timehist --isolated -Is -i fixtures/amd64/sched.data

Idle-time summary
                          comm  parent  sched-out    idle-time   min-idle    avg-idle    max-idle  stddev  migrations
                                          (count)       (msec)     (msec)      (msec)      (msec)       %
---------------------------------------------------------------------------------------------------------------------
                     perf[270]     122          1        1.426      1.426       1.426       1.426    0.00       0
               rcu_preempt[15]       2          9       38.086      0.074       4.231       7.910   26.35       0
               migration/0[16]       2          1        0.926      0.926       0.926       0.926    0.00       0
               migration/1[20]       2          1        0.475      0.475       0.475       0.475    0.00       0

Terminated tasks:
                 workload[271]     270          1        0.284      0.284       0.284       0.284    0.00       0
               wl-fib[273/271]     271          2        3.802      0.173       1.901       3.629   90.88       0
               wl-lib[274/271]     271          1        1.708      1.708       1.708       1.708    0.00       0

Idle stats:
    CPU  0 idle for     15.507  msec  ( 26.29%)
    CPU  1 idle for     31.202  msec  ( 52.91%)

    Total number of unique tasks: 7
Total number of context switches: 32
           Total run time (msec): 46.709 
    Total scheduling time (msec): 58.973  (x 2)
$ perfolio sched timehist --isolated -n -p 271 -C 0 -i fixtures/amd64/sched.data
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
      38.899641 [0000]  workload[271]                       0.000      0.125     32.725  next: rcu_preempt[15]         
      38.904131 [0000]  workload[271]                       0.071      0.071      4.418  next: workload[274]           
      38.906056 [0000]  wl-lib[-1/271]                      0.000      7.981      1.925  next: swapper/0[0]            
      38.923313 [0000]  workload[271]                      15.592      0.320      3.589  next: swapper/0[0]            
$ perfolio sched timehist --isolated -i fixtures/hppa/lost.data | grep -A2 -B2 lost
     439.723720 [0000]  perf[548]                           0.079      0.079      8.353 
     439.723857 [0000]  rcu_sched[11]                       8.353      0.000      0.137 
     439.725226 lost 2139 events on cpu 1
     439.731776 [0000]  perf[548]                           0.137      0.137      7.918 
     439.731946 [0000]  rcu_sched[11]                       7.918      0.000      0.170 
--
     439.745157 [0000]  perf[548]                           0.143      0.143      5.303 
     439.745321 [0000]  rcu_sched[11]                       5.303      0.000      0.164 
     439.745767 lost 2956 events on cpu 1
     439.763928 lost 3667 events on cpu 1
     439.780499 [0000]  perf[548]                           0.164      0.164     35.177 
     439.780654 [0000]  rcu_sched[11]                      35.177      0.000      0.155 
     439.787581 [0000]  perf[548]                           0.155      0.155      6.927 
     439.789346 [0000]  rcu_sched[11]                       6.927      0.000      1.764 
     439.790750 lost 3078 events on cpu 1
     439.802104 [0000]  perf[548]                           1.764      1.764     12.757 
     439.802318 [0000]  rcu_sched[11]                      12.757      0.000      0.214 
! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio sched timehist --isolated --state -i fixtures/hppa/pipetp.data | head -12
           time    cpu  task name                       wait time  sch delay   run time  state
                        [tid/pid]                          (msec)     (msec)     (msec)       
--------------- ------  ------------------------------  ---------  ---------  ---------  -----
     250.769572 [0000]  perf[305]                           0.000      0.000      0.000      R 
     250.769630 [0000]  rcu_sched[11]                       0.000      0.000      0.058      I 
     250.769952 [0000]  perf[305]                           0.058      0.058      0.321      D 
     250.770321 [0000]  migration/0[12]                     0.000      0.000      0.369      S 
     250.778351 [0000]  <idle>                              0.000      0.000      8.029      I 
     250.778414 [0000]  rcu_sched[11]                       8.720      0.000      0.063      I 
     250.779721 [0000]  <idle>                              0.063      0.063      1.306      I 
     250.780369 [0001]  perf[305]                           0.000      0.000      0.000      D 
     250.783225 [0001]  <idle>                              0.000      0.000      2.856      I 
! perfolio: 2 records are out of time order in the file, and count at the time of the later records before them (first: at offset 169240, 367124 ns)
$ perfolio sched timehist --isolated --json -wMS --time 38.92,38.925 -i fixtures/amd64/sched.data
{"type": "wakeup", "time": "38.923249701", "cpu": 0, "by": {"tid": 271, "comm": "workload"}, "by_pid": 271, "task": {"tid": 270, "comm": "perf"}, "pid": 270}
{"type": "switch", "time": "38.923313876", "cpu": 0, "task": {"tid": 271, "comm": "workload"}, "pid": 271, "next": {"tid": 0, "comm": "swapper"}, "next_pid": 0, "run": "0.003313876", "delay": "0.000320465", "sleep": "0.015592607", "iowait": "0.000000000", "preempt": "0.000000000", "state": "Z", "callers": null}
{"type": "switch", "time": "38.923337415", "cpu": 1, "task": {"tid": 0, "comm": "swapper"}, "pid": 0, "next": {"tid": 270, "comm": "perf"}, "next_pid": 270, "run": "0.003337415", "delay": "0.023966657", "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.023966657", "state": "I", "callers": null}
{"type": "wakeup", "time": "38.923566642", "cpu": 0, "by": {"tid": 0, "comm": "swapper"}, "by_pid": 0, "task": {"tid": 15, "comm": "rcu_preempt"}, "pid": 15}
{"type": "switch", "time": "38.923598058", "cpu": 0, "task": {"tid": 0, "comm": "swapper"}, "pid": 0, "next": {"tid": 15, "comm": "rcu_preempt"}, "next_pid": 15, "run": "0.000284182", "delay": "0.003652468", "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.003652468", "state": "I", "callers": null}
{"type": "switch", "time": "38.923633511", "cpu": 0, "task": {"tid": 15, "comm": "rcu_preempt"}, "pid": 15, "next": {"tid": 0, "comm": "swapper"}, "next_pid": 0, "run": "0.000035453", "delay": "0.000031416", "sleep": "0.007907286", "iowait": "0.000000000", "preempt": "0.000000000", "state": "I", "callers": null}
{"type": "wakeup", "time": "38.924205864", "cpu": 1, "by": {"tid": 270, "comm": "perf"}, "by_pid": 270, "task": {"tid": 20, "comm": "migration/1"}, "pid": 20}
{"type": "switch", "time": "38.924233475", "cpu": 1, "task": {"tid": 270, "comm": "perf"}, "pid": 270, "next": {"tid": 20, "comm": "migration/1"}, "next_pid": 20, "run": "0.000896060", "delay": "0.000087714", "sleep": "0.055252199", "iowait": "0.000000000", "preempt": "0.000000000", "state": "R", "callers": null}
{"type": "migration", "time": "38.924270550", "cpu": 1, "by": {"tid": 20, "comm": "migration/1"}, "by_pid": 20, "task": {"tid": 270, "comm": "perf"}, "pid": 270, "from_cpu": 1, "to_cpu": 0}
{"type": "switch", "time": "38.924338521", "cpu": 1, "task": {"tid": 20, "comm": "migration/1"}, "pid": 20, "next": {"tid": 0, "comm": "swapper"}, "next_pid": 0, "run": "0.000105046", "delay": "0.000027611", "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.000000000", "state": "S", "callers": null}
{"type": "switch", "time": "38.924404741", "cpu": 0, "task": {"tid": 0, "comm": "swapper"}, "pid": 0, "next": {"tid": 270, "comm": "perf"}, "next_pid": 270, "run": "0.000771230", "delay": "0.000035453", "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.000035453", "state": "I", "callers": null}
{"type": "switch", "time": "38.924813641", "cpu": 1, "task": {"tid": 0, "comm": "swapper"}, "pid": 0, "next": {"tid": 270, "comm": "perf"}, "next_pid": 270, "run": "0.000475120", "delay": "0.001001106", "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.001001106", "state": "I", "callers": null}
{"type": "task", "task": {"tid": 270, "comm": "perf"}, "pid": 270, "parent": 122, "exited": false, "switches": 1, "run": "0.000896060", "min_run": "0.000896060", "mean_run": "0.000896060", "max_run": "0.000896060", "deviation": 0.00, "sleep": "0.055252199", "iowait": "0.000000000", "preempt": "0.000000000", "delay": "0.000087714", "migrations": 1}
{"type": "task", "task": {"tid": 15, "comm": "rcu_preempt"}, "pid": 15, "parent": 2, "exited": false, "switches": 1, "run": "0.000035453", "min_run": "0.000035453", "mean_run": "0.000035453", "max_run": "0.000035453", "deviation": 0.00, "sleep": "0.007907286", "iowait": "0.000000000", "preempt": "0.000000000", "delay": "0.000031416", "migrations": 0}
{"type": "task", "task": {"tid": 20, "comm": "migration/1"}, "pid": 20, "parent": 2, "exited": false, "switches": 1, "run": "0.000105046", "min_run": "0.000105046", "mean_run": "0.000105046", "max_run": "0.000105046", "deviation": 0.00, "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.000000000", "delay": "0.000027611", "migrations": 0}
{"type": "task", "task": {"tid": 271, "comm": "workload"}, "pid": 271, "parent": 270, "exited": true, "switches": 1, "run": "0.003313876", "min_run": "0.003313876", "mean_run": "0.003313876", "max_run": "0.003313876", "deviation": 0.00, "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.000000000", "delay": "0.000000000", "migrations": 0}
{"type": "cpu", "cpu": 0, "idle": "0.001055412", "idle_switches": 2}
{"type": "cpu", "cpu": 1, "idle": "0.003812535", "idle_switches": 2}
{"type": "span", "start": "38.920000000", "end": "38.924813641"}
{"problems": []}
$ perfolio sched timehist --isolated -sn -i fixtures/amd64/sched.data
! perfolio sched timehist: -w, -n and -V apply to lines, but -s prints none
? 1
$ perfolio sched map --fuzzy-name -i fixtures/amd64/sched.data
! perfolio sched map: --fuzzy-name has no effect without --task-name
? 1
$ perfolio sched map --isolated -i fixtures/amd64/sched.data | head -12
  *A0          38.865840 secs A0 => migration/0:16
  *.           38.865990 secs .  => swapper:0
  *B0          38.866916 secs B0 => perf-exec:271
   B0 *.       38.868085 secs 
   B0 *C0      38.869511 secs C0 => rcu_preempt:15
   B0 *.       38.869581 secs 
   B0 *C0      38.875568 secs 
   B0 *.       38.875597 secs 
   B0 *C0      38.875701 secs 
   B0 *.       38.875726 secs 
   B0 *C0      38.883567 secs 
   B0 *.       38.883590 secs 
$ perfolio sched map --isolated --compact -i fixtures/hppa/lost.data | tail -6
   C0 *D0     439.900031 secs 
   C0 *.      439.900174 secs 
   C0 *D0     439.907862 secs 
   C0 *.      439.907980 secs 
   C0 *C0     439.908403 secs 
  INFO: 401.492% lost events (11840 out of 2949, in 4 chunks)
! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio sched map --isolated --cpus 1 -i fixtures/amd64/sched.data | head -12
      
      
      
  *.       38.868085 secs .  => swapper:0
  *C0      38.869511 secs C0 => rcu_preempt:15
  *.       38.869581 secs 
  *C0      38.875568 secs 
  *.       38.875597 secs 
  *C0      38.875701 secs 
  *.       38.875726 secs 
  *C0      38.883567 secs 
  *.       38.883590 secs 
$ perfolio sched map --isolated --json -i fixtures/amd64/sched.data | sed -n '1,3p;$p'
{"time": "38.865840272", "cpu": 0, "task": {"tid": 16, "comm": "migration/0"}, "pid": 16}
{"time": "38.865990334", "cpu": 0, "task": {"tid": 0, "comm": "swapper"}, "pid": 0}
{"time": "38.866916877", "cpu": 0, "task": {"tid": 271, "comm": "perf-exec"}, "pid": 271}
{"problems": []}
$ perfolio sched map --color-pids 1 -i fixtures/amd64/sched.data | head -1
  *A0          38.865840 secs A0 => migration/0:16
! perfolio sched map: --color-pids is without effect: its text has no colours
$ perfolio sched latency --isolated -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: the capture has no context switches; perf sched record, perf record -e sched:sched_switch and perf record --switch-events record them
? 1
$ perfolio sched
! usage: perfolio sched VIEW [options] [-i] FILE
! 
!   latency        how long each thread waited for a CPU
!   timehist       every context switch: how long the thread had waited and run
!   map            every context switch as a row with a column for each CPU
!   script         the tracepoints themselves: perfolio script
! 
! perfolio sched VIEW --help lists a view's options.
? 1
$ perfolio sched replay
! perfolio sched: replay: perf has it, Perfolio does not: it does not run programs
? 1
$ perfolio sched timehits
! perfolio sched: there is no 'timehits', but 'timehist'
? 1
$ perfolio sched latency --isolated -i fixtures/amd64/sched.data --json | head -20
{
  "perfolio": 2,
  "command": "sched latency",
  "rows": [
    {"task": {"tid": 274, "comm": "wl-lib"}, "pid": 271, "threads": 1, "runtime": "0.001892517", "switches": 1, "delay": "0.007981906", "avg_delay": "0.007981906", "max_delay": "0.007981906", "max_start": "38.896149748", "max_end": "38.904131654"},
    {"task": {"tid": 271, "comm": "workload"}, "pid": 271, "threads": 1, "runtime": "0.040713348", "switches": 3, "delay": "0.000517211", "avg_delay": "0.000172403", "max_delay": "0.000320465", "max_start": "38.919403796", "max_end": "38.919724261"},
    {"task": {"tid": 270, "comm": "perf"}, "pid": 270, "threads": 1, "runtime": "0.003935459", "switches": 2, "delay": "0.000258980", "avg_delay": "0.000129490", "max_delay": "0.000171266", "max_start": "38.924233475", "max_end": "38.924404741"},
    {"task": {"tid": 273, "comm": "wl-fib"}, "pid": 271, "threads": 1, "runtime": "0.024214494", "switches": 1, "delay": "0.000067979", "avg_delay": "0.000067979", "max_delay": "0.000067979", "max_start": "38.895142479", "max_end": "38.895210458"},
    {"task": {"tid": 15, "comm": "rcu_preempt"}, "pid": 15, "threads": 1, "runtime": "0.000470348", "switches": 10, "delay": "0.000605462", "avg_delay": "0.000060546", "max_delay": "0.000117935", "max_start": "38.907646993", "max_end": "38.907764928"},
    {"task": {"tid": 16, "comm": "migration/0"}, "pid": 16, "threads": 1, "runtime": "0.000000000", "switches": 1, "delay": "0.000029354", "avg_delay": "0.000029354", "max_delay": "0.000029354", "max_start": "38.865810918", "max_end": "38.865840272"},
    {"task": {"tid": 20, "comm": "migration/1"}, "pid": 20, "threads": 1, "runtime": "0.000000000", "switches": 1, "delay": "0.000027611", "avg_delay": "0.000027611", "max_delay": "0.000027611", "max_start": "38.924205864", "max_end": "38.924233475"},
    {"task": {"tid": 14, "comm": "ksoftirqd/0"}, "pid": 14, "threads": 1, "runtime": "0.000065277", "switches": 1, "delay": "0.000026610", "avg_delay": "0.000026610", "max_delay": "0.000026610", "max_start": "38.919634798", "max_end": "38.919661408"}
  ],
  "unordered_wakeups": 0,
  "wakeups": 18,
  "switch_bugs": 0,
  "problems": []
}
$ perfolio sched latency --isolated -i fixtures/s390x/multi.data | head -8

 -------------------------------------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |
 -------------------------------------------------------------------------------------------------------------------------------------------
  workload:215          |    443.768 ms |        5 | avg:   3.809 ms | max:   9.916 ms | max start:    55.162355 s | max end:    55.172271 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |    443.768 ms |        5 |
 ---------------------------------------------------
$ perfolio sched timehist --isolated --state -i fixtures/s390x/multi.data | head -8
           time    cpu  task name                       wait time  sch delay   run time  state
                        [tid/pid]                          (msec)     (msec)     (msec)       
--------------- ------  ------------------------------  ---------  ---------  ---------  -----
      55.095036 [0001]  workload[215]                       0.000      0.000      0.000      R 
      55.095365 [0001]  <idle>                              0.000      0.000      0.329      I 
      55.144493 [0001]  workload[215]                       0.329      0.329     49.127      R 
      55.152515 [0001]  <idle>                             49.127     49.127      8.022      I 
      55.162355 [0001]  workload[215]                       8.022      8.022      9.839      R 
$ perfolio sched map --isolated --task-name wl-fib,workload -i fixtures/amd64/sched.data
   -  *A0      38.895210 secs A0 => workload:273
   -  *.       38.895568 secs 
   -  *A0      38.895741 secs 
  *-   A0      38.899641 secs 
  *B0  A0      38.899713 secs B0 => workload:271
  *C0  A0      38.904131 secs C0 => workload:274
   -  *.       38.919708 secs 
  *B0  .       38.919724 secs 
  *.   .       38.923313 secs 
$ perfolio sched map --isolated --task-name wl- --fuzzy-name -i fixtures/amd64/sched.data
  *.   -       38.906056 secs 
   -  *.       38.919708 secs 
$ for f in "timehist --cpu 77" "timehist -p 99999" "timehist -t 99999 -s" "timehist --time 1,2" "timehist --json -t 99999" "timehist -w --cpu 77" "timehist -p 271" "map --cpus 77" "map --task-name nobody" "map --task-name nobody --json" "map --cpus 1"; do echo "= $f"; perfolio sched $f -i fixtures/amd64/sched.data 2>&1 >/dev/null; done
= timehist --cpu 77
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= timehist -p 99999
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= timehist -t 99999 -s
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= timehist --time 1,2
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= timehist --json -t 99999
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= timehist -w --cpu 77
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= timehist -p 271
= map --cpus 77
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= map --task-name nobody
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= map --task-name nobody --json
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
= map --cpus 1
$ for v in "latency" "timehist -wMS --time 38.92425,38.9243" "map --cpus 0"; do perfolio sched $v --csv --isolated -i fixtures/amd64/sched.data | tr -d "\r" | head -7; done
task,pid,threads,runtime,switches,delay,avg_delay,max_delay,max_start,max_end
274:wl-lib,271,1,0.001892517,1,0.007981906,0.007981906,0.007981906,38.896149748,38.904131654
271:workload,271,1,0.040713348,3,0.000517211,0.000172403,0.000320465,38.919403796,38.919724261
270:perf,270,1,0.003935459,2,0.000258980,0.000129490,0.000171266,38.924233475,38.924404741
273:wl-fib,271,1,0.024214494,1,0.000067979,0.000067979,0.000067979,38.895142479,38.895210458
15:rcu_preempt,15,1,0.000470348,10,0.000605462,0.000060546,0.000117935,38.907646993,38.907764928
16:migration/0,16,1,0.000000000,1,0.000029354,0.000029354,0.000029354,38.865810918,38.865840272
type,time,cpu,by,by_pid,task,pid,next,next_pid,run,delay,sleep,iowait,preempt,state,callers,from_cpu,to_cpu,events
migration,38.924270550,1,20:migration/1,20,270:perf,270,,,,,,,,,,1,0,
switch,38.924300000,1,,,20:migration/1,20,0:swapper,0,0.000050000,0.000027611,0.000000000,0.000000000,0.000000000,S,,,,
switch,38.924300000,0,,,0:swapper,0,270:perf,270,0.000050000,0.000035453,0.000000000,0.000000000,0.000035453,I,,,,

type,task,pid,parent,exited,switches,run,min_run,mean_run,max_run,deviation,sleep,iowait,preempt,delay,migrations
task,20:migration/1,20,2,no,1,0.000050000,0.000050000,0.000050000,0.000050000,0.00,0.000000000,0.000000000,0.000000000,0.000000000,0
time,cpu,task,pid
38.865840272,0,16:migration/0,16
38.865990334,0,0:swapper,0
38.866916877,0,271:perf-exec,271
38.899641942,0,15:rcu_preempt,15
38.899713358,0,271:workload,271
38.904131654,0,274:workload,271
$ perfolio sched map --csv --isolated -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: the capture has no context switches; perf sched record, perf record -e sched:sched_switch and perf record --switch-events record them
? 1
$ perfolio sched timehist -I --isolated -i fixtures/s390x/trace.data | wc -l
3
! perfolio: fixtures/s390x/trace.data: no CPU was recorded as idle
$ perfolio sched map --cpus 77 --isolated -i fixtures/amd64/sched.data
! perfolio: fixtures/amd64/sched.data has no samples that pass the filters
$ perfolio sched timehist -I -w -i fixtures/amd64/sched.data
! perfolio sched timehist: -w applies to wakeups, but -I shows none
? 1
