# Options that other goldens do not name: what they do, and what is said of wrong ones.
$ perfolio report --stdio -q --isolated --unwind fp,scan -g none -s dso -i fixtures/amd64/dwarf.folio
   100.00%    59.38%  libc.so.6
   100.00%    31.25%  workload
     9.38%     9.38%  [kernel.kallsyms]


! perfolio: 15 samples lie in objects that have no symbol at their address, 46.88% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6); perfolio doctor says where to get symbols
$ perfolio report -q --isolated --unwind nowhere -i fixtures/amd64/dwarf.folio
! perfolio report: --unwind: 'nowhere' is none of tables, fp, scan
? 1
$ perfolio report -q --isolated --unwind fp,nowhere -i fixtures/amd64/dwarf.folio
! perfolio report: --unwind: 'nowhere' is none of tables, fp, scan
? 1
$ perfolio annotate leaf_hot --isolated --percent-type global-hits -i fixtures/hppa/user.data --objects fixtures/hppa/debug | sed -n 1,10p
 Percent |	Source code & Disassembly of wl-dyn for cpu-clock:u (113 samples, percent: global hits)
-------------------------------------------------------------------------------------------------------
         :
         :
         :
         :       Disassembly of section .text:
         :
         :       000108c8 <leaf_hot>:
         :       leaf_hot():
         : 22    workload.c:22
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio annotate leaf_hot --isolated --percent-type local-hits -i fixtures/hppa/user.data --objects fixtures/hppa/debug | sed -n 1,4p
 Percent |	Source code & Disassembly of wl-dyn for cpu-clock:u (113 samples, percent: local hits)
------------------------------------------------------------------------------------------------------
         :
         :
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio annotate mixed --isolated --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate --group
! perfolio annotate: --group needs one capture, but two are named
? 1
$ perfolio annotate mixed --isolated --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate --arrows
! perfolio annotate: --arrows needs one capture, but two are named
? 1
$ perfolio annotate --isolated --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate --was nowhere mixed
! perfolio annotate: --was: no function 'nowhere' of the first side has samples
? 1
$ perfolio annotate mixed --isolated --objects fixtures/amd64/annotate fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data fixtures/amd64/fp.data
! perfolio annotate: compares at most two captures; for more runs use --before RUN... --after RUN...
? 1
$ perfolio annotate nowhere --isolated --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate
! perfolio annotate: nowhere: no function of that name has samples
? 2
$ perfolio explain main -v --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug
main
  symbol    0x1150-0x12d8, global
  object    /opt/wl/workload, an ELF file, build-id f9d85ecaf846033ac5333a74e14f2e78c9996db9
  table     fixtures/amd64/debug/.build-id/f9/d85ecaf846033ac5333a74e14f2e78c9996db9/elf: full symbol table, 47 symbols
  mapped    0x56182a56a150-0x56182a56a2d8 in 158 (workload)
  samples   0 of 1542 (0.00%)
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio explain main --json --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug | head -40
{
  "perfolio": 2,
  "command": "explain",
  "name": "main",
  "samples": 1542,
  "objects": 19,
  "objects_without_table": 17,
  "symbols": [
    {
      "found": {"symbol": "main", "in_file": "main", "start": "0x1150", "end": "0x12d8", "binding": "global", "plt": false, "data": false},
      "counts_as": null,
      "object": {"path": "/opt/wl/workload", "kind": "user", "build_id": "f9d85ecaf846033ac5333a74e14f2e78c9996db9"},
      "table": {"file": "fixtures/amd64/debug/.build-id/f9/d85ecaf846033ac5333a74e14f2e78c9996db9/elf", "kind": "full", "symbols": 47},
      "mapped": [
        {
          "start": "0x56182a56a150",
          "end": "0x56182a56a2d8",
          "holders": [
            {"pid": 158, "comm": "workload", "guest": null, "since": "8.254671186"}
          ]
        }
      ],
      "samples": 0,
      "percent": 0.00
    }
  ],
  "near": [],
  "more_near": 0,
  "problems": [
    {"key": "no-object", "count": 844, "sentence": "samples lie in objects that were not found", "first": "0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6"}
  ]
}
$ perfolio explain fib worker_fib --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug | head -30
! perfolio explain: reads one capture at a time: 'worker_fib' is too many
$ perfolio explain 0x4014b0 -v --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug | head -30
0x4014b0 at the end of the recording: no process maps it, nor the kernel
for an address of a file, name the file: OBJECT+0x4014b0
$ perfolio stat report --isolated --metric-only -i fixtures/amd64/stat.data

 Performance counter stats for '/usr/bin/perf stat record -o stat.data -e task-clock,context-switches,cpu-migrations,page-faults -- /opt/wl/workload 1330':




       0.511818760 seconds time elapsed

$ perfolio stat report --isolated --metric-only -x, -i fixtures/hppa/stat.data
time,
     0.202046552,
     0.598286440,
     0.847424664,
     1.136510032,
$ perfolio stat report --isolated --metric-only -j -i fixtures/s390x/stat.data
! perfolio stat: --metric-only is for text and -x: JSON has metrics and counts
? 1
$ perfolio report --stdio -q --isolated -s comm,trace -i fixtures/amd64/sched.data --percent-limit 20 | head -8




    50.00%  workload  comm=workload pid=271 child_comm=workload child_pid=273
    50.00%  workload  comm=workload pid=271 child_comm=workload child_pid=274


