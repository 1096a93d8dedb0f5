# What a report says where options leave it nothing, or want what a capture does not have: which options, in words that name them.
$ C=fixtures/amd64/sched.data; E=sched:sched_wakeup_new; for o in "--cpu 63" "--switch-on $E --switch-off $E" "--switch-on $E --time 99.999%-100%" "--switch-on $E --cpu 63" "--switch-on $E --stats" "--switch-on $E --threads" "--switch-on nosuch" "--comms nosuch" "--latency" "--latency --csv"; do echo "# $o"; perfolio report --stdio --isolated -i $C $o 2>&1 | grep -v '^ *$\|^#' | tail -1; done
# --cpu 63
perfolio: fixtures/amd64/sched.data has no samples that pass --time and --cpu
# --switch-on sched:sched_wakeup_new --switch-off sched:sched_wakeup_new
perfolio: 9 samples lie in objects that were not found, 100.00% of all (first: 0xffffffffb96e1742 in [kernel.kallsyms])
# --switch-on sched:sched_wakeup_new --time 99.999%-100%
perfolio: fixtures/amd64/sched.data has no samples that pass --time, --cpu, --switch-on and --switch-off
# --switch-on sched:sched_wakeup_new --cpu 63
perfolio: fixtures/amd64/sched.data has no samples that pass --time, --cpu, --switch-on and --switch-off
# --switch-on sched:sched_wakeup_new --stats
          SAMPLE events:          9
# --switch-on sched:sched_wakeup_new --threads
perfolio: 63 samples lie in objects that were not found, 100.00% of all (first: 0xffffffffb96e1742 in [kernel.kallsyms])
# --switch-on nosuch
perfolio: fixtures/amd64/sched.data: --switch-on: there is no event 'nosuch'; perfolio evlist lists them
# --comms nosuch
perfolio: fixtures/amd64/sched.data has no samples that pass the filters
# --latency
perfolio: fixtures/amd64/sched.data: latency and parallelism: this capture does not record which threads ran (perf record --latency or --switch-events does)
# --latency --csv
perfolio: fixtures/amd64/sched.data: latency and parallelism: this capture does not record which threads ran (perf record --latency or --switch-events does)
$ C=fixtures/amd64/fp.data; for o in "-s trace" "-g caller --focus nosuch" "--focus main --branch-stack" "--group" "--hide-object nosuch" "-g --cpu 0"; do echo "# $o"; perfolio report --stdio -q --isolated -i $C $o 2>&1 >/dev/null | grep -v 'objects that were not found'; done
# -s trace
perfolio: 1 key of --sort needs data that no event recorded (first: trace)
# -g caller --focus nosuch
perfolio: 1 option that changes stacks names a function or object that no stack has (first: --focus=nosuch)
perfolio: fixtures/amd64/fp.data has no samples that pass the filters
# --focus main --branch-stack
perfolio: fixtures/amd64/fp.data: --branch-stack: no event of this capture recorded branches
# --group
perfolio report: --group is without effect: the capture has no events that were recorded as a group
# --hide-object nosuch
perfolio: 1 option that changes stacks names a function or object that no stack has (first: --hide-object=nosuch)
# -g --cpu 0
perfolio: fixtures/amd64/fp.data: --cpu: no event of this capture recorded the CPU
$ for o in "--threads --json" "--header-only --csv"; do echo "# $o"; perfolio report --stdio --isolated -i fixtures/amd64/dir.data $o 2>&1 >/dev/null | grep -v 'objects that were not found'; done
# --threads --json
# --header-only --csv
perfolio report: --csv: a header has no rows
