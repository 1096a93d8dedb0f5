# How many threads ran, and what that makes of overheads.
$ perfolio report --latency --isolated -i fixtures/hppa/sideband.data --sort comm
#
# Total Lost Samples: 0
#
# Samples: 375  of event 'cpu-clock'
# Event count (approx.): 1500000000
#
#  Latency  Overhead  Command
# ........  ........  ...............
#
    32.11%    37.07%  wl-alpha
    31.72%    21.87%  swapper
    17.60%    19.20%  wl-dyn
    14.70%    18.40%  wl-beta
     2.51%     1.87%  perf-exec
     0.97%     1.07%  perf
     0.19%     0.27%  kworker/0:1-mm_
     0.19%     0.27%  rcu_sched


$ perfolio report -F latency,overhead,parallelism -q --isolated -i fixtures/hppa/sideband.data
    54.93%    37.87%            1
    45.07%    62.13%            2


$ perfolio report --parallelism 2-9 --percentage relative -s latency,comm -q --isolated -i fixtures/hppa/sideband.data
    48.07%  wl-alpha
    26.61%  wl-beta
    22.75%  wl-dyn
     1.29%  perf
     0.43%  kworker/0:1-mm_
     0.43%  perf-exec
     0.43%  rcu_sched


$ perfolio report --parallelism 2 -s comm -q --isolated -i fixtures/hppa/sideband.data
    29.87%  wl-alpha
    16.53%  wl-beta
    14.13%  wl-dyn
     0.80%  perf
     0.27%  kworker/0:1-mm_
     0.27%  perf-exec
     0.27%  rcu_sched


$ perfolio report --latency --hierarchy -s parallelism,comm -q --isolated -i fixtures/hppa/sideband.data
    54.93%    37.87%     1
       31.72%    21.87%     swapper
       10.44%     7.20%     wl-alpha
        7.35%     5.07%     wl-dyn
        2.71%     1.87%     wl-beta
        2.32%     1.60%     perf-exec
        0.39%     0.27%     perf
    45.07%    62.13%     2
       21.66%    29.87%     wl-alpha
       11.99%    16.53%     wl-beta
       10.25%    14.13%     wl-dyn
        0.58%     0.80%     perf
        0.19%     0.27%     kworker/0:1-mm_
        0.19%     0.27%     perf-exec
        0.19%     0.27%     rcu_sched


$ perfolio report -s parallelism,comm -q --isolated -i fixtures/s390x/multi.data
   100.00% 100.00%            1  workload


$ perfolio report --json --latency --sort comm,parallelism --isolated -i fixtures/hppa/sideband.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 375,
      "period": 1500000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 21.87, "latency_percent": 31.72, "samples": 82, "period": 328000000, "comm": "swapper", "parallelism": 1},
        {"percent": 29.87, "latency_percent": 21.66, "samples": 112, "period": 448000000, "comm": "wl-alpha", "parallelism": 2},
        {"percent": 16.53, "latency_percent": 11.99, "samples": 62, "period": 248000000, "comm": "wl-beta", "parallelism": 2},
        {"percent": 7.20, "latency_percent": 10.44, "samples": 27, "period": 108000000, "comm": "wl-alpha", "parallelism": 1},
        {"percent": 14.13, "latency_percent": 10.25, "samples": 53, "period": 212000000, "comm": "wl-dyn", "parallelism": 2},
        {"percent": 5.07, "latency_percent": 7.35, "samples": 19, "period": 76000000, "comm": "wl-dyn", "parallelism": 1},
        {"percent": 1.87, "latency_percent": 2.71, "samples": 7, "period": 28000000, "comm": "wl-beta", "parallelism": 1},
        {"percent": 1.60, "latency_percent": 2.32, "samples": 6, "period": 24000000, "comm": "perf-exec", "parallelism": 1},
        {"percent": 0.80, "latency_percent": 0.58, "samples": 3, "period": 12000000, "comm": "perf", "parallelism": 2},
        {"percent": 0.27, "latency_percent": 0.39, "samples": 1, "period": 4000000, "comm": "perf", "parallelism": 1},
        {"percent": 0.27, "latency_percent": 0.19, "samples": 1, "period": 4000000, "comm": "kworker/0:1-mm_", "parallelism": 2},
        {"percent": 0.27, "latency_percent": 0.19, "samples": 1, "period": 4000000, "comm": "perf-exec", "parallelism": 2},
        {"percent": 0.27, "latency_percent": 0.19, "samples": 1, "period": 4000000, "comm": "rcu_sched", "parallelism": 2}
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
  "problems": []
}
$ perfolio report --latency --isolated -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: latency and parallelism: this capture does not record which threads ran (perf record --latency or --switch-events does)
? 1
$ perfolio report --sort parallelism --isolated -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: latency and parallelism: this capture does not record which threads ran (perf record --latency or --switch-events does)
? 1
$ perfolio report --parallelism 1 --isolated -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: latency and parallelism: this capture does not record which threads ran (perf record --latency or --switch-events does)
? 1
$ LC_ALL=C sed 's/--switch-events/--latency\x00\x00\x00\x00\x00\x00/' fixtures/hppa/sideband.data >$T/latency.data; perfolio report --stdio --sort comm -i $T/latency.data; perfolio report -q --sort comm,overhead -i $T/latency.data; perfolio report -q -F comm,overhead -i $T/latency.data
#
# Total Lost Samples: 0
#
# Samples: 375  of event 'cpu-clock'
# Event count (approx.): 1500000000
#
# Overhead   Latency  Command
# ........  ........  ...............
#
    37.07%    32.11%  wl-alpha
    21.87%    31.72%  swapper
    19.20%    17.60%  wl-dyn
    18.40%    14.70%  wl-beta
     1.87%     2.51%  perf-exec
     1.07%     0.97%  perf
     0.27%     0.19%  kworker/0:1-mm_
     0.27%     0.19%  rcu_sched


     0.27%  kworker/0:1-mm_
     1.07%  perf
     1.87%  perf-exec
     0.27%  rcu_sched
    21.87%  swapper
    37.07%  wl-alpha
    18.40%  wl-beta
    19.20%  wl-dyn


  kworker/0:1-mm_     0.27%
  perf                1.07%
  perf-exec           1.87%
  rcu_sched           0.27%
  swapper            21.87%
  wl-alpha           37.07%
  wl-beta            18.40%
  wl-dyn             19.20%


