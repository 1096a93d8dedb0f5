/* capstone_text: the text of capstone, made the same for all of its versions and hosts. Private to this folder. */
#ifndef PERFOLIO_FORMATS_DISASM_CAPSTONE_TEXT_H
#define PERFOLIO_FORMATS_DISASM_CAPSTONE_TEXT_H

/* The mnemonic without the prefixes of x86 that capstone 5 prints and capstone 4 does not; a part of `mnemonic`. */
const char *capstone_mnemonic(const char *mnemonic);

/* Corrects, in place, how capstone prints -0x80000000 where a `long` has 32 bits. No other number looks like that. */
void capstone_correct_least(char *operands);

#endif
