# A file of another kind than a capture or a folio: what it is, and what reads it.
$ cd $T; : >empty; perfolio report -i empty
! perfolio: empty: it is empty
? 1
$ cd $T; cp "$(command -v sh)" elf; perfolio script -i elf
! perfolio: elf: it is an ELF file, neither a capture nor a folio: --objects takes symbols from it, and code
? 1
$ cd $T; printf 'ffffffff81000000 T _text\n' >kallsyms; perfolio report -i kallsyms; perfolio pack kallsyms -o x.folio
! perfolio: kallsyms: it is a list of a kernel's symbols, neither a capture nor a folio: --kallsyms takes symbols from it
! perfolio pack: kallsyms: it is a list of a kernel's symbols, neither a capture nor a folio: --kallsyms takes symbols from it
? 1
$ cd $T; printf '7f0000001000 40 hot\n' >perf-1.map; perfolio report -i perf-1.map
! perfolio: perf-1.map: it is a perf map, neither a capture nor a folio: --objects takes symbols from it
? 1
$ cd $T; printf 'JiTD0123456789abcdef' >jit.dump; perfolio info -i jit.dump
! perfolio: jit.dump: it is a jitdump, neither a capture nor a folio: --objects takes symbols from it, and code
? 1
$ cd $T; printf 'sh  12/12  [001]  100.000001:  250000 cpu-clock:\n' >script; perfolio report -i script; perfolio diff script script
! perfolio: script: it is what perf script printed, neither a capture nor a folio: perfolio reads the capture that it was made from
! perfolio: script: it is what perf script printed, neither a capture nor a folio: perfolio reads the capture that it was made from
? 1
$ cd $T; printf '# To display the perf.data header info\n# Overhead  Command\n' >report; perfolio report -i report
! perfolio: report: it is what perf report printed, neither a capture nor a folio: perfolio reads the capture that it was made from
? 1
$ cd $T; printf "\n Performance counter stats for 'ls':\n\n" >stat; perfolio stat report -i stat
! perfolio: stat: it is what perf stat printed, neither a capture nor a folio: perfolio stat report reads what perf stat record writes
? 1
$ cd $T; printf 'main;work 12\n' >folded; perfolio report -i folded
! perfolio: folded: it is folded call stacks, neither a capture nor a folio: perfolio reads the capture that it was made from
? 1
$ cd $T; printf '{"a": 1}\n' | perfolio report -i -
! perfolio: -: it is JSON, neither a capture nor a folio: no command reads it
? 1
$ cd $T; printf '{"a": 1}\n' >json; perfolio verify json; perfolio unpack json; perfolio json
! perfolio verify: json: it is JSON, not a folio: no command reads it
! perfolio unpack: json: it is JSON, not a folio: no command reads it
! perfolio: there is no command 'json', and the file of that name is not a capture: json: it is JSON, neither a capture nor a folio: no command reads it
! perfolio --help lists the commands
? 1
$ cd $T; printf '{"a": 1}\n' | gzip >json.gz; perfolio verify json.gz
! perfolio verify: json.gz: compressed in it: it is JSON, neither a capture nor a folio: no command reads it
? 1
$ cd $T; printf '{"a": 1}\n' | perfolio verify -
! perfolio verify: -: it is JSON, not a folio: no command reads it
? 1
$ cd $T; printf '<!DOCTYPE html>\n' >page; perfolio report --json -i page
! perfolio: page: it is an HTML page, neither a capture nor a folio: no command reads it
? 1
$ cd $T; printf '<?xml version="1.0"?>\n<svg>\n' >svg; perfolio report -i svg
! perfolio: svg: it is an SVG image, neither a capture nor a folio: no command reads it
? 1
$ cd $T; printf '!<arch>\ndebian-binary   ' >deb; perfolio report -i deb
! perfolio: deb: it is a Debian package, neither a capture nor a folio: --objects takes symbols from it
? 1
$ cd $T; mkdir d; echo hello >d/a; tar cf none.tar d; perfolio report -i none.tar
! perfolio: none.tar: it is an archive without a capture; --objects takes symbols from the objects in it
? 1
$ perfolio report -i fixtures/amd64/stat.data >/dev/null
! perfolio: fixtures/amd64/stat.data has no samples, only counts of perf stat: perfolio stat report -i fixtures/amd64/stat.data shows them
$ perfolio script -i fixtures/s390x/stat.data >/dev/null; perfolio annotate -i fixtures/s390x/stat.data
! perfolio: fixtures/s390x/stat.data has no samples, only counts of perf stat: perfolio stat report -i fixtures/s390x/stat.data shows them
$ timeout 10 perfolio report -i /dev/zero; yes garbage | TMPDIR=/nowhere timeout 10 perfolio report -i -
! perfolio: /dev/zero: not a perf.data file: it begins with 0000000000000000, not with PERFILE2
! perfolio: -: not a perf.data file: it begins with 676172626167650a, not with PERFILE2
? 1
