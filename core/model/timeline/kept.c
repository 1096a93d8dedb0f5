#include "core/model/timeline/kept.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/hash.h"
#include "core/base/mem.h"

/* Interns the text of a record, because names of tasks and objects will point to it. */
static void keep_text(struct kept *l, struct record *r, size_t at)
{
    const char **text = (const char **)((char *)r + at);
    *text = arena_names_intern(l->names, *text);
}

static void keep_namespaces(struct kept *l, struct record *r)
{
    struct span *links = &r->namespaces.links;
    uint8_t *to = arena_new(l->lasting, links->n);
    if (links->n)
        memcpy(to, links->p, links->n);
    links->p = to;
}

/* A stored record. It lacks members that no rule reads. */
struct kept_record {
    uint64_t seq, at;
    char own[KEPT_OWN];
    uint32_t common; /* index + 1 in `common` of the record's content from rule->common on; 0: none */
    uint16_t misc;
    uint8_t order, rule; /* rule: index of its rule */
};

/* A content that many records have in common. `next`: index + 1 of the content of the record that came
   after the last record with this content. It is a good guess for the next time. */
struct kept_common {
    const struct kept_rule *rule;
    size_t n;
    const struct map_how *means; /* value for kept.means */
    uint32_t next;
    uint64_t bytes[];
};

struct kept_hand {
    struct kept kept;
    struct names names;
    struct arena lasting;
    /* per hand: index + 1 among its contents -> index + 1 of the same content among the contents of all hands */
    uint32_t *joined;
};

struct kept_batch {
    struct kept_hand *of; /* NULL: the records are in the struct kept itself */
    size_t from, n;
    uint64_t shift;
    size_t at; /* index of the first record after the hands are joined */
};

enum { OWN_AT = offsetof(struct record, mmap) }; /* offset of the union in struct record */

/* Finds or adds the content at `p` of a record with this rule; returns its index + 1. A new content is
   copied, or, if `c` is not NULL, `c` itself is stored. If two contents have the same hash, the second is
   stored each time it occurs. */
static uint32_t keep_common(struct kept *l, const struct kept_rule *rule, const void *p,
                            struct kept_common *c)
{
    const size_t n = rule->size - rule->common;
    uint32_t *known = idmap_find_or_add(&l->common_of, hash_bytes(p, n) + rule->type);
    const struct kept_common *old = *known ? l->common[*known - 1] : NULL;
    const bool is_known = old && old->rule == rule && !memcmp(old->bytes, p, n);
    if (is_known)
        return *known;
    if (!c) {
        c = arena_new(&l->arena, sizeof(*c) + n);
        *c = (struct kept_common){ .rule = rule, .n = n };
        memcpy(c->bytes, p, n);
    }
    *MEM_ADD(l->common, l->ncommon, l->cap_common) = c;
    if (!*known)
        *known = (uint32_t)l->ncommon;
    return (uint32_t)l->ncommon;
}

/* Guesses the content of a record: the one that came last time after the previous record's content, since
   programs map the same files in the same order each time they start. If the guess is right, its index + 1
   is returned, and the record's text is replaced by the interned one. 0: the guess is wrong. */
static uint32_t likely_common(const struct kept *l, const struct kept_rule *rule, struct record *r)
{
    if (!l->last || !rule->text)
        return 0;
    const uint32_t likely = l->common[l->last - 1]->next;
    if (!likely)
        return 0;
    const struct kept_common *c = l->common[likely - 1];
    const char **text = (const char **)((char *)r + rule->text);
    if (c->rule != rule)
        return 0;
    const char *kept;
    memcpy(&kept, (const char *)c->bytes + (rule->text - OWN_AT - rule->common), sizeof(kept));
    if (strcmp(kept, *text) != 0)
        return 0;
    *text = kept;
    if (memcmp(c->bytes, (const char *)r + OWN_AT + rule->common, c->n))
        return 0;
    return likely;
}

void kept_add(struct kept *l, const struct kept_rule *rules, size_t n, const struct record *record)
{
    assert(n <= UINT8_MAX);
    size_t i = 0;
    while (i < n && rules[i].type != record->type)
        i++;
    if (i == n)
        return;
    const struct kept_rule *rule = &rules[i];
    struct record r = *record;
    const char *own = (const char *)&r + OWN_AT;
    const uint32_t likely = likely_common(l, rule, &r);
    if (rule->text && !likely)
        keep_text(l, &r, rule->text);
    if (r.type == PERF_RECORD_NAMESPACES)
        keep_namespaces(l, &r);
    l->times = mem_room(l->times, l->n, &l->cap_times, sizeof(*l->times));
    l->times[l->n] = (struct numbered){ r.when.time, (uint32_t)l->n };
    struct kept_record *k = MEM_ADD(l->v, l->n, l->cap);
    *k = (struct kept_record){
        .seq = r.when.seq, .at = r.at, .misc = r.misc, .order = (uint8_t)r.order, .rule = (uint8_t)i
    };
    memcpy(k->own, own, rule->common);
    if (rule->common < rule->size) {
        if (likely)
            k->common = likely;
        else
            k->common = keep_common(l, rule, own + rule->common, NULL);
        if (l->last)
            l->common[l->last - 1]->next = k->common;
        l->last = k->common;
    }
}

/* Applies a stored record, unpacked into `r`. Other members of `r` stay as they are, since rules do not
   read them. */
static void apply(struct kept *l, struct timeline *t, const struct kept_rule *rules, enum kept_side side,
                  const struct numbered *n, struct record *r)
{
    const struct kept_record *k = &l->v[n->at];
    const struct kept_rule *rule = &rules[k->rule];
    if (!rule->apply[side])
        return;
    struct kept_common *common = k->common ? l->common[k->common - 1] : NULL;
    r->type = rule->type;
    r->misc = k->misc;
    r->at = k->at;
    r->when = (struct when){ n->by, k->seq };
    r->order = (enum byte_order)k->order;
    char *own = (char *)r + OWN_AT;
    memcpy(own, k->own, rule->common);
    if (common)
        memcpy(own + rule->common, common->bytes, common->n);
    if (side == KEPT_MAPS)
        l->means = common ? common->means : NULL;
    rule->apply[side](t, r);
    if (side == KEPT_MAPS && common)
        common->means = l->means;
}

/* ---- hands ---- */

struct kept_hand *kept_new_hand(struct kept *l)
{
    struct kept_hand *h = mem_new(1, sizeof(*h));
    h->kept.names = &h->names;
    h->kept.lasting = &h->lasting;
    return *MEM_ADD(l->hands, l->nhands, l->cap_hands) = h;
}

size_t kept_hand_add(struct kept_hand *h, const struct kept_rule *rules, size_t n,
                     const struct record *record)
{
    kept_add(&h->kept, rules, n, record);
    return h->kept.n;
}

static void put_batch(struct kept *l, struct kept_batch b)
{
    if (l->nbatches) {
        const struct kept_batch *last = &l->batches[l->nbatches - 1];
        b.at = last->at + last->n;
    }
    if (b.n)
        *MEM_ADD(l->batches, l->nbatches, l->cap_batches) = b;
}

static void put_own(struct kept *l)
{
    put_batch(l, (struct kept_batch){ .from = l->batched, .n = l->n - l->batched });
    l->batched = l->n;
}

void kept_append_from_hand(struct kept *l, struct kept_hand *h, size_t from, size_t to, uint64_t shift)
{
    put_own(l);
    put_batch(l, (struct kept_batch){ .of = h, .from = from, .n = to - from, .shift = shift });
}

/* Adds a content of a hand to the contents of all hands. A new content is moved, not copied. */
static uint32_t join_common(struct kept *l, struct kept_common *c)
{
    if (c->rule->text) {
        char *at = (char *)c->bytes + (c->rule->text - OWN_AT - c->rule->common);
        const char *text;
        memcpy(&text, at, sizeof(text));
        text = arena_names_adopt(l->names, text);
        memcpy(at, &text, sizeof(text));
    }
    return keep_common(l, c->rule, c->bytes, c);
}

/* Joins the data that outlive a hand; texts move together with their arena. */
static void join_hand(struct kept *l, struct kept_hand *h)
{
    h->joined = mem_new(h->kept.ncommon + 1, sizeof(*h->joined));
    for (size_t i = 0; i < h->kept.ncommon; i++)
        h->joined[i + 1] = join_common(l, h->kept.common[i]);
    arena_join(l->lasting, &h->lasting);
    arena_join(&l->names->arena, &h->names.arena);
    arena_join(&l->arena, &h->kept.arena);
}

struct joined {
    const struct kept *from;
    struct kept_record *v;
    struct numbered *times;
};

static void join_batches(void *arg, size_t from, size_t to)
{
    const struct joined *j = arg;
    for (; from < to; from++) {
        const struct kept_batch *b = &j->from->batches[from];
        const struct kept *l = b->of ? &b->of->kept : j->from;
        for (size_t i = 0; i < b->n; i++) {
            struct kept_record *k = &j->v[b->at + i];
            *k = l->v[b->from + i];
            k->seq += b->shift;
            if (b->of)
                k->common = b->of->joined[k->common];
            j->times[b->at + i] = (struct numbered){ l->times[b->from + i].by, (uint32_t)(b->at + i) };
        }
    }
}

static void free_some(void *arg, size_t from, size_t to)
{
    struct kept_hand **hands = arg;
    for (; from < to; from++) {
        kept_free(&hands[from]->kept);
        arena_names_free(&hands[from]->names);
        arena_free(&hands[from]->lasting);
        free(hands[from]->joined);
        free(hands[from]);
    }
}

static void free_hands(struct kept *l, unsigned threads)
{
    threads_run_ranges(threads, l->nhands, 1, free_some, l->hands);
    free(l->hands);
    free(l->batches);
    l->hands = NULL;
    l->batches = NULL;
    l->nhands = l->nbatches = 0;
}

/* Puts all batches into one array, as if one thread had stored them. */
static void join_hands(struct kept *l, unsigned threads)
{
    put_own(l);
    const struct kept_batch *last = &l->batches[l->nbatches - 1];
    const size_t n = last->at + last->n;
    struct joined j = { l, mem_new(n, sizeof(*j.v)), mem_new(n, sizeof(*j.times)) };
    for (size_t i = 0; i < l->nhands; i++)
        join_hand(l, l->hands[i]);
    threads_run_ranges(threads, l->nbatches, 1, join_batches, &j);
    free(l->v);
    free(l->times);
    l->v = j.v;
    l->times = j.times;
    l->n = l->cap = l->cap_times = n;
    free_hands(l, threads);
}

/* A stable sort: records of equal times are in file order already. */
void kept_sort(struct kept *l, unsigned threads)
{
    if (l->nbatches)
        join_hands(l, threads);
    threads_sort(threads, l->times, l->n);
}

/* Records, and the tables in which they are looked up, are spread over much memory, so they are
   prefetched. */
void kept_replay(struct kept *l, struct timeline *t, const struct kept_rule *rules, enum kept_side side,
                 const void *(*slot)(const struct timeline *t, int32_t id))
{
    enum { SOON = 8, LATER = 16 };
    struct record r = { 0 };
    for (size_t i = 0; i < l->n; i++) {
        if (l->n - i > LATER) {
            const struct kept_record *soon = &l->v[l->times[i + SOON].at];
            const size_t id_at = side == KEPT_MAPS ? 0 : rules[soon->rule].tid;
            int32_t id;
            memcpy(&id, soon->own + id_at, sizeof(id));
            __builtin_prefetch(slot(t, id), 1);
            __builtin_prefetch(&l->v[l->times[i + LATER].at]);
        }
        apply(l, t, rules, side, &l->times[i], &r);
    }
}

void kept_free(struct kept *l)
{
    free(l->v);
    free(l->times);
    free(l->common);
    free_hands(l, 1);
    idmap_free(&l->common_of);
    arena_free(&l->arena);
    *l = (struct kept){ .names = l->names, .lasting = l->lasting };
}
