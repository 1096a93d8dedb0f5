/* kallsyms: reads and writes the kernel's symbol list in the format of /proc/kallsyms. */
#ifndef PERFOLIO_FORMATS_TEXT_KALLSYMS_H
#define PERFOLIO_FORMATS_TEXT_KALLSYMS_H

#include "core/resolve/symtab.h"

/* kallsyms_write() writes a symbol of this name at each address where a symbol ends and no other symbol
   begins. kallsyms_reader reads it as an end without a name. perf shows it as the name of the code after
   the end. */
#define KALLSYMS_END "perfolio_end"

/* Reads the kernel's own symbols. If the object is a module, reads that module's symbols (by its short
   name, "[ext4]"). A listing has no build-id. If all its addresses are 0 (kptr_restrict), it is rejected. */
extern const struct symbol_reader kallsyms_reader;

/* Find the address of a symbol of the kernel itself. False: the listing does not have it. */
bool kallsyms_address(struct span listing, const char *name, uint64_t *addr);

/* A sealed table that was read from a listing (SYMTAB_KERNEL or SYMTAB_AVMA). */
struct kallsyms_part {
    const struct symtab *table;
    const char *module; /* the module, "[ext4]"; NULL: the kernel itself */
};

/* Append the lines of a listing, sorted by address, to `out` (kallsyms_write.c). From the result
   kallsyms_reader and perf read the same symbols with the same ends, and also the kernel's reference
   symbols. */
void kallsyms_write(const struct kallsyms_part *parts, size_t n, struct text *out);

#endif
