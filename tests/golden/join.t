# Parts of a recording are one capture again; others are refused.
$ F=fixtures/hppa/user.data; for n in 0 1 2; do perfolio cut $F -o $T/$n --time $((n * 33))%-$((n * 33 + 33))% | sed "s,$T,T,"; done; perfolio join $T/2 $T/0 $T/1 -o $T/all | sed "s,$T,T,"; perfolio script $T/all --isolated 2>/dev/null >$T/x; perfolio script $F --isolated --time 0%-99% 2>/dev/null | cmp - $T/x && echo the same; perfolio join $T/0 $T/1 -o $T/y --json | sed "s,$T,T,"; perfolio info $T/all 2>/dev/null | head -10
T/0: 8896 bytes, 95 of 332 samples, 30 of 33 other records
T/1: 10976 bytes, 147 of 332 samples, 30 of 33 other records
T/2: 8712 bytes, 88 of 332 samples, 32 of 33 other records
T/all: 22344 bytes, 330 samples, 77 other records
  T/0: 95 samples, 29 other records, from 111.999692160 to 112.607087996
  T/1: 147 samples, 23 other records, from 112.615055220 to 113.215082952
  T/2: 88 samples, 25 other records, from 113.223114556 to 113.828095632
the same
{
  "perfolio": 2,
  "command": "join",
  "output": "T/y",
  "bytes": 16760,
  "samples": 242,
  "records": 52,
  "parts": [
    {"input": "T/0", "samples": 95, "records": 29, "first": "111.999692160", "last": "112.607087996"},
    {"input": "T/1", "samples": 147, "records": 23, "first": "112.615055220", "last": "113.215082952"}
  ],
  "problems": []
}
container    file, big-endian, 19448 bytes of records
host         hppaguest
arch         parisc
kernel       6.1.192-hppatest
perf         6.1.192
cpu          PA-RISC 1.1e
cpus         2 online of 2, 500 MiB of memory
command      /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
time         111.999692 to 113.828095 of the recording clock, 1.828 s
date         not recorded: use perf record -k mono, or -k with another clock
$ F=fixtures/hppa/pipetp.data; for n in 0 1; do perfolio cut $F -o $T/$n --cpu $n 2>/dev/null | sed "s,$T,T,"; done; perfolio join $T/0 $T/1 -o $T/all | sed "s,$T,T,"; perfolio script $T/all --isolated 2>/dev/null | sort >$T/x; perfolio script $F --isolated 2>/dev/null | sort | cmp - $T/x && echo the same
T/0: 54052 bytes, 447 of 2272 samples, 232 of 857 other records
T/1: 190172 bytes, 1825 of 2272 samples, 801 of 857 other records
T/all: 228332 bytes, 2272 samples, 159 other records
  T/0: 447 samples, 95 other records, from 250.767243728 to 251.737455732
  T/1: 1825 samples, 64 other records, from 250.771219696 to 251.738224056
the same
$ perfolio join fixtures/hppa/zstd.data fixtures/hppa/threads.data -o $T/unlike 2>/dev/null | sed "s,$T,T,"
T/unlike: 216084 bytes, 2966 samples, 533 other records
  fixtures/hppa/zstd.data: 2558 samples, 420 other records, from 320.739219968 to 328.831679984
  fixtures/hppa/threads.data: 408 samples, 113 other records, from 389.731377824 to 390.555662256
$ cd fixtures/hppa; perfolio join user.data ../amd64/fp.data -o $T/no; perfolio join user.data jit.data -o $T/no; perfolio join user.data user.data -o $T/no; perfolio join pipe.data bidmmap.data -o $T/no; perfolio join ../amd64/fp.data ../amd64/sysg.data -o $T/no; perfolio join ../amd64/stat.data ../amd64/stat.data -o $T/no; perfolio join user.data ../bad/text.data -o $T/no; perfolio join user.data -o $T/no; perfolio join user.data jit.data; perfolio join user.data jit.data -o jit.data; ls $T/no 2>&1 | grep -c 'No such'
1
! perfolio join: ../amd64/fp.data does not belong to user.data: it is of another machine: of another byte order or word size
! perfolio join: jit.data does not belong to user.data: it has the event cpu-clock in place of cpu-clock:u
! perfolio join: user.data does not belong to user.data: it has the same samples
! perfolio join: bidmmap.data does not belong to pipe.data: a stream (perf record -o -) and a file cannot be joined
! perfolio join: ../amd64/sysg.data does not belong to ../amd64/fp.data: it has 2 events, not 1
! perfolio join: ../amd64/stat.data does not belong to ../amd64/stat.data: it has the counts of perf stat, not samples
! perfolio: ../bad/text.data: not a perf.data file: it begins with 7468697320697320, not with PERFILE2
! perfolio join: name the captures to join, at least two
! perfolio join: no output is named: use -o FILE
! perfolio join: -o jit.data would replace the capture that is read
$ cd fixtures/hppa; perfolio cut user.data -o $T/part --time 30%-60% >/dev/null; perfolio cut user.data -o $T/other --time 50%-90% >/dev/null; perfolio join $T/part user.data -o $T/no 2>&1 | sed "s,$T,T,g"; perfolio join $T/part $T/other -o $T/no 2>&1 | sed "s,$T,T,g"; ls $T/no 2>&1 | grep -c 'No such'
perfolio join: T/part has samples that user.data has, too: the first at 112.555079876
perfolio join: T/other has samples that T/part has, too: the first at 112.927088360
1
