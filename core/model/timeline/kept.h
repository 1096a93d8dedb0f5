/*
 * kept: the records that change the machine, from where they are read until the seal. Every CPU has a buffer of its own, so
 * a file is only roughly in order of time, and what a record does depends on what happened before it: they are kept, short
 * and once where many are alike, and replayed in order of time. Private to core/model/timeline.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_KEPT_H
#define PERFOLIO_CORE_MODEL_TIMELINE_KEPT_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/model/record.h"

struct kept_batch;
struct kept_common;
struct kept_hand;
struct kept_record;
struct map_how;
struct numbered;
struct timeline;

/* What records change: two sides that know nothing of each other. */
enum kept_side { KEPT_THREADS, KEPT_MAPS, KEPT_SIDES };

/* A record type that changes the machine. */
struct kept_rule {
    uint32_t type;
    size_t size;   /* of what rules ask for of what records of the type have of their own in struct record */
    size_t common; /* from where on in that many are alike: processes map the same files; at most KEPT_OWN */
    size_t text;   /* where in struct record the text is that it borrows from its block; 0: there is none */
    size_t tid;    /* where in what they have of their own the tid is of whom they change; the pid is first */
    void (*apply[KEPT_SIDES])(struct timeline *t,
                              const struct record *r); /* NULL: it changes nothing there */
};

enum { KEPT_OWN = 16 };

struct kept {
    struct names *names;    /* texts go there, and */
    struct arena *lasting;  /* namespaces there: both outlive what is kept */
    struct kept_record *v;  /* what was added, and */
    struct numbered *times; /* when that was: places in v */
    size_t n, cap, cap_times;
    struct kept_common **common; /* what many of them have */
    size_t ncommon, cap_common;
    struct idmap common_of; /* hash -> common + 1 */
    uint32_t last;          /* number + 1 of the one that was asked for last */
    struct arena arena;     /* what they have in common, and means */
    /* While a record is applied to maps: what the rule made of all that it has in common with others, for the next one of
       these; NULL: nothing yet. */
    const struct map_how *means;
    struct kept_hand **hands; /* kept_hand() */
    size_t nhands, cap_hands;
    struct kept_batch
        *batches; /* what was kept by whom, in the order of the file; without what is last in v */
    size_t nbatches, cap_batches;
    size_t batched; /* so many of v are in them */
};

/* Keep a record if one of n rules, fewer than 256, is about its type. */
void kept_add(struct kept *l, const struct kept_rule *rules, size_t n, const struct record *record);

/* What one thread keeps, while others keep what lies elsewhere in the file (struct visit_hands). It is `l`'s. */
struct kept_hand *kept_hand(struct kept *l);
/* Returns how many it has kept until now. */
size_t kept_hand_add(struct kept_hand *h, const struct kept_rule *rules, size_t n,
                     const struct record *record);

/* What a hand kept from one number up to another comes next, its seq larger by `shift`; the hand may go on meanwhile. */
void kept_put(struct kept *l, struct kept_hand *h, size_t from, size_t to, uint64_t shift);

/* Nothing is added any more: by up to so many threads. */
void kept_sort(struct kept *l, unsigned threads);

/* Apply what was kept to one side of a timeline in order of time, by the rules that it was kept by: each side once, also
   from two threads. `slot`: where it looks up a tid, or a pid, for __builtin_prefetch(). */
void kept_replay(struct kept *l, struct timeline *t, const struct kept_rule *rules, enum kept_side side,
                 const void *(*slot)(const struct timeline *t, int32_t id));

/* Give up what was kept. */
void kept_free(struct kept *l);

#endif
