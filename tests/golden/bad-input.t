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
