/*
 * labels: names that assemblers leave in symbol tables, which mark places and name no function. A table that
 * holds them would be cut up by them: each would end the function it lies in.
 */
#ifndef PERFOLIO_CORE_RESOLVE_LABELS_H
#define PERFOLIO_CORE_RESOLVE_LABELS_H

#include "arch/arch.h"
#include "core/base/cur.h"

/* "$d", "$x.4", "$xrv64i2p1_m2p0": where code and data change over. `a` NULL: not known, and then none is.
   `typed`: the symbol says that it is a function or an object; then only a bare one is, to which
   assemblers of arm gave a type before the ABI forbade it. */
bool label_is_mapping(const struct arch *a, const char *name, bool typed);

/* ".L5", "$L5": local labels of an assembler, of a symbol without a type. */
bool label_is_local(const struct arch *a, const char *name);

/* Of a kernel, which leaves all of them out of its own list but not always out of its modules'
   (linux/include/linux/module_symbol.h, is_ignored_kernel_symbol): a listing has no types and need not say
   the architecture. */
bool label_in_kernel(struct span name);

#endif
