#include "core/model/cpus.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

static void cpus_put(struct cpus *s, int32_t first, int32_t last)
{
    const bool touches = s->n && first == s->v[s->n - 1].last + 1;
    if (touches) {
        s->v[s->n - 1].last = last;
        return;
    }
    *MEM_ADD(s->v, s->n, s->cap) = (struct cpu_range){ first, last };
}

static int cpus_by_first(const void *a, const void *b)
{
    const struct cpu_range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

void cpus_settle(struct cpus *s)
{
    size_t n = 0;
    if (s->n > 1)
        qsort(s->v, s->n, sizeof(*s->v), cpus_by_first);
    for (size_t i = 0; i < s->n; i++) {
        if (n && s->v[i].first <= s->v[n - 1].last + 1) {
            if (s->v[i].last > s->v[n - 1].last)
                s->v[n - 1].last = s->v[i].last;
        } else
            s->v[n++] = s->v[i];
    }
    s->n = n;
}

static void read_list(struct cur *c, struct cpus *s)
{
    uint64_t n = cur_u16(c);
    c->bad = c->bad || n > c->left / 2;
    for (uint64_t i = 0; i < n && !c->bad; i++) {
        uint16_t cpu = cur_u16(c);
        int32_t number = cpu == UINT16_MAX ? CPU_ANY : cpu;
        cpus_put(s, number, number);
    }
}

/* Reads a mask of words of 4 or 8 bytes; CPU 0 is bit 0 of the first word. 4 bytes of padding come before
   words of 8 bytes. */
static void read_mask(struct cur *c, struct cpus *s)
{
    uint64_t n = cur_u16(c), size = cur_u16(c);
    if (size == 8)
        cur_u32(c);
    c->bad = c->bad || (size != 4 && size != 8) || n > c->left / size;
    for (uint64_t i = 0; i < n && !c->bad; i++) {
        uint64_t word = size == 8 ? cur_u64(c) : cur_u32(c);
        uint64_t base = i * size * 8;
        c->bad = c->bad || (word && base + size * 8 > CPUS_MOST);
        for (unsigned bit = 0; bit < size * 8 && !c->bad; bit++)
            if (word >> bit & 1)
                cpus_put(s, (int32_t)(base + bit), (int32_t)(base + bit));
    }
}

static void read_range(struct cur *c, struct cpus *s)
{
    bool any = cur_u8(c);
    cur_u8(c); /* padding */
    int32_t first = cur_u16(c), last = cur_u16(c);
    c->bad = c->bad || first > last;
    if (c->bad)
        return;
    if (any)
        cpus_put(s, CPU_ANY, CPU_ANY);
    cpus_put(s, first, last);
}

bool cpus_read(struct cur *c, struct cpus *out)
{
    *out = (struct cpus){ 0 };
    switch (cur_u16(c)) {
    case CPU_MAP_CPUS:
        read_list(c, out);
        break;
    case CPU_MAP_MASK:
        read_mask(c, out);
        break;
    case CPU_MAP_RANGE:
        read_range(c, out);
        break;
    default:
        c->bad = true;
    }
    if (c->bad)
        cpus_free(out);
    cpus_settle(out);
    return !c->bad;
}

void cpus_add(struct cpus *s, const struct cpus *more)
{
    for (size_t i = 0; i < more->n; i++)
        cpus_put(s, more->v[i].first, more->v[i].last);
}

bool cpus_has(const struct cpus *s, int32_t cpu)
{
    size_t at = 0;
    BISECT(at, s->n, i, s->v[i].last < cpu);
    return at < s->n && s->v[at].first <= cpu;
}

size_t cpus_count(const struct cpus *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += (size_t)(s->v[i].last - s->v[i].first) + 1;
    return n;
}

void cpus_free(struct cpus *s)
{
    free(s->v);
    *s = (struct cpus){ 0 };
}
