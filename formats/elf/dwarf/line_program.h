/*
 * line_program: the line number program of a unit (DWARF 5, 6.2; versions 2 to 5): which line an address is
 * of, and what its files are called. The machine runs once; of its rows one in some hundred bytes of program
 * is kept, and a question runs it from there, so that a program costs a fraction of its size. libdw (0.188,
 * dwarf_getsrclines.c) is not used for this: it keeps every row; it joins each file's name with its folder
 * beforehand, so that files of a few bytes that share a long folder cost gigabytes; and it sorts the rows of
 * all sequences together, those of dropped functions, which begin at 0, among the others.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_LINE_PROGRAM_H
#define PERFOLIO_FORMATS_ELF_DWARF_LINE_PROGRAM_H

#include "core/base/text.h"
#include "formats/elf/read/range_index.h"
#include "formats/elf/read/debug_sections.h"

struct line_row {
    uint64_t svma;
    uint32_t file, line, column; /* file: for line_program_file() */
};

struct line_program {
    struct span ops;
    enum byte_order order;
    uint16_t version;
    uint8_t offset_size, min_insn, max_ops, opcode_base, line_range;
    int8_t line_base;
    struct span lengths; /* of standard opcodes: how many operands */
    struct line_name {
        const char *name;
        uint64_t folder;    /* of a file: its number among the folders */
        const uint8_t *md5; /* ... and its checksum, 16 bytes; NULL: not recorded */
    } * folders, *files;
    size_t nfolders, nfiles;
    struct line_run {
        uint64_t start, end; /* what its rows cover */
        size_t at;           /* where in `ops` the machine is behind its first row, */
        uint8_t op_index;    /* and its registers there */
        uint16_t rows;
        struct line_row row;
    } * runs; /* by start */
    size_t nruns, cap_runs;
};

/* Read the program at an offset of .debug_line. Sequences that do not start in `code` are of functions that
   the linker left out, and are left out, too (a `code` without any pieces says nothing). `budget` is how many
   bytes may still be read, of all programs of a file: many units may name one. False when there is no sound
   program; either way to be freed. */
bool line_program_read(struct line_program *p, const struct debug_sections *d, uint64_t offset,
                       const struct range_index *code, uint64_t *budget);

/* The row of an address; false: it has none. Either way the same is found for all addresses up to *end. */
bool line_program_find(const struct line_program *p, uint64_t svma, struct line_row *row, uint64_t *end);

/* The name of a file with its folder, and `comp_dir` (may be NULL) in front if that is relative; nothing when
   there is no such file. */
void line_program_file(const struct line_program *p, uint64_t file, const char *comp_dir, struct text *out);

/* Its checksum, which lives as long as the sections; NULL: not recorded. */
const uint8_t *line_program_md5(const struct line_program *p, uint64_t file);

void line_program_free(struct line_program *p);

#endif
