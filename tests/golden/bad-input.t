# What is no capture is refused with the reason, on every way in.
$ perfolio report --stats -i fixtures/bad/empty.data
$ perfolio report --stats -i fixtures/bad/magic.data
$ perfolio report --stats -i fixtures/bad/text.data
$ perfolio report --stats -i fixtures/bad/absent.data
$ perfolio report --stats -i - <fixtures/bad/text.data
