/* kallsyms_write: the symbols of a kernel as text, in the format of /proc/kallsyms. */
#ifndef PERFOLIO_FORMATS_TEXT_KALLSYMS_WRITE_H
#define PERFOLIO_FORMATS_TEXT_KALLSYMS_WRITE_H

#include "core/resolve/symtab.h"

/* A table that was read out of a listing (SYMTAB_KERNEL or SYMTAB_AVMA), sealed. */
struct kallsyms_part {
    const struct symtab *table;
    const char *module; /* whose symbols these are: "[ext4]"; NULL: the kernel's own */
};

/* Add the lines of a listing to `out`, sorted by address. Read again, by us or by perf, it gives the same
   symbols with the same ends, and the kernel's reference symbols. */
void kallsyms_write(const struct kallsyms_part *parts, size_t n, struct text *out);

#endif
