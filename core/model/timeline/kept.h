/*
 * kept: stores records that change the machine until the timeline is sealed. Each CPU has its own buffer, so
 * a file is only roughly in order of time. But the effect of a record depends on the records before it in
 * time. So records are first stored compactly, and later replayed in order of time. Content that several
 * records have in common is stored once. Private to core/model/timeline.
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

/* The two parts of a timeline that records change; they do not depend on each other. */
enum kept_side { KEPT_THREADS, KEPT_MAPS, KEPT_SIDES };

/* How to store the records of a type that changes the machine, and how to apply them later. */
struct kept_rule {
    uint32_t type;
    size_t size; /* bytes of the type's member of struct record that the rule reads */
    /* Offset in that member after which many records are equal, because processes map the same files; at
       most KEPT_OWN. */
    size_t common;
    size_t text; /* offset in struct record of a pointer to text that is borrowed from the block; 0: none */
    size_t tid;  /* offset in the member of the tid that the record changes; the pid is at offset 0 */
    void (*apply[KEPT_SIDES])(struct timeline *t,
                              /* one function per side; NULL: the type does not change the side */
                              const struct record *r);
};

enum { KEPT_OWN = 16 };

struct kept {
    struct names *names;    /* interns texts of records; lives longer than the stored records */
    struct arena *lasting;  /* stores namespaces; lives longer than the stored records */
    struct kept_record *v;  /* the records, in the order in which they were added */
    struct numbered *times; /* their times, with their indices in v */
    size_t n, cap, cap_times;
    struct kept_common **common; /* contents that several records have in common */
    size_t ncommon, cap_common;
    struct idmap common_of; /* hash of a content -> its index in `common` + 1 */
    uint32_t last;          /* index + 1 in `common` for the last record */
    struct arena arena;     /* memory of `common` */
    /* Set while a record is applied to maps: the map_how that a rule made from the record's common
       content. Later records with the same content reuse it. NULL: none yet. */
    const struct map_how *means;
    struct kept_hand **hands; /* made by kept_new_hand() */
    size_t nhands, cap_hands;
    /* ranges of v; in each, the records are in file order. They cover only the first `batched` records of v */
    struct kept_batch *batches;
    size_t nbatches, cap_batches;
    size_t batched; /* number of records of v that `batches` cover */
};

/* Stores a record if one of n rules (fewer than 256) is for its type. */
void kept_add(struct kept *l, const struct kept_rule *rules, size_t n, const struct record *record);

/* Makes a hand (struct visit_hands). It stores the records that one thread reads, while other hands store
   the records of other parts of the file. `l` owns the hand. */
struct kept_hand *kept_new_hand(struct kept *l);
/* Stores a record in a hand; returns the number of records that the hand has stored so far. */
size_t kept_hand_add(struct kept_hand *h, const struct kept_rule *rules, size_t n,
                     const struct record *record);

/* Appends the records [from, to) of a hand, which come next in the file, and adds `shift` to their seq.
   Meanwhile the hand may store more records. */
void kept_append_from_hand(struct kept *l, struct kept_hand *h, size_t from, size_t to, uint64_t shift);

/* Sorts the records by time, with up to `threads` threads. No record may be added afterwards. */
void kept_sort(struct kept *l, unsigned threads);

/* Applies all records to one side of a timeline in order of time. `rules` must be those with which the
   records were stored. Call it once for each side; the two calls may run in parallel. slot() returns the
   address at which a tid or pid will be looked up, for __builtin_prefetch(). */
void kept_replay(struct kept *l, struct timeline *t, const struct kept_rule *rules, enum kept_side side,
                 const void *(*slot)(const struct timeline *t, int32_t id));

/* Frees all records. */
void kept_free(struct kept *l);

#endif
