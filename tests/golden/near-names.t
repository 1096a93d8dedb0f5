# What was perhaps meant by a word that is none: of options, keys, fields, columns, events, calls.
$ perfolio report --sort symbl -i fixtures/hppa/user.data; perfolio report --isolated -F overhed,sym -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: there is no key 'symbl', but 'symbol', and no tracepoint of this capture has such a field; perfolio report --help lists keys
! perfolio: fixtures/hppa/user.data: there is no key 'overhed', but 'overhead'; perfolio report --help lists keys
? 1
$ for key in s.ample weigh.t1 sampl/hex sampel; do perfolio report --sort $key -i fixtures/hppa/lost.data; done
! perfolio: fixtures/hppa/lost.data: key 's.ample': its event may be sched:sched_switch or raw_syscalls:sys_enter
! perfolio: fixtures/hppa/lost.data: key 'weigh.t1': the capture has no such event
! perfolio: fixtures/hppa/lost.data: key 'sampl/hex': only /raw may follow a field
! perfolio: fixtures/hppa/lost.data: there is no key 'sampel', but 'sample'; perfolio report --help lists keys
? 1
$ perfolio report --percantage=x -i fixtures/hppa/user.data; perfolio report --percentage=relativ -i fixtures/hppa/user.data
! perfolio report: --percantage=x: unknown option; there is --percentage
! perfolio report: --percentage: 'relativ' is neither relative nor absolute, but 'relative'
? 1
$ perfolio script -F comm,smy -i fixtures/hppa/user.data
! perfolio script: -F: there is no field 'smy', but 'sym'; there are: machine_pid vcpu comm pid tid cpu misc tod time period event flags callindent trace synth addr data_src weight ins_lat retire_lat transaction ip sym symoff dso dsoff srcline iregs uregs brstack brstacksym brstackoff bpf-output phys_addr data_page_size code_page_size c
? 1
$ perfolio diff --sort cmom fixtures/hppa/user.data fixtures/hppa/user.data
! perfolio diff: --sort: captures cannot be compared by key 'cmom', but 'comm': there are pid tid tgid comm comm_nodigit dso symbol cpu socket srcline srcfile symbol_size dso_size time cgroup cgroup_id local_weight local_ins_lat local_p_stage_cyc local_retire_lat
? 1
$ perfolio script --switch-on cpu-clok:u -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --switch-on: there is no event 'cpu-clok:u', but 'cpu-clock:u'; perfolio evlist lists them
? 1
$ perfolio lock contention -F contendet -i fixtures/synthetic/lockdep.data; perfolio lock report -k acquird -i fixtures/synthetic/lockdep.data; perfolio lock contention -Y spinlok -i fixtures/synthetic/lockdep.data
! perfolio lock contention: --field: there is no column 'contendet', but 'contended'
! perfolio lock report: --key: there is no column 'acquird', but 'acquired'
! perfolio lock: --type-filter: there is no type of locks 'spinlok', but 'spinlock'
? 1
$ perfolio kmem stat --slab -s bytez -i fixtures/synthetic/kmem.data
! perfolio kmem: --sort: 'bytez' is not a key of the slab allocator, but 'bytes'; its keys are ptr, callsite, hit, bytes, frag, pingpong
? 1
$ perfolio trace -e opennat -i fixtures/s390x/trace.data; perfolio trace -e sched:sched_swich -i fixtures/s390x/trace.data
! perfolio: fixtures/s390x/trace.data: -e opennat: s390x has no system call of this name, but 'openat'
! perfolio: fixtures/s390x/trace.data: -e sched:sched_swich: the capture has no event of this name, but 'sched:sched_switch'
? 1
$ perfolio export folded -e cpu-clok:u -i fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --event: there is no event 'cpu-clok:u', but 'cpu-clock:u'; perfolio evlist lists them
? 1
$ perfolio report --no-childs -i fixtures/hppa/user.data; perfolio report -g fractl -i fixtures/hppa/user.data
! perfolio report: --no-childs: unknown option; there is --no-children
! perfolio report: -g: 'fractl' is not one of graph, fractal, flat, folded, none, caller, callee, function, address, srcline, branch, percent, period, count, a percentage, or after it a number of entries, but 'fractal'
? 1
