/*
 * key_branch: keys of branches, of a sample's branch stack or made out of a trace: where each came from and
 * led to, and what the CPU says about it.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_BRANCH_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_BRANCH_H

#include "core/profile/keys/key.h"

/* The i-th, NULL behind the last. */
const struct key *key_branch_at(size_t i);

#endif
