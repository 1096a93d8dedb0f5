/*
 * labels: recognises symbols that mark a position in a function and are no functions. In a table such a
 * symbol would end the function that contains it.
 */
#ifndef PERFOLIO_CORE_RESOLVE_LABELS_H
#define PERFOLIO_CORE_RESOLVE_LABELS_H

#include "arch/arch.h"
#include "core/base/cur.h"

/* Whether a name is a mapping symbol, which marks a change between code and data: "$d", "$x.4",
   "$xrv64i2p1_m2p0". `a` NULL (unknown): false. `typed`: the symbol has the type of a function or object.
   Then only names without a suffix are mapping symbols, because old assemblers for arm gave them such a
   type. */
bool label_is_mapping(const struct arch *a, const char *name, bool typed);

/* Whether a name of a symbol without a type is an assembler's local label: ".L5", "$L5". */
bool label_is_local(const struct arch *a, const char *name);

/* Whether a kernel symbol is a label. The kernel omits labels from the listing of its own symbols, but not always from
   the listing of modules' symbols (linux/include/linux/module_symbol.h, is_ignored_kernel_symbol). A listing has no
   types, and its architecture may be unknown, so the name alone decides. */
bool label_in_kernel(struct span name);

#endif
