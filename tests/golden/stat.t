# What perf stat record counted: totals, intervals, by CPU and by what CPUs are parts of, as text, CSV and JSON.
$ perfolio stat report --isolated -i fixtures/amd64/stat.data

 Performance counter stats for '/usr/bin/perf stat record -o stat.data -e task-clock,context-switches,cpu-migrations,page-faults -- /opt/wl/workload 1330':

            659.09 msec task-clock                       #    1.288 CPUs utilized          
                34      context-switches                 #   51.586 /sec                   
                 0      cpu-migrations                   #    0.000 /sec                   
                77      page-faults                      #  116.828 /sec                   

       0.511818760 seconds time elapsed

$ perfolio stat report --isolated -i fixtures/s390x/stat.data

 Performance counter stats for '/usr/bin/perf stat record -o stat.data -e task-clock,context-switches,cpu-migrations,page-faults -- /opt/wl/workload 218':

           1110.75 msec task-clock                       #    1.416 CPUs utilized          
                44      context-switches                 #   39.613 /sec                   
                 0      cpu-migrations                   #    0.000 /sec                   
                75      page-faults                      #   67.522 /sec                   

       0.784408389 seconds time elapsed

$ perfolio stat report --isolated -i fixtures/armhf/stat-interval.data
#           time CPU                    counts unit events
     0.315852080 CPU0                   318.81 msec cpu-clock                                                          
     0.315852080 CPU1                   349.51 msec cpu-clock                                                          
     0.315852080 CPU0                       15      context-switches                 #   47.049 /sec                   
     0.315852080 CPU1                       72      context-switches                 #  206.003 /sec                   
     0.315852080 CPU0                        5      page-faults                      #   15.683 /sec                   
     0.315852080 CPU1                       54      page-faults                      #  154.502 /sec                   
     0.947620448 CPU0                   631.11 msec cpu-clock                                                          
     0.947620448 CPU1                   615.67 msec cpu-clock                                                          
     0.947620448 CPU0                       15      context-switches                 #   23.768 /sec                   
     0.947620448 CPU1                       69      context-switches                 #  112.072 /sec                   
     0.947620448 CPU0                        2      page-faults                      #    3.169 /sec                   
     0.947620448 CPU1                        1      page-faults                      #    1.624 /sec                   
     1.164072960 CPU0                   219.73 msec cpu-clock                                                          
     1.164072960 CPU1                   212.16 msec cpu-clock                                                          
     1.164072960 CPU0                       11      context-switches                 #   50.061 /sec                   
     1.164072960 CPU1                       41      context-switches                 #  193.248 /sec                   
     1.164072960 CPU0                        2      page-faults                      #    9.102 /sec                   
     1.164072960 CPU1                        0      page-faults                      #    0.000 /sec                   
$ perfolio stat report --isolated -i fixtures/hppa/stat.data
#           time             counts unit events
     0.202046552             420.66 msec cpu-clock                                                          
     0.202046552             423.73 msec task-clock                                                         
     0.202046552                 47      page-faults                      #  111.324 /sec                   
     0.202046552                 61      context-switches                 #  144.484 /sec                   
     0.598286440             830.11 msec cpu-clock                                                          
     0.598286440             843.22 msec task-clock                                                         
     0.598286440                  6      page-faults                      #    7.171 /sec                   
     0.598286440                 88      context-switches                 #  105.180 /sec                   
     0.847424664             572.67 msec cpu-clock                                                          
     0.847424664             581.27 msec task-clock                                                         
     0.847424664                  0      page-faults                      #    0.000 /sec                   
     0.847424664                 37      context-switches                 #   64.128 /sec                   
     1.136510032             471.36 msec cpu-clock                                                          
     1.136510032             448.82 msec task-clock                                                         
     1.136510032                  0      page-faults                      #    0.000 /sec                   
     1.136510032                 41      context-switches                 #   89.113 /sec                   
$ perfolio stat report --isolated -i fixtures/hppa/stat.data -A | head -9
#           time CPU                    counts unit events
     0.202046552 CPU0                   209.93 msec cpu-clock                                                          
     0.202046552 CPU1                   210.73 msec cpu-clock                                                          
     0.202046552 CPU0                   209.89 msec task-clock                                                         
     0.202046552 CPU1                   213.83 msec task-clock                                                         
     0.202046552 CPU0                        5      page-faults                      #   23.819 /sec                   
     0.202046552 CPU1                       42      page-faults                      #  197.853 /sec                   
     0.202046552 CPU0                       38      context-switches                 #  181.027 /sec                   
     0.202046552 CPU1                       23      context-switches                 #  108.348 /sec                   
$ perfolio stat report --isolated -i fixtures/hppa/stat.data --per-socket | head -5
#           time socket cpus             counts unit events
     0.202046552 S0        1             209.93 msec cpu-clock                                                          
     0.202046552 S0        1             209.89 msec task-clock                                                         
     0.202046552 S0        1                  5      page-faults                      #   23.819 /sec                   
     0.202046552 S0        1                 38      context-switches                 #  181.027 /sec                   
$ perfolio stat report --isolated -i fixtures/armhf/stat-interval.data --per-core | head -7
#           time core            cpus             counts unit events
     0.315852080 S0-D0-C0           1             318.81 msec cpu-clock                                                          
     0.315852080 S0-D0-C0           1                 15      context-switches                 #   47.049 /sec                   
     0.315852080 S0-D0-C0           1                  5      page-faults                      #   15.683 /sec                   
     0.315852080 S0-D0-C1           1             349.51 msec cpu-clock                                                          
     0.315852080 S0-D0-C1           1                 72      context-switches                 #  206.003 /sec                   
     0.315852080 S0-D0-C1           1                 54      page-faults                      #  154.502 /sec                   
$ perfolio stat report --isolated -i fixtures/armhf/stat-interval.data --per-die | head -4
#           time die          cpus             counts unit events
     0.315852080 S0-D0           2             668.32 msec cpu-clock                                                          
     0.315852080 S0-D0           2                 87      context-switches                 #  130.177 /sec                   
     0.315852080 S0-D0           2                 59      page-faults                      #   88.281 /sec                   
$ perfolio stat report --isolated -i fixtures/armhf/stat-interval.data --aggr-global | head -4
#           time             counts unit events
     0.315852080             668.32 msec cpu-clock                                                          
     0.315852080                 87      context-switches                 #  130.177 /sec                   
     0.315852080                 59      page-faults                      #   88.281 /sec                   
$ perfolio stat -x, report --isolated -i fixtures/amd64/stat.data
659.09,msec,task-clock,659090926,100.00,1.288,CPUs utilized
34,,context-switches,659090926,100.00,51.586,/sec
0,,cpu-migrations,659090926,100.00,0.000,/sec
77,,page-faults,659090926,100.00,116.828,/sec
$ perfolio stat rep -x '\t' -A --isolated -i fixtures/hppa/stat.data | head -4
     0.202046552	CPU0	209.93	msec	cpu-clock	209769220	100.00		
     0.202046552	CPU1	210.73	msec	cpu-clock	210754412	100.00		
     0.202046552	CPU0	209.89	msec	task-clock	209866132	100.00		
     0.202046552	CPU1	213.83	msec	task-clock	213812212	100.00		
$ perfolio stat report -j --isolated -i fixtures/amd64/stat.data
{"counter-value" : "659.090926", "unit" : "msec", "event" : "task-clock", "event-runtime" : 659090926, "pcnt-running" : 100.00, "metric-value" : 1.287743, "metric-unit" : "CPUs utilized"}
{"counter-value" : "34.000000", "unit" : "", "event" : "context-switches", "event-runtime" : 659090926, "pcnt-running" : 100.00, "metric-value" : 51.586206, "metric-unit" : "/sec"}
{"counter-value" : "0.000000", "unit" : "", "event" : "cpu-migrations", "event-runtime" : 659090926, "pcnt-running" : 100.00, "metric-value" : 0.000000, "metric-unit" : "/sec"}
{"counter-value" : "77.000000", "unit" : "", "event" : "page-faults", "event-runtime" : 659090926, "pcnt-running" : 100.00, "metric-value" : 116.827583, "metric-unit" : "/sec"}
$ perfolio stat report -j --per-core --isolated -i fixtures/hppa/stat.data | head -3
{"interval" : 0.202046552, "core" : "S0-D0-C0", "aggregate-number" : 1, "counter-value" : "209.934564", "unit" : "msec", "event" : "cpu-clock", "event-runtime" : 209769220, "pcnt-running" : 100.00, "metric-value" : 0.000000, "metric-unit" : "CPUs utilized"}
{"interval" : 0.202046552, "core" : "S0-D0-C0", "aggregate-number" : 1, "counter-value" : "209.892860", "unit" : "msec", "event" : "task-clock", "event-runtime" : 209866132, "pcnt-running" : 100.00, "metric-value" : 0.000000, "metric-unit" : "CPUs utilized"}
{"interval" : 0.202046552, "core" : "S0-D0-C0", "aggregate-number" : 1, "counter-value" : "5.000000", "unit" : "", "event" : "page-faults", "event-runtime" : 209934244, "pcnt-running" : 100.00, "metric-value" : 23.819311, "metric-unit" : "/sec"}
$ perfolio stat report --json --isolated -i fixtures/amd64/stat.data
{
  "perfolio": 2,
  "command": "stat",
  "recorded": [
    "/usr/bin/perf",
    "stat",
    "record",
    "-o",
    "stat.data",
    "-e",
    "task-clock,context-switches,cpu-migrations,page-faults",
    "--",
    "/opt/wl/workload",
    "1330"
  ],
  "by": "all",
  "interval_ms": 0,
  "rounds": [
    {
      "time": "0.511818760",
      "final": true,
      "rows": [
        {"event": "task-clock", "supported": true, "count": 659090926, "value": 659.090926, "unit": "msec", "enabled": 659090926, "running": 659090926, "metrics": [{"name": "CPUs utilized", "value": 1.288, "percent": false}]},
        {"event": "context-switches", "supported": true, "count": 34, "value": 34, "unit": null, "enabled": 659090926, "running": 659090926, "metrics": [{"name": "/sec", "value": 51.586, "percent": false}]},
        {"event": "cpu-migrations", "supported": true, "count": 0, "value": 0, "unit": null, "enabled": 659090926, "running": 659090926, "metrics": [{"name": "/sec", "value": 0.000, "percent": false}]},
        {"event": "page-faults", "supported": true, "count": 77, "value": 77, "unit": null, "enabled": 659090926, "running": 659090926, "metrics": [{"name": "/sec", "value": 116.828, "percent": false}]}
      ]
    }
  ],
  "problems": []
}
$ perfolio stat report --json --per-core --isolated -i fixtures/hppa/stat.data | head -20
{
  "perfolio": 2,
  "command": "stat",
  "recorded": [
    "/bin/perf",
    "stat",
    "record",
    "-a",
    "-e",
    "cpu-clock,task-clock,page-faults,context-switches",
    "-I",
    "200",
    "-o",
    "stat.data",
    "--",
    "wl-static",
    "1"
  ],
  "by": "core",
  "interval_ms": 200,
$ perfolio stat report --csv --per-core --isolated -i fixtures/hppa/stat.data | head -3 | tr -d '\r'
time,final,event,socket,die,core,cpus,supported,count,value,unit,enabled,running,metrics.1.name,metrics.1.value,metrics.1.percent,metrics.2.name,metrics.2.value,metrics.2.percent
0.202046552,no,cpu-clock,0,0,0,1,yes,209934564,209.934564,msec,209769220,209769220,,,,,,
0.202046552,no,task-clock,0,0,0,1,yes,209892860,209.892860,msec,209866132,209866132,,,,,,
$ perfolio stat report --metric-only --isolated -i fixtures/amd64/stat.data

 Performance counter stats for '/usr/bin/perf stat record -o stat.data -e task-clock,context-switches,cpu-migrations,page-faults -- /opt/wl/workload 1330':




       0.511818760 seconds time elapsed

$ perfolio stat report --metric-only -A --isolated -i fixtures/hppa/stat.data | head -3 | tr ' ' .
#...........time.CPU.....
.....0.202046552.CPU0.......
.....0.202046552.CPU1.......
$ perfolio stat report --metric-only -j --isolated -i fixtures/hppa/stat.data
! perfolio stat: --metric-only is for text and -x: JSON has metrics and counts
? 1
$ perfolio stat report --metric-only --csv -i fixtures/hppa/stat.data; perfolio stat report -x ';' --csv -i fixtures/hppa/stat.data
! perfolio stat: --metric-only is for text and -x: CSV has metrics and counts
! perfolio stat: -x and --csv exclude each other
? 1
$ perfolio stat report -B -A --isolated -i fixtures/hppa/stat.data | sed -n '1p;5,6p'
#           time CPU                    counts unit events
     0.202046552 CPU1                   213.83 msec task-clock                                                         
     0.202046552 CPU0                        5      page-faults                      #   23.819 /sec                   
$ perfolio stat report -x, --per-core --isolated -i fixtures/amd64/stat.data
659.09,msec,task-clock,659090926,100.00,1.288,CPUs utilized
34,,context-switches,659090926,100.00,51.586,/sec
0,,cpu-migrations,659090926,100.00,0.000,/sec
77,,page-faults,659090926,100.00,116.828,/sec
! perfolio: 1 way to add up counts needs data that the capture lacks (first: --per-core: threads were counted, not CPUs)
$ perfolio stat report -x, --per-thread --isolated -i fixtures/hppa/stat.data | sed -n 1p
     0.202046552,420.66,msec,cpu-clock,420523632,100.00,,
! perfolio: 1 way to add up counts needs data that the capture lacks (first: --per-thread: CPUs were counted, not threads)
$ perfolio stat report --isolated -i fixtures/amd64/multi.data
! perfolio: fixtures/amd64/multi.data: the capture has no counts: perf stat record records them
? 1
$ perfolio stat report --json --isolated -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: the capture has no counts: perf stat record records them
? 1
$ perfolio stat
! perfolio stat: name a view; there is report
? 1
$ perfolio stat record
! perfolio stat: record: perf has it, Perfolio does not: it reads what perf stat record writes
? 1
$ perfolio stat reprot
! perfolio stat: there is no 'reprot', but 'report'
? 1
$ perfolio stat report -I 100
! perfolio stat: --interval-print (-I): perf has it, Perfolio does not: it is chosen while counting, by perf stat record
? 1
$ perfolio stat -x, report -j -i fixtures/amd64/stat.data; perfolio stat report --json -x ';' -i fixtures/amd64/stat.data
! perfolio stat: -x and -j exclude each other
! perfolio stat: -x and --json exclude each other
? 1
