/*
 * scrubber: what becomes of each record, sample and feature of a capture that is given away, by the table of policy.h.
 * Stack dumps and registers become call chains first. What the program does not know is left out.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_SCRUBBER_H
#define PERFOLIO_LIB_QUESTION_SHARE_SCRUBBER_H

#include "core/profile/places/stack.h"
#include "formats/perf/write/counts_write.h"
#include "formats/perf/write/rewrite.h"
#include "lib/question/share/scrub/disguise.h"
#include "lib/question/share/keeping.h"
#include "lib/question/share/scrub/rebase.h"
#include "lib/question/share/share.h"

struct scrubber {
    struct session *s; /* resolved */
    struct capture *c;
    struct disguise *d;
    struct keeping *keeping;
    struct rebase rebase;
    struct address_cache addresses; /* of frames */
    struct stacks stacks;
    struct counts_written counts;
    struct attr *attrs; /* of the new capture, one for each event */
    const char **names; /* ... and their names */
    bool *unwinds;      /* by event: its stack dumps and registers become call chains */
    bool marked;        /* a stream says already that it was scrubbed */
    uint32_t nattrs;    /* ATTR records of a stream so far */
    struct share_sums sums;
    uint64_t unwritable;                  /* samples with fields that are unknown */
    uint64_t dumped_before, dumped_short; /* samples with stack dumps; those of which no caller was found */
    struct text feature, chain, branches, block; /* memory that is used again */
    struct problems *problems;
};

/* Begins with a session that is deepened to SESSION_RESOLVE. All arguments are borrowed. */
void scrubber_init(struct scrubber *x, struct session *s, struct disguise *d, struct keeping *keeping,
                   struct problems *problems);
void scrubber_free(struct scrubber *x);

/* The first words of the command line of a scrubbed capture; `--for` and the level follow. */
#define SCRUBBED_BY   "perfolio"
#define SCRUBBED_WITH "scrub"

/* The level for which a capture was scrubbed (enum scrub_level), as its header says; -1: it says nothing. */
int scrubber_level_of(const struct env *env);

/* Writes the scrubbed capture. False with `e` set. */
bool scrubber_write(struct scrubber *x, struct output *out, struct err *e);

#endif
