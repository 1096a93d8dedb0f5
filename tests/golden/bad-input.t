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
