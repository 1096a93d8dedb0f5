# What is sound in a damaged capture is a capture.
$ F=fixtures/hppa/user.data; { head -c 9046 $F; printf '\0\0'; tail -c +9049 $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T,"; perfolio script $T/y --isolated >$T/y.txt 2>&1; perfolio script $F --isolated 2>&1 | diff - $T/y.txt && echo the same
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
1 record got another size
records                    read       kept   left out       lost
COMM                          4          4          0          0
EXIT                          3          3          0          0
FORK                          2          2          0          0
SAMPLE                      332        332          0          0
MMAP2                        17         17          0          0
FINISHED_ROUND                1          1          0          0
ID_INDEX                      1          1          0          0
THREAD_MAP                    1          1          0          0
CPU_MAP                       1          1          0          0
EVENT_UPDATE                  2          2          0          0
FINISHED_INIT                 1          1          0          0
the same
$ F=fixtures/hppa/user.data; { head -c 9047 $F; printf '\310'; tail -c +9049 $F; } >$T/x; perfolio repair $T/x -o $T/y 2>&1 | sed "s,$T,T," | head -4; { head -c 9044 $F; printf '\377'; tail -c +9046 $F; } >$T/x; perfolio repair $T/x -o $T/y 2>&1 | sed "s,$T,T," | head -4
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
1 record got another size
records                    read       kept   left out       lost
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
records                    read       kept   left out       lost
COMM                          4          4          0          0
$ F=fixtures/hppa/user.data; head -c 12000 $F >$T/x; perfolio repair $T/x -o $T/y --json | sed "s,$T,T,"
{
  "perfolio": 2,
  "command": "repair",
  "output": "T/y",
  "bytes": 11904,
  "samples": 277,
  "other_records": 12,
  "file": {
    "read": 12000,
    "kept": 11904,
    "left_out": 0,
    "lost": 96
  },
  "decompressed": {
    "read": 0,
    "kept": 0,
    "left_out": 0,
    "lost": 0
  },
  "missing": 3904,
  "resized": 0,
  "restored_events": 0,
  "module_build_ids": 0,
  "losses": [
    {"bytes": 96, "offset": 11904, "decompressed": false, "what": "bytes", "why": "the records end inside of it", "after": "111.985440056", "before": null}
  ],
  "losses_not_listed": 0,
  "records": [
    {"type": "COMM", "read": 4, "kept": 4, "left_out": 0, "lost": 0},
    {"type": "EXIT", "read": 1, "kept": 1, "left_out": 0, "lost": 0},
    {"type": "SAMPLE", "read": 277, "kept": 277, "left_out": 0, "lost": 0},
    {"type": "MMAP2", "read": 1, "kept": 1, "left_out": 0, "lost": 0},
    {"type": "ID_INDEX", "read": 1, "kept": 1, "left_out": 0, "lost": 0},
    {"type": "THREAD_MAP", "read": 1, "kept": 1, "left_out": 0, "lost": 0},
    {"type": "CPU_MAP", "read": 1, "kept": 1, "left_out": 0, "lost": 0},
    {"type": "EVENT_UPDATE", "read": 2, "kept": 2, "left_out": 0, "lost": 0},
    {"type": "FINISHED_INIT", "read": 1, "kept": 1, "left_out": 0, "lost": 0}
  ],
  "problems": [
    {"key": "truncated", "count": 3904, "sentence": "bytes of the records could not be read", "first": "the file ends at 12000, its records should end at 15904"},
    {"key": "unfinished", "count": 1, "sentence": "file has no header features: it was cut off, or its recorder did not finish it", "first": "the header features are missing: they follow the records"}
  ]
}
$ F=fixtures/hppa/user.data; { head -c 3000 $F; tail -c +4001 $F; } >$T/x; perfolio repair $T/x -o $T/y 2>/dev/null | sed "s,$T,T,"; perfolio info $T/y | head -7
T/y: 17520 bytes, 307 samples, 33 other records
of 17632 bytes that were read, 17520 kept, 112 left out, 0 lost
1000 more bytes of records are missing in the file
records                    read       kept   left out       lost
COMM                          4          4          0          0
EXIT                          3          3          0          0
FORK                          2          2          0          0
SAMPLE                      307        307          0          0
MMAP2                        17         17          0          0
FINISHED_ROUND                1          1          0          0
ID_INDEX                      1          1          0          0
THREAD_MAP                    1          1          0          0
CPU_MAP                       1          1          0          0
EVENT_UPDATE                  2          2          0          0
FINISHED_INIT                 1          1          0          0
container    file, big-endian, 14640 bytes of records
host         hppaguest
arch         parisc
kernel       6.1.192-hppatest
perf         6.1.192
cpu          PA-RISC 1.1e
cpus         2 online of 2, 500 MiB of memory
$ perfolio repair fixtures/amd64/bpf.data -o $T/y | sed "s,$T,T,"; perfolio repair $T/y -o $T/z | sed "s,$T,T,"; cmp $T/y $T/z
T/y: 17880 bytes, 292 samples, 18 other records
of 18008 bytes that were read, 17880 kept, 32 left out, 96 lost
3 records got another size
  32 bytes at offset 1744, KSYMBOL: bytes behind its fields, after 35105.085698, before 35105.085699
  32 bytes at offset 1848, KSYMBOL: bytes behind its fields, after 35105.085699, before 35105.085728
  32 bytes at offset 1920, BPF_EVENT: bytes behind its fields, after 35105.085728, before 35105.086193
records                    read       kept   left out       lost
MMAP                          1          1          0          0
COMM                          2          2          0          0
EXIT                          1          1          0          0
SAMPLE                      292        292          0          0
MMAP2                         4          4          0          0
KSYMBOL                       2          2          0          0
BPF_EVENT                     1          1          0          0
FINISHED_ROUND                1          1          0          0
ID_INDEX                      1          1          0          0
THREAD_MAP                    1          1          0          0
CPU_MAP                       1          1          0          0
EVENT_UPDATE                  2          2          0          0
FINISHED_INIT                 1          1          0          0
T/z: 17880 bytes, 292 samples, 18 other records
of 17880 bytes that were read, 17880 kept, 0 left out, 0 lost
records                    read       kept   left out       lost
MMAP                          1          1          0          0
COMM                          2          2          0          0
EXIT                          1          1          0          0
SAMPLE                      292        292          0          0
MMAP2                         4          4          0          0
KSYMBOL                       2          2          0          0
BPF_EVENT                     1          1          0          0
FINISHED_ROUND                1          1          0          0
ID_INDEX                      1          1          0          0
THREAD_MAP                    1          1          0          0
CPU_MAP                       1          1          0          0
EVENT_UPDATE                  2          2          0          0
FINISHED_INIT                 1          1          0          0
$ perfolio repair fixtures/i386/one-build-id.data -o $T/y | sed "s,$T,T," | head -3; perfolio buildid-list -i $T/y | head -5
T/y: 67836 bytes, 578 samples, 305 other records
of 68548 bytes that were read, 68484 kept, 64 left out, 0 lost
3 build-ids were removed that several modules have
624a8b769bdfaa206b2026637863dde5ad75d430 [kernel.kallsyms]
                                         /lib/modules/6.1.0-50-686-pae/kernel/fs/ext4/ext4.ko
                                         /lib/modules/6.1.0-50-686-pae/kernel/arch/x86/crypto/crc32c-intel.ko
                                         /lib/modules/6.1.0-50-686-pae/kernel/drivers/virtio/virtio_pci.ko
1a4d26b272a52b528352020e42602b62e6a00bf4 /usr/bin/bash
$ for f in aux-behind chain-too-long inner-size switch-without-cpu unread-time; do perfolio repair fixtures/bad/$f.data -o $T/y 2>/dev/null | sed "s,$T,T," | grep -v '^[A-Z_0-9]* '; done
T/y: 5392 bytes, 60 samples, 12 other records
of 5440 bytes that were read, 5392 kept, 0 left out, 48 lost
records                    read       kept   left out       lost
T/y: 512 bytes, 0 samples, 1 other records
of 568 bytes that were read, 512 kept, 0 left out, 56 lost
records                    read       kept   left out       lost
T/y: 5360 bytes, 60 samples, 8 other records
of 1929 bytes that were read, 1344 kept, 0 left out, 585 lost
of 4016 bytes that were decompressed, 4016 kept, 0 left out, 0 lost
records                    read       kept   left out       lost
T/y: 48008 bytes, 211 samples, 542 other records
of 48084 bytes that were read, 48008 kept, 0 left out, 76 lost
records                    read       kept   left out       lost
T/y: 54679 bytes, 100 samples, 233 other records
of 54775 bytes that were read, 54679 kept, 32 left out, 64 lost
records                    read       kept   left out       lost
$ F=fixtures/amd64/zstd.data; { head -c 2000 $F; tail -c +2101 $F; } >$T/x; perfolio repair $T/x -o $T/y 2>/dev/null | sed "s,$T,T,"
T/y: 6376 bytes, 0 samples, 15 other records
of 9472 bytes that were read, 6412 kept, 32 left out, 3028 lost
100 more bytes of records are missing in the file
  3028 bytes at offset 2000, bytes: its size cannot be right
records                    read       kept   left out       lost
MMAP                         14         14          0          0
ID_INDEX                      1          1          0          0
$ perfolio repair fixtures/s390x/pipe.data -o - 2>$T/said | cmp - fixtures/s390x/pipe.data; head -2 $T/said
-: 17344 bytes, 236 samples, 58 other records
of 17344 bytes that were read, 17344 kept, 0 left out, 0 lost
$ perfolio repair fixtures/hppa/user.data; perfolio repair fixtures/hppa/user.data -o fixtures/hppa/user.data; perfolio repair fixtures/bad/empty.data -o $T/no; perfolio repair fixtures/bad/text.data -o $T/no; head -c 264 fixtures/hppa/user.data >$T/x; perfolio repair $T/x -o $T/no 2>&1 | sed "s,$T,T,"; ls $T/no 2>&1 | grep -c 'No such'
perfolio repair: T/x: none of its records is sound: nothing was written
1
! perfolio repair: no output is named: use -o FILE
! perfolio repair: -o fixtures/hppa/user.data would replace the capture that is read
! perfolio: fixtures/bad/empty.data: it is empty
! perfolio: fixtures/bad/text.data: not a perf.data file: it begins with 7468697320697320, not with PERFILE2
$ F=fixtures/amd64/fp.data; { head -c 2352 $F; printf '\005'; tail -c +2354 $F; } >$T/x; perfolio repair $T/x -o $T/y 2>/dev/null | sed "s,$T,T," | head -4
T/y: 136388 bytes, 1541 samples, 35 other records
of 136588 bytes that were read, 136388 kept, 32 left out, 168 lost
  168 bytes at offset 2312, SAMPLE: its fields do not fill it, after 8.285412, before 8.287746
records                    read       kept   left out       lost
$ perfolio repair fixtures/bad/stack-overfilled.data -o $T/y | sed "s,$T,T,"
T/y: 536 bytes, 4 samples, 1 other records
of 600 bytes that were read, 536 kept, 0 left out, 64 lost
  64 bytes at offset 408, SAMPLE: its stack dump is shorter than it says, after 0.000001, before 0.000001
records                    read       kept   left out       lost
COMM                          1          1          0          0
SAMPLE                        5          4          0          1
$ F=fixtures/hppa/user.data; perfolio repair $F -o $T/sound >/dev/null; for size in 0 8 64 1000000; do { head -c 48 $F; printf "%016x" $size | sed 's/../\\x&/g' | xargs -0 printf '%b'; tail -c +57 $F; } >$T/x; perfolio repair $T/x -o $T/y 2>/dev/null | sed "s,$T,T," | head -2; cmp $T/sound $T/y && echo the same; done
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
the same
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
the same
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
the same
T/y: 18520 bytes, 332 samples, 33 other records
of 18632 bytes that were read, 18520 kept, 112 left out, 0 lost
the same
$ F=fixtures/s390x/pipe.data; { head -c 160 $F; printf '\0\0\0\0\0\0\0\0'; tail -c +169 $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | head -4; perfolio script $T/y --isolated 2>/dev/null >$T/y.txt; perfolio script $F --isolated 2>/dev/null | diff - $T/y.txt && echo the same
T/y: 17344 bytes, 236 samples, 57 other records
of 17344 bytes that were read, 17192 kept, 0 left out, 152 lost
1 event has its attributes from the list of events (EVENT_DESC)
  152 bytes at offset 16, ATTR: its ids are no ids, or are of other events, before 34.627565
the same
$ F=fixtures/s390x/pipe.data; { head -c 16 $F; tail -c +169 $F | head -c 2424; tail -c +17 $F | head -c 152; tail -c +2593 $F; } >$T/x; perfolio evlist $T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | head -2; cmp $T/x $T/y && echo the same
cpu-clock
T/y: 17344 bytes, 236 samples, 58 other records
of 17344 bytes that were read, 17344 kept, 0 left out, 0 lost
the same
$ F=fixtures/amd64/pipe-fp.data; { head -c 24 $F; printf '%040d' 0 | tr 0 '\377'; tail -c +65 $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | head -4; perfolio evlist $T/y; for f in $F $T/y; do perfolio report --isolated -s comm $f 2>/dev/null | grep Samples; done; perfolio repair $T/y -o $T/z | sed -n 2p; cmp $T/y $T/z && echo the same
T/y: 37896 bytes, 106 samples, 262 other records
of 37896 bytes that were read, 37744 kept, 0 left out, 152 lost
1 event has its attributes from the list of events (EVENT_DESC)
  152 bytes at offset 16, ATTR: its fields do not fit into it, before 19.629530
dummy:HG
cpu-clock
# Total Lost Samples: 0
# Samples: 106  of event 'cpu-clock'
# Total Lost Samples: 0
# Samples: 106  of event 'cpu-clock'
of 37896 bytes that were read, 37896 kept, 0 left out, 0 lost
the same
$ F=fixtures/amd64/pipe.data; for n in 1 8 60; do { head -c 16 $F; printf "%0${n}d" 0 | tr 0 '\377'; tail -c +$((17 + n)) $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | head -4; perfolio script $T/y --isolated 2>/dev/null >$T/y.txt; perfolio script $F --isolated 2>/dev/null | diff - $T/y.txt && echo the same; done
T/y: 15360 bytes, 179 samples, 62 other records
of 15360 bytes that were read, 15208 kept, 0 left out, 152 lost
1 event has its attributes from the list of events (EVENT_DESC)
  152 bytes at offset 16, record: its type is unknown, before 18.398525
the same
T/y: 15360 bytes, 179 samples, 62 other records
of 15360 bytes that were read, 15208 kept, 0 left out, 152 lost
1 event has its attributes from the list of events (EVENT_DESC)
  152 bytes at offset 16, bytes: its size cannot be right, before 18.398525
the same
T/y: 15360 bytes, 179 samples, 62 other records
of 15360 bytes that were read, 15208 kept, 0 left out, 152 lost
1 event has its attributes from the list of events (EVENT_DESC)
  152 bytes at offset 16, bytes: its size cannot be right, before 18.398525
the same
$ F=fixtures/amd64/pipe.data; { head -c 16 $F; tail -c +101 $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | head -4; perfolio script $T/y --isolated 2>/dev/null >$T/y.txt; perfolio script $F --isolated 2>/dev/null | diff - $T/y.txt && echo the same
T/y: 15360 bytes, 179 samples, 62 other records
of 15276 bytes that were read, 15208 kept, 0 left out, 68 lost
1 event has its attributes from the list of events (EVENT_DESC)
  68 bytes at offset 16, bytes: its size cannot be right, before 18.398525
the same
$ F=fixtures/amd64/pipe.data; for type in A D H P; do { head -c 16 $F; printf $type; tail -c +18 $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | head -3; perfolio script $T/y --isolated 2>/dev/null >$T/y.txt; perfolio script $F --isolated 2>/dev/null | diff - $T/y.txt && echo the same; done
T/y: 15512 bytes, 179 samples, 63 other records
of 15360 bytes that were read, 15360 kept, 0 left out, 0 lost
1 event has its attributes from the list of events (EVENT_DESC)
the same
T/y: 15512 bytes, 179 samples, 63 other records
of 15360 bytes that were read, 15360 kept, 0 left out, 0 lost
1 event has its attributes from the list of events (EVENT_DESC)
the same
T/y: 15512 bytes, 179 samples, 63 other records
of 15360 bytes that were read, 15360 kept, 0 left out, 0 lost
1 event has its attributes from the list of events (EVENT_DESC)
the same
T/y: 15360 bytes, 179 samples, 62 other records
of 15360 bytes that were read, 15208 kept, 0 left out, 152 lost
1 event has its attributes from the list of events (EVENT_DESC)
the same
$ F=fixtures/amd64/pipe-fp.data; { cat $F; for i in $(seq 40); do head -c 174 $F | tail -c 6; printf '\210\0'; head -c 304 $F | tail -c 128; done; tail -c +24977 $F; } >$T/x; perfolio repair $T/x -o $T/y | sed "s,$T,T," | grep -e read -e ATTR -e SAMPLE; cmp $T/x $T/y && echo the same
of 56256 bytes that were read, 56256 kept, 0 left out, 0 lost
records                    read       kept   left out       lost
SAMPLE                      212        212          0          0
ATTR                         42         42          0          0
the same
