/* What places are called, remembered as long as nothing else takes their slot. Most of a process's places are those of others
 * that map the same objects, so a text is an object's; of what nothing is known but the address, it is the space's. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/script/scribe.h"
#include "core/base/hash.h"
#include "core/base/mem.h"

enum { OBJECT_SLOTS = 1 << 16, SPACE_SLOTS = 1 << 13 };
enum { LINE = 64 /* of a cache */, SHORT_TEXT = 40 /* so that a slot is one */ };

/* Where an address is looked for: in the object that is mapped there, which all processes share that map it; or, as long as
 * that is not known, in its space, which has it for some time. */
struct place_key {
    const struct map *map; /* NULL: it is not known */
    const void *where;     /* object, of the kernel how it is mapped, or space; NULL: not remembered */
    uint64_t at;           /* in it */
    uint32_t slot;         /* where it is remembered */
    unsigned how;          /* PLACES_ bits */
};

struct place_text {
    const void *where; /* NULL: free */
    uint64_t at;
    uint16_t n, how;
    uint8_t problem;
    bool last;    /* --stop-bt ends a call chain here */
    bool is_long; /* the text is `more` */
    union {
        char text[SHORT_TEXT];
        char *more;
    };
};

struct script_places {
    struct text line;
    struct space_recent kernel; /* the host's */
    struct place_key *frames;   /* of a chain */
    void *room;                 /* of slots, each of which is a line of a cache */
    struct place_text *slots;   /* those from OBJECT_SLOTS on are of spaces, */
    struct window {
        struct when from, until;
    } windows[SPACE_SLOTS]; /* in which that is their text */
};

struct script_places *script_places_new(const struct timeline *t, size_t frames)
{
    struct script_places *p = mem_new(1, sizeof(*p));
    p->room = mem_new(OBJECT_SLOTS + SPACE_SLOTS + 1, sizeof(*p->slots));
    p->slots = (struct place_text *)(((uintptr_t)p->room + LINE - 1) / LINE * LINE);
    p->kernel.space = timeline_kernel_space(t, -1);
    p->frames = mem_new(frames, sizeof(*p->frames));
    return p;
}

void script_places_free(struct script_places *p)
{
    for (size_t i = 0; p && i < OBJECT_SLOTS + SPACE_SLOTS; i++)
        if (p->slots[i].is_long)
            free(p->slots[i].more);
    if (p) {
        text_free(&p->line);
        free(p->frames);
        free(p->room);
    }
    free(p);
}

static inline void add_address(struct text *t, uint64_t address, unsigned how)
{
    char shown[1 + TEXT_HEX16] = { how & PLACES_FRAME ? '\t' : ' ' };
    text_write_hex16(shown + 1, address);
    text_add_n(t, shown, sizeof(shown));
}

/* Whether the text of a place is the same in all mappings of its object. */
static bool is_shared(const struct map *m, unsigned mode)
{
    switch (m->how->object->kind) {
    case OBJECT_USER:
    case OBJECT_VDSO:
        return mode == PERF_RECORD_MISC_USER;
    case OBJECT_KERNEL:
    case OBJECT_MODULE:
    case OBJECT_KSYMBOL:
        return mode == PERF_RECORD_MISC_KERNEL;
    default:
        return false;
    }
}

static inline struct place_key key_new(const struct map *m, const void *where, uint64_t at, unsigned how)
{
    uint64_t hash = hash_u64(at ^ (uintptr_t)where << 5 ^ how);
    uint32_t slot = (uint32_t)(m ? hash % OBJECT_SLOTS : OBJECT_SLOTS + hash % SPACE_SLOTS);
    return (struct place_key){ m, where, at, slot, how };
}

static inline struct place_key key_in(const struct map *m, unsigned mode, uint64_t avma, unsigned how)
{
    /* an object of the kernel may be where it was before, a little further on: each mapping of one has its own `how`; lines of
       what was inlined say where */
    const bool mapped = mode == PERF_RECORD_MISC_KERNEL ||
                        (how & (PLACES_INLINES | PLACES_OFFSETS)) == PLACES_INLINES;
    if (mapped)
        return key_new(m, m->how, avma, how);
    return key_new(m, m->how->object, avma - m->start + m->how->pgoff, how);
}

static struct space_recent *recent_of(const struct scribe *w, const struct script_line *l, unsigned mode)
{
    if (mode == PERF_RECORD_MISC_KERNEL)
        return &w->places->kernel;
    if (mode == PERF_RECORD_MISC_USER)
        return &l->task->recent;
    return NULL;
}

/* Finds a place in the mappings used last. */
static struct place_key place_cache_key_of(const struct scribe *w, const struct script_line *l, unsigned mode,
                                           uint64_t avma, unsigned how)
{
    char level;
    const struct space_recent *r = recent_of(w, l, mode);
    for (unsigned i = 0; r && i < SPACE_RECENT; i++) {
        const struct map *m = r->maps[i];
        if (m && map_covers(m, avma) && when_within(l->s->when, m->from, m->how->until) && is_shared(m, mode))
            return key_in(m, mode, avma, how);
    }
    return key_new(NULL, address_cache_space(&w->addresses, l->task, mode, &level), avma, how);
}

/* The slot that caches a place; NULL: none. */
static inline const struct place_text *known(const struct scribe *w, const struct script_line *l,
                                             const struct place_key *key)
{
    const struct place_text *k = &w->places->slots[key->slot];
    bool is = key->where && k->where == key->where && k->at == key->at && k->how == key->how;
    if (!is || key->map) {
        if (is)
            return k;
        return NULL;
    }
    const struct window *in = &w->places->windows[key->slot - OBJECT_SLOTS];
    if (when_within(l->s->when, in->from, in->until))
        return k;
    return NULL;
}

/* Whether the address is no part of the text that is remembered: objects share that, and lines of what was inlined,
 * which have it in their midst, are of one process. */
static inline bool is_apart(const struct place_key *key)
{
    return key->map && !(key->how & (PLACES_BARE | PLACES_INLINES));
}

/* Adds the cached text of a place. */
static inline void place_cache_add_text(struct text *t, const struct place_key *key,
                                        const struct place_text *k, uint64_t avma)
{
    if (is_apart(key))
        add_address(t, key->how & PLACES_OFFSETS ? key->at : avma, key->how);
    if (k->is_long)
        text_add_n(t, k->more, k->n);
    else
        text_add_block(t, k->text, k->n, SHORT_TEXT);
}

/* What is answered of a place: PROBLEM_ + 1 or 0; and whether a call chain ends there. */
enum { LAST = 1 << 8 };

/* Remember a text in the slot of a key, and what is answered of it; of a space's, in which window it holds. */
static void remember(struct scribe *w, const struct place_key *key, const struct window *in, const char *text,
                     size_t n, unsigned answer)
{
    struct place_text *k = &w->places->slots[key->slot];
    if (n > UINT16_MAX)
        return;
    if (k->is_long)
        free(k->more);
    k->where = key->where;
    k->at = key->at;
    k->n = (uint16_t)n;
    k->how = (uint16_t)key->how;
    k->problem = (uint8_t)answer;
    k->last = answer & LAST;
    k->is_long = n > SHORT_TEXT;
    if (k->is_long)
        k->more = mem_copy(text, n);
    else
        memcpy(k->text, text, n);
    if (!key->map)
        w->places->windows[key->slot - OBJECT_SLOTS] = *in;
}

/* The mapping of an address, and in which window that is so. One that shows while it is in force is found at once the
 * next time. */
static const struct map *find_map(struct space_recent *r, const struct space *space, uint64_t avma,
                                  struct when when, struct window *in, bool *always)
{
    const struct map *m = space_find(space, avma, when, &in->from, &in->until);
    *always = m && r && space_map_is_on_top(space, m);
    if (*always)
        r->maps[r->next++ % SPACE_RECENT] = m;
    return m;
}

static unsigned answer_of(const struct place_text *k)
{
    return k->problem | (k->last ? LAST : 0);
}

/* Make the text of a place, which is in mapping `m` if that is known, and add it. */
static unsigned add_new(struct scribe *w, const struct script_line *l, const struct place_key *key,
                        const struct map *m, const struct window *in, unsigned mode, uint64_t avma)
{
    struct resolved_addr resolved = address_cache_resolve(&w->addresses, l->task, mode, avma, l->s->when, m);
    struct text *t = &w->places->line;
    bool address = !(key->how & PLACES_BARE) && !is_apart(key);
    bool last = script_place_text(w, &resolved, avma, key->how, address, t);
    unsigned answer = script_places_problem(&resolved.place) | (last ? LAST : 0);
    if (is_apart(key))
        add_address(&w->out, script_place_address(&resolved, avma, key->how), key->how);
    text_add_n(&w->out, t->s, t->n);
    if (key->where)
        remember(w, key, in, text_str(t), t->n, answer);
    return answer;
}

/* The same of one that is not remembered of its space: its object may be; if so, the space has it from now on. */
static unsigned add_of_space(struct scribe *w, const struct script_line *l, const struct place_key *key,
                             unsigned mode, uint64_t avma)
{
    struct window in;
    bool always;
    const struct map *m = find_map(recent_of(w, l, mode), key->where, avma, l->s->when, &in, &always);
    if (!m || !is_shared(m, mode))
        return add_new(w, l, key, m, &in, mode, avma);
    const struct place_key in_object = key_in(m, mode, avma, key->how);
    const struct place_text *k = known(w, l, &in_object);
    size_t at = w->out.n;
    unsigned answer = k ? answer_of(k) : add_new(w, l, &in_object, m, &in, mode, avma);
    if (k)
        place_cache_add_text(&w->out, &in_object, k, avma);
    if (!always)
        remember(w, key, &in, w->out.s + at, w->out.n - at, answer);
    return answer;
}

static inline unsigned add_in(struct scribe *w, const struct script_line *l, const struct place_key *key,
                              unsigned mode, uint64_t avma)
{
    const struct place_text *k = known(w, l, key);
    if (!k && key->where && !key->map)
        return add_of_space(w, l, key, mode, avma);
    if (!k)
        return add_new(w, l, key, key->map, NULL, mode, avma);
    place_cache_add_text(&w->out, key, k, avma);
    return answer_of(k);
}

unsigned script_places_add(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                           unsigned how)
{
    const struct place_key key = place_cache_key_of(w, l, mode, avma, how);
    return add_in(w, l, &key, mode, avma) & ~(unsigned)LAST;
}

void script_places_prefetch(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                            unsigned how)
{
    const struct place_key key = place_cache_key_of(w, l, mode, avma, how);
    __builtin_prefetch(&w->places->slots[key.slot]);
}

/* Functions that were inlined stand before the one that they were inlined into, in frames that were unwound:
 * of recorded ones perf does not ask. */
static unsigned how_frame(const struct scribe *w, const struct frame *f, unsigned how)
{
    const bool has_inlines = f->found >= FRAME_UNWOUND && w->addresses.r && !w->o->no_inline;
    how |= PLACES_FRAME;
    if (w->o->ip == IP_OFFSET)
        how |= PLACES_OFFSETS;
    if (has_inlines)
        how |= PLACES_INLINES;
    return how;
}

/* Where the frames of the line's sample are looked for: mostly in the mapping of the one before. What each needs of the
 * memory is on its way while others are looked at. */
static void find_keys(const struct scribe *w, const struct script_line *l, unsigned how)
{
    const struct stacks *k = &w->stacks;
    struct place_key *keys = w->places->frames;
    for (size_t i = 0; i < k->n; i++) {
        const struct frame *f = &k->frames[i];
        const struct map *m = i && f->mode == f[-1].mode ? keys[i - 1].map : NULL;
        unsigned own = how_frame(w, f, how);
        if (m && map_covers(m, f->avma))
            keys[i] = key_in(m, f->mode, f->avma, own);
        else
            keys[i] = place_cache_key_of(w, l, f->mode, f->avma, own);
        __builtin_prefetch(&w->places->slots[keys[i].slot]);
    }
}

unsigned script_places_add_frames(struct scribe *w, const struct script_line *l, unsigned how)
{
    const struct stacks *k = &w->stacks;
    unsigned first = 0;
    find_keys(w, l, how);
    for (size_t i = 0; i < k->n; i++) {
        const struct frame *f = &k->frames[i];
        unsigned answer = add_in(w, l, &w->places->frames[i], f->mode, f->avma);
        if (!i)
            first = answer & ~(unsigned)LAST;
        if (answer & LAST)
            break;
    }
    return first;
}
