# What is no capture is refused with the reason, on every way in.
$ perfolio report --stats -i fixtures/bad/empty.data
! perfolio: fixtures/bad/empty.data: it is empty
? 1
$ perfolio report --stats -i fixtures/bad/magic.data
! perfolio: fixtures/bad/magic.data: not a perf.data file: 8 bytes are less than its smallest header (16)
? 1
$ perfolio report --stats -i fixtures/bad/text.data
! perfolio: fixtures/bad/text.data: not a perf.data file: it begins with 7468697320697320, not with PERFILE2
? 1
$ perfolio report --stats -i fixtures/bad/absent.data
! perfolio: fixtures/bad/absent.data: cannot open: No such file or directory
? 1
$ perfolio report --stats -i - <fixtures/bad/text.data
! perfolio: -: not a perf.data file: it begins with 7468697320697320, not with PERFILE2
? 1
$ perfolio report --stdio --children -g none --sort sym -i fixtures/bad/leaf-callers.data | wc -l
140
! perfolio: 1 sample lies outside of every mapping, 100.00% of all (first: 0x1000 of process 1, thread 1)
$ perfolio report --stdio --no-children -g none --sort comm -i fixtures/bad/chain-too-long.data
#
# Total Lost Samples: 0
#
! perfolio: 1 record was damaged and skipped (first: SAMPLE at offset 288: 56 bytes are too few for its fields)
! perfolio: fixtures/bad/chain-too-long.data has no samples that could be read
$ perfolio dump --stage=records -i fixtures/bad/chain-too-long.data
0x000000f8 0.000000000 COMM 1/1: p
! perfolio: 1 record was damaged and skipped (first: SAMPLE at offset 288: 56 bytes are too few for its fields)
$ perfolio report --stdio --no-children -g none --sort comm -q -n -i fixtures/bad/inner-size.data
    66.70%            40  app
    33.30%            20  child-with-a-nam


! perfolio: 1 compressed record could not be decompressed (first: at offset 264: the decompressed bytes are not a record)
$ perfolio report --stats -i fixtures/bad/aux-behind.data | sed -n 1,3p

Aggregated stats:
           TOTAL events:         21
! perfolio: 1099511625040 bytes of the records could not be read (first: the data after the record that ends at offset 1624 is cut off)
$ perfolio dump --stage timeline -i fixtures/bad/tid-twice.data
timeline: thread 10/10: ten
timeline: thread 10/50 of 10: ten from 0.000000002, old-thread from 0.000000003
timeline: thread 20/20: twenty
timeline: thread 20/50 of 20: twenty from 0.000000006
$ perfolio sched latency --isolated -i fixtures/bad/given-up.data 2>&1 >/dev/null | grep end
perfolio: 56 bytes of the records could not be read (first: the records end inside a record that was split)
$ perfolio sched timehist --isolated -i fixtures/bad/unread-time.data 2>&1 >/dev/null
perfolio: 1 record was damaged and skipped (first: MMAP2 at offset 4296: 64 bytes are too few for its fields)
perfolio: 42 records are out of time order in the file, and count at the time of the later records before them (first: at offset 30192, 47643913 ns)
$ perfolio sched latency --isolated -i fixtures/bad/switch-without-cpu.data 2>&1 >/dev/null | grep -c 'tells no CPU' || true
0
$ timeout 10 perfolio report --pid=9223372036854775807 -i fixtures/hppa/user.data
! perfolio report: --pid: '9223372036854775807' is not a list of numbers such as 1,3-5
? 1
$ perfolio report --max-stack=4294967297 -i fixtures/hppa/user.data
! perfolio report: --max-stack: '4294967297' is not a number up to 8192
? 1
$ perfolio report -g graph.data --sort comm
! perfolio report: -g: 'graph.data' is not one of graph, fractal, flat, folded, none, caller, callee, function, address, srcline, branch, percent, period, count, a percentage, or after it a number of entries
? 1
$ perfolio info fixtures/hppa/debug/bin/wl-dyn/*/elf 2>&1 | sed 's/.*elf: //'
it is an ELF file, neither a capture nor a folio: --objects takes symbols from it, and code
$ perfolio pack fixtures/hppa/user.data --isolated -o $T/x.folio >/dev/null 2>&1; cd $T; for n in 4 20 70 3000; do head -c $n x.folio >cut.folio; perfolio info cut.folio; perfolio verify cut.folio; done 2>&1 | sed 's/[0-9]* bytes at offset.*/N bytes/'; for i in 18 58; do { head -c $i x.folio; printf '\1'; tail -c +$((i + 2)) x.folio; } >bad.folio; perfolio report bad.folio; done
perfolio: cut.folio: it is an ELF file, neither a capture nor a folio: --objects takes symbols from it, and code
perfolio verify: cut.folio: it is an ELF file, not a folio: --objects takes symbols from it, and code
perfolio: cut.folio: it is an ELF file without a type, perhaps a damaged folio, neither a capture nor a folio: perfolio verify FILE checks it
damaged: cut.folio: it is cut off: its ELF header has 20 bytes, expected 64
perfolio: cut.folio: it is cut off: it ends at 70, but its section headers take N bytes
damaged: cut.folio: it is cut off: it ends at 70, but its section headers take N bytes
perfolio: cut.folio: it is cut off: it ends at 3000, but its section headers take N bytes
damaged: cut.folio: it is cut off: it ends at 3000, but its section headers take N bytes
! perfolio: bad.folio: it is an ELF file, neither a capture nor a folio: --objects takes symbols from it, and code
! perfolio: bad.folio: it is an ELF file without a type, perhaps a damaged folio, neither a capture nor a folio: perfolio verify FILE checks it
? 1
$ F=fixtures/hppa/user.data; { head -c 9046 $F; printf '\0\0'; tail -c +9049 $F; } | head -c 12000 | perfolio report --stats -i - | grep TOTAL
           TOTAL events:        219
! perfolio: 6864 bytes of the records could not be read (first: at offset 9040: a record of type 9 and 0 bytes: that is less than its own header)
! perfolio: 1 file has no header features: it was cut off, or its recorder did not finish it (first: the header features are missing: they follow the records)
$ head -c 50 fixtures/amd64/fp.data | perfolio info -
! perfolio: -: it is cut off: it ends at 50, inside of its header of 104 bytes
? 1
$ { head -c 8 fixtures/amd64/fp.data; printf '\050'; tail -c +10 fixtures/amd64/fp.data; } | perfolio info -
! perfolio: -: the header says that it has 40 bytes, expected 104 (16 for a pipe stream)
? 1
$ head -c 12000 fixtures/hppa/user.data | perfolio info - | grep container
container    file, big-endian, 11736 bytes of records, cut off: 3904 more are missing
! perfolio: 4000 bytes of the records could not be read (first: the file ends at 12000, its records should end at 15904)
! perfolio: 1 file has no header features: it was cut off, or its recorder did not finish it (first: the header features are missing: they follow the records)
$ head -c 12000 fixtures/hppa/user.data | perfolio info --json - | grep _bytes
    "record_bytes": 11736,
    "missing_bytes": 3904
$ F=fixtures/bad/leaf-callers.data; { head -c 344 $F; printf '\320'; tail -c +346 $F; } >$T/context.data; perfolio dump --stage=records -i $T/context.data | grep -o 'chain.*1008' ; perfolio script -F ip --max-stack 2 -i $T/context.data; perfolio report --stats --isolated -i $T/context.data >/dev/null; perfolio export folded --isolated -i $T/context.data >/dev/null
chain 800: [context -304] 0x1000 [user] 0x1008

	            1008
	           99998
	            1010

! perfolio: 1 call chain has a context marker of an unknown kind; its frames after the marker are left out (first: -304 of process 1, thread 1)
! perfolio: 1 call chain has a context marker of an unknown kind; its frames after the marker are left out (first: -304 of process 1, thread 1)
! perfolio: 1 sample lies outside of every mapping, 100.00% of all (first: 0x1000 of process 1, thread 1)
$ F=fixtures/amd64/fp.data; { head -c 15110 $F; printf '\370\377'; tail -c +15113 $F; } >$T/multiple.data; perfolio report --stdio -q --sort comm -g none --isolated -i $T/multiple.data 2>&1 | grep -e records -e wl
    43.97%    43.97%  wl-lib
    31.03%    31.03%  wl-fib
perfolio: 116416 bytes of the records could not be read (first: at offset 15104: a SAMPLE of 65528 bytes, whose fields end after 112)
$ F=fixtures/amd64/fp.data; for z in '\377\377' '\100\1'; do { head -c 15110 $F; printf $z; tail -c +15113 $F; } >$T/size.data; perfolio report --stdio -q --sort comm -g none --isolated -i $T/size.data 2>&1 | grep records; perfolio info $T/size.data 2>&1 | grep records; done
perfolio: 116416 bytes of the records could not be read (first: at offset 15104: a SAMPLE of 65535 bytes, whose fields end after 112)
perfolio: 2 records of unknown types were skipped (first: type 2304 at offset 80639)
container    file, little-endian, 131368 bytes of records
perfolio: 116416 bytes of the records could not be read (first: at offset 15104: a SAMPLE of 65535 bytes, whose fields end after 112)
perfolio: 2 records of unknown types were skipped (first: type 2304 at offset 80639)
perfolio: 116416 bytes of the records could not be read (first: at offset 15104: a SAMPLE of 320 bytes, whose fields end after 112)
perfolio: 2 records of unknown types were skipped (first: type 3110981014 at offset 15424)
container    file, little-endian, 131368 bytes of records
perfolio: 116416 bytes of the records could not be read (first: at offset 15104: a SAMPLE of 320 bytes, whose fields end after 112)
perfolio: 2 records of unknown types were skipped (first: type 3110981014 at offset 15424)
$ F=fixtures/amd64/fp.data; { head -c 350 $F; printf '\377\377'; tail -c +353 $F; } >$T/size.data; perfolio report --stats -i $T/size.data | grep -e TOTAL -e UNKNOWN
           TOTAL events:          3
         UNKNOWN events:          1  (33.3%)
! perfolio: 131288 bytes of the records could not be read (first: at offset 344: records of unknown types lead to offset 131414: a record of type 2354315263 and 32707 bytes: it is cut off)
! perfolio: 1 record of an unknown type was skipped (first: type 4294836224 at offset 65879)
$ LC_ALL=C sed 's,gnu/libc.so.6,gnu/l\xe2\x80\xae.so.6,' fixtures/amd64/fp.data >$T/turned; perfolio report -s sym -g none --percent-limit 10 -q --isolated -i $T/turned
    22.18%     0.00%  [.] 0x000056182a56a3d0
    22.11%    22.11%  [.] 0x00000000000013d0
    18.03%     0.00%  [.] 0x00007fc3cf76d24a
    14.07%    14.07%  [.] 0x000000000003fbf4
    14.07%     0.00%  [.] 0x00007fc3cf785bf4
    14.07%     0.00%  [.] 0x00007fc3cf7cf1f5


! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/l\xe2\x80\xae.so.6)
! perfolio: 3391 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/l\xe2\x80\xae.so.6)
