/*
 * kept: keeps records that change the machine from when they are read until the seal. CPUs have buffers of their own, so a
 * file is only roughly in order of time, but what a record does depends on those before it: records are kept in little
 * memory, equal ones once, and replayed in order of time. Private to core/model/timeline.
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

/* The two independent parts of a timeline that records change. */
enum kept_side { KEPT_THREADS, KEPT_MAPS, KEPT_SIDES };

/* How to keep and apply a record type that changes the machine. */
struct kept_rule {
    uint32_t type;
    size_t size; /* bytes of the type's member of struct record that the rule reads */
    /* Offset in them from which records are often equal: processes map the same files; at most KEPT_OWN. */
    size_t common;
    size_t text; /* offset in struct record of its text, which is borrowed from the block; 0: none */
    size_t tid;  /* offset in the member of the tid it changes; the pid is at 0 */
    void (*apply[KEPT_SIDES])(struct timeline *t,
                              const struct record *r); /* NULL: it does not change that side */
};

enum { KEPT_OWN = 16 };

struct kept {
    struct names *names;    /* interns texts; outlives what is kept */
    struct arena *lasting;  /* holds namespaces; outlives what is kept */
    struct kept_record *v;  /* the records, as they were added */
    struct numbered *times; /* their times, with their places in v */
    size_t n, cap, cap_times;
    struct kept_common **common; /* contents that records share */
    size_t ncommon, cap_common;
    struct idmap common_of; /* hash of a content -> its place in `common` + 1 */
    uint32_t last;          /* the last record's place in `common` + 1 */
    struct arena arena;     /* of `common` */
    /* While a record is applied to maps: the map_how that a rule made of its shared content, for later records with that;
       NULL: none yet */
    const struct map_how *means;
    struct kept_hand **hands; /* made by kept_new_hand() */
    size_t nhands, cap_hands;
    struct kept_batch *batches; /* ranges of kept records in file order, without those at the end of v */
    size_t nbatches, cap_batches;
    size_t batched; /* number of records of v that are in batches */
};

/* Keeps a record if one of n rules (fewer than 256) is about its type. */
void kept_add(struct kept *l, const struct kept_rule *rules, size_t n, const struct record *record);

/* Makes a hand: keeps records of one thread while others keep those of other parts of the file (struct visit_hands). `l`
   owns it. */
struct kept_hand *kept_new_hand(struct kept *l);
/* Keeps a record; returns how many the hand has kept so far. */
size_t kept_hand_add(struct kept_hand *h, const struct kept_rule *rules, size_t n,
                     const struct record *record);

/* The records [from, to) of a hand come next in the file, and their seq grows by `shift`. The hand may go on meanwhile. */
void kept_append_from_hand(struct kept *l, struct kept_hand *h, size_t from, size_t to, uint64_t shift);

/* Sorts by time, with up to `threads` threads; nothing may be added afterwards. */
void kept_sort(struct kept *l, unsigned threads);

/* Applies all records to one side of a timeline in order of time, by the rules they were kept by. Each side once; both may
   run at a time. `slot`: where a tid or pid will be looked up, for __builtin_prefetch(). */
void kept_replay(struct kept *l, struct timeline *t, const struct kept_rule *rules, enum kept_side side,
                 const void *(*slot)(const struct timeline *t, int32_t id));

/* Frees all records. */
void kept_free(struct kept *l);

#endif
