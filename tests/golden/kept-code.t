# code that recorders keep: of the kernel and its modules (record --kcore), of BPF programs (BPF_PROG_INFO); of modules that are
# not linked: fixtures/workload/tiny.c by gcc 12 -O2 -fno-pic -mcmodel=kernel -fno-asynchronous-unwind-tables -fcf-protection=none
# -fno-stack-protector -fno-ident -c; and of what is made at run time: of a jitdump (tests/fixture/jitdump.py), of what perf inject --jit makes of one

$ python3 tests/fixture/kcore.py $T/made && diff -r $T/made/kcore.data fixtures/synthetic/kcore.data && cmp $T/made/module.data fixtures/synthetic/module.data
$ perfolio annotate --isolated -i fixtures/synthetic/kcore.data
 Percent |	Source code & Disassembly of [kernel.kallsyms] for cpu-clock (7 samples, percent: local period)
---------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :                  ffffffff9c200030 <traced_function>:
         :                  traced_function():
   42.86 :   ffffffff9c200030:       nopl   (%rax, %rax)
   57.14 :   ffffffff9c200035:       leal   1(%rdi, %rdi, 2), %eax
    0.00 :   ffffffff9c200039:       retq
    0.00 :   ffffffff9c20003a:       int3
    0.00 :   ffffffff9c20003b:       int3
    0.00 :   ffffffff9c20003c:       int3
    0.00 :   ffffffff9c20003d:       int3
    0.00 :   ffffffff9c20003e:       int3
    0.00 :   ffffffff9c20003f:       int3
# code: by capstone 4.0, as it ran: the recording has it
 Percent |	Source code & Disassembly of [tiny] for cpu-clock (3 samples, percent: local period)
----------------------------------------------------------------------------------------------------
         :
         :
         :
         :                  ffffffffc0a00010 <tiny_run>:
         :                  tiny_run():
   33.33 :   ffffffffc0a00010:       pushq  %rbx
    0.00 :   ffffffffc0a00011:       callq  0xffffffff9c200030 <traced_function>
   66.67 :   ffffffffc0a00016:       callq  0xffffffffc0a00000 <tiny_init>
    0.00 :   ffffffffc0a0001b:       popq   %rbx
    0.00 :   ffffffffc0a0001c:       jmp    0xffffffff9c200040 <work>
# code: by capstone 4.0, as it ran: the recording has it
 Percent |	Source code & Disassembly of [kernel.kallsyms] for cpu-clock (2 samples, percent: local period)
---------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :                  ffffffff9c200050 <enter_module>:
         :                  enter_module():
    0.00 :   ffffffff9c200050:       pushq  %rbx
    0.00 :   ffffffff9c200051:       callq  0xffffffffc0a00010 <tiny_run>
  100.00 :   ffffffff9c200056:       popq   %rbx
    0.00 :   ffffffff9c200057:       retq
# code: by capstone 4.0, as it ran: the recording has it
$ perfolio annotate traced_function -n -q --isolated -i fixtures/synthetic/kcore.data --vmlinux fixtures/amd64/annotate/vmlinux
 Samples |	Source code & Disassembly of [kernel.kallsyms] for cpu-clock (7 samples, percent: local period)
---------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :                  ffffffff9c200030 <traced_function>:
         :                  traced_function():
       3 :   ffffffff9c200030:       nopl   (%rax, %rax)
       4 :   ffffffff9c200035:       leal   1(%rdi, %rdi, 2), %eax
       0 :   ffffffff9c200039:       retq
! perfolio: 2 samples lie in objects that have no symbol at their address, 16.67% of all (first: 0xffffffff9c200056 in [kernel.kallsyms]); perfolio doctor says where to get symbols
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/annotate/vmlinux for [kernel.kallsyms]: the capture has no build-id for it)
$ perfolio pack --isolated fixtures/synthetic/kcore.data -o $T/kcore.folio >$T/out; perfolio annotate --isolated -i fixtures/synthetic/kcore.data >$T/packing; perfolio annotate --isolated -i $T/kcore.folio >$T/packed; cmp $T/packing $T/packed && grep -c : $T/packed
39
$ perfolio annotate tiny_run --json --isolated -i fixtures/synthetic/kcore.data | grep -E '"(target_symbol|linked|no_code)": [^n]'
      "linked": true,
        {"address": "0xffffffffc0a00011", "bytes": "e81a0080db", "mnemonic": "callq", "operands": "0xffffffff9c200030", "kind": "call", "target": "0xffffffff9c200030", "target_symbol": "traced_function", "refers": null, "refers_symbol": null, "function": null, "source": null, "inline": 0, "events": [{"event": "cpu-clock", "samples": 0, "period": 0, "percent": 0.00}]},
        {"address": "0xffffffffc0a00016", "bytes": "e8e5ffffff", "mnemonic": "callq", "operands": "0xffffffffc0a00000", "kind": "call", "target": "0xffffffffc0a00000", "target_symbol": "tiny_init", "refers": null, "refers_symbol": null, "function": null, "source": null, "inline": 0, "events": [{"event": "cpu-clock", "samples": 2, "period": 200, "percent": 66.67}]},
        {"address": "0xffffffffc0a0001c", "bytes": "e91f0080db", "mnemonic": "jmp", "operands": "0xffffffff9c200040", "kind": "jump", "target": "0xffffffff9c200040", "target_symbol": "work", "refers": null, "refers_symbol": null, "function": null, "source": null, "inline": 0, "events": [{"event": "cpu-clock", "samples": 0, "period": 0, "percent": 0.00}]}
$ perfolio explain 0xffffffffc0a00016 --isolated -i fixtures/synthetic/kcore.data | grep -A5 '^  code'
  code        ffffffffc0a00010: pushq %rbx
              ffffffffc0a00011: callq 0xffffffff9c200030
            > ffffffffc0a00016: callq 0xffffffffc0a00000
              ffffffffc0a0001b: popq %rbx
              ffffffffc0a0001c: jmp 0xffffffff9c200040
$ cp -r fixtures/synthetic/kcore.data $T/damaged.data; echo no >$T/damaged.data/kcore_dir/kcore; perfolio annotate traced_function -n --isolated -i $T/damaged.data --vmlinux fixtures/amd64/annotate/vmlinux 2>$T/err | tail -6; sed "s,$T/,," $T/err
         :                  traced_function():
       3 :   ffffffff81000030:       callq  0xffffffff81000040 <work>
       4 :   ffffffff81000035:       leal   1(%rdi, %rdi, 2), %eax
       0 :   ffffffff81000039:       retq
# code: by capstone 4.0, from a file matched by name only: the recording has no build-id
# code: as it was built: without the patches of the running kernel (alternatives, static keys, tracing)
perfolio: 2 samples lie in objects that have no symbol at their address, 16.67% of all (first: 0xffffffff9c200056 in [kernel.kallsyms]); perfolio doctor says where to get symbols
perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/annotate/vmlinux for [kernel.kallsyms]: the capture has no build-id for it)
perfolio: 1 object was found but could not be used (first: [kernel.kallsyms]: damaged.data/kcore_dir/kcore: not an ELF file)
$ head -c 8192 fixtures/synthetic/kcore.data/kcore_dir/kcore >$T/damaged.data/kcore_dir/kcore; perfolio annotate tiny_run -n --isolated -i $T/damaged.data 2>$T/err | tail -3; sed "s,$T/,," $T/err
       1 :   ffffffffc0a00010:       (the code of 6 bytes is missing)
       2 :   ffffffffc0a00016:       (the code of 11 bytes is missing)
# no code: its names come from a symbol list; the file with its code (vmlinux, or the module's .ko) is missing
perfolio: 1 object was found but could not be used (first: damaged.data/kcore_dir/kcore: it has no code of [tiny])
$ head -c 8200 fixtures/synthetic/kcore.data/kcore_dir/kcore >$T/damaged.data/kcore_dir/kcore; perfolio annotate tiny_run -n --isolated -i $T/damaged.data 2>$T/err | tail -3; sed "s,$T/,," $T/err
       1 :   ffffffffc0a00010:       (the code of 6 bytes is missing)
       2 :   ffffffffc0a00016:       (the code of 11 bytes is missing)
# code: not disassembled: the recording lacks these bytes of the code
$ head -c 4096 fixtures/synthetic/kcore.data/kcore_dir/kcore >$T/damaged.data/kcore_dir/kcore; perfolio annotate traced_function -n --isolated -i $T/damaged.data --vmlinux fixtures/amd64/annotate/vmlinux 2>$T/err | tail -6; sed "s,$T/,," $T/err
         :                  traced_function():
       3 :   ffffffff81000030:       callq  0xffffffff81000040 <work>
       4 :   ffffffff81000035:       leal   1(%rdi, %rdi, 2), %eax
       0 :   ffffffff81000039:       retq
# code: by capstone 4.0, from a file matched by name only: the recording has no build-id
# code: as it was built: without the patches of the running kernel (alternatives, static keys, tracing)
perfolio: 2 samples lie in objects that have no symbol at their address, 16.67% of all (first: 0xffffffff9c200056 in [kernel.kallsyms]); perfolio doctor says where to get symbols
perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/annotate/vmlinux for [kernel.kallsyms]: the capture has no build-id for it)
perfolio: 1 object was found but could not be used (first: damaged.data/kcore_dir/kcore: it has no code of [kernel.kallsyms])
$ perfolio pack --isolated $T/damaged.data -o $T/damaged.folio >$T/out; perfolio annotate tiny_run -n --isolated -i $T/damaged.folio 2>$T/err | tail -3; sed "s,$T/,," $T/err
       1 :   ffffffffc0a00010:       (the code of 6 bytes is missing)
       2 :   ffffffffc0a00016:       (the code of 11 bytes is missing)
# no code: its names come from a symbol list; the file with its code (vmlinux, or the module's .ko) is missing
perfolio: 1 object was found but could not be used (first: damaged.folio:kcore_dir/kcore: it has no code of [tiny])
$ perfolio annotate --top 2 --isolated -i fixtures/amd64/bpf.data --kallsyms fixtures/amd64/bpf/kallsyms
 Percent |	Source code & Disassembly of bpf_prog_b18d6c1826824d62_F for cpu-clock (250 samples, percent: local period)
---------------------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :                  ffffffffc00220ec <bpf_prog_b18d6c1826824d62_F>:
         :                  bpf_prog_b18d6c1826824d62_F():
    0.00 :   ffffffffc00220ec:       nopl   (%rax, %rax)
    0.00 :   ffffffffc00220f1:       nopl   (%rax)
    0.00 :   ffffffffc00220f4:       pushq  %rbp
    1.60 :   ffffffffc00220f5:       movq   %rsp, %rbp
    0.00 :   ffffffffc00220f8:       movq   %rdi, %rax
    0.00 :   ffffffffc00220fb:       movl   $0x10, %esi
    0.00 :   ffffffffc0022100:       imulq  $0x2880e3, %rax, %rax
   65.20 :   ffffffffc0022107:       shrq   $3, %rax
   16.00 :   ffffffffc002210b:       xorq   %rdi, %rax
    0.00 :   ffffffffc002210e:       addq   $-1, %rsi
   16.00 :   ffffffffc0022112:       testq  %rsi, %rsi
    1.20 :   ffffffffc0022115:       jne    0xffffffffc0022100 <bpf_prog_b18d6c1826824d62_F+0x14>
    0.00 :   ffffffffc0022117:       leave
    0.00 :   ffffffffc0022118:       jmp    0xffffffff822028e0 <srso_return_thunk>
# code: by capstone 4.0, as it ran: the recording has it
 Percent |	Source code & Disassembly of bpf_prog_35959c47dfff2f02_perfolio_mix for cpu-clock (20 samples, percent: local period)
-------------------------------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :                  ffffffffc0022054 <bpf_prog_35959c47dfff2f02_perfolio_mix>:
         :                  bpf_prog_35959c47dfff2f02_perfolio_mix():
    0.00 :   ffffffffc0022054:       nopl   (%rax, %rax)
   10.00 :   ffffffffc0022059:       nopl   (%rax)
    0.00 :   ffffffffc002205c:       pushq  %rbp
    0.00 :   ffffffffc002205d:       movq   %rsp, %rbp
    0.00 :   ffffffffc0022060:       pushq  %rbx
    0.00 :   ffffffffc0022061:       pushq  %r13
    0.00 :   ffffffffc0022063:       xorl   %ebx, %ebx
    0.00 :   ffffffffc0022065:       movl   $0xc8, %r13d
    0.00 :   ffffffffc002206b:       movq   %r13, %rdi
    0.00 :   ffffffffc002206e:       callq  0xffffffffc00220ec <bpf_prog_b18d6c1826824d62_F>
   35.00 :   ffffffffc0022073:       addq   %rax, %rbx
   50.00 :   ffffffffc0022076:       addq   $-1, %r13
    0.00 :   ffffffffc002207a:       testq  %r13, %r13
    0.00 :   ffffffffc002207d:       jne    0xffffffffc002206b <bpf_prog_35959c47dfff2f02_perfolio_mix+0x17>
    0.00 :   ffffffffc002207f:       callq  0xffffffff8150c280 <bpf_ktime_get_ns>
    0.00 :   ffffffffc0022084:       movq   %rbx, %rax
    5.00 :   ffffffffc0022087:       popq   %r13
    0.00 :   ffffffffc0022089:       popq   %rbx
    0.00 :   ffffffffc002208a:       leave
    0.00 :   ffffffffc002208b:       jmp    0xffffffff822028e0 <srso_return_thunk>
# code: by capstone 4.0, as it ran: the recording has it
# left out: 3 functions, 7.53% of the samples' period; --top N shows N functions, --top 0 all
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/bpf/kallsyms for [kernel.kallsyms]: a kallsyms listing carries no build-id, 7bdad2f33eb864144f7545c504378f3db829fd87 was recorded)
$ perfolio pack --isolated fixtures/amd64/bpf.data --kallsyms fixtures/amd64/bpf/kallsyms -o $T/bpf.folio >$T/out; perfolio annotate --isolated --top 2 -i fixtures/amd64/bpf.data --kallsyms fixtures/amd64/bpf/kallsyms >$T/packing 2>$T/err; perfolio annotate --isolated --top 2 -i $T/bpf.folio >$T/packed 2>$T/err; cmp $T/packing $T/packed && grep -c : $T/packed
49
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/bpf/kallsyms for [kernel.kallsyms]: a kallsyms listing carries no build-id, 7bdad2f33eb864144f7545c504378f3db829fd87 was recorded)
$ perfolio annotate --blocks --isolated -i fixtures/synthetic/module.data --objects fixtures/amd64/annotate/tiny.ko
 Percent |	Source code & Disassembly of tiny.ko for cpu-clock (6 samples, percent: local period)
-----------------------------------------------------------------------------------------------------
         :
         :
         :
         :    Disassembly of section .text:
         :
         :    0000000000000010 <tiny_run>:
         :    tiny_run():
    0.00 :   10:     pushq  %rbx
    0.00 :   11:     movl   %edi, %ebx
    0.00 :   13:     movl   $7, (%rip)        # <counters+0x8>
    0.00 :   1d:     testl  %edi, %edi
    0.00 :   1f:     jle    0x4c <tiny_run+0x3c>
    0.00 :   21:     movl   (%rip), %esi        # <jiffies_of_kernel>
    0.00 :   27:     xorl   %ecx, %ecx
    0.00 :   29:     nopl   (%rax)
    0.00 :   30:     movl   %ecx, %edi
   33.33 :   32:     callq  0x0 <tiny_step>
   16.67 :   37:     movl   %ecx, %edx
    0.00 :   39:     addl   $1, %ecx
    0.00 :   3c:     andl   $7, %edx
    0.00 :   3f:     addl   %esi, %eax
   33.33 :   41:     addl   %eax, (, %rdx, 4)        # <counters>
    0.00 :   48:     cmpl   %ecx, %ebx
    0.00 :   4a:     jne    0x30 <tiny_run+0x20>
    0.00 :   4c:     cmpl   %ebx, (%rip)        # <limits+0x4>
   16.67 :   52:     jl     tiny_run.cold
    0.00 :   58:     movl   %ebx, %edi
    0.00 :   5a:     popq   %rbx
    0.00 :   5b:     jmp    kernel_counter
# blocks:
#    Samples   Percent             Begin               End  Instr  Loops  Goes on to
#          0     0.00%              0x10              0x21      5      0  0x4c, 0x21
#          0     0.00%              0x21              0x30      3      0  0x30
#          5    83.33%              0x30              0x4c      9      1  0x30, 0x4c
#          1    16.67%              0x4c              0x58      2      0  <tiny_run.cold>, 0x58
#          0     0.00%              0x58              0x60      3      0  <kernel_counter>
# code: by capstone 4.0, from a file matched by name only: the recording has no build-id
# code: from a file that is not linked: the targets of its calls and reads are those of its relocations
# code: as it was built: without the patches of the running kernel (alternatives, static keys, tracing)
 Percent |	Source code & Disassembly of tiny.ko for cpu-clock (1 samples, percent: local period)
-----------------------------------------------------------------------------------------------------
         :
         :
         :
         :   Disassembly of section .text:
         :
         :   0000000000000000 <tiny_step>:
         :   tiny_step():
    0.00 :   0:      movl   %edi, %edx
    0.00 :   2:      leal   (%rdi, %rdi, 2), %eax
    0.00 :   5:      andl   $7, %edx
  100.00 :   8:      addl   (, %rdx, 4), %eax        # <counters>
    0.00 :   f:      retq
# blocks:
#    Samples   Percent             Begin               End  Instr  Loops  Goes on to
#          1   100.00%               0x0              0x10      5      0  return
# code: by capstone 4.0, from a file matched by name only: the recording has no build-id
# code: from a file that is not linked: the targets of its calls and reads are those of its relocations
# code: as it was built: without the patches of the running kernel (alternatives, static keys, tracing)
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/annotate/tiny.ko for /lib/modules/6.1.0-test/kernel/tiny.ko: the capture has no build-id for it)
$ perfolio annotate tiny_run --json --isolated -i fixtures/synthetic/module.data --objects fixtures/amd64/annotate/tiny.ko 2>$T/err | grep -oE '"((target|refers)_symbol": "[^"]*"|linked": [a-z]*)'
"linked": false
"refers_symbol": "counters+0x8"
"target_symbol": "tiny_run+0x3c"
"refers_symbol": "jiffies_of_kernel"
"target_symbol": "tiny_step"
"refers_symbol": "counters"
"target_symbol": "tiny_run+0x20"
"refers_symbol": "limits+0x4"
"target_symbol": "tiny_run.cold"
"target_symbol": "kernel_counter"
$ perfolio annotate tiny_run -n -q --isolated --objects fixtures/amd64/annotate/tiny.ko fixtures/synthetic/module.data fixtures/synthetic/module.data 2>$T/err | grep -E 'limits|kernel_counter'
       0       0 :  4c 4c:   cmpl   %ebx, (%rip)        # <limits+0x4>
       0       0 :  5b 5b:   jmp    kernel_counter
$ perfolio pack --isolated fixtures/synthetic/module.data --objects fixtures/amd64/annotate/tiny.ko -o $T/module.folio >$T/out; perfolio annotate --isolated -i fixtures/synthetic/module.data --objects fixtures/amd64/annotate/tiny.ko >$T/packing 2>$T/err; perfolio annotate --isolated -i $T/module.folio >$T/packed 2>$T/err; cmp $T/packing $T/packed && grep -c : $T/packed; python3 tests/folio/reader.py $T/module.folio >$T/out && echo held to docs/folio.md
49
held to docs/folio.md
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/annotate/tiny.ko for /lib/modules/6.1.0-test/kernel/tiny.ko: the capture has no build-id for it)
$ ip=$(perfolio dump -i fixtures/hppa/jit.data | sed -n 's/.*SAMPLE.* ip 0x\([0-9a-f]*\) .*perf-67.map.*/\1/p' | sort -u | head -1); echo "${ip%???}000 1000 made" >$T/perf-67.map; perfolio annotate made -n --isolated -i fixtures/hppa/jit.data --objects $T/perf-67.map 2>$T/err | grep '^# no'
# no code: its code was generated at run time, and a perf map has only names; a jitdump has names and code
$ python3 tests/fixture/jitdump.py $T; perfolio annotate -n --isolated -i $T/made.data --objects $T/jit-30.dump 2>$T/err
 Samples |	Source code & Disassembly of perf-30.map for cpu-clock (12 samples, percent: local period)
----------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001040 <inner>:
         :              inner():
       0 :   7f1200001040:   movq   %rdi, %rax
       7 :   7f1200001043:   decq   %rax
       5 :   7f1200001046:   jne    0x7f1200001043 <inner+0x3>
       0 :   7f1200001048:   retq
# code: by capstone 4.0, as it ran: a jitdump has it
 Samples |	Source code & Disassembly of perf-30.map for cpu-clock (4 samples, percent: local period)
---------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001000 <outer>:
         :              outer():
       0 :   7f1200001000:   pushq  %rbx
       0 :   7f1200001001:   callq  0x7f1200001040 <inner>
       4 :   7f1200001006:   popq   %rbx
       0 :   7f1200001007:   jmp    0x7f1200001200 <moved>
# code: by capstone 4.0, as it ran: a jitdump has it
 Samples |	Source code & Disassembly of perf-30.map for cpu-clock (3 samples, percent: local period)
---------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001200 <moved>:
         :              moved():
       3 :   7f1200001200:   leal   1(%rdi), %eax
       0 :   7f1200001203:   retq
# code: by capstone 4.0, as it ran: a jitdump has it
 Samples |	Source code & Disassembly of perf-30.map for cpu-clock (2 samples, percent: local period)
---------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001300 <no_code>:
         :              no_code():
       0 :   7f1200001300:   (the code of 2 bytes is missing)
       2 :   7f1200001302:   (the code of 62 bytes is missing)
# code: not disassembled: the recording lacks these bytes of the code
 Samples |	Source code & Disassembly of perf-30.map for cpu-clock (1 samples, percent: local period)
---------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001049 <gone>:
         :              gone():
       0 :   7f1200001049:   nop
       1 :   7f120000104a:   nop
       0 :   7f120000104b:   retq
# code: by capstone 4.0, as it ran: a jitdump has it
# left out: 1 function, 4.35% of the samples' period; --top N shows N functions, --top 0 all
$ perfolio annotate -n -q --isolated -i $T/foreign.data --objects $T/jit-40.dump 2>$T/err
 Samples |	Source code & Disassembly of perf-40.map for cpu-clock (3 samples, percent: local period)
---------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001000 <count_down>:
         :              count_down():
       0 :   7f1200001000:   lghi   %r0, 0
       2 :   7f1200001004:   ahi    %r0, -1
       1 :   7f1200001008:   j      0x7f1200001004 <count_down+0x4>
       0 :   7f120000100c:   br     %r14
$ perfolio explain 0x7f1200001046 --pid=30 --isolated -i $T/made.data --objects $T/jit-30.dump 2>$T/err | grep -A4 '^  code'
  code        7f1200001040: movq %rdi, %rax
              7f1200001043: decq %rax
            > 7f1200001046: jne 0x7f1200001043
              7f1200001048: retq
$ perfolio pack --isolated $T/made.data --objects $T/jit-30.dump -o $T/made.folio >$T/out 2>$T/err; for view in "annotate --top 0 --blocks" "annotate --top 0 --json" "explain 0x7f1200001046 --pid=30"; do perfolio $view --isolated -i $T/made.data --objects $T/jit-30.dump 2>$T/err | grep -v $T >$T/packing; perfolio $view --isolated -i $T/made.folio 2>$T/err | grep -v $T >$T/packed; cmp $T/packing $T/packed && grep -c . $T/packed; done; python3 tests/folio/reader.py $T/made.folio >$T/out && echo held to docs/folio.md
86
168
12
held to docs/folio.md
$ perfolio pack --isolated $T/made.data --objects $T/jit-30.dump --level=symbols -o $T/names.folio >$T/out 2>$T/err; perfolio annotate inner -n --isolated -i $T/names.folio 2>$T/err | grep '^# no'
# no code: its code was generated at run time, and a perf map has only names; a jitdump has names and code
$ perfolio merge -o $T/both.folio $T/made.folio $T/names.folio >$T/out 2>$T/err; perfolio annotate inner -n -q --isolated -i $T/both.folio --capture 1 2>$T/err | tail -4
       0 :   7f1200001040:   movq   %rdi, %rax
       7 :   7f1200001043:   decq   %rax
       5 :   7f1200001046:   jne    0x7f1200001043 <inner+0x3>
       0 :   7f1200001048:   retq
$ perl -0777 -pi -e 's/^(DTiJ.{8})\x3e/$1\xfe/s' $T/jit-30.dump; perfolio annotate inner -n --isolated -i $T/made.data --objects $T/jit-30.dump 2>&1 | sed "s,$T/,,g" | tail -6
       0 :   7f1200001040:   (the code of 3 bytes is missing)
       7 :   7f1200001043:   (the code of 3 bytes is missing)
       5 :   7f1200001046:   (the code of 3 bytes is missing)
# no code: its code was generated at run time, and a perf map has only names; a jitdump has names and code
perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: jit-30.dump for /tmp/perf-30.map: the capture has no build-id for it)
perfolio: 1 object was found but could not be used (first: /tmp/perf-30.map: jit-30.dump: its code is of an unknown machine (254))
$ perfolio annotate made_first -n -q --isolated -i fixtures/amd64/jit.data --symfs fixtures/amd64/jit
 Samples |	Source code & Disassembly of jitted-21212-1.so for cpu-clock:u (16 samples, percent: local period)
------------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :    Disassembly of section .text:
         :
         :    0000000000000080 <made_first>:
         :    made_first():
       0 :   80:     movq   %rdi, %rax
      16 :   83:     decq   %rax
       0 :   86:     jne    0x83 <made_first+0x3>
       0 :   88:     retq
! perfolio: 2 objects were matched by name only: no build-id proves that they are the recorded ones (first: fixtures/amd64/jit/tmp/rec/jitted-21212-1.so for /tmp/rec/jitted-21212-1.so: the capture has no build-id for it)
$ python3 tests/fixture/jitdump.py $T; perfolio report -s srcline,sym --isolated -i $T/lined.data --objects $T/jit-50.dump 2>$T/err | grep -v '^#'; perfolio report -s srcline,sym --isolated -i $T/v8.data --objects $T/jit-60.dump 2>$T/err | grep -v '^#'; perfolio annotate inner -n -l --isolated -i $T/lined.data --objects $T/jit-50.dump 2>$T/err
    60.00%  made.js:4    [.] inner
    15.00%  ??:0         [.] late
    10.00%  made.js:5    [.] inner
    10.00%  made.js:9    [.] late
     5.00%  made.js:10   [.] late


    60.00%  made.js:4    [.] inner
    15.00%  ??:0         [.] late
    10.00%  made.js:5    [.] inner
    10.00%  made.js:9    [.] late
     5.00%  made.js:10   [.] late



Sorted summary for file /tmp/perf-50.map
----------------------------------------------

   85.71 made.js:4
   14.29 made.js:5
 Samples |	Source code & Disassembly of perf-50.map for cpu-clock (14 samples, percent: local period)
----------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f1200001040 <inner>:
         :              inner():
         : 3            made.js:3
       0 :   7f1200001040:   movq   %rdi, %rax
         : 4            made.js:4
       7 :   7f1200001043:   decq   %rax // made.js:4
       5 :   7f1200001046:   jne    0x7f1200001043 <inner+0x3>
         : 5            made.js:5
       2 :   7f1200001048:   retq // made.js:5
# code: by capstone 4.0, as it ran: a jitdump has it
$ perfolio pack --isolated $T/lined.data --objects $T/jit-50.dump -o $T/lined.folio >$T/out 2>$T/err; for view in "annotate --top 0 -l" "annotate --top 0 --json" "report -s srcline,sym" "explain 0x7f1200001046 --pid=50"; do perfolio $view --isolated -i $T/lined.data --objects $T/jit-50.dump 2>$T/err | grep -v $T >$T/packing; perfolio $view --isolated -i $T/lined.folio 2>$T/err | grep -v $T >$T/packed; cmp $T/packing $T/packed && grep -c . $T/packed; done; python3 tests/folio/reader.py $T/lined.folio >$T/out && echo held to docs/folio.md
109
136
14
12
held to docs/folio.md
