/* annotation: a capture whose samples are counted by address, and functions of it taken apart. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_ANNOTATION_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_ANNOTATION_H

#include "lib/question/annotate/options.h"
#include "lib/question/annotate/sources.h"

struct annotation {
    const struct annotate_opts *o;
    struct session *s;
    struct count_opts count; /* what the options come to with this capture, */
    struct filters filters;  /* and these of its filter */
    struct weights w;
    struct code *code;
    struct sources *sources;
    bool *asked; /* per function with samples: it is asked for by name, or has what is inlined */
    bool *there; /* per word that asks: whether there is such a function */
    const struct hot_function *
        *all; /* those taken apart, each once, as they stand in the weights, those without samples last */
    size_t nall;
    struct listings listings; /* of these */
};

/* Count a capture, whose session is deep enough (SESSION_RESOLVE) and stays open. Not to be moved. False with `e` set. Freed
   with annotation_free() in either case. */
bool annotation_count(struct annotation *a, const struct annotate_opts *o, struct session *s, struct err *e);
void annotation_free(struct annotation *a);

/* asked.c. Whether functions are asked for by name; and the i-th of these names (-s, then the subject); NULL: none. */
bool annotation_asks(const struct annotate_opts *o);
const char *annotation_word(const struct annotate_opts *o, size_t i);

/* Find what is asked for, once samples are counted: functions of these names, or those into which one is inlined that
   no function with samples has; and whether a function is one of them. */
void annotation_find(struct annotation *a);
bool annotation_is_asked(const struct annotation *a, const struct hot_function *f);

/* Give the functions that are inlined where a function has samples to `see`, as linked, until that is true; whether it
   was. One may be given again and again. */
bool annotation_each_inlined(const struct annotation *a, const struct hot_function *f,
                             bool (*see)(void *arg, const char *name), void *arg);

/* Whether a symbol is called so: as reports show it, as it is linked, or without what compilers add (same_name.h). */
bool annotation_is_named(const struct annotation *a, const struct symbol *s, const char *name);

/* Whether the file with its code is at hand. */
bool annotation_has_code(const struct annotation *a, const struct hot_function *f);

/* Take functions apart, in any order and several times the same; the array becomes the annotation's. */
bool annotation_list(struct annotation *a, const struct hot_function **functions, size_t n, struct err *e);
const struct listing *annotation_listing(const struct annotation *a, const struct hot_function *f);

#endif
