# Waits for locks: by caller, by thread and by lock, of kernels without lockdep and with it. Made by tests/fixture/make.py: Linux there is at 0xc0100000.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 be-file-32-attr128 >/dev/null; for r in contention lockdep; do cmp $T/$r/le-file-64-attr128.data fixtures/synthetic/$r.data; ln -s $r/be-file-32-attr128.data $T/$r.data; done
$ printf '%s\n' 'c0100000 T _text' 'c0100010 T read_it' 'c0101000 T write_it' 'c0102000 T open_it' 'c0103000 t close_it' 'c0104000 T map_it' 'c0105000 T the_rest' 'c0107000 T last_caller' 'c0108000 T __sched_text_start' 'c0108000 T rwsem_down' 'c0109000 T __sched_text_end' 'c0109000 T __lock_text_start' 'c0109000 T _raw_spin_lock' 'c010a000 T __lock_text_end' 'c010a000 T last' 'c8000000 B some_lock' 'c8000040 B other_lock' >$T/kallsyms
$ perfolio lock contention --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>&1 | grep -v 'matched by name'
 contended   total wait     max wait     avg wait         type   caller

         9     25.00 h      25.00 h       2.78 h      spinlock   write_it+0x24
        10      8.00 s       8.00 s     889.07 ms      rwsem:W   the_rest+0x24
         9      5.30 ms      1.45 ms    588.80 us    semaphore   read_it+0x14
        10      3.84 ms      1.23 ms    427.21 us     rwlock:R   open_it+0x24
         9      2.97 ms      1.23 ms    371.22 us        mutex   map_it+0x24
         9      2.68 ms      1.23 ms    335.00 us     rwlock:W   close_it+0x24
         8      2.68 ms      1.23 ms    382.82 us      rtmutex   the_rest+0x1024

=== output for debug===

bad: 4, total: 7
bad rate: 57.14 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 4
  contended: 0
    release: 0
$ perfolio lock contention -v -k contended -F wait_max,wait_min,avg_wait -E 2 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
    max wait     min wait     avg wait  contended         type   caller

     8.00 s        300 ns    889.07 ms         10      rwsem:W   the_rest+0x24
			0xc0108010  rwsem_down+0x10
			0xc0109020  _raw_spin_lock+0x20
			0xc0100180  read_it+0x170
			0xc0105024  the_rest+0x24
			0xc0107008  last_caller+0x8
			0x401499  
     1.23 ms       300 ns    427.21 us         10     rwlock:R   open_it+0x24
			0xc0108010  rwsem_down+0x10
			0xc0109020  _raw_spin_lock+0x20
			0xc01000c0  read_it+0xb0
			0xc0102024  open_it+0x24
			0xc0107008  last_caller+0x8

=== output for debug===

bad: 1, total: 2
bad rate: 50.00 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 4
  contended: 0
    release: 0
$ perfolio lock contention -t --isolated -i fixtures/synthetic/contention.data
 contended   total wait     max wait     avg wait          pid   comm

        13     25.00 h      25.00 h       1.92 h            44   :44
        13      8.01 s       8.00 s     615.79 ms           43   :43
        13      4.34 ms      1.23 ms    334.22 us           41   beta
        13      4.21 ms      1.23 ms    323.50 us           40   alpha
        12      4.06 ms      1.45 ms    580.61 us           42   :42

=== output for debug===

bad: 4, total: 5
bad rate: 80.00 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 4
  contended: 0
    release: 0
$ perfolio lock contention -l -E 4 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
 contended   total wait     max wait     avg wait            address   symbol

         6     25.00 h      25.00 h       4.17 h    00000000c8000240   other_lock+0x200 (pcpu-sem:R)
         6      8.00 s       8.00 s       1.33 s    00000000c8000080   other_lock+0x40 (rwlock:R)
         5      2.76 ms      1.45 ms    551.95 us   00000000c80001c0   other_lock+0x180 (rwlock-rt:R)
         7      2.61 ms      1.23 ms    434.95 us   00000000c8000040   other_lock (spinlock)

=== output for debug===

bad: 2, total: 4
bad rate: 50.00 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 6
  contended: 0
    release: 0
$ perfolio lock contention --stack-skip 0 -E 3 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
 contended   total wait     max wait     avg wait         type   caller

         9     25.00 h      25.00 h       2.78 h      spinlock   read_it+0x70
        10      8.00 s       8.00 s     889.07 ms      rwsem:W   read_it+0x170
         9      5.30 ms      1.45 ms    588.80 us    semaphore   read_it+0x30

=== output for debug===

bad: 3, total: 3
bad rate: 100.00 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 4
  contended: 0
    release: 0
$ perfolio lock contention --stack-skip 1 -E 3 --isolated -i fixtures/synthetic/contention.data 2>/dev/null
 contended   total wait     max wait     avg wait         type   caller

         9     25.00 h      25.00 h       2.78 h      spinlock   Unknown
        10      8.00 s       8.00 s     889.07 ms      rwsem:W   Unknown
         9      5.30 ms      1.45 ms    588.80 us    semaphore   Unknown

=== output for debug===

bad: 3, total: 3
bad rate: 100.00 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 4
  contended: 0
    release: 0
$ perfolio lock contention --max-stack 4 -F contended -k contended -E 2 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
 contended         type   caller

        10      rwsem:W   the_rest+0x24
        10     rwlock:R   open_it+0x24

=== output for debug===

bad: 1, total: 2
bad rate: 50.00 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 4
  contended: 0
    release: 0
$ perfolio lock contention -Y rwsem,spinlock -q --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
         4      1.37 ms      1.23 ms    343.72 us     spinlock   write_it+0x24
         4      1.37 ms      1.23 ms    343.72 us      rwsem:R   map_it+0x24
         5    360.60 us    220.30 us     90.15 us      rwsem:W   the_rest+0x24
$ perfolio lock contention -L some_lock,c8000080 -l -q --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
         6      8.00 s       8.00 s       1.33 s    00000000c8000080   other_lock+0x40 (rwlock:R)
         6      1.67 ms      1.23 ms    277.53 us   00000000c8000000   some_lock (semaphore)
$ perfolio lock contention -S close,open_ -q --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
        10      3.84 ms      1.23 ms    427.21 us     rwlock:R   open_it+0x24
         9      2.68 ms      1.23 ms    335.00 us     rwlock:W   close_it+0x24
$ perfolio lock contention -S close,open_ --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null | grep bad
? 1
$ perfolio lock contention -Y mutex -q --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
         5      8.00 s       8.00 s       1.60 s         mutex   the_rest+0x24
         5      1.59 ms      1.23 ms    398.72 us        mutex   map_it+0x24
$ perfolio lock report -E 3 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null
                Name   acquired  contended     avg wait   total wait     max wait     min wait 

        read_it+0x14          6          6    277.53 us      1.67 ms      1.23 ms       300 ns 
        open_it+0x24          6          6      4.17 h      25.00 h      25.00 h        300 ns 
       write_it+0x24          6          7    434.95 us      2.61 ms      1.23 ms       300 ns 

=== output for debug===

bad: 2, total: 3
bad rate: 66.67 %
histogram of events caused bad sequence
    acquire: 0
   acquired: 6
  contended: 0
    release: 0
$ perfolio lock report --isolated -i fixtures/synthetic/lockdep.data
                Name   acquired  contended     avg wait   total wait     max wait     min wait 

      &mm->mmap_lock         23          7      8.79 us     61.51 us     23.15 us       548 ns 
           &rq->lock         21          6      4.61 us     27.67 us     13.70 us       137 ns 
 a_lock_with_quit...         21          8      7.11 us     56.85 us     19.73 us       137 ns 
           &rq->lock         11          5      5.64 us     28.22 us     16.58 us       548 ns 
       rcu_read_lock          3          1     13.70 us     13.70 us     13.70 us     13.70 us 
                              3          1     19.73 us     19.73 us     19.73 us     19.73 us 
        jiffies_lock          1          1     11.10 us     11.10 us     11.10 us     11.10 us 

=== output for debug===

bad: 6, total: 7
bad rate: 85.71 %
histogram of events caused bad sequence
    acquire: 1
   acquired: 1
  contended: 2
    release: 2
$ perfolio lock report -c -k wait_total -F contended,wait_max --isolated -i fixtures/synthetic/lockdep.data
                Name  contended     max wait   total wait 

      &mm->mmap_lock          7     23.15 us     61.51 us 
 a_lock_with_quit...          8     19.73 us     56.85 us 
           &rq->lock         11     16.58 us     55.90 us 
                              1     19.73 us     19.73 us 
       rcu_read_lock          1     13.70 us     13.70 us 
        jiffies_lock          1     11.10 us     11.10 us 

=== output for debug===

bad: 5, total: 6
bad rate: 83.33 %
histogram of events caused bad sequence
    acquire: 1
   acquired: 1
  contended: 2
    release: 2
$ perfolio lock report -t -F acquired -q -E 2 --isolated -i fixtures/synthetic/lockdep.data
               alpha         24 
                beta         23 
$ perfolio lock info -t --isolated -i fixtures/synthetic/lockdep.data
 Thread ID: comm
        40: alpha
        41: beta
        42: :42
        43: :43
$ perfolio lock info -m --isolated -i fixtures/synthetic/lockdep.data
Address of instance: name of class
 0xc8000180: 
 0xc8000040: &mm->mmap_lock
 0xc8000000: &rq->lock
 0xc8000100: &rq->lock
 0xc8000080: a_lock_with_quite_a_long_name
 0xc80000c0: jiffies_lock
 0xc8000140: rcu_read_lock
$ for a in 'contention.data contention' 'contention.data contention -t' 'lockdep.data report' 'lockdep.data info -m'; do set -- $a; f=$1; shift; perfolio lock "$@" --isolated -i $T/$f >$T/a.txt 2>/dev/null; perfolio lock "$@" --isolated -i fixtures/synthetic/$f 2>/dev/null | cmp - $T/a.txt; done
$ perfolio lock contention --json -E 2 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data | sed '/problems/,$d'
{
  "perfolio": 2,
  "command": "lock",
  "rows": [
    {
      "contended": 9,
      "wait_total": "90000.003914301",
      "wait_max": "90000.000000000",
      "avg_wait": "10000.000434922",
      "acquired": 9,
      "wait_min": "0.000000300",
      "type": "spinlock",
      "name": "write_it+0x24",
      "broken": true,
      "chain": [
        {"address": "0xc0108010", "symbol": {"name": "rwsem_down", "address": null, "level": "k"}},
        {"address": "0xc0109020", "symbol": {"name": "_raw_spin_lock", "address": null, "level": "k"}},
        {"address": "0xc0100080", "symbol": {"name": "read_it", "address": null, "level": "k"}},
        {"address": "0xc0101024", "symbol": {"name": "write_it", "address": null, "level": "k"}},
        {"address": "0xc0107008", "symbol": {"name": "last_caller", "address": null, "level": "k"}},
        {"address": "0x401499", "symbol": null}
      ]
    },
    {
      "contended": 10,
      "wait_total": "8.001665767",
      "wait_max": "8.000000000",
      "avg_wait": "0.889073974",
      "acquired": 9,
      "wait_min": "0.000000300",
      "type": "rwsem:W",
      "name": "the_rest+0x24",
      "broken": true,
      "chain": [
        {"address": "0xc0108010", "symbol": {"name": "rwsem_down", "address": null, "level": "k"}},
        {"address": "0xc0109020", "symbol": {"name": "_raw_spin_lock", "address": null, "level": "k"}},
        {"address": "0xc0100180", "symbol": {"name": "read_it", "address": null, "level": "k"}},
        {"address": "0xc0105024", "symbol": {"name": "the_rest", "address": null, "level": "k"}},
        {"address": "0xc0107008", "symbol": {"name": "last_caller", "address": null, "level": "k"}},
        {"address": "0x401499", "symbol": null}
      ]
    }
  ],
  "faults": {
    "acquire": 0,
    "acquired": 4,
    "contended": 0,
    "release": 0
  },
  "threads": [
    {"tid": 40, "comm": "alpha"},
    {"tid": 41, "comm": "beta"},
    {"tid": 42, "comm": null},
    {"tid": 43, "comm": null},
    {"tid": 44, "comm": null}
  ],
$ perfolio lock report --json -E 2 --isolated -i fixtures/synthetic/lockdep.data
{
  "perfolio": 2,
  "command": "lock",
  "rows": [
    {"acquired": 23, "contended": 7, "avg_wait": "0.000008787", "wait_total": "0.000061513", "wait_max": "0.000023153", "wait_min": "0.000000548", "address": "0xc8000040", "name": "&mm->mmap_lock", "broken": true},
    {"acquired": 21, "contended": 6, "avg_wait": "0.000004612", "wait_total": "0.000027674", "wait_max": "0.000013700", "wait_min": "0.000000137", "address": "0xc8000100", "name": "&rq->lock", "broken": true}
  ],
  "faults": {
    "acquire": 1,
    "acquired": 1,
    "contended": 2,
    "release": 2
  },
  "threads": [
    {"tid": 40, "comm": "alpha"},
    {"tid": 41, "comm": "beta"},
    {"tid": 42, "comm": null},
    {"tid": 43, "comm": null}
  ],
  "problems": []
}
$ perfolio lock report --json -t -E 1 --isolated -i fixtures/synthetic/lockdep.data
{
  "perfolio": 2,
  "command": "lock",
  "rows": [
    {"acquired": 24, "contended": 8, "avg_wait": "0.000009864", "wait_total": "0.000078912", "wait_max": "0.000019728", "wait_min": "0.000000137", "task": {"tid": 40, "comm": "alpha"}, "broken": false}
  ],
  "faults": {
    "acquire": 1,
    "acquired": 0,
    "contended": 1,
    "release": 1
  },
  "threads": [
    {"tid": 40, "comm": "alpha"},
    {"tid": 41, "comm": "beta"},
    {"tid": 42, "comm": null},
    {"tid": 43, "comm": null}
  ],
  "problems": []
}
$ for f in contention lockdep; do for c in report info; do perfolio lock $c --json --isolated -i fixtures/synthetic/$f.data | python3 -m json.tool >/dev/null && echo valid; done; done
valid
valid
valid
valid
$ perfolio lock contention -i fixtures/synthetic/lockdep.data
! perfolio: fixtures/synthetic/lockdep.data: no events of waits for locks: perf lock record records them
? 1
$ perfolio lock report -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: no events of locks: perf lock record records them
? 1
$ perfolio lock contention -c -i fixtures/synthetic/contention.data
! perfolio lock contention: this view has no option --combine-locks
? 1
$ perfolio lock contention -k acquired -i fixtures/synthetic/contention.data
! perfolio lock contention: --key: there is no column 'acquired'
? 1
$ perfolio lock report -F contended,most -i fixtures/synthetic/lockdep.data
! perfolio lock report: --field: there is no column 'most'
? 1
$ perfolio lock contention -Y spin -i fixtures/synthetic/contention.data
! perfolio lock: --type-filter: there is no type of locks 'spin'
? 1
$ perfolio lock report -E few -i fixtures/synthetic/lockdep.data
! perfolio lock: --entries: 'few' is not a number
? 1
$ perfolio lock script -i fixtures/synthetic/lockdep.data
! perfolio lock: script: perf has it, Perfolio does not: perfolio script prints the tracepoints of a capture
? 1
$ perfolio lock contention -b
! perfolio lock: --use-bpf (-b): perf has it, Perfolio does not: it reads what perf record writes
? 1
$ perfolio lock
! perfolio lock: name a view; there is report, contention or info
? 1
$ for c in "report -E 2" "report -t -E 1" "info -t"; do perfolio lock $c --csv --isolated -i fixtures/synthetic/lockdep.data 2>/dev/null | tr -d '\r'; done
acquired,contended,avg_wait,wait_total,wait_max,wait_min,address,name,broken
23,7,0.000008787,0.000061513,0.000023153,0.000000548,0xc8000040,&mm->mmap_lock,yes
21,6,0.000004612,0.000027674,0.000013700,0.000000137,0xc8000100,&rq->lock,yes
acquired,contended,avg_wait,wait_total,wait_max,wait_min,task,broken
24,8,0.000009864,0.000078912,0.000019728,0.000000137,40:alpha,no
tid,comm
40,alpha
41,beta
42,
43,
$ for c in "" -l -t; do perfolio lock contention $c -E 2 --csv --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null | tr -d '\r'; done
contended,wait_total,wait_max,avg_wait,acquired,wait_min,type,name,broken
9,90000.003914301,90000.000000000,10000.000434922,9,0.000000300,spinlock,write_it+0x24,yes
10,8.001665767,8.000000000,0.889073974,9,0.000000300,rwsem:W,the_rest+0x24,yes
contended,wait_total,wait_max,avg_wait,acquired,wait_min,address,type,name,broken
6,90000.002539734,90000.000000000,15000.000423289,6,0.000000300,0xc8000240,pcpu-sem:R,other_lock+0x200,yes
6,8.002609434,8.000000000,1.333768239,6,0.000000300,0xc8000080,rwlock:R,other_lock+0x40,no
contended,wait_total,wait_max,avg_wait,acquired,wait_min,task,broken
13,90000.005219468,90000.000000000,6923.077324574,13,0.000000300,44:,yes
13,8.005219468,8.000000000,0.615786112,13,0.000000300,43:,yes
$ perfolio lock contention -t --max-stack 3 -i fixtures/synthetic/contention.data
! perfolio lock contention: --max-stack needs callers: leave out -t and -l, or add -S
? 1
$ perfolio lock contention -l --stack-skip 1 -i fixtures/synthetic/contention.data
! perfolio lock contention: --stack-skip needs rows of callers: contention without -t and -l
? 1
$ perfolio lock report --max-stack 1 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null | head -4; perfolio lock report --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/contention.data 2>/dev/null | head -4
                Name   acquired  contended     avg wait   total wait     max wait     min wait 

             Unknown          6          6    277.53 us      1.67 ms      1.23 ms       300 ns 
             Unknown          6          6      4.17 h      25.00 h      25.00 h        300 ns 
                Name   acquired  contended     avg wait   total wait     max wait     min wait 

        read_it+0x14          6          6    277.53 us      1.67 ms      1.23 ms       300 ns 
        open_it+0x24          6          6      4.17 h      25.00 h      25.00 h        300 ns 
