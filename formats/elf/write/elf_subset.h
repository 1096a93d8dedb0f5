/*
 * elf_subset: what is needed of an ELF file to look into its code and to unwind through it, as an ELF file. An
 * *ELF subset* has the class, order, machine, type, flags and program headers of its file, and everything
 * that is kept stands in it where it stands in the file, so that file offsets and addresses mean the same in
 * both. Between what is kept there are zeros.
 *
 * Sections that are loaded stay in the section header table: of which nothing is kept they are SHT_NOBITS
 * there, as in a debug file; all others keep their type even if they are mostly zeros. Of sections that are
 * not loaded only the kept ones are in the table; they stand behind the last loaded byte unless they stood
 * before it.
 *
 * A section of its own, ".perfolio.ranges" (SHT_PROGBITS, not loaded), lists which bytes are the file's: pairs
 * of 64-bit little-endian numbers, the file offsets where what is real begins and ends (exclusive), in
 * ascending order, neither touching nor overlapping. Of the ELF header only what concerns sections differs
 * from the file's.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_SUBSET_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_SUBSET_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "formats/elf/read/elf_ranges.h"

/* Make the ELF subset of a file in `out`, which has to be empty. Kept are the headers, notes that are loaded
   or a build-id, `ranges` (in any order, they may overlap and lie outside) and, with `unwind`, the tables of
   frames and the procedure linkage tables. What was not real in `file` is not real in its subset either.
   The subset is at most a table of section headers and ranges larger than the file; false, with nothing in
   `out`: this is no ELF file, or one whose parts overlap so that this does not hold. */
bool elf_subset(struct span file, const struct elf_range *ranges, size_t n, bool unwind, struct text *out,
                struct err *e);

/* Make of two subsets of one file, or of one and the file, the subset that has what either has. */
bool elf_subset_join(struct span a, struct span b, struct text *out, struct err *e);

/* Make of a subset one that has the .debug_frame of its debug file, too. False, with nothing in `out`: there
   is none, or the subset has one of its own. */
bool elf_subset_frames(struct span image, struct span debug, struct text *out);

/* What is real in a file, all of it in one that is no subset: ranges in ascending order that lie within the
   file; `v` is malloc'ed. */
struct elf_ranges elf_subset_ranges(struct span image);

/* Whether all of a file is. */
bool elf_subset_is_whole(struct span image);

struct elf_out;

/* Begin a file with all of another one and what elf_subset() keeps of it, but for the section of ranges: those
   come in `kept`. False: nothing was begun. */
bool elf_subset_begin(struct elf_out *o, struct span file, struct text *out, struct elf_ranges *kept,
                      struct err *e);

/* Add the section that lists what is real, and free that list. */
void elf_subset_add_ranges(struct elf_out *o, struct elf_ranges *kept);

#endif
