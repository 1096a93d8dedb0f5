/*
 * join_commands: finds commands that have different names on two sides, so that their stacks get one root. It
 * only joins commands that occur only on one side. Their names differ only in a version (same_name.h), or
 * most of their cost is in the same functions, which is a guess (match_runs.h). Threads without a name are
 * "[unknown]" on both sides.
 */
#ifndef PERFOLIO_FORMATS_EXPORT_JOIN_COMMANDS_H
#define PERFOLIO_FORMATS_EXPORT_JOIN_COMMANDS_H

#include "core/compare/match_runs.h"
#include "formats/export/exporter.h"

struct joined_commands {
    struct guess *v; /* the guesses */
    size_t n;
    struct runs runs; /* owns the names in the guesses */
};

/* Give joined commands one name in n exports, of which the first `before` are of one side: "python" for
   "python3.11" and "python3.12"; with `guess` also "base, slow10" for "base" and "slow10". Call
   join_commands_free() once the exports are written. */
void join_commands(struct export *const *v, size_t n, size_t before, bool guess, struct joined_commands *out);
void join_commands_free(struct joined_commands *j);

#endif
