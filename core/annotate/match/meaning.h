/*
 * meaning: describes what an instruction does in words that stay the same in another build of its function; instructions
 * are aligned by these (align.h). Addresses of jumps inside the function and register names are left out; called functions
 * and data appear by name.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MEANING_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MEANING_H

#include "core/annotate/listing.h"

/* Adds the name of what is at an address, as shown (svma); nothing if it has none. */
typedef void meaning_name(const void *arg, uint64_t svma, struct text *out);

/* Per row of a listing the id in `names` of what its instruction does; malloc'ed. `names` may be shared with other listings. */
uint32_t *meaning_of_listing(struct names *names, const struct listing *l, meaning_name *name,
                             const void *arg);

#endif
