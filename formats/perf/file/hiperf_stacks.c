#include "formats/perf/file/perfdata.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

/* An entry has 40 bits of an address, 23 bits of its caller's number, and one bit that says that the upper
   24 bits of the address are ones. A sample has a number of 23 bits, and above it the number of addresses
   (unions Node and StackId). */
enum { ADDRESS_BITS = 40, NUMBER_BITS = 23, NUMBER_MASK = (1 << NUMBER_BITS) - 1 };

/* Values of `depth` that do not mean a depth. */
#define ON_THE_WAY  UINT32_MAX
#define IN_A_CIRCLE (UINT32_MAX - 1)

static uint64_t hiperf_stacks_key_of(uint32_t pid, uint64_t number)
{
    return (uint64_t)pid << 32 | number;
}

static uint64_t address_of(const struct hiperf_stack_node *n)
{
    const uint64_t high = UINT64_MAX << ADDRESS_BITS;
    if (n->value >> 63)
        return n->value | high;
    return n->value & ~high;
}

/* Adds an entry. If several have one number, the last one is used, as in the recorder. */
static void hiperf_stacks_add(struct hiperf_stacks *s, uint32_t pid, uint32_t number, uint64_t value)
{
    uint32_t *place = idmap_find_or_add(&s->of, hiperf_stacks_key_of(pid, number));
    if (!*place) {
        *MEM_ADD(s->v, s->n, s->cap) = (struct hiperf_stack_node){ .at = UINT32_MAX };
        *place = (uint32_t)s->n;
    }
    s->v[*place - 1].value = value;
    s->v[*place - 1].up = pid; /* replaced in link_callers() */
}

static size_t link_callers(struct hiperf_stacks *s)
{
    size_t lost = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct hiperf_stack_node *n = &s->v[i];
        const uint64_t caller = n->value >> ADDRESS_BITS & NUMBER_MASK;
        if (caller)
            n->up = idmap_get(&s->of, hiperf_stacks_key_of(n->up, caller));
        else
            n->up = 0;
        lost += caller && !n->up;
        if (n->up)
            s->v[n->up - 1].has_callee = true;
    }
    return lost;
}

/* Sets the depths of an entry and its callers. Goes up to the first caller whose depth is known, then sets the depths
   on the way. */
static void measure(struct hiperf_stacks *s, uint32_t place)
{
    assert(place && place <= s->n);
    uint32_t i = place, known = 0, steps = 0;
    for (; i && !s->v[i - 1].depth; i = s->v[i - 1].up, steps++)
        s->v[i - 1].depth = ON_THE_WAY;
    if (i)
        known = s->v[i - 1].depth;
    const bool circle = known == ON_THE_WAY || known == IN_A_CIRCLE;
    for (i = place; steps; i = s->v[i - 1].up, steps--) {
        if (circle)
            s->v[i - 1].depth = IN_A_CIRCLE;
        else
            s->v[i - 1].depth = known + steps;
    }
}

static void write_word(uint8_t *to, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        to[i] = (uint8_t)(v >> 8 * i);
}

/* Writes the chain of an entry without callees. Callers in it that have no chain yet share this one. */
static void write_chain(struct hiperf_stacks *s, struct hiperf_stack_node *n, uint32_t at)
{
    for (;; n = &s->v[n->up - 1], at++) {
        write_word(s->words + 8 * (size_t)at, address_of(n));
        if (n->at == UINT32_MAX)
            n->at = at;
        if (!n->up)
            return;
    }
}

/* Writes all chains. Returns the number of entries without a chain, since they lead into a cycle or there is no
   room. */
static size_t write_chains(struct hiperf_stacks *s)
{
    size_t lost = 0, words = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct hiperf_stack_node *n = &s->v[i];
        if (n->has_callee || n->depth == IN_A_CIRCLE || n->depth > HIPERF_WORDS_MOST - words)
            continue;
        n->at = (uint32_t)words; /* where it will be, in memory that is allocated below */
        words += n->depth;
    }
    s->words = mem_new(words + 1, 8);
    for (size_t i = 0; i < s->n; i++)
        if (!s->v[i].has_callee && s->v[i].at != UINT32_MAX)
            write_chain(s, &s->v[i], s->v[i].at);
    for (size_t i = 0; i < s->n; i++)
        lost += s->v[i].at == UINT32_MAX;
    return lost;
}

size_t hiperf_stacks_read(struct hiperf_stacks *s, struct cur *c)
{
    hiperf_stacks_free(s);
    for (uint32_t tables = cur_u32(c); tables && !c->bad; tables--) {
        uint32_t pid = cur_u32(c);
        cur_u32(c); /* the size of the table in the recorder's memory */
        for (uint32_t n = cur_u32(c); n && !c->bad; n--) {
            uint32_t number = cur_u32(c);
            uint64_t value = cur_u64(c);
            if (!c->bad)
                hiperf_stacks_add(s, pid, number, value);
        }
    }
    size_t lost = link_callers(s);
    for (size_t i = 0; i < s->n; i++)
        if (!s->v[i].depth)
            measure(s, (uint32_t)i + 1);
    return lost + write_chains(s);
}

struct span hiperf_stack(const struct hiperf_stacks *s, int32_t pid, uint64_t id)
{
    const uint32_t place = idmap_get(&s->of, hiperf_stacks_key_of((uint32_t)pid, id & NUMBER_MASK));
    const uint64_t most = id >> NUMBER_BITS;
    if (!place || s->v[place - 1].at == UINT32_MAX)
        return (struct span){ NULL, 0 };
    const struct hiperf_stack_node *n = &s->v[place - 1];
    size_t words = n->depth;
    if (words > most)
        words = (size_t)most;
    return (struct span){ s->words + 8 * (size_t)n->at, 8 * words };
}

void hiperf_stacks_free(struct hiperf_stacks *s)
{
    free(s->v);
    free(s->words);
    idmap_free(&s->of);
    *s = (struct hiperf_stacks){ 0 };
}
