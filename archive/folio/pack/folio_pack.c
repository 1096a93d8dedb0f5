#include "archive/folio/pack/pack.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/pack/folio_plan.h"
#include "archive/folio/folio_records.h"
#include "archive/folio/folio_symbols.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/reachable.h"
#include "formats/perf/record_index.h"

struct pack *folio_pack_new(const char *path, const struct pack_opts *o, struct err *e)
{
    struct pack *p = mem_new(1, sizeof(*p));
    p->opts = *o;
    source_text_init(&p->sources, &o->source_paths);
    p->writing = folio_create(&p->w, path, o, e);
    if (p->writing)
        return p;
    folio_pack_free(p);
    return NULL;
}

void folio_pack_free(struct pack *p)
{
    if (!p)
        return;
    if (p->writing)
        folio_abandon(&p->w);
    for (size_t i = 0; i < p->n; i++) {
        text_free(&p->contents[i].columns);
        text_free(&p->contents[i].times);
        text_free(&p->contents[i].image);
        code_marks_free(&p->contents[i].marks);
        code_links_free(&p->contents[i].links);
        free(p->contents[i].touched);
        free(p->contents[i].ranges);
        folio_lines_free(p->contents[i].lines);
    }
    free(p->contents);
    idmap_free(&p->of);
    source_text_free(&p->sources);
    arena_names_free(&p->unproven);
    folio_notes_free(&p->notes);
    free(p->files);
    free(p->sums.rows);
    free(p);
}

static void name_section(struct text *t, const char *prefix, const char *name, const char *path)
{
    folio_plan_section_name(t, prefix, name);
    if (*path)
        text_add(t, "/");
    manifest_add_escaped(t, path);
}

/* Adds the index of the records of the last capture, if it has one. */
static bool add_index(struct pack *p, const struct pack_input *in, struct err *e)
{
    struct text index = { 0 }, name = { 0 };
    struct folio *f = &p->w.f;
    bool ok = record_index_put(in->capture, &index, e);
    name_section(&name, ".index.", in->name, "");
    if (ok && index.n)
        ok = (f->captures[f->ncaptures - 1].index =
                  folio_add_packed(&p->w, name.s, (struct span){ (const uint8_t *)index.s, index.n }, e));
    text_free(&index);
    text_free(&name);
    return ok;
}

/* Adds the files of the capture as sections. */
static bool folio_pack_add_files(struct pack *p, const struct pack_input *in, struct err *e)
{
    struct folio *f = &p->w.f;
    uint32_t capture = (uint32_t)f->ncaptures;
    struct folio_capture *c = MEM_ADD(f->captures, f->ncaptures, p->w.cap_captures);
    *c = (struct folio_capture){ .name = arena_names_intern(&f->names, in->name),
                                 .labels = arena_names_intern(&f->names, in->labels),
                                 .directory = in->directory,
                                 .samples = in->capture->nsamples };
    if (in->capture->last_time) {
        c->first_time = in->capture->first_time;
        c->last_time = in->capture->last_time;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < in->nfiles; i++) {
        struct text name = { 0 };
        name_section(&name, ".capture.", in->name, in->paths[i]);
        pack_progress(p, "compressing", in->name);
        f->files = mem_room(f->files, f->nfiles, &p->w.cap_files, sizeof(*f->files));
        f->files[f->nfiles++] = (struct folio_file){ capture, folio_add_file(&p->w, name.s, &in->files[i], e),
                                                     arena_names_intern(&f->names, in->paths[i]),
                                                     in->files[i].size };
        ok = f->files[f->nfiles - 1].section;
        text_free(&name);
    }
    return ok;
}

/* Sets the identity of a content, from facts in the file with the symbols. */
static void identify(struct folio_object *o, const struct object *object, const struct resolved_from *r)
{
    const struct folio_object *kept = folio_object_of(r->symbols);
    struct span bytes = r->symbols->bytes;
    if (kept) {
        o->id = kept->id;
        memcpy(o->content, kept->content, sizeof(o->content));
        o->partial = kept->partial;
        o->bits = kept->bits;
        o->order = kept->order;
        o->machine = kept->machine;
        return;
    }
    /* the object has no symbols; the source list has checked that the file is the recorded one */
    if (!bytes.n)
        o->id = object->build_id;
    else if (!folio_plan_is_elf(bytes)) /* the kernel's listing identifies its modules */
        if (object->kind == OBJECT_MODULE && r->symbols->cached_as.n)
            o->id = object->build_id;
        else
            o->id = r->symbols->cached_as;
    else
        elf_identity(bytes, &o->bits, &o->order, &o->machine, &o->id);
    if (bytes.n && !o->id.n)
        hash128_bytes(bytes.p, bytes.n, o->content);
}

static void folio_pack_describe(struct folio_object *o, const struct object *object,
                                const struct resolved_from *r)
{
    const struct symtab *t = r->table;
    *o = (struct folio_object){ .kind = object->kind,
                                .space = t->space,
                                .is_listing = t->is_listing,
                                .mangled = t->demangle,
                                .text_foff = t->text_foff,
                                .held = r->content,
                                .nsymbols = t->n };
    memcpy(o->ref_addr, t->ref_addr, sizeof(o->ref_addr));
    memcpy(o->has_ref, t->has_ref, sizeof(o->has_ref));
    o->held.lines = 0; /* set later, if lines are stored */
    identify(o, object, r);
}

/* The content of an object, made if it is new. Two contents are the same if a reader of the folio would
   get the same data from both. */
static struct folio_content *folio_pack_content_of(struct pack *p, const struct object *object,
                                                   const struct resolved_from *r)
{
    struct folio_content c = { 0 };
    struct text record = { 0 };
    uint64_t key;
    folio_pack_describe(&c.o, object, r);
    c.o.name = "";
    folio_put_object(&record, &c.o);
    folio_put_rest(r->table, NULL, &c.columns);
    folio_put_times(r->table, &c.times);
    struct hash128 *h = hash128_new();
    hash128_add(h, record.s, record.n);
    hash128_add(h, c.columns.s, c.columns.n);
    hash128_add(h, c.times.s, c.times.n);
    hash128_end(h, c.table_hash);
    text_free(&record);
    memcpy(&key, c.table_hash, sizeof(key));
    for (;; key++) {
        uint32_t *at = idmap_find_or_add(&p->of, key);
        if (*at && !memcmp(p->contents[*at - 1].table_hash, c.table_hash, sizeof(c.table_hash))) {
            text_free(&c.columns);
            text_free(&c.times);
            return &p->contents[*at - 1];
        }
        if (*at)
            continue;
        *at = (uint32_t)p->n + 1;
        break;
    }
    c.o.name = arena_names_intern(&p->w.f.names, object->path);
    c.touched = mem_new(r->table->n / 8 + 1, 1);
    p->contents = mem_room(p->contents, p->n, &p->cap, sizeof(*p->contents));
    p->contents[p->n] = c;
    p->sums.nobjects++;
    return &p->contents[p->n++];
}

/* Bytes that are stored before and after an address without a symbol, since the extent of its code is
   unknown. */
enum { NAMELESS = 256 };

static void add_range(struct folio_content *c, uint64_t foff, uint64_t end)
{
    *MEM_ADD(c->ranges, c->nranges, c->cap_ranges) = (struct elf_range){ foff, end };
}

static void add_nameless(struct folio_content *c, uint64_t at)
{
    uint64_t from = 0;
    if (at > NAMELESS)
        from = at - NAMELESS;
    add_range(c, from, at + NAMELESS);
}

static void reach(struct folio_content *c, const struct symtab *t, const struct symbol *s)
{
    size_t i = (size_t)(s - t->v);
    if (folio_symbols_is_reachable(c->touched, i))
        return;
    c->touched[i / 8] |= (uint8_t)(1 << i % 8);
    if (!s->is_object)
        add_range(c, s->start, s->end);
}

/* Touches a listing's first and last symbols, which show how far the kernel extends. */
static void reach_ends(struct folio_content *c, const struct symtab *t)
{
    if (t->is_listing && t->n) {
        reach(c, t, &t->v[0]);
        reach(c, t, &t->v[t->n - 1]);
    }
}

static bool has_stack_dumps(const struct capture *c)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (c->events.v[i].attr.sample_type & PERF_SAMPLE_STACK_USER)
            return true;
    return false;
}

static void folio_pack_answer(struct pack *p, const struct pack_input *in, const struct object *object,
                              const struct resolved_from *r, uint32_t content)
{
    struct folio *f = &p->w.f;
    /* such a module is part of its kernel's content */
    bool by_listing = object->kind == OBJECT_MODULE && r->table->is_listing;
    struct folio_answer a = { .capture = (uint32_t)f->ncaptures - 1,
                              .object = content,
                              .kind = object->kind,
                              .machine = object->machine,
                              .path = arena_names_intern(&f->names, object->path),
                              .id = object->build_id,
                              .proven = r->symbols->proven || r->runtime->proven || by_listing,
                              .samples = in->shares[object->index] };
    if (!object->build_id.n)
        a.file = object->file;
    if (object->container) {
        a.inside = object->inside;
        a.inside_len = object->inside_len;
    }
    *MEM_ADD(f->answers, f->nanswers, p->w.cap_answers) = a;
}

/* Stores the source lines of a place. If the place is not the address of a sample, it may be a return
   address; then the call is the instruction before it. */
static void keep_lines(struct folio_content *c, const struct pack_input *in, const struct object *object,
                       const struct symtab *table, const struct reachable_place *at)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    const char *why;
    const uint64_t most = at->samples ? 1 : 2;
    for (uint64_t back = 0; back < most; back++) {
        const struct place place = { .object = object, .table = table, .at = at->at - back };
        size_t n = resolver_lines(in->resolver, &place, frames, LINE_FRAMES_MOST, &why);
        if (n && !c->lines)
            c->lines = folio_lines_new();
        if (n)
            folio_lines_add(c->lines, place.at, frames, n);
        for (size_t i = 0; i < n; i++)
            if (frames[i].text)
                folio_lines_add_text(c->lines, frames[i].file, frames[i].line, frames[i].text,
                                     strlen(frames[i].text));
        for (size_t i = 0; i < n; i++)
            if (frames[i].other_text)
                folio_lines_add_other_version(c->lines, frames[i].file);
    }
}

/* Stores the source text that another folio has. */
static bool keep_texts(struct folio_content *c, const struct resolved_from *r, struct err *e)
{
    struct folio_lines *from = folio_lines_of(r->symbols, e);
    if (from && c->lines)
        folio_lines_add_texts(c->lines, from);
    folio_lines_free(from);
    return e->kind == ERR_NONE;
}

/* The number of samples in each function, in the order of the first sample. A function is given by its
   content and its index in the content's table. */
struct hits {
    struct idmap of; /* content and number of the symbol -> index + 1 */
    struct hit {
        uint32_t content;
        struct lined_function f;
        uint64_t samples;
    } * v;
    size_t n, cap;
};

static void add_hit(struct hits *h, uint32_t content, const struct lined_function *f, uint64_t samples)
{
    uint32_t *at = idmap_find_or_add(&h->of, (uint64_t)content << 32 | (uint32_t)(f->symbol - f->table->v));
    if (!*at) {
        *MEM_ADD(h->v, h->n, h->cap) = (struct hit){ .content = content, .f = *f };
        *at = (uint32_t)h->n;
    }
    h->v[*at - 1].samples += samples;
}

/* Stores the source lines of whole functions that are hot enough, the hottest first, and the source text
   of all touched functions. If functions come from another folio, its lines are stored unchanged. */
static void keep_functions(struct pack *p, const struct hits *h, uint64_t samples)
{
    struct numbered *order = mem_new(h->n, sizeof(*order));
    for (size_t i = 0; i < h->n; i++)
        order[i] = (struct numbered){ UINT64_MAX - h->v[i].samples, (uint32_t)i };
    sort_by_number(order, h->n);
    for (size_t i = 0; i < h->n; i++) {
        const struct hit *hit = &h->v[order[i].at];
        struct folio_content *c = &p->contents[hit->content];
        const struct folio_object *kept =
            folio_object_of(resolver_symbol_origin(hit->f.resolver, hit->f.object).symbols);
        double limit = p->opts.annotate_limit;
        if (kept && kept->runs)
            limit = 0;
        if (c->lines && hit->samples && 100.0 * (double)hit->samples >= limit * (double)samples)
            function_lines_add(c->lines, &hit->f, &c->frames);
        if (c->lines && p->opts.source)
            function_lines_add_text(c->lines, &hit->f, &p->sources);
    }
    free(order);
}

/* Releases the memory of an object's mapped files; it is read again when needed. */
static void let_go(const struct resolved_from *r)
{
    file_drop_pages(r->symbols->bytes);
    file_drop_pages(r->runtime->bytes);
}

static bool add_objects(struct pack *p, const struct pack_input *in, const struct reachable *t, struct err *e)
{
    size_t n;
    const struct object *const *objects = timeline_objects(in->timeline, &n);
    uint32_t *of = mem_new(n, sizeof(*of)); /* by object: index + 1 of its content */
    struct hits hits = { 0 };
    bool ok = true, dumps = has_stack_dumps(in->capture);
    for (size_t i = 0; i < n; i++) {
        struct resolved_from r = resolver_symbol_origin(in->resolver, objects[i]);
        bool identified = r.table && (r.symbols->bytes.n || objects[i]->build_id.n);
        if (!identified || objects[i]->kind == OBJECT_KSYMBOL)
            continue;
        struct folio_content *c = folio_pack_content_of(p, objects[i], &r);
        bool user = objects[i]->kind == OBJECT_USER || objects[i]->kind == OBJECT_VDSO;
        of[i] = (uint32_t)(c - p->contents) + 1;
        c->unwind = c->unwind || r.unwound || (dumps && user);
        if (r.content.lines > c->dwarf)
            c->dwarf = r.content.lines;
        reach_ends(c, r.table);
        let_go(&r);
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct reachable_place *at = &t->v[i];
        in->shares[at->object] += at->samples;
        if (!of[at->object])
            continue;
        struct folio_content *c = &p->contents[of[at->object] - 1];
        const struct symtab *table = resolver_symbol_origin(in->resolver, objects[at->object]).table;
        const struct symbol *s = symtab_find(table, at->at);
        c->samples += at->samples;
        c->hit = true;
        if (s)
            reach(c, table, s);
        if (!s && c->o.space == SYMTAB_FOFF)
            add_nameless(c, at->at);
        if (p->opts.level < FOLIO_CODE && !p->opts.dry_run)
            continue;
        keep_lines(c, in, objects[at->object], table, at);
        if (s && !s->is_object && (at->samples || p->opts.source))
            add_hit(&hits, of[at->object] - 1,
                    &(struct lined_function){ in->resolver, objects[at->object], table, s }, at->samples);
    }
    keep_functions(p, &hits, t->samples);
    resolver_drop_lines(in->resolver);
    idmap_free(&hits.of);
    free(hits.v);
    for (size_t i = 0; ok && i < n; i++) {
        struct resolved_from r = resolver_symbol_origin(in->resolver, objects[i]);
        if (!of[i])
            continue;
        ok = folio_plan_keep_files(p, &p->contents[of[i] - 1], in, objects[i], &r, e) &&
             keep_texts(&p->contents[of[i] - 1], &r, e);
        folio_pack_answer(p, in, objects[i], &r, of[i] - 1);
        let_go(&r);
    }
    free(of);
    return ok;
}

bool folio_pack_add(struct pack *p, const struct pack_input *in, struct problems *problems, struct err *e)
{
    struct reachable reachable = { 0 };
    pack_progress(p, "reading", in->name);
    bool ok = folio_pack_add_files(p, in, e) && add_index(p, in, e) &&
              reachable_places(in->capture, in->timeline, in->resolver, &reachable, e) &&
              add_objects(p, in, &reachable, e);
    p->sums.samples += reachable.samples;
    *problems = reachable.problems;
    source_text_problems(&p->sources, problems);
    problems_merge(problems, &p->left_out);
    p->left_out = (struct problems){ 0 };
    reachable_free(&reachable);
    return ok;
}

bool folio_pack_note(struct pack *p, const struct folio_note *note, struct err *e)
{
    struct folio_note kept = *note;
    kept.capture = (uint32_t)p->w.f.ncaptures - 1;
    if (!folio_note_check(note, e))
        return false;
    if (p->notes.n == FOLIO_NOTES_MOST)
        return err_set(e, ERR_USAGE, 0, "a folio has at most %d notes", FOLIO_NOTES_MOST);
    folio_notes_add(&p->notes, &kept);
    return true;
}

const char *const *folio_pack_sources(const struct pack *p, size_t *n)
{
    *n = p->sources.ntaken;
    return p->sources.taken;
}

const char *const *folio_pack_unproven_files(const struct pack *p, size_t *n)
{
    *n = p->nfiles;
    return p->files;
}

const struct folio *folio_pack_folio(const struct pack *p)
{
    return &p->w.f;
}
