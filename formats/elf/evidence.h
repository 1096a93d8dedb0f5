/*
 * evidence: whether an ELF file can be the one that was mapped (core/resolve/files/identity.h), judged by its program headers
 * and size or, for a kernel module, by its name.
 *
 * A loader maps the pages of each segment, from the file's offset on, after it has reserved room for all segments by mapping
 * them as the first one (ld.so, and linux, fs/binfmt_elf.c, elf_map()). A recording that began later shows what is left of
 * these mappings: pieces, where huge pages or mprotect() have replaced a part.
 */
#ifndef PERFOLIO_FORMATS_ELF_EVIDENCE_H
#define PERFOLIO_FORMATS_ELF_EVIDENCE_H

#include "formats/elf/read/image.h"

/* By the program headers and the size of a file, for all mappings of an object. EVIDENCE_CONTRADICTS: `why` is set. */
enum evidence evidence_of_segments(struct span bytes, const struct segment_case *c, struct err *why);

/* By a kernel module's name, or by the lack of one. EVIDENCE_CONTRADICTS: `why` is set. */
enum evidence evidence_of_module(struct span bytes, const struct object *o, struct err *why);

#endif
