/* place_cache: a cache of the texts of addresses. Most addresses of a process are in objects that other
   processes map, too. So a text is cached by its object and the address in it. If the mapping of an
   address is not known yet, the text is cached by address space and address. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/script/scribe.h"
#include "core/base/hash.h"
#include "core/base/mem.h"

enum { OBJECT_SLOTS = 1 << 16, SPACE_SLOTS = 1 << 13 };
enum {
    LINE = 64 /* bytes of a CPU's cache line */,
    SHORT_TEXT = 40 /* a struct place_text then fills one cache line */
};

/* The key of an address in the cache. All processes that map an object share its texts. If the mapping is
   not known yet, the key refers to the address space, whose texts are valid during a window of time. */
struct place_key {
    const struct map *map; /* NULL: not known */
    /* the object; for the kernel, the mapping's `how`; or the address space; NULL: the text is not cached */
    const void *where;
    uint64_t at;   /* the address in it */
    uint32_t slot; /* index into `slots` */
    unsigned how;  /* PLACES_ bits */
};

struct place_text {
    const void *where; /* NULL: the slot is free */
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
    struct space_recent kernel; /* the mappings of the host's kernel that were used last */
    struct place_key *frames;   /* the keys of the frames of a call chain */
    void *room;                 /* the memory of `slots`, which begin at a cache line */
    /* first OBJECT_SLOTS slots for objects, then SPACE_SLOTS slots for address spaces */
    struct place_text *slots;
    struct window {
        struct when from, until;
    } windows[SPACE_SLOTS]; /* when the texts of address spaces are valid */
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
    /* The kernel may map an object again at a nearby address, so the key is the mapping's `how`, which
       each of its mappings has for itself. The same holds for texts with inlined functions, because they
       contain addresses. */
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

/* The key of an address. It refers to the object if one of the mappings used last covers the address, else
   to the address space. */
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

/* The cached text of a key that is valid at the time of the line's sample; NULL: none. */
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

/* Whether the cached text lacks the address, so that it has to be added. The texts of objects lack it,
   because each process has its own address. Texts with inlined functions contain it. */
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

/* An answer about an address: 0 or PROBLEM_* + 1, and LAST if --stop-bt ends the call chain there. */
enum { LAST = 1 << 8 };

/* Caches a text and its answer in the key's slot; `in`: when the text is valid, if the key refers to an
   address space. */
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

/* Finds the mapping of an address, and the window of time in which it covers the address. *always: no
   other mapping ever covers this one; only then it is added to the mappings used last. */
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

/* Makes and adds the text of an address; `m`: its mapping, or NULL. */
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

/* Adds the text of an address whose mapping is not known yet. Finds the mapping, and takes its object's
   text from the cache or makes it. Unless the mapping is found faster next time, the text is also cached
   for the address space. */
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

/* The parts of a frame's text. perf shows inlined functions only for frames that were unwound, not for
   recorded call chains. */
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

/* Finds the keys of all frames of the line's sample. The mapping of the previous frame is tried first. The
   cache entries are prefetched. */
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
