# What is done to call chains before they are counted: parents, chains that end early, frames without a name.
$ perfolio report -p ^worker_ -s dso --no-children -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    43.58%  libc.so.6             [other]
    31.71%  workload              [other]
    10.31%  workload              worker_fib
     9.92%  [kernel.kallsyms]     [other]
     3.24%  libwork.so            worker_lib
     0.71%  ld-linux-x86-64.so.2  [other]
     0.45%  libc.so.6             worker_fib
     0.06%  [kernel.kallsyms]     worker_fib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -p ^worker_ -x -s comm,sym --percent-limit 1 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    10.83%     0.00%  wl-fib   [.] worker_fib          worker_fib
    10.83%     0.00%  wl-fib   [.] 0x00007fc3cf7cf1f5  worker_fib
     9.73%     9.66%  wl-fib   [.] fib                 worker_fib
     3.24%     0.00%  wl-lib   [.] work_entry          worker_lib
     3.24%     0.00%  wl-lib   [.] worker_lib          worker_lib
     3.24%     0.00%  wl-lib   [.] 0x00007fc3cf7cf1f5  worker_lib
     2.98%     0.32%  wl-lib   [.] lib_even            worker_lib
     2.79%     0.26%  wl-lib   [.] lib_odd             worker_lib
     2.66%     2.66%  wl-lib   [.] lib_leaf            worker_lib
     1.10%     0.65%  wl-fib   [.] sort_some           worker_fib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -s parent --no-children -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
   100.00%  [other]


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -p fib -s parent -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    89.17%    89.17%  [other]
    10.83%    10.83%  worker_fib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report -p "(" -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio report: --parent: '(': '(' and ')' are not in pairs
? 1
$ perfolio report --ignore-callees sort -s sym --no-children --percent-limit 5 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.11%  [.] cmp_u32
    14.07%  [.] 0x000000000003fbf4
     9.66%  [.] fib
     9.53%  [.] hot_loop


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --ignore-callees sort -s sym --children --percent-limit 8 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.18%    22.11%  [.] cmp_u32
    18.03%     0.00%  [.] 0x00007fc3cf76d24a
    14.07%    14.07%  [.] 0x000000000003fbf4
    14.07%     0.00%  [.] 0x00007fc3cf785bf4
    12.97%     0.00%  [.] 0x00007fc3cf7cf1f5
     9.73%     9.66%  [.] fib
     9.73%     0.00%  [.] worker_fib
     9.66%     9.53%  [.] hot_loop
     9.21%     0.00%  [k] 0xffffffffba200126
     8.37%     0.00%  [.] main


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1299 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --ignore-callees '*' -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio report: --ignore-callees: '*': nothing stands before '*', '+', '?' or '{' that could be repeated
? 1
$ perfolio report -U -s sym --percent-limit 8 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    48.85%    48.85%  [.] cmp_u32
    22.78%     0.00%  [.] worker_fib
    21.35%    21.35%  [.] fib
    21.06%    21.06%  [.] hot_loop


$ perfolio report -U -s sym --no-children -n -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    48.85%           341  [.] cmp_u32
    21.35%           149  [.] fib
    21.06%           147  [.] hot_loop
     5.87%            41  [.] lib_leaf
     1.43%            10  [.] sort_some
     0.72%             5  [.] lib_even
     0.57%             4  [.] lib_odd
     0.14%             1  [.] do_syscalls


$ perfolio report --symbol-filter fib -s sym -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    10.83%     0.00%  [.] worker_fib
     9.73%     9.66%  [.] fib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --symbol-filter fib -s sym --percentage relative --no-children -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
   100.00%  [.] fib


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --symbol-filter 0x -s sym --no-children -q -g none -i fixtures/amd64/fp.data --isolated


! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --symbol-filter fib -s comm -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
! perfolio: fixtures/amd64/fp.data: --symbol-filter: these rows have no symbol
? 1
$ perfolio report -x -s comm -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug


! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --no-demangle -s sym --percent-limit 15 -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
    22.18%    22.11%  [.] cmp_u32
    18.03%     0.00%  [.] 0x00007fc3cf76d24a


! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 1316 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio report --json -p ^worker_ -x -s comm --no-children -q -g none -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "event": "cpu-clock",
      "samples": 1542,
      "period": 1934755110,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 10.83, "samples": 167, "period": 209535735, "comm": "wl-fib", "parent": "worker_fib"},
        {"percent": 3.24, "samples": 50, "period": 62735250, "comm": "wl-lib", "parent": "worker_lib"}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 844, "sentence": "samples lie in objects that were not found", "first": "0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6"}
  ]
}
$ perfolio unpack -d $T/odd fixtures/amd64/dwarf.folio >/dev/null 2>&1; cd $T/odd; LC_ALL=C sed -i s/x86_64/x99_99/g dwarf.data; perfolio report --isolated --no-children -g caller -q --sort comm -i dwarf.data 2>&1 | grep dumps
perfolio: 32 samples have stack dumps that cannot be unwound: no registers are known (first: 0xffffffffb992913b, frame 0 of process 164, thread 164)
$ # a stack that leads to where the process begins is complete, unwind tables or not
$ perfolio script --isolated -F ip,sym -i fixtures/amd64/dwarf-start.folio 2>&1 | head -7; perfolio report --isolated --json -i fixtures/amd64/dwarf-start.folio | grep -c stack-no-rule

	    7fe73b7c689e get_common_indices.constprop.0
	    7fe73b7c7c12 init_cpu_features.constprop.0
	    7fe73b7cc303 _dl_sysdep_start
	    7fe73b7cdccb _dl_start
	    7fe73b7ccb77 _start

0
? 1
$ # ... and without its name
$ perfolio unpack -d $T/names fixtures/amd64/dwarf-start.folio >/dev/null 2>&1; cd $T/names; LC_ALL=C find .debug -name elf -exec sed -i s/_start/_there/g {} +; perfolio script --isolated --objects .debug -F ip,sym -i start.data 2>&1 | head -7; perfolio report --isolated --objects .debug --json -i start.data | grep -c stack-no-rule

	    7fe73b7c689e get_common_indices.constprop.0
	    7fe73b7c7c12 init_cpu_features.constprop.0
	    7fe73b7cc303 _dl_sysdep_there
	    7fe73b7cdccb _dl_there
	    7fe73b7ccb77 _there

0
? 1
$ # which is asked for where the file has start files: the code behind the entry may be theirs
$ cd $T/names; LC_ALL=C find .debug -name elf -exec sed -i s/.rodata/.init\\x00\\x00/g {} +; perfolio report --isolated --objects .debug --json -i start.data | grep stack-no-rule
    {"key": "stack-no-rule", "count": 5, "sentence": "stack dumps lead to code that the unwind tables do not cover", "first": "0x1ab77 in /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2, frame 5 of process 7600, thread 7600"}
$ # One thread's samples of several events, whose chains share outer frames: callers count for the event of the sample.
$ perfolio report --stdio --quiet --children -g none --sort sym --percent-limit 15 -i fixtures/synthetic/kmem.data 2>/dev/null | grep .
   100.00%   100.00%  [k] 0x00000000c0106024
    21.43%     0.00%  [k] 0x00000000c0100024
    21.43%     0.00%  [k] 0x00000000c0101024
    21.43%     0.00%  [k] 0x00000000c0103024
    21.43%     0.00%  [k] 0x00000000c0104024
   100.00%   100.00%  [k] 0x00000000c0106024
    23.08%     0.00%  [k] 0x00000000c0101024
    23.08%     0.00%  [k] 0x00000000c0102024
    23.08%     0.00%  [k] 0x00000000c0104024
    15.38%     0.00%  [k] 0x00000000c0100024
    15.38%     0.00%  [k] 0x00000000c0103024
   100.00%   100.00%  [k] 0x00000000c0106024
    23.08%     0.00%  [k] 0x00000000c0100024
    23.08%     0.00%  [k] 0x00000000c0102024
    23.08%     0.00%  [k] 0x00000000c0103024
    15.38%     0.00%  [k] 0x00000000c0101024
    15.38%     0.00%  [k] 0x00000000c0104024
   100.00%   100.00%  [k] 0x00000000c0107024
   100.00%   100.00%  [k] 0x00000000c0107024
    60.61%    30.30%  [k] 0x00000000c0109010
    39.39%    39.39%  [k] 0x00000000c0108010
    33.33%     6.06%  [k] 0x00000000c0100024
    24.24%     9.09%  [k] 0x00000000c0101024
    21.21%     9.09%  [k] 0x00000000c0102024
    21.21%     6.06%  [k] 0x00000000c0103024
   100.00%   100.00%  [k] 0x00000000c0105024
$ perfolio report -q --isolated -g -s comm -i fixtures/hppa/user.data
    83.13%  wl-alpha
    15.06%  wl-beta
     1.81%  wl-dyn


! perfolio report: -g: the samples were recorded without call chains (perf record -g records them)
$ perfolio report -q --isolated --no-children -g -i fixtures/hppa/gtp.data 2>&1 >/dev/null; perfolio report -q --isolated -g -i fixtures/hppa/gtp.data 2>&1 >/dev/null
perfolio: 120 samples lie outside of every mapping, 100.00% of all (first: 0x0 of process 463, thread 463)
perfolio: 120 samples lie outside of every mapping, 100.00% of all (first: 0x0 of process 463, thread 463)
perfolio report: -g: samples were recorded with call chains, but these are empty: perfolio doctor says why
$ for o in '--comm nosuch' '--time 1,2' '--focus nosuch' '--focus fib --callers-of fib' '-U --ignore-callees .' '--max-stack 0'; do echo "# $o"; perfolio report -q --isolated --objects fixtures/amd64/debug -g $o -i fixtures/amd64/fp.data 2>&1 >/dev/null | sed '/ in objects /d'; done
# --comm nosuch
perfolio: fixtures/amd64/fp.data has no samples that pass the filters
# --time 1,2
perfolio: fixtures/amd64/fp.data has no samples that pass --time and --cpu
# --focus nosuch
perfolio: 1 option that changes stacks names a function or object that no stack has (first: --focus=nosuch)
perfolio: fixtures/amd64/fp.data has no samples that pass the filters
# --focus fib --callers-of fib
# -U --ignore-callees .
# --max-stack 0
