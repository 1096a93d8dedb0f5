# What the page of a flame graph has besides stacks: events that are added up, processes and threads by their numbers, inlined functions.
$ perfolio export html --isolated -i fixtures/synthetic/hybrid.data 2>/dev/null | sed -n 's/^const D = .*"options"/"options"/p' | sed 's/,"differs".*//'; perfolio export html --isolated --weight samples -i fixtures/synthetic/hybrid.data 2>/dev/null | grep -o '"sums":[^a-z]*'
"options":"","events":[{"name":"cpu_core/cycles/","unit":"count","samples":6,"hidden":0},{"name":"cpu_core/LLC-load-misses/","unit":"count","samples":3,"hidden":0},{"name":"cpu_atom/cycles/","unit":"count","samples":9,"hidden":0},{"name":"cpu_atom/LLC-load-misses/","unit":"count","samples":3,"hidden":0},{"name":"page-faults","unit":"count","samples":3,"hidden":0}],"sums":[[0,2],[1,3]]
"sums":[[0,2],[1,3]],"
$ for by in --per-process --per-thread; do perfolio export html $by --isolated -i fixtures/amd64/dir.data 2>/dev/null | sed -n 's/^const D = //p' | grep -o '"[a-z]* [0-9/]*"' | sort | tr '\n' ' '; echo; done
"cp 209" "dd 208" "find 203" "gzip 205" "head 204" "head 206" "perf 199" "swapper 0" "sync 213" "workload 210" "xz 207" 
"cp 209/209" "dd 208/208" "find 203/203" "gzip 205/205" "head 204/204" "head 206/206" "perf 199/199" "swapper 0/0" "sync 213/213" "workload 210/210" "workload 210/211" "workload 210/212" "xz 207/207" 
$ for how in --inline --no-inline; do perfolio export html $how --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null | sed -n 's/^const D = .*"frames":\(.*\),"texts".*/\1/p' | tr -d '\n' | sed 's/\],/]\n/g' | grep -c ',3\]'; done
1
0
? 1
