/*
 * near_names: suggestions for a function name that was not found: functions whose names differ from it only in
 * namespace, template arguments, parameters or clone suffix. If there are none: names that differ in upper and lower
 * case; if there are none of these either: names that contain the word; and finally: names that are spelled
 * similarly.
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
        const char *path; /* path of the object that has the name; borrowed from the caller */
    } v[NEAR_SHOWN];      /* sorted by name, then by path; all have the rank `rank` */
    size_t n, more;       /* more: number of further names of this rank */
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
