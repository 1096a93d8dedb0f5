/* callers: which functions an inlined function is in, on each side, and what it costs there. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_CALLERS_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_CALLERS_H

#include "lib/question/annotate/both/both.h"
#include "core/base/idmap.h"

/* Of all events; zero-initialise. */
struct callers {
    struct names names;
    struct caller *v;
    size_t n, cap;
    struct idmap latest; /* function and caller -> place + 1; put in order, they have none */
};

/* Add what is inlined into a function that is shown: of those that are asked for by name, if any function is. */
void callers_add(struct callers *c, const struct annotation *sides, const struct both *b);

/* Add, once those of an event are added, what is not inlined of them: the functions of the same names. `v` are the event's
   views. */
void callers_add_own(struct callers *c, const struct annotation *sides, const struct annotate_view *v,
                     const struct pairs *pairs);

/* A table, behind # in text. Puts them in order. */
void callers_show(struct callers *c, const struct annotate_view *v, struct rows *r);
void callers_free(struct callers *c);

#endif
