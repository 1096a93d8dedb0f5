# What export writes, and what it refuses; tests/export.py holds every format to its grammar and to report's sums.
$ perfolio export folded --isolated --objects fixtures/hppa/debug -i fixtures/hppa/user.data
wl-alpha;alpha 8000000
wl-alpha;dso_inner 436000000
wl-alpha;dso_spin 12000000
wl-alpha;leaf_cold 196000000
wl-alpha;leaf_hot 452000000
wl-beta;sorter 200000000
wl-dyn;[ld.so.1] 8000000
wl-dyn;[libc.so.6] 16000000
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio export folded --isolated --objects fixtures/amd64/debug -c workload --annotate --per-thread -i fixtures/amd64/dwarf.folio | tail -5
workload-164/164;_start;__libc_start_main;[libc.so.6];main;do_syscalls;open64;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];__x64_sys_openat_[k];do_sys_openat2_[k];do_filp_open_[k];path_openat_[k];alloc_empty_file_[k];__alloc_file_[k];kmem_cache_alloc_[k] 6711409
workload-164/164;_start;__libc_start_main;[libc.so.6];main;do_syscalls;open64;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];__x64_sys_openat_[k];do_sys_openat2_[k];do_filp_open_[k];path_openat_[k];alloc_empty_file_[k];__alloc_file_[k];security_file_alloc_[k];kmem_cache_alloc_[k] 6711409
workload-164/164;_start;__libc_start_main;[libc.so.6];main;do_syscalls;write 6711409
workload-164/164;_start;__libc_start_main;[libc.so.6];main;do_syscalls;write;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];ksys_write_[k];vfs_write_[k] 6711409
workload-164/164;_start;__libc_start_main;[libc.so.6];main;hot_loop;mix_inline_[i] 20134227
! perfolio: 15 samples lie in objects that have no symbol at their address, 46.88% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6); perfolio doctor says where to get symbols
$ perfolio export folded --isolated --weight period -e page-faults -i fixtures/amd64/multi.data
workload;[kernel.kallsyms] 9
workload;[ld-linux-x86-64.so.2] 53
workload;[workload] 2
! perfolio: 47 samples lie in objects that were not found, 100.00% of all (first: 0x1c9a0 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio export folded --isolated -i fixtures/amd64/multi.data -o $T/a; wc -l < $T/a; perfolio export folded --isolated -i fixtures/amd64/multi.data 2>/dev/null | cmp - $T/a
4
! perfolio export: folded shows one event, cpu-clock; --event chooses another, by name or number: 2 page-faults
! perfolio: 47 samples lie in objects that were not found, 100.00% of all (first: 0x1c9a0 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
$ perfolio export speedscope --isolated -c wl-lib -i fixtures/amd64/pipe.data 2>/dev/null
{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"perfolio","name":"pipe.data","shared":{"frames":[
{"name":"[libwork.so]","file":"/opt/wl/libwork.so"},
{"name":"[kernel.kallsyms]","file":"[kernel.kallsyms]"}]},"profiles":[
{"type":"sampled","name":"wl-lib 181/183 cpu-clock","unit":"nanoseconds","samples":[
[1],
[0]],"weights":[4000000,16000000],"startValue":0,"endValue":20000000}]}
$ perfolio export callgrind --isolated --objects fixtures/amd64/debug -c workload -i fixtures/amd64/dwarf.folio 2>/dev/null | sed -n 1,40p
# callgrind format
version: 1
creator: perfolio
cmd: dwarf.folio
positions: line
event: cpu_clock : cpu-clock
events: cpu_clock
summary: 46979863

ob=(1) [kernel.kallsyms]
fl=(1) ???
fn=(1) __alloc_file
cfn=(12) kmem_cache_alloc
calls=1 0
0 6711409
cfn=(18) security_file_alloc
calls=1 0
0 6711409

ob=(2) /usr/lib/x86_64-linux-gnu/libc.so.6
fl=(1)
fn=(2) __libc_start_main
cfn=(21) [libc.so.6]
calls=7 0
0 46979863

ob=(1)
fl=(1)
fn=(3) __x64_sys_openat
cfn=(7) do_sys_openat2
calls=2 0
0 13422818

ob=(3) /opt/wl/workload
fl=(1)
fn=(4) _start
cob=(2)
cfn=(2)
calls=7 0
0 46979863
$ perfolio export firefox --isolated --objects fixtures/hppa/debug -c wl-dyn -i fixtures/hppa/user.data 2>/dev/null
{"meta":{"version":24,"processType":0,"interval":4.000000,"startTime":0,"shutdownTime":null,"stackwalk":1,"debug":0,"gcpoison":0,"asyncstack":1,"presymbolicated":true,"markerSchema":[],"product":"user.data","device":"hppaguest","oscpu":"Linux 6.1.192-hppatest parisc","categories":[{"name":"Other","color":"grey","subcategories":["Other"]},{"name":"User","color":"yellow","subcategories":["Other"]},{"name":"Kernel","color":"orange","subcategories":["Other"]},{"name":"JIT","color":"green","subcategories":["Other"]}]},
"libs":[],"processes":[],"pausedRanges":[],"threads":[
{"name":"wl-dyn","processName":"wl-dyn","pid":"178","tid":178,"processType":"default","registerTime":0.000000,"unregisterTime":null,"markers":{"schema":{"name":0,"startTime":1,"endTime":2,"phase":3,"category":4,"data":5},"data":[]},
"samples":{"schema":{"stack":0,"time":1,"responsiveness":2},"data":[[0,0.000000,0],[1,28.119136,0],[1,32.208128,0],[0,1828.403472,0],[1,1845.730592,0],[1,1849.774264,0]]},
"frameTable":{"schema":{"location":0,"relevantForJS":1,"innerWindowID":2,"implementation":3,"optimizations":4,"line":5,"column":6,"category":7,"subcategory":8},"data":[[0,false,0,null,null,null,null,1,0],[1,false,0,null,null,null,null,1,0]]},
"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0],[null,1]]},
"stringTable":["[ld.so.1] (in ld.so.1)",
"[libc.so.6] (in libc.so.6)"]}]}
$ perfolio export pprof --isolated --objects fixtures/hppa/debug --json -o $T/p -i fixtures/hppa/user.data | sed "s:$T:T:g"; head -c 3 $T/p | od -An -tx1
{
  "perfolio": 2,
  "command": "export",
  "format": "pprof",
  "path": "T/p",
  "event": null,
  "samples": 332,
  "other_events": null,
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
 1f 8b 08
$ perfolio export html --isolated --objects fixtures/hppa/debug -i fixtures/hppa/user.data 2>/dev/null | sed -n 's/^const D = //p'
{"title":"user.data","weights":"time","options":"","events":[{"name":"cpu-clock:u","unit":"nanoseconds","samples":332,"hidden":0}],"sums":[],"differs":false,"problems":["6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)"],"frames":[[0,1,0],[2,3,0],[4,3,0],[5,1,0],[6,1,0],[7,1,0],[8,9,0],[10,11,0],[12,13,4],[14,13,4],[15,13,4]],"texts":["alpha","/bin/wl-dyn","dso_inner","/lib/libspin.so","dso_spin","leaf_cold","leaf_hot","sorter","[ld.so.1]","/lib/ld.so.1","[libc.so.6]","/lib/libc.so.6","wl-alpha","","wl-beta","wl-dyn"],"self":[[8000000,436000000,12000000,196000000,452000000,200000000,8000000,16000000]],"all":[[8000000,436000000,12000000,196000000,452000000,200000000,8000000,16000000]],"nodes":[0,8,0,1,2,3,4,9,5,10,6,7],"parents":[0,0,1,1,1,1,1,0,7,0,9,9],"values":[[1328000000,1104000000,8000000,436000000,12000000,196000000,452000000,200000000,200000000,24000000,8000000,16000000]],"own":[[0,0,8000000,436000000,12000000,196000000,452000000,0,200000000,0,8000000,16000000]]};
$ perfolio export firefox --isolated -i fixtures/hppa/perthread.data
! perfolio: fixtures/hppa/perthread.data: firefox shows samples over time, but these samples have no times: use pprof or folded
? 1
$ perfolio export folded --isolated -i fixtures/amd64/stat.data
! perfolio: fixtures/amd64/stat.data has no samples, only counts of perf stat: perfolio stat report -i fixtures/amd64/stat.data shows them
$ perfolio export; perfolio export svg; perfolio export folded -e cycles --isolated -i fixtures/amd64/fp.data; perfolio export pprof -e cycles; perfolio export html --annotate; perfolio export speedscope --per-thread; perfolio export html --json; perfolio export folded --weight cycles
! perfolio export: name a view; there is folded, html, pprof, firefox, speedscope or callgrind
! perfolio export: there is no 'svg', but folded, html, pprof, firefox, speedscope or callgrind
! perfolio: fixtures/amd64/fp.data: --event: there is no event 'cycles'; perfolio evlist lists them
! perfolio export: pprof: --event: this format has all events
! perfolio export: html: --annotate is for folded: other formats have the kind of code anyway
! perfolio export: speedscope: this format has every thread by itself: --per-process and --per-thread have no effect on it
! perfolio export: html: --json describes the file that was written: -o FILE is needed
! perfolio export: --weight: 'cycles' is neither period nor samples
? 1
$ cp fixtures/amd64/pipe.data $T/c; perfolio export folded -i $T/c -o $T/c 2>&1 | sed "s:$T:T:g"; cmp fixtures/amd64/pipe.data $T/c; perfolio export folded --isolated -i fixtures/amd64/pipe.data -o $T/none/x 2>&1 | grep -v samples | sed "s:$T:T:g"
perfolio: T/c: --output: T/c is the capture itself
perfolio: fixtures/amd64/pipe.data: cannot create a file beside T/none/x: No such file or directory
$ perfolio export folded --per-thread --isolated -i fixtures/bad/tid-again.data 2>/dev/null; perfolio export speedscope --isolated -i fixtures/bad/tid-again.data 2>/dev/null | grep -o '"name":"java.*'
java-100/105;[kernel.kallsyms] 10
java-105/105;[kernel.kallsyms] 7
"name":"java 100/105 cpu-clock","unit":"nanoseconds","samples":[
"name":"java 105/105 cpu-clock","unit":"nanoseconds","samples":[
$ perfolio export callgrind --isolated -i fixtures/bad/ip-marker.data 2>/dev/null | tail -5

ob=(1) ???
fl=(1) ???
fn=(1) [unknown]
0 15
$ perfolio export folded --json --isolated -o $T/m -i fixtures/amd64/multi.data | grep -E 'event|samples"'; perfolio export pprof --weight period
  "event": "cpu-clock",
  "samples": 40,
  "other_events": "2 page-faults",
! perfolio export: pprof: --weight is for formats with one weight: pprof has periods and samples, firefox every sample
? 1
$ (echo head; perfolio export folded --isolated --objects fixtures/hppa/debug -c wl-beta -o /dev/stdout -i fixtures/hppa/user.data; echo tail) >$T/all 2>/dev/null; cat $T/all
head
wl-beta;sorter 200000000
tail
$ perfolio export folded --isolated -i fixtures/synthetic/hybrid.data; perfolio export folded --isolated -e 'cpu_core/LLC-load-misses/ + cpu_atom/LLC-load-misses/' -i fixtures/synthetic/hybrid.data 2>/dev/null; perfolio export folded --isolated -e cpu_atom/cycles/ -i fixtures/synthetic/hybrid.data 2>/dev/null; perfolio export firefox --json --isolated -o $T/h -i fixtures/synthetic/hybrid.data | grep -E 'event|samples"'
both;[both];[both] 1120
both;[both];[so] 536
both;[both];[both] 442
both;[both];[so] 233
both;[both];[both] 684
both;[both];[so] 318
  "event": "cpu_core/cycles/ + cpu_atom/cycles/",
  "samples": 15,
  "other_events": "'cpu_core/LLC-load-misses/ + cpu_atom/LLC-load-misses/', 5 page-faults",
! perfolio export: folded shows one event, cpu_core/cycles/ + cpu_atom/cycles/; --event chooses another, by name or number: 'cpu_core/LLC-load-misses/ + cpu_atom/LLC-load-misses/', 5 page-faults
! perfolio: 24 samples lie in objects that were not found, 100.00% of all (first: 0x10 in /lib/so, recorded without a build-id: --symfs would find it by its path)
! perfolio: 24 callers lie in objects that were not found (first: 0x100 in /bin/both)
$ cp fixtures/amd64/annotate.data $T/again.data; printf '\332' | dd of=$T/again.data bs=1 seek=50192 conv=notrunc 2>/dev/null
$ perfolio export folded --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data $T/again.data --weight samples 2>/dev/null | sed '1,6d'
second;_start 0 14
second;added 0 53
second;choose 0 117
second;leaf 0 98
second;mixed 0 212
second;tail 0 4
second;unrolled 0 45
$ perfolio export pprof -o $T/p --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data
! perfolio export: pprof: --before and --after are for the formats folded and html
? 1
$ perfolio export html -e task-clock:u --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data | sed -n 's/^const D = //p'
{"title":"before: fixtures/amd64/annotate.data; after: fixtures/amd64/annotate-second.data","weights":"time","options":"","events":[{"name":"after: task-clock:u","unit":"nanoseconds","samples":542,"hidden":0},{"name":"before: task-clock:u","unit":"nanoseconds","samples":512,"hidden":0}],"sums":[],"differs":true,"problems":[],"frames":[[0,1,0],[2,1,0],[3,1,0],[4,1,0],[5,1,0],[6,1,0],[7,1,0],[8,9,4]],"texts":["_start","/tmp/an/fx/second","added","choose","leaf","mixed","tail","unrolled","first, second",""],"self":[[50000000,120000000,242500000,262500000,560000000,12500000,107500000],[52500000,0,247500000,300000000,515000000,25000000,140000000]],"all":[[50000000,120000000,242500000,262500000,560000000,12500000,107500000],[52500000,0,247500000,300000000,515000000,25000000,140000000]],"nodes":[0,7,0,1,2,3,4,5,6],"parents":[0,0,1,1,1,1,1,1,1],"values":[[1355000000,1355000000,50000000,120000000,242500000,262500000,560000000,12500000,107500000],[1280000000,1280000000,52500000,0,247500000,300000000,515000000,25000000,140000000]],"own":[[0,0,50000000,120000000,242500000,262500000,560000000,12500000,107500000],[0,0,52500000,0,247500000,300000000,515000000,25000000,140000000]]};
! perfolio export: guessed: the command first was renamed to second: 90% of their cost is in functions with the same names
$ perfolio export folded --isolated --weight samples -c wl-fib,wl-lib -d workload,libwork.so --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data 2>/dev/null
wl-fib;[workload] 6 13
wl-lib;[libwork.so] 1 1
$ perfolio export html --isolated --weight samples -c wl-fib,wl-lib -d workload,libwork.so --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data 2>/dev/null | sed -n 's/^const D = //p'
{"title":"before: fixtures/s390x/pipe.data; after: fixtures/s390x/zstd.data","weights":"number of samples","options":" --comms wl-fib,wl-lib --dsos workload,libwork.so --weight=samples","events":[{"name":"after: cpu-clock","unit":"count","samples":14,"hidden":0},{"name":"before: cpu-clock","unit":"count","samples":7,"hidden":0}],"sums":[],"differs":true,"problems":["after: zstd.data: 233 samples lie in objects that were not found, 100.00% of all (first: 0x150b90 in [kernel.kallsyms])","before: pipe.data: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])"],"frames":[[0,1,0],[2,3,0],[4,5,4],[6,5,4]],"texts":["[libwork.so]","/opt/wl/libwork.so","[workload]","/opt/wl/workload","wl-fib","","wl-lib"],"self":[[1,13],[1,6]],"all":[[1,13],[1,6]],"nodes":[0,2,1,3,0],"parents":[0,0,1,0,3],"values":[[14,13,13,1,1],[7,6,6,1,1]],"own":[[0,0,13,0,1],[0,0,6,0,1]]};
$ perfolio export html --isolated --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data -o $T/e.html
! perfolio export: the sides have no stack in common: their commands or functions have different names
! perfolio export: html shows one event, fixtures/amd64/annotate.data: cpu-clock:u; --event chooses another, by name or number: 2 task-clock:u
! perfolio: fixtures/amd64/annotate.data: 1022 samples lie in objects that were not found, 100.00% of all (first: 0x1255 in /tmp/an/fx/first)
! perfolio export: html shows one event, fixtures/amd64/annotate-second.data: cpu-clock:u; --event chooses another, by name or number: 2 task-clock:u
! perfolio: fixtures/amd64/annotate-second.data: 1085 samples lie in objects that were not found, 100.00% of all (first: 0x1128 in /tmp/an/fx/second)
$ perfolio export html --isolated --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data -o $T/e.html --json | grep '"event"'
    {"name": "annotate.data", "event": "cpu-clock:u", "samples": 510, "other_events": "2 task-clock:u"},
    {"name": "annotate-second.data", "event": "cpu-clock:u", "samples": 543, "other_events": "2 task-clock:u"}
$ perfolio export html --before fixtures/amd64/fp.data --after fixtures/amd64/sched.data -o $T/e.html
! perfolio export: fixtures/amd64/sched.data: it has no event 'cpu-clock', which fp.data shows
? 1
$ perfolio export folded --before fixtures/amd64/stat.data --after fixtures/amd64/fp.data
! perfolio export: fixtures/amd64/stat.data: it has no samples of 'task-clock' that pass the filters
? 1
$ perfolio export html -c nosuch --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data
! perfolio export: fixtures/amd64/annotate.data: it has no samples of 'cpu-clock:u' that pass the filters
? 1
$ perfolio export folded --isolated --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data fixtures/s390x/pipe.data
! perfolio export: fixtures/s390x/pipe.data (before) and fixtures/s390x/pipe.data (after) are the same recording
? 1
$ perfolio export folded --isolated --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data fixtures/s390x/fp.data 2>&1 >$T/folded | grep export:
perfolio export: folded: weights are sums over the runs (1 before, 2 after): give both sides the same number of runs to compare them
$ perfolio export html --isolated --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data -o $T/e.html --json | grep meet
  "stacks_meet": "yes",
$ perfolio export folded fixtures/s390x/pipe.data --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data
! perfolio export: 'fixtures/s390x/pipe.data' is on no side: put runs after --before and --after, and folios with labelled captures before them
? 1
$ perfolio export folded --before fixtures/amd64/annotate.data
! perfolio export: --after: the runs of the other side are missing
? 1
$ perfolio pack --isolated --objects fixtures/amd64/annotate/first fixtures/amd64/annotate.data --label side=a -o $T/sides.folio >$T/out; perfolio pack --append --isolated --objects fixtures/amd64/annotate/second fixtures/amd64/annotate-second.data --label side=b -o $T/sides.folio >$T/out
$ perfolio export folded --isolated $T/sides.folio --before side=a --after side=b -e 2 -o $T/difference --json | sed "s,$T/,,"; sed -n '1p;$p' $T/difference
{
  "perfolio": 2,
  "command": "export",
  "format": "folded",
  "path": "difference",
  "runs_before": 1,
  "stacks_meet": "yes",
  "guesses": [
    {
      "before": "first",
      "after": "second",
      "common": 90.05
    }
  ],
  "captures": [
    {"name": "annotate.data", "event": "task-clock:u", "samples": 512, "other_events": null},
    {"name": "annotate-second.data", "event": "task-clock:u", "samples": 542, "other_events": null}
  ],
  "problems": []
}
first,_second;_start 52500000 50000000
first,_second;unrolled 140000000 107500000
$ perfolio export folded --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --weight samples 2>&1 | grep -E 'guessed|choose|fold'
first,_second;choose 92 117
perfolio export: guessed: the command first was renamed to second: 87% of their cost is in functions with the same names
perfolio export: folded shows one event, fixtures/amd64/annotate.data: cpu-clock:u; --event chooses another, by name or number: 2 task-clock:u
perfolio export: folded shows one event, fixtures/amd64/annotate-second.data: cpu-clock:u; --event chooses another, by name or number: 2 task-clock:u
$ perfolio export folded --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --weight samples --no-guess 2>&1 | grep -E 'guessed|in common|;choose'
first;choose 92 0
second;choose 0 117
perfolio export: the sides have no stack in common: their commands or functions have different names
$ perfolio export folded --no-guess fixtures/amd64/fp.data
! perfolio export: folded: --no-guess needs two sides, --before and --after
? 1
$ perfolio export html --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/s390x/fp.data | sed -n 's/^const D = \({"title":"[^"]*"\).*\("problems":[^]]*\).*/\1 \2/p'
{"title":"before: fixtures/s390x/pipe.data, fixtures/s390x/zstd.data (2 runs); after: fixtures/s390x/fp.data" "problems":["after: fp.data: 450 samples lie in objects that were not found, 100.00% of all (first: 0x4c584 in /usr/lib/s390x-linux-gnu/libc.so.6)","after: fp.data: 593 callers lie in objects that were not found (first: 0xa31a4a in [kernel.kallsyms
! perfolio: fixtures/s390x/pipe.data and 1 more: 469 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms]) (in each: 236, 233)
! perfolio: fixtures/s390x/zstd.data: 457 callers lie in objects that were not found (first: 0xa332b6 in [kernel.kallsyms])
! perfolio: fixtures/s390x/fp.data: 450 samples lie in objects that were not found, 100.00% of all (first: 0x4c584 in /usr/lib/s390x-linux-gnu/libc.so.6)
! perfolio: fixtures/s390x/fp.data: 593 callers lie in objects that were not found (first: 0xa31a4a in [kernel.kallsyms])
$ perfolio export folded --isolated -i fixtures/amd64/fp.data >/dev/full
! perfolio: fixtures/amd64/fp.data: standard output cannot be written: No space left on device
? 1
