#include "lib/question/share/scrub/masked_source.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio_part.h"
#include "core/base/file/lock.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/elf.h"
#include "lib/question/share/scrub/masked_table.h"

/* An object of the original, as readers of a folio see it: folio_part.h comes first, since others read it. */
struct masked_part {
    struct folio_part part;
    struct folio_object object; /* of `part` */
    struct masked_source *source;
    const struct object *original;
    struct symbol_content content;
    bool stays; /* --keep names the object */
};

struct masked_source {
    struct source source;
    struct scrubber *x;
    const struct object *const *originals;
    size_t n;
    const struct map **maps;    /* by index of an original: its first map; NULL: none */
    const char **paths;         /* ... and its path in the scrubbed capture */
    struct masked_part **parts; /* ... and what was opened of it; NULL: nothing yet */
    struct names names;         /* owns paths, which have ids */
    uint32_t *first, *next; /* originals with a path: index + 1 of the first, by the path's id; of the next */
    pthread_mutex_t lock;   /* of what readers share: the scrubber, and the lines of the original */
};

/* ---- which object is which ---- */

/* What becomes of the path of an object. The path of a part of a larger file is that of the file and the name in it. */
static const char *masked_path(struct masked_source *s, const struct object *o)
{
    struct disguise *d = s->x->d;
    const char *inside = o->container ? strstr(o->path, OBJECT_INSIDE) : NULL;
    if (!inside)
        return disguise_path(d, o->path);
    inside += strlen(OBJECT_INSIDE);
    if (disguise_act(d, SCRUB_USER_PATH) == ACT_NAME)
        inside = disguise_text(d, SCRUB_USER_PATH, "part-", inside);
    return arena_names_printf(&s->source.names, "%s%s%s", disguise_path(d, o->container->path), OBJECT_INSIDE,
                              inside);
}

static void note_maps_of(struct masked_source *s, const struct space *space)
{
    const struct map *m;
    for (size_t i = 0; space && (m = space_nth_map(space, i)) != NULL; i++)
        if (m->how->object->index < s->n && !s->maps[m->how->object->index])
            s->maps[m->how->object->index] = m;
}

static void note_maps(struct masked_source *s)
{
    const struct timeline *t = s->x->s->timeline;
    for (size_t i = 0; i < timeline_count_spaces(t); i++)
        note_maps_of(s, timeline_space_view(t, i).space);
    for (size_t i = 0; i < s->n; i++)
        if (s->originals[i]->kind == OBJECT_KERNEL)
            note_maps_of(s, timeline_kernel_space(t, s->originals[i]->machine));
}

static void note_paths(struct masked_source *s)
{
    s->first = mem_new(s->n + 2, sizeof(*s->first));
    for (size_t i = s->n; i-- > 0;) {
        s->paths[i] = masked_path(s, s->originals[i]);
        const uint32_t id = arena_names_id(&s->names, s->paths[i]);
        s->next[i] = s->first[id];
        s->first[id] = (uint32_t)i + 1;
    }
}

/* How well an original fits to an object of the scrubbed capture: 0: not at all. */
static unsigned fitness(const struct object *original, const struct object *o)
{
    const bool is_part = original->container;
    if (original->machine != o->machine || is_part != (o->container != NULL))
        return 0;
    if (is_part && (original->inside != o->inside || original->inside_len != o->inside_len))
        return 0;
    if (o->build_id.n && object_build_id_equal(&original->build_id, &o->build_id))
        return 3;
    return original->kind == o->kind ? 2 : 1;
}

/* The original of an object of the scrubbed capture; NULL: none is known. */
static const struct object *original_of(const struct masked_source *s, const struct object *o)
{
    const struct object *best = NULL;
    unsigned had = 0;
    for (uint32_t at = s->first[arena_names_find(&s->names, o->path)]; at; at = s->next[at - 1]) {
        const struct object *original = s->originals[at - 1];
        const unsigned has = fitness(original, o);
        if (has > had)
            best = original;
        had = has > had ? has : had;
    }
    return best;
}

/* ---- its files ---- */

/* The identity of a part. What stands for the checksum of a file is a keyed hash, so that nobody can try out files. */
static void masked_identify(struct masked_part *p, const struct object *o, const struct resolved_from *r)
{
    const struct folio_object *kept = folio_object_of(r->symbols);
    const uint8_t *key = p->source->x->d->names->key;
    struct text t = { 0 };
    p->object.id = o->build_id;
    if (!o->build_id.n && kept && disguise_act(p->source->x->d, SCRUB_BUILD_ID) == ACT_KEEP)
        p->object.id = kept->id;
    for (int i = 0; i < 2 && !p->object.id.n; i++) {
        t.n = 0;
        text_printf(&t, "content %d of %s %u", i, p->source->paths[p->original->index], p->original->index);
        const uint64_t half = pseudonym_hash(key, t.s, t.n);
        memcpy(p->object.content + i * sizeof(half), &half, sizeof(half));
    }
    text_free(&t);
    if (kept) {
        p->object.bits = kept->bits;
        p->object.order = kept->order;
        p->object.machine = kept->machine;
        p->object.partial = kept->partial;
    } else if (r->symbols->bytes.n && elf_reader.recognise(r->symbols->bytes)) {
        struct build_id unused;
        elf_identity(r->symbols->bytes, &p->object.bits, &p->object.order, &p->object.machine, &unused);
    }
}

/* Whether an original may have source lines that can be looked up in a masked table. They may be in another file than the symbols,
   so only a look-up tells whether there are any. */
static bool may_have_lines(const struct masked_part *p, const struct symtab *t)
{
    const struct place place = { .object = p->original, .table = t };
    return resolver_place_has_file(&place) &&
           !masked_table_moves(p->source->x, p->source->maps[p->original->index], t);
}

static struct masked_part *masked_part_of(struct masked_source *s, const struct object *original,
                                          const struct object *o, const struct resolved_from *r)
{
    struct masked_part *p = s->parts[original->index];
    if (p)
        return p;
    p = s->parts[original->index] = mem_new(1, sizeof(*p));
    const struct folio_object *kept = folio_object_of(r->symbols);
    *p = (struct masked_part){
        .part = { folio_of(r->symbols), &p->object },
        .source = s,
        .original = original,
        .content = r->content,
        .stays = disguise_keeps_object(s->x->d, original->path),
        .object = { .kind = original->kind, .is_listing = r->table->is_listing, .space = r->table->space }
    };
    /* only of files that were mapped readers take tables that are not complete; kernels and generated code have none */
    const bool has_file = original->kind != OBJECT_KERNEL && original->kind != OBJECT_JIT;
    p->content.full = p->content.full || !has_file ? r->table->n : 0;
    p->content.runtime = p->content.runtime || !p->content.full;
    p->content.lines = may_have_lines(p, r->table);
    masked_identify(p, o, r);
    p->object.held = p->content;
    if (kept && p->content.lines && disguise_act(s->x->d, SCRUB_SOURCE) == ACT_KEEP)
        p->object.lines = kept->lines; /* the packer takes source text from there */
    if (kept && p->content.lines)
        p->object.runs = kept->runs;
    return p;
}

static enum want_kind kind_of_table(const struct object *original, const struct symtab *t)
{
    if (original->kind == OBJECT_JIT)
        return WANT_PERF_MAP;
    if (original->kind == OBJECT_KERNEL && t->is_listing)
        return WANT_KALLSYMS;
    return WANT_ELF;
}

/* The code of an original, for a part of it. */
static enum answer open_code(const struct masked_source *s, const struct object *original,
                             const struct resolved_from *r, struct blob *out)
{
    if (disguise_act(s->x->d, SCRUB_CODE) != ACT_KEEP)
        return ANSWER_ABSENT;
    const struct blob *from = NULL;
    if (r->runtime->bytes.n && !r->runtime->part)
        from = r->runtime;
    else if (r->symbols->bytes.n && !r->symbols->part && r->content.runtime)
        from = r->symbols;
    if (!from)
        return resolver_open_image(s->x->s->resolver, original, out) ? ANSWER_FOUND : ANSWER_ABSENT;
    *out = (struct blob){ .bytes = from->bytes, .origin = from->origin };
    return ANSWER_FOUND;
}

static const struct symbol_reader masked_reader;

static enum answer masked_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                               struct err *e UNUSED)
{
    struct masked_source *s = (struct masked_source *)source;
    const struct object *original = i || w->module ? NULL : original_of(s, w->object);
    const struct map *map = original ? s->maps[original->index] : NULL;
    if (!map || original->kind == OBJECT_KSYMBOL || !resolver_symtab(s->x->s->resolver, map))
        return ANSWER_ABSENT;
    const struct resolved_from r = resolver_symbol_origin(s->x->s->resolver, original);
    if (w->kind == WANT_IMAGE)
        return open_code(s, original, &r, out);
    if (w->kind != kind_of_table(original, r.table))
        return ANSWER_ABSENT;
    struct masked_part *p = masked_part_of(s, original, w->object, &r);
    out->bytes = (struct span){ (const uint8_t *)p, sizeof(*p) }; /* must not be empty; nobody reads them */
    out->part = p;
    out->reader = &masked_reader;
    out->origin = r.origin;
    out->cached_as = p->object.id;
    if (!w->object->build_id.n) /* with a build-id nothing else is needed */
        out->proven = original->build_id.n || r.symbols->proven || r.runtime->proven ||
                      (original->kind == OBJECT_MODULE && r.table->is_listing);
    return ANSWER_FOUND;
}

/* Finds a part of a larger file among those that the original has. */
static bool masked_part_in(struct source *source, const struct object *o, const struct object_segment *code,
                           const char *entry, struct object_part *part)
{
    struct masked_source *s = (struct masked_source *)source;
    const struct object *container = original_of(s, o);
    for (size_t i = 0; container && i < s->n; i++) {
        const struct object *original = s->originals[i];
        if (original->container != container)
            continue;
        const char *name = strstr(s->paths[i], OBJECT_INSIDE);
        name = name ? name + strlen(OBJECT_INSIDE) : NULL;
        *part = (struct object_part){ name, original->inside, original->inside_len };
        if (code ? code->foff - part->foff < part->len : name && !strcmp(name, entry))
            return true;
    }
    return false;
}

static void masked_close(struct source *source)
{
    struct masked_source *s = (struct masked_source *)source;
    for (size_t i = 0; i < s->n; i++)
        free(s->parts[i]);
    free(s->maps);
    free(s->paths);
    free(s->parts);
    free(s->first);
    free(s->next);
    arena_names_free(&s->names);
    pthread_mutex_destroy(&s->lock);
}

struct source *masked_source(struct scrubber *x)
{
    static const struct source_ops ops = {
        .name = "scrubbed", .open = masked_open, .part = masked_part_in, .close = masked_close
    };
    struct masked_source *s = source_new(sizeof(*s), &ops, NULL);
    s->x = x;
    s->source.images = true;
    s->originals = timeline_objects(x->s->timeline, &s->n);
    s->maps = mem_new(s->n + 1, sizeof(*s->maps));
    s->paths = mem_new(s->n + 1, sizeof(*s->paths));
    s->parts = mem_new(s->n + 1, sizeof(*s->parts));
    s->next = mem_new(s->n + 1, sizeof(*s->next));
    pthread_mutex_init(&s->lock, NULL);
    note_maps(s);
    note_paths(s);
    return &s->source;
}

/* ---- reading them ---- */

static struct symbol_content masked_content(const struct blob *b)
{
    const struct masked_part *p = b->part;
    if (p)
        return p->content;
    return (struct symbol_content){ 0 };
}

static bool masked_read(const struct symbol_input *in, struct symtab *out, struct err *e UNUSED)
{
    const struct masked_part *p = in->part;
    struct masked_source *s = p->source;
    const struct symtab *t = resolver_symbol_origin(s->x->s->resolver, p->original).table;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &s->lock);
    masked_table(s->x, p->original, s->maps[p->original->index], t, p->stays, out);
    lock_release(held);
    return true;
}

/* The lines of a part are read from the original each time. */
struct masked_lines {
    const struct masked_part *p;
};

static struct lines *masked_lines(const struct blob *symbols, const struct blob *runtime UNUSED,
                                  const struct object *object UNUSED, const struct line_files *files UNUSED,
                                  struct err *e UNUSED)
{
    struct masked_lines *l = mem_new(1, sizeof(*l));
    l->p = symbols->part;
    return (struct lines *)l;
}

/* What becomes of a frame: names of functions as in the symbol table, and files of source by their own rule. */
static void mask_frame(struct disguise *d, bool stays, struct line_frame *f)
{
    const char *file = f->file ? disguise_source(d, f->file) : "";
    if (f->function)
        f->function = disguise_function(d, stays, f->function);
    if (disguise_act(d, SCRUB_SOURCE) != ACT_KEEP) {
        d->found[SCRUB_SOURCE] += f->text != NULL;
        f->text = NULL;
        f->md5 = NULL;
        f->other_text = false;
    }
    f->file = *file ? file : NULL;
    if (f->file)
        return;
    f->line = f->column = 0;
}

static size_t masked_lines_at(struct lines *l, uint64_t addr, struct line_frame *out, size_t max,
                              uint64_t *end)
{
    const struct masked_part *p = ((const struct masked_lines *)l)->p;
    struct masked_source *s = p->source;
    struct resolver *r = s->x->s->resolver;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &s->lock);
    const struct place place = resolver_place_at(r, p->original, addr);
    const char *why;
    size_t n;
    if (end)
        n = resolver_line_range(r, &place, out, max, end);
    else
        n = resolver_lines(r, &place, out, max, &why);
    for (size_t i = 0; i < n; i++)
        mask_frame(s->x->d, p->stays, &out[i]);
    lock_release(held);
    return n;
}

static void masked_lines_close(struct lines *l)
{
    free(l);
}

static const struct line_reader masked_line_reader = {
    .open = masked_lines,
    .at = masked_lines_at,
    .close = masked_lines_close,
    .why_none = "the original has no source lines of this address",
};

static const struct symbol_reader masked_reader = {
    .name = "scrubbed",
    .content = masked_content,
    .read = masked_read,
    .lines = &masked_line_reader,
};
