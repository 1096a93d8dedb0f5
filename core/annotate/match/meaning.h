/*
 * meaning: what an instruction does, in words that another build of its function has, too: instructions are joined by what
 * they do (align.h), not by where they are. Addresses of jumps inside of a function mean nothing, nor do the names of registers;
 * what is called and what data are named stand by their names.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MEANING_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MEANING_H

#include "core/annotate/listing.h"

/* Add the name of what is at an address, as code shows it, to a text; nothing where it has none. */
typedef void meaning_name(const void *arg, uint64_t svma, struct text *out);

/* The numbers of what the instructions of a listing do among `names`, which may have those of others. malloc'ed. */
uint32_t *meaning_of_listing(struct names *names, const struct listing *l, meaning_name *name,
                             const void *arg);

#endif
