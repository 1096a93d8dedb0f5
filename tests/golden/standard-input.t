# A folio that comes through a pipe or as standard input is read like one in a file; so is a capture.
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug -o $T/x.folio >/dev/null 2>&1; perfolio pack fixtures/hppa/threads.data $T/x.folio --isolated -o $T/two.folio >/dev/null 2>&1; ls $T
perfolio
two.folio
x.folio
$ for i in report buildid-list evlist info 'dump --stage=records' 'explain sorter' verify; do perfolio $i $T/x.folio >$T/file 2>&1; cat $T/x.folio | perfolio $i - 2>&1 | sed "s,-:/,$T/x.folio:/," | diff $T/file - && perfolio $i -i - <$T/x.folio 2>&1 | sed "s,-:/,$T/x.folio:/," | diff $T/file - && echo "$i: the same"; done
report: the same
buildid-list: the same
evlist: the same
info: the same
dump --stage=records: the same
explain sorter: the same
verify: the same
$ perfolio doctor - <$T/x.folio | grep symbol.table
   64.46%  214 samples, /bin/wl-dyn: -:/bin/wl-dyn: full symbol table
   33.73%  112 samples, /lib/libspin.so: -:/lib/libspin.so: full symbol table
$ perfolio verify - <$T/x.folio | head -2 | sed 's,[0-9]* bytes,N bytes,'; mkfifo $T/pipe; cat $T/x.folio >$T/pipe & perfolio info $T/pipe | tail -1
intact: N bytes, 17 sections, 1 capture, 2 objects, level code
capture user.data: 2 objects are missing, with 1.81% of its samples
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so
$ cat $T/two.folio | perfolio verify - | grep -v '%' | sed 's,[0-9]* bytes,N bytes,'
intact: N bytes, 20 sections, 2 captures, 2 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7, /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 7 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 40 names of threads: init, kthreadd, ...
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so
$ cat $T/two.folio | perfolio info - | grep capture; cat $T/two.folio | perfolio info - --capture 2 | head -1; cat $T/two.folio | perfolio report - -q --stdio --sort comm --percent-limit 30
capture      threads.data: 34980 bytes, 408 samples in 0.824 s
capture      user.data: 18632 bytes, 332 samples in 1.849 s
container    file, big-endian, 15640 bytes of records
# Capture: threads.data
    42.65%  wl-alpha



# Capture: user.data
    83.13%  wl-alpha


$ cat $T/two.folio | perfolio report - --capture 2 -q --stdio --sort comm 2>/dev/null
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


$ perfolio report --capture 1 - <fixtures/hppa/user.data
! perfolio: - is not a folio: --capture chooses a capture of a folio
? 1
$ perfolio info <fixtures/hppa/pipe.data - | head -1; cat fixtures/hppa/user.data | perfolio info | head -1
container    pipe stream, big-endian, 42120 bytes of records
container    file, big-endian, 15640 bytes of records
$ head -c 3000 $T/two.folio | perfolio verify - | cut -c1-12
damaged: -: 
$ perfolio verify - <fixtures/hppa/user.data
! perfolio verify: -: a capture, not a folio: perfolio pack makes one of it
? 1
$ python3 -c "import struct, sys; sys.stdout.buffer.write(b'PERFILE2' + struct.pack('<QIHHIIQQQ', 16, 64, 0, 152, 1, 0, 136, 0, 1000) + struct.pack('<QQ', 0x101, 0) + bytes(88) + struct.pack('<QIHHQQ', 1, 70, 0, 24, 1, 0)[:32])" >$T/aux.data; perfolio report --stats -i $T/aux.data; perfolio script --header-only --itrace=i1 -i $T/aux.data

Aggregated stats:
           TOTAL events:          2
            ATTR events:          1  (50.0%)
   AUXTRACE_INFO events:          1  (50.0%)
! perfolio script: --itrace: perf has it, Perfolio does not: traces of the AUX area are decoded by perf script --itrace, on the recording machine
? 1
