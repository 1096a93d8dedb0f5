/*
 * elf_subset: makes, from an ELF file, a smaller ELF file that suffices to disassemble and unwind some of its code. An *ELF
 * subset* has the class, order, machine, type, flags and program headers of the original, and every part that is kept stands at
 * its original offset, so that file offsets and addresses mean the same in both. Between the parts there are zeros.
 *
 * Loaded sections stay in the section header table; if nothing of one is kept it is SHT_NOBITS there, as in a debug file; the
 * others keep their type even if they are mostly zeros. Sections that are not loaded are in the table only if they are kept;
 * they stand behind the last loaded byte unless they stood before it.
 *
 * A section of its own, ".perfolio.ranges" (SHT_PROGBITS, not loaded), lists the original bytes: pairs of 64-bit little-endian
 * numbers, the file offsets where a range of original bytes begins and ends (exclusive), ascending, neither touching nor
 * overlapping. The ELF header differs from the original only in what concerns sections.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_SUBSET_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_SUBSET_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "formats/elf/read/elf_ranges.h"

/* Write the ELF subset of a file to `out`, which must be empty. It keeps the headers, notes that are
   loaded or a build-id, `ranges` (in any order; they may overlap and lie outside) and, with `unwind`,
   unwind tables and procedure linkage tables. Bytes that are not original in `file` are not in the
   subset either. The subset exceeds the file at most by a table of section headers and ranges. False
   with nothing in `out`: `file` is no ELF file, or its parts overlap so that this limit would not hold. */
bool elf_subset(struct span file, const struct elf_range *ranges, size_t n, bool unwind, struct text *out,
                struct err *e);

/* Write a subset with all original bytes of two subsets of one file (or of a subset and the file). */
bool elf_subset_join(struct span a, struct span b, struct text *out, struct err *e);

/* Write a copy of the subset `image` with the .debug_frame of its debug file `debug`. False with nothing in
   `out`: the debug file has no .debug_frame, or the subset already has one. */
bool elf_subset_frames(struct span image, struct span debug, struct text *out);

/* The ranges of a file with original bytes, ascending; the whole file if it is not a subset. `v` is
   malloc'ed. */
struct elf_ranges elf_subset_ranges(struct span image);

/* Whether all bytes of a file are original. */
bool elf_subset_is_whole(struct span image);

struct elf_out;

/* Begin a file in `out` with all parts that elf_subset() copies if its ranges cover all of `file`, but
   without the section of ranges. `kept` receives the ranges. False: nothing was begun. */
bool elf_subset_begin(struct elf_out *o, struct span file, struct text *out, struct elf_ranges *kept,
                      struct err *e);

/* Add the section that lists the original byte ranges; frees `kept`. */
void elf_subset_add_ranges(struct elf_out *o, struct elf_ranges *kept);

#endif
