/*
 * evidence: what an ELF file says of whether it is the one that was mapped (core/resolve/files/identity.h): by its program headers
 * and its size, and by the name of the module that it is.
 *
 * A loader maps the pages of a segment, from the file's offset on, and at first all segments as the first one (ld.so, and
 * linux, fs/binfmt_elf.c, elf_map()). A recording that began later shows what is left of it: pieces, of which huge pages, or what
 * changed the protection of some, have taken the place of others.
 */
#ifndef PERFOLIO_FORMATS_ELF_EVIDENCE_H
#define PERFOLIO_FORMATS_ELF_EVIDENCE_H

#include "formats/elf/read/image.h"

enum evidence evidence_of_segments(struct span bytes, const struct segment_case *c, struct err *why);
enum evidence evidence_of_module(struct span bytes, const struct object *o, struct err *why);

#endif
