/* annotation: a capture whose samples are counted by address, and functions of it taken apart. */
#ifndef PERFOLIO_CLI_ANNOTATE_ANNOTATION_H
#define PERFOLIO_CLI_ANNOTATE_ANNOTATION_H

#include "cli/annotate/options.h"
#include "cli/annotate/sources.h"

struct annotation {
    const struct annotate_opts *o;
    struct session *s;
    struct weights w;
    struct code *code;
    struct sources_opts where;
    struct sources *sources;
    const struct hot_function **all; /* those taken apart, each once, as they stand in the weights */
    size_t nall;
    struct listings listings; /* of these */
};

/* Count a capture, whose session is deep enough (SESSION_RESOLVE) and stays open; `o` receives what its
   filters come to. False with `e` set. Freed with annotation_free() in either case. */
bool annotation_count(struct annotation *a, struct annotate_opts *o, struct session *s, struct err *e);
void annotation_free(struct annotation *a);

/* Whether functions are asked for by name; whether one is; and whether a symbol is called so: as reports show it,
   as it is linked, or without what compilers add (same_name.h). */
bool annotation_asks(const struct annotate_opts *o);
bool annotation_is_asked(const struct annotation *a, const struct hot_function *f);
bool annotation_is_named(const struct annotation *a, const struct symbol *s, const char *name);

/* Whether the file with its code is at hand. */
bool annotation_has_code(const struct annotation *a, const struct hot_function *f);

/* Take functions apart, in any order and several times the same; the array becomes the annotation's. */
bool annotation_list(struct annotation *a, const struct hot_function **functions, size_t n, struct err *e);
const struct listing *annotation_listing(const struct annotation *a, const struct hot_function *f);

#endif
