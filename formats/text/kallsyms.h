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

#endif
