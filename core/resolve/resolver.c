/*
 * Converts mapped addresses to the table's space:
 *
 *   user, vdso   avma - map.start + map.pgoff                (a file offset)
 *   module       avma - map.start + foff of .text            (perf sets map->pgoff to it on loading)
 *   kernel       avma - (recorded address of the reference symbol - its address in the table)
 */
#include "core/resolve/resolver.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/file/file.h"
#include "core/base/file/lock.h"
#include "core/resolve/activation.h"
#include "core/resolve/load.h"
#include "core/resolve/files/object_files.h"

enum { STRIPES = 16, CODE_BLOCK = 64 };

/* The loaded data of an object. It does not change after the slot was put into `slots`. */
struct slot {
    struct loaded l;
    /* The facts of the first mapping that was looked up, and the slide that follows from them. Other
       mappings of a kernel have the same facts. */
    const char *ref_symbol;
    uint64_t ref_avma, delta;
};

/* The unwind tables of an object, and the rules made so far. Rules are stored by blocks of code, so that
   the rule of one address is also found for neighbouring addresses. */
struct unwind_slot {
    struct blob runtime, debug;
    struct frame_tables *tables; /* NULL: there are none; `why` is the reason */
    enum unwind_stop why;
    struct idmap blocks; /* foff / CODE_BLOCK -> index + 1 in `made` of the last rule */
    struct made_rule {
        uint64_t start, end; /* copied from the rule, to skip it without reading it */
        struct unwind_rule *rule;
        uint32_t next; /* the next rule of the block: index + 1; 0: none */
    } * made;
    size_t n, cap;
};

struct resolver {
    struct loader loader;
    const struct frame_reader *frames;
    char *(*demangle[OBJECT_DATA + 1])(const char *name); /* by kind; NULL: the reader decides */
    struct line_slot **lines;    /* by object->index; NULL: not looked up; locked by the stripe */
    struct unwind_slot **unwind; /* by object->index; NULL: not looked up; locked by the stripe */
    size_t n;
    _Atomic(struct slot *) *slots; /* by object->index */
    /* locked while an object of the stripe loads; loader.asking is locked after it */
    pthread_mutex_t stripe[STRIPES];
};

struct resolver *resolver_new(struct source_list *sources, const struct object *const *objects, size_t n,
                              const struct frame_reader *frames)
{
    struct resolver *r = mem_new(1, sizeof(*r));
    *r = (struct resolver){ .loader = { .sources = sources, .objects = objects, .n = n }, .frames = frames };
    r->n = n;
    r->unwind = mem_new(n, sizeof(*r->unwind));
    r->lines = mem_new(n, sizeof(*r->lines));
    r->slots = mem_new(n, sizeof(*r->slots));
    for (size_t i = 0; i < n; i++)
        atomic_init(&r->slots[i], NULL);
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&r->stripe[i], NULL);
    pthread_mutex_init(&r->loader.asking, NULL);
    return r;
}

void resolver_set_demangler(struct resolver *r, enum object_kind kind, char *(*demangle)(const char *name))
{
    r->demangle[kind] = demangle;
}

static void free_unwind(const struct resolver *r, struct unwind_slot *u)
{
    if (!u)
        return;
    for (size_t i = 0; i < u->n; i++)
        free(u->made[i].rule);
    free(u->made);
    idmap_free(&u->blocks);
    if (u->tables)
        r->frames->close(u->tables);
    blob_close(&u->runtime);
    blob_close(&u->debug);
    free(u);
}

void resolver_drop_lines(struct resolver *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->lines[i])
            inlines_free_lines(r->lines[i]);
}

void resolver_free(struct resolver *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->n; i++) {
        struct slot *s = atomic_load(&r->slots[i]);
        if (s)
            loaded_free(&s->l);
        free(s);
        free_unwind(r, r->unwind[i]);
    }
    resolver_drop_lines(r);
    for (size_t i = 0; i < r->n; i++)
        free(r->lines[i]);
    free(r->unwind);
    free(r->lines);
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_destroy(&r->stripe[i]);
    pthread_mutex_destroy(&r->loader.asking);
    free(r->slots);
    free(r);
}

/* The difference between addresses in the running kernel and addresses in its table. */
static uint64_t kernel_delta(const struct symtab *t, const struct map *map)
{
    uint64_t addr;
    if (!map->how->ref_symbol || !map->how->pgoff || !symtab_ref_addr(t, map->how->ref_symbol, &addr))
        return 0;
    return map->how->pgoff - addr;
}

static const struct slot *resolver_slot_of(struct resolver *r, const struct map *map)
{
    uint32_t i = map->how->object->index;
    if (i >= r->n)
        return NULL;
    struct slot *s = atomic_load_explicit(&r->slots[i], memory_order_acquire);
    if (s)
        return s;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    s = atomic_load_explicit(&r->slots[i], memory_order_acquire);
    if (!s) {
        s = mem_new(1, sizeof(*s));
        load_object(&r->loader, map, &s->l);
        symtab_set_demangler(&s->l.table, r->demangle[map->how->object->kind]);
        s->ref_symbol = map->how->ref_symbol;
        s->ref_avma = map->how->pgoff;
        s->delta = kernel_delta(&s->l.table, map);
        atomic_store_explicit(&r->slots[i], s, memory_order_release);
    }
    lock_release(held);
    return s;
}

struct place resolver_place_without_symbol(struct resolver *r, const struct map *map, uint64_t avma)
{
    const struct slot *s = resolver_slot_of(r, map);
    const struct symtab *t = s && s->l.found ? &s->l.table : NULL;
    struct place p = { .map = map, .object = map->how->object, .table = t };
    switch (map->how->object->kind) {
    case OBJECT_KERNEL:
    case OBJECT_JIT: /* no file: the address is not converted */
    case OBJECT_DATA:
        p.addr = avma;
        break;
    case OBJECT_MODULE:
        p.addr = avma - map->start;
        if (t)
            p.addr += t->text_foff;
        break;
    case OBJECT_KSYMBOL:
        p.addr = avma - map->start;
        break;
    default:
        p.addr = avma - map->start + map->how->pgoff;
    }
    p.at = p.addr;
    if (t && t->space == SYMTAB_AVMA)
        p.at = avma;
    if (map->how->is_replaced)
        p.at = avma - map->start + map->how->pgoff;
    if (t && t->space == SYMTAB_KERNEL) {
        bool same = s->ref_avma == map->how->pgoff && s->ref_symbol == map->how->ref_symbol;
        p.at = avma - (same ? s->delta : kernel_delta(t, map));
    }
    return p;
}

/* The symbol of an address that was executed. Symbols of data are not used. */
static const struct symbol *symbol_that_runs(const struct symtab *t, uint64_t at)
{
    const struct symbol *s = symtab_find(t, at);
    if (s && s->is_inert)
        return NULL;
    return s;
}

struct place resolver_place(struct resolver *r, const struct map *map, uint64_t avma)
{
    enum { PROT_EXEC_BIT = 4 };
    struct place p = resolver_place_without_symbol(r, map, avma);
    if (p.table && (p.object->kind != OBJECT_MODULE || symtab_lists_module_at(p.table, map->start))) {
        if (p.object->kind == OBJECT_KSYMBOL)
            p.symbol = p.table->v;
        else if (map->how->prot & PROT_EXEC_BIT)
            p.symbol = symbol_that_runs(p.table, p.at);
        else
            p.symbol = symtab_find(p.table, p.at);
    }
    return p;
}

struct place resolver_place_at(const struct resolver *r, const struct object *o, uint64_t at)
{
    const struct symtab *t = resolver_symbol_origin(r, o).table;
    struct place p = { .object = o, .table = t, .at = at, .addr = at };
    if (t && o->kind == OBJECT_KSYMBOL)
        p.symbol = t->v;
    else if (t)
        p.symbol = symtab_find(t, at);
    return p;
}

const struct symtab *resolver_symtab(struct resolver *r, const struct map *map)
{
    const struct slot *s = resolver_slot_of(r, map);
    if (s && s->l.found)
        return &s->l.table;
    return NULL;
}

/* The slot of an object; NULL: the object was not looked up yet. */
static const struct slot *known_slot(const struct resolver *r, const struct object *o)
{
    if (o->index >= r->n)
        return NULL;
    return atomic_load(&r->slots[o->index]);
}

struct resolved_from resolver_symbol_origin(const struct resolver *r, const struct object *o)
{
    const struct slot *s = known_slot(r, o);
    if (!s || !s->l.found)
        return (struct resolved_from){ .origin = "" };
    const struct unwind_slot *u = r->unwind[o->index];
    return (struct resolved_from){ .table = &s->l.table,
                                   .origin = s->l.origin,
                                   .content = s->l.content,
                                   .symbols = &s->l.symbols,
                                   .runtime = &s->l.runtime,
                                   .unwound = u ? u->tables : NULL };
}

bool resolver_open_image(struct resolver *r, const struct object *o, struct blob *b)
{
    const struct symbol_reader *reader;
    return object_files_open_runtime(&r->loader, WANT_IMAGE, USE_CODE, o, b, &reader);
}

bool resolver_open_code(struct resolver *r, const struct object *o, struct blob *runtime, struct blob *debug)
{
    return load_open_unwind_tables(&r->loader, o, USE_CODE, runtime, debug);
}

/* *slide receives the runtime address of the object minus its address in the table's space. False: it is unknown. */
static bool slide_of(const struct slot *s, const struct object *o, uint64_t *slide)
{
    const struct symtab *t = &s->l.table;
    uint64_t ref;
    if (t->space == SYMTAB_KERNEL) {
        *slide = s->delta;
        return t->is_listing || (s->ref_symbol && s->ref_avma && symtab_ref_addr(t, s->ref_symbol, &ref));
    }
    *slide = 0;
    if (t->space == SYMTAB_AVMA)
        return true;
    *slide = o->base - t->text_foff;
    return o->base;
}

bool resolver_open_recorded_code(struct resolver *r, const struct object *o, struct blob *b, uint64_t *slide)
{
    const struct slot *s = known_slot(r, o);
    struct want w = want_of(WANT_CODE, o);
    const struct symbol_reader *reader;
    struct source_list_cursor at = { .which = SOURCE_LIST_ALL };
    w.use = USE_CODE;
    return s && s->l.found && slide_of(s, o, slide) && object_files_next(&r->loader, &w, &at, b, &reader);
}

void resolver_refuse_recorded_code(struct resolver *r, const struct object *o, const struct blob *b,
                                   const char *why)
{
    struct want w = want_of(WANT_CODE, o);
    w.use = USE_CODE;
    object_files_reject(&r->loader, &w, b, why);
}

bool resolver_open_source_file(struct resolver *r, const struct object *o, const char *path, struct blob *b)
{
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->loader.asking);
    const bool found = source_list_open_source_file(r->loader.sources, o, path, b);
    lock_release(held);
    return found;
}

void resolver_problems(struct resolver *r, const struct source_list_scope *scope, struct problems *into)
{
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->loader.asking);
    for (struct err e = { 0 }; file_next_changed(&e); e = (struct err){ 0 })
        problem_add(&r->loader.sources->problems, PROBLEM_BAD_OBJECT, 1, "%s", e.msg);
    source_list_add_problems(r->loader.sources, scope, into);
    lock_release(held);
}

bool resolver_kernel_extent(struct resolver *r, const struct map *map, uint64_t *start, uint64_t *end)
{
    const struct symtab *t = resolver_symtab(r, map);
    if (!t || !t->is_listing)
        return false;
    uint64_t delta = kernel_delta(t, map), ref;
    if (delta || !map->how->ref_symbol || !symtab_ref_addr(t, map->how->ref_symbol, &ref))
        return false;
    bool any = false;
    for (size_t i = 0; i < t->n; i++) {
        if (t->v[i].is_module)
            continue;
        if (!any)
            *start = t->v[i].start;
        *end = t->v[i].end;
        any = true;
    }
    return any;
}

/* Finds or opens the slot of an object; the caller holds its stripe. */
static struct unwind_slot *unwind_slot_of(struct resolver *r, const struct object *o)
{
    assert(o->index < r->n);
    struct unwind_slot *u = r->unwind[o->index];
    if (u)
        return u;
    u = r->unwind[o->index] = mem_new(1, sizeof(*u));
    u->why = UNWIND_NO_FILE;
    if (!load_open_unwind_tables(&r->loader, o, USE_FRAMES, &u->runtime, &u->debug))
        return u;
    u->why = UNWIND_NO_TABLE;
    u->tables = r->frames->open(u->runtime.bytes, u->debug.bytes);
    return u;
}

static const struct unwind_rule *made_rule(const struct unwind_slot *u, uint64_t foff)
{
    for (uint32_t i = idmap_get(&u->blocks, foff / CODE_BLOCK); i; i = u->made[i - 1].next) {
        const struct made_rule *made = &u->made[i - 1];
        if (foff >= made->start && foff < made->end)
            return made->rule;
    }
    return NULL;
}

static const struct unwind_rule *make_rule(struct resolver *r, struct unwind_slot *u, uint64_t foff,
                                           enum unwind_stop *why)
{
    struct unwind_rule *rule = r->frames->rule(u->tables, foff, why);
    if (!rule)
        return NULL;
    uint32_t *last = idmap_find_or_add(&u->blocks, foff / CODE_BLOCK);
    *MEM_ADD(u->made, u->n, u->cap) = (struct made_rule){ rule->start, rule->end, rule, *last };
    *last = (uint32_t)u->n;
    return rule;
}

const struct unwind_rule *resolver_unwind_rule(struct resolver *r, const struct map *map, uint64_t avma,
                                               enum unwind_stop *why)
{
    const uint32_t i = map->how->object->index;
    const enum object_kind kind = map->how->object->kind;
    const bool may_have_tables = kind == OBJECT_USER || kind == OBJECT_VDSO;
    *why = UNWIND_NO_TABLE;
    if (i >= r->n || !r->frames || !may_have_tables)
        return NULL;
    uint64_t foff = avma - map->start + map->how->pgoff;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    struct unwind_slot *u = unwind_slot_of(r, map->how->object);
    *why = u->why;
    const struct unwind_rule *rule = u->tables ? made_rule(u, foff) : NULL;
    if (!rule && u->tables)
        rule = make_rule(r, u, foff, why);
    lock_release(held);
    return rule;
}

struct ra_place resolver_ra_place(struct resolver *r, const struct map *map, uint64_t avma, int sp_dwarf)
{
    enum unwind_stop why;
    const struct unwind_rule *rule = resolver_unwind_rule(r, map, avma, &why);
    if (!rule)
        return (struct ra_place){ .rule = RA_UNKNOWN };
    bool by_sp = rule->cfa.how == HOW_REGISTER && rule->cfa.from == sp_dwarf;
    return (struct ra_place){ (uint8_t)activation_ra_rule(rule), rule->ra, by_sp, !by_sp || rule->cfa.n };
}

/* Finds or opens the slot of an object; the caller holds its stripe. */
static struct line_slot *line_slot_of(struct resolver *r, const struct object *o)
{
    assert(o->index < r->n);
    struct line_slot *s = r->lines[o->index];
    if (!s)
        s = r->lines[o->index] = mem_new(1, sizeof(*s));
    const bool may = o->kind != OBJECT_JIT || s->asked ||
                     resolver_symbol_origin(r, o).content.lines; /* a perf map has no lines */
    if (!s->asked)
        inlines_open_lines(s, &r->loader, o, may);
    return s;
}

bool resolver_lines_are_host_file(struct resolver *r, const struct object *o)
{
    const uint32_t i = o->index;
    if (i >= r->n)
        return false;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    const bool own = inlines_are_host_file(line_slot_of(r, o));
    lock_release(held);
    return own;
}

bool resolver_lines_unreadable(struct resolver *r, const struct object *o)
{
    const uint32_t i = o->index;
    if (i >= r->n || !resolver_symbol_origin(r, o).content.lines)
        return false;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    const struct line_slot *s = line_slot_of(r, o);
    lock_release(held);
    return !s->lines && s->symbols.bytes.n && s->e.kind != ERR_UNSUPPORTED;
}

size_t resolver_lines(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                      const char **why)
{
    uint32_t i = p->object->index;
    if (p->table)
        *why = "its names do not come from a file with code";
    else
        *why = "nothing was found for the object";
    if (i >= r->n || !resolver_place_has_file(p))
        return 0;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    struct line_slot *s = line_slot_of(r, p->object);
    size_t n = inlines_lines_at(s, p->at, out, max, NULL);
    lock_release(held);
    if (n)
        *why = "";
    else if (s->lines)
        *why = s->reader->why_none;
    else
        *why = s->e.msg;
    return n;
}

size_t resolver_line_range(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                           uint64_t *end)
{
    uint32_t i = p->object->index;
    *end = UINT64_MAX;
    if (i >= r->n || !resolver_place_has_file(p))
        return 0;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    size_t n = inlines_lines_at(line_slot_of(r, p->object), p->at, out, max, end);
    lock_release(held);
    return n;
}

struct inlined resolver_inlined(struct resolver *r, const struct place *p)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct inlined found = { 0 };
    uint32_t i = p->object ? p->object->index : 0;
    if (!p->symbol || i >= r->n || !resolver_place_has_file(p) || p->object->kind == OBJECT_JIT)
        return found;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &r->stripe[i % STRIPES]);
    struct line_slot *s = line_slot_of(r, p->object);
    const struct inlined *known = inlines_find(&s->inlined, p->at);
    if (!known)
        known = inlines_add(&s->inlined, p->at, frames, inlines_functions(s, p->at, frames, LINE_FRAMES_MOST),
                            p->symbol, (size_t)(p->symbol - p->table->v));
    found = *known;
    lock_release(held);
    return found;
}
