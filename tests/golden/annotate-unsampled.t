# A function that has samples in one of two captures only: the other counts none of its own code, which is not missing, also in an object that has no samples there at all.
$ perfolio cut fixtures/amd64/annotate.data -o $T/early --time 0%-4% >/dev/null; for two in "fixtures/amd64/annotate.data $T/early" "$T/early fixtures/amd64/annotate.data"; do perfolio annotate tail -q -n --no-source --isolated --objects fixtures/amd64/annotate/first $two | sed '/task-clock/,$d'; done
 Samples Samples |	Disassembly of tail in first and first for cpu-clock:u (7, 0 samples)
-----------------------------------------------------------------------------------------
                 :               tail():
       1       0 :  401150 401150:   movl   %edi, %edx
       0       0 :  401152 401152:   leaq   0x1ea7(%rip), %rax        # 403000 <counters>
       1       0 :  401159 401159:   xorl   $0x55555555, %edi
       0       0 :  40115f 40115f:   andl   $0xf, %edx
       0       0 :  401162 401162:   addl   $1, (%rax, %rdx, 4)
       5       0 :  401166 401166:   jmp    0x401120 <leaf>
 Samples Samples |	Disassembly of tail in first and first for cpu-clock:u (0, 7 samples)
-----------------------------------------------------------------------------------------
                 :               tail():
       0       1 :  401150 401150:   movl   %edi, %edx
       0       0 :  401152 401152:   leaq   0x1ea7(%rip), %rax        # 403000 <counters>
       0       1 :  401159 401159:   xorl   $0x55555555, %edi
       0       0 :  40115f 40115f:   andl   $0xf, %edx
       0       0 :  401162 401162:   addl   $1, (%rax, %rdx, 4)
       0       5 :  401166 401166:   jmp    0x401120 <leaf>
$ perfolio cut fixtures/amd64/dir.data -o $T/late --time 80%-100% >/dev/null; perfolio report -q --stdio --isolated -g none --sort dso -i $T/late 2>/dev/null | grep -c libwork; for two in "fixtures/amd64/dir.data $T/late" "$T/late fixtures/amd64/dir.data"; do perfolio annotate --top 0 -q -n --no-source --isolated --objects fixtures/amd64/debug $two 2>/dev/null | grep Disass; done
0
 Samples Samples |	Disassembly of cmp_u32 in workload and workload for cpu-clock (35, 16 samples)
 Samples Samples |	Disassembly of fib in workload and workload for cpu-clock (26, 6 samples)
 Samples Samples |	Disassembly of hot_loop in workload and workload for cpu-clock (13, 0 samples)
 Samples Samples |	Disassembly of lib_leaf in libwork.so and libwork.so for cpu-clock (3, 0 samples)
 Samples Samples |	Disassembly of main in workload and workload for cpu-clock (2, 0 samples)
 Samples Samples |	Disassembly of worker_lib in workload and workload for cpu-clock (1, 0 samples)
 Samples Samples |	Disassembly of sort_some in workload and workload for cpu-clock (1, 0 samples)
 Samples Samples |	Disassembly of lib_odd in libwork.so and libwork.so for cpu-clock (1, 0 samples)
 Samples Samples |	Disassembly of cmp_u32 in workload and workload for cpu-clock (16, 35 samples)
 Samples Samples |	Disassembly of fib in workload and workload for cpu-clock (6, 26 samples)
 Samples Samples |	Disassembly of hot_loop in workload and workload for cpu-clock (0, 13 samples)
 Samples Samples |	Disassembly of lib_leaf in libwork.so and libwork.so for cpu-clock (0, 3 samples)
 Samples Samples |	Disassembly of main in workload and workload for cpu-clock (0, 2 samples)
 Samples Samples |	Disassembly of worker_lib in workload and workload for cpu-clock (0, 1 samples)
 Samples Samples |	Disassembly of sort_some in workload and workload for cpu-clock (0, 1 samples)
 Samples Samples |	Disassembly of lib_odd in libwork.so and libwork.so for cpu-clock (0, 1 samples)
$ perfolio annotate lib_leaf -q -n --no-source --isolated --objects fixtures/amd64/debug $T/late fixtures/amd64/dir.data 2>/dev/null | head -6; perfolio annotate lib_leaf -q --json --isolated --objects fixtures/amd64/debug $T/late fixtures/amd64/dir.data 2>/dev/null | grep -E '"(symbol|new_symbol|samples)"' | head -5
 Samples Samples |	Disassembly of lib_leaf in libwork.so and libwork.so for cpu-clock (0, 3 samples)
-----------------------------------------------------------------------------------------------------
                 :           lib_leaf():
       0       0 :  1100 1100:   movq   %rdi, %rax
       0       0 :  1103 1103:   xorl   %edx, %edx
       0       0 :  1105 1105:   nopl   (%rax)
      "symbol": "lib_leaf",
      "new_symbol": "lib_leaf",
        {"change": "same", "mnemonic": "movq", "operands": "%rdi, %rax", "old": {"address": "0x1100", "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x1100", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "same", "mnemonic": "xorl", "operands": "%edx, %edx", "old": {"address": "0x1103", "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x1103", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "same", "mnemonic": "nopl", "operands": "(%rax)", "old": {"address": "0x1105", "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x1105", "samples": 0, "period": 0, "percent": 0.00}},
