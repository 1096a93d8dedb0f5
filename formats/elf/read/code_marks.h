/*
 * code_marks: what mapping symbols ("$a", "$t", "$d", "$x") say of the code of a file: which instruction set it
 * is of, and where constants lie between it.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_MARKS_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_MARKS_H

#include "formats/elf/read/code_ranges.h"
#include "formats/elf/read/image.h"

/* By offset, each in force up to the next one. Zero-initialise. */
struct code_marks {
    struct code_mark {
        uint64_t foff;
        char kind; /* the second letter of the symbol; 0: unknown */
    } * v;
    size_t n, cap;
};

/* Read those of `file`, the one that was mapped or a thin image of it, or if it has none those of its debug file
   (may be empty). Where neither has any, functions of ARM still say by the lowest bit of their addresses which
   instruction set they are of (aaelf32, "Symbol Values"). A section begins with an unknown one. None for
   architectures that have no such symbols. */
void code_marks_read(struct code_marks *m, const struct image *file, struct span debug);

/* The mark in force at an offset; *end receives where another one begins. */
char code_marks_at(const struct code_marks *m, uint64_t foff, uint64_t *end);

/* Add to `to` what of `from` is in force in a range, and known. code_marks_settle() when all are there. */
void code_marks_add_range(struct code_marks *to, const struct code_marks *from, struct elf_range range);

/* Put marks in order, with an unknown one where a section of `file` begins without one; what says the same as
   the one in front of it is dropped. */
void code_marks_settle(struct code_marks *m, const struct image *file);

void code_marks_free(struct code_marks *m);

#endif
