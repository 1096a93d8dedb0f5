# Rows by where in the source samples were; from a folio without any DWARF.
$ perfolio report --no-children -g none --sort srcline,symbol -q --percent-limit 1.5 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>/dev/null
    22.11%  workload.c:59                        [.] cmp_u32             -      -
    14.07%  libc.so.6[3fbf4]                     [.] 0x000000000003fbf4  -      -
     7.46%  workload.c:35                        [.] hot_loop            -      -
     4.93%  workload.c:52                        [.] fib                 -      -
     4.60%  libc.so.6[26290]                     [.] 0x0000000000026290  -      -
     3.44%  libc.so.6[152a80]                    [.] 0x0000000000152a80  -      -
     3.24%  workload.c:53                        [.] fib                 -      -
     2.98%  libc.so.6[3f9a4]                     [.] 0x000000000003f9a4  -      -
     2.53%  libwork.c:15                         [.] lib_leaf            -      -
     2.20%  libc.so.6[3fbda]                     [.] 0x000000000003fbda  -      -
     2.14%  libc.so.6[3fbca]                     [.] 0x000000000003fbca  -      -
     2.08%  workload.c:42                        [.] hot_loop            -      -
     1.95%  libc.so.6[3fbc0]                     [.] 0x000000000003fbc0  -      -
     1.82%  [kernel.kallsyms][ffffffffb9feefd9]  [k] 0xffffffffb9feefd9  -      -
     1.75%  libc.so.6[3f9c1]                     [.] 0x000000000003f9c1  -      -
     1.62%  libc.so.6[3fbf8]                     [.] 0x000000000003fbf8  -      -


$ perfolio report --children -g none --sort srcline -q --percent-limit 9 -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug 2>/dev/null
    22.18%    22.11%  workload.c:59
    18.03%     0.00%  libc.so.6[2724a]
    14.07%    14.07%  libc.so.6[3fbf4]
    14.07%     0.00%  libc.so.6[891f5]
     9.73%     4.93%  workload.c:52
     9.73%     0.00%  workload.c:88
     9.66%     3.24%  workload.c:53
     9.21%     0.00%  [kernel.kallsyms][ffffffffba200126]


$ perfolio report --sort srcfile -n --percent-limit 5 -i fixtures/hppa/user.data --objects fixtures/hppa/debug 2>/dev/null
#
# Total Lost Samples: 0
#
# Samples: 332  of event 'cpu-clock:u'
# Event count (approx.): 1328000000
#
# Overhead       Samples  Source File
# ........  ............  ...........
#
    64.46%           214  workload.c
    33.73%           112  dso.c


$ perfolio report --sort srcfile,dso -q --full-source-path --percent-limit 5 -i fixtures/hppa/user.data --objects fixtures/hppa/debug 2>/dev/null
    64.46%  /tmp/hppa/guest/workload.c  wl-dyn
    33.73%  /tmp/hppa/guest/dso.c       libspin.so


$ perfolio report --sort srcline -q --percent-limit 5 -i fixtures/hppa/user.data 2>/dev/null
    19.28%  libspin.so[534]
    18.67%  wl-dyn[914]
    15.06%  wl-dyn[8dc]
    11.45%  libspin.so[548]
     9.64%  wl-dyn[958]
     8.73%  wl-dyn[bfc]


$ perfolio report --sort srcline,srcfile --json --percent-limit 32 -i fixtures/hppa/user.data --objects fixtures/hppa/debug 2>/dev/null
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock:u",
      "samples": 332,
      "period": 1328000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 32.83, "samples": 109, "period": 436000000, "srcline": {"file": "dso.c", "line": 2}, "srcfile": "dso.c"}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
$ perfolio pack -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug -o $T/user.folio >/dev/null 2>&1
$ perfolio report --sort srcline -q --percent-limit 14 -i $T/user.folio --isolated 2>/dev/null
    32.83%  dso.c:2
    18.67%  workload.c:23
    15.06%  workload.c:15
    14.76%  workload.c:28


