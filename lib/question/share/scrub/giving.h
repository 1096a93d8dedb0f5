/*
 * giving: captures that are given away, one after the other under one key: each is scrubbed into a file of its own, and opened
 * again with masked objects (masked_source.h), so that a folio can be packed of it. What was written is searched for what was
 * removed.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_GIVING_H
#define PERFOLIO_LIB_QUESTION_SHARE_GIVING_H

#include "lib/options/filters.h"
#include "lib/question/share/scrub/scrubber.h"
#include "lib/view/rows.h"

/* The options of commands that give captures away. */
struct giving_opts {
    struct filter filter;
    struct filters filters;
    struct words events;
    char *key, *write_key, *keep;
    int level; /* enum scrub_level; -1: nothing is scrubbed */
    double
        share; /* of the time of each capture that is kept, in GIVING_STRETCHES stretches all over it; 0 and 1: all */
};
enum { GIVING_STRETCHES = FILTER_TIMES };

// clang-format off
/* The rows of these options but for the level; `giving` is a member of OPTS. */
#define GIVING_ROWS(giving) \
    OPT("key", 0, TEXT, giving.key, "FILE", "compute pseudonyms by this key, which --write-key wrote", \
        .needs = NEEDS_INPUT), \
    OPT("write-key", 0, TEXT, giving.write_key, "FILE", "write the key and the names, for unscrub", .needs = NEEDS_OUTPUT), \
    OPT("keep", 0, TEXT, giving.keep, "FILE", "names that stay: a line for each object, function, command or event", \
        .needs = NEEDS_INPUT)
// clang-format on

/* The name of a capture in a folio if its own name is dropped. */
#define GIVING_NAME "capture"

struct giving {
    const struct giving_opts *o;
    const struct common_opts *common;
    struct pseudonyms names;
    struct disguise disguise;
    struct share_sums sums;
    uint64_t unwritable, dumped_before, dumped_short; /* as in struct scrubber, of all captures */
    bool kept_source;                                 /* lines of source, which were searched for less */
    size_t leaks;                                     /* texts that were removed, and are there */
    struct text first;                                /* the first of them */
};

/* Whether the key files that the options name may be read and written. False after printing why not. */
bool giving_prepare(const char *command, const struct giving_opts *o, const struct common_opts *common,
                    const char *output, struct outlet *err);

/* Begins with the key and the names that stay; free it in any case. The options are borrowed. False with `e` set. */
bool giving_begin(struct giving *g, const struct giving_opts *o, const struct common_opts *common,
                  struct err *e);
void giving_free(struct giving *g);

/* A capture while it is given away. */
struct given {
    struct giving *g;
    struct filter filter;
    struct filters filters;
    struct keeping keeping;
    struct scrubber x;
    struct problems problems; /* of scrubbing */
    struct output out;        /* the scrubbed capture */
    struct file written;      /* `out`, to be read */
    struct input input;
    struct session s; /* of the scrubbed capture; open if `opened` */
    bool began, opened;
};

/* Scrubs the capture of a session, which is deepened to SESSION_RESOLVE, into an output at `path`; NULL: into one that gets no
   path, and can only be read back. False with `e` set. giving_close()
   in any case, before the session is closed. */
bool giving_scrub(struct given *v, struct giving *g, struct session *from, const char *path, struct err *e);

/* Searches the scrubbed capture for what was removed; `leaks` receives the findings. False with `e` set: it cannot be read. */
bool giving_search(struct given *v, struct err *e);

/* Opens the scrubbed capture as a session with masked objects, of which files stay open for packing. False with `e` set. */
bool giving_open(struct given *v, struct err *e);
void giving_close(struct given *v);

/* Searches a finished folio, all of it decompressed, for what was removed. False with `e` set: it cannot be read, or something was
   found; then `leaks` is not 0. */
struct folio;
bool giving_check(struct giving *g, const struct folio *f, struct err *e);

/* Writes the key file, if the options ask for it. False with `e` set. */
bool giving_write_key(const struct giving *g, struct err *e);

/* Adds a row for each kind of data that the captures have, and what became of it. */
void giving_rows(const struct giving *g, struct rows *r);

/* Prints what was left out, and what was found that must not be there; `name`: of what was scrubbed. */
void giving_show(const struct giving *g, const char *command, const char *name, struct outlet *err);

#endif
