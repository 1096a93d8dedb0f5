# Time off the CPU, of a thread that sleeps 5 times for 10 ms and waits 50 us for the CPU then, waits 3 times for 2 ms for a disk
# and 20 us for the CPU, and is preempted 4 times for 1 ms (tests/fixture/make.py, asleep); and of captures with other events.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; ln -s followed/le-file-64-attr128.data $T/followed.data; ln -s asleep/le-file-64-attr128.data $T/asleep.data; ln -s offcpu/le-file-64-attr128.data $T/offcpu.data
$ perfolio report --off-cpu -s comm,state,waker --show-total-period -n --no-children -g none -i $T/asleep.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 16  of event 'off-cpu'
# Event count (approx.): 117820000
#
# Overhead       Samples        Period  Command   State  Waker
# ........  ............  ............  ........  .....  .......
#
    48.81%             4      57510000  beta      R      -
    42.65%             5      50250000  workload  S      alpha
     5.14%             3       6060000  workload  D      swapper
     3.40%             4       4000000  workload  R      -


! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu=blocked -s comm,state --show-total-period --no-children -q -g none -i $T/asleep.data --isolated --objects fixtures/amd64/debug
    89.29%      50000000  workload  S
    10.71%       6000000  workload  D


! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu=runnable -s comm,state --show-total-period --no-children -q -g none -i $T/asleep.data --isolated --objects fixtures/amd64/debug
    93.03%      57510000  beta      R
     6.47%       4000000  workload  R
     0.40%        250000  workload  S
     0.10%         60000  workload  D


! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s sym --comms workload --percentage relative -q -g caller -i $T/asleep.data --isolated --objects fixtures/amd64/debug
   100.00%   100.00%  [k] 0x00000000c0100100
            |          
            |--46.04%--worker_fib
            |          fib
            |          |          
            |          |--42.65%--fib
            |          |          0xc0100100
            |          |          
            |           --3.40%--0xc0100100
            |          
             --5.14%--work_entry
                       lib_even
                       0xc0100100

    89.95%     0.00%  [.] worker_fib
            |
            ---fib
               |          
               |--42.65%--fib
               |          0xc0100100
               |          
                --3.40%--0xc0100100

    89.95%     0.00%  [.] fib
            |          
            |--42.65%--fib
            |          0xc0100100
            |          
             --3.40%--0xc0100100

    10.05%     0.00%  [.] work_entry
            |
            ---lib_even
               0xc0100100

    10.05%     0.00%  [.] lib_even
            |
            ---0xc0100100



! perfolio: 16 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu --invert --hide-object [kernel.kallsyms] -s sym -q -i $T/asleep.data --isolated --objects fixtures/amd64/debug
    46.04%  [.] fib
            |          
            |--42.65%--fib
            |          worker_fib
            |          
             --3.40%--worker_fib

     5.14%  [.] lib_even
            |
            ---work_entry



! perfolio: 16 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s sym,waker --no-children --time ,0.03 -q -g none -i $T/asleep.data --isolated --objects fixtures/amd64/debug
    65.49%  [k] 0x00000000c0100100  -
    34.51%  [k] 0x00000000c0100100  alpha


! perfolio: 4 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s tid,state,waker --json -i $T/asleep.data --isolated --objects fixtures/amd64/debug
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "off-cpu",
      "samples": 16,
      "period": 117820000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"children_percent": 48.81, "children_period": 57510000, "percent": 48.81, "samples": 4, "period": 57510000, "tid": {"tid": 41, "comm": "beta"}, "state": "R", "waker": null},
        {"children_percent": 42.65, "children_period": 50250000, "percent": 42.65, "samples": 5, "period": 50250000, "tid": {"tid": 30, "comm": "workload"}, "state": "S", "waker": "alpha"},
        {"children_percent": 5.14, "children_period": 6060000, "percent": 5.14, "samples": 3, "period": 6060000, "tid": {"tid": 30, "comm": "workload"}, "state": "D", "waker": "swapper"},
        {"children_percent": 3.40, "children_period": 4000000, "percent": 3.40, "samples": 4, "period": 4000000, "tid": {"tid": 30, "comm": "workload"}, "state": "R", "waker": null}
      ]
    }
  ],
  "problems": [
    {"key": "open-waits", "count": 3, "sentence": "waits are left out: they began before the recording, or did not end in it", "first": null}
  ]
}
$ perfolio export folded --off-cpu -i $T/asleep.data --isolated --objects fixtures/amd64/debug
beta;[kernel.kallsyms] 57510000
workload;work_entry;lib_even;[kernel.kallsyms] 6060000
workload;worker_fib;fib;[kernel.kallsyms] 4000000
workload;worker_fib;fib;fib;[kernel.kallsyms] 50250000
! perfolio: 16 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio export folded --off-cpu --focus work_entry --merge lib_even -i $T/asleep.data --isolated --objects fixtures/amd64/debug
workload;work_entry;[kernel.kallsyms] 6060000
! perfolio: 16 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio export firefox --off-cpu -i $T/asleep.data --isolated --objects fixtures/amd64/debug | python3 -c 'import json, sys; [print(t["name"], len(t["samples"]["data"])) for t in json.load(sys.stdin)["threads"]]'
beta 58
workload 60
! perfolio: 16 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio export speedscope --off-cpu=blocked -i $T/asleep.data --isolated --objects fixtures/amd64/debug | grep weights | sed 's/.*"weights"/weights/; s/}].*//'
weights:[50000000,6000000],"startValue":0,"endValue":56000000
! perfolio: 8 samples lie in objects that were not found, 100.00% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 3 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s comm -n --no-children -g none -q -i $T/offcpu.data --isolated
    57.14%             4  sleeper
    42.86%             2  waiter


! perfolio: 1 record was damaged and skipped (first: SAMPLE at offset 1512: 104 bytes are too few for its fields)
$ perfolio export folded --off-cpu -i $T/offcpu.data --isolated
sleeper;[unknown] 7
sleeper;[workload] 2000000
sleeper;[workload];[workload] 6000000
waiter;[unknown] 6000000
! perfolio: 1 record was damaged and skipped (first: SAMPLE at offset 1512: 104 bytes are too few for its fields)
! perfolio: 3 samples lie in objects that were not found, 50.00% of all (first: 0x1180 in /opt/wl/workload)
! perfolio: 3 samples lie outside of every mapping, 50.00% of all (first: 0x0 of process 40, thread 40)
$ perfolio export firefox --off-cpu -i $T/offcpu.data --isolated | python3 -c 'import json, sys; [print(t["name"], t["tid"], t["samples"]["data"]) for t in json.load(sys.stdin)["threads"]]'
sleeper 40 [[1, 0.0, 0], [1, 3e-05, 0], [1, 3e-05, 0], [1, 3e-05, 0], [1, 3e-05, 0], [1, 0.0, 0]]
sleeper 42 [[0, 0.0, 0], [0, 3e-05, 0]]
! perfolio: 1 record was damaged and skipped (first: SAMPLE at offset 1512: 104 bytes are too few for its fields)
! perfolio: 3 samples lie in objects that were not found, 75.00% of all (first: 0x1180 in /opt/wl/workload)
! perfolio: 2 sums of waits are left out: they have no times; html, folded and speedscope have them
! perfolio: 1 sample lies outside of every mapping, 25.00% of all (first: 0x0 of process 40, thread 40)
$ perfolio report --off-cpu -s comm,state -n -q -i fixtures/amd64/sched.data --isolated
    41.45%             1  perf         S
    40.31%             9  rcu_preempt  I
    11.70%             1  workload     S
     5.99%             1  wl-lib       -
     0.15%             2  workload     -
     0.13%             1  workload     D
     0.13%             1  perf         R
     0.05%             1  workload     R
     0.03%             1  rcu_preempt  -
     0.02%             1  migration/0  -
     0.02%             1  migration/1  -
     0.02%             1  ksoftirqd/0  -


! perfolio: 7 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s sym -n -q -i fixtures/amd64/sched.data --isolated
    93.77%            14  [k] 0xffffffffba0474c8
     6.23%             7  [unknown]


! perfolio: 14 samples lie in objects that were not found, 66.67% of all (first: 0xffffffffba0474c8 in [kernel.kallsyms])
! perfolio: 7 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s comm,sym --csv --percent-limit 0.1 -i fixtures/amd64/sched.data --isolated | tr -d "\r"
event,percent,samples,period,comm,symbol
off-cpu,41.58,2,55423465,perf,[k] 0xffffffffba0474c8
off-cpu,40.31,9,53735099,rcu_preempt,[k] 0xffffffffba0474c8
off-cpu,11.88,3,15837520,workload,[k] 0xffffffffba0474c8
off-cpu,5.99,1,7981906,wl-lib,
off-cpu,0.15,2,193309,workload,
! perfolio: 14 samples lie in objects that were not found, 66.67% of all (first: 0xffffffffba0474c8 in [kernel.kallsyms])
! perfolio: 7 waits are left out: they began before the recording, or did not end in it
$ perfolio report --off-cpu -s sym --json -i fixtures/amd64/sched.data --isolated
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "off-cpu",
      "samples": 21,
      "period": 133295063,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 93.77, "samples": 14, "period": 124996084, "symbol": {"name": null, "address": "0xffffffffba0474c8", "level": "k"}},
        {"percent": 6.23, "samples": 7, "period": 8298979, "symbol": null}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 14, "sentence": "samples lie in objects that were not found", "first": "0xffffffffba0474c8 in [kernel.kallsyms]"},
    {"key": "open-waits", "count": 7, "sentence": "waits are left out: they began before the recording, or did not end in it", "first": null}
  ]
}
$ perfolio report --off-cpu -i fixtures/amd64/fp.data --isolated
! perfolio: fixtures/amd64/fp.data: --off-cpu: the capture does not record when threads left the CPU; perf record -e sched:sched_switch -e sched:sched_wakeup -a -g does, and perf record --off-cpu
? 1
$ perfolio export html --off-cpu -i fixtures/amd64/fp.data --isolated -o $T/page.html
! perfolio: fixtures/amd64/fp.data: --off-cpu: the capture does not record when threads left the CPU; perf record -e sched:sched_switch -e sched:sched_wakeup -a -g does, and perf record --off-cpu
? 1
$ perfolio report --off-cpu -s weight -q -i fixtures/amd64/sched.data --isolated
! perfolio: fixtures/amd64/sched.data: --off-cpu: waits have no more than thread, time, CPU, stack, state and waker, which other options or keys ask for
? 1
$ perfolio report --off-cpu -U -q -i fixtures/amd64/sched.data --isolated
! perfolio: fixtures/amd64/sched.data: --off-cpu: --parent, --exclude-other, --ignore-callees and --hide-unresolved need chains as they were recorded; --focus, --drop, --merge and --hide-object change the stacks of waits
? 1
$ perfolio report --off-cpu --max-stack 3 --children -q -i $T/asleep.data --isolated 2>&1 | sed "s,$T/,,"
perfolio: asleep.data: --off-cpu: --max-stack and --unwind cannot change the stacks of waits
$ perfolio report --off-cpu --symbols 0xc0100100 -q -i $T/asleep.data --isolated 2>&1 | sed "s,$T/,,"
perfolio: asleep.data: --off-cpu: waits are not found by addresses, only by the names of functions
$ perfolio report --off-cpu --stats -i fixtures/amd64/sched.data --isolated
! perfolio: fixtures/amd64/sched.data: --off-cpu and --stats exclude each other
? 1
$ perfolio report --off-cpu=some -i fixtures/amd64/sched.data --isolated
! perfolio report: --off-cpu: 'some' is none of all, blocked, runnable
? 1
$ perfolio report -s state -i fixtures/amd64/sched.data --isolated
! perfolio: fixtures/amd64/sched.data: --sort state: only waits have it (--off-cpu, --wall-clock)
? 1
$ PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/fixture python3 -c 'import sys; from make import *; r = Recording([Event(config=10, sample_type=IDENTIFIER | IP | TID | TIME | CPU | PERIOD | CALLCHAIN, ids=[3], name="offcpu-time", sample_period=1)], HEADER); r.add(comm(40, 40, "again", time=1), mmap2(40, 40, 0x401000, 0x1000, 0x1000, "/opt/wl/workload-nopie", build_id=WORKLOAD, time=2), sample(0, ip=0x4013d4, pid=40, tid=40, time=0xffffffff << 32, period=1000, chain=[-512, 0x4013d4, 0x401462, 0x401462]), finished_round()); open(sys.argv[1] + "/again.data", "wb").write(next(r.encode(e) for e in encodings(r) if str(e) == "le-file-64-attr128"))' $T
$ perfolio export folded --off-cpu --inline -i $T/again.data --isolated --objects fixtures/amd64/debug
again;hot_loop;mix_inline;twist_inline;hot_loop;mix_inline;twist_inline;[workload-nopie] 1000
! perfolio: 1 sample lies in an object that has no symbol at its address, 100.00% of all (first: 0x13d4 in /opt/wl/workload-nopie); perfolio doctor says where to get symbols
$ perfolio report --off-cpu --inline --focus twist_inline --callers-of twist_inline -s sym -q -i $T/again.data --isolated --objects fixtures/amd64/debug
   100.00%   100.00%  [.] hot_loop
            |
            ---hot_loop
               mix_inline (inlined)
               twist_inline (inlined)

   100.00%     0.00%  [.] twist_inline (inlined)
            |
            ---hot_loop
               mix_inline (inlined)
               twist_inline (inlined)

   100.00%     0.00%  [.] mix_inline (inlined)
            |
            ---twist_inline (inlined)



! perfolio: 1 sample lies in an object that has no symbol at its address, 100.00% of all (first: 0x13d4 in /opt/wl/workload-nopie); perfolio doctor says where to get symbols
$ perfolio report --inline --focus twist_inline --callers-of twist_inline -s sym -q -i $T/again.data --isolated --objects fixtures/amd64/debug
   100.00%   100.00%  [.] hot_loop
            |
            ---hot_loop
               mix_inline (inlined)
               twist_inline (inlined)

   100.00%     0.00%  [.] twist_inline (inlined)
            |
            ---hot_loop
               mix_inline (inlined)
               twist_inline (inlined)

   100.00%     0.00%  [.] mix_inline (inlined)
            |
            ---twist_inline (inlined)



! perfolio: 1 sample lies in an object that has no symbol at its address, 100.00% of all (first: 0x13d4 in /opt/wl/workload-nopie); perfolio doctor says where to get symbols
$ perfolio report --off-cpu -s comm,state,cpu --show-total-period -n -q -i $T/followed.data --isolated --objects fixtures/amd64/debug --no-children -g none
    85.71%             4     120000000  workload  S       003
    10.00%             2      14000000  helper    S      -001
     4.29%             3       6000000  workload  R       003


! perfolio: 2 waits are left out: they began before the recording, or did not end in it
$ perfolio report --wall-clock -s comm,state --show-total-period -n --no-children -g none -i $T/followed.data --isolated --objects fixtures/amd64/debug
#
# Total Lost Samples: 0
#
# Samples: 49  of event 'wall-clock'
# Event count (approx.): 180000000
#
# Overhead       Samples        Period  Command   State
# ........  ............  ............  ........  ......
#
    66.67%             4     120000000  workload  S
    22.22%            40      40000000  workload  on CPU
     7.78%             2      14000000  helper    S
     3.33%             3       6000000  workload  R


! perfolio: 2 waits are left out: they began before the recording, or did not end in it
$ perfolio export folded --wall-clock -i $T/followed.data --isolated --objects fixtures/amd64/debug
helper 14000000
workload;worker_fib;fib 40000000
workload;worker_fib;fib;[kernel.kallsyms] 126000000
! perfolio: 7 samples lie in objects that were not found, 14.29% of all (first: 0xc0100100 in [kernel.kallsyms])
! perfolio: 2 waits are left out: they began before the recording, or did not end in it
$ perfolio report --wall-clock -s state --json -i $T/followed.data --isolated
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "wall-clock",
      "samples": 49,
      "period": 180000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"children_percent": 74.44, "children_period": 134000000, "percent": 74.44, "samples": 6, "period": 134000000, "state": "S"},
        {"children_percent": 22.22, "children_period": 40000000, "percent": 22.22, "samples": 40, "period": 40000000, "state": "on CPU"},
        {"children_percent": 3.33, "children_period": 6000000, "percent": 3.33, "samples": 3, "period": 6000000, "state": "R"}
      ]
    }
  ],
  "problems": [
    {"key": "open-waits", "count": 2, "sentence": "waits are left out: they began before the recording, or did not end in it", "first": null}
  ]
}
$ perfolio export firefox --wall-clock -i $T/followed.data --isolated | python3 -c 'import json, sys; [print(t["name"], t["tid"], len(t["samples"]["data"])) for t in json.load(sys.stdin)["threads"]]'
workload 30 166
helper 31 14
! perfolio: 47 samples lie in objects that were not found, 95.92% of all (first: 0x1499 in /opt/wl/workload-nopie)
! perfolio: 2 waits are left out: they began before the recording, or did not end in it
$ perfolio report --wall-clock -q -i $T/followed.data --isolated --stats 2>&1 | sed "s,$T/,,"
perfolio: followed.data: --wall-clock and --stats exclude each other
$ perfolio report --wall-clock -q -i $T/followed.data --isolated --max-stack 3 --children 2>&1 | sed "s,$T/,,"
perfolio: followed.data: --wall-clock: --max-stack and --unwind cannot change the stacks of waits
$ perfolio report --off-cpu -q -i $T/followed.data --isolated --comms alpha 2>&1 | sed "s,$T/,,"
# comm: alpha


perfolio: 7 samples lie in objects that were not found, 77.78% of all (first: 0xc0100100 in [kernel.kallsyms])
perfolio: 2 waits are left out: they began before the recording, or did not end in it
perfolio: followed.data has no waits that pass the filters
$ perfolio report --wall-clock -i fixtures/amd64/sched.data --isolated
! perfolio: fixtures/amd64/sched.data: --wall-clock: no samples say how long threads ran; those of perf record -e cpu-clock and -e task-clock do, while cycles and other events do not count time
? 1
$ perfolio report --off-cpu -q -i $T/asleep.data --isolated --time 9,10 2>&1 | sed "s,$T/,,"
perfolio: 3 waits are left out: they began before the recording, or did not end in it
perfolio: asleep.data has no waits that pass --time and --cpu
$ perfolio report --wall-clock -s comm,state --show-total-period -n -g none --no-children -q -i $T/offcpu.data --isolated 2>/dev/null
    57.13%             4       8000007  sleeper  -
    42.85%             2       6000000  waiter   -
     0.02%             3          3000  sleeper  on CPU


