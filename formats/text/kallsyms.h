/* kallsyms: the kernel's list of its own symbols as text, the format of /proc/kallsyms. */
#ifndef PERFOLIO_FORMATS_TEXT_KALLSYMS_H
#define PERFOLIO_FORMATS_TEXT_KALLSYMS_H

#include "core/resolve/symtab.h"

/* In a listing that kallsyms_write() made, where a symbol ends and none begins. It names nothing here; perf
   takes it for the name of what the listing has no name for. */
#define KALLSYMS_END "perfolio_end"

/* Reads the kernel's own symbols, or, when the object is a module, that module's (by its short name,
   "[ext4]"). A listing carries no build-id. One whose addresses are all 0 (kptr_restrict) is refused. */
extern const struct symbol_reader kallsyms_reader;

/* The address that a listing gives a symbol of the kernel itself. */
bool kallsyms_address(struct span listing, const char *name, uint64_t *addr);

/* A table that was read out of a listing (SYMTAB_KERNEL or SYMTAB_AVMA), sealed. */
struct kallsyms_part {
    const struct symtab *table;
    const char *module; /* whose symbols these are: "[ext4]"; NULL: the kernel's own */
};

/* Add the lines of a listing to `out`, sorted by address (kallsyms_write.c). Read again, by us or by perf, it gives
   the same symbols with the same ends, and the kernel's reference symbols. */
void kallsyms_write(const struct kallsyms_part *parts, size_t n, struct text *out);

#endif
