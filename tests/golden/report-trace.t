# keys of tracepoints: what samples say, their fields; the default of captures that hold nothing else
$ perfolio report -i fixtures/s390x/trace.data --isolated -g none | head -20
#
# Total Lost Samples: 0
#
# Samples: 721  of event 'raw_syscalls:sys_enter'
# Event count (approx.): 721
#
# Overhead  Trace output
# ........  .....................................................................................
#
     5.41%  NR 379 (ffffffffffffff9c, 3fff8c791e8, 900, 25e, 3fff8c79038, 3ff00000000)
     3.33%  NR 379 (ffffffffffffff9c, 3fff8c791e0, 900, 25e, 3fff8c79030, 3ff00000000)
     1.11%  NR 227 (3fff8c791e8, 2aa13da0462, 0, 0, 3ff922f46a8, 3ff00000000)
     0.83%  NR 220 (3, 2aa13e76620, 8000, 0, 3ff920c4ce8, 3ff922f4820)
     0.83%  NR 293 (3, 3ff9208dcb4, 3fff8c794d0, 1000, 3ff00000003, 3ff922f4820)
     0.83%  NR 379 (3, 2aa13d9dce2, 1800, 100, 3fff8c79460, 3ff922f4820)
     0.69%  NR 228 (3fff8c791e8, 3ff922245b6, 2aa13e6d390, ff, 25e, 3fff8c79090)
     0.55%  NR 220 (3, 2aa13e76600, 8000, 0, 3ff920c4ce8, 3ff922f4820)
     0.55%  NR 6 (3, 3ff922f46e0, 0, 0, 0, 3ff922f4820)
     0.28%  NR 19 (3, 0, 0, 1, 0, 3ff922f4820)
     0.28%  NR 220 (3, 2aa13e6d240, 8000, 0, 3ff920c4ce8, 3ff922f4820)
$ perfolio report --raw-trace -i fixtures/hppa/lost.data --isolated --percent-limit 10
#
# Total Lost Samples: 11840
#
# Samples: 120  of event 'sched:sched_switch'
# Event count (approx.): 120
#
# Overhead  Command          Shared Object  Symbol
# ........  ...............  .............  ..............
#
    43.33%  rcu_sched        [unknown]      [k] 00000000
    35.83%  perf             [unknown]      [k] 00000000


# Samples: 1K of event 'raw_syscalls:sys_enter'
# Event count (approx.): 1911
#
# Overhead  Command  Shared Object  Symbol
# ........  .......  .............  ..............
#
    88.91%  perf     [unknown]      [k] 00000000


! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
! perfolio: 2031 samples lie outside of every mapping, 100.00% of all (first: 0x0 of process 548, thread 548)
$ perfolio report -s trace_fields -i fixtures/hppa/lost.data --isolated --percent-limit 20 -n
#
# Total Lost Samples: 11840
#
# Samples: 120  of event 'sched:sched_switch'
# Event count (approx.): 120
#
# Overhead       Samples         prev_comm    prev_pid   prev_prio  prev_state         next_comm    next_pid   next_prio
# ........  ............  ................  ..........  ..........  ..........  ................  ..........  ..........
#
    31.67%            38         rcu_sched          11         120           I              perf         548         120
    30.00%            36              perf         548         120          R+         rcu_sched          11         120


# Samples: 1K of event 'raw_syscalls:sys_enter'
# Event count (approx.): 1911
#
# Overhead       Samples          id                                                                                                   args
# ........  ............  ..........  .....................................................................................................
#
    41.97%           802         0x4  ARRAY[00, 00, 00, 03, 00, 44, e7, 2c, 00, 00, 00, 08, 00, 00, 00, 08, 00, 00, 00, 01, 00, 00, 00, 00]


! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio report -s trace,comm --raw-trace -q -i fixtures/hppa/lost.data --isolated --percent-limit 20
    31.67%   prev_comm=rcu_sched prev_pid=11 prev_prio=120 prev_state=0x80 next_comm=perf next_pid=548 next_prio=120          rcu_sched
    30.00%   prev_comm=perf prev_pid=548 prev_prio=120 prev_state=0x100 next_comm=rcu_sched next_pid=11 next_prio=120         perf


    41.97%   id=0x4 args=ARRAY[00, 00, 00, 03, 00, 44, e7, 2c, 00, 00, 00, 08, 00, 00, 00, 08, 00, 00, 00, 01, 00, 00, 00, 00]    perf


! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio report -s next_comm,prev_prio/raw,comm -i fixtures/hppa/lost.data --isolated --percent-limit 5
#
# Total Lost Samples: 11840
#
# Samples: 120  of event 'sched:sched_switch'
# Event count (approx.): 120
#
# Overhead         next_comm   prev_prio  Command
# ........  ................  ..........  ...............
#
    32.50%         rcu_sched         120  perf
    31.67%              perf         120  rcu_sched
     5.00%         rcu_sched         120  perf-exec
     5.00%         perf-exec         120  rcu_sched


# Samples: 1K of event 'raw_syscalls:sys_enter'
# Event count (approx.): 1911
#
# Overhead  Command
# ........  .......
#
    88.91%  perf
     9.47%  dd


! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio report -F next_comm,overhead,sample -s next_comm -q -i fixtures/amd64/sched.data --isolated --percent-limit 9
          workload    13.16%             5
         swapper/1    26.32%            10
         swapper/0    15.79%             6
       rcu_preempt    26.32%            10


   100.00%            46


   100.00%             2


   100.00%             2


   100.00%             4


   100.00%            17


$ perfolio report -s '{sched_switch.next_comm,prev_comm},sched:sched_switch.prev_state' --hierarchy -q -i fixtures/hppa/lost.data --isolated --percent-limit 15
    32.50%     rcu_sched  perf
       30.00%     R+
    31.67%     perf  rcu_sched
       31.67%     I


   100.00%


! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio report -s %2.id,next_comm -t , -i fixtures/hppa/lost.data --isolated --percent-limit 15
#
# Total Lost Samples: 11840
#
# Samples: 120  of event 'sched:sched_switch'
# Event count (approx.): 120
#
# Overhead,next_comm
43.33%,rcu_sched
35.83%,perf


# Samples: 1K of event 'raw_syscalls:sys_enter'
# Event count (approx.): 1911
#
# Overhead,id
92.41%,0x4


! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio report --json -s id,trace -i fixtures/hppa/lost.data --isolated --percent-limit 9
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 11840,
  "events": [
    {
      "event": "sched:sched_switch",
      "samples": 120,
      "period": 120,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 31.67, "samples": 38, "period": 38, "trace": "prev_comm=rcu_sched prev_pid=11 prev_prio=120 prev_state=I ==> next_comm=perf next_pid=548 next_prio=120"},
        {"percent": 30.00, "samples": 36, "period": 36, "trace": "prev_comm=perf prev_pid=548 prev_prio=120 prev_state=R+ ==> next_comm=rcu_sched next_pid=11 next_prio=120"}
      ]
    },
    {
      "event": "raw_syscalls:sys_enter",
      "samples": 1911,
      "period": 1911,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 41.97, "samples": 802, "period": 802, "trace": "NR 4 (3, 44e72c, 8, 8, 1, 0)", "fields": {"id": 4}}
      ]
    },
    {
      "event": "dummy:HG",
      "samples": 0,
      "period": 0,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": []
    }
  ],
  "problems": [
    {"key": "lost-events", "count": 11840, "sentence": "events were lost while recording (LOST records)", "first": "at offset 166288"}
  ]
}
$ perfolio report -s next_comm -q -i fixtures/hppa/pipetp.data --isolated --percent-limit 15
    34.29%         rcu_sched
    22.86%              perf


   100.00%


   100.00%


$ perfolio report -s trace -q -i fixtures/hppa/pipetp.data --isolated --percent-limit 15
    15.00%  prev_comm=rcu_sched prev_pid=11 prev_prio=120 prev_state=I ==> next_comm=perf next_pid=305 next_prio=120


    39.82%  NR 4 (1, 44e72c, 8, 8, 1, 0)


   100.00%  N/A


$ perfolio report -q -i fixtures/hppa/pipetp.data --isolated --percent-limit 40


    88.53%  perf      [unknown]      [k] 00000000




! perfolio: 354 samples lie in objects that were not found, 15.58% of all (first: 0x10529ee8 in [kernel.kallsyms])
! perfolio: 1918 samples lie outside of every mapping, 84.42% of all (first: 0x0 of process 305, thread 305)
$ perfolio report -s comm,next_comm/hex -i fixtures/hppa/lost.data
! perfolio: fixtures/hppa/lost.data: key 'next_comm/hex': only /raw may follow a field
? 1
$ perfolio report -s s.next_comm -i fixtures/hppa/lost.data
! perfolio: fixtures/hppa/lost.data: key 's.next_comm': its event may be sched:sched_switch or raw_syscalls:sys_enter
? 1
$ perfolio report -s %3.next_comm -i fixtures/hppa/lost.data
! perfolio: fixtures/hppa/lost.data: there is no key '%3.next_comm', and no tracepoint of this capture has such a field; perfolio report --help lists keys
? 1
$ perfolio report -s sched:sched_swit.next_comm -i fixtures/hppa/lost.data
! perfolio: fixtures/hppa/lost.data: key 'sched:sched_swit.next_comm': the capture has no such event
? 1
$ perfolio report -s sched_switch.id -i fixtures/hppa/lost.data
! perfolio: fixtures/hppa/lost.data: there is no key 'sched_switch.id', and no tracepoint of this capture has such a field; perfolio report --help lists keys
? 1
$ perfolio report -s next_comm -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: there is no key 'next_comm', and no tracepoint of this capture has such a field; perfolio report --help lists keys
? 1
