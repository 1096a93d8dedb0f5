/* places: what addresses are: where in which object, and of which function. What an object's address belongs to is found in a
   cache, which processes that map the same file share. Functions are numbers, and 0 is none. */
#ifndef PERFOLIO_BENCH_LIMITS_PLACES_H
#define PERFOLIO_BENCH_LIMITS_PLACES_H

#include "out.h"
#include "read/state.h"
#include "read/unwind.h"

enum { PLACES_CACHE = 1 << 18, PLACES_CHAIN = 256, PLACES_CONTEXTS = 4095 };

struct place {
    uint64_t at;     /* in the object; of none the address */
    uint32_t object; /* + 1; 0: none */
    uint32_t function;
};

struct function {
    uint32_t object;       /* as above */
    uint32_t name;         /* as it is shown, once asked for; 0: not yet */
    uint64_t at;           /* of one without a symbol: its address */
    struct symbol *symbol; /* NULL: none */
};

struct places {
    struct state *state;
    bool lumps; /* what has no symbol is one function for all of an object; else each address is one */
    struct place cache[PLACES_CACHE];
    struct function *functions;
    size_t nfunctions, cap_functions;
    struct table by_symbol;
    struct unwind *unwind; /* NULL: nothing was unwound yet */
};

/* With a state of its own, of a capture that is to be read. */
struct places *places_begin(const struct capture *c);

/* The function of an address of an object, or one of its own where that has no symbol there. */
uint32_t places_function(struct places *k, uint32_t object, uint64_t at);

/* Where an address lies, its function left open. */
static inline struct place places_at(struct space *s, uint64_t address)
{
    const struct mapping *m = state_mapping(s, address);
    return m ? (struct place){ address - m->start + m->offset, m->object, 0 }
             : (struct place){ address, 0, 0 };
}

static inline struct place places_of(struct places *k, struct space *s, uint64_t address)
{
    struct place p = places_at(s, address);
    struct place *known = &k->cache[(size_t)(table_mix(p.at, p.object) >> 40) % PLACES_CACHE];
    if (known->at != p.at || known->object != p.object || !known->function) {
        p.function = places_function(k, p.object, p.at);
        *known = p;
    }
    return *known;
}

/* The space that a sample's own address lies in. */
static inline struct space *places_space(struct places *k, const struct thread *t, const uint8_t *p)
{
    return (u16(p + 4) & MODE) == MODE_KERNEL ? &k->state->kernel : t->space;
}

/* The frames of a stack dump behind those of the kernel, and how many there are. */
size_t places_stack(struct places *k, const struct thread *t, const struct layout *l, const uint8_t *p,
                    struct place *v);

/* The chain of a sample, the innermost first, which has its own address where nothing was recorded. At most PLACES_CHAIN. */
static inline size_t places_chain(struct places *k, const struct thread *t, const struct layout *l,
                                  const uint8_t *p, struct place *v)
{
    enum { CONTEXT_KERNEL = 128 };
    struct space *s = t->space;
    uint64_t n = u64(p + l->rest);
    size_t found = 0;
    for (uint64_t i = 1; i <= n && found < PLACES_CHAIN / 2; i++) {
        uint64_t address = u64(p + l->rest + 8 * i);
        if (address < (uint64_t)-PLACES_CONTEXTS)
            v[found++] = places_of(k, s, address);
        else
            s = address == (uint64_t)-CONTEXT_KERNEL ? &k->state->kernel : t->space;
    }
    if (l->user_regs)
        found += places_stack(k, t, l, p + l->rest + 8 + 8 * n, v + found);
    if (!found)
        v[found++] = places_of(k, places_space(k, t, p), u64(p + l->ip));
    return found;
}

/* What a function is called, as a number of a name. */
uint32_t places_name(struct places *k, uint32_t function);

/* Add a name. */
static inline void places_add(const struct places *k, uint32_t name, struct out *o)
{
    out_text(o, k->state->objects.names[name].s, k->state->objects.names[name].n);
}

#endif
