/* packing: a folio under way, and what is shown of it (packing_show.c). */
#ifndef PERFOLIO_LIB_QUESTION_FOLIO_PACKING_H
#define PERFOLIO_LIB_QUESTION_FOLIO_PACKING_H

#include "archive/folio/pack/pack.h"
#include "core/base/file/held.h"
#include "lib/question/provenance/holdings.h"
#include "lib/question/common/common.h"

struct packing {
    struct common_opts common; /* the options begin here */
    const char *command;
    struct pack_opts opts;
    char *output;
    struct words labels, prefixes;       /* --source-prefix OLD=NEW */
    int level;                           /* --level; -1: not asked for */
    bool append, merges, waited, trusts; /* trusts: --trust-paths */
    bool several;                        /* captures: messages name theirs */
    struct target {                      /* what is at the output */
        struct held held;
        bool holds; /* it is read, and replaced only if it is still what was read */
        bool folio; /* there is one */
    } target;
    struct input old; /* the folio that is appended to */
    struct pack *pack;
    struct names names; /* of the captures */
    struct names texts;
    struct problems problems;
    struct holdings holdings;
    struct packing_gap { /* an object that could not be had */
        const char *capture, *path;
        struct build_id id;
        uint64_t samples;
    } * gaps;
    size_t ngaps, cap_gaps;
    struct packing_seen { /* a capture that is packed */
        const char *name;
        uint64_t samples, first, last;
    } * seen;
    size_t nseen, cap_seen;
    uint64_t captures;
    bool guessed; /* struct chain's, for all captures */
    struct outlet *out, *err;
};

/* What is to be said of a capture that was added: nothing of those that were in the folio already, which was said when they
   came. `shares`: its samples by object, of so many; `problems` of packing it. */
void packing_show_added(struct packing *p, struct session *s, const char *name, const uint64_t *shares,
                        uint64_t samples, struct problems *problems);

/* target.c: look at what is at the output; `reads`: what is there will be read. It is reported before this waits
   for another program. False with `e` set: it is no folio, or cannot be read; nothing may be written there. */
bool packing_look(struct packing *p, bool reads, struct err *e);
void packing_let_go(struct packing *p);

/* The answer: what was packed, or what it would come to. */
void packing_show(struct packing *p);

#endif
