# Requests that make no sense are refused with the reason, and status 1.
$ perfolio
! usage: perfolio COMMAND [options] [-i] FILE
! 
! FILE is a perf.data file, a stored pipe stream, a directory of perf record --threads, or - for a pipe.
! 
!   view           browse a capture on the terminal: reports, code, threads, time
!   report         where the time went: rows by thread, object and symbol, as perf report prints them
!   annotate       functions with samples, instruction by instruction, as perf annotate prints them
!   diff           what changed between captures: rows side by side, as perf diff prints them
!   script         every sample as a line, in order of time, as perf script prints them
!   sched          who ran when, who waited how long: as perf sched prints it
!   timechart      the schedule as a picture: CPUs and threads over time, as SVG
!   stat           what perf stat record counted, as perf stat report prints it
!   trace          system calls as lines, and their summary, as perf trace prints them
!   export         a profile for other programs: flame graphs, pprof, Firefox Profiler, speedscope...
!   buildid-list   the objects of a capture and their build-ids
!   evlist         the events that were recorded
!   info           a summary of the recording: who, when, where, what, how complete
!   doctor         why samples have no names and where to get them; faults of the recording
!   explain        why an address has its name; where a symbol is mapped
!   pack           put captures and everything needed to read them into one file, a folio
!   unpack         write the captures of a folio, and their objects as a build-id cache for perf
!   merge          put the captures of several folios into one
!   verify         check that a folio is intact and has every object that its samples need
!   cut            a part of a capture as a capture: by time, process, thread, command, CPU or event
!   scrub          a capture or folio to give away: without secrets, persons and machines in it
!   unscrub        the names back in a capture that scrub has written, by its key
!   repair         what is sound in a damaged capture as a capture, and what became of every byte
!   join           captures of one machine with the same events as one capture, as of perf record --switch-output
!   kmem           who allocated memory in the kernel, as perf kmem stat prints it
!   lock           how long locks were waited for, as perf lock prints it
!   dump           every record in readable form
! 
! perfolio COMMAND --help lists a command's options.
? 1
$ perfolio no-such-command
! perfolio: there is no command 'no-such-command'
! perfolio --help lists the commands
? 1
$ perfolio report --no-such-option
! perfolio report: --no-such-option: unknown option
? 1
$ perfolio --foo report
! perfolio: --foo: unknown option before the command; a command's own options follow it
! perfolio --help lists the commands
? 1
$ perfolio -i fixtures/hppa/user.data report
! perfolio: -i: unknown option before the command; a command's own options follow it
! perfolio --help lists the commands
? 1
$ perfolio -p --foo=1 report
! perfolio: --foo=1: unknown option before the command; a command's own options follow it
! perfolio --help lists the commands
? 1
$ perfolio repotr
! perfolio: there is no command 'repotr', but 'report'
! perfolio --help lists the commands
? 1
$ perfolio c2c
! perfolio: c2c: perf has it, Perfolio does not: perfolio script -F +addr,+data_src,+weight prints what was recorded of accesses
? 1
$ perfolio record
! perfolio: record: perf has it, Perfolio does not: it reads what perf record writes
? 1
$ perfolio report --childen
! perfolio report: --childen: unknown option; there is --children
? 1
$ perfolio report --stdio2
! perfolio report: --stdio2: unknown option; there is --stdio
? 1
$ perfolio trace --filter 'id==3' -i fixtures/s390x/trace.data
! perfolio trace: --filter: perf has it, Perfolio does not: -e, --pid, --tid, --comms, --cpu and --duration choose lines
? 1
$ perfolio report -q -s comm --group -i fixtures/amd64/pipe.data --isolated >/dev/null
! perfolio report: --group is without effect: the capture has no events that were recorded as a group
$ perfolio report -q -s comm --group -i fixtures/hppa/group.data --isolated >/dev/null
$ perfolio annotate --stdio2 -i fixtures/hppa/user.data --isolated >/dev/null
! perfolio annotate: --stdio2 is without effect: the layout is that of --stdio
! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --gtk
! perfolio report: --gtk: perf has it, Perfolio does not: its output is text, or --json
? 1
$ perfolio report -D
! perfolio report: --dump-raw-trace (-D): perf has it, Perfolio does not: perfolio dump prints every record
? 1
$ perfolio script --call-trace=x
! perfolio script: --call-trace: perf has it, Perfolio does not: perf script --itrace decodes traces on the recording machine
? 1
$ perfolio script -s x.py
! perfolio script: --script (-s): perf has it, Perfolio does not: --json gives every sample to scripts
? 1
$ test "$(perfolio version | head -1)" = "$(perfolio --version)" && test "$(perfolio -v)" = "$(perfolio --version)" && echo one answer
one answer
$ perfolio fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data is a capture: perfolio report -i fixtures/hppa/user.data shows where the time went, perfolio info -i fixtures/hppa/user.data shows what was recorded
! perfolio --help lists the commands
? 1
$ perfolio fixtures/armhf/dwarf.folio
! perfolio: fixtures/armhf/dwarf.folio is a folio: perfolio report -i fixtures/armhf/dwarf.folio shows where the time went, perfolio info -i fixtures/armhf/dwarf.folio shows what was recorded
! perfolio --help lists the commands
? 1
$ perfolio README.md
! perfolio: there is no command 'README.md', and the file of that name is not a capture: README.md: not a perf.data file: it begins with 2320506572666f6c, not with PERFILE2
! perfolio --help lists the commands
? 1
$ perfolio --buildid-dir fixtures/hppa/debug --no-pager report -q --sort sym --comm wl-beta --isolated -i fixtures/hppa/user.data
    15.06%  [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report -q --sort comm --stdio-color always --stdio-color never --objdump=/usr/bin/objdump -M intel -i fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


! perfolio report: --objdump is without effect: perfolio annotate shows code
! perfolio report: --disassembler-style (-M) is without effect: perfolio annotate shows code
$ perfolio report -q --sort comm --itrace=i10us -T -i fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


! perfolio report: --itrace is without effect: the capture has no AUXTRACE_INFO records
! perfolio: fixtures/hppa/user.data: no thread's counts were recorded (perf record -s)
$ perfolio script -L --itrace --comm wl-beta -F comm fixtures/hppa/user.data | sort -u
         wl-beta 
! perfolio script: --Latency (-L) is without effect: -F +misc shows how a sample was taken
! perfolio script: --itrace is without effect: the capture has no AUXTRACE_INFO records
$ perfolio report -q --sort comm -n --show-nr-samples --no-show-nr-samples --stats --no-stats --no-source -i fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


$ sed -n 's/^    { "\([a-z]*\)", "\([^"]*\)", .*/\1 \2/p' lib/options/absent.c | while read w; do perfolio $w 2>&1 | grep -q ': perf has it, ' || echo "Perfolio has $w"; done
$ perfolio report --sort nonsense fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: there is no key 'nonsense', and no tracepoint of this capture has such a field; perfolio report --help lists keys
? 1
$ perfolio report --sort '' fixtures/hppa/user.data
! perfolio report: --sort: no key is named
? 1
$ perfolio report --sort comm,comm,comm,comm,comm,comm,comm,comm,comm,comm,comm,comm,comm fixtures/hppa/user.data
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead  Command
# ........  ........
#
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


$ perfolio report --pid 1-x fixtures/hppa/user.data
! perfolio report: --pid: '1-x' is not a list of numbers such as 1,3-5
? 1
$ perfolio report --pid 5-3 fixtures/hppa/user.data
! perfolio report: --pid: '5-3' is not a list of numbers such as 1,3-5
? 1
$ for c in "report --pid" "script --cpu" "trace --filter-pids"; do perfolio $c "" fixtures/hppa/user.data; done 2>&1
perfolio report: --pid: '' is not a list of numbers such as 1,3-5
perfolio script: --cpu: '' is not a list of numbers such as 1,3-5
perfolio trace: --filter-pids: '' is not a list of numbers such as 1,3-5
? 1
$ perfolio report --cpu 0 fixtures/hppa/perthread.data
! perfolio: fixtures/hppa/perthread.data: --cpu: no event of this capture recorded the CPU
? 1
$ perfolio report --percent-limit lots fixtures/hppa/user.data
! perfolio report: --percent-limit: 'lots' is not a percentage
? 1
$ perfolio report --percentage sideways fixtures/hppa/user.data
! perfolio report: --percentage: 'sideways' is neither relative nor absolute
? 1
$ perfolio report -g foo -i fixtures/hppa/user.data
! perfolio report: -g: 'foo' is not one of graph, fractal, flat, folded, none, caller, callee, function, address, srcline, branch, percent, period, count, a percentage, or after it a number of entries
? 1
$ perfolio report -g caller,0.5,count,junk fixtures/hppa/user.data
! perfolio report: -g: 'junk' is not one of graph, fractal, flat, folded, none, caller, callee, function, address, srcline, branch, percent, period, count, a percentage, or after it a number of entries
? 1
$ perfolio report -q --sort comm -g fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


! perfolio report: -g: the samples were recorded without call chains (perf record -g records them)
$ perfolio report -q --sort comm -g caller,0.5 fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


! perfolio report: -g: the samples were recorded without call chains (perf record -g records them)
$ perfolio report -q --sort comm -g -i fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


! perfolio report: -g: the samples were recorded without call chains (perf record -g records them)
$ perfolio report --time 2,1 fixtures/hppa/user.data
! perfolio: fixtures/hppa/user.data: --time: '2,1' is not a time range: START,STOP in seconds, N%/M or A%-B% were expected
? 1
$ perfolio report --time-quantum 5 fixtures/hppa/user.data
! perfolio report: --time-quantum: '5' is not a time such as 100ms
? 1
$ perfolio report --max-stack x fixtures/hppa/user.data
! perfolio report: --max-stack: 'x' is not a number up to 8192
? 1
$ perfolio report fixtures/hppa/user.data fixtures/hppa/pipe.data
! perfolio report: reads one capture at a time: 'fixtures/hppa/pipe.data' is too many
? 1
$ perfolio report -i fixtures/hppa/user.data fixtures/hppa/pipe.data
! perfolio report: reads one capture at a time: 'fixtures/hppa/pipe.data' is too many
? 1
$ perfolio report -i fixtures/hppa
! perfolio: fixtures/hppa: a directory is a capture if it has a file `data`: data: cannot open: No such file or directory
? 1
$ perfolio report --comms file:///nonexistent fixtures/hppa/user.data
! perfolio report: cannot open /nonexistent: No such file or directory
? 1
$ perfolio report --stdio -q --comm wl-beta --sort sym --obj fixtures/hppa/debug --isol fixtures/hppa/user.data
    15.06%  [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --show 3 fixtures/hppa/user.data
! perfolio report: --show: ambiguous option: it could be --show-nr-samples, --show-total-period, --show-cpu-utilization, --showcpuutilization, --show-on-off-events or --show-info
? 1
$ for c in report unpack; do perfolio help $c >$T/a; perfolio $c --help | cmp - $T/a && head -1 $T/a; done; perfolio help sched map | sed -n 2p; perfolio report --csv --json; perfolio help nothing
perfolio report
perfolio unpack
usage: perfolio sched map [options] [-i] FILE
! perfolio report: --csv and --json exclude each other
! perfolio: there is no command 'nothing'
! perfolio --help lists the commands
? 1
$ cd $T; perfolio verify </dev/null; perfolio unpack -d x </dev/null
! perfolio verify: no folio is named; usage: perfolio verify FOLIO... [options]
! perfolio unpack: no folio is named; usage: perfolio unpack [options] [-i] FOLIO
? 1
$ perfolio report --sy fixtures/hppa/user.data; perfolio report --symb=x fixtures/hppa/user.data; perfolio sched timehist --s fixtures/amd64/sched.data
! perfolio report: --sy: ambiguous option: it could be --symbols, --symbol-filter or --symfs
! perfolio report: --symb: ambiguous option: it could be --symbols or --symbol-filter
! perfolio sched timehist: --s: ambiguous option: it could be --summary, --state or --symfs
? 1
$ perfolio report --symbol=x --sy
! perfolio report: --symbol: ambiguous option: it could be --symbols or --symbol-filter
? 1
$ for w in "script flamegraph" "script report flamegraph -i x" "trace record ls" "trace report" "timechart record"; do perfolio $w; done
! perfolio script: flamegraph: perf has it, Perfolio does not: perfolio export html draws flame graphs, export folded writes input for other tools
! perfolio script: report: perf has it, Perfolio does not: --json gives every sample to scripts
! perfolio trace: record: perf has it, Perfolio does not: it reads what perf record writes
! perfolio trace: report: perf has it, Perfolio does not: perfolio trace -i FILE reads a capture
! perfolio timechart: record: perf has it, Perfolio does not: it reads what perf record writes
? 1
$ perfolio report -q --tui --buildid-dir fixtures/hppa/debug --sort sym --comm wl-beta --isolated -i fixtures/hppa/user.data
    15.06%  [.] sorter


! perfolio report: --tui is without effect: perfolio view browses captures on a terminal
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio script -d -F comm -i fixtures/hppa/user.data | sort -u
          wl-dyn 
         wl-beta 
        wl-alpha 
! perfolio script: --debug-mode (-d) is without effect: perfolio doctor checks captures
$ for o in '--time 1,2' '--comm ls' '-T 1,2' '--no-comm ls'; do perfolio trace $o -i fixtures/s390x/trace.data; done
! perfolio trace: reads one capture at a time: '1,2' is too many (--time takes no value here: --time-range does)
! perfolio trace: reads one capture at a time: 'ls' is too many (--comm takes no value here: --comms does)
! perfolio trace: reads one capture at a time: '1,2' is too many (--time takes no value here: --time-range does)
! perfolio trace: reads one capture at a time: 'ls' is too many
? 1
$ perfolio trace --comm ls fixtures/s390x/trace.data
! perfolio trace: reads one capture at a time: 'fixtures/s390x/trace.data' is too many (--comm takes no value here: --comms does)
? 1
$ E=$(printf 'a\033[31mb'); for c in "report --$E" "$E" "export $E -i fixtures/hppa/user.data" "sched $E" "lock $E" "kmem $E" "help $E" "report -i $E" "report -i fixtures/hppa/user.data -s $E"; do perfolio $c 2>&1 | head -1; done; perfolio pack fixtures/hppa/user.data --isolated -o "$T/$E" 2>&1 | sed -n "s,$T,T,p"
perfolio report: --a\x1b[31mb: unknown option
perfolio: there is no command 'a\x1b[31mb'
perfolio export: there is no 'a\x1b[31mb', but folded, html, pprof, firefox, speedscope or callgrind
perfolio sched: there is no 'a\x1b[31mb', but latency, timehist, map or script
perfolio lock: there is no 'a\x1b[31mb', but report, contention or info
perfolio kmem: there is no 'a\x1b[31mb', but stat
perfolio: there is no command 'a\x1b[31mb'
perfolio: a\x1b[31mb: cannot open: No such file or directory
perfolio: fixtures/hppa/user.data: there is no key 'a\x1b[31mb', and no tracepoint of this capture has such a field; perfolio report --help lists keys
T/a\x1b[31mb: 1 capture, 0 objects, level code, 4288 bytes
$ for o in --children '-g caller' -G '-g callee --no-children'; do perfolio report --invert $o -q -s sym --percent-limit 20 --isolated -i fixtures/amd64/fp.data 2>&1 | head -n 1; done
perfolio report: --invert and --children exclude each other
perfolio report: --invert and -g caller exclude each other
perfolio report: --invert and --inverted exclude each other
    22.11%  [.] 0x00000000000013d0
