/*
 * join_commands: commands of two sides that are one under two names, so that their stacks stand on one root: those that
 * one side alone has, and differ from such a one of the other side in a version (same_name.h), or share most of what
 * they run with it, which is a guess (match_runs.h). Threads without a name are "[unknown]" on both.
 */
#ifndef PERFOLIO_FORMATS_EXPORT_JOIN_COMMANDS_H
#define PERFOLIO_FORMATS_EXPORT_JOIN_COMMANDS_H

#include "core/compare/match_runs.h"
#include "formats/export/exporter.h"

struct joined_commands {
    struct guess *v; /* what was guessed */
    size_t n;
    struct runs runs; /* whose names these are */
};

/* Give them one name in n exports, of which the first `before` are of one side: "python" for "python3.11" and
   "python3.12"; "base, slow10", if `guess`. Freed with join_commands_free(), once the exports are written. */
void join_commands(struct export *const *v, size_t n, size_t before, bool guess, struct joined_commands *out);
void join_commands_free(struct joined_commands *j);

#endif
