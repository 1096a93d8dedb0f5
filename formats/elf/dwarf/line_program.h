/*
 * line_program: the line number program of a unit (DWARF 5, 6.2; versions 2 to 5): the source line of an
 * address, and the names of files. The program runs once, and the state at about one row in 256 bytes of
 * program is stored. A look-up runs the program again from a stored state, so memory is a fraction of the
 * program's size. libdw (0.188, dwarf_getsrclines.c) is not used, for three reasons. It stores every row. It
 * joins each file's name with its folder beforehand, so files of a few bytes that share a long folder cost
 * gigabytes. And it sorts the rows of all sequences together, including those of dropped functions, which
 * begin at 0.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_LINE_PROGRAM_H
#define PERFOLIO_FORMATS_ELF_DWARF_LINE_PROGRAM_H

#include "core/base/text.h"
#include "formats/elf/read/range_index.h"
#include "formats/elf/read/debug_sections.h"

struct line_row {
    uint64_t svma;
    uint32_t file, line, column; /* file: a number to pass to line_program_add_path() */
};

struct line_program {
    struct span ops;
    enum byte_order order;
    uint16_t version;
    uint8_t offset_size, min_insn, max_ops, opcode_base, line_range;
    int8_t line_base;
    struct span lengths; /* number of operands of each standard opcode */
    struct line_name {
        const char *name;
        uint64_t folder;    /* for a file: the number of its folder */
        const uint8_t *md5; /* for a file: its MD5, 16 bytes; NULL: not recorded */
    } * folders, *files;
    size_t nfolders, nfiles;
    struct line_run {
        uint64_t start, end; /* addresses that its rows cover */
        size_t at;           /* offset in `ops` after its first row */
        uint8_t op_index;    /* the register op_index after its first row */
        uint16_t rows;
        struct line_row row;
    } * runs; /* sorted by start */
    size_t nruns, cap_runs;
};

/* Read the program at an offset of .debug_line. Sequences that start outside of `code` belong to functions
   that the linker dropped, so they are skipped (unless `code` is empty). `budget`: how many bytes of
   programs may still be read in this file, since many units of a hostile file may name one program. False:
   the program is damaged or exceeds the budget. Free it in either case. */
bool line_program_read(struct line_program *p, const struct debug_sections *d, uint64_t offset,
                       const struct range_index *code, uint64_t *budget);

/* Find the row of an address. False: no row covers it. The result is valid for all addresses from svma up
   to *end. */
bool line_program_find(const struct line_program *p, uint64_t svma, struct line_row *row, uint64_t *end);

/* Append the path of a file: `comp_dir` (may be NULL) if its folder is relative, its folder, and its name.
   Appends nothing if there is no such file. */
void line_program_add_path(const struct line_program *p, uint64_t file, const char *comp_dir,
                           struct text *out);

/* The MD5 of a file, 16 bytes that live as long as the sections; NULL: not recorded. */
const uint8_t *line_program_md5(const struct line_program *p, uint64_t file);

void line_program_free(struct line_program *p);

/* Applies the relocations of DWARF in unlinked files, such as kernel modules, to a copy of the sections.
   Each section with code gets its file offset in the mapped file as its address, so addresses in the DWARF
   are file offsets. */

/* The address assigned to section `i` of an unlinked file `m`: the file offset of section `i` of `mapped`
   (the file itself, or the file of which it is the debug file). 0 if the section of `mapped` is not loaded
   or has another name. */
uint64_t relocate_base(const struct image *m, const struct image *mapped, size_t i);

/* Apply the relocations of `m` to its sections in `d`. Sections that change become copies. */
void relocate_debug_sections(struct debug_sections *d, const struct image *m, const struct image *mapped);

#endif
