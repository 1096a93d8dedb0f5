# A folio of several captures: every command that is about one is about each of them in turn, under a line that names it;
# --capture picks one, by name or by number. What is wrong is told with the name, and the worst outcome is the status.
$ perfolio pack fixtures/armhf/pipe.data fixtures/s390x/pipe.data --isolated -o $T/two.folio >/dev/null 2>&1; perfolio report --stdio --sort dso --percent-limit 20 --isolated -i $T/two.folio
# Capture: pipe.data
#
# Total Lost Samples: 0
#
# Samples: 197  of event 'cpu-clock'
# Event count (approx.): 788000000
#
# Overhead  Shared Object
# ........  ...................
#
    40.61%  libc.so.6
    39.59%  [kernel.kallsyms]



# Capture: pipe.data-2
#
# Total Lost Samples: 0
#
# Samples: 236  of event 'cpu-clock'
# Event count (approx.): 944000000
#
# Overhead  Shared Object
# ........  .................
#
    44.07%  [kernel.kallsyms]
    40.68%  libc.so.6


! perfolio: pipe.data: 197 samples lie in objects that were not found, 100.00% of all (first: 0xc0d3a7a4 in [kernel.kallsyms])
! perfolio: pipe.data-2: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
$ perfolio report --stdio -q --sort dso --percent-limit 20 --isolated -i $T/two.folio --capture pipe.data-2
    44.07%  [kernel.kallsyms]
    40.68%  libc.so.6


! perfolio: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
$ perfolio report --stdio -q --sort dso --percent-limit 20 --isolated -i $T/two.folio --capture 1
    40.61%  libc.so.6
    39.59%  [kernel.kallsyms]


! perfolio: 197 samples lie in objects that were not found, 100.00% of all (first: 0xc0d3a7a4 in [kernel.kallsyms])
$ perfolio report --json --sort dso --percent-limit 40 --isolated -i $T/two.folio
{
  "perfolio": 2,
  "command": "report",
  "captures": [
    {
      "name": "pipe.data",
      "answer": {
        "perfolio": 2,
        "command": "report",
        "lost_samples": 0,
        "events": [
          {
            "event": "cpu-clock",
            "samples": 197,
            "period": 788000000,
            "hidden_samples": 0,
            "hidden_period": 0,
            "rows": [
              {"percent": 40.61, "samples": 80, "period": 320000000, "dso": "libc.so.6"}
            ]
          }
        ],
        "problems": [
          {"key": "no-object", "count": 197, "sentence": "samples lie in objects that were not found", "first": "0xc0d3a7a4 in [kernel.kallsyms]"}
        ]
      }
    },
    {
      "name": "pipe.data-2",
      "answer": {
        "perfolio": 2,
        "command": "report",
        "lost_samples": 0,
        "events": [
          {
            "event": "cpu-clock",
            "samples": 236,
            "period": 944000000,
            "hidden_samples": 0,
            "hidden_period": 0,
            "rows": [
              {"percent": 44.07, "samples": 104, "period": 416000000, "dso": "[kernel.kallsyms]"},
              {"percent": 40.68, "samples": 96, "period": 384000000, "dso": "libc.so.6"}
            ]
          }
        ],
        "problems": [
          {"key": "no-object", "count": 236, "sentence": "samples lie in objects that were not found", "first": "0xa16f96 in [kernel.kallsyms]"}
        ]
      }
    }
  ]
}
$ perfolio script -F comm,ip --comms sh --isolated -i $T/two.folio 2>/dev/null | grep -A2 Capture
# Capture: pipe.data
              sh          c07cf228
              sh          b6f3b302
--
# Capture: pipe.data-2
              sh            5ca41e
              sh            a2224e
$ perfolio script --json --isolated -i $T/two.folio | grep -c '"capture"\|"problems"'
4
$ perfolio evlist -i $T/two.folio; perfolio buildid-list -i $T/two.folio | grep -e Capture -e libc; perfolio dump --stage header -i $T/two.folio | grep -e Capture -e CPUDESC
# Capture: pipe.data
cpu-clock

# Capture: pipe.data-2
cpu-clock
# Capture: pipe.data
                                         /usr/lib/arm-linux-gnueabihf/libc.so.6
# Capture: pipe.data-2
                                         /usr/lib/s390x-linux-gnu/libc.so.6
# Capture: pipe.data
header: feature 8 CPUDESC at 0x220 size 0x44
# Capture: pipe.data-2
header: feature 8 CPUDESC at 0x220 size 0x44
$ perfolio doctor --isolated -i $T/two.folio | grep -e Capture -e ^machine; perfolio doctor --json --isolated -i $T/two.folio | grep -e '"name": "pipe' -e '"arch"'
# Capture: pipe.data
machine   armv7l, kernel 6.1.0-50-armmp (Debian)
# Capture: pipe.data-2
machine   s390x, kernel 6.1.0-50-s390x (Debian)
      "name": "pipe.data",
          "arch": "armv7l",
      "name": "pipe.data-2",
          "arch": "s390x",
$ perfolio explain main --isolated -i $T/two.folio
# Capture: pipe.data
main: no table has a symbol of that name; 18 of 18 objects have no table (doctor says why)

# Capture: pipe.data-2
main: no table has a symbol of that name; 17 of 17 objects have no table (doctor says why)
! perfolio: pipe.data: 197 samples lie in objects that were not found, 100.00% of all (first: 0xc0d3a7a4 in [kernel.kallsyms])
! perfolio: pipe.data-2: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
? 2
$ # what no capture has is told of each, what makes no sense once
$ perfolio stat report -i $T/two.folio 2>&1 | sed "s|$T|T|"
# Capture: pipe.data

# Capture: pipe.data-2
perfolio: pipe.data and 1 more: the capture has no counts: perf stat record records them
$ perfolio report --no-such -i $T/two.folio; perfolio report --json --dsos=1,2 --no-such -i $T/two.folio
! perfolio report: --no-such: unknown option
! perfolio report: --no-such: unknown option
? 1
$ perfolio report --tui -q --sort dso --percent-limit 60 --isolated -i $T/two.folio 2>&1 | grep -c effect
1
$ perfolio sched latency --json --isolated -i $T/two.folio 2>/dev/null | grep '"command"'
  "command": "sched latency",
$ perfolio report --sort dso --capture 3 -i $T/two.folio 2>&1 | sed "s|$T|T|"
perfolio: T/two.folio has no capture '3', by number or name; it has 1 pipe.data, 2 pipe.data-2
$ # those that write a file of one capture want to know which
$ perfolio timechart -o $T/x.svg -i $T/two.folio 2>&1 | sed "s|$T|T|"
perfolio: T/two.folio has several captures; --capture chooses one: pipe.data, pipe.data-2
$ # commands whose views are lines, sched among them
$ perfolio pack fixtures/amd64/sched.data fixtures/armhf/pipe.data --isolated -o $T/sched.folio >/dev/null 2>&1; perfolio sched latency -i $T/sched.folio 2>&1 | sed "s|$T|T|" | grep -e Capture -e TOTAL -e perfolio; perfolio sched timehist --json --isolated -i $T/sched.folio 2>/dev/null | cut -c1-30 | sed -n '1,2p'
# Capture: sched.data
  TOTAL:                |     71.291 ms |       20 |
# Capture: pipe.data
perfolio: pipe.data: the capture has no context switches; perf sched record, perf record -e sched:sched_switch and perf record --switch-events record them
{"capture": "sched.data"}
{"type": "switch", "time": "38
$ # one that is damaged does not hide the others, nor is it taken for good
$ python3 -c "d=bytearray(open('$T/two.folio','rb').read()); i=d.find(bytes([0x28,0xb5,0x2f,0xfd])); d[i+20]^=255; open('$T/bad.folio','wb').write(d)"; perfolio report --stdio -q --sort dso --percent-limit 30 --isolated -i $T/bad.folio >$T/out 2>$T/err; echo $?; cat $T/out; sed "s|$T|T|g; s|offset [0-9]*|offset N|g; s|[0-9]* bytes|N bytes|g" $T/err
1
# Capture: pipe.data-2
    44.07%  [kernel.kallsyms]
    40.68%  libc.so.6


perfolio: pipe.data: T/bad.folio: the zstd frame at offset N (N bytes) is damaged: Data corruption detected
perfolio: pipe.data-2: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
$ # --sort capture: one table of all, of which no two captures' rows are one; what is of one capture is not in it
$ perfolio report --stdio --sort capture,dso --percent-limit 8 --isolated -i $T/two.folio
#
# Total Lost Samples: 0
#
# Samples: 433  of event 'cpu-clock'
# Event count (approx.): 1732000000
#
# Overhead  Capture      Shared Object
# ........  ...........  ...................
#
    24.02%  pipe.data-2  [kernel.kallsyms]
    22.17%  pipe.data-2  libc.so.6
    18.48%  pipe.data    libc.so.6
    18.01%  pipe.data    [kernel.kallsyms]


! perfolio: pipe.data: 197 samples lie in objects that were not found, 100.00% of all (first: 0xc0d3a7a4 in [kernel.kallsyms])
! perfolio: pipe.data-2: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
$ perfolio report --stdio -q --sort sym,capture --percent-limit 7 --isolated -i $T/two.folio 2>/dev/null; perfolio report --stdio -q -t, -n -F overhead,capture --isolated -i $T/two.folio 2>/dev/null
     8.55%  [k] 0x0000000000a224c4  pipe.data-2
     7.16%  [.] 0x000000000003011a  pipe.data


54.50%,pipe.data-2
45.50%,pipe.data


$ perfolio report --json --sort dso,capture --percent-limit 20 --isolated -i $T/two.folio
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 433,
      "period": 1732000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 24.02, "samples": 104, "period": 416000000, "dso": "[kernel.kallsyms]", "capture": "pipe.data-2"},
        {"percent": 22.17, "samples": 96, "period": 384000000, "dso": "libc.so.6", "capture": "pipe.data-2"}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 433, "sentence": "samples lie in objects that were not found", "first": "0xc0d3a7a4 in [kernel.kallsyms]"}
  ]
}
$ perfolio report --stdio -q --sort capture --isolated -i $T/two.folio --capture 2 2>/dev/null; perfolio report --stdio -q --sort capture --isolated -i fixtures/armhf/pipe.data 2>/dev/null
   100.00%  pipe.data-2


   100.00%  pipe.data


$ perfolio pack fixtures/amd64/fp.data fixtures/amd64/multi.data --isolated -o $T/events.folio >/dev/null 2>&1; perfolio report --stdio --sort capture,comm --percent-limit 20 --isolated -i $T/events.folio 2>&1 | grep -v '^perfolio: .* samples lie'
perfolio: fp.data: 3391 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
#
# Total Lost Samples: 0
#
# Samples: 1K of event 'cpu-clock'
# Event count (approx.): 2099103481
#
# Children      Self  Capture     Command
# ........  ........  ..........  ........
#
    68.50%    68.50%  fp.data     wl-fib
    20.62%    20.62%  fp.data     workload


# Samples: 7  of event 'page-faults'
# Event count (approx.): 64
#
# Children      Self  Capture     Command
# ........  ........  ..........  ........
#
   100.00%   100.00%  multi.data  workload


perfolio report: --sort capture: call graphs apply to one capture only, and are not shown
$ perfolio report --sort capture,trace -i $T/two.folio; perfolio report --sort capture -g caller -i $T/two.folio; perfolio report --sort capture --header -i $T/two.folio
! perfolio: pipe.data: --sort capture: cannot be combined with key 'trace'
! perfolio: pipe.data-2: --sort capture: cannot be combined with key 'trace'
! perfolio report: --sort capture: -g applies to one capture only
! perfolio report: --sort capture: --header applies to one capture only
? 1
$ perfolio report --stdio -q --sort capture,dso --percent-limit 20 --isolated -i $T/bad.folio 2>&1 | sed "s|$T|T|g; s|offset [0-9]*|offset N|g; s|[0-9]* bytes|N bytes|g"
perfolio: pipe.data: T/bad.folio: the zstd frame at offset N (N bytes) is damaged: Data corruption detected
perfolio: pipe.data-2: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
    44.07%  pipe.data-2  [kernel.kallsyms]
    40.68%  pipe.data-2  libc.so.6


$ # export: all captures in one file, and none where one cannot be had
$ perfolio export folded --isolated -i $T/two.folio 2>/dev/null | grep -e sh -e fib; perfolio export folded --isolated -i $T/two.folio --capture 2 2>/dev/null | grep fib
pipe.data;sh;[dash] 8000000
pipe.data;sh;[kernel.kallsyms] 32000000
pipe.data;sh;[ld-linux-armhf.so.3] 12000000
pipe.data;wl-fib;[kernel.kallsyms] 16000000
pipe.data;wl-fib;[libc.so.6] 220000000
pipe.data;wl-fib;[workload] 64000000
pipe.data-2;sh;[dash] 12000000
pipe.data-2;sh;[kernel.kallsyms] 36000000
pipe.data-2;sh;[ld64.so.1] 32000000
pipe.data-2;wl-fib;[libc.so.6] 168000000
pipe.data-2;wl-fib;[workload] 24000000
wl-fib;[libc.so.6] 168000000
wl-fib;[workload] 24000000
$ perfolio export callgrind --isolated -i $T/two.folio 2>/dev/null | sed -n '4,9p'; perfolio export speedscope --json --isolated -o $T/s.json -i $T/two.folio | sed "s|$T|T|"; perfolio export folded --event nothing -i $T/two.folio
cmd: two.folio
positions: line
event: pipe_data__cpu_clock : pipe.data: cpu-clock
event: pipe_data_2__cpu_clock : pipe.data-2: cpu-clock
events: pipe_data__cpu_clock pipe_data_2__cpu_clock
summary: 788000000 944000000
{
  "perfolio": 2,
  "command": "export",
  "format": "speedscope",
  "path": "T/s.json",
  "captures": [
    {"name": "pipe.data", "event": null, "samples": 197, "other_events": null},
    {"name": "pipe.data-2", "event": null, "samples": 236, "other_events": null}
  ],
  "problems": [
    {"key": "no-object", "count": 433, "sentence": "samples lie in objects that were not found", "first": "0xc0d3a7a4 in [kernel.kallsyms]"}
  ]
}
! perfolio: pipe.data and 1 more: --event: there is no event 'nothing'; perfolio evlist lists them
? 1
$ perfolio export html --isolated -o $T/bad.html -i $T/bad.folio 2>&1 | grep export; ls $T/bad.html 2>/dev/null; perfolio export folded -i $T/two.folio -o $T/two.folio 2>&1 | sed "s|$T|T|"
perfolio export: nothing was written, because a capture would be missing in it; --capture exports one
perfolio: pipe.data and 1 more: --output: T/two.folio is the capture itself
$ cp fixtures/armhf/pipe.data "$T/=1,\"b.data"; perfolio pack "$T/=1,\"b.data" fixtures/s390x/pipe.data --isolated -o $T/odd.folio >/dev/null 2>&1; for c in "report --sort dso --percent-limit 39" evlist "report --sort capture,dso --percent-limit 15"; do perfolio $c --csv --isolated -i $T/odd.folio 2>/dev/null | tr -d '\r'; done
capture,event,percent,samples,period,dso
"'=1,""b.data",cpu-clock,40.61,80,320000000,libc.so.6
"'=1,""b.data",cpu-clock,39.59,78,312000000,[kernel.kallsyms]
pipe.data,cpu-clock,44.07,104,416000000,[kernel.kallsyms]
pipe.data,cpu-clock,40.68,96,384000000,libc.so.6
capture,name,type,config,period,frequency,sample_type,read_format,leader,group,unit,attr
"'=1,""b.data",cpu-clock,1,0x0,,250,0x147,0x14,0,,msec,"type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|ID|PERIOD, read_format: ID|LOST, disabled: 1, inherit: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1"
pipe.data,cpu-clock,1,0x0,,250,0x147,0x14,0,,msec,"type: 1, size: 128, { sample_period, sample_freq }: 250, sample_type: IP|TID|TIME|ID|PERIOD, read_format: ID|LOST, disabled: 1, inherit: 1, mmap: 1, comm: 1, freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1"
event,percent,samples,period,capture,dso
cpu-clock,24.02,104,416000000,pipe.data,[kernel.kallsyms]
cpu-clock,22.17,96,384000000,pipe.data,libc.so.6
cpu-clock,18.48,80,320000000,"'=1,""b.data",libc.so.6
cpu-clock,18.01,78,312000000,"'=1,""b.data",[kernel.kallsyms]
