# A folio of which one frame of the capture is damaged: with its index all the others are read, without it those in front of it.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/bench/multiply.py fixtures/amd64/fp.data $T/many.data 30000; cd $T; perfolio pack many.data --isolated -o many.folio >/dev/null 2>&1; perfolio script -F comm --isolated many.data 2>/dev/null | wc -l
38550 samples
38550
$ python3 tests/fixture/damage.py $T/many.folio $T/one.folio 1; cd $T; perfolio report --stdio -q -n --sort comm -g none --isolated -i one.folio 2>&1 | sed 's/zstd frame.*)/zstd frame/'; perfolio script -F comm --isolated -i one.folio 2>/dev/null | wc -l; perfolio verify one.folio | sed 's/([^)]*)/(...)/; s/offset [0-9]*/offset N/'
    74.91%    74.91%         19482  wl-fib
    21.76%    21.76%          5658  workload
     3.33%     3.33%           867  wl-lib


perfolio: 1048576 bytes of the records could not be read (first: at offset 1048584 of the capture: the zstd frame
perfolio: 56939 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
26007
damaged: section 1 (...) is damaged: its checksum differs
damaged: capture many.data: the zstd frame at offset N (...) is damaged: its checksum is wrong
capture many.data: 5 objects are missing, with 100.00% of its samples
   44.32%  /usr/lib/x86_64-linux-gnu/libc.so.6  93ac61ec5a8eb1396f9fbd350e3169a558528a40
   42.00%  /opt/wl/workload  f9d85ecaf846033ac5333a74e14f2e78c9996db9
    9.73%  [kernel.kallsyms]  06f8bde30046985060c60820f7a11515a33afb06
    3.27%  /opt/wl/libwork.so  fb563abe2e17ee1384c7c9e6dd377b30174fb8ce
    0.68%  /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2  7ebc65e52f2bbea498b4040fa92f7238377aaba9
holds 1 name of a host: amd64
holds 1 release of a kernel: 6.1.0-50-amd64
holds 1 command line: /usr/bin/perf record -q -e cpu-clock -F 797 -g -o fp.data -- /opt/wl/workload 3960
holds 17 paths of files that were mapped: /opt/wl/workload, /opt/wl/libwork.so, ...
holds 4 names of threads: workload, wl-fib, ...
$ python3 tests/fixture/damage.py $T/many.folio $T/both.folio 1 2; cd $T; perfolio report --stdio -q -n --sort comm -g none --isolated -i both.folio 2>&1 | sed 's/zstd frame.*)/zstd frame/'; perfolio script -F comm --isolated -i both.folio 2>/dev/null | wc -l
    73.62%    73.62%          9204  wl-fib
    22.71%    22.71%          2839  workload
     3.67%     3.67%           459  wl-lib


perfolio: 2166344 bytes of the records could not be read (first: at offset 1048456 of the capture: the zstd frame
perfolio: 27946 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
12502
$ python3 tests/fixture/damage.py $T/many.folio $T/end.folio 2; cd $T; perfolio report --stdio -q -n --sort comm -g none --isolated -i end.folio 2>&1 | sed 's/zstd frame.*)/zstd frame/'; perfolio diff --before one.folio --after many.folio --isolated 2>&1 | sed 's/.*: //'; perfolio pack one.folio --isolated -o none.folio 2>&1 | sed 's/offset.*//'; test -e none.folio || echo none
    74.29%    74.29%         19280  wl-fib
    22.37%    22.37%          5807  workload
     3.34%     3.34%           867  wl-lib


perfolio: 1048688 bytes of the records could not be read (first: at offset 2097160 of the capture: the zstd frame
perfolio: 57141 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
an incomplete run cannot be compared
perfolio pack: one.folio: the zstd frame at 
none
