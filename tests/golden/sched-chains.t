# Call chains of context switches: where threads wait, and of idle times the chain before each (perf's callchains of idle CPUs).
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 be-file-64-attr128 >/dev/null; ln -s asleep/le-file-64-attr128.data $T/a.data; ln -s asleep/be-file-64-attr128.data $T/be.data; ln -s followed/le-file-64-attr128.data $T/f.data
$ perfolio sched timehist --isolated -Is -i $T/a.data --objects fixtures/amd64/debug

Idle-time summary
                          comm  parent  sched-out    idle-time   min-idle    avg-idle    max-idle  stddev  migrations
                                          (count)       (msec)     (msec)      (msec)      (msec)       %
---------------------------------------------------------------------------------------------------------------------
                  workload[30]      -1          8       56.310      2.020       7.038      10.050   20.88       0

Terminated tasks:
<no terminated tasks>

Idle stats:
    CPU  0 idle for     56.310  msec  ( 91.40%)
    CPU  1 idle entire time window
    CPU  2 idle entire time window
    CPU  3 idle entire time window

Idle stats by callchain:
  CPU  0:    56.310  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------
            50.250         5  [unknown] <- fib <- fib <- worker_fib
             6.060         3  [unknown] <- lib_even <- work_entry

  CPU  1:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------

  CPU  2:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------

  CPU  3:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------


    Total number of unique tasks: 1
Total number of context switches: 16
           Total run time (msec): 56.310 
    Total scheduling time (msec): 61.610  (x 4)
! perfolio: 9 callers lie in objects that were not found (first: 0xc0100100 in [kernel.kallsyms])
$ perfolio sched timehist --isolated -IS --state --max-stack 2 -i $T/be.data --objects fixtures/amd64/debug | tail -30
Idle stats:
    CPU  0 idle for     56.310  msec  ( 91.40%)
    CPU  1 idle entire time window
    CPU  2 idle entire time window
    CPU  3 idle entire time window

Idle stats by callchain:
  CPU  0:    56.310  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------
            50.250         5  [unknown] <- fib <- fib <- worker_fib
             6.060         3  [unknown] <- lib_even <- work_entry

  CPU  1:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------

  CPU  2:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------

  CPU  3:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------


    Total number of unique tasks: 1
Total number of context switches: 16
           Total run time (msec): 56.310 
    Total scheduling time (msec): 61.610  (x 4)
! perfolio: 18 callers lie in objects that were not found (first: 0xc0100100 in [kernel.kallsyms])
$ perfolio sched timehist --isolated -gwnVM --state -i $T/a.data --objects fixtures/amd64/debug | sed -n 1,12p
           time    cpu  01234  task name                       wait time  sch delay   run time  state
                               [tid/pid]                          (msec)     (msec)     (msec)       
--------------- ------  -----  ------------------------------  ---------  ---------  ---------  -----
       0.001000 [0000]  s      beta[41]                            0.000      0.000      0.000      R  next: workload[30]               [unknown]
       0.001100 [0000]  s      workload[30]                        0.000      0.000      0.100      S  next: swapper[0]                 [unknown] <- fib <- fib <- worker_fib
       0.011100 [0001]         alpha[40]                                                        awakened: workload[30]
       0.011150 [0000]  i      <idle>                              0.000      0.000     10.050      I  next: workload[30]            
       0.011250 [0000]  s      workload[30]                       10.050      0.050      0.100      S  next: swapper[0]                 [unknown] <- fib <- fib <- worker_fib
       0.021250 [0001]         alpha[40]                                                        awakened: workload[30]
       0.021300 [0000]  i      <idle>                              0.100      0.100     10.050      I  next: workload[30]            
       0.021400 [0000]  s      workload[30]                       10.050      0.050      0.100      S  next: swapper[0]                 [unknown] <- fib <- fib <- worker_fib
       0.031400 [0001]         alpha[40]                                                        awakened: workload[30]
! perfolio: 18 callers lie in objects that were not found (first: 0xc0100100 in [kernel.kallsyms])
$ perfolio sched timehist --isolated -g --csv -i $T/a.data --objects fixtures/amd64/debug 2>/dev/null | tr -d '\r' | head -4
type,time,cpu,by,by_pid,task,pid,next,next_pid,run,delay,sleep,iowait,preempt,state,callers,from_cpu,to_cpu,events
switch,0.001000000,0,,,41:beta,41,30:workload,30,0.000000000,0.000000000,0.000000000,0.000000000,0.000000000,R,[unknown],,,
switch,0.001100000,0,,,30:workload,30,0:swapper,0,0.000100000,0.000000000,0.000000000,0.000000000,0.000000000,S,[unknown] <- fib <- fib <- worker_fib,,,
switch,0.011150000,0,,,0:swapper,0,30:workload,30,0.010050000,0.000000000,0.000000000,0.000000000,0.000000000,I,,,,
$ perfolio sched timehist --isolated --json -Is -i $T/a.data --objects fixtures/amd64/debug | head -60
{"type": "task", "task": {"tid": 30, "comm": "workload"}, "pid": 30, "parent": -1, "exited": false, "switches": 8, "run": "0.056310000", "min_run": "0.002020000", "mean_run": "0.007038750", "max_run": "0.010050000", "deviation": 20.88, "sleep": "0.000000000", "iowait": "0.000000000", "preempt": "0.000000000", "delay": "0.000000000", "migrations": 0}
{"type": "cpu", "cpu": 0, "idle": "0.056310000", "idle_switches": 8}
{"type": "cpu", "cpu": 1, "idle": "0.000000000", "idle_switches": 0}
{"type": "idle_chain", "cpu": 0, "idle": "0.050250000", "switches": 5, "callers": "[unknown] <- fib <- fib <- worker_fib"}
{"type": "idle_chain", "cpu": 0, "idle": "0.006060000", "switches": 3, "callers": "[unknown] <- lib_even <- work_entry"}
{"type": "span", "start": "0.001000000", "end": "0.062610000"}
{"problems": [{"key": "caller-no-object", "count": 9, "sentence": "callers lie in objects that were not found", "first": "0xc0100100 in [kernel.kallsyms]"}]}
$ perfolio sched timehist --isolated -gs --state -i $T/f.data --objects fixtures/amd64/debug

Wait-time summary
                          comm  parent   sched-in     run-time      sleep      iowait     preempt       delay
                                          (count)       (msec)     (msec)      (msec)      (msec)       (msec)
---------------------------------------------------------------------------------------------------------------------
                  workload[30]      -1          7      154.000      0.000       0.000       0.000       0.000 

Terminated tasks:
<no terminated tasks>

Idle stats:
    CPU  0 idle entire time window
    CPU  1 idle entire time window
    CPU  2 idle entire time window
    CPU  3 idle entire time window

    Total number of unique tasks: 1
Total number of context switches: 7
           Total run time (msec): 154.000 
    Total scheduling time (msec): 154.000  (x 4)
$ perfolio sched timehist --isolated -Is -C 1 -i fixtures/hppa/gtp.data --objects fixtures/hppa/debug | tail -16

Idle stats by callchain:
  CPU  0:     0.000  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------

  CPU  1:   206.993  msec
  Idle time (msec)     Count  Callchains
  ----------------  --------  --------------------------------------------------
           206.993         7  


    Total number of unique tasks: 2
Total number of context switches: 14
           Total run time (msec): 206.993 
    Total scheduling time (msec): 556.751  (x 2)
