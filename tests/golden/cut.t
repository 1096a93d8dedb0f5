# A part of a capture is a capture.
$ perfolio cut fixtures/hppa/user.data -o $T/a --time 20%-40% | sed "s,$T,T,"; perfolio cut fixtures/hppa/user.data -o $T/all --json | sed "s,$T,T,"; perfolio script $T/all 2>/dev/null >$T/x; perfolio script fixtures/hppa/user.data 2>/dev/null | cmp - $T/x
T/a: 8456 bytes, 84 of 332 samples, 30 of 33 other records
{
  "perfolio": 2,
  "command": "cut",
  "output": "T/all",
  "bytes": 18520,
  "samples": 332,
  "samples_before": 332,
  "records": 33,
  "records_before": 33,
  "problems": []
}
$ perfolio cut $T/a -o $T/b --comms wl-alpha | sed "s,$T,T,"; perfolio report --stdio --sort comm,dso $T/b --isolated 2>/dev/null | grep -v '^#'; perfolio script --show-mmap-events --show-task-events $T/b --isolated 2>/dev/null | grep PERF_RECORD | head -4
T/b: 8456 bytes, 84 of 84 samples, 30 of 30 other records
    57.14%  wl-alpha  wl-dyn
    42.86%  wl-alpha  libspin.so


       perf-exec     0     0.000000: PERF_RECORD_COMM: perf-exec:178/178
          wl-dyn   178   111.984512: PERF_RECORD_COMM exec: wl-dyn:178/178
          wl-dyn   178   111.985440: PERF_RECORD_MMAP2 178/178: [0xf944c000(0x22000) @ 0xffeff000 00:00 0 0]: rwxp [stack]
          wl-dyn   178   111.985886: PERF_RECORD_MMAP2 178/178: [0x10000(0x2000) @ 0 00:02 40 3153378121]: r-xp /bin/wl-dyn
$ for f in hppa/zstd hppa/threads s390x/pipe armhf/zstd; do perfolio cut fixtures/$f.data -o $T/a >/dev/null 2>&1; perfolio report --stdio $T/a --isolated 2>/dev/null | grep -v '^# Total' >$T/x; perfolio report --stdio fixtures/$f.data --isolated 2>/dev/null | grep -v '^# Total' | cmp - $T/x && echo $f; done
hppa/zstd
hppa/threads
s390x/pipe
armhf/zstd
$ perfolio cut fixtures/amd64/dwarf.folio -o $T/a --time 0%-50% | sed "s,$T,T,"
T/a: 98360 bytes, 20 of 32 samples, 63 of 69 other records
$ perfolio cut fixtures/hppa/user.data -o - --pid 178 2>$T/said | perfolio info - 2>/dev/null | grep samples; cat $T/said
event        cpu-clock:u: 332 samples, period 1328000000
objects      6 mapped, 5 of them with a build-id; 4 have samples, 4 of them with a build-id
-: 18472 bytes, 332 of 332 samples, 32 of 33 other records
$ perfolio cut fixtures/hppa/group.data -o $T/a --time 50%-60% | sed "s,$T,T,"; perfolio script $T/a --isolated 2>/dev/null | head -3; perfolio script fixtures/hppa/group.data --time 50%-60% --isolated 2>/dev/null | head -3
T/a: 5492 bytes, 2 of 27 samples, 23 of 24 other records
       wl-static   223   145.023568:    4490900        cpu-clock:          10157774 [unknown] ([kernel.kallsyms])
       wl-static   223   145.023568:          1      page-faults:          10157774 [unknown] ([kernel.kallsyms])
       wl-static   223   145.031085:    7509704        cpu-clock:          10157774 [unknown] ([kernel.kallsyms])
       wl-static   223   145.023568:    4490900        cpu-clock:          10157774 [unknown] ([kernel.kallsyms])
       wl-static   223   145.023568:          1      page-faults:          10157774 [unknown] ([kernel.kallsyms])
       wl-static   223   145.031085:    7509704        cpu-clock:          10157774 [unknown] ([kernel.kallsyms])
$ perfolio cut fixtures/hppa/user.data -o $T/no --comms nobody; perfolio cut fixtures/hppa/user.data -o $T/no --event nothing; perfolio cut fixtures/hppa/user.data; perfolio cut fixtures/hppa/user.data -o fixtures/hppa/user.data; perfolio cut fixtures/bad/empty.data -o $T/no; perfolio cut fixtures/hppa/user.data -o - --json; ls $T/no 2>&1 | grep -c 'No such'
1
! perfolio cut: fixtures/hppa/user.data: none of its 332 samples is chosen: nothing was written
! perfolio cut: fixtures/hppa/user.data: --event: there is no event 'nothing'; perfolio evlist lists them
! perfolio cut: no output is named: use -o FILE
! perfolio cut: -o fixtures/hppa/user.data would replace the capture that is read
! perfolio: fixtures/bad/empty.data: it is empty
! perfolio cut: the capture and --json cannot both go to standard output
$ F=fixtures/amd64/zstd.data; perfolio cut $F -o $T/no --max-unpacked 1K; perfolio scrub $F -o $T/no --max-unpacked 1K; perfolio pack $F -o $T/no --max-unpacked 1K; cd fixtures/hppa; perfolio join zstd.data threads.data -o $T/no --max-unpacked 1K; ls $T/no 2>&1 | grep -c 'No such'
1
! perfolio cut: fixtures/amd64/zstd.data: it unpacks to more than is allowed, and is not written in part (--max-unpacked): at offset 2208: the limit is 1024 bytes
! perfolio scrub: fixtures/amd64/zstd.data: it unpacks to more than is allowed, and is not written in part (--max-unpacked): at offset 2208: the limit is 1024 bytes
! perfolio pack: it unpacks to more than is allowed, and is not written in part (--max-unpacked): at offset 2208: the limit is 1024 bytes
! perfolio join: zstd.data: it unpacks to more than is allowed, and is not written in part (--max-unpacked): at offset 7432: the limit is 1024 bytes
