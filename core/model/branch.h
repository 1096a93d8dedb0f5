/*
 * branch: an entry of a sample's branch stack (linux/perf_event.h, struct perf_branch_entry). Entries are
 * ordered from the newest to the oldest. Members that the CPU does not record are 0.
 */
#ifndef PERFOLIO_CORE_MODEL_BRANCH_H
#define PERFOLIO_CORE_MODEL_BRANCH_H

#include "core/model/record.h"

enum { BRANCH_BYTES = 24 }; /* {u64 from, to, flags} */

struct branch_entry {
    uint64_t from, to; /* avma */
    bool mispredicted, predicted, in_tx, abort;
    uint16_t cycles;  /* cycles since the previous branch */
    uint8_t type;     /* PERF_BR_* */
    uint8_t new_type; /* PERF_BR_NEW_*, if type is PERF_BR_EXTEND_ABI */
    uint8_t spec;     /* PERF_BR_SPEC_*: the outcome of the speculation */
    uint8_t priv;     /* PERF_BR_PRIV_*: the privilege level at the branch's target */
};

/* Decodes the i-th entry, i < s->nbranches; 0 is the newest. */
struct branch_entry branch_at(const struct sample *s, uint64_t i);

/* The branch's type in perf's words; "": the CPU does not record it. */
const char *branch_type_name(const struct branch_entry *b);

#endif
