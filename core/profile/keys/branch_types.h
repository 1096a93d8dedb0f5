/*
 * branch_types: how many branches of each type were seen, if the recorder asked for types (-j save_type), and how far
 * they went (perf, util/branch.c).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_BRANCH_TYPES_H
#define PERFOLIO_CORE_PROFILE_KEYS_BRANCH_TYPES_H

#include "core/base/text.h"
#include "core/model/branch.h"

enum { BRANCH_TYPES = 26 };

struct branch_types {
    uint64_t of[BRANCH_TYPES]; /* per type: branch_types_name() */
    uint64_t typed;            /* branches with a type: what shares are of */
};

/* The types of a branch, as bits: bit i for of[i]. */
uint32_t branch_types_of(const struct branch_entry *e);

/* Count a branch, and add other counts. */
void branch_types_count(struct branch_types *t, const struct branch_entry *e);
void branch_types_add(struct branch_types *to, const struct branch_types *from);

/* The name of type i on an architecture; `arch` may be NULL. */
const char *branch_types_name(size_t i, const struct arch *arch);

/* Add the names of types, each after a blank, in the order in which perf puts them behind frames. */
void branch_types_show(uint32_t types, const struct arch *arch, struct text *out);

#endif
