/*
 * near_names: suggestions for a function name that was not found: functions whose names differ only in namespace,
 * template arguments, parameters or clone suffix; if there are none, names that differ in capitals; else names that
 * contain the word; else names that are spelled similarly.
 */
#ifndef PERFOLIO_LIB_OPTIONS_NEAR_NAMES_H
#define PERFOLIO_LIB_OPTIONS_NEAR_NAMES_H

#include <stddef.h>

#include "core/base/text.h"

enum { NEAR_SHOWN = 8 };

struct near_names { /* begun with near_begin() */
    struct text word;
    struct near_name {
        char *name;       /* as reports show it */
        const char *path; /* of the object that has it; the caller's */
    } v[NEAR_SHOWN];      /* by name, then by path; all of one rank */
    size_t n, more;       /* more: number of others of this rank */
    unsigned rank;        /* 0: the most similar */
};

void near_begin(struct near_names *n, const char *word);

/* Considers a name of an object. */
void near_consider(struct near_names *n, const char *name, const char *path);
void near_free(struct near_names *n);

/* Replaces `out` by a function's name without return type, parameters, template arguments and the suffixes of
 * compilers and linkers: "ns::mul" of "double ns::mul<double>(double) [clone .constprop.0]". */
void near_skeleton(const char *name, struct text *out);

#endif
