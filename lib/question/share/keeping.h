/*
 * keeping: a part of a capture: the samples that filters let through, and the other records that these samples need.
 * Samples need the names, mappings and ends of their processes, those of the processes from which they were forked, and
 * what concerns the whole machine; nothing after the last of them.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_KEEPING_H
#define PERFOLIO_LIB_QUESTION_SHARE_KEEPING_H

#include "core/base/idmap.h"
#include "core/profile/keys/filter.h"
#include "core/profile/places/address_cache.h"
#include "lib/session/session.h"

struct keeping {
    struct session *s; /* walked */
    const struct filter *filter;
    const struct words *events;   /* names of events; n 0: all */
    struct address_cache threads; /* names of threads */
    struct idmap tasks;           /* the processes and threads whose records are needed; by pid or tid, 1 */
    struct idmap cgroups;         /* the control groups of samples that are kept; by id, 1 */
    uint64_t samples;             /* number of samples that are kept */
    struct time_range times;      /* of these samples, ns; from > to: none has a time */
    bool all;                     /* no filter is given: all records are kept */
    bool untimed;                 /* a sample that is kept has no time */
    bool round;                   /* the last record that was kept is a FINISHED_ROUND */
};

/* Chooses the samples, and finds what they need: reads all samples. `filter` and `events` are borrowed. False with `e`
   set. Free it in any case. */
bool keeping_init(struct keeping *k, struct session *s, const struct filter *filter,
                  const struct words *events, struct err *e);
void keeping_free(struct keeping *k);

/* Whether the capture has all events that are named. False with `e` set. */
bool keeping_find_events(const struct words *events, const struct events *es, struct err *e);

/* Whether a sample, or another record, is kept. Records have to be asked about in file order. */
bool keeping_has_sample(struct keeping *k, const struct sample *s);
bool keeping_has_record(struct keeping *k, const struct record *r);

#endif
