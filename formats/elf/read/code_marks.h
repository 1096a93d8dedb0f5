/*
 * code_marks: the mapping symbols ("$a", "$t", "$d", "$x") of a file. They say which instruction set the code
 * has, and where constants are in the code.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_MARKS_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_MARKS_H

#include "formats/elf/read/code_ranges.h"
#include "formats/elf/read/image.h"

/* Marks by file offset. Each is valid up to the next mark. Zero-initialise. */
struct code_marks {
    struct code_mark {
        uint64_t foff;
        char kind; /* the second letter of the symbol; 0: unknown */
    } * v;
    size_t n, cap;
};

/* Read the marks of `file` (the mapped file, or a thin image of it). If it has none, read the marks of
   `debug`, its debug file (may be empty). If neither has any, the lowest bit of the addresses of ARM
   functions shows their instruction set (aaelf32, "Symbol Values"). Each section begins with an unknown
   mark. Empty for architectures without mapping symbols. */
void code_marks_read(struct code_marks *m, const struct image *file, struct span debug);

/* The kind of the mark that is valid at an offset. *end receives the offset of the next mark. */
char code_marks_at(const struct code_marks *m, uint64_t foff, uint64_t *end);

/* Add the known marks of `from` that are valid in a range. Call code_marks_settle() after the last range. */
void code_marks_add_range(struct code_marks *to, const struct code_marks *from, struct elf_range range);

/* Sort marks, add an unknown one at the start of each section of `file` that begins without a mark, and drop
   marks of the same kind as the mark before. */
void code_marks_settle(struct code_marks *m, const struct image *file);

void code_marks_free(struct code_marks *m);

#endif
