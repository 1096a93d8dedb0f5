/*
 * evidence: whether an ELF file can be the mapped file (core/resolve/files/identity.h). It is judged by its
 * program headers and size or, for a kernel module, by its name.
 *
 * A loader first reserves room for all segments by mapping them like the first one. Then it maps the pages of
 * each segment, from the segment's offset in the file on (ld.so, and linux, fs/binfmt_elf.c, elf_map()). A
 * recording that began later shows the rest of these mappings: parts, if huge pages or mprotect() have
 * replaced other parts.
 */
#ifndef PERFOLIO_FORMATS_ELF_EVIDENCE_H
#define PERFOLIO_FORMATS_ELF_EVIDENCE_H

#include "formats/elf/read/image.h"

/* Judge by the program headers and the size of a file, for all mappings of an object, of which there has to be one.
   EVIDENCE_CONTRADICTS: `why` is set. */
enum evidence evidence_of_segments(struct span bytes, const struct segment_case *c, struct err *why);

/* Judge by a kernel module's name, or by the lack of one. EVIDENCE_CONTRADICTS: `why` is set. */
enum evidence evidence_of_module(struct span bytes, const struct object *o, struct err *why);

#endif
