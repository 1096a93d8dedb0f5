# code that recorders keep: of the kernel and its modules (record --kcore)

$ python3 tests/fixture/kcore.py $T/made && diff -r $T/made/kcore.data fixtures/synthetic/kcore.data
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
! perfolio: 2 samples lie in objects that name nothing at their address, 16.67% of all (first: 0xffffffff9c200056 in [kernel.kallsyms])
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
# code: by capstone 4.0, of a file that only its name speaks for: the recording has no build-id
# code: as it was built: what the running kernel patched (alternatives, static keys, tracing) is not in it
perfolio: 2 samples lie in objects that name nothing at their address, 16.67% of all (first: 0xffffffff9c200056 in [kernel.kallsyms])
perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/annotate/vmlinux for [kernel.kallsyms]: the capture has no build-id for it)
perfolio: 1 object was found and could not be used (first: [kernel.kallsyms]: damaged.data/kcore_dir/kcore: not an ELF file)
$ head -c 8192 fixtures/synthetic/kcore.data/kcore_dir/kcore >$T/damaged.data/kcore_dir/kcore; perfolio annotate tiny_run -n --isolated -i $T/damaged.data | tail -3
       1 :   ffffffffc0a00010:       (6 bytes are not at hand)
       2 :   ffffffffc0a00016:       (11 bytes are not at hand)
# code: by nothing, as it ran: the recording has it
