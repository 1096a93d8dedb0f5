# Slab and page allocations by caller and by what was allocated. Made by tests/fixture/make.py: Linux there is at 0xc0100000.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 be-file-32-attr128 >/dev/null; cmp $T/kmem/le-file-64-attr128.data fixtures/synthetic/kmem.data
$ printf '%s\n' 'c0100000 T _text' 'c0100010 T read_it' 'c0101000 T write_it' 'c0102000 T open_it' 'c0103000 t close_it' 'c0104000 T map_it' 'c0105000 T the_rest' 'c0108000 T __alloc_frozen_pages_noprof' 'c0109000 T alloc_pages_mpol' 'c010a000 T last' >$T/kallsyms
$ perfolio kmem stat --caller --alloc -l 5 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/kmem.data 2>&1 | grep -v 'matched by name'
---------------------------------------------------------------------------------------------------------
 Callsite                           | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
---------------------------------------------------------------------------------------------------------
 map_it+24                          |      9536/1192  |      9215/1151  |        8 |         0 |  3.366%
 close_it+24                        |      9536/1192  |      9216/1152  |        8 |         2 |  3.356%
 open_it+24                         |      9536/1192  |      9217/1152  |        8 |         0 |  3.345%
 write_it+24                        |      9536/1192  |      9218/1152  |        8 |         0 |  3.335%
 read_it+14                         |      9536/1192  |      9219/1152  |        8 |        18 |  3.324%
---------------------------------------------------------------------------------------------------------
---------------------------------------------------------------------------------------------------------
 Alloc Ptr                          | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
---------------------------------------------------------------------------------------------------------
 0xc8011000                         |        32/32    |        21/21    |        1 |         0 | 34.375%
 0xc8014000                         |       128/128   |        90/90    |        1 |         2 | 29.688%
 0xc800d000                         |       160/80    |       113/56    |        2 |         0 | 29.375%
 0xc8009000                         |       160/80    |       114/57    |        2 |         0 | 28.750%
 0xc8005000                         |       160/80    |       115/57    |        2 |         3 | 28.125%
 ...                                | ...             | ...             | ...      | ...       | ...   
---------------------------------------------------------------------------------------------------------

SUMMARY (SLAB allocator)
========================
Total bytes requested: 46085
Total bytes allocated: 47680
Total bytes freed:     35520
Net total bytes allocated: 12160
Total bytes wasted on internal fragmentation: 1595
Internal fragmentation: 3.345218%
Cross CPU allocations: 10/40
perfolio: 5 events were lost while recording (LOST records) (first: at offset 15512)
$ perfolio kmem stat --page --caller --alloc -l 4 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/kmem.data 2>&1 | grep -v 'matched by name'
#
# GFP flags
# ---------
# 00000000:          none: none
# 00000cc0:             K: GFP_KERNEL
# 00000cc8:           K|M: GFP_KERNEL|__GFP_MOVABLE
# 00000dc0:           K|Z: GFP_KERNEL|__GFP_ZERO
# 08000100: Z|__GFP_LATER: __GFP_ZERO|__GFP_LATER

---------------------------------------------------------------------------------------------------------
 Total alloc (KB) | Hits      | Order | Mig.type | GFP flags     | Callsite
---------------------------------------------------------------------------------------------------------
            32768 |         1 |    13 |  RECLAIM | Z|__GFP_LATER | read_it
               96 |         3 |     3 | UNMOVABL | none          | close_it
               64 |         2 |     3 |  MOVABLE | none          | close_it
               64 |         2 |     3 |  RECLAIM | none          | close_it
               48 |         3 |     2 |  RECLAIM | K|M           | open_it
               32 |         2 |     2 | UNMOVABL | K|M           | open_it
               32 |         2 |     2 |  MOVABLE | K|M           | open_it
               24 |         3 |     1 |  MOVABLE | K|Z           | write_it
               16 |         2 |     1 | UNMOVABL | K|Z           | write_it
               16 |         2 |     1 |  RECLAIM | K|Z           | write_it
               12 |         3 |     0 | UNMOVABL | K             | read_it
                8 |         2 |     0 |  MOVABLE | K             | read_it
                8 |         2 |     0 |  RECLAIM | K             | read_it
                8 |         1 |     1 |  UNKNOWN | K|Z           | write_it
                4 |         1 |     0 |  UNKNOWN | K             | read_it
---------------------------------------------------------------------------------------------------------

---------------------------------------------------------------------------------------------------------
 PFN              | Total alloc (KB) | Hits      | Order | Mig.type | GFP flags     | Callsite
---------------------------------------------------------------------------------------------------------
            32768 |            32768 |         1 |    13 |  RECLAIM | Z|__GFP_LATER | read_it
            16384 |               32 |         1 |     3 |  MOVABLE | none          | close_it
            16480 |               32 |         1 |     3 | UNMOVABL | none          | close_it
            16512 |               32 |         1 |     3 |  RECLAIM | none          | close_it
 ...              | ...              | ...       | ...   | ...      | ...           | ...
---------------------------------------------------------------------------------------------------------

SUMMARY (page allocator)
========================
Total allocation requests     :               32   [            35248 KB ]
Total free requests           :               11   [              164 KB ]

Total alloc+freed requests    :                7   [              112 KB ]
Total alloc-only requests     :               25   [            35136 KB ]
Total free-only requests      :                4   [               52 KB ]

Total allocation failures     :                1   [             2048 KB ]

Order     Unmovable       Movable   Reclaimable    HighAtomic  CMA/Isolated
-----  ------------  ------------  ------------  ------------  ------------
    0             3             2             2             .             .
    1             2             3             2             .             .
    2             2             2             3             .             .
    3             3             2             2             .             .
    4             .             .             .             .             .
    5             .             .             .             .             .
    6             .             .             .             .             .
    7             .             .             .             .             .
    8             .             .             .             .             .
    9             .             .             .             .             .
   10             .             .             .             .             .
   11             .             .             .             .             .
   12             .             .             .             .             .
   13             .             .             1             .             .
perfolio: 5 events were lost while recording (LOST records) (first: at offset 15512)
perfolio: 1 record was damaged and skipped (first: order 77 of pages at offset 15384)
$ perfolio kmem stat --slab --page --caller --alloc --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/kmem.data >$T/k.txt 2>$T/k.err; perfolio kmem stat --slab --page --caller --alloc --isolated --kallsyms $T/kallsyms -i $T/kmem/be-file-32-attr128.data 2>/dev/null | cmp - $T/k.txt
$ perfolio kmem stat --page --live --caller --alloc -l 3 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/kmem.data 2>/dev/null | sed '/SUMMARY/,$d'
#
# GFP flags
# ---------
# 00000000:          none: none
# 00000cc0:             K: GFP_KERNEL
# 00000cc8:           K|M: GFP_KERNEL|__GFP_MOVABLE
# 00000dc0:           K|Z: GFP_KERNEL|__GFP_ZERO
# 08000100: Z|__GFP_LATER: __GFP_ZERO|__GFP_LATER

---------------------------------------------------------------------------------------------------------
  Live alloc (KB) | Hits      | Order | Mig.type | GFP flags     | Callsite
---------------------------------------------------------------------------------------------------------
            32768 |         1 |    13 |  RECLAIM | Z|__GFP_LATER | read_it
               64 |         2 |     3 |  RECLAIM | none          | close_it
               32 |         2 |     2 |  RECLAIM | K|M           | open_it
               32 |         1 |     3 | UNMOVABL | none          | close_it
               32 |         1 |     3 |  MOVABLE | none          | close_it
               16 |         2 |     1 |  MOVABLE | K|Z           | write_it
               16 |         1 |     2 |  MOVABLE | K|M           | open_it
                8 |         1 |     1 | UNMOVABL | K|Z           | write_it
                8 |         1 |     1 |  RECLAIM | K|Z           | write_it
                8 |         1 |     1 |  UNKNOWN | K|Z           | write_it
                4 |         1 |     0 | UNMOVABL | K             | read_it
                4 |         1 |     0 |  MOVABLE | K             | read_it
                4 |         1 |     0 |  RECLAIM | K             | read_it
                4 |         1 |     0 |  UNKNOWN | K             | read_it
---------------------------------------------------------------------------------------------------------

---------------------------------------------------------------------------------------------------------
 PFN              |  Live alloc (KB) | Hits      | Order | Mig.type | GFP flags     | Callsite
---------------------------------------------------------------------------------------------------------
            32768 |            32768 |         1 |    13 |  RECLAIM | Z|__GFP_LATER | read_it
            16736 |               32 |         1 |     3 |  RECLAIM | none          | close_it
            16640 |               32 |         1 |     3 | UNMOVABL | none          | close_it
 ...              | ...              | ...       | ...   | ...      | ...           | ...
---------------------------------------------------------------------------------------------------------

$ perfolio kmem stat --alloc -s hit,ptr -l 2 --caller -s pingpong -l 3 --raw-ip --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | sed '/SUMMARY/,$d'
---------------------------------------------------------------------------------------------------------
 Callsite                           | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
---------------------------------------------------------------------------------------------------------
 0xc0100024                         |      9536/1192  |      9219/1152  |        8 |        18 |  3.324%
 0xc0103024                         |      9536/1192  |      9216/1152  |        8 |         2 |  3.356%
 0xc0101024                         |      9536/1192  |      9218/1152  |        8 |         0 |  3.335%
 ...                                | ...             | ...             | ...      | ...       | ...   
---------------------------------------------------------------------------------------------------------
---------------------------------------------------------------------------------------------------------
 Alloc Ptr                          | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
---------------------------------------------------------------------------------------------------------
 0xc8010000                         |      4224/2112  |      4090/2045  |        2 |         0 |  3.172%
 0xc800f000                         |      4608/2304  |      4496/2248  |        2 |         2 |  2.431%
 ...                                | ...             | ...             | ...      | ...       | ...   
---------------------------------------------------------------------------------------------------------

$ perfolio kmem stat --page --caller -s migtype,order,gfp -l 4 --alloc -s callsite,page -l 4 --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | sed '/SUMMARY/,$d'
#
# GFP flags
# ---------
# 00000000:          none: none
# 00000cc0:             K: GFP_KERNEL
# 00000cc8:           K|M: GFP_KERNEL|__GFP_MOVABLE
# 00000dc0:           K|Z: GFP_KERNEL|__GFP_ZERO
# 08000100: Z|__GFP_LATER: __GFP_ZERO|__GFP_LATER

---------------------------------------------------------------------------------------------------------
 Total alloc (KB) | Hits      | Order | Mig.type | GFP flags     | Callsite
---------------------------------------------------------------------------------------------------------
                8 |         1 |     1 |  UNKNOWN | K|Z           | c0101024
                4 |         1 |     0 |  UNKNOWN | K             | c0109010
            32768 |         1 |    13 |  RECLAIM | Z|__GFP_LATER | c0108010
               64 |         2 |     3 |  RECLAIM | none          | c0103024
 ...              | ...       | ...   | ...      | ...           | ...
---------------------------------------------------------------------------------------------------------

---------------------------------------------------------------------------------------------------------
 PFN              | Total alloc (KB) | Hits      | Order | Mig.type | GFP flags     | Callsite
---------------------------------------------------------------------------------------------------------
            16896 |                4 |         1 |     0 |  MOVABLE | K             | c0109010
            16800 |                8 |         1 |     1 |  MOVABLE | K|Z           | c0109010
            16704 |               16 |         1 |     2 |  MOVABLE | K|M           | c0109010
            16672 |                4 |         1 |     0 |  UNKNOWN | K             | c0109010
 ...              | ...              | ...       | ...   | ...      | ...           | ...
---------------------------------------------------------------------------------------------------------

$ perfolio kmem stat --time 0,0.000000120 --isolated -i fixtures/synthetic/kmem.data

SUMMARY (SLAB allocator)
========================
Total bytes requested: 13938
Total bytes allocated: 14464
Total bytes freed:     864
Net total bytes allocated: 13600
Total bytes wasted on internal fragmentation: 526
Internal fragmentation: 3.636615%
Cross CPU allocations: 3/14
! perfolio: 5 events were lost while recording (LOST records) (first: at offset 15512)
$ perfolio kmem stat --slab --alloc --caller -s pingpong,hit -l 2 --raw-ip --time 0.000000150,0.000000250 --isolated -i fixtures/synthetic/kmem.data
---------------------------------------------------------------------------------------------------------
 Callsite                           | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
---------------------------------------------------------------------------------------------------------
 0xc0100024                         |      4096/4096  |      4000/4000  |        1 |         4 |  2.344%
 0xc0103024                         |       544/272   |       516/258   |        2 |         2 |  5.147%
 ...                                | ...             | ...             | ...      | ...       | ...   
---------------------------------------------------------------------------------------------------------
---------------------------------------------------------------------------------------------------------
 Alloc Ptr                          | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
---------------------------------------------------------------------------------------------------------
 0xc800a000                         |        32/32    |        19/19    |        1 |         0 | 40.625%
 0xc800e000                         |        32/32    |        22/22    |        1 |         0 | 31.250%
 0xc800d000                         |       128/128   |        95/95    |        1 |         0 | 25.781%
 0xc800b000                         |       512/512   |       494/494   |        1 |         0 |  3.516%
 0xc800f000                         |       512/512   |       497/497   |        1 |         0 |  2.930%
 0xc8010000                         |      4096/4096  |      3996/3996  |        1 |         0 |  2.441%
 0xc800c000                         |      4096/4096  |      4000/4000  |        1 |         3 |  2.344%
 0xc8000000                         |         0/0     |         0/0     |        0 |         2 |  0.000%
 0xc8007000                         |         0/0     |         0/0     |        0 |         1 |  0.000%
---------------------------------------------------------------------------------------------------------

SUMMARY (SLAB allocator)
========================
Total bytes requested: 9123
Total bytes allocated: 9408
Total bytes freed:     20992
Total bytes wasted on internal fragmentation: 285
Internal fragmentation: 3.029337%
Cross CPU allocations: 2/7
! perfolio: 5 events were lost while recording (LOST records) (first: at offset 15512)
$ perfolio kmem stat --json --slab --page --caller -l 2 --alloc -l 2 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/kmem.data 2>&1 | grep -v 'matched by name'
{
  "perfolio": 2,
  "command": "kmem",
  "slab": {
    "callers": [
      {"symbol": {"name": "map_it", "address": null, "level": "k"}, "offset": "0x24", "address": "0xc0104024", "allocated": 9536, "requested": 9215, "hits": 8, "ping_pongs": 0, "waste_percent": 3.37},
      {"symbol": {"name": "close_it", "address": null, "level": "k"}, "offset": "0x24", "address": "0xc0103024", "allocated": 9536, "requested": 9216, "hits": 8, "ping_pongs": 2, "waste_percent": 3.36}
    ],
    "objects": [
      {"address": "0xc8011000", "allocated": 32, "requested": 21, "hits": 1, "ping_pongs": 0, "waste_percent": 34.38},
      {"address": "0xc8014000", "allocated": 128, "requested": 90, "hits": 1, "ping_pongs": 2, "waste_percent": 29.69}
    ],
    "requested": 46085,
    "allocated": 47680,
    "freed": 35520,
    "cross_node": 10,
    "hits": 40
  },
  "page": {
    "gfp_flags": [
      {"flags": "0x0", "short": "none", "names": "none"},
      {"flags": "0xcc0", "short": "K", "names": "GFP_KERNEL"},
      {"flags": "0xcc8", "short": "K|M", "names": "GFP_KERNEL|__GFP_MOVABLE"},
      {"flags": "0xdc0", "short": "K|Z", "names": "GFP_KERNEL|__GFP_ZERO"},
      {"flags": "0x8000100", "short": "Z|__GFP_LATER", "names": "__GFP_ZERO|__GFP_LATER"}
    ],
    "callers": [
      {"bytes": 33554432, "hits": 1, "order": 13, "migrate_type": "RECLAIM", "gfp_flags": "0x8000100", "symbol": {"name": "read_it", "address": null, "level": "k"}, "offset": "0x14", "address": "0xc0100024"},
      {"bytes": 98304, "hits": 3, "order": 3, "migrate_type": "UNMOVABL", "gfp_flags": "0x0", "symbol": {"name": "close_it", "address": null, "level": "k"}, "offset": "0x24", "address": "0xc0103024"}
    ],
    "pages": [
      {"page": "0x8000", "bytes": 33554432, "hits": 1, "order": 13, "migrate_type": "RECLAIM", "gfp_flags": "0x8000100", "symbol": {"name": "read_it", "address": null, "level": "k"}, "offset": "0x14", "address": "0xc0100024"},
      {"page": "0x4000", "bytes": 32768, "hits": 1, "order": 3, "migrate_type": "MOVABLE", "gfp_flags": "0x0", "symbol": {"name": "close_it", "address": null, "level": "k"}, "offset": "0x24", "address": "0xc0103024"}
    ],
    "allocations": 32,
    "allocated": 36093952,
    "frees": 11,
    "freed": 167936,
    "unknown_frees": 4,
    "unknown_freed": 53248,
    "failures": 1,
    "failed": 2097152,
    "orders": [
      {"order": 0, "UNMOVABL": 3, "MOVABLE": 2, "RECLAIM": 2, "HIGHATOM": 0, "CMA/ISLT": 0, "UNKNOWN": 1},
      {"order": 1, "UNMOVABL": 2, "MOVABLE": 3, "RECLAIM": 2, "HIGHATOM": 0, "CMA/ISLT": 0, "UNKNOWN": 1},
      {"order": 2, "UNMOVABL": 2, "MOVABLE": 2, "RECLAIM": 3, "HIGHATOM": 0, "CMA/ISLT": 0, "UNKNOWN": 0},
      {"order": 3, "UNMOVABL": 3, "MOVABLE": 2, "RECLAIM": 2, "HIGHATOM": 0, "CMA/ISLT": 0, "UNKNOWN": 0},
      {"order": 13, "UNMOVABL": 0, "MOVABLE": 0, "RECLAIM": 1, "HIGHATOM": 0, "CMA/ISLT": 0, "UNKNOWN": 0}
    ]
  },
  "problems": [
    {"key": "lost-events", "count": 5, "sentence": "events were lost while recording (LOST records)", "first": "at offset 15512"},
    {"key": "bad-records", "count": 1, "sentence": "record was damaged and skipped", "first": "order 77 of pages at offset 15384"},
  ]
}
$ perfolio kmem stat --json --slab --page --caller --alloc --live --isolated -i fixtures/synthetic/kmem.data | python3 -m json.tool >/dev/null && echo valid
valid
$ perfolio kmem stat -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: no events of the slab allocator: perf kmem --slab record records them
? 1
$ perfolio kmem stat --json --page -i fixtures/amd64/sched.data
! perfolio: fixtures/amd64/sched.data: no events of the page allocator: perf kmem --page record records them
? 1
$ perfolio kmem stat -s page -i fixtures/synthetic/kmem.data
! perfolio kmem: --sort: 'page' is not a key of the slab allocator; its keys are ptr, callsite, hit, bytes, frag, pingpong
? 1
$ perfolio kmem stat --page -s hit,frag -i fixtures/synthetic/kmem.data
! perfolio kmem: --sort: 'frag' is not a key of the page allocator; its keys are page, callsite, order, migtype, gfp, hit, bytes
? 1
$ perfolio kmem stat -l many -i fixtures/synthetic/kmem.data
! perfolio kmem: --line: 'many' is not a number of lines
? 1
$ for o in "-s hit" "-l 3" "-s hit --caller" --raw-ip "--slab --alloc --raw-ip" --live "--slab --live --caller"; do perfolio kmem stat $o --isolated -i fixtures/synthetic/kmem.data 2>&1 >$T/k.txt | sed -n 1p; echo "$(grep -c -e SUMMARY -e Callsite $T/k.txt) of $o"; done
perfolio kmem: --sort has no effect: it applies to a table named before it (--caller or --alloc)
1 of -s hit
perfolio kmem: --line has no effect: it applies to a table named before it (--caller or --alloc)
1 of -l 3
perfolio kmem: --sort has no effect: it applies to a table named before it (--caller or --alloc)
2 of -s hit --caller
perfolio kmem: --raw-ip has no effect without --caller
1 of --raw-ip
perfolio kmem: --raw-ip has no effect without --caller
1 of --slab --alloc --raw-ip
perfolio: fixtures/synthetic/kmem.data: --live is for pages: add --page
0 of --live
perfolio: fixtures/synthetic/kmem.data: --live is for pages: add --page
0 of --slab --live --caller
$ perfolio kmem --page stat -l 8 --isolated -i fixtures/synthetic/kmem.data 2>&1 >$T/k.txt; perfolio kmem --page stat --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | cmp - $T/k.txt && grep -c requests $T/k.txt
perfolio kmem: --line has no effect: it applies to a table named before it (--caller or --alloc)
perfolio: 5 events were lost while recording (LOST records) (first: at offset 15512)
perfolio: 1 record was damaged and skipped (first: order 77 of pages at offset 15384)
5
$ perfolio kmem stat -s hit,ptr -l 2 --alloc --isolated -i fixtures/synthetic/kmem.data 2>/dev/null >$T/k.txt; perfolio kmem stat --alloc -s hit,ptr -l 2 --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | cmp - $T/k.txt && grep -c '^ 0x' $T/k.txt; perfolio kmem stat -s hit -l 2 --csv --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | grep -c .
2
10
$ perfolio kmem record -i fixtures/synthetic/kmem.data
! perfolio kmem: record: perf has it, Perfolio does not: it reads what perf record writes
? 1
$ perfolio kmem
! perfolio kmem: name a view; there is stat
? 1
$ for t in --caller --alloc; do perfolio kmem stat $t -s ptr -l 3 --raw-ip --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | sed -n 4,6p; done; perfolio kmem stat --caller -s ptr,bytes -l 3 --raw-ip --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | sed -n 4,6p
 0xc0100024                         |      9536/1192  |      9219/1152  |        8 |        18 |  3.324%
 0xc0101024                         |      9536/1192  |      9218/1152  |        8 |         0 |  3.335%
 0xc0102024                         |      9536/1192  |      9217/1152  |        8 |         0 |  3.345%
 0xc8016000                         |       512/512   |       499/499   |        1 |         0 |  2.539%
 0xc8015000                         |        32/32    |        24/24    |        1 |         0 | 25.000%
 0xc8014000                         |       128/128   |        90/90    |        1 |         2 | 29.688%
 0xc0100024                         |      9536/1192  |      9219/1152  |        8 |        18 |  3.324%
 0xc0101024                         |      9536/1192  |      9218/1152  |        8 |         0 |  3.335%
 0xc0102024                         |      9536/1192  |      9217/1152  |        8 |         0 |  3.345%
$ perfolio kmem stat --csv --slab --page --caller -l 2 --alloc -l 2 --isolated --kallsyms $T/kallsyms -i fixtures/synthetic/kmem.data 2>/dev/null | tr -d '\r'
symbol,offset,address,allocated,requested,hits,ping_pongs,waste_percent
[k] map_it,0x24,0xc0104024,9536,9215,8,0,3.37
[k] close_it,0x24,0xc0103024,9536,9216,8,2,3.36

address,allocated,requested,hits,ping_pongs,waste_percent
0xc8011000,32,21,1,0,34.38
0xc8014000,128,90,1,2,29.69

flags,short,names
0x0,none,none
0xcc0,K,GFP_KERNEL
0xcc8,K|M,GFP_KERNEL|__GFP_MOVABLE
0xdc0,K|Z,GFP_KERNEL|__GFP_ZERO
0x8000100,Z|__GFP_LATER,__GFP_ZERO|__GFP_LATER

bytes,hits,order,migrate_type,gfp_flags,symbol,offset,address
33554432,1,13,RECLAIM,0x8000100,[k] read_it,0x14,0xc0100024
98304,3,3,UNMOVABL,0x0,[k] close_it,0x24,0xc0103024

page,bytes,hits,order,migrate_type,gfp_flags,symbol,offset,address
0x8000,33554432,1,13,RECLAIM,0x8000100,[k] read_it,0x14,0xc0100024
0x4000,32768,1,3,MOVABLE,0x0,[k] close_it,0x24,0xc0103024

order,UNMOVABL,MOVABLE,RECLAIM,HIGHATOM,CMA/ISLT,UNKNOWN
0,3,2,2,0,0,1
1,2,3,2,0,0,1
2,2,2,3,0,0,0
3,3,2,2,0,0,0
13,0,0,1,0,0,0
$ perfolio kmem stat --csv --isolated -i fixtures/synthetic/kmem.data 2>/dev/null | tr -d '\r' | grep -c .
30
$ perfolio kmem stat --isolated --vmlinux=/nonexistent -i fixtures/synthetic/kmem.data
! perfolio: cannot open /nonexistent: No such file or directory
? 1
