# Functions instruction by instruction: text, arrows, blocks, inlined calls, rows.
$ cp fixtures/amd64/annotate/first fixtures/amd64/annotate/second fixtures/workload/annotate.cc $T; touch -d 2020-02-02 $T/annotate.cc; touch -d 2021-02-02 $T/first $T/second
$ perfolio annotate leaf --isolated -i fixtures/amd64/annotate.data --objects $T/first --source-prefix /src=$T
 Percent         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (113 samples, percent: local period)
--------------------------------------------------------------------------------------------------------------------------------------------
                 :
                 :
                 :
                 :        Disassembly of section .text:
                 :
                 :        0000000000401120 <leaf>:
                 :        leaf():
                 : 53         u32 n = 0;
    6.19   10.00 :   401120: xorl   %eax, %eax
                 : 54         while (x) {
    1.77    0.00 :   401122: testl  %edi, %edi
    0.00    0.00 :   401124: je     0x401140 <leaf+0x20>
    0.00    0.00 :   401126: nopw   %cs:(%rax, %rax)
                 : 55             n += x & 1;
   10.62   11.67 :   401130: movl   %edi, %edx
   50.44   43.33 :   401132: andl   $1, %edx
    0.00    0.00 :   401135: addl   %edx, %eax
                 : 54         while (x) {
    0.00    0.00 :   401137: shrl   $1, %edi
    9.73    6.67 :   401139: jne    0x401130 <leaf+0x10>
                 : 58         return n + counters[n & 15];
    0.00    0.00 :   40113b: movl   %eax, %edi
   16.81   20.00 :   40113d: andl   $0xf, %edi
    0.00    0.00 :   401140: movl   %edi, %edi
    0.00    0.00 :   401142: leaq   0x1eb7(%rip), %rdx        # 403000 <counters>
    0.00    0.83 :   401149: addl   (%rdx, %rdi, 4), %eax
                 : 59     }
    4.42    7.50 :   40114c: retq
# code: by capstone 4.0, of the recorded build-id
$ perfolio annotate unrolled --arrows --no-source -q --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
 Percent         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (54 samples, percent: local period)
-------------------------------------------------------------------------------------------------------------------------------------------
                 :
                 :
                 :
                 :        Disassembly of section .text:
                 :
                 :        0000000000401000 <unrolled>:
                 :        unrolled():
    1.85    1.79 :   401000:           cmpl   $3, %esi
    0.00    0.00 :   401003: ,-------- jbe    0x4010a8 <unrolled+0xa8>
    0.00    0.00 :   401009: |         movl   $4, %ecx
    0.00    0.00 :   40100e: |         xorl   %eax, %eax
    0.00    0.00 :   401010: |         movl   $0xaaaaaaab, %r10d
    0.00    0.00 :   401016: |         movl   $0xcccccccd, %r9d
    0.00    0.00 :   40101c: |         movl   $0xba2e8ba3, %r8d
    0.00    0.00 :   401022: |         nopw   (%rax, %rax)
    3.70    3.57 :   401028: |     ,-> leal   -4(%rcx), %edx
    3.70    3.57 :   40102b: |     |   andl   $7, %edx
   11.11    5.36 :   40102e: |     |   movl   (%rdi, %rdx, 4), %edx
    1.85    1.79 :   401031: |     |   imulq  %r10, %rdx
    1.85    0.00 :   401035: |     |   shrq   $0x21, %rdx
    1.85    1.79 :   401039: |     |   addl   %eax, %edx
    0.00    0.00 :   40103b: |     |   leal   -3(%rcx), %eax
    9.26    5.36 :   40103e: |     |   andl   $7, %eax
    0.00    0.00 :   401041: |     |   movl   (%rdi, %rax, 4), %eax
    0.00    0.00 :   401044: |     |   imulq  %r9, %rax
    7.41   10.71 :   401048: |     |   shrq   $0x22, %rax
    1.85    0.00 :   40104c: |     |   xorl   %edx, %eax
    0.00    0.00 :   40104e: |     |   leal   -2(%rcx), %edx
    1.85    1.79 :   401051: |     |   andl   $7, %edx
    0.00    0.00 :   401054: |     |   movl   (%rdi, %rdx, 4), %r11d
    3.70    3.57 :   401058: |     |   movq   %r11, %rdx
    0.00    0.00 :   40105b: |     |   imulq  $0x24924925, %r11, %r11
    0.00    0.00 :   401062: |     |   shrq   $0x20, %r11
   31.48   35.71 :   401066: |     |   subl   %r11d, %edx
    1.85    3.57 :   401069: |     |   shrl   $1, %edx
    0.00    0.00 :   40106b: |     |   addl   %r11d, %edx
    0.00    0.00 :   40106e: |     |   shrl   $2, %edx
    1.85    1.79 :   401071: |     |   addl   %eax, %edx
    5.56    1.79 :   401073: |     |   leal   -1(%rcx), %eax
    0.00    0.00 :   401076: |     |   andl   $7, %eax
    0.00    0.00 :   401079: |     |   movl   (%rdi, %rax, 4), %eax
    5.56   14.29 :   40107c: |     |   imulq  %r8, %rax
    0.00    0.00 :   401080: |     |   shrq   $0x23, %rax
    0.00    0.00 :   401084: |     |   xorl   %edx, %eax
    0.00    0.00 :   401086: |     |   movl   %ecx, %edx
    0.00    0.00 :   401088: |     |   addl   $4, %ecx
    1.85    0.00 :   40108b: |     |   cmpl   %ecx, %esi
    0.00    0.00 :   40108d: |     `-- jae    0x401028 <unrolled+0x28>
    0.00    0.00 :   40108f: | ,-----> cmpl   %esi, %edx
    0.00    1.79 :   401091: | | ,---- jae    0x4010a2 <unrolled+0xa2>
    0.00    0.00 :   401093: | | | ,-> movl   %edx, %ecx
    1.85    0.00 :   401095: | | | |   addl   $1, %edx
    0.00    0.00 :   401098: | | | |   andl   $7, %ecx
    0.00    0.00 :   40109b: | | | |   addl   (%rdi, %rcx, 4), %eax
    0.00    1.79 :   40109e: | | | |   cmpl   %edx, %esi
    0.00    0.00 :   4010a0: | | | `-- jne    0x401093 <unrolled+0x93>
    0.00    0.00 :   4010a2: | | `---> retq
    0.00    0.00 :   4010a3: | |       nopl   (%rax, %rax)
    0.00    0.00 :   4010a8: `-|-----> xorl   %edx, %edx
    0.00    0.00 :   4010aa:   |       xorl   %eax, %eax
    0.00    0.00 :   4010ac:   `------ jmp    0x40108f <unrolled+0x8f>
$ perfolio annotate mixed --arrows --inlines --blocks --isolated -i fixtures/amd64/annotate.data --objects $T/first --source-prefix /src=$T
 Percent         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (209 samples, percent: local period)
--------------------------------------------------------------------------------------------------------------------------------------------
                 :
                 :
                 :
                 :        Disassembly of section .text:
                 :
                 :        00000000004010b0 <mixed>:
                 :        mixed():
                 : 43         for (u32 i = 0; i < n; i++) {
    0.48    0.49 :   4010b0:         testl  %edi, %edi
    0.00    0.00 :   4010b2: ,------ je     0x401110 <mixed+0x60>
                 : 42         u32 x = n;
    0.00    0.00 :   4010b4: |       movl   %edi, %edx
                 : 43         for (u32 i = 0; i < n; i++) {
    0.00    0.00 :   4010b6: |       xorl   %ecx, %ecx
                 : 46                 counters[x & 15] += fold<13>(x);
    0.00    0.00 :   4010b8: |       leaq   0x1f41(%rip), %r8        # 403000 <counters>
    0.00    0.00 :   4010bf: |       nop
                 : 44             x += fold<16>(x ^ i);
    0.00    0.00 :   4010c0: | ,---> movl   %edx, %esi
    0.00    0.00 :   4010c2: | |     xorl   %ecx, %esi
   50.72   53.88 :   4010c4: | |     [fold<16>: 7 instructions, inlined at annotate.cc:44]
    3.83    4.37 :   4010d8: | |     addl   %eax, %edx
                 : 45             if (x & 1)
    3.83    7.77 :   4010da: | |     testb  $1, %dl
    0.00    0.00 :   4010dd: | | ,-- je     0x4010fe <mixed+0x4e>
    0.00    0.00 :   4010df: | | |   [fold<13>: 1 instruction, inlined at annotate.cc:46]
                 : 46                 counters[x & 15] += fold<13>(x);
    0.00    0.00 :   4010e1: | | |   movl   %edx, %r9d
    0.00    0.00 :   4010e4: | | |   [fold<13>: 1 instruction, inlined at annotate.cc:46]
    0.00    0.00 :   4010e7: | | |   andl   $0xf, %r9d
   33.97   27.18 :   4010eb: | | |   [fold<13>: 5 instructions, inlined at annotate.cc:46]
    0.48    0.00 :   4010fa: | | |   addl   %eax, (%r8, %r9, 4)
                 : 43         for (u32 i = 0; i < n; i++) {
    6.22    5.83 :   4010fe: | | `-> addl   $1, %ecx
    0.48    0.49 :   401101: | |     cmpl   %ecx, %edi
    0.00    0.00 :   401103: | `---- jne    0x4010c0 <mixed+0x10>
                 : 49     }
    0.00    0.00 :   401105: |       movl   %edx, %eax
    0.00    0.00 :   401107: |       retq
    0.00    0.00 :   401108: |       nopl   (%rax, %rax)
                 : 42         u32 x = n;
    0.00    0.00 :   401110: `-----> xorl   %edx, %edx
                 : 49     }
    0.00    0.00 :   401112:         movl   %edx, %eax
    0.00    0.00 :   401114:         retq
# with inlined functions:
#    Samples   Percent    Samples   Percent  Instr  Function                          Inlined at
#        209   100.00%        206   100.00%     37  mixed                             
#        106    50.72%        111    53.88%      7    fold<16>                        annotate.cc:44
#         71    33.97%         56    27.18%      7    fold<13>                        annotate.cc:46
# blocks:
#    Samples   Percent    Samples   Percent             Begin               End  Instr  Loops  Goes on to
#          1     0.48%          1     0.49%          0x4010b0          0x4010b4      2      0  0x401110, 0x4010b4
#          0     0.00%          0     0.00%          0x4010b4          0x4010c0      4      0  0x4010c0
#        122    58.37%        136    66.02%          0x4010c0          0x4010df     12      1  0x4010fe, 0x4010df
#         72    34.45%         56    27.18%          0x4010df          0x4010fe     10      1  0x4010fe
#         14     6.70%         13     6.31%          0x4010fe          0x401105      3      1  0x4010c0, 0x401105
#          0     0.00%          0     0.00%          0x401105          0x401108      2      0  return
#          0     0.00%          0     0.00%          0x401108          0x401110      1      0  0x401110
#          0     0.00%          0     0.00%          0x401110          0x401115      3      0  return
# code: by capstone 4.0, of the recorded build-id
$ perfolio annotate tail --arrows --blocks -l -P --asm-raw --percent-type global-period --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first

Sorted summary for file /tmp/an/fx/first
----------------------------------------------

    1.18    1.17 /src/annotate.cc:64
    0.20    0.78 /src/annotate.cc:63
 Percent         |	Source code & Disassembly of /tmp/an/fx/first for anon group { cpu-clock:u, task-clock:u } (7 samples, percent: global period)
------------------------------------------------------------------------------------------------------------------------------------------------------
                 :
                 :
                 :
                 :        Disassembly of section .text:
                 :
                 :        0000000000401150 <tail>:
                 :        tail():
                 : 63     /src/annotate.cc:63
    0.20    0.78 :   401150:   89 fa                   movl   %edi, %edx // /src/annotate.cc:63
    0.00    0.00 :   401152:   48 8d 05 a7 1e 00 00    leaq   0x1ea7(%rip), %rax        # 403000 <counters>
                 : 64     /src/annotate.cc:64
    0.20    0.59 :   401159:   81 f7 55 55 55 55       xorl   $0x55555555, %edi // /src/annotate.cc:64
                 : 63     /src/annotate.cc:63
    0.00    0.00 :   40115f:   83 e2 0f                andl   $0xf, %edx
    0.00    0.00 :   401162:   83 04 90 01             addl   $1, (%rax, %rdx, 4)
                 : 64     /src/annotate.cc:64
    0.98    0.59 :   401166:   eb b8                   jmp    0x401120 <leaf>
# blocks:
#    Samples   Percent    Samples   Percent             Begin               End  Instr  Loops  Goes on to
#          7     1.37%         10     1.95%          0x401150          0x401168      6      0  0x401120 <leaf>
# code: by capstone 4.0, of the recorded build-id
$ perfolio annotate choose --blocks --no-source -q -n --stdio-color always --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
 Samples         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (92 samples, percent: local period)
-------------------------------------------------------------------------------------------------------------------------------------------
                 :
                 :
                 :
                 :        Disassembly of section .text:
                 :
                 :        0000000000401170 <choose>:
                 :        choose():
[31m       5[m[31m       5[m : [35m  401170:[m[34m movl   %edi, %eax[m
[31m      18[m[31m      19[m : [35m  401172:[m[34m andl   $7, %eax[m
       0       0 : [35m  401175:[m[34m cmpl   $6, %eax[m
       0       0 : [35m  401178:[m[34m ja     0x4011f9 <choose+0x89>[m
       0       0 : [35m  40117a:[m[34m leaq   0xe7f(%rip), %rdx        # 402000[m
[31m       6[m[31m       5[m : [35m  401181:[m[34m movslq (%rdx, %rax, 4), %rax[m
[31m      14[m[31m      12[m : [35m  401185:[m[34m addq   %rdx, %rax[m
[31m       5[m[31m       8[m : [35m  401188:[m[34m jmpq   *%rax[m
       0       0 : [35m  40118a:[m[34m nopw   (%rax, %rax)[m
       0       0 : [35m  401190:[m[34m jmp    0x401120 <leaf>[m
       0       0 : [35m  401192:[m[34m nopw   (%rax, %rax)[m
       0       0 : [35m  401198:[m[34m movl   0x1e6e(%rip), %eax        # 40300c <counters+0xc>[m
[31m       8[m[31m       8[m : [35m  40119e:[m[34m leal   -1(%rax), %edx[m
       0       0 : [35m  4011a1:[m[34m movl   %edx, 0x1e65(%rip)        # 40300c <counters+0xc>[m
       0       0 : [35m  4011a7:[m[34m retq[m
       0       0 : [35m  4011a8:[m[34m nopl   (%rax, %rax)[m
       0       0 : [35m  4011b0:[m[34m movl   0x1e4e(%rip), %eax        # 403004 <counters+0x4>[m
[32m       4[m[31m      10[m : [35m  4011b6:[m[34m addl   %edi, %eax[m
       0       0 : [35m  4011b8:[m[34m retq[m
       0       0 : [35m  4011b9:[m[34m nopl   (%rax)[m
       0       0 : [35m  4011c0:[m[34m jmp    0x401150 <tail>[m
       0       0 : [35m  4011c2:[m[34m nopw   (%rax, %rax)[m
       0       0 : [35m  4011c8:[m[34m movl   0x1e3a(%rip), %eax        # 403008 <counters+0x8>[m
[31m      12[m[31m      12[m : [35m  4011ce:[m[34m xorl   %edi, %eax[m
       0       0 : [35m  4011d0:[m[34m retq[m
       0       0 : [35m  4011d1:[m[34m nopl   (%rax)[m
       0       0 : [35m  4011d8:[m[34m leal   (%rdi, %rdi, 2), %eax[m
[31m       6[m[32m       4[m : [35m  4011db:[m[34m retq[m
       0       0 : [35m  4011dc:[m[34m nopl   (%rax)[m
       0       0 : [35m  4011e0:[m[34m movl   %edi, %eax[m
[31m       5[m[31m       5[m : [35m  4011e2:[m[34m imulq  $0x24924925, %rax, %rax[m
[32m       3[m[32m       4[m : [35m  4011e9:[m[34m shrq   $0x20, %rax[m
[32m       1[m[32m       1[m : [35m  4011ed:[m[34m subl   %eax, %edi[m
       0       0 : [35m  4011ef:[m[34m shrl   $1, %edi[m
       0       0 : [35m  4011f1:[m[34m addl   %eax, %edi[m
       0       0 : [35m  4011f3:[m[34m movl   %edi, %eax[m
       0       0 : [35m  4011f5:[m[34m shrl   $2, %eax[m
       0       0 : [35m  4011f8:[m[34m retq[m
       0       0 : [35m  4011f9:[m[34m movl   %edi, %eax[m
[31m       5[m[31m       6[m : [35m  4011fb:[m[34m notl   %eax[m
       0       0 : [35m  4011fd:[m[34m retq[m
# blocks:
#    Samples   Percent    Samples   Percent             Begin               End  Instr  Loops  Goes on to
#         23    25.00%         24    24.24%          0x401170          0x40117a      4      0  0x4011f9, 0x40117a
#         25    27.17%         25    25.25%          0x40117a          0x40118a      4      0  ?
#          0     0.00%          0     0.00%          0x40118a          0x401192      2      0  0x401120 <leaf>
#          8     8.70%          8     8.08%          0x401192          0x4011a8      5      0  return
#          4     4.35%         10    10.10%          0x4011a8          0x4011b9      4      0  return
#          0     0.00%          0     0.00%          0x4011b9          0x4011c2      2      0  0x401150 <tail>
#         12    13.04%         12    12.12%          0x4011c2          0x4011d1      4      0  return
#          6     6.52%          4     4.04%          0x4011d1          0x4011dc      3      0  return
#          9     9.78%         10    10.10%          0x4011dc          0x4011f9     10      0  return
#          5     5.43%          6     6.06%          0x4011f9          0x4011fe      3      0  return
$ perfolio annotate --top 1 --show-total-period --prefix $T --prefix-strip 1 --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
 Period                  |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (209 samples, percent: local period)
----------------------------------------------------------------------------------------------------------------------------------------------------
                         :
                         :
                         :
                         :        Disassembly of section .text:
                         :
                         :        00000000004010b0 <mixed>:
                         :        mixed():
                         : 43         for (u32 i = 0; i < n; i++) {
     2500000     2500000 :   4010b0: testl  %edi, %edi
           0           0 :   4010b2: je     0x401110 <mixed+0x60>
                         : 42         u32 x = n;
           0           0 :   4010b4: movl   %edi, %edx
                         : 43         for (u32 i = 0; i < n; i++) {
           0           0 :   4010b6: xorl   %ecx, %ecx
                         : 46                 counters[x & 15] += fold<13>(x);
           0           0 :   4010b8: leaq   0x1f41(%rip), %r8        # 403000 <counters>
           0           0 :   4010bf: nop
                         : 44             x += fold<16>(x ^ i);
           0           0 :   4010c0: movl   %edx, %esi
           0           0 :   4010c2: xorl   %ecx, %esi
                         :        fold<16>():
                         : 11         x ^= x >> Shift;
           0           0 :   4010c4: movl   %esi, %eax
    92500000   132500000 :   4010c6: shrl   $0x10, %eax
           0           0 :   4010c9: xorl   %esi, %eax
                         : 12         x *= 0x7feb352d;
           0           0 :   4010cb: imull  $0x7feb352d, %eax, %eax
                         : 13         return x ^ x >> (Shift - 1);
    35000000    22500000 :   4010d1: movl   %eax, %esi
   137500000   122500000 :   4010d3: shrl   $0xf, %esi
           0           0 :   4010d6: xorl   %esi, %eax
                         :        mixed():
                         : 44             x += fold<16>(x ^ i);
    20000000    22500000 :   4010d8: addl   %eax, %edx
                         : 45             if (x & 1)
    20000000    40000000 :   4010da: testb  $1, %dl
           0           0 :   4010dd: je     0x4010fe <mixed+0x4e>
                         :        fold<13>():
                         : 11         x ^= x >> Shift;
           0           0 :   4010df: movl   %edx, %eax
                         :        mixed():
                         : 46                 counters[x & 15] += fold<13>(x);
           0           0 :   4010e1: movl   %edx, %r9d
                         :        fold<13>():
                         : 11         x ^= x >> Shift;
           0           0 :   4010e4: shrl   $0xd, %eax
                         :        mixed():
                         : 46                 counters[x & 15] += fold<13>(x);
           0           0 :   4010e7: andl   $0xf, %r9d
                         :        fold<13>():
                         : 11         x ^= x >> Shift;
     2500000           0 :   4010eb: xorl   %edx, %eax
                         : 12         x *= 0x7feb352d;
    10000000    22500000 :   4010ed: imull  $0x7feb352d, %eax, %eax
                         : 13         return x ^ x >> (Shift - 1);
    92500000    72500000 :   4010f3: movl   %eax, %esi
    72500000    45000000 :   4010f5: shrl   $0xc, %esi
           0           0 :   4010f8: xorl   %esi, %eax
                         :        mixed():
                         : 46                 counters[x & 15] += fold<13>(x);
     2500000           0 :   4010fa: addl   %eax, (%r8, %r9, 4)
                         : 43         for (u32 i = 0; i < n; i++) {
    32500000    30000000 :   4010fe: addl   $1, %ecx
     2500000     2500000 :   401101: cmpl   %ecx, %edi
           0           0 :   401103: jne    0x4010c0 <mixed+0x10>
                         : 49     }
           0           0 :   401105: movl   %edx, %eax
           0           0 :   401107: retq
           0           0 :   401108: nopl   (%rax, %rax)
                         : 42         u32 x = n;
           0           0 :   401110: xorl   %edx, %edx
                         : 49     }
           0           0 :   401112: movl   %edx, %eax
           0           0 :   401114: retq
# code: by capstone 4.0, of the recorded build-id
# left out: 5 functions, 59.02% of the samples' period; --top N shows N functions, --top 0 all
$ perfolio annotate --json tail --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
{
  "perfolio": 2,
  "command": "annotate",
  "functions": [
    {
      "symbol": "tail",
      "dso": "/tmp/an/fx/first",
      "build_id": "9675c09164dec4458fdddeaa76a728f35390f1e8",
      "code_by": "capstone 4.0",
      "missing": null,
      "no_code": null,
      "linked": true,
      "changes": 0,
      "changes_in_force": 0,
      "samples_before": 0,
      "samples_behind": 0,
      "astray": 0,
      "instructions": [
        {"address": "0x401150", "bytes": "89fa", "mnemonic": "movl", "operands": "%edi, %edx", "kind": "plain", "target": null, "target_symbol": null, "refers": null, "refers_symbol": null, "function": "tail", "source": {"file": "/src/annotate.cc", "line": 63}, "inline": 0, "events": [{"event": "cpu-clock:u", "samples": 1, "period": 2500000, "percent": 14.29}, {"event": "task-clock:u", "samples": 4, "period": 10000000, "percent": 40.00}]},
        {"address": "0x401152", "bytes": "488d05a71e0000", "mnemonic": "leaq", "operands": "0x1ea7(%rip), %rax", "kind": "plain", "target": null, "target_symbol": null, "refers": "0x403000", "refers_symbol": "counters", "function": "tail", "source": {"file": "/src/annotate.cc", "line": 63}, "inline": 0, "events": [{"event": "cpu-clock:u", "samples": 0, "period": 0, "percent": 0.00}, {"event": "task-clock:u", "samples": 0, "period": 0, "percent": 0.00}]},
        {"address": "0x401159", "bytes": "81f755555555", "mnemonic": "xorl", "operands": "$0x55555555, %edi", "kind": "plain", "target": null, "target_symbol": null, "refers": null, "refers_symbol": null, "function": "tail", "source": {"file": "/src/annotate.cc", "line": 64}, "inline": 0, "events": [{"event": "cpu-clock:u", "samples": 1, "period": 2500000, "percent": 14.29}, {"event": "task-clock:u", "samples": 3, "period": 7500000, "percent": 30.00}]},
        {"address": "0x40115f", "bytes": "83e20f", "mnemonic": "andl", "operands": "$0xf, %edx", "kind": "plain", "target": null, "target_symbol": null, "refers": null, "refers_symbol": null, "function": "tail", "source": {"file": "/src/annotate.cc", "line": 63}, "inline": 0, "events": [{"event": "cpu-clock:u", "samples": 0, "period": 0, "percent": 0.00}, {"event": "task-clock:u", "samples": 0, "period": 0, "percent": 0.00}]},
        {"address": "0x401162", "bytes": "83049001", "mnemonic": "addl", "operands": "$1, (%rax, %rdx, 4)", "kind": "plain", "target": null, "target_symbol": null, "refers": null, "refers_symbol": null, "function": "tail", "source": {"file": "/src/annotate.cc", "line": 63}, "inline": 0, "events": [{"event": "cpu-clock:u", "samples": 0, "period": 0, "percent": 0.00}, {"event": "task-clock:u", "samples": 0, "period": 0, "percent": 0.00}]},
        {"address": "0x401166", "bytes": "ebb8", "mnemonic": "jmp", "operands": "0x401120", "kind": "jump", "target": "0x401120", "target_symbol": "leaf", "refers": null, "refers_symbol": null, "function": "tail", "source": {"file": "/src/annotate.cc", "line": 64}, "inline": 0, "events": [{"event": "cpu-clock:u", "samples": 5, "period": 12500000, "percent": 71.43}, {"event": "task-clock:u", "samples": 3, "period": 7500000, "percent": 30.00}]}
      ],
      "inlines": [
        {"inline": 0, "instructions": 6, "depth": 0, "function": "tail", "called_at": null, "events": [{"samples": 7, "period": 17500000, "percent": 100.00}, {"samples": 10, "period": 25000000, "percent": 100.00}]}
      ],
      "blocks": [
        {"begin": "0x401150", "end": "0x401168", "instructions": 6, "loops": 0, "next": "0x401120 <leaf>", "events": [{"samples": 7, "period": 17500000, "percent": 100.00}, {"samples": 10, "period": 25000000, "percent": 100.00}]}
      ],
      "doubtful_sources": []
    }
  ],
  "skid": [],
  "absent": [],
  "problems": []
}
$ perfolio annotate --csv tail --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first | tr -d '\r'
symbol,dso,address,bytes,mnemonic,operands,kind,target,target_symbol,refers,refers_symbol,function,source,inline,events.1.event,events.1.samples,events.1.period,events.1.percent,events.2.event,events.2.samples,events.2.period,events.2.percent
tail,/tmp/an/fx/first,0x401150,89fa,movl,"%edi, %edx",plain,,,,,tail,/src/annotate.cc:63,0,cpu-clock:u,1,2500000,14.29,task-clock:u,4,10000000,40.00
tail,/tmp/an/fx/first,0x401152,488d05a71e0000,leaq,"0x1ea7(%rip), %rax",plain,,,0x403000,counters,tail,/src/annotate.cc:63,0,cpu-clock:u,0,0,0.00,task-clock:u,0,0,0.00
tail,/tmp/an/fx/first,0x401159,81f755555555,xorl,"$0x55555555, %edi",plain,,,,,tail,/src/annotate.cc:64,0,cpu-clock:u,1,2500000,14.29,task-clock:u,3,7500000,30.00
tail,/tmp/an/fx/first,0x40115f,83e20f,andl,"$0xf, %edx",plain,,,,,tail,/src/annotate.cc:63,0,cpu-clock:u,0,0,0.00,task-clock:u,0,0,0.00
tail,/tmp/an/fx/first,0x401162,83049001,addl,"$1, (%rax, %rdx, 4)",plain,,,,,tail,/src/annotate.cc:63,0,cpu-clock:u,0,0,0.00,task-clock:u,0,0,0.00
tail,/tmp/an/fx/first,0x401166,ebb8,jmp,0x401120,jump,0x401120,leaf,,,tail,/src/annotate.cc:64,0,cpu-clock:u,5,12500000,71.43,task-clock:u,3,7500000,30.00
$ perfolio annotate nothing --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
! perfolio annotate: nothing: no function of that name has samples
? 2
$ perfolio annotate --json mixd --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
{
  "perfolio": 2,
  "command": "annotate",
  "functions": [],
  "skid": [],
  "absent": [
    {
      "name": "mixd",
      "in": null,
      "near": [
        {
          "symbol": "mixed",
          "object": "first"
        }
      ],
      "more_near": 0
    }
  ],
  "problems": []
}
! perfolio annotate: mixd: no function of that name has samples; near it: mixed in first
? 2
$ perfolio annotate -s lea -s tail -n -q --no-source --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first | tail -1
       5       3 :   401166: jmp    0x401120 <leaf>
! perfolio annotate: lea: no function of that name has samples; near it: leaf in first
$ perfolio annotate -S leav,choos --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
! perfolio annotate: leav: no function of that name has samples; near it: leaf in first
! perfolio annotate: choos: no function of that name has samples; near it: choose in first
! perfolio annotate: no sample passes the filters
? 2
$ perfolio annotate --comms frist,nobody --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first --json
{
  "perfolio": 2,
  "command": "annotate",
  "functions": [],
  "skid": [],
  "absent": [
    {
      "name": "frist",
      "in": null,
      "near": [
        {
          "symbol": "first",
          "object": null
        }
      ],
      "more_near": 0
    },
    {
      "name": "nobody",
      "in": null,
      "near": [],
      "more_near": 0
    }
  ],
  "problems": []
}
! perfolio annotate: frist: no command of that name has samples; near it: first
! perfolio annotate: nobody: no command of that name has samples
! perfolio annotate: no sample passes the filters
? 2
$ perfolio annotate leaf -S chose --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
! perfolio annotate: leaf: no function of that name has samples
! perfolio annotate: chose: no function of that name has samples; near it: choose in first
! perfolio annotate: no sample passes the filters
? 2
$ perfolio annotate leaf --percent-limit 90 --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
! perfolio annotate: the function has samples, but --percent-limit or --skip-missing leaves it out, or only one of the captures has its events
? 2
$ perfolio annotate --json --isolated -i fixtures/synthetic/hybrid.data 2>/dev/null
{
  "perfolio": 2,
  "command": "annotate",
  "functions": [],
  "skid": [
    "cpu_core/cycles/",
    "cpu_core/LLC-load-misses/",
    "cpu_atom/cycles/",
    "cpu_atom/LLC-load-misses/"
  ],
  "absent": [],
  "problems": [
    {"key": "no-object", "count": 24, "sentence": "samples lie in objects that were not found", "first": "0x10 in /lib/so, recorded without a build-id: --symfs would find it by its path"}
  ]
}
$ LC_ALL=C sed 's/unrolled/r\x00\x00\x00\x00\x00\x00\x00/g' $T/first >$T/old; LC_ALL=C sed 's/unrolled/r.part.0/g' $T/second >$T/new
$ perfolio annotate r -n --no-source -q --isolated --objects $T/old --objects $T/new fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep -A5 Disass
 Samples Samples |	Disassembly of r in first and r.part.0 in second for cpu-clock:u (54, 45 samples)
-----------------------------------------------------------------------------------------------------
                 :               r.part.0():
               1 :         401020: + movq   %rdi, %r11
       1       0 :  401000 401023:   cmpl   $3, %esi
       0       0 :  401003 401026:   jbe    0x4010e0 <r.part.0+0xc0>
--
 Samples Samples |	Disassembly of r in first and r.part.0 in second for task-clock:u (56, 43 samples)
------------------------------------------------------------------------------------------------------
                 :               r.part.0():
               1 :         401020: + movq   %rdi, %r11
       1       0 :  401000 401023:   cmpl   $3, %esi
       0       0 :  401003 401026:   jbe    0x4010e0 <r.part.0+0xc0>
$ perfolio annotate r.part.0 -q --json --isolated --objects $T/old --objects $T/new fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep -E '"(symbol|new_symbol|old_dso|new_dso)"'
      "symbol": "r",
      "new_symbol": "r.part.0",
      "old_dso": "/tmp/an/fx/first",
      "new_dso": "/tmp/an/fx/second",
      "symbol": "r",
      "new_symbol": "r.part.0",
      "old_dso": "/tmp/an/fx/first",
      "new_dso": "/tmp/an/fx/second",
$ perfolio annotate rr --isolated --objects $T/old --objects $T/new fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data
! perfolio annotate: rr: no function of that name has samples
? 2
$ perfolio annotate r --branch --isolated --objects $T/old --objects $T/new fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data
! perfolio annotate: --branch needs one capture, but two are named
? 1
$ perfolio annotate r --blocks -l -n -q --no-source --isolated --objects $T/old --objects $T/new fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep -A24 '^# lines' | head -25
# lines of source:
#       Samples   Percent    Samples   Percent  Line
#            22    40.74%         19    42.22%  annotate.cc:32
#            13    24.07%         16    35.56%  annotate.cc:27
#            10    18.52%          5    11.11%  annotate.cc:28
#             6    11.11%          1     2.22%  annotate.cc:33
#             2     3.70%          1     2.22%  annotate.cc:26
#             1     1.85%          1     2.22%  annotate.cc:35
#             0     0.00%          1     2.22%  annotate.cc:38
#  +                               1     2.22%  annotate.cc:24
# blocks:
#       Samples   Percent    Samples   Percent             Begin             Begin  Instr  Instr  Loops  Goes on to
#  ~          1     1.85%          1     2.22%          0x401000          0x401020      2      3      0  0x4010e0, 0x40102c
#  ~          0     0.00%          1     2.22%          0x401009          0x40102c      6      7      0  0x401050
#  ~         52    96.30%         41    91.11%          0x401028          0x401050     33     36      1  0x401050, 0x4010c1
#             0     0.00%          1     2.22%          0x40108f          0x4010c1      2      2      0  0x4010d5, 0x4010c5
#             1     1.85%          0     0.00%          0x401093          0x4010c5      6      6      1  0x4010c5, 0x4010d5
#  ~          0     0.00%          1     2.22%          0x4010a2          0x4010d5      1      2      0  return
#  -          0     0.00%                               0x4010a3                        1             1  0x4010a8
#  +                               0     0.00%                            0x4010d7             1      0  0x4010e0
#  ~          0     0.00%          0     0.00%          0x4010a8          0x4010e0      3      4      0  0x4010f9, 0x4010e8
#  +                               0     0.00%                            0x4010e8             6      1  0x4010e8, 0x4010f8
#  +                               0     0.00%                            0x4010f8             1      0  return
#  +                               0     0.00%                            0x4010f9             1      0  return
 Samples Samples |	Disassembly of r in first and r.part.0 in second for task-clock:u (56, 43 samples)
$ perfolio annotate mixed --blocks -l --inlines --isolated --objects $T/first --objects fixtures/amd64/annotate/second --source-prefix /src=$T fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | head -58
 Percent Percent |	Disassembly of mixed in first and second for cpu-clock:u (209, 212 samples)
-----------------------------------------------------------------------------------------------
                 :               mixed():
                 : 43                for (u32 i = 0; i < n; i++) {
    0.48    0.00 :  4010b0 401100:   testl  %edi, %edi
    0.00    0.00 :  4010b2 401102:   je     0x401160 <mixed+0x60>
                 : 42                u32 x = n;
    0.00    0.00 :  4010b4 401104:   movl   %edi, %edx
                 : 43                for (u32 i = 0; i < n; i++) {
    0.00    0.00 :  4010b6 401106:   xorl   %ecx, %ecx
                 : 46                        counters[x & 15] += fold<13>(x);
    0.00    0.47 :  4010b8 401108:   leaq   0x1ef1(%rip), %r8        # 403000 <counters>
    0.00    0.00 :  4010bf 40110f:   nop
                 : 44                    x += fold<16>(x ^ i);
    0.00    0.00 :  4010c0 401110:   movl   %edx, %esi
    0.00    0.00 :  4010c2 401112:   xorl   %ecx, %esi
   50.72   54.25 :  4010c4 401114:   [fold<16>: 7 instructions, inlined at annotate.cc:44]
    3.83    6.60 :  4010d8 401128:   addl   %eax, %edx // annotate.cc:44
                 : 45                    if (x & 1)
    3.83    6.13 :  4010da 40112a:   testb  $1, %dl // annotate.cc:45
    0.00    0.00 :  4010dd 40112d:   je     0x40114e <mixed+0x4e>
    0.00    0.00 :  4010df 40112f:   [fold<13>: 1 instruction, inlined at annotate.cc:46]
                 : 46                        counters[x & 15] += fold<13>(x);
    0.00    0.00 :  4010e1 401131:   movl   %edx, %r9d
    0.00    0.94 :  4010e4 401134:   [fold<13>: 1 instruction, inlined at annotate.cc:46]
    0.00    1.42 :  4010e7 401137:   andl   $0xf, %r9d // annotate.cc:46
   33.97   22.64 :  4010eb 40113b:   [fold<13>: 5 instructions, inlined at annotate.cc:46]
    0.48    0.00 :  4010fa 40114a:   addl   %eax, (%r8, %r9, 4)
                 : 43                for (u32 i = 0; i < n; i++) {
    6.22    7.08 :  4010fe 40114e:   addl   $1, %ecx // annotate.cc:43
    0.48    0.00 :  401101 401151:   cmpl   %ecx, %edi
    0.00    0.47 :  401103 401153:   jne    0x401110 <mixed+0x10>
                 : 49            }
    0.00    0.00 :  401105 401155:   movl   %edx, %eax
    0.00    0.00 :  401107 401157:   retq
    0.00    0.00 :  401108 401158:   nopl   (%rax, %rax)
                 : 42                u32 x = n;
    0.00    0.00 :  401110 401160:   xorl   %edx, %edx
                 : 49            }
    0.00    0.00 :  401112 401162:   movl   %edx, %eax
    0.00    0.00 :  401114 401164:   retq
# lines of source:
#       Samples   Percent    Samples   Percent  Line
#           135    64.59%        115    54.25%  annotate.cc:13
#            38    18.18%         37    17.45%  annotate.cc:11
#            15     7.18%         16     7.55%  annotate.cc:43
#             8     3.83%         14     6.60%  annotate.cc:44
#             4     1.91%         13     6.13%  annotate.cc:12
#             8     3.83%         13     6.13%  annotate.cc:45
#             1     0.48%          4     1.89%  annotate.cc:46
# with inlined functions:
#       Samples   Percent    Samples   Percent  Instr  Instr  Function                          Inlined at
#           209   100.00%        212   100.00%     37     37  mixed                             
#           106    50.72%        115    54.25%      7      7    fold<16>                        annotate.cc:44
#            71    33.97%         50    23.58%      7      7    fold<13>                        annotate.cc:46
# blocks:
#       Samples   Percent    Samples   Percent             Begin             Begin  Instr  Instr  Loops  Goes on to
#             1     0.48%          0     0.00%          0x4010b0          0x401100      2      2      0  0x401160, 0x401104
$ LC_ALL=C sed 's/unrolled/fold<16>/g' fixtures/amd64/annotate/second >$T/own
$ perfolio annotate 'fold<16>' -q --no-source --isolated --objects $T/first --objects $T/own fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep -A9 '^# where'
# where functions are inlined, of all samples of cpu-clock:u:
#       Samples   Percent    Samples   Percent  Function                          Inlined into
#           106    20.78%        115    21.18%  fold<16>                          mixed
#  +                              45     8.29%  fold<16>                          (nothing: a function of its own)
# where functions are inlined, of all samples of task-clock:u:
#       Samples   Percent    Samples   Percent  Function                          Inlined into
#           111    21.68%        113    20.85%  fold<16>                          mixed
#  +                              43     7.93%  fold<16>                          (nothing: a function of its own)
$ perfolio annotate unrolled --blocks --inlines -l --json --isolated --objects $T/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep -E -A1 '^      "(blocks|lines|inlines|instructions)|^  "inlined'
      "instructions": [
        {"change": "added", "mnemonic": "movq", "operands": "%rdi, %r11", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00, "inline": null}, "new": {"address": "0x401020", "samples": 1, "period": 2500000, "percent": 2.22, "inline": 0}},
--
      "lines": [
        {"change": "same", "old": {"samples": 22, "period": 55000000, "percent": 40.74, "source": {"file": "/src/annotate.cc", "line": 32}, "instructions": 11}, "new": {"samples": 19, "period": 47500000, "percent": 42.22, "source": {"file": "/src/annotate.cc", "line": 32}, "instructions": 12}},
--
      "inlines": [
        {"change": "same", "depth": 0, "function": "unrolled", "old": {"samples": 54, "period": 135000000, "percent": 100.00, "inline": 0, "instructions": 54, "called_at": null}, "new": {"samples": 45, "period": 112500000, "percent": 100.00, "inline": 0, "instructions": 69, "called_at": null}}
--
      "blocks": [
        {"change": "changed", "common": 2, "old": {"samples": 1, "period": 2500000, "percent": 1.85, "begin": "0x401000", "end": "0x401009", "instructions": 2, "loops": 0, "next": "0x4010a8, 0x401009"}, "new": {"samples": 1, "period": 2500000, "percent": 2.22, "begin": "0x401020", "end": "0x40102c", "instructions": 3, "loops": 0, "next": "0x4010e0, 0x40102c"}},
--
      "instructions": [
        {"change": "added", "mnemonic": "movq", "operands": "%rdi, %r11", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00, "inline": null}, "new": {"address": "0x401020", "samples": 1, "period": 2500000, "percent": 2.33, "inline": 0}},
--
      "lines": [
        {"change": "same", "old": {"samples": 26, "period": 65000000, "percent": 46.43, "source": {"file": "/src/annotate.cc", "line": 32}, "instructions": 11}, "new": {"samples": 19, "period": 47500000, "percent": 44.19, "source": {"file": "/src/annotate.cc", "line": 32}, "instructions": 12}},
--
      "inlines": [
        {"change": "same", "depth": 0, "function": "unrolled", "old": {"samples": 56, "period": 140000000, "percent": 100.00, "inline": 0, "instructions": 54, "called_at": null}, "new": {"samples": 43, "period": 107500000, "percent": 100.00, "inline": 0, "instructions": 69, "called_at": null}}
--
      "blocks": [
        {"change": "changed", "common": 2, "old": {"samples": 1, "period": 2500000, "percent": 1.79, "begin": "0x401000", "end": "0x401009", "instructions": 2, "loops": 0, "next": "0x4010a8, 0x401009"}, "new": {"samples": 1, "period": 2500000, "percent": 2.33, "begin": "0x401020", "end": "0x40102c", "instructions": 3, "loops": 0, "next": "0x4010e0, 0x40102c"}},
--
  "inlined": [],
  "absent": [],
$ perfolio annotate mixed --inlines --blocks -l --csv --isolated --objects $T/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | tr -d '\r' | grep -A2 -E '^event|^$' | tail -20
task-clock:u,mixed,same,testl,"%edi, %edi",0x4010b0,1,2500000,0.49,0,0x401100,0,0,0.00,0
task-clock:u,mixed,same,je,0x401160,0x4010b2,0,0,0.00,0,0x401102,0,0,0.00,0
--

event,symbol,change,old.samples,old.period,old.percent,old.source,old.instructions,new.samples,new.period,new.percent,new.source,new.instructions
task-clock:u,mixed,same,105,262500000,50.97,/src/annotate.cc:13,6,107,267500000,47.77,/src/annotate.cc:13,6
task-clock:u,mixed,same,53,132500000,25.73,/src/annotate.cc:11,6,46,115000000,20.54,/src/annotate.cc:11,6
--

event,symbol,change,depth,function,old.samples,old.period,old.percent,old.inline,old.instructions,old.called_at,new.samples,new.period,new.percent,new.inline,new.instructions,new.called_at
task-clock:u,mixed,same,0,mixed,206,515000000,100.00,0,37,,224,560000000,100.00,0,37,
task-clock:u,mixed,same,1,fold<16>,111,277500000,53.88,1,7,/src/annotate.cc:44,113,282500000,50.45,1,7,/src/annotate.cc:44
--

event,symbol,change,common,old.samples,old.period,old.percent,old.begin,old.end,old.instructions,old.loops,old.next,new.samples,new.period,new.percent,new.begin,new.end,new.instructions,new.loops,new.next
task-clock:u,mixed,same,2,1,2500000,0.49,0x4010b0,0x4010b4,2,0,"0x401110, 0x4010b4",0,0,0.00,0x401100,0x401104,2,0,"0x401160, 0x401104"
task-clock:u,mixed,same,4,0,0,0.00,0x4010b4,0x4010c0,4,0,0x4010c0,0,0,0.00,0x401104,0x401110,4,0,0x401110
--

event,function,caller,old.samples,old.period,old.percent,new.samples,new.period,new.percent
$ perfolio annotate --top 2 -n --isolated -i fixtures/amd64/annotate.data
# left out: 510 samples (100.00%) in no function
! perfolio: 1022 samples lie in objects that were not found, 100.00% of all (first: 0x1255 in /tmp/an/fx/first)
$ perfolio annotate --top 1 -n --no-source --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug --percent-limit 9
 Samples |	Source code & Disassembly of workload for cpu-clock (341 samples, percent: local period)
--------------------------------------------------------------------------------------------------------
         :
         :
         :
         :      Disassembly of section .text:
         :
         :      00000000000013d0 <cmp_u32>:
         :      cmp_u32():
     341 :   13d0:   movl   (%rdi), %ecx
       0 :   13d2:   movl   (%rsi), %edx
       0 :   13d4:   xorl   %eax, %eax
       0 :   13d6:   cmpl   %ecx, %edx
       0 :   13d8:   setb   %al
       0 :   13db:   cmpl   %edx, %ecx
       0 :   13dd:   sbbl   $0, %eax
       0 :   13e0:   retq
# code: by capstone 4.0, of the recorded build-id
 Samples |	Source code & Disassembly of workload for cpu-clock (149 samples, percent: local period)
--------------------------------------------------------------------------------------------------------
         :
         :
         :
         :      Disassembly of section .text:
         :
         :      00000000000014a0 <fib>:
         :      fib():
       9 :   14a0:   pushq  %rbp
       0 :   14a1:   movq   %rsp, %rbp
       0 :   14a4:   pushq  %r12
       0 :   14a6:   pushq  %rbx
       0 :   14a7:   movl   %edi, %ebx
       0 :   14a9:   cmpl   $1, %edi
       0 :   14ac:   jbe    0x14d7 <fib+0x37>
       5 :   14ae:   leal   -1(%rdi), %edi
       0 :   14b1:   callq  0x14a0 <fib>
      76 :   14b6:   leal   -2(%rbx), %edi
       0 :   14b9:   movl   %eax, %r12d
       0 :   14bc:   callq  0x14a0 <fib>
      50 :   14c1:   movq   0x2be8(%rip), %rdx        # 40b0 <sink>
       0 :   14c8:   leal   (%r12, %rax), %ebx
       0 :   14cc:   addq   $1, %rdx
       0 :   14d0:   movq   %rdx, 0x2bd9(%rip)        # 40b0 <sink>
       9 :   14d7:   movl   %ebx, %eax
       0 :   14d9:   popq   %rbx
       0 :   14da:   popq   %r12
       0 :   14dc:   popq   %rbp
       0 :   14dd:   retq
# code: by capstone 4.0, of the recorded build-id
 Samples |	Source code & Disassembly of workload for cpu-clock (147 samples, percent: local period)
--------------------------------------------------------------------------------------------------------
         :
         :
         :
         :      Disassembly of section .text:
         :
         :      0000000000001450 <hot_loop>:
         :      hot_loop():
       0 :   1450:   testl  %esi, %esi
       0 :   1452:   jle    0x1494 <hot_loop+0x44>
       0 :   1454:   xorl   %r8d, %r8d
       0 :   1457:   nopw   (%rax, %rax)
       5 :   1460:   movl   $8, %edx
       0 :   1465:   nopl   (%rax)
         :      mix_inline():
     115 :   1468:   addl   %r8d, %edi
         :      twist_inline():
       0 :   146b:   movl   %edi, %eax
       0 :   146d:   shll   $0xd, %eax
       0 :   1470:   xorl   %edi, %eax
       0 :   1472:   movl   %eax, %ecx
       0 :   1474:   shrl   $0x11, %ecx
       0 :   1477:   xorl   %ecx, %eax
       0 :   1479:   movl   %eax, %ecx
       0 :   147b:   shll   $5, %ecx
       0 :   147e:   xorl   %ecx, %eax
         :      mix_inline():
       0 :   1480:   imull  $0x9e3779b1, %eax, %edi
       0 :   1486:   subl   $1, %edx
       0 :   1489:   jne    0x1468 <hot_loop+0x18>
         :      hot_loop():
      27 :   148b:   addl   $1, %r8d
       0 :   148f:   cmpl   %r8d, %esi
       0 :   1492:   jne    0x1460 <hot_loop+0x10>
       0 :   1494:   movq   0x2c15(%rip), %rax        # 40b0 <sink>
       0 :   149b:   addl   %edi, %eax
       0 :   149d:   retq
# code: by capstone 4.0, of the recorded build-id
# left out: 5 functions, 3.96% of the samples' period
# left out: 844 samples (54.73%) in no function
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio pack fixtures/amd64/annotate.data --isolated --objects fixtures/amd64/annotate/first -o $T/code.folio >/dev/null; perfolio annotate --top 0 --blocks --inlines --isolated -i fixtures/amd64/annotate.data --objects $T/first >$T/packing; perfolio annotate --top 0 --blocks --inlines --isolated -i $T/code.folio >$T/packed; cmp $T/packing $T/packed && grep -c : $T/packed
308
$ touch -d 2022-02-02 $T/annotate.cc; perfolio annotate leaf --isolated -i fixtures/amd64/annotate.data --objects $T/first --source-prefix /src=$T | grep '^#'; perfolio annotate leaf --isolated -i $T/code.folio --source-prefix /src=$T | grep '^#'
# code: by capstone 4.0, of the recorded build-id
# source: /src/annotate.cc was written after the code was built: it may be another version
# code: by capstone 4.0, of the recorded build-id
# source: /src/annotate.cc is this machine's file: it may not be the version from which the code was compiled
$ perfolio annotate unrolled --isolated --objects $T/first --objects fixtures/amd64/annotate/second --source-prefix /src=$T fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data
 Percent Percent |	Disassembly of unrolled in first and second for cpu-clock:u (54, 45 samples)
------------------------------------------------------------------------------------------------
                 :               unrolled():
                 : 24            {
            2.22 :         401020: + movq   %rdi, %r11
                 : 26                for (; i + 4 <= n; i += 4) {
    1.85    0.00 :  401000 401023:   cmpl   $3, %esi
    0.00    0.00 :  401003 401026:   jbe    0x4010e0 <unrolled+0xc0>
    0.00         :  401009       : - movl   $4, %ecx
                 : 24            {
            0.00 :         40102c: + pushq  %rbx
                 : 25                u32 sum = 0, i = 0;
    0.00    0.00 :  40100e 40102d:   xorl   %eax, %eax
                 : 26                for (; i + 4 <= n; i += 4) {
            0.00 :         40102f: + movl   $4, %ebx
                 : 27                    sum += v[i & 7] / 3;
    0.00    0.00 :  401010 401034:   movl   $0xaaaaaaab, %r10d
                 : 28                    sum ^= v[(i + 1) & 7] / 5;
    0.00    0.00 :  401016 40103a:   movl   $0xcccccccd, %r9d
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    0.00    2.22 :  40101c 401040:   movl   $0xba2e8ba3, %r8d
    0.00         :  401022       : - nopw   (%rax, %rax)
            0.00 :         401046: + nopw   %cs:(%rax, %rax)
                 : 27                    sum += v[i & 7] / 3;
    3.70    0.00 :  401028 401050: ~ leal   -4(%rbx), %edx
    3.70    8.89 :  40102b 401053:   andl   $7, %edx
   11.11    0.00 :  40102e 401056: ~ movl   (%r11, %rdx, 4), %edx
    1.85    6.67 :  401031 40105a:   imulq  %r10, %rdx
    1.85   11.11 :  401035 40105e:   shrq   $0x21, %rdx
    1.85    8.89 :  401039 401062:   addl   %eax, %edx
                 : 28                    sum ^= v[(i + 1) & 7] / 5;
    0.00    0.00 :  40103b 401064: ~ leal   -3(%rbx), %eax
    9.26    0.00 :  40103e 401067:   andl   $7, %eax
    0.00    0.00 :  401041 40106a: ~ movl   (%r11, %rax, 4), %edi
    0.00    4.44 :  401044 40106e: ~ imulq  %r9, %rdi
    7.41    0.00 :  401048 401072: ~ shrq   $0x22, %rdi
    1.85    6.67 :  40104c 401076: ~ xorl   %edx, %edi
                 : 30                    sum += added(sum);
            0.00 :         401078: + callq  0x401000 <added>
            0.00 :         40107d: + movl   %eax, %ecx
                 : 32                    sum += v[(i + 2) & 7] / 7;
    0.00    0.00 :  40104e 40107f: ~ leal   -2(%rbx), %eax
    1.85    0.00 :  401051 401082: ~ andl   $7, %eax
    0.00    0.00 :  401054 401085: ~ movl   (%r11, %rax, 4), %eax
    3.70    0.00 :  401058 401089: ~ movq   %rax, %rdx
    0.00    0.00 :  40105b 40108c: ~ imulq  $0x24924925, %rax, %rax
    0.00    0.00 :  401062 401093: ~ shrq   $0x20, %rax
   31.48   15.56 :  401066 401097: ~ subl   %eax, %edx
    1.85    0.00 :  401069 401099:   shrl   $1, %edx
    0.00         :  40106b       : - addl   %r11d, %edx
    0.00         :  40106e       : - shrl   $2, %edx
    1.85    0.00 :  401071 40109b:   addl   %eax, %edx
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    5.56    0.00 :  401073 40109d: ~ leal   -1(%rbx), %eax
    0.00    0.00 :  401076 4010a0:   andl   $7, %eax
                 : 32                    sum += v[(i + 2) & 7] / 7;
            0.00 :         4010a3: + shrl   $2, %edx
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    0.00    0.00 :  401079 4010a6: ~ movl   (%r11, %rax, 4), %eax
                 : 32                    sum += v[(i + 2) & 7] / 7;
            0.00 :         4010aa: + addl   %ecx, %edx
           26.67 :         4010ac: + addl   %edi, %edx
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    5.56    0.00 :  40107c 4010ae:   imulq  %r8, %rax
    0.00    0.00 :  401080 4010b2:   shrq   $0x23, %rax
    0.00    0.00 :  401084 4010b6:   xorl   %edx, %eax
                 : 26                for (; i + 4 <= n; i += 4) {
    0.00    2.22 :  401086 4010b8: ~ movl   %ebx, %edx
    0.00    0.00 :  401088 4010ba: ~ addl   $4, %ebx
    1.85    0.00 :  40108b 4010bd: ~ cmpl   %ebx, %esi
    0.00    0.00 :  40108d 4010bf:   jae    0x401050 <unrolled+0x30>
                 : 35                for (; i < n; i++)
    0.00    0.00 :  40108f 4010c1:   cmpl   %esi, %edx
    0.00    2.22 :  401091 4010c3:   jae    0x4010d5 <unrolled+0xb5>
                 : 36                    sum += v[i & 7];
    0.00    0.00 :  401093 4010c5:   movl   %edx, %ecx
                 : 35                for (; i < n; i++)
    1.85    0.00 :  401095 4010c7:   addl   $1, %edx
                 : 36                    sum += v[i & 7];
    0.00    0.00 :  401098 4010ca:   andl   $7, %ecx
    0.00    0.00 :  40109b 4010cd: ~ addl   (%r11, %rcx, 4), %eax
                 : 35                for (; i < n; i++)
    0.00    0.00 :  40109e 4010d1:   cmpl   %edx, %esi
    0.00    0.00 :  4010a0 4010d3:   jne    0x4010c5 <unrolled+0xa5>
                 : 38            }
            0.00 :         4010d5: + popq   %rbx
    0.00    2.22 :  4010a2 4010d6:   retq
    0.00         :  4010a3       : - nopl   (%rax, %rax)
            0.00 :         4010d7: + nopw   (%rax, %rax)
                 : 25                u32 sum = 0, i = 0;
    0.00    0.00 :  4010a8 4010e0:   xorl   %edx, %edx
    0.00    0.00 :  4010aa 4010e2:   xorl   %eax, %eax
                 : 35                for (; i < n; i++)
            0.00 :         4010e4: + cmpl   %esi, %edx
            0.00 :         4010e6: + jae    0x4010f9 <unrolled+0xd9>
                 : 36                    sum += v[i & 7];
            0.00 :         4010e8: + movl   %edx, %ecx
                 : 35                for (; i < n; i++)
            0.00 :         4010ea: + addl   $1, %edx
                 : 36                    sum += v[i & 7];
            0.00 :         4010ed: + andl   $7, %ecx
            0.00 :         4010f0: + addl   (%r11, %rcx, 4), %eax
                 : 35                for (; i < n; i++)
            0.00 :         4010f4: + cmpl   %edx, %esi
                 : 25                u32 sum = 0, i = 0;
    0.00         :  4010ac       : - jmp    0x40108f <unrolled+0x8f>
                 : 35                for (; i < n; i++)
            0.00 :         4010f6: + jne    0x4010e8 <unrolled+0xc8>
            0.00 :         4010f8: + retq
                 : 38            }
            0.00 :         4010f9: + retq
# 48 instructions are in both, 6 in the first alone, 21 in the second alone
# a run of the second costs -16.67% (+-32.97 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
# source: /src/annotate.cc was written after the code of the first was built: it may be another version
 Percent Percent |	Disassembly of unrolled in first and second for task-clock:u (56, 43 samples)
-------------------------------------------------------------------------------------------------
                 :               unrolled():
                 : 24            {
            2.33 :         401020: + movq   %rdi, %r11
                 : 26                for (; i + 4 <= n; i += 4) {
    1.79    0.00 :  401000 401023:   cmpl   $3, %esi
    0.00    0.00 :  401003 401026:   jbe    0x4010e0 <unrolled+0xc0>
    0.00         :  401009       : - movl   $4, %ecx
                 : 24            {
            0.00 :         40102c: + pushq  %rbx
                 : 25                u32 sum = 0, i = 0;
    0.00    0.00 :  40100e 40102d:   xorl   %eax, %eax
                 : 26                for (; i + 4 <= n; i += 4) {
            0.00 :         40102f: + movl   $4, %ebx
                 : 27                    sum += v[i & 7] / 3;
    0.00    0.00 :  401010 401034:   movl   $0xaaaaaaab, %r10d
                 : 28                    sum ^= v[(i + 1) & 7] / 5;
    0.00    0.00 :  401016 40103a:   movl   $0xcccccccd, %r9d
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    0.00    6.98 :  40101c 401040:   movl   $0xba2e8ba3, %r8d
    0.00         :  401022       : - nopw   (%rax, %rax)
            0.00 :         401046: + nopw   %cs:(%rax, %rax)
                 : 27                    sum += v[i & 7] / 3;
    3.57    0.00 :  401028 401050: ~ leal   -4(%rbx), %edx
    3.57    2.33 :  40102b 401053:   andl   $7, %edx
    5.36    0.00 :  40102e 401056: ~ movl   (%r11, %rdx, 4), %edx
    1.79    2.33 :  401031 40105a:   imulq  %r10, %rdx
    0.00    0.00 :  401035 40105e:   shrq   $0x21, %rdx
    1.79    2.33 :  401039 401062:   addl   %eax, %edx
                 : 28                    sum ^= v[(i + 1) & 7] / 5;
    0.00    0.00 :  40103b 401064: ~ leal   -3(%rbx), %eax
    5.36    0.00 :  40103e 401067:   andl   $7, %eax
    0.00    0.00 :  401041 40106a: ~ movl   (%r11, %rax, 4), %edi
    0.00    4.65 :  401044 40106e: ~ imulq  %r9, %rdi
   10.71    0.00 :  401048 401072: ~ shrq   $0x22, %rdi
    0.00   16.28 :  40104c 401076: ~ xorl   %edx, %edi
                 : 30                    sum += added(sum);
            0.00 :         401078: + callq  0x401000 <added>
            0.00 :         40107d: + movl   %eax, %ecx
                 : 32                    sum += v[(i + 2) & 7] / 7;
    0.00    0.00 :  40104e 40107f: ~ leal   -2(%rbx), %eax
    1.79    0.00 :  401051 401082: ~ andl   $7, %eax
    0.00    0.00 :  401054 401085: ~ movl   (%r11, %rax, 4), %eax
    3.57    0.00 :  401058 401089: ~ movq   %rax, %rdx
    0.00    0.00 :  40105b 40108c: ~ imulq  $0x24924925, %rax, %rax
    0.00    0.00 :  401062 401093: ~ shrq   $0x20, %rax
   35.71    9.30 :  401066 401097: ~ subl   %eax, %edx
    3.57    0.00 :  401069 401099:   shrl   $1, %edx
    0.00         :  40106b       : - addl   %r11d, %edx
    0.00         :  40106e       : - shrl   $2, %edx
    1.79    0.00 :  401071 40109b:   addl   %eax, %edx
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    1.79    0.00 :  401073 40109d: ~ leal   -1(%rbx), %eax
    0.00    0.00 :  401076 4010a0:   andl   $7, %eax
                 : 32                    sum += v[(i + 2) & 7] / 7;
            0.00 :         4010a3: + shrl   $2, %edx
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
    0.00    0.00 :  401079 4010a6: ~ movl   (%r11, %rax, 4), %eax
                 : 32                    sum += v[(i + 2) & 7] / 7;
            0.00 :         4010aa: + addl   %ecx, %edx
           34.88 :         4010ac: + addl   %edi, %edx
                 : 33                    sum ^= v[(i + 3) & 7] / 11;
   14.29    0.00 :  40107c 4010ae:   imulq  %r8, %rax
    0.00    0.00 :  401080 4010b2:   shrq   $0x23, %rax
    0.00   13.95 :  401084 4010b6:   xorl   %edx, %eax
                 : 26                for (; i + 4 <= n; i += 4) {
    0.00    0.00 :  401086 4010b8: ~ movl   %ebx, %edx
    0.00    0.00 :  401088 4010ba: ~ addl   $4, %ebx
    0.00    0.00 :  40108b 4010bd: ~ cmpl   %ebx, %esi
    0.00    0.00 :  40108d 4010bf:   jae    0x401050 <unrolled+0x30>
                 : 35                for (; i < n; i++)
    0.00    0.00 :  40108f 4010c1:   cmpl   %esi, %edx
    1.79    2.33 :  401091 4010c3:   jae    0x4010d5 <unrolled+0xb5>
                 : 36                    sum += v[i & 7];
    0.00    0.00 :  401093 4010c5:   movl   %edx, %ecx
                 : 35                for (; i < n; i++)
    0.00    0.00 :  401095 4010c7:   addl   $1, %edx
                 : 36                    sum += v[i & 7];
    0.00    0.00 :  401098 4010ca:   andl   $7, %ecx
    0.00    0.00 :  40109b 4010cd: ~ addl   (%r11, %rcx, 4), %eax
                 : 35                for (; i < n; i++)
    1.79    0.00 :  40109e 4010d1:   cmpl   %edx, %esi
    0.00    0.00 :  4010a0 4010d3:   jne    0x4010c5 <unrolled+0xa5>
                 : 38            }
            0.00 :         4010d5: + popq   %rbx
    0.00    2.33 :  4010a2 4010d6:   retq
    0.00         :  4010a3       : - nopl   (%rax, %rax)
            0.00 :         4010d7: + nopw   (%rax, %rax)
                 : 25                u32 sum = 0, i = 0;
    0.00    0.00 :  4010a8 4010e0:   xorl   %edx, %edx
    0.00    0.00 :  4010aa 4010e2:   xorl   %eax, %eax
                 : 35                for (; i < n; i++)
            0.00 :         4010e4: + cmpl   %esi, %edx
            0.00 :         4010e6: + jae    0x4010f9 <unrolled+0xd9>
                 : 36                    sum += v[i & 7];
            0.00 :         4010e8: + movl   %edx, %ecx
                 : 35                for (; i < n; i++)
            0.00 :         4010ea: + addl   $1, %edx
                 : 36                    sum += v[i & 7];
            0.00 :         4010ed: + andl   $7, %ecx
            0.00 :         4010f0: + addl   (%r11, %rcx, 4), %eax
                 : 35                for (; i < n; i++)
            0.00 :         4010f4: + cmpl   %edx, %esi
                 : 25                u32 sum = 0, i = 0;
    0.00         :  4010ac       : - jmp    0x40108f <unrolled+0x8f>
                 : 35                for (; i < n; i++)
            0.00 :         4010f6: + jne    0x4010e8 <unrolled+0xc8>
            0.00 :         4010f8: + retq
                 : 38            }
            0.00 :         4010f9: + retq
# 48 instructions are in both, 6 in the first alone, 21 in the second alone
# a run of the second costs -23.21% (+-30.52 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
$ perfolio annotate --top 0 --show-total-period --no-source --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep '^#\|Period'
      Period      Period |	Disassembly of mixed in first and second for cpu-clock:u (209, 212 samples)
# 37 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs +1.44% (+-19.38 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of leaf in first and second for cpu-clock:u (113, 98 samples)
# 15 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -13.27% (+-23.46 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of choose in first and second for cpu-clock:u (92, 117 samples)
# 41 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs +27.17% (+-34.73 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of unrolled in first and second for cpu-clock:u (54, 45 samples)
# 48 instructions are in both, 6 in the first alone, 21 in the second alone
# a run of the second costs -16.67% (+-32.97 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of added in nothing and second for cpu-clock:u (0, 53 samples)
# 0 instructions are in both, 0 in the first alone, 7 in the second alone
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of _start in first and second for cpu-clock:u (35, 14 samples)
# 33 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -60.00% (+-24.79 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of tail in first and second for cpu-clock:u (7, 4 samples)
# 6 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -42.86% (+-70.20 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of mixed in first and second for task-clock:u (206, 224 samples)
# 37 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs +8.74% (+-20.57 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of leaf in first and second for task-clock:u (120, 105 samples)
# 15 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -12.50% (+-22.92 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of choose in first and second for task-clock:u (99, 97 samples)
# 41 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -2.02% (+-27.44 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of unrolled in first and second for task-clock:u (56, 43 samples)
# 48 instructions are in both, 6 in the first alone, 21 in the second alone
# a run of the second costs -23.21% (+-30.52 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of added in nothing and second for task-clock:u (0, 48 samples)
# 0 instructions are in both, 0 in the first alone, 7 in the second alone
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of _start in first and second for task-clock:u (21, 20 samples)
# 33 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -4.76% (+-58.32 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
      Period      Period |	Disassembly of tail in first and second for task-clock:u (10, 5 samples)
# 6 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -50.00% (+-53.68 by the chance of sampling)
# code: by capstone 4.0, of the recorded build-id
$ perfolio annotate added --json --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data
{
  "perfolio": 2,
  "command": "annotate",
  "functions": [
    {
      "event": "cpu-clock:u",
      "symbol": "added",
      "new_symbol": "added",
      "old_dso": null,
      "new_dso": "/tmp/an/fx/second",
      "old_runs": 1,
      "new_runs": 1,
      "old_samples": 0,
      "new_samples": 53,
      "instructions": [
        {"change": "added", "mnemonic": "movl", "operands": "%edi, %ecx", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401000", "samples": 1, "period": 2500000, "percent": 1.89}},
        {"change": "added", "mnemonic": "leal", "operands": "(, %rdi, 8), %eax", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401002", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "leaq", "operands": "0x1ff0(%rip), %rdx", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401009", "samples": 17, "period": 42500000, "percent": 32.08}},
        {"change": "added", "mnemonic": "andl", "operands": "$0xf, %ecx", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401010", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "subl", "operands": "%edi, %eax", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401013", "samples": 3, "period": 7500000, "percent": 5.66}},
        {"change": "added", "mnemonic": "addl", "operands": "(%rdx, %rcx, 4), %eax", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401015", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "retq", "operands": "", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401018", "samples": 32, "period": 80000000, "percent": 60.38}}
      ],
      "change": null,
      "change_by_chance": null,
      "grown": []
    },
    {
      "event": "task-clock:u",
      "symbol": "added",
      "new_symbol": "added",
      "old_dso": null,
      "new_dso": "/tmp/an/fx/second",
      "old_runs": 1,
      "new_runs": 1,
      "old_samples": 0,
      "new_samples": 48,
      "instructions": [
        {"change": "added", "mnemonic": "movl", "operands": "%edi, %ecx", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401000", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "leal", "operands": "(, %rdi, 8), %eax", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401002", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "leaq", "operands": "0x1ff0(%rip), %rdx", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401009", "samples": 13, "period": 32500000, "percent": 27.08}},
        {"change": "added", "mnemonic": "andl", "operands": "$0xf, %ecx", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401010", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "subl", "operands": "%edi, %eax", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401013", "samples": 5, "period": 12500000, "percent": 10.42}},
        {"change": "added", "mnemonic": "addl", "operands": "(%rdx, %rcx, 4), %eax", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401015", "samples": 0, "period": 0, "percent": 0.00}},
        {"change": "added", "mnemonic": "retq", "operands": "", "old": {"address": null, "samples": 0, "period": 0, "percent": 0.00}, "new": {"address": "0x401018", "samples": 30, "period": 75000000, "percent": 62.50}}
      ],
      "change": null,
      "change_by_chance": null,
      "grown": []
    }
  ],
  "absent": [],
  "doubtful_runs": [],
  "problems": []
}
$ perfolio annotate leaf one two -i fixtures/amd64/annotate.data
! perfolio annotate: 'one' is not a file; 'leaf' is already the subject of the question
? 1
$ perfolio annotate nothing --isolated fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data
! perfolio annotate: nothing: no function of that name has samples
! perfolio: fixtures/amd64/annotate.data: 1022 samples lie in objects that were not found, 100.00% of all (first: 0x1255 in /tmp/an/fx/first)
! perfolio: fixtures/amd64/annotate-second.data: 1085 samples lie in objects that were not found, 100.00% of all (first: 0x1128 in /tmp/an/fx/second)
? 2
$ cp fixtures/amd64/annotate-second.data $T/again.data; printf '\047' | dd of=$T/again.data bs=1 seek=53208 conv=notrunc 2>/dev/null
$ perfolio annotate leaf -n --no-source --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data $T/again.data | head -24
 Samples Samples |	Disassembly of leaf in first and second for cpu-clock:u (113, 196 samples of 1, 2 runs)
-----------------------------------------------------------------------------------------------------------
                 :               leaf():
       7       8 :  401120 401170:   xorl   %eax, %eax
       2       2 :  401122 401172:   testl  %edi, %edi
       0       0 :  401124 401174:   je     0x401190 <leaf+0x20>
       0       0 :  401126 401176:   nopw   %cs:(%rax, %rax)
      12      64 :  401130 401180:   movl   %edi, %edx
      57      44 :  401132 401182:   andl   $1, %edx
       0       0 :  401135 401185:   addl   %edx, %eax
       0       0 :  401137 401187:   shrl   $1, %edi
      11      22 :  401139 401189:   jne    0x401180 <leaf+0x10>
       0       0 :  40113b 40118b:   movl   %eax, %edi
      19      46 :  40113d 40118d:   andl   $0xf, %edi
       0       0 :  401140 401190:   movl   %edi, %edi
       0       0 :  401142 401192:   leaq   0x1e67(%rip), %rdx        # 403000 <counters>
       0       0 :  401149 401199:   addl   (%rdx, %rdi, 4), %eax
       5      10 :  40114c 40119c:   retq
# 15 instructions are in both, 0 in the first alone, 0 in the second alone
# a run of the second costs -13.27% (+-20.08 by the chance of sampling), of which by more than that chance:
#    -30.97%  401182: andl   $1, %edx  annotate.cc:55
# code: by capstone 4.0, of the recorded build-id
 Samples Samples |	Disassembly of leaf in first and second for task-clock:u (120, 210 samples of 1, 2 runs)
------------------------------------------------------------------------------------------------------------
$ cp fixtures/amd64/annotate.data $T/first.data; printf '\332' | dd of=$T/first.data bs=1 seek=50192 conv=notrunc 2>/dev/null
$ perfolio annotate leaf -n --no-source --isolated --objects fixtures/amd64/annotate/first --before fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data --after $T/first.data | grep -E 'Disass|a run'
 Samples Samples |	Disassembly of leaf in first and first for cpu-clock:u (113, 113 samples of 1, 1 runs)
# a run of the second costs +0.00% (+-26.08 by the chance of sampling)
 Samples Samples |	Disassembly of leaf in first and first for task-clock:u (120, 120 samples of 1, 1 runs)
# a run of the second costs +0.00% (+-25.30 by the chance of sampling)
! perfolio annotate: fixtures/amd64/annotate-second.data: 1085 samples are left out: their object or event is missing in fixtures/amd64/annotate.data, the first run of this side, or it is another build (first: second)
! perfolio: fixtures/amd64/annotate-second.data: 1085 samples lie in objects that were not found, 51.50% of all (first: 0x1128 in /tmp/an/fx/second)
$ perfolio annotate leaf --isolated --objects fixtures/amd64/annotate/first --before fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data --after $T/first.data --json | grep -E '_runs|left_out|"run"|by_path'
      "old_runs": 1,
      "new_runs": 1,
      "old_runs": 1,
      "new_runs": 1,
  "doubtful_runs": [
      "run": "fixtures/amd64/annotate-second.data",
      "left_out": 1085,
      "first_left_out": "second",
      "by_path": 0,
      "first_by_path": null
$ perfolio annotate leaf --isolated --objects fixtures/amd64/annotate/first --before fixtures/amd64/annotate.data fixtures/amd64/stat.data --after $T/first.data
! perfolio annotate: fixtures/amd64/stat.data has no samples
? 1
$ perfolio annotate nothing --isolated --before fixtures/amd64/annotate.data fixtures/amd64/fp.data fixtures/amd64/zstd.data --after $T/first.data 2>&1 | sed "s,$T/,,"
perfolio annotate: nothing: no function of that name has samples
perfolio annotate: fixtures/amd64/fp.data and 1 more: 1706 samples are left out: their object or event is missing in fixtures/amd64/annotate.data, the first run of this side, or it is another build (first: [kernel.kallsyms]) (in each: 1542, 164)
perfolio: fixtures/amd64/annotate.data and 2 more: 2728 samples lie in objects that were not found, 100.00% of all (first: 0x1255 in /tmp/an/fx/first) (in each: 1022, 1542, 164)
perfolio: first.data: 1022 samples lie in objects that were not found, 100.00% of all (first: 0x1255 in /tmp/an/fx/first)
$ perfolio annotate main --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/s390x/fp.data
! perfolio annotate: main: no function of that name has samples
! perfolio annotate: fixtures/s390x/zstd.data: 5 objects were matched with those of fixtures/s390x/pipe.data by their paths alone, because a build-id is missing (first: [kernel.kallsyms])
! perfolio: fixtures/s390x/pipe.data and 1 more: 469 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms]) (in each: 236, 233)
! perfolio: fixtures/s390x/fp.data: 450 samples lie in objects that were not found, 100.00% of all (first: 0x4c584 in /usr/lib/s390x-linux-gnu/libc.so.6)
? 2
$ perfolio annotate leaf --isolated --before fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data --after fixtures/amd64/annotate.data
! perfolio annotate: fixtures/amd64/annotate.data (before) and fixtures/amd64/annotate.data (after) are the same recording
? 1
$ perfolio annotate leaf --isolated --objects fixtures/amd64/annotate/first --before fixtures/amd64/stat.data --after $T/first.data
! perfolio annotate: fixtures/amd64/stat.data has no samples
? 1
$ perfolio pack --isolated --objects fixtures/amd64/annotate/first fixtures/amd64/annotate.data --label side=a -o $T/sides.folio >$T/out; perfolio pack --append --isolated --objects fixtures/amd64/annotate/second fixtures/amd64/annotate-second.data --label side=b -o $T/sides.folio >$T/out
$ perfolio annotate tail --isolated $T/sides.folio --before side=a --after side=b --json | grep -E '(symbol|_runs|_samples)"'
      "symbol": "tail",
      "new_symbol": "tail",
      "old_runs": 1,
      "new_runs": 1,
      "old_samples": 7,
      "new_samples": 4,
      "symbol": "tail",
      "new_symbol": "tail",
      "old_runs": 1,
      "new_runs": 1,
      "old_samples": 10,
      "new_samples": 5,
  "doubtful_runs": [],
$ perfolio annotate tail $T/sides.folio --before side=a
! perfolio annotate: --after: the runs of the other side are missing
? 1
$ perfolio annotate tail $T/sides.folio --before side=a --after side=c
! perfolio annotate: --after: there is no file 'side=c', and no capture with that label in the named folios; there: side=a, side=b
? 1
$ perfolio annotate -s 'fold<16>' -s leaf --no-source --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first | grep -E '^#|Disass'
 Percent         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (209 samples, percent: local period)
                 :        Disassembly of section .text:
# fold<16> is inlined into mixed: 106 of 209 samples (50.72%), 111 of 206 samples (53.88%)
# code: by capstone 4.0, of the recorded build-id
 Percent         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (113 samples, percent: local period)
                 :        Disassembly of section .text:
# code: by capstone 4.0, of the recorded build-id
$ perfolio annotate fold --isolated -i fixtures/amd64/annotate.data --objects fixtures/amd64/annotate/first
! perfolio annotate: fold: no function of that name has samples; near it: fold<13> in first, fold<16> in first
? 2
$ perfolio annotate 'fold<16>' --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep Disass
 Percent Percent |	Disassembly of mixed in first and second for cpu-clock:u (209, 212 samples)
 Percent Percent |	Disassembly of mixed in first and second for task-clock:u (206, 224 samples)
$ python3 -c 'import struct, sys; b = bytearray(open("fixtures/amd64/annotate/first", "rb").read()); at, = struct.unpack_from("<Q", b, 40); n, = struct.unpack_from("<H", b, 60); t = next(struct.unpack_from("<IIQQQQIIQQ", b, at + 64 * i) for i in range(n) if struct.unpack_from("<I", b, at + 64 * i + 4)[0] == 2); [struct.pack_into("<Q", b, t[4] + i + 16, 1 << 62) for i in range(0, t[5], 24) if b[t[4] + i + 4] & 15 == 2]; open(sys.argv[1], "wb").write(b)' $T/huge
$ perfolio annotate --top 0 -n -q --no-source --isolated --objects $T/huge fixtures/amd64/annotate.data | grep -E 'Disassembly of|is missing' | uniq -c | head -4
      1  Samples         |	Source code & Disassembly of first for anon group { cpu-clock:u, task-clock:u } (209 samples, percent: local period)
      1                  :        Disassembly of section .text:
      1        0       0 :     1265: (the code of 4193867 bytes is missing)
      1        0       0 :   4010b0: (the code of 4611686018423193600 bytes is missing)
$ sed 's,/tmp/an/fx/second,/tmp/an/fx//first,g' fixtures/amd64/annotate-second.data >$T/renamed.data; perfolio annotate unrolled -n --no-source --time 0%-2% --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data $T/renamed.data | head -8
 Samples Samples |	Disassembly of unrolled in first and first for cpu-clock:u (0, 1 samples)
---------------------------------------------------------------------------------------------
                 :               unrolled():
               0 :         401020: + movq   %rdi, %r11
       0       0 :  401000 401023:   cmpl   $3, %esi
       0       0 :  401003 401026:   jbe    0x4010e0 <unrolled+0xc0>
       0         :  401009       : - movl   $4, %ecx
               0 :         40102c: + pushq  %rbx
$ perfolio annotate unrolled --json --time 0%-2% --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second fixtures/amd64/annotate.data $T/renamed.data | grep -E '^ *"(symbol|new_symbol|old_dso|new_dso|old_samples|new_samples|change)"' | head -7
      "symbol": "unrolled",
      "new_symbol": "unrolled",
      "old_dso": "/tmp/an/fx/first",
      "new_dso": "/tmp/an/fx//first",
      "old_samples": 0,
      "new_samples": 1,
      "change": null,
$ perfolio annotate --top 0 --no-source --time 0%-2% --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after $T/renamed.data | grep -E 'Disass|alone' | head -10
 Percent Percent |	Disassembly of mixed in first and first for cpu-clock:u (6, 2 samples)
# 37 instructions are in both, 0 in the first alone, 0 in the second alone
 Percent Percent |	Disassembly of leaf in first and first for cpu-clock:u (3, 3 samples)
# 15 instructions are in both, 0 in the first alone, 0 in the second alone
 Percent Percent |	Disassembly of choose in first and first for cpu-clock:u (1, 3 samples)
# 41 instructions are in both, 0 in the first alone, 0 in the second alone
 Percent Percent |	Disassembly of _start in first and first for cpu-clock:u (2, 0 samples)
# 33 instructions are in both, 0 in the first alone, 0 in the second alone
 Percent Percent |	Disassembly of unrolled in first and first for cpu-clock:u (0, 1 samples)
# 48 instructions are in both, 6 in the first alone, 21 in the second alone
$ perfolio annotate leaf --isolated --objects fixtures/amd64/annotate/first fixtures/amd64/annotate.data fixtures/amd64/sched.data 2>$T/err; head -1 $T/err
perfolio annotate: the captures have no event in common: cpu-clock:u, task-clock:u in the first; sched:sched_switch, sched:sched_stat_runtime, sched:sched_process_fork, sched:sched_wakeup_new and 2 more in the second
$ perfolio annotate main --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug --json 2>$T/err | grep -A8 '"absent"'; head -1 $T/err
  "absent": [
    {
      "name": "main",
      "in": "/opt/wl/workload",
      "near": [],
      "more_near": 0
    }
  ],
  "problems": [
perfolio annotate: main is in workload, and has no samples
$ touch -d 2020-02-02 $T/first $T/second; touch -d 2021-02-02 $T/annotate.cc; perfolio annotate tail --isolated --objects $T/first --objects $T/second --source-prefix /src=$T fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep '^# source'
# source: /src/annotate.cc was written after the code of the first was built: it may be another version
# source: /src/annotate.cc was written after the code of the second was built: it may be another version
$ perfolio pack --level symbols --isolated --objects fixtures/amd64/annotate/first fixtures/amd64/annotate.data -o $T/symbols.folio >$T/out; perfolio annotate leaf -n --no-source --isolated -i $T/symbols.folio | tail -2; perfolio annotate leaf --isolated -i $T/symbols.folio --objects fixtures/amd64/annotate/first | tail -1
       5       9 :   114c:   (the code of 1 byte is missing)
# no code: the mapped file is missing; the folio was packed without code (pack --level code keeps it)
# code: by capstone 4.0, of the recorded build-id
$ cd $T && perfolio annotate leaf --isolated sides.folio sides.folio
! perfolio annotate: sides.folio has several captures: name the runs of each side with --before RUN... --after RUN...
? 1
$ python3 -c 'import sys; b = open(sys.argv[1], "rb").read(); open(sys.argv[2], "wb").write(b.replace(b"twice_inline", b"mix_inline\0\0"))' fixtures/hppa/debug/bin/wl-dyn/*/elf $T/itself
$ perfolio annotate mix_inline --inlines --no-source -q --isolated --objects $T/itself fixtures/hppa/user.data fixtures/hppa/user.data | grep -A4 '^# w'
# with inlined functions:
#       Samples   Percent    Samples   Percent  Instr  Instr  Function                          Inlined at
#           113   100.00%        113   100.00%     21     21  leaf_hot                          
#            50    44.25%         50    44.25%     12     12    mix_inline                      workload.c:23
#            50    44.25%         50    44.25%     12     12      mix_inline                    workload.c:19
# where functions are inlined, of all samples of cpu-clock:u:
#       Samples   Percent    Samples   Percent  Function                          Inlined into
#            50    15.06%         50    15.06%  mix_inline                        leaf_hot
! perfolio: fixtures/hppa/user.data: 118 samples lie in objects that were not found, 35.54% of all (first: 0x548 in /lib/libspin.so)
! perfolio: fixtures/hppa/user.data: 118 samples lie in objects that were not found, 35.54% of all (first: 0x548 in /lib/libspin.so)
$ perfolio annotate added --was leaf -n --no-source --isolated --objects fixtures/amd64/annotate fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data | grep -E 'Disassembly|are in both'
 Samples Samples |	Disassembly of leaf in first and added in second for cpu-clock:u (113, 53 samples)
# 4 instructions are in both, 11 in the first alone, 3 in the second alone
 Samples Samples |	Disassembly of leaf in first and added in second for task-clock:u (120, 48 samples)
# 4 instructions are in both, 11 in the first alone, 3 in the second alone
$ python3 tests/fixture/renamed.py $T; for new in new tool alone "alone --dsos prog,tool"; do set -- $new; perfolio annotate added --was leaf -n --no-source --isolated --objects fixtures/amd64/annotate $T/old.data $T/$1.data $2 $3 | grep -E 'Disassembly|are in both|was'; done
 Samples Samples |	Disassembly of leaf in prog and added in prog for cpu-clock (3, 5 samples)
# 4 instructions are in both, 11 in the first alone, 3 in the second alone
 Samples Samples |	Disassembly of leaf in prog and added in tool for cpu-clock (3, 5 samples)
# 4 instructions are in both, 11 in the first alone, 3 in the second alone
 Samples Samples |	Disassembly of added in nothing and tool for cpu-clock (0, 5 samples)
# 0 instructions are in both, 0 in the first alone, 7 in the second alone
# --was joins none of several matching functions; choose with --dsos: on the first side: leaf in libx.so, leaf in prog; on the second: added in tool
 Samples Samples |	Disassembly of leaf in prog and added in tool for cpu-clock (3, 5 samples)
# 4 instructions are in both, 11 in the first alone, 3 in the second alone
$ f="--isolated --objects fixtures/amd64/annotate fixtures/amd64/annotate.data fixtures/amd64/annotate-second.data"; perfolio annotate added --was lief $f; perfolio annotate --was leaf $f; perfolio annotate -s added -s leaf --was leaf $f; perfolio annotate added --was leaf -i fixtures/amd64/annotate.data
! perfolio annotate: --was: no function 'lief' of the first side has samples
! perfolio annotate: --was needs the name of one function: annotate SYMBOL --was NAME
! perfolio annotate: --was needs the name of one function: annotate SYMBOL --was NAME
! perfolio annotate: --was needs two captures, or two sides
? 1
$ perfolio annotate 0x3fbf4 --isolated -i fixtures/amd64/fp.data
! perfolio annotate: 0x3fbf4: an address without a name: no symbol covers it, so the bounds of its function are unknown; perfolio explain 0x3fbf4 shows what is mapped there, perfolio doctor how to get the symbols
! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
? 2
$ perfolio annotate lib_even --callers-of lib_even --no-source -n --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null | grep -v '^ *0 :'
 Samples |	Source code & Disassembly of libwork.so for cpu-clock (46 samples, percent: local period)
---------------------------------------------------------------------------------------------------------
         :
         :
         :
         :      Disassembly of section .text:
         :
         :      0000000000001170 <lib_even>:
         :      lib_even():
       2 :   1181:   movq   %rax, %rdi
      41 :   1187:   callq  0x1130 <lib_odd>
       3 :   118c:   addq   %rax, %rbx
# code: by capstone 4.0, of the recorded build-id
$ perfolio report --callers-of lib_even -s sym --no-children -g none -n -q --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>/dev/null
     2.98%            46  [.] lib_even


$ perfolio annotate lib_even --merge nosuch --no-source -q --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data 2>&1 | tail -1
perfolio: 1 option that changes stacks names a function or object that no stack has (first: --merge=nosuch)
$ perfolio annotate lib_even --merge lib_leaf --branch --isolated --objects fixtures/amd64/debug -i fixtures/amd64/fp.data
! perfolio: fixtures/amd64/fp.data: --branch: stacks that --focus, --drop, --merge... change have no branches
? 1
