/* What addresses are called: the text of a place, made once and remembered as long as nothing else takes its
 * slot. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/script/scribe.h"
#include "core/base/hash.h"
#include "core/base/mem.h"

enum { PLACE_SLOTS = 1 << 13 /* what a core's own cache holds */, NAME_SLOTS = 1 << 11 };
enum { LINE = 64 /* of a cache */, SHORT_TEXT = 2 * LINE };

struct place_text {
    _Alignas(LINE) const struct space *space; /* NULL: free */
    uint64_t avma;
    struct when from, until; /* the window in which this is its text */
    char *more;              /* the text, where it is long */
    uint16_t n;
    uint8_t how, problem;
    bool last; /* --stop-bt ends a call chain here */
    char text[SHORT_TEXT];
};

/* What a symbol is called, for all the places in it. */
struct name_text {
    const struct symbol *symbol;
    struct text shown;
};

struct script_places {
    struct text line;
    struct name_text names[NAME_SLOTS];
    struct place_text slots[PLACE_SLOTS];
};

struct script_places *script_places_new(void)
{
    struct script_places *p = mem_must(aligned_alloc(LINE, sizeof(*p)), 1, sizeof(*p));
    memset(p, 0, sizeof(*p));
    return p;
}

void script_places_free(struct script_places *p)
{
    for (size_t i = 0; p && i < PLACE_SLOTS; i++)
        free(p->slots[i].more);
    for (size_t i = 0; p && i < NAME_SLOTS; i++)
        text_free(&p->names[i].shown);
    if (p)
        text_free(&p->line);
    free(p);
}

unsigned script_places_how(uint64_t fields)
{
    return (fields & FIELD(SYM) ? PLACES_SYM : 0) | (fields & FIELD(SYMOFF) ? PLACES_SYMOFF : 0) |
           (fields & (FIELD(DSO) | FIELD(DSOFF)) ? PLACES_DSO : 0) |
           (fields & FIELD(DSOFF) ? PLACES_DSOFF : 0) | (fields & FIELD(SRCLINE) ? PLACES_SRCLINE : 0);
}

/* A module is called by its path where the table of build-ids in a file's header has it, by its name else:
   perf reads the table first, and does not look at paths again when the module's mapping comes. */
static bool module_has_path(const struct capture *c, const struct object *o)
{
    for (size_t i = 0; !c->is_pipe && i < c->env.nbuild_ids; i++)
        if (!strcmp(c->env.build_ids[i].path, o->path))
            return true;
    return false;
}

const char *script_places_object(const struct scribe *w, const struct object *o)
{
    if (!o)
        return "[unknown]";
    bool by_name = o->kind == OBJECT_KSYMBOL ||
                   (o->kind == OBJECT_MODULE && !w->o->kernel_path && !module_has_path(w->s->capture, o));
    return by_name ? o->name : o->path;
}

/* What perf shows of a frame is where it is in its file, but of the kernel where it was. */
static uint64_t shown_address(const struct resolved_addr *resolved, uint64_t avma, unsigned how)
{
    const struct object *o = resolved->place.object;
    bool in_kernel = o && (o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE || o->kind == OBJECT_KSYMBOL);
    return how & PLACES_FRAME && !in_kernel ? resolved->addr : avma;
}

static const struct text *name_of(const struct scribe *w, const struct symbol *symbol)
{
    struct name_text *k = &w->places->names[hash_u64((uintptr_t)symbol) % NAME_SLOTS];
    struct symbol y = *symbol;
    struct text name = { 0 };
    if (k->symbol == symbol)
        return &k->shown;
    y.is_inlined = false; /* it stands behind the offset */
    symtab_symbol_name(w->o->common.demangle, &y, &name);
    k->symbol = symbol;
    k->shown.n = 0;
    text_add_clean(&k->shown, name.s);
    text_free(&name);
    return &k->shown;
}

static void add_symbol(const struct scribe *w, struct text *t, const struct place *p, unsigned how)
{
    if (!p->symbol) {
        text_add(t, "[unknown]");
        return;
    }
    const struct text *name = name_of(w, p->symbol);
    text_add_n(t, name->s, name->n);
    if (how & PLACES_SYMOFF) {
        text_add(t, "+0x");
        text_hexadecimal(t, p->at - p->symbol->start, 0);
    }
}

/* The place in the source, on a line of its own, without folders unless they are asked for. Where it is not
 * known the place in the object. */
static void add_source(const struct scribe *w, struct text *t, const struct place *p,
                       const struct line_frame *f)
{
    const char *why, *name;
    struct line_frame own;
    if (!p->object)
        return;
    if (!f && w->addresses.r && resolver_lines(w->addresses.r, p, &own, 1, &why))
        f = &own;
    text_add(t, "\n  ");
    if (f && f->file && f->line) {
        name = w->o->source_path ? NULL : strrchr(f->file, '/');
        text_add_clean(t, name ? name + 1 : f->file);
        text_printf(t, ":%u", f->line);
    } else {
        text_add_clean(t, p->object->name);
        text_printf(t, "[%" PRIx64 "]", p->addr);
    }
}

/* The place, which may be that of a function that was inlined there. */
static void add_place(const struct scribe *w, const struct resolved_addr *resolved, uint64_t avma,
                      unsigned how, const struct line_frame *f, struct text *t)
{
    const struct place *p = &resolved->place;
    bool is_inlined = p->symbol && p->symbol->is_inlined;
    if (!(how & PLACES_BARE)) {
        text_char(t, how & PLACES_FRAME ? '\t' : ' ', 1);
        text_hexadecimal(t, shown_address(resolved, avma, how), 16);
    }
    if (how & PLACES_SYM) {
        text_char(t, ' ', how & PLACES_BARE ? 0 : 1);
        add_symbol(w, t, p, how);
    }
    if (how & PLACES_DSO && !is_inlined) {
        text_add(t, how & PLACES_BARE && !(how & PLACES_SYM) ? "(" : " (");
        text_add_clean(t, script_places_object(w, p->object));
        if (how & PLACES_DSOFF && p->object) {
            text_add(t, "+0x");
            text_hexadecimal(t, resolved->addr, 0);
        }
        text_char(t, ')', 1);
    }
    if (how & PLACES_SRCLINE)
        add_source(w, t, p, f);
    text_add(t, is_inlined ? " (inlined)" : "");
    text_char(t, '\n', how & PLACES_FRAME ? 1 : 0);
}

/* Whether --stop-bt names the symbol. */
static bool is_last(const struct scribe *w, const struct symbol *y)
{
    for (size_t i = 0; y && i < w->o->stop.n; i++)
        if (!strcmp(w->o->stop.v[i], y->name))
            return true;
    return false;
}

/* The text of a place. Whether a call chain ends there. */
static bool make(const struct scribe *w, const struct resolved_addr *resolved, uint64_t avma, unsigned how,
                 struct text *t)
{
    enum { MOST = 64 };
    struct line_frame frames[MOST], *f = NULL;
    const char *why;
    t->n = 0;
    if (how & PLACES_INLINES && resolved->place.symbol) {
        struct inlined in = resolver_inlined(w->addresses.r, &resolved->place);
        size_t n = how & PLACES_SRCLINE ? resolver_lines(w->addresses.r, &resolved->place, frames, MOST, &why)
                                        : 0;
        for (size_t i = 0; i < in.n; i++) {
            struct resolved_addr inner = *resolved;
            inner.place.symbol = in.v[i];
            add_place(w, &inner, avma, how, i < n ? &frames[i] : NULL, t);
            if (is_last(w, in.v[i]))
                return true;
        }
        f = n ? &frames[n - 1] : NULL;
    }
    add_place(w, resolved, avma, how, f, t);
    return is_last(w, resolved->place.symbol);
}

unsigned script_places_problem(const struct place *p)
{
    if (p->symbol)
        return 0;
    return 1 + (!p->object ? PROBLEM_NO_MAP : !p->table ? PROBLEM_NO_OBJECT : PROBLEM_NO_SYMBOL);
}

static struct place_text *slot_of(const struct scribe *w, const struct space *space, uint64_t avma,
                                  unsigned how)
{
    return &w->places->slots[hash_u64(avma ^ (uintptr_t)space << 5 ^ how) % PLACE_SLOTS];
}

/* Where what is looked at first and last of a slot is. */
static void fetch(const struct place_text *slot)
{
    __builtin_prefetch(slot);
    __builtin_prefetch(slot->text);
    __builtin_prefetch(slot->text + LINE);
}

/* With what add_in() answers: a call chain ends here. */
enum { LAST = 1 << 8 };

/* An address of a space, which is what `mode` means for the line's task. */
static unsigned add_in(struct scribe *w, const struct script_line *l, const struct space *space,
                       unsigned mode, uint64_t avma, unsigned how)
{
    struct place_text *k = slot_of(w, space, avma, how);
    if (space && k->space == space && k->avma == avma && k->how == how &&
        when_within(l->s->when, k->from, k->until)) {
        if (k->more)
            text_add_n(&w->out, k->more, k->n);
        else
            text_add_block(&w->out, k->text, k->n, SHORT_TEXT);
        return k->problem | (k->last ? LAST : 0);
    }
    struct resolved_addr resolved = address_cache_fresh(&w->addresses, l->task, mode, avma, l->s->when, NULL);
    struct text *t = &w->places->line;
    bool last = make(w, &resolved, avma, how, t);
    text_add_n(&w->out, t->s, t->n);
    if (space && t->n <= UINT16_MAX) {
        free(k->more);
        k->space = space;
        k->avma = avma;
        k->from = resolved.from;
        k->until = resolved.until;
        k->n = (uint16_t)t->n;
        k->how = (uint8_t)how;
        k->problem = (uint8_t)script_places_problem(&resolved.place);
        k->last = last;
        k->more = t->n > SHORT_TEXT ? mem_copy(t->s, t->n) : NULL;
        if (!k->more)
            memcpy(k->text, t->s, t->n);
    }
    return script_places_problem(&resolved.place) | (last ? LAST : 0);
}

unsigned script_places_add(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                           unsigned how)
{
    char level;
    return add_in(w, l, address_cache_space(&w->addresses, l->task, mode, &level), mode, avma, how) &
           ~(unsigned)LAST;
}

void script_places_expect(struct scribe *w, const struct script_line *l, unsigned mode, uint64_t avma,
                          unsigned how)
{
    char level;
    fetch(slot_of(w, address_cache_space(&w->addresses, l->task, mode, &level), avma, how));
}

/* Functions that were inlined stand before the one that they were inlined into, in frames that were unwound:
 * of recorded ones perf does not ask. */
static unsigned how_frame(const struct scribe *w, const struct frame *f, unsigned how)
{
    bool inlines = f->found >= FRAME_UNWOUND && w->addresses.r && !w->o->no_inline;
    return how | PLACES_FRAME | (inlines ? PLACES_INLINES : 0);
}

/* Gone through twice: what one frame needs of the memory is on its way while others are looked at. */
unsigned script_places_add_frames(struct scribe *w, const struct script_line *l, unsigned how)
{
    const struct stacks *k = &w->stacks;
    const struct space *space = NULL;
    unsigned mode = 0, first = 0;
    char level;
    for (size_t i = 0; i < k->n; i++) {
        const struct frame *f = &k->frames[i];
        if (f->mode != mode)
            space = address_cache_space(&w->addresses, l->task, mode = f->mode, &level);
        fetch(slot_of(w, space, f->avma, how_frame(w, f, how)));
    }
    mode = 0;
    for (size_t i = 0; i < k->n; i++) {
        const struct frame *f = &k->frames[i];
        if (f->mode != mode)
            space = address_cache_space(&w->addresses, l->task, mode = f->mode, &level);
        unsigned problem = add_in(w, l, space, mode, f->avma, how_frame(w, f, how));
        first = i ? first : problem & ~(unsigned)LAST;
        if (problem & LAST)
            break;
    }
    return first;
}
