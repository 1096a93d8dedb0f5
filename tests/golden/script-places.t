# Source lines of frames in script, with inlined calls, and chains that end early.
$ perfolio script --isolated -F ip,sym,srcline --stop-bt worker_fib --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null | grep -m1 -A9 fib
	    56182a56a4b6 fib
  workload.c:52
	    56182a56a4b6 fib
  workload.c:52
	    56182a56a4b6 fib
  workload.c:52
	    56182a56a4b6 fib
  workload.c:52
	    56182a56a4b6 fib
  workload.c:52
$ perfolio script --isolated -F ip,sym,dso,srcline --full-source-path --objects fixtures/amd64/annotate -i fixtures/amd64/annotate.data | head -8
           401255 _start (/tmp/an/fx/first)
  /src/annotate.cc:84
           401255 _start (/tmp/an/fx/first)
  /src/annotate.cc:84
           4010f3 mixed (/tmp/an/fx/first)
  /src/annotate.cc:13
           4010f3 mixed (/tmp/an/fx/first)
  /src/annotate.cc:13
$ perfolio script --isolated -F ip,sym,srcline --inline --stop-bt hot_loop,main --objects fixtures/amd64/debug -i fixtures/amd64/dwarf.folio 2>/dev/null | head -30

	    7fd1640edbf4 [unknown]
  libc.so.6[3fbf4]
	    7fd1640ed9c0 [unknown]
  libc.so.6[3f9c0]
	    7fd1640ed9c0 [unknown]
  libc.so.6[3f9c0]
	    7fd1640ed9c0 [unknown]
  libc.so.6[3f9c0]
	    7fd1640ed9a3 [unknown]
  libc.so.6[3f9a3]
	    7fd1640edd35 qsort_r
  libc.so.6[3fd35]
	    55d48219f540 sort_some
  workload.c:68
	    55d48219f5ca worker_fib
  workload.c:89
	    7fd1641371f4 [unknown]
  libc.so.6[891f4]
	    7fd1641b78eb [unknown]
  libc.so.6[1098eb]


	ffffffffb992913b kmem_cache_alloc
  [kernel.kallsyms][ffffffffb992913b]
	ffffffffb9a47079 security_file_alloc
  [kernel.kallsyms][ffffffffb9a47079]
	ffffffffb9966820 __alloc_file
  [kernel.kallsyms][ffffffffb9966820]
	ffffffffb9966c5d alloc_empty_file
$ perfolio script --isolated -F ip,sym,srcline --stop-bt leaf_hot --objects fixtures/hppa/debug -i fixtures/hppa/user.data 2>/dev/null | head -8
         f76fed60 [unknown]
  ld.so.1[22d60]
         f745e8e8 [unknown]
  libc.so.6[1808e8]
         f732d748 [unknown]
  libc.so.6[4f748]
         f76da548 dso_inner
  dso.c:2
