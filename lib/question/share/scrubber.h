/*
 * scrubber: what becomes of each record, sample and feature of a capture that is given away, by the table of policy.h.
 * Stack dumps and registers become call chains first. What the program does not know is left out.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_SCRUBBER_H
#define PERFOLIO_LIB_QUESTION_SHARE_SCRUBBER_H

#include "core/profile/places/stack.h"
#include "formats/perf/write/counts_write.h"
#include "formats/perf/write/rewrite.h"
#include "lib/question/share/keeping.h"
#include "lib/question/share/policy.h"
#include "lib/question/share/pseudonym.h"
#include "lib/question/share/rebase.h"
#include "lib/question/share/share.h"

struct scrubber {
    struct session *s; /* resolved */
    struct capture *c;
    enum scrub_level level;
    struct keeping *keeping;
    struct pseudonyms *names;
    struct rebase rebase;
    struct address_cache addresses; /* of frames */
    struct stacks stacks;
    struct counts_written counts;
    struct attr *attrs;    /* of the new capture, one for each event */
    bool *unwinds;         /* by event: its stack dumps and registers become call chains */
    uint32_t nattrs;       /* ATTR records of a stream so far */
    struct names commands; /* names of threads that are the names of files whose paths are kept */
    struct names kept;     /* texts that are kept */
    struct names removed;  /* texts that are removed */
    uint64_t found
        [SCRUB_KINDS]; /* how much there is of each kind: different texts, or records, samples and features */
    struct share_sums sums;
    uint64_t unwritable;                  /* samples with fields that are unknown */
    uint64_t dumped_before, dumped_short; /* samples with stack dumps; those of which no caller was found */
    struct text feature, chain, branches, block; /* memory that is used again */
    struct problems *problems;
};

/* Begins with a session that is deepened to SESSION_RESOLVE. All arguments are borrowed. */
void scrubber_init(struct scrubber *x, struct session *s, enum scrub_level level, struct keeping *keeping,
                   struct pseudonyms *names, struct problems *problems);
void scrubber_free(struct scrubber *x);

/* Writes the scrubbed capture. False with `e` set. */
bool scrubber_write(struct scrubber *x, struct output *out, struct err *e);

/* What becomes of a text of a kind. Valid until the pseudonyms are freed; "": it is dropped. */
const char *scrubber_text(struct scrubber *x, enum scrub_kind kind, const char *prefix, const char *s);
const char *scrubber_path(void *scrubber, const char *path);

#endif
