/*
 * kept: keeps records that change the machine until the timeline is sealed. Each CPU has its own buffer, so a file is
 * only roughly in order of time, but the effect of a record depends on the records before it in time. Therefore records
 * are first kept, in little memory, and later replayed in order of time. Contents that several records share are kept
 * once. Private to core/model/timeline.
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
    /* Offset in that member from which the contents of records are often equal, because processes map the same files; at
       most KEPT_OWN. */
    size_t common;
    size_t text; /* offset in struct record of a pointer to text that is borrowed from the block; 0: none */
    size_t tid;  /* offset in the member of the tid that the record changes; the pid is at 0 */
    void (*apply[KEPT_SIDES])(struct timeline *t,
                              const struct record *r); /* NULL: the type does not change that side */
};

enum { KEPT_OWN = 16 };

struct kept {
    struct names *names;    /* interns texts of records; outlives the kept records */
    struct arena *lasting;  /* contains namespaces; outlives the kept records */
    struct kept_record *v;  /* the records, in the order in which they were added */
    struct numbered *times; /* their times, with their places in v */
    size_t n, cap, cap_times;
    struct kept_common **common; /* contents that records share */
    size_t ncommon, cap_common;
    struct idmap common_of; /* hash of a content -> its place in `common` + 1 */
    uint32_t last;          /* the last record's place in `common` + 1 */
    struct arena arena;     /* of `common` */
    /* Set while a record is applied to maps: the map_how that a rule made from the record's shared content. Later
       records with the same content use it again. NULL: none yet. */
    const struct map_how *means;
    struct kept_hand **hands; /* made by kept_new_hand() */
    size_t nhands, cap_hands;
    struct kept_batch *batches; /* ranges of kept records in file order, without those at the end of v */
    size_t nbatches, cap_batches;
    size_t batched; /* number of records of v that are in batches */
};

/* Keeps a record if one of n rules (fewer than 256) is about its type. */
void kept_add(struct kept *l, const struct kept_rule *rules, size_t n, const struct record *record);

/* Makes a hand (struct visit_hands): it keeps the records that one thread reads, while other hands keep the records of
   other parts of the file. `l` owns the hand. */
struct kept_hand *kept_new_hand(struct kept *l);
/* Keeps a record in a hand; returns the number of records that the hand has kept so far. */
size_t kept_hand_add(struct kept_hand *h, const struct kept_rule *rules, size_t n,
                     const struct record *record);

/* Appends the records [from, to) of a hand, which come next in the file, and adds `shift` to their seq. The hand may
   keep further records at the same time. */
void kept_append_from_hand(struct kept *l, struct kept_hand *h, size_t from, size_t to, uint64_t shift);

/* Sorts the records by time, with up to `threads` threads. No record may be added afterwards. */
void kept_sort(struct kept *l, unsigned threads);

/* Applies all records to one side of a timeline in order of time. `rules` are those with which the records were kept. To
   be called once for each side; the two calls may run in parallel. slot() returns the address at which a tid or pid will
   be looked up, for __builtin_prefetch(). */
void kept_replay(struct kept *l, struct timeline *t, const struct kept_rule *rules, enum kept_side side,
                 const void *(*slot)(const struct timeline *t, int32_t id));

/* Frees all records. */
void kept_free(struct kept *l);

#endif
