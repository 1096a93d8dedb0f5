# capstone.sed: what capstone's printers say wrongly on hosts with a `long` of 32 bits (docs/disassembly.md), said right. A 64-bit
# number goes to %u and %x, which take 32 bits of it: the upper half on big-endian hosts. And the least number of 64 bits is
# told apart by LONG_MIN, which is -0x80000000 there.
s/\(SStream_concat(O, "[^"]*%[ux][^"%]*", \)\(imm\|ScaleVal\|MCOperand_getImm(Op)\|op->imm\|ext->operands\[0\]\.imm\))/\1(unsigned int)\2)/
s/== LONG_MIN/== INT64_MIN/
