# What trace prints: system calls as lines and sums, which of them, in which words; what perf leaves out.
$ perfolio trace --isolated -i fixtures/s390x/trace.data | sed -n '1,12p;40,52p'
         ? (         ): ls/158  ... [continued]: execve())                                           = 0
     2.213 ( 0.059 ms): ls/158 brk()                                                                 = 0x2aa13e65000
     7.099 ( 0.218 ms): ls/158 mmap(arg: 0x3fff8c79458)                                              = 0x3ff922f8000
     9.527 ( 0.148 ms): ls/158 access(filename: 0x922a6a68, mode: R)                                 = -1 ENOENT (No such file or directory)
    11.449 ( 0.095 ms): ls/158 openat(dfd: CWD, filename: 0x922a4be2, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    11.821 ( 0.053 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    11.992 ( 0.032 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    12.099 ( 0.053 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    12.190 ( 0.047 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    12.268 ( 0.049 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    12.347 ( 0.021 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    14.352 ( 0.070 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    16.258 ( 0.026 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    16.326 ( 0.020 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    16.369 ( 0.424 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    16.842 ( 0.027 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    16.915 ( 0.032 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    16.993 ( 0.022 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    17.039 ( 0.045 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    17.111 ( 0.020 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    17.174 ( 0.027 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    17.254 ( 0.025 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    17.323 ( 0.028 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    17.379 ( 0.040 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    17.443 ( 0.092 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
$ perfolio trace --isolated -i fixtures/s390x/trace.data | tail -4
   159.671 ( 0.909 ms): ls/158 write(fd: 1, buf: 0x2aa13e75250, count: 3146)                         = 3146
   160.906 ( 0.015 ms): ls/158 close(fd: 1)                                                          = 0
   161.021 ( 0.009 ms): ls/158 close(fd: 2)                                                          = 0
   163.713 (         ): ls/158 exit_group()                                                          = ?
$ perfolio trace -s --isolated -i fixtures/s390x/trace.data

 Summary of events:

 ls (158), 1442 events, 100.0%

   syscall            calls  errors  total       min       avg       max       stddev
                                     (msec)    (msec)    (msec)    (msec)        (%)
   --------------- --------  ------ -------- --------- --------- ---------     ------
   openat               271    259    13.518     0.025     0.050     0.447      6.01%
   statx                 72      0    11.049     0.027     0.153     2.487     22.07%
   newfstatat           272    258    10.544     0.019     0.039     0.719     10.57%
   lgetxattr             13     13     7.554     0.037     0.581     6.848     89.88%
   mmap                  11      0     2.018     0.088     0.183     0.531     21.89%
   mprotect               5      0     1.233     0.134     0.247     0.604     36.48%
   socketcall             8      4     1.184     0.071     0.148     0.420     27.55%
   read                   7      0     1.141     0.025     0.163     0.700     57.14%
   write                  1      0     0.909     0.909     0.909     0.909      0.00%
   getxattr              15     15     0.831     0.028     0.055     0.260     26.97%
   getdents64            12      0     0.816     0.024     0.068     0.157     22.36%
   close                 18      0     0.334     0.009     0.019     0.039      9.77%
   statfs64               2      2     0.253     0.027     0.126     0.225     78.50%
   access                 2      2     0.249     0.101     0.124     0.148     19.03%
   brk                    3      0     0.231     0.016     0.077     0.156     53.84%
   ioctl                  1      1     0.055     0.055     0.055     0.055      0.00%
   getrandom              1      0     0.048     0.048     0.048     0.048      0.00%
   lseek                  2      0     0.031     0.012     0.016     0.019     21.39%
   set_tid_address        1      0     0.031     0.031     0.031     0.031      0.00%
   prlimit64              1      0     0.016     0.016     0.016     0.016      0.00%
   rseq                   1      0     0.010     0.010     0.010     0.010      0.00%
   set_robust_list        1      0     0.007     0.007     0.007     0.007      0.00%
   execve                 1      0     0.000     0.000     0.000     0.000      0.00%


$ perfolio trace --errno-summary -e 'getxattr,lgetxattr' --isolated -i fixtures/s390x/trace.data

 Summary of events:

 ls (158), 56 events, 3.9%

   syscall            calls  errors  total       min       avg       max       stddev
                                     (msec)    (msec)    (msec)    (msec)        (%)
   --------------- --------  ------ -------- --------- --------- ---------     ------
   lgetxattr             13     13     7.554     0.037     0.581     6.848     89.88%
				ENODATA: 12
				EOPNOTSUPP: 1
   getxattr              15     15     0.831     0.028     0.055     0.260     26.97%
				ENODATA: 14
				EOPNOTSUPP: 1


$ perfolio trace -S --summary-mode total -e write --isolated -i fixtures/s390x/trace.data
   159.671 ( 0.909 ms): ls/158 write(fd: 1, buf: 0x2aa13e75250, count: 3146)                         = 3146

 Summary of events:

 total, 2 events

   syscall            calls  errors  total       min       avg       max       stddev
                                     (msec)    (msec)    (msec)    (msec)        (%)
   --------------- --------  ------ -------- --------- --------- ---------     ------
   write                  1      0     0.909     0.909     0.909     0.909      0.00%


$ perfolio trace -e '!openat,statx,newfstatat,*xattr,getdents64,close,mmap' --failure --isolated -i fixtures/s390x/trace.data
     9.527 ( 0.148 ms): ls/158 access(filename: 0x922a6a68, mode: R)                                 = -1 ENOENT (No such file or directory)
    83.438 ( 0.225 ms): ls/158 statfs64(pathname: 0x922246a6, sz: 88, buf: 0x3fff8c799f8)            = -1 ENOENT (No such file or directory)
    83.768 ( 0.027 ms): ls/158 statfs64(pathname: 0x922246b6, sz: 88, buf: 0x3fff8c799f8)            = -1 ENOENT (No such file or directory)
    90.845 ( 0.101 ms): ls/158 access(filename: 0x922246da)                                          = -1 ENOENT (No such file or directory)
    94.714 ( 0.055 ms): ls/158 ioctl(fd: 1, cmd: 21505, arg: 0x3fff8c797cc)                          = -1 ENOTTY (Inappropriate ioctl for device)
   107.984 ( 0.140 ms): ls/158 socketcall(call: 3, args: 0x3fff8c78c40)                              = -1 ENOENT (No such file or directory)
   110.857 ( 0.101 ms): ls/158 socketcall(call: 3, args: 0x3fff8c78e68)                              = -1 ENOENT (No such file or directory)
   116.766 ( 0.110 ms): ls/158 socketcall(call: 3, args: 0x3fff8c78860)                              = -1 ENOENT (No such file or directory)
   117.166 ( 0.075 ms): ls/158 socketcall(call: 3, args: 0x3fff8c78a88)                              = -1 ENOENT (No such file or directory)
$ perfolio trace -e file --duration 1.5 -T --isolated -i fixtures/s390x/trace.data
 31031.001 ( 6.848 ms): ls/158 lgetxattr(pathname: 0xf8c7aed4, name: 0x922245b6, value: 0x2aa13e6be70, size: 255) = -1 ENODATA (No data available)
 31069.949 ( 2.487 ms): ls/158 statx(dfd: CWD, filename: 0xf8c791e0, flags: SYMLINK_NOFOLLOW|NO_AUTOMOUNT, mask: MODE|NLINK|UID|GID|MTIME|SIZE, buffer: 0x3fff8c79030) = 0
$ perfolio trace -e statx,openat,brk --complete --max-events 8 --no-comm --isolated -i fixtures/s390x/trace.data
     2.213 ( 0.059 ms): 158 brk()                                                                 = 0x2aa13e65000
    11.449 ( 0.095 ms): 158 openat(dfd: CWD, filename: 0x3ff922a4be2, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
    11.821 ( 0.053 ms): 158 openat(dfd: CWD, filename: 0x3fff8c789a8, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
    12.099 ( 0.053 ms): 158 openat(dfd: CWD, filename: 0x3fff8c789a8, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
    12.268 ( 0.049 ms): 158 openat(dfd: CWD, filename: 0x3fff8c789a8, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
    14.352 ( 0.070 ms): 158 openat(dfd: CWD, filename: 0x3fff8c789a8, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
    14.528 ( 0.045 ms): 158 openat(dfd: CWD, filename: 0x3fff8c789a8, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
    14.663 ( 0.028 ms): 158 openat(dfd: CWD, filename: 0x3fff8c789a8, flags: RDONLY|CLOEXEC)      = -1 ENOENT (No such file or directory)
$ perfolio trace -e exit_group,ioctl -t 158 -p 158 --comms ls -C 0-1 --isolated -i fixtures/s390x/trace.data
    94.714 ( 0.055 ms): ls/158 ioctl(fd: 1, cmd: 21505, arg: 0x3fff8c797cc)                          = -1 ENOTTY (Inappropriate ioctl for device)
   163.713 (         ): ls/158 exit_group()                                                          = ?
$ perfolio trace --filter-pids 1,158 --isolated -i fixtures/s390x/trace.data
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
$ perfolio trace --json -e 'execve,openat,exit_group,read' --duration 0.3 --isolated -i fixtures/s390x/trace.data
{"type": "call", "time": "30.948643093", "entered": "30.948219104", "duration": "0.000423989", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "openat", "number": 288, "arguments": [{"name": "dfd", "type": "int", "value": "0xffffffffffffff9c", "text": "CWD"}, {"name": "filename", "type": "const char *", "value": "0x3fff8c789a8", "text": "0x3fff8c789a8"}, {"name": "flags", "type": "int", "value": "0x80000", "text": "RDONLY|CLOEXEC"}, {"name": "mode", "type": "umode_t", "value": "0x0", "text": null}], "result": -2, "error": "ENOENT", "text": "-1 ENOENT (No such file or directory)"}
{"type": "call", "time": "30.952562439", "entered": "30.952217338", "duration": "0.000345101", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "openat", "number": 288, "arguments": [{"name": "dfd", "type": "int", "value": "0xffffffffffffff9c", "text": "CWD"}, {"name": "filename", "type": "const char *", "value": "0x3fff8c789a8", "text": "0x3fff8c789a8"}, {"name": "flags", "type": "int", "value": "0x80000", "text": "RDONLY|CLOEXEC"}, {"name": "mode", "type": "umode_t", "value": "0x0", "text": null}], "result": -2, "error": "ENOENT", "text": "-1 ENOENT (No such file or directory)"}
{"type": "call", "time": "30.976675706", "entered": "30.976229164", "duration": "0.000446542", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "openat", "number": 288, "arguments": [{"name": "dfd", "type": "int", "value": "0xffffffffffffff9c", "text": "CWD"}, {"name": "filename", "type": "const char *", "value": "0x3fff8c789a8", "text": "0x3fff8c789a8"}, {"name": "flags", "type": "int", "value": "0x80000", "text": "RDONLY|CLOEXEC"}, {"name": "mode", "type": "umode_t", "value": "0x0", "text": null}], "result": -2, "error": "ENOENT", "text": "-1 ENOENT (No such file or directory)"}
{"type": "call", "time": "31.049865974", "entered": "31.049548614", "duration": "0.000317360", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "openat", "number": 288, "arguments": [{"name": "dfd", "type": "int", "value": "0xffffffffffffff9c", "text": "CWD"}, {"name": "filename", "type": "const char *", "value": "0x3ff92090322", "text": "0x3ff92090322"}, {"name": "flags", "type": "int", "value": "0x80000", "text": "RDONLY|CLOEXEC"}, {"name": "mode", "type": "umode_t", "value": "0x0", "text": null}], "result": 3, "error": null, "text": "3"}
{"type": "call", "time": "31.050880848", "entered": "31.050181061", "duration": "0.000699787", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "read", "number": 3, "arguments": [{"name": "fd", "type": "unsigned int", "value": "0x3", "text": "3"}, {"name": "buf", "type": "char *", "value": "0x2aa13e6ce70", "text": "0x2aa13e6ce70"}, {"name": "count", "type": "size_t", "value": "0x1000", "text": "4096"}], "result": 10, "error": null, "text": "10"}
{"problems": []}
$ perfolio trace --json -s -e 'getxattr,brk' --isolated -i fixtures/s390x/trace.data
{"type": "summary", "pid": 158, "tid": 158, "comm": "ls", "events": 36, "major_faults": 0, "minor_faults": 0, "runtime": "0.000000000", "calls": [{"call": "getxattr", "number": 227, "calls": 15, "failures": 15, "total": "0.000830756", "min": "0.000027740", "mean": "0.000055384", "max": "0.000260446", "deviation": 26.97, "errors": [{"error": "ENODATA", "number": 61, "count": 14}, {"error": "EOPNOTSUPP", "number": 95, "count": 1}]}, {"call": "brk", "number": 45, "calls": 3, "failures": 0, "total": "0.000231461", "min": "0.000016123", "mean": "0.000077154", "max": "0.000156482", "deviation": 53.84, "errors": []}]}
{"problems": []}
$ perfolio trace --json --max-events 2 --isolated -i fixtures/s390x/trace.data
{"type": "call", "time": "30.931849652", "entered": null, "duration": null, "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "execve", "number": 11, "arguments": null, "result": 0, "error": null, "text": "0"}
{"type": "call", "time": "30.934121136", "entered": "30.934062280", "duration": "0.000058856", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "call": "brk", "number": 45, "arguments": [{"name": "brk", "type": "unsigned long", "value": "0x0", "text": "NULL"}], "result": 2929501556736, "error": null, "text": "0x2aa13e65000"}
{"problems": []}
$ perfolio trace --isolated -i fixtures/hppa/lost.data 2>&1 | sed -n '1,6p' ; perfolio trace --isolated -i fixtures/hppa/lost.data 2>&1 >/dev/null
     0.000 (         ): perf/548 ioctl(fd: 10, cmd: 9216)                                           ...
     0.349 (         ): perf/548 sched_setaffinity(len: 512, user_mask_ptr: 0x4c1138)               ...
     1.899 (         ): perf/548 ioctl(fd: 11, cmd: 9216)                                           ...
     2.079 (         ): perf/548 sched_setaffinity(len: 512, user_mask_ptr: 0x4c0f30)               ...
     2.734 (         ): perf/548 openat(dfd: CWD, filename: 0xf96a5848, flags: RDONLY|LARGEFILE)    ...
     3.614 (         ): perf/548 read(fd: 12, buf: 0xf96a5848, count: 4095)                         ...
perfolio: 11840 events were lost while recording (LOST records) (first: at offset 166288)
perfolio: 2 events are of system calls that perf does not show on this architecture; --complete shows them (first: fcntl64 at offset 81896)
perfolio: fixtures/hppa/lost.data: sys_exit was not recorded: calls have no durations and no sums
$ perfolio trace --isolated -i fixtures/hppa/pipetp.data | tail -5
   966.521 (         ): perf/305 sched_getaffinity(len: 512, user_mask_ptr: 0xc1bac0)               ...
   966.648 (         ): perf/305 sched_setaffinity(len: 512, user_mask_ptr: 0xc1bcc8)               ...
   969.956 (         ): perf/305 ioctl(fd: 4, cmd: 9217)                                            ...
   970.212 (         ): perf/305 ioctl(fd: 6, cmd: 9217)                                            ...
   970.823 (         ): perf/305 ioctl(fd: 5, cmd: 9217)                                            ...
! perfolio: 152 events are of system calls that perf does not show on this architecture; --complete shows them (first: mmap2 at offset 64696)
! perfolio: 2 records are out of time order in the file, and count at the time of the later records before them (first: at offset 169240, 367124 ns)
! perfolio: fixtures/hppa/pipetp.data: sys_exit was not recorded: calls have no durations and no sums
$ perfolio trace --isolated -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: the capture has no events of system calls: perf trace record, or perf record -e raw_syscalls:sys_enter,raw_syscalls:sys_exit, records them
? 1
$ perfolio trace -e nosuchcall --isolated -i fixtures/s390x/trace.data
! perfolio: fixtures/s390x/trace.data: -e nosuchcall: s390x has no system call of this name
? 1
$ perfolio trace --summary-mode what --isolated -i fixtures/s390x/trace.data
! perfolio trace: --summary-mode: 'what' is none of thread, total, cgroup
? 1
$ perfolio trace --duration fast --isolated -i fixtures/s390x/trace.data
! perfolio trace: --duration: 'fast' is not a number of milliseconds
? 1
$ perfolio trace --max-events -1 --isolated -i fixtures/s390x/trace.data
! perfolio trace: --max-events: '-1' is not a number
? 1
$ perfolio trace --filter-pids 1,x --isolated -i fixtures/s390x/trace.data
! perfolio trace: --filter-pids: '1,x' is not a list of numbers such as 1,3-5
? 1
$ perfolio trace -u root --isolated -i fixtures/s390x/trace.data
! perfolio trace: --uid (-u): perf has it, Perfolio does not: samples do not record a user
? 1
$ for w in --bpf-summary --cgroup -G --kernel-syscall-graph --libtraceevent_print --min-stack --print-sample --show-on-off-events --switch-off --switch-on --tool_stats -u --uid; do perfolio trace $w x 2>&1 | grep -q 'perf has it' || echo "$w is there"; done
$ perfolio trace --json --isolated -i fixtures/hppa/pipetp.data | head -1
{"type": "waits", "time": "250.769656188", "entered": "250.767243728", "duration": null, "cpu": 0, "pid": 305, "tid": 305, "comm": "perf", "call": "ioctl", "number": 54, "arguments": [{"name": "fd", "type": "unsigned int", "value": "0x9", "text": "9"}, {"name": "cmd", "type": "unsigned int", "value": "0x2400", "text": "9216"}, {"name": "arg", "type": "unsigned long", "value": "0x0", "text": "0"}]}
$ for f in fixtures/s390x/trace.data fixtures/hppa/lost.data fixtures/hppa/pipetp.data; do for c in "" "-S" "-s --summary-mode total" "-s --summary-mode cgroup"; do perfolio trace $c --json --isolated -i $f; done; done | python3 -c 'import json, sys; print(len([json.loads(line) for line in sys.stdin]))'
8843
$ perfolio pack fixtures/s390x/trace.data --isolated -o $T/t.folio >/dev/null 2>&1; perfolio trace --isolated -i $T/t.folio >$T/a; perfolio trace --isolated -i fixtures/s390x/trace.data | cmp - $T/a && echo the same
the same
$ cat fixtures/s390x/trace.data | perfolio trace -s -e brk --isolated -i - | sed -n '4,8p'
 ls (158), 6 events, 0.4%

   syscall            calls  errors  total       min       avg       max       stddev
                                     (msec)    (msec)    (msec)    (msec)        (%)
   --------------- --------  ------ -------- --------- --------- ---------     ------
$ perfolio trace -e 'sched:*,prlimit64' --isolated -i fixtures/s390x/trace.data
    33.235 (         ): ls/158 sched:sched_switch(prev_comm: "ls", prev_pid: 158 (ls), prev_prio: 120, next_comm: "kworker/u4:0", next_pid: 9, next_prio: 120)
    79.991 ( 0.016 ms): ls/158 prlimit64(resource: STACK, old_rlim: 0x3fff8c797b0)                   = 0
$ perfolio trace -e sched:sched_switch --syscalls --isolated -i fixtures/s390x/trace.data | grep -B2 -A2 sched
    32.285 ( 0.055 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    32.372 ( 0.719 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
    33.235 (         ): ls/158 sched:sched_switch(prev_comm: "ls", prev_pid: 158 (ls), prev_prio: 120, next_comm: "kworker/u4:0", next_pid: 9, next_prio: 120)
    33.734 ( 0.048 ms): ls/158 openat(dfd: CWD, filename: 0xf8c789a8, flags: RDONLY|CLOEXEC)         = -1 ENOENT (No such file or directory)
    33.837 ( 0.025 ms): ls/158 newfstatat(dfd: CWD, filename: 0xf8c789a8, statbuf: 0x3fff8c78a68)    = -1 ENOENT (No such file or directory)
$ perfolio trace -e sched:sched_switch --json --isolated -i fixtures/s390x/trace.data
{"type": "event", "time": "30.965085062", "cpu": 1, "pid": 158, "tid": 158, "comm": "ls", "event": "sched:sched_switch", "fields": [{"name": "prev_comm", "type": "char[16]", "text": "\"ls\""}, {"name": "prev_pid", "type": "pid_t", "text": "158 (ls)"}, {"name": "prev_prio", "type": "int", "text": "120"}, {"name": "prev_state", "type": "long", "text": "0"}, {"name": "next_comm", "type": "char[16]", "text": "\"kworker/u4:0\""}, {"name": "next_pid", "type": "pid_t", "text": "9"}, {"name": "next_prio", "type": "int", "text": "120"}]}
{"problems": []}
$ perfolio trace -e 'sched:*' --isolated -i fixtures/hppa/pipetp.data 2>/dev/null | sed -n '1,4p'
     2.328 perf/305 sched:sched_switch(prev_comm: "perf", prev_pid: 305 (perf), prev_prio: 120, next_comm: "rcu_sched", next_pid: 11 (rcu_sched), next_prio: 120)
     2.387 rcu_sched/11 sched:sched_switch(prev_comm: "rcu_sched", prev_pid: 11 (rcu_sched), prev_prio: 120, prev_state: 128, next_comm: "perf", next_pid: 305 (perf), next_prio: 120)
     2.709 perf/305 sched:sched_switch(prev_comm: "perf", prev_pid: 305 (perf), prev_prio: 120, prev_state: 2, next_comm: "migration/0", next_pid: 12 (migration/0))
     3.078 migration/0/12 sched:sched_switch(prev_comm: "migration/0", prev_pid: 12 (migration/0), prev_state: 1, next_comm: "swapper/0", next_prio: 120)
$ perfolio trace -e nosuch:event --isolated -i fixtures/s390x/trace.data
! perfolio: fixtures/s390x/trace.data: -e nosuch:event: the capture has no event of this name
? 1
$ python3 -c "import sys; d = bytearray(open('fixtures/s390x/trace.data', 'rb').read(20000)); d[48:56] = bytes(8); open(sys.argv[1], 'wb').write(d)" $T/cut.data; perfolio trace --isolated -i $T/cut.data 2>&1 | sed "s:$T:T:"
perfolio: T/cut.data: the capture has no events of system calls: perf trace record, or perf record -e raw_syscalls:sys_enter,raw_syscalls:sys_exit, records them
perfolio: T/cut.data: its tracepoints are unknown, because it lacks the tracing data: it was cut off, or its recorder did not finish it
$ perfolio trace --isolated -S -i fixtures/s390x/trace.data >$T/a; perfolio trace --isolated -S -o $T/b -i fixtures/s390x/trace.data && cmp $T/a $T/b && perfolio trace --isolated -S -o - -i fixtures/s390x/trace.data | cmp - $T/a && echo the same; cp $T/a $T/kept; perfolio trace --isolated -o $T/kept -i fixtures/amd64/fp.data; cmp $T/a $T/kept && echo kept; ls $T | grep -c perfolio-
the same
kept
0
! perfolio: fixtures/amd64/fp.data: the capture has no events of system calls: perf trace record, or perf record -e raw_syscalls:sys_enter,raw_syscalls:sys_exit, records them
? 1
$ perfolio trace --isolated --json -s -o $T/j -i fixtures/s390x/trace.data; head -c 60 $T/j; echo; cp fixtures/s390x/trace.data $T/c.data; cd $T; perfolio trace -o c.data -i ./c.data; perfolio trace -o no/where -i c.data; perfolio trace -i c.data -o /dev/full
{"type": "summary", "pid": 158, "tid": 158, "comm": "ls", "e
! perfolio trace: --output: c.data is the capture itself
! perfolio trace: cannot create a file beside no/where: No such file or directory
! perfolio trace: cannot write to /dev/full at offset 0: No space left on device
? 1
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 >/dev/null; perfolio trace --no-syscalls --isolated -i $T/syscalls/le-file-64-attr128.data
     0.041 ( 0.000 ms): beta/41 minfault [0xc0100010] => 0x9300 (?k)
$ perfolio trace --no-syscalls --isolated -i fixtures/s390x/trace.data; perfolio trace -e fork --isolated -i fixtures/s390x/trace.data; perfolio trace --duration 1e9 -S --isolated -i fixtures/s390x/trace.data | wc -l
33
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
$ for m in thread total; do perfolio trace --csv --summary-mode $m -e 'getxattr,brk' --isolated -i fixtures/s390x/trace.data | tr -d '\r'; done
pid,tid,comm,call,number,calls,failures,total,min,mean,max,deviation
158,158,ls,getxattr,227,15,15,0.000830756,0.000027740,0.000055384,0.000260446,26.97
158,158,ls,brk,45,3,0,0.000231461,0.000016123,0.000077154,0.000156482,53.84
call,number,calls,failures,total,min,mean,max,deviation
getxattr,227,15,15,0.000830756,0.000027740,0.000055384,0.000260446,26.97
brk,45,3,0,0.000231461,0.000016123,0.000077154,0.000156482,53.84
$ perfolio trace -S --syscalls -e sched:sched_switch --isolated --json -i fixtures/bad/summary-pid.data 2>/dev/null | grep -c '"pid": 7777'
1
$ for c in 0 1; do perfolio trace -C $c --isolated -i $T/syscalls/le-file-64-attr128.data 2>/dev/null | grep beta; perfolio trace -s -C $c --isolated --csv -i $T/syscalls/le-file-64-attr128.data 2>/dev/null | grep ,beta, | tr -d '\r' | cut -d, -f1-9; done
     2.585 ( 0.001 ms): beta/41 read(fd: 3, buf: 0x9700, count: 8)                                    = 8
41,41,beta,read,0,1,0,0.000000700,0.000000700
     0.041 ( 0.000 ms): beta/41 minfault [0xc0100010] => 0x9300 (?k)
     0.041 ( 0.001 ms): beta/41 write(fd: 1, buf: 0x9300, count: 5)                                   = 5
     1.542 ( 1.003 ms): beta/41 wait4(upid: 40 (alpha), stat_addr: 0x9500, options: NOHANG)           = 40 (alpha)
41,41,beta,wait4,61,1,0,0.001003000,0.001003000
41,41,beta,write,1,1,0,0.000001000,0.000001000
$ perfolio trace --time-range 31.09,31.0904 --isolated -i fixtures/s390x/trace.data; perfolio trace -s --csv --time-range 31.09,31.0904 --isolated -i fixtures/s390x/trace.data | tr -d '\r'
   158.126 ( 0.049 ms): ls/158 getdents64(fd: 3, dirent: 0x2aa13e76600, count: 32768)                = 144
   158.204 ( 0.157 ms): ls/158 statx(dfd: CWD, filename: 0xf8c791e0, flags: SYMLINK_NOFOLLOW|NO_AUTOMOUNT, mask: MODE|NLINK|UID|GID|MTIME|SIZE, buffer: 0x3fff8c79030) = 0
pid,tid,comm,call,number,calls,failures,total,min,mean,max,deviation
158,158,ls,statx,379,1,0,0.000156962,0.000156962,0.000156962,0.000156962,0.00
158,158,ls,getdents64,220,1,0,0.000048813,0.000048813,0.000048813,0.000048813,0.00
$ for o in "-s --duration 1" "-s --failure" "--csv --failure" "--errno-summary --max-events 3" "-s -T" "-s --no-comm" "--sched" "--summary-mode total --json"; do perfolio trace $o --isolated -i fixtures/s390x/trace.data 2>&1 || echo "? $? of $o"; done
perfolio trace: --duration applies to lines, but this prints a summary of all calls
? 1 of -s --duration 1
perfolio trace: --failure applies to lines, but this prints a summary of all calls
? 1 of -s --failure
perfolio trace: --failure applies to lines, but this prints a summary of all calls
? 1 of --csv --failure
perfolio trace: --max-events applies to lines, but this prints a summary of all calls
? 1 of --errno-summary --max-events 3
perfolio trace: -T applies to lines, but this prints a summary of all calls
? 1 of -s -T
perfolio trace: --no-comm applies to lines, but this prints a summary of all calls
? 1 of -s --no-comm
perfolio trace: --sched applies to the summary: add -s or -S
? 1 of --sched
perfolio trace: --summary-mode applies to the summary: add -s or -S
? 1 of --summary-mode total --json
$ for o in "-s --no-syscalls" "--csv -e sched:*" "-s -e fork"; do perfolio trace $o --isolated -i fixtures/s390x/trace.data; done

 Summary of events:


 Summary of events:

! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
$ perfolio trace -s --isolated -i fixtures/hppa/pipetp.data 2>&1 | tail -3
perfolio: 152 events are of system calls that perf does not show on this architecture; --complete shows them (first: mmap2 at offset 64696)
perfolio: 2 records are out of time order in the file, and count at the time of the later records before them (first: at offset 169240, 367124 ns)
perfolio: fixtures/hppa/pipetp.data: sys_exit was not recorded: calls have no durations and no sums
$ LC_ALL=C sed 's/sys_enter/sys_enteX/g' fixtures/s390x/trace.data >$T/left.data; cd $T; perfolio trace --isolated -i left.data | tail -2
         ? (         ): ls/158  ... [continued]: close())                                            = 0
         ? (         ): ls/158  ... [continued]: close())                                            = 0
! perfolio: left.data: sys_enter was not recorded: calls have no durations and no arguments
$ perfolio trace -e 'open*,!close' --isolated -i fixtures/s390x/trace.data
! perfolio: fixtures/s390x/trace.data: -e !close: ! applies to the whole list, so put it first
? 1
$ perfolio trace --json --comms nope --isolated -i fixtures/s390x/trace.data
{"problems": []}
! perfolio: fixtures/s390x/trace.data has no samples that pass the filters
$ cp fixtures/amd64/fp.data $T/v; perfolio trace --isolated -o $T/v -i fixtures/s390x/trace.data 2>&1 | sed "s,$T,T,"; cmp $T/v fixtures/amd64/fp.data && echo kept
perfolio trace: T/v exists and is a capture or folio, so it is not replaced
kept
