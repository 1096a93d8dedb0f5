/*
 * near_names: what may have been meant by the name of a function that is absent: functions that are called so but for
 * their namespace, template arguments, parameters or the name of a clone; where there are none, those that
 * differ in capitals, else those that have it in their name, else those whose name is written almost so.
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
    } v[NEAR_SHOWN];      /* by name, then by path; all as near */
    size_t n, more;       /* more: others that are as near */
    unsigned rank;        /* how near they are; 0: nearest */
};

void near_begin(struct near_names *n, const char *word);

/* Offer a name of an object. */
void near_see(struct near_names *n, const char *name, const char *path);
void near_free(struct near_names *n);

/* What is left of a function's name without the type it returns, its parameters, template arguments, and what
 * a compiler or linker put behind it: "ns::mul" of "double ns::mul<double>(double) [clone .constprop.0]". Put
 * in the place of `out`. */
void near_skeleton(const char *name, struct text *out);

#endif
