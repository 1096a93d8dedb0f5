/* build_id: what an ELF file is, by its note and its first bytes. Bytes of strangers. */
#ifndef PERFOLIO_FORMATS_ELF_READ_BUILD_ID_H
#define PERFOLIO_FORMATS_ELF_READ_BUILD_ID_H

#include "core/base/cur.h"
#include "core/base/file/file.h"
#include "core/model/env.h"

/* The NT_GNU_BUILD_ID of an ELF file, cut to 20 bytes; false when it has none. */
bool elf_build_id(struct span bytes, struct build_id *id);

/* The build-id that some bytes are, cut to 20. */
struct build_id elf_build_id_of_bytes(struct span bytes);

/* The same of an open file, of which its headers and notes are read. */
bool elf_build_id_of_file(const struct file *f, struct build_id *id);

/* The same out of bare notes, as in /sys/kernel/notes. */
bool elf_build_id_of_notes(struct span notes, enum byte_order order, struct build_id *id);

/* What an ELF file is: its class as 32 or 64, its ELFDATA, e_machine, and its build-id (n == 0: it has none).
   Nothing is written when it is no ELF file. */
void elf_identity(struct span bytes, uint16_t *bits, uint16_t *data, uint16_t *machine, struct build_id *id);

#endif
