/* build_id: the identity of an ELF file: its build-id, class, byte order and machine. The bytes may be hostile. */
#ifndef PERFOLIO_FORMATS_ELF_READ_BUILD_ID_H
#define PERFOLIO_FORMATS_ELF_READ_BUILD_ID_H

#include "core/base/cur.h"
#include "core/base/file/file.h"
#include "core/model/env.h"

/* Read the NT_GNU_BUILD_ID of an ELF file, cut to 20 bytes. False: the file has none, or is not an ELF file. */
bool elf_build_id(struct span bytes, struct build_id *id);

/* A build-id made of these bytes, cut to 20. */
struct build_id elf_build_id_of_bytes(struct span bytes);

/* Like elf_build_id(), for an open file; reads only its headers and notes. */
bool elf_build_id_of_file(const struct file *f, struct build_id *id);

/* Like elf_build_id(), for notes without an ELF file, as in /sys/kernel/notes. */
bool elf_build_id_of_notes(struct span notes, enum byte_order order, struct build_id *id);

/* Read an ELF file's class as 32 or 64, its ELFDATA, e_machine, and its build-id (id->n == 0: the file has
   none). Leaves all arguments unchanged if the bytes are not an ELF file. */
void elf_identity(struct span bytes, uint16_t *bits, uint16_t *data, uint16_t *machine, struct build_id *id);

#endif
