/* places: makes the text of an address: a line of a call chain, or a part of a sample's line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/script/scribe.h"
#include "core/base/hash.h"
#include "core/base/mem.h"

enum { NAME_SLOTS = 1 << 13 };

/* A cache of the names of symbols. */
struct script_names {
    struct name_text {
        const struct symbol *symbol;
        struct text shown;
    } slots[NAME_SLOTS];
};

struct script_names *script_names_new(void)
{
    return mem_new(1, sizeof(struct script_names));
}

void script_names_free(struct script_names *k)
{
    for (size_t i = 0; k && i < NAME_SLOTS; i++)
        text_free(&k->slots[i].shown);
    free(k);
}

unsigned script_places_flags(uint64_t fields)
{
    static const struct {
        uint64_t fields;
        unsigned how;
    } parts[] = { { FIELD(SYM), PLACES_SYM },
                  { FIELD(SYMOFF), PLACES_SYMOFF },
                  { FIELD(DSO), PLACES_DSO },
                  { FIELD(DSOFF), PLACES_DSO | PLACES_DSOFF },
                  { FIELD(SRCLINE), PLACES_SRCLINE } };
    unsigned how = 0;
    for (size_t i = 0; i < COUNT(parts); i++)
        if (fields & parts[i].fields)
            how |= parts[i].how;
    return how;
}

/* perf shows the path of a module if the header's table of build-ids has the module, else its name. It
   reads the table first, and then keeps the path although the mapping has only the name. */
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
    if (by_name)
        return o->name;
    return o->path;
}

uint64_t script_place_address(const struct resolved_addr *resolved, uint64_t avma, unsigned how)
{
    const struct object *o = resolved->place.object;
    bool in_kernel = o && (o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE || o->kind == OBJECT_KSYMBOL);
    if (how & PLACES_OFFSETS && !in_kernel)
        return resolved->addr;
    return avma;
}

static const struct text *script_places_name_of(const struct scribe *w, const struct symbol *symbol)
{
    struct name_text *k = &w->names->slots[hash_u64((uintptr_t)symbol) % NAME_SLOTS];
    struct symbol y = *symbol;
    struct text name = { 0 };
    if (k->symbol == symbol)
        return &k->shown;
    y.is_inlined = false; /* "(inlined)" is added after the offset */
    symtab_symbol_name(w->o->common.demangle, &y, &name);
    k->symbol = symbol;
    k->shown.n = 0;
    text_add_clean(&k->shown, name.s);
    text_free(&name);
    return &k->shown;
}

static void script_places_add_symbol(const struct scribe *w, struct text *t, const struct place *p,
                                     unsigned how)
{
    if (!p->symbol) {
        text_add(t, "[unknown]");
        return;
    }
    const struct text *name = script_places_name_of(w, p->symbol);
    text_add_n(t, name->s, name->n);
    if (how & PLACES_SYMOFF) {
        text_add(t, "+0x");
        text_hexadecimal(t, p->at - p->symbol->start, 0);
    }
}

/* Adds the source line, on a line of its own; with folders only if the user asks for them. If the source
   line is not known, adds the object and the address in it. */
static void script_places_add_source(const struct scribe *w, struct text *t, const struct place *p,
                                     const struct line_frame *f)
{
    const char *why;
    struct line_frame own;
    if (!p->object)
        return;
    if (!f && w->addresses.r && resolver_lines(w->addresses.r, p, &own, 1, &why))
        f = &own;
    text_add(t, "\n  ");
    if (f && f->file && f->line) {
        text_add_clean(t, w->o->source_path ? f->file : text_base_name(f->file));
        text_printf(t, ":%u", f->line);
    } else {
        text_add_clean(t, p->object->name);
        text_printf(t, "[%" PRIx64 "]", p->addr);
    }
}

/* Adds the text of an address, or, if `f` is set, of a function that was inlined there; `address`: the
   address comes first. */
static void script_places_add_one(const struct scribe *w, const struct resolved_addr *resolved, uint64_t avma,
                                  unsigned how, bool address, const struct line_frame *f, struct text *t)
{
    const struct place *p = &resolved->place;
    bool is_inlined = p->symbol && p->symbol->is_inlined;
    if (address) {
        text_char(t, how & PLACES_FRAME ? '\t' : ' ', 1);
        text_hexadecimal(t, script_place_address(resolved, avma, how), 16);
    }
    if (how & PLACES_SYM) {
        text_char(t, ' ', !(how & PLACES_BARE));
        script_places_add_symbol(w, t, p, how);
    }
    if (how & PLACES_DSO && !is_inlined) {
        const bool is_alone = how & PLACES_BARE && !(how & PLACES_SYM);
        text_add(t, is_alone ? "(" : " (");
        text_add_clean(t, script_places_object(w, p->object));
        if (how & PLACES_DSOFF && p->object) {
            text_add(t, "+0x");
            text_hexadecimal(t, resolved->addr, 0);
        }
        text_char(t, ')', 1);
    }
    if (how & PLACES_SRCLINE)
        script_places_add_source(w, t, p, f);
    if (is_inlined)
        text_add(t, " (inlined)");
    text_char(t, '\n', (how & PLACES_FRAME) != 0);
}

/* Whether --stop-bt names the symbol. */
static bool is_last(const struct scribe *w, const struct symbol *y)
{
    for (size_t i = 0; y && i < w->o->stop.n; i++)
        if (!strcmp(w->o->stop.v[i], y->name))
            return true;
    return false;
}

bool script_place_text(const struct scribe *w, const struct resolved_addr *resolved, uint64_t avma,
                       unsigned how, bool address, struct text *t)
{
    enum { MOST = 64 };
    struct line_frame frames[MOST], *f = NULL;
    const char *why;
    t->n = 0;
    if (how & PLACES_INLINES && resolved->place.symbol) {
        struct inlined in = resolver_inlined(w->addresses.r, &resolved->place);
        size_t n = 0;
        if (how & PLACES_SRCLINE)
            n = resolver_lines(w->addresses.r, &resolved->place, frames, MOST, &why);
        for (size_t i = 0; i < in.n; i++) {
            struct resolved_addr inner = *resolved;
            inner.place.symbol = in.v[i];
            script_places_add_one(w, &inner, avma, how, address, i < n ? &frames[i] : NULL, t);
            if (is_last(w, in.v[i]))
                return true;
        }
        if (n)
            f = &frames[n - 1];
    }
    script_places_add_one(w, resolved, avma, how, address, f, t);
    return is_last(w, resolved->place.symbol);
}

unsigned script_places_problem(const struct place *p)
{
    if (p->symbol)
        return 0;
    if (!p->object)
        return 1 + PROBLEM_NO_MAP;
    if (!p->table)
        return 1 + PROBLEM_NO_OBJECT;
    return 1 + PROBLEM_NO_SYMBOL;
}
