/*
 * labels: recognises names in symbol tables that mark places and are not functions. In a table they would cut up
 * functions: each would end the function it lies in.
 */
#ifndef PERFOLIO_CORE_RESOLVE_LABELS_H
#define PERFOLIO_CORE_RESOLVE_LABELS_H

#include "arch/arch.h"
#include "core/base/cur.h"

/* Whether a name is a mapping symbol, which marks a change between code and data: "$d", "$x.4", "$xrv64i2p1_m2p0". `a` NULL
   (unknown): false. `typed`: the symbol has the type of a function or object; then only names without a suffix count: old
   assemblers of arm gave those a type. */
bool label_is_mapping(const struct arch *a, const char *name, bool typed);

/* Whether a name of a symbol without a type is an assembler's local label: ".L5", "$L5". */
bool label_is_local(const struct arch *a, const char *name);

/* Whether a kernel's symbol is a label. The kernel leaves these out of its own listing, but not always out of those of
   modules (linux/include/linux/module_symbol.h, is_ignored_kernel_symbol); a listing has no types, and need not tell the
   architecture. */
bool label_in_kernel(struct span name);

#endif
