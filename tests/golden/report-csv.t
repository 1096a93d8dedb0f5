# The answers of report and diff as CSV: a table of all events, each row with all of its numbers.
$ perfolio report --csv --isolated --objects fixtures/hppa/debug --sort comm,dso,sym --percent-limit 1 -i fixtures/hppa/user.data | tee $T/csv | tr -d '\r'; grep -c $(printf '\r') $T/csv
event,percent,samples,period,comm,dso,symbol
cpu-clock:u,34.04,113,452000000,wl-alpha,wl-dyn,[.] leaf_hot
cpu-clock:u,32.83,109,436000000,wl-alpha,libspin.so,[.] dso_inner
cpu-clock:u,15.06,50,200000000,wl-beta,wl-dyn,[.] sorter
cpu-clock:u,14.76,49,196000000,wl-alpha,wl-dyn,[.] leaf_cold
5
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ # events of a group one by one, columns that text leaves out, call chains without their trees
$ perfolio report --csv --isolated --sort comm,dso --comms wl-static --percent-limit 20 -i fixtures/hppa/group.data | tr -d '\r'
event,percent,samples,period,comm,dso
cpu-clock,100.00,27,144974036,wl-static,[kernel.kallsyms]
page-faults,100.00,20,40,wl-static,[kernel.kallsyms]
context-switches,100.00,5,6,wl-static,[kernel.kallsyms]
! perfolio: 52 samples lie in objects that were not found, 100.00% of all (first: 0x101c97b0 in [kernel.kallsyms])
$ perfolio report --csv --isolated --sort dso -g -i fixtures/amd64/fp.data | tr -d '\r'
event,children_percent,children_period,percent,samples,period,dso
cpu-clock,76.85,1486825425,44.03,679,851944695,libc.so.6
cpu-clock,54.28,1050188085,42.02,648,813048840,workload
cpu-clock,9.99,193224570,9.99,154,193224570,[kernel.kallsyms]
cpu-clock,3.57,69008775,0.00,0,0,
cpu-clock,3.24,62735250,3.24,50,62735250,libwork.so
cpu-clock,1.04,20075280,0.71,11,13801755,ld-linux-x86-64.so.2
! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 3391 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ # a table has the fields of its event: another has headings of its own
$ perfolio report --csv --isolated --sort next_comm,next_pid,comm --percent-limit 30 -i fixtures/hppa/lost.data | tr -d '\r'
event,percent,samples,period,fields.next_comm,fields.next_pid,comm
sched:sched_switch,32.50,39,39,rcu_sched,11,perf
sched:sched_switch,31.67,38,38,perf,548,rcu_sched

event,percent,samples,period,comm
raw_syscalls:sys_enter,88.91,1699,1699,perf
! perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
$ perfolio report --csv --isolated --stats -i fixtures/hppa/group.data | tr -d '\r'; perfolio report --csv --isolated --tasks -i fixtures/hppa/user.data | tr -d '\r'; perfolio report --csv --isolated --mmaps -i fixtures/hppa/user.data | head -3 | tr -d '\r'
type,count
MMAP,2
COMM,2
EXIT,1
FORK,2
SAMPLE,27
MMAP2,10
FINISHED_ROUND,1
ID_INDEX,1
THREAD_MAP,1
CPU_MAP,1
EVENT_UPDATE,2
FINISHED_INIT,1

name,samples,lost
cpu-clock,27,0
page-faults,20,0
context-switches,5,0
pid,tid,ppid,comm
0,0,,swapper
178,178,,wl-dyn
178,179,178,wl-alpha
178,180,178,wl-beta
pid,tid,ppid,comm,start,end,prot,offset,inode,path,build_id
178,178,,wl-dyn,0x10000,0x12000,r-xp,0x0,40,/bin/wl-dyn,8a828d2b86ec66a80c3f105081f62623b28b5a32
178,178,,wl-dyn,0x12000,0x13000,rwxp,0x2000,40,/bin/wl-dyn,8a828d2b86ec66a80c3f105081f62623b28b5a32
$ perfolio report --csv --isolated --sort comm,tid --hierarchy --percent-limit 30 -i fixtures/hppa/user.data | tr -d '\r'
event,percent,samples,period,comm,tid
cpu-clock:u,83.13,276,1104000000,wl-alpha,179:wl-alpha
! perfolio report: --hierarchy applies to text: rows of --csv and --json have no levels
$ perfolio report --csv --header-only -i fixtures/hppa/user.data
! perfolio report: --csv: a header has no rows
? 1
$ perfolio diff --csv --isolated -s comm,dso fixtures/s390x/pipe.data fixtures/armhf/pipe.data | sed -n 1,3p | tr -d '\r'
event,baseline.percent,baseline.samples,baseline.period,others.1.percent,others.1.samples,others.1.delta,others.1.ratio,others.1.period,comm,dso
cpu-clock,22.88,54,216000000,12.69,25,-10.19,0.462963,100000000,workload,libc.so.6
cpu-clock,17.80,42,168000000,27.92,55,10.12,1.309524,220000000,wl-fib,libc.so.6
! perfolio: fixtures/s390x/pipe.data: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
! perfolio: fixtures/armhf/pipe.data: 197 samples lie in objects that were not found, 100.00% of all (first: 0xc0d3a7a4 in [kernel.kallsyms])
$ perfolio diff --csv --isolated -c wdiff:1,2 --threshold 60 -s comm fixtures/s390x/pipe.data fixtures/armhf/pipe.data fixtures/i386/pipe.data | tr -d '\r'
event,baseline.percent,baseline.samples,baseline.period,others.1.percent,others.1.samples,others.1.delta,others.1.ratio,others.1.wdiff,others.1.period,others.2.percent,others.2.samples,others.2.delta,others.2.ratio,others.2.wdiff,others.2.period,comm
cpu-clock,20.34,48,192000000,38.07,75,17.73,1.562500,408000000,300000000,69.31,131,48.97,2.729167,856000000,524000000,wl-fib
cpu-clock,70.34,166,664000000,52.79,104,-17.55,0.626506,168000000,416000000,18.52,35,-51.82,0.210843,-384000000,140000000,workload
cpu-clock,0.85,2,8000000,2.54,5,1.69,2.500000,32000000,20000000,8.47,16,7.62,8.000000,120000000,64000000,wl-lib
cpu-clock,8.47,20,80000000,6.60,13,-1.88,0.650000,24000000,52000000,3.70,7,-4.77,0.350000,-24000000,28000000,sh
