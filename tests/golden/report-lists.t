# What a capture holds: records by type, threads, mappings.
$ perfolio report --stats -i fixtures/amd64/multi.data

Aggregated stats:
           TOTAL events:        143
            MMAP events:         14  ( 9.8%)
            COMM events:          2  ( 1.4%)
            EXIT events:          1  ( 0.7%)
            FORK events:          2  ( 1.4%)
          SAMPLE events:         40  (28.0%)
           MMAP2 events:         32  (22.4%)
          SWITCH events:         42  (29.4%)
      NAMESPACES events:          3  ( 2.1%)
  FINISHED_ROUND events:          1  ( 0.7%)
        ID_INDEX events:          1  ( 0.7%)
      THREAD_MAP events:          1  ( 0.7%)
         CPU_MAP events:          1  ( 0.7%)
    EVENT_UPDATE events:          2  ( 1.4%)
   FINISHED_INIT events:          1  ( 0.7%)
cpu-clock stats:
          SAMPLE events:         40
page-faults stats:
          SAMPLE events:          7
$ perfolio report --stats -i fixtures/s390x/stat.data

Aggregated stats:
           TOTAL events:         11
            MMAP events:          1  ( 9.1%)
      THREAD_MAP events:          1  ( 9.1%)
         CPU_MAP events:          1  ( 9.1%)
     STAT_CONFIG events:          1  ( 9.1%)
            STAT events:          4  (36.4%)
      STAT_ROUND events:          1  ( 9.1%)
    EVENT_UPDATE events:          2  (18.2%)
$ perfolio report --tasks -i fixtures/hppa/user.data
#      pid      tid     ppid  comm
         0        0       -1 |swapper
       178      178       -1 |wl-dyn
       178      179      178 | wl-alpha
       178      180      178 | wl-beta
$ perfolio report --mmaps -i fixtures/hppa/user.data
#      pid      tid     ppid  comm
         0        0       -1 |swapper
       178      178       -1 |wl-dyn
                                10000-12000 r-xp 00000000 40 /bin/wl-dyn
                                12000-13000 rwxp 00002000 40 /bin/wl-dyn
                                13000-16000 rwxp 00013000 0 /tmp/perf-178.map
                                16e000-18f000 rwxp 0016e000 0 /tmp/perf-178.map
                                f62dc000-f6adb000 rwxp f62dc000 0 /tmp/perf-178.map
                                f6adc000-f72dc000 rwxp f6adc000 0 /tmp/perf-178.map
                                f72dd000-f72de000 rwxp f72dd000 0 /tmp/perf-178.map
                                f72de000-f749a000 r-xp 00000000 15 /lib/libc.so.6
                                f749a000-f74a1000 rwxp 001bc000 15 /lib/libc.so.6
                                f74a1000-f74ab000 rwxp f74a1000 0 /tmp/perf-178.map
                                f76da000-f76db000 r-xp 00000000 13 /lib/libspin.so
                                f76db000-f76dc000 rwxp 00001000 13 /lib/libspin.so
                                f76dc000-f770c000 r-xp 00000000 14 /lib/ld.so.1
                                f770c000-f7711000 rwxp 00030000 14 /lib/ld.so.1
                                f7afd000-f7afe000 r-xp 00000000 0 [vdso]
                                f944c000-f946e000 rwxp ffeff000 0 /tmp/perf-178.map
       178      179      178 | wl-alpha
                                 10000-12000 r-xp 00000000 40 /bin/wl-dyn
                                 12000-13000 rwxp 00002000 40 /bin/wl-dyn
                                 13000-16000 rwxp 00013000 0 /tmp/perf-178.map
                                 16e000-18f000 rwxp 0016e000 0 /tmp/perf-178.map
                                 f62dc000-f6adb000 rwxp f62dc000 0 /tmp/perf-178.map
                                 f6adc000-f72dc000 rwxp f6adc000 0 /tmp/perf-178.map
                                 f72dd000-f72de000 rwxp f72dd000 0 /tmp/perf-178.map
                                 f72de000-f749a000 r-xp 00000000 15 /lib/libc.so.6
                                 f749a000-f74a1000 rwxp 001bc000 15 /lib/libc.so.6
                                 f74a1000-f74ab000 rwxp f74a1000 0 /tmp/perf-178.map
                                 f76da000-f76db000 r-xp 00000000 13 /lib/libspin.so
                                 f76db000-f76dc000 rwxp 00001000 13 /lib/libspin.so
                                 f76dc000-f770c000 r-xp 00000000 14 /lib/ld.so.1
                                 f770c000-f7711000 rwxp 00030000 14 /lib/ld.so.1
                                 f7afd000-f7afe000 r-xp 00000000 0 [vdso]
                                 f944c000-f946e000 rwxp ffeff000 0 /tmp/perf-178.map
       178      180      178 | wl-beta
                                 10000-12000 r-xp 00000000 40 /bin/wl-dyn
                                 12000-13000 rwxp 00002000 40 /bin/wl-dyn
                                 13000-16000 rwxp 00013000 0 /tmp/perf-178.map
                                 16e000-18f000 rwxp 0016e000 0 /tmp/perf-178.map
                                 f62dc000-f6adb000 rwxp f62dc000 0 /tmp/perf-178.map
                                 f6adc000-f72dc000 rwxp f6adc000 0 /tmp/perf-178.map
                                 f72dd000-f72de000 rwxp f72dd000 0 /tmp/perf-178.map
                                 f72de000-f749a000 r-xp 00000000 15 /lib/libc.so.6
                                 f749a000-f74a1000 rwxp 001bc000 15 /lib/libc.so.6
                                 f74a1000-f74ab000 rwxp f74a1000 0 /tmp/perf-178.map
                                 f76da000-f76db000 r-xp 00000000 13 /lib/libspin.so
                                 f76db000-f76dc000 rwxp 00001000 13 /lib/libspin.so
                                 f76dc000-f770c000 r-xp 00000000 14 /lib/ld.so.1
                                 f770c000-f7711000 rwxp 00030000 14 /lib/ld.so.1
                                 f7afd000-f7afe000 r-xp 00000000 0 [vdso]
                                 f944c000-f946e000 rwxp ffeff000 0 /tmp/perf-178.map
$ perfolio report --tasks -i fixtures/amd64/buildid-mmap.data
#      pid      tid     ppid  comm
         0        0       -1 |swapper
       239      239       -1 |workload
       239      241      239 | wl-fib
       239      242      239 | wl-lib
