#include "core/model/timeline/kept.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Texts stay for good: names of tasks and objects are them. */
static void keep_text(struct kept *l, struct record *r, size_t at)
{
    const char **text = (const char **)((char *)r + at);
    *text = arena_names_intern(l->names, *text);
}

static void keep_namespaces(struct kept *l, struct record *r)
{
    struct span *links = &r->namespaces.links;
    uint8_t *to = arena_new(l->arena, links->n);
    if (links->n)
        memcpy(to, links->p, links->n);
    links->p = to;
}

/* A record as it is kept until the seal: without what no rule asks for, and no longer than its type is. */
struct kept_record {
    struct when when;
    uint64_t at;
    struct kept_common *common; /* what it has from rule->common on; NULL: its type has no such */
    uint16_t misc;
    uint8_t order, rule; /* rule: its place in rules */
    uint64_t own[];      /* rule->common bytes */
};

/* What many records have, once. */
struct kept_common {
    size_t n;
    const void *means; /* kept.means */
    uint64_t bytes[];
};

enum { OWN_AT = offsetof(struct record, mmap) }; /* where all types have their own in struct record */

/* Of two contents with one hash the second one is kept each time. */
static struct kept_common *keep_common(struct kept *l, const void *p, size_t n)
{
    uint32_t *known = idmap_at(&l->common_of, hash_bytes(p, n));
    struct kept_common *old = *known ? l->common[*known - 1] : NULL;
    if (old && old->n == n && !memcmp(old->bytes, p, n))
        return old;
    struct kept_common *c = arena_new(&l->bytes, sizeof(*c) + n);
    *c = (struct kept_common){ .n = n };
    memcpy(c->bytes, p, n);
    *MEM_ADD(l->common, l->ncommon, l->cap_common) = c;
    *known = *known ? *known : (uint32_t)l->ncommon;
    return c;
}

void kept_add(struct kept *l, const struct kept_rule *rules, size_t n, const struct record *record)
{
    size_t i = 0;
    while (i < n && rules[i].type != record->type)
        i++;
    if (i == n)
        return;
    const struct kept_rule *rule = &rules[i];
    struct record r = *record;
    const char *own = (const char *)&r + OWN_AT;
    if (rule->text)
        keep_text(l, &r, rule->text);
    if (r.type == PERF_RECORD_NAMESPACES)
        keep_namespaces(l, &r);
    struct kept_record *k = arena_new(&l->bytes, sizeof(*k) + rule->common);
    *k = (struct kept_record){
        .when = r.when, .at = r.at, .misc = r.misc, .order = (uint8_t)r.order, .rule = (uint8_t)i
    };
    memcpy(k->own, own, rule->common);
    if (rule->common < rule->size)
        k->common = keep_common(l, own + rule->common, rule->size - rule->common);
    *MEM_ADD(l->v, l->n, l->cap) = k;
}

static void apply(struct kept *l, struct timeline *t, const struct kept_rule *rule,
                  const struct kept_record *k)
{
    struct record r = {
        .type = rule->type, .misc = k->misc, .at = k->at, .when = k->when, .order = (enum byte_order)k->order
    };
    char *own = (char *)&r + OWN_AT;
    memcpy(own, k->own, rule->common);
    if (k->common)
        memcpy(own + rule->common, k->common->bytes, k->common->n);
    l->means = k->common ? k->common->means : NULL;
    rule->apply(t, &r);
    if (k->common)
        k->common->means = l->means;
}

/* By time: of one time they are in the order of the file already. */
static struct numbered *in_order(const struct kept *l)
{
    struct numbered *order = mem_new(l->n, sizeof(*order));
    for (size_t i = 0; i < l->n; i++)
        order[i] = (struct numbered){ l->v[i]->when.time, (uint32_t)i };
    sort_by_number(order, l->n);
    return order;
}

void kept_replay(struct kept *l, struct timeline *t, const struct kept_rule *rules)
{
    struct numbered *order = in_order(l);
    for (size_t i = 0; i < l->n; i++)
        apply(l, t, &rules[l->v[order[i].at]->rule], l->v[order[i].at]);
    free(order);
    kept_free(l);
}

void kept_free(struct kept *l)
{
    free(l->v);
    free(l->common);
    idmap_free(&l->common_of);
    arena_free(&l->bytes);
    *l = (struct kept){ .names = l->names, .arena = l->arena };
}
