/* packing: a folio under way, and what is shown of it (packing_show.c). */
#ifndef PERFOLIO_CLI_FOLIO_PACKING_H
#define PERFOLIO_CLI_FOLIO_PACKING_H

#include "archive/folio/pack/folio_pack.h"
#include "cli/folio/target.h"
#include "cli/session/session.h"

struct packing {
    struct common_opts common; /* the options begin here */
    const char *command;
    struct pack_opts opts;
    char *output;
    int level; /* --level; -1: not asked for */
    bool append, merges, waited;
    struct target target;
    struct input old; /* the folio that is appended to */
    struct pack *pack;
    struct names names; /* of the captures */
    struct names texts;
    struct problems problems;
    struct packing_gap { /* an object that could not be had */
        const char *capture, *path;
        struct build_id id;
        uint64_t samples;
    } * gaps;
    size_t ngaps, cap_gaps;
    uint64_t captures;
    FILE *out, *err;
};

/* What could not be had for a capture with so many samples: shown, and kept for the answer. */
void packing_show_missing(struct packing *p, const struct session *s, const char *name,
                          const uint64_t *shares, uint64_t samples);

/* What few think of when they send a capture. */
void packing_show_dumps(const struct packing *p, const struct session *s, const char *name);

/* The answer: what was packed, or what it would come to. */
void packing_show(const struct packing *p);

#endif
