/* What capstone 4 makes of them: arch, mark, code, rows. */
{ "x86_64", 0,
  "e8 fb ff ff ff eb 10 74 10 48 8b 05 e4 2e 00 00 ff 25 e4 2e 00 00 f3 c3 8b 04 25 40 40 40 00 f3 ab 06 90",
  "5c callq 0x10000 ->10000 | 2j jmp 0x10017 ->10017 | 2b je 0x10019 ->10019 | "
  "7p movq 0x2ee4(%rip), %rax &12ef4 | 6j jmpq *0x2ee4(%rip) | 2r retq | 7p movl 0x404040, %eax &404040 | "
  "2p rep stosl %eax, (%rdi) | 1? .byte 0x06 | 1p nop" },
    { "x86_64", 0, "f3 c3 c3 3e ff e0", "2r retq | 1r retq | 3j jmpq *%rax" },
    { "x86_64", 0, "8b", "1? .byte 0x8b" },
    { "x86_64", 0, "f2 e9 00 10 00 00 3e ff e0 e2 fe 0f 05 48 8d 05 f8 ff ff ff 67 e8 00 00 00 00 66 90 0f",
      "6j bnd jmp 0x11006 ->11006 | 3j jmpq *%rax | 2b loop 0x10009 ->10009 | 2p syscall | "
      "7p leaq -8(%rip), %rax &1000c | 6c callq 0x1001a ->1001a | 2p nop | 1? .byte 0x0f" },
    { "i386", 0, "e8 00 00 00 00 a1 40 40 40 00 8b 83 10 00 00 00 c2 08 00 cd 80 65 a1 14 00 00 00 e3 fe",
      "5c calll 0x10005 ->10005 | 5p movl 0x404040, %eax &404040 | 6p movl 0x10(%ebx), %eax | 3r retl $8 | "
      "2p int $0x80 | 6p movl %gs:0x14, %eax | 2b jecxz 0x1001b ->1001b" },
    { "arm", 0,
      "ebffff00 0a000001 e59f30f4 e28f0010 e12fff1e 012fff1e e8bd8010 08bd8010 e49df004 e1a0f00e e08ff103 908ff103 e59ff008 fa000010 ed9f0b04 e3c00001 ffffffff",
      "4c bl 0xfc08 ->fc08 | 4b beq 0x10010 ->10010 | 4p ldr r3, [pc, #0xf4] &10104 | "
      "4p add r0, pc, #0x10 &10024 | 4r bx lr | 4b bxeq lr | 4r pop {r4, pc} | 4p popeq {r4, pc} | "
      "4r pop {pc} | 4r mov pc, lr | 4j add pc, pc, r3, lsl #2 | 4b addls pc, pc, r3, lsl #2 | "
      "4j ldr pc, [pc, #8] | 4c blx 0x1007c ->1007c | 4p vldr d0, [pc, #0x10] &10050 | 4p bic r0, r0, #1 | "
      "4? .word 0xffffffff" },
    { "arm", 't',
      "4770 bd10 d0fe e7fe f000 f810 4bff a005 f8df 3ff0 b110 e8df f003 e8bd 81f0 bf08 4770 f8df f008 f000 b810 ffff 1234 4770",
      "2r bx lr | 2r pop {r4, pc} | 2b beq 0x10004 ->10004 | 2j b 0x10006 ->10006 | 4c bl 0x1002c ->1002c | "
      "2p ldr r3, [pc, #0x3fc] &1040c | 2p adr r0, #0x14 &10024 | 4p ldr.w r3, [pc, #0xff0] &11004 | "
      "2b cbz r0, 0x1001c ->1001c | 4j tbb [pc, r3] | 4r pop.w {r4, r5, r6, r7, r8, pc} | 2p it eq | "
      "2b bxeq lr | 4j ldr.w pc, [pc, #8] | 4j b.w 0x1004a ->1004a | 4p vrshr.u32 d17, d20, #1 | 2r bx lr" },
    /* constants that are loaded, behind and between code; the last one is cut off */
    { "arm", 0, "e59f0004 ed9f0b02 e12fff1e 11111111 e1a01001 33333333 e59f1000 e1a00000",
      "4p ldr r0, [pc, #4] &1000c | 4p vldr d0, [pc, #8] &10014 | 4r bx lr | 4d .word 0x11111111 | "
      "4p mov r1, r1 | 4d .word 0x33333333 | 4d .word 0xe59f1000 | 4p mov r0, r0" },
    { "arm", 't', "4802 4902 f8df 2008 4770 bf00 5678 1234 def0 9abc",
      "2p ldr r0, [pc, #8] &1000c | 2p ldr r1, [pc, #8] &1000c | 4p ldr.w r2, [pc, #8] &10010 | 2r bx lr | 2p nop | "
      "4d .word 0x12345678 | 4d .word 0x9abcdef0" },
    { "armeb", 0, "ebffff00 e12fff1e", "4c bl 0xfc08 ->fc08 | 4r bx lr" },
    { "arm", 'd', "00000001 00000002 0003 04",
      "4d .word 0x00000001 | 4d .word 0x00000002 | 2d .short 0x0003 | 1d .byte 0x04" },
    { "arm64", 0,
      "97ffff00 54000040 b4000040 36180040 90000000 91004000 90000001 f9400820 90000002 aa0003e2 f9400843 10000080 58000080 d65f03c0 d61f0220 d63f0000 14000010 d4200000",
      "4c bl 0xfc00 ->fc00 | 4b b.eq 0x1000c ->1000c | 4b cbz x0, 0x10010 ->10010 | "
      "4b tbz w0, #3, 0x10014 ->10014 | 4p adrp x0, #0x10000 | 4p add x0, x0, #0x10 &10010 | "
      "4p adrp x1, #0x10000 | 4p ldr x0, [x1, #0x10] &10010 | 4p adrp x2, #0x10000 | 4p mov x2, x0 | "
      "4p ldr x3, [x2, #0x10] | 4p adr x0, #0x1003c &1003c | 4p ldr x0, #0x10040 &10040 | 4r ret | 4j br x17 | "
      "4c blr x0 | 4j b 0x10080 ->10080 | 4p brk #0" },
    { "arm64", 'd', "00000001 0002", "4d .word 0x00000001 | 2d .short 0x0002" },
    { "aarch64_be", 0, "97ffff00 d65f03c0", "4c bl 0xfc00 ->fc00 | 4r ret" },
    { "ppc64le", 0,
      "48000010 48000011 4e800020 4d820020 41820010 7c0803a6 60000000 4e800421 4e800420 4d820420 42000010 4bffffe0 4e800021 429f0005 00000000",
      "4j b 0x10010 ->10010 | 4c bl 0x10014 ->10014 | 4r blr | 4b beqlr | 4b beq 0x10020 ->10020 | 4p mtlr r0 | "
      "4p nop | 4c bctrl | 4j bctr | 4b beqctr | 4b bdnz 0x10038 ->10038 | 4j b 0x1000c ->1000c | 4c blrl | "
      "4c bdnzl 0x10038 ->10038 | 4? .word 0x00000000" },
    { "ppc", 0, "48000011 4e800020 41820010", "4c bl 0x10010 ->10010 | 4r blr | 4b beq 0x10018 ->10018" },
    { "s390x", 0,
      "c0e500000100 07fe a7f40010 a7840010 c01000000100 a7e50010 a7d50010 ec260010 0064 c41800000010 0de1 07e1 c0f400000010 0d10 0707 a7060010 07f1 000000000000 ff",
      "6c brasl %r14, 0x10200 ->10200 | 2r br %r14 | 4j j 0x10028 ->10028 | 4b je 0x1002c ->1002c | "
      "6p larl %r1, 0x10210 &10210 | 4c bras %r14, 0x10036 ->10036 | 4j bras %r13, 0x1003a ->1003a | "
      "6b cgrj %r2, %r6, 0, 0x1003e ->1003e | 6p lgrl %r1, 0x10044 &10044 | 2c basr %r14, %r1 | 2b bnor %r1 | "
      "6j jg 0x1004e ->1004e | 2p basr %r1, %r0 | 2p bcr 0, %r7 | 4b brct %r0, 0x10058 ->10058 | "
      "2j br %r1 | 2? .short 0x0000 | 2? .short 0x0000 | 2? .short 0x0000 | 1? .byte 0xff" },
    { "mips", 0,
      "0c100010 00000000 03e00008 0320f809 10000004 10400004 14430004 04110004 8f998010 45010004 00000008 0800",
      "4c+ jal 0x400040 ->400040 | 4p nop | 4r+ jr $ra | 4c+ jalr $t9 | 4j+ b 0x10024 ->10024 | "
      "4b+ beqz $v0, 0x10028 ->10028 | 4b+ bne $v0, $v1, 0x1002c ->1002c | 4c+ bal 0x10030 ->10030 | "
      "4p lw $t9, -0x7ff0($gp) | 4b+ bc1t 0x10038 ->10038 | 4j+ jr $zero | 2? .short 0x0800" },
    { "mips64el", 0, "0c100010 03e00008", "4c+ jal 0x400040 ->400040 | 4r+ jr $ra" },
    { "sparc", 0,
      "40000010 81c7e008 81e80000 10800004 12800004 01000000 81c3e008 9fc04000 30800004 81c04000 00000000",
      "4c+ call 0x10040 ->10040 | 4r+ ret | 4p restore | 4j+ ba 0x1001c ->1001c | 4b+ bne 0x10020 ->10020 | "
      "4p nop | 4r+ retl | 4c+ call %g1 | 4j ba,a 0x10030 ->10030 | 4j+ jmp %g1 | 4p unimp 0" },
    { "sparc64", 0, "40000010 30680004 02680010 22c84004 13480004 81cfe008",
      "4c+ call 0x10040 ->10040 | 4j ba,a %xcc, 0x10014 ->10014 | 4b+ be %xcc, 0x10048 ->10048 | "
      "4b+ brz,a %g1, 0x1001c ->1001c | 4b+ fbe %fcc0, 0x10020 ->10020 | 4r+ rett %i7+8" },
    { "m68k", 0, "4e75 6100 0010 6010 6710 4eb9 0000 1000 4ed0 51c8 fffe 41fa 0010 222e 0008",
      "2r rts | 4c bsr.w 0x10014 ->10014 | 2j bra.b 0x10018 ->10018 | 2b beq.b 0x1001a ->1001a | "
      "6c jsr 0x1000 ->1000 | 2j jmp (a0) | 4b dbra d0, 0x10012 ->10012 | 4p lea.l $10028(pc), a0 &10028 | "
      "4p move.l $8(a6), d1" },
