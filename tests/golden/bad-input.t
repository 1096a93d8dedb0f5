# What is no capture is refused with the reason, on every way in.
$ perfolio report --stats -i fixtures/bad/empty.data
! perfolio: fixtures/bad/empty.data: not a perf.data file: 0 bytes are less than its smallest header (16)
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
! perfolio: 1 samples lie outside of every mapping, 100.00% of all (first: 0x1000 of 1/1)
$ perfolio report --stdio --no-children -g none --sort comm -i fixtures/bad/chain-too-long.data
#
# Total Lost Samples: 0
#
! perfolio: 1 records were damaged and skipped (first: SAMPLE at offset 288: 56 bytes do not hold its fields)
! perfolio: fixtures/bad/chain-too-long.data has no samples that could be read
$ perfolio dump --stage=records -i fixtures/bad/chain-too-long.data
0x000000f8 0.000000000 COMM 1/1: p
! perfolio: 1 records were damaged and skipped (first: SAMPLE at offset 288: 56 bytes do not hold its fields)
$ perfolio report --stdio --no-children -g none --sort comm -q -n -i fixtures/bad/inner-size.data
    66.70%            40  app
    33.30%            20  child-with-a-nam


! perfolio: 1 compressed records could not be decompressed (first: at offset 264: what comes out is no record)
$ perfolio report --stats -i fixtures/bad/aux-behind.data | head -3

Aggregated stats:
           TOTAL events:         21
! perfolio: 1099511625040 bytes at the end of the data could not be read (first: the data behind the record that ends at offset 1624 is cut off)
$ perfolio dump --stage timeline -i fixtures/bad/tid-twice.data
timeline: thread 10/10: ten
timeline: thread 10/50 of 10: ten from 0.000000002, old-thread from 0.000000003
timeline: thread 20/20: twenty
timeline: thread 20/50 of 20: twenty from 0.000000006
$ timeout 10 perfolio report --pid=9223372036854775807 -i fixtures/hppa/user.data
! perfolio report: --pid: '9223372036854775807' is no list of numbers such as 1,3-5
? 1
$ perfolio report --max-stack=4294967297 -i fixtures/hppa/user.data
! perfolio report: --max-stack: '4294967297' is no number up to 8192
? 1
$ perfolio report -g graph.data --sort comm
! perfolio: graph.data: cannot open: No such file or directory
? 1
