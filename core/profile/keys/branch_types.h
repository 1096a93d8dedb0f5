/*
 * branch_types: counts the branches of each type, if the recorder asked for types (-j save_type). Types also
 * include classes of jump distance (perf, util/branch.c).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_BRANCH_TYPES_H
#define PERFOLIO_CORE_PROFILE_KEYS_BRANCH_TYPES_H

#include "core/base/text.h"
#include "core/model/branch.h"

enum { BRANCH_TYPES = 26 };

struct branch_types {
    uint64_t of[BRANCH_TYPES]; /* per type: branch_types_name() */
    /* branches with a type other than PERF_BR_EXTEND_ABI; percentages are shares of this number */
    uint64_t typed;
};

/* The types of a branch as bits: bit i is the type that branch_types_name(i) names. */
uint32_t branch_types_of(const struct branch_entry *e);

/* branch_types_count(): count one branch. branch_types_add(): add the counts of `from`. */
void branch_types_count(struct branch_types *t, const struct branch_entry *e);
void branch_types_add(struct branch_types *to, const struct branch_types *from);

/* The name of type i on an architecture; `arch` may be NULL. */
const char *branch_types_name(size_t i, const struct arch *arch);

/* Add the names of types, each after a blank, in the order in which perf prints them after frames. */
void branch_types_show(uint32_t types, const struct arch *arch, struct text *out);

#endif
