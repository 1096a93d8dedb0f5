# script's three formats of branch stacks, in either byte order; of several only the first is printed. perf 6.1 prints the same where it finds the symbols.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 be-file-64-attr128 >/dev/null; ln -s branches/le-file-64-attr128.data $T/b.data; ln -s branches/be-file-64-attr128.data $T/be.data
$ perfolio script --isolated --objects fixtures/amd64/debug -F ip,brstack,dso -i $T/b.data | sed -n '2,4p;9p'
           401460 (/opt/wl/workload-nopie) 0x401478(/opt/wl/workload-nopie)/0x401460(/opt/wl/workload-nopie)/P/-/-/3/COND  0x401478(/opt/wl/workload-nopie)/0x401460(/opt/wl/workload-nopie)/P/-/-/3/COND  0x401455(/opt/wl/workload-nopie)/0x7f0000001170(/opt/wl/libwork.so)/P/-/-/0/FAULT_INST  0x7f0000001180(/opt/wl/libwork.so)/0x401460(/opt/wl/workload-nopie)/P/-/-/7/RET 
           401460 (/opt/wl/workload-nopie) 0xffffffff81000080([kernel.kallsyms])/0x4014b0(/opt/wl/workload-nopie)/P/X/-/0/  0x4014b0(/opt/wl/workload-nopie)/0xffffffff81000010([kernel.kallsyms])/-/X/A/0/SYSCALL  0x500000([unknown])/0x401490(/opt/wl/workload-nopie)/-/-/-/0/  0x0([unknown])/0x0([unknown])/-/-/-/0/ 
           401460 (/opt/wl/workload-nopie)
 ffffffff81000020 ([kernel.kallsyms]) 0xffffffff81000080([kernel.kallsyms])/0x4014b0(/opt/wl/workload-nopie)/P/X/-/0/  0x4014b0(/opt/wl/workload-nopie)/0xffffffff81000010([kernel.kallsyms])/-/X/A/0/SYSCALL  0x500000([unknown])/0x401490(/opt/wl/workload-nopie)/-/-/-/0/  0x0([unknown])/0x0([unknown])/-/-/-/0/ 
$ perfolio script --isolated --objects fixtures/amd64/debug -F ip,brstacksym,dso -i $T/b.data | sed -n '2,4p'
           401460 (/opt/wl/workload-nopie)hot_loop+0x38(/opt/wl/workload-nopie)/hot_loop+0x20(/opt/wl/workload-nopie)/P/-/-/3/COND hot_loop+0x38(/opt/wl/workload-nopie)/hot_loop+0x20(/opt/wl/workload-nopie)/P/-/-/3/COND hot_loop+0x15(/opt/wl/workload-nopie)/lib_even+0x0(/opt/wl/libwork.so)/P/-/-/0/FAULT_INST lib_even+0x10(/opt/wl/libwork.so)/hot_loop+0x20(/opt/wl/workload-nopie)/P/-/-/7/RET 
           401460 (/opt/wl/workload-nopie)[unknown]([kernel.kallsyms])/fib+0x20(/opt/wl/workload-nopie)/P/X/-/0/ fib+0x20(/opt/wl/workload-nopie)/[unknown]([kernel.kallsyms])/-/X/A/0/SYSCALL [unknown]([unknown])/fib+0x0(/opt/wl/workload-nopie)/-/-/-/0/ [unknown]([unknown])/[unknown]([unknown])/-/-/-/0/ 
           401460 (/opt/wl/workload-nopie)
$ perfolio script --isolated --objects fixtures/amd64/debug -F ip,brstackoff,dso -i $T/b.data | sed -n '2,4p'
           401460 (/opt/wl/workload-nopie) 0x1478(/opt/wl/workload-nopie)/0x1460(/opt/wl/workload-nopie)/P/-/-/3/COND  0x1478(/opt/wl/workload-nopie)/0x1460(/opt/wl/workload-nopie)/P/-/-/3/COND  0x1455(/opt/wl/workload-nopie)/0x1170(/opt/wl/libwork.so)/P/-/-/0/FAULT_INST  0x1180(/opt/wl/libwork.so)/0x1460(/opt/wl/workload-nopie)/P/-/-/7/RET 
           401460 (/opt/wl/workload-nopie) 0x80([kernel.kallsyms])/0x14b0(/opt/wl/workload-nopie)/P/X/-/0/  0x14b0(/opt/wl/workload-nopie)/0x10([kernel.kallsyms])/-/X/A/0/SYSCALL  0x500000([unknown])/0x1490(/opt/wl/workload-nopie)/-/-/-/0/  0x0([unknown])/0x0([unknown])/-/-/-/0/ 
           401460 (/opt/wl/workload-nopie)
$ perfolio script --isolated --objects fixtures/amd64/debug -F ip,brstacksym,brstackoff -i $T/be.data | sed -n '2,4p'
           401460hot_loop+0x38/hot_loop+0x20/P/-/-/3/COND hot_loop+0x38/hot_loop+0x20/P/-/-/3/COND hot_loop+0x15/lib_even+0x0/P/-/-/0/FAULT_INST lib_even+0x10/hot_loop+0x20/P/-/-/7/RET 
           401460[unknown]/fib+0x20/P/X/-/0/ fib+0x20/[unknown]/-/X/A/0/SYSCALL [unknown]/fib+0x0/-/-/-/0/ [unknown]/[unknown]/-/-/-/0/ 
           401460
$ perfolio script --isolated --objects fixtures/amd64/debug -F ip,brstack,brstacksym,brstackoff -i $T/be.data | sed -n '2,4p'
           401460 0x401478/0x401460/P/-/-/3/COND  0x401478/0x401460/P/-/-/3/COND  0x401455/0x7f0000001170/P/-/-/0/FAULT_INST  0x7f0000001180/0x401460/P/-/-/7/RET 
           401460 0xffffffff81000080/0x4014b0/P/X/-/0/  0x4014b0/0xffffffff81000010/-/X/A/0/SYSCALL  0x500000/0x401490/-/-/-/0/  0x0/0x0/-/-/-/0/ 
           401460
