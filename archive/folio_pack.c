#include "archive/folio_pack.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio_elf.h"
#include "archive/folio_lines.h"
#include "archive/folio_records.h"
#include "archive/folio_symbols.h"
#include "archive/folio_write.h"
#include "archive/source_text.h"
#include "archive/strings.h"
#include "archive/zstd_frames.h"
#include "core/base/mem.h"
#include "core/profile/touch.h"
#include "formats/elf/elf.h"
#include "formats/elf/foffs.h"
#include "formats/elf/thin.h"

/* One content under way. */
struct content {
    struct folio_object o;
    uint8_t table_hash[HASH128];
    struct text columns; /* the whole table, as folio_put_rest() has it */
    uint8_t *touched;    /* a bit for each of its symbols */
    bool hit;            /* samples lie in it or speak of it */
    bool unwind;         /* its unwind tables are needed */
    struct text image;   /* thin, with the code of what is touched */
    struct foff_range *ranges;
    size_t nranges, cap_ranges;
    struct folio_lines *lines; /* of the places that are touched; NULL: none were looked for */
    uint64_t dwarf;            /* bytes of it in the file with the symbols */
    uint64_t samples;
    uint32_t whole; /* the section with the whole file, in a dry run */
};

struct pack {
    struct pack_opts opts;
    struct folio_writer w;
    bool writing;
    struct content *contents;
    size_t n, cap;
    struct idmap of; /* hash of identity -> content + 1 */
    struct source_text sources;
    struct pack_row *rows;
    size_t nrows;
    uint64_t samples, size;
};

static void tell(const struct pack *p, const char *what, const char *name)
{
    if (p->opts.progress)
        p->opts.progress(p->opts.arg, what, name);
}

struct pack *pack_new(const char *path, const struct pack_opts *o, struct err *e)
{
    struct pack *p = mem_new(1, sizeof(*p));
    p->opts = *o;
    p->writing = folio_create(&p->w, path, o->level, e);
    if (p->writing)
        return p;
    pack_free(p);
    return NULL;
}

void pack_free(struct pack *p)
{
    if (!p)
        return;
    if (p->writing)
        folio_abandon(&p->w);
    for (size_t i = 0; i < p->n; i++) {
        text_free(&p->contents[i].columns);
        text_free(&p->contents[i].image);
        free(p->contents[i].touched);
        free(p->contents[i].ranges);
        folio_lines_free(p->contents[i].lines);
    }
    free(p->contents);
    idmap_free(&p->of);
    source_text_free(&p->sources);
    free(p->rows);
    free(p);
}

/* The files of the capture as sections. */
static bool add_files(struct pack *p, const struct pack_input *in, struct err *e)
{
    struct folio *f = &p->w.f;
    uint32_t capture = (uint32_t)f->ncaptures;
    f->captures = mem_room(f->captures, f->ncaptures, &p->w.cap_captures, sizeof(*f->captures));
    struct folio_capture *c = &f->captures[f->ncaptures++];
    *c = (struct folio_capture){ .name = names_intern(&f->names, in->name),
                                 .directory = in->directory,
                                 .samples = in->capture->nsamples };
    if (in->capture->last_time) {
        c->first_time = in->capture->first_time;
        c->last_time = in->capture->last_time;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < in->nfiles; i++) {
        struct text name = { 0 };
        text_add(&name, ".capture.");
        escape_add(&name, in->name);
        text_add(&name, *in->paths[i] ? "/" : "");
        escape_add(&name, in->paths[i]);
        tell(p, "compressing", in->name);
        f->files = mem_room(f->files, f->nfiles, &p->w.cap_files, sizeof(*f->files));
        f->files[f->nfiles++] = (struct folio_file){ capture, folio_add_file(&p->w, name.s, &in->files[i], e),
                                                     names_intern(&f->names, in->paths[i]),
                                                     in->files[i].size };
        ok = f->files[f->nfiles - 1].section;
        text_free(&name);
    }
    return ok;
}

/* A section's name: what it is, and of which object. */
static void section_name(struct text *t, const char *prefix, const char *name)
{
    t->n = 0;
    text_add(t, prefix);
    escape_add(t, name);
}

static bool is_elf(struct span bytes)
{
    return elf_reader.recognise(bytes);
}

/* What the file says of itself that the symbols came from. */
static void identify(struct folio_object *o, const struct object *object, const struct resolved *r)
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
    if (!bytes.n) /* it has no symbols at all; the chain has seen that it is the recorded one */
        o->id = object->build_id;
    else if (!is_elf(bytes)) /* the kernel's listing vouches for its modules */
        o->id = object->kind == OBJECT_MODULE && r->symbols->filed_as.n ? object->build_id
                                                                        : r->symbols->filed_as;
    else
        elf_identity(bytes, &o->bits, &o->order, &o->machine, &o->id);
    if (bytes.n && !o->id.n)
        hash128_bytes(bytes.p, bytes.n, o->content);
}

static void describe(struct folio_object *o, const struct object *object, const struct resolved *r)
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
    o->held.lines = 0; /* of use only where lines are kept */
    identify(o, object, r);
}

/* The content of an object; made when it is new. What tells contents apart is all that a reader would learn
   of them. */
static struct content *content_of(struct pack *p, const struct object *object, const struct resolved *r)
{
    struct content c = { 0 };
    struct text record = { 0 };
    uint64_t key;
    describe(&c.o, object, r);
    c.o.name = "";
    folio_put_object(&record, &c.o);
    folio_put_rest(r->table, NULL, &c.columns);
    struct hash128 *h = hash128_new();
    hash128_add(h, record.s, record.n);
    hash128_add(h, c.columns.s, c.columns.n);
    hash128_end(h, c.table_hash);
    text_free(&record);
    memcpy(&key, c.table_hash, sizeof(key));
    for (;; key++) {
        uint32_t *at = idmap_at(&p->of, key);
        if (*at && !memcmp(p->contents[*at - 1].table_hash, c.table_hash, sizeof(c.table_hash))) {
            text_free(&c.columns);
            return &p->contents[*at - 1];
        }
        if (*at)
            continue;
        *at = (uint32_t)p->n + 1;
        break;
    }
    c.o.name = names_intern(&p->w.f.names, object->path);
    c.touched = mem_new(r->table->n / 8 + 1, 1);
    p->contents = mem_room(p->contents, p->n, &p->cap, sizeof(*p->contents));
    p->contents[p->n] = c;
    return &p->contents[p->n++];
}

/* Of code without a name nobody knows where it begins and ends: so many bytes before and behind. */
enum { NAMELESS = 256 };

static void add_range(struct content *c, uint64_t foff, uint64_t end)
{
    c->ranges = mem_room(c->ranges, c->nranges, &c->cap_ranges, sizeof(*c->ranges));
    c->ranges[c->nranges++] = (struct foff_range){ foff, end };
}

/* False: it was before. */
static bool touch(struct content *c, const struct symtab *t, const struct symbol *s)
{
    size_t i = (size_t)(s - t->v);
    if (is_touched(c->touched, i))
        return false;
    c->touched[i / 8] |= (uint8_t)(1 << i % 8);
    if (!s->is_object)
        add_range(c, s->start, s->end);
    return true;
}

/* A listing's first and last symbols say how far the kernel reaches. */
static void touch_ends(struct content *c, const struct symtab *t)
{
    if (t->is_listing && t->n) {
        touch(c, t, &t->v[0]);
        touch(c, t, &t->v[t->n - 1]);
    }
}

static bool has_stack_dumps(const struct capture *c)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (c->events.v[i].attr.sample_type & PERF_SAMPLE_STACK_USER)
            return true;
    return false;
}

/* A whole file as a section. */
static bool add_whole(struct pack *p, const char *prefix, const char *name, struct span bytes,
                      uint32_t *section, struct err *e)
{
    struct text t = { 0 };
    section_name(&t, prefix, name);
    tell(p, "compressing", name);
    *section = folio_add_packed(&p->w, t.s, bytes, e);
    text_free(&t);
    return *section;
}

/* The file that was mapped as far as it is there: borrowed from the resolver, or opened into `b`. */
static struct span image_of(struct pack_input const *in, const struct object *object,
                            const struct resolved *r, struct blob *b)
{
    if (r->runtime->bytes.n && !r->runtime->part)
        return r->runtime->bytes;
    if (r->symbols->bytes.n && !r->symbols->part && is_elf(r->symbols->bytes))
        return r->content.runtime || object->kind == OBJECT_MODULE ? r->symbols->bytes
                                                                   : (struct span){ NULL, 0 };
    return resolver_open_image(in->resolver, object, b) ? b->bytes : (struct span){ NULL, 0 };
}

/* Add what one capture has of an image to what the ones before it had. */
static void add_image(struct content *c, struct text *thin)
{
    struct span before = { (const uint8_t *)c->image.s, c->image.n };
    struct span now = { (const uint8_t *)thin->s, thin->n };
    struct text both = { 0 };
    struct err ignored = { 0 };
    if (before.n && elf_thin_join(now, before, &both, &ignored)) {
        text_free(thin);
        *thin = both;
    }
    text_free(&c->image);
    c->image = *thin;
}

/* The same of what another folio has in a section. */
static bool copy_whole(struct pack *p, const char *prefix, const char *name, const struct folio *from,
                       uint32_t kept, uint32_t *section, struct err *e)
{
    struct span bytes = { NULL, 0 };
    if (!kept || *section)
        return true;
    bool ok = folio_read(from, kept, &bytes, e) && add_whole(p, prefix, name, bytes, section, e);
    file_unmap(bytes);
    return ok;
}

/* The file that the symbols came from, where that is not the one that was mapped. A kernel's listing is kept
   with the kernel, not again with each of its modules. */
static bool keep_symbol_file(struct pack *p, struct content *c, const struct object *object,
                             const struct resolved *r, struct err *e)
{
    const struct folio_object *kept = folio_object_of(r->symbols);
    struct span bytes = r->symbols->bytes;
    if (kept)
        return copy_whole(p, ".listing.", object->path, folio_of(r->symbols), kept->listing, &c->o.listing,
                          e) &&
               copy_whole(p, ".debug.", object->path, folio_of(r->symbols), kept->debug, &c->o.debug, e);
    if (!bytes.n || object->kind == OBJECT_MODULE)
        return true;
    if (!is_elf(bytes))
        return c->o.listing || add_whole(p, ".listing.", object->path, bytes, &c->o.listing, e);
    return r->content.runtime || c->o.debug || add_whole(p, ".debug.", object->path, bytes, &c->o.debug, e);
}

static bool is_whole(struct span image)
{
    size_t n;
    struct foff_range *real = elf_thin_ranges(image, &n);
    bool whole = n == 1 && !real[0].foff && real[0].end == image.n;
    free(real);
    return whole;
}

/* Keep of an image the code of what is touched, and what unwinding needs. What cannot be made thin is no ELF
   file with code: then there is none. */
static void keep_thin(struct content *c, struct span image, bool code)
{
    struct foff_range *touched = mem_new(c->nranges, sizeof(*touched)), *ranges;
    size_t n = code ? c->nranges : 0;
    struct text thin = { 0 };
    struct err ignored = { 0 };
    memcpy(touched, c->ranges, n * sizeof(*touched));
    if (c->o.space == SYMTAB_KERNEL)
        elf_foffs(image, touched, n);
    ranges = elf_code(image, touched, &n);
    if (elf_thin(image, ranges, n, c->unwind, &thin, &ignored))
        add_image(c, &thin);
    free(touched);
    free(ranges);
}

/* What is kept of the files themselves: at `full` all that is there, else the code of what samples touch, and
   what unwinding needs. */
static bool keep_files(struct pack *p, struct content *c, const struct pack_input *in,
                       const struct object *object, const struct resolved *r, struct err *e)
{
    bool full = p->opts.level == FOLIO_FULL || p->opts.dry_run;
    bool code = p->opts.level >= FOLIO_CODE || p->opts.dry_run;
    struct blob b = { 0 };
    bool ok = true;
    if (c->unwind || code) {
        struct span image = image_of(in, object, r, &b);
        bool whole = image.n && is_whole(image);
        if (whole && full && !c->whole)
            ok = add_whole(p, ".image.", object->path, image, &c->whole, e);
        if (image.n && ok && !(whole && p->opts.level == FOLIO_FULL && !p->opts.dry_run))
            keep_thin(c, image, code);
    }
    blob_close(&b);
    return ok && (!full || keep_symbol_file(p, c, object, r, e));
}

static void answer(struct pack *p, const struct pack_input *in, const struct object *object,
                   const struct resolved *r, uint32_t content)
{
    struct folio *f = &p->w.f;
    bool has_id = object->build_id.n;
    bool by_listing = object->kind == OBJECT_MODULE && r->table->is_listing; /* counted with its kernel */
    f->answers = mem_room(f->answers, f->nanswers, &p->w.cap_answers, sizeof(*f->answers));
    f->answers[f->nanswers++] =
        (struct folio_answer){ .capture = (uint32_t)f->ncaptures - 1,
                               .object = content,
                               .kind = object->kind,
                               .machine = object->machine,
                               .path = names_intern(&f->names, object->path),
                               .id = object->build_id,
                               .file = has_id ? (struct file_id){ 0 } : object->file,
                               .proven = r->symbols->proven || r->runtime->proven || by_listing,
                               .samples = in->shares[object->index] };
}

/* Where a place is in the source. What is not a sample's own may be a return address: the call is in front of
   it. */
static void keep_lines(struct content *c, const struct pack_input *in, const struct object *object,
                       const struct symtab *table, const struct touch *at)
{
    struct line_frame frames[FOLIO_MOST_FRAMES];
    const char *why;
    for (uint64_t back = 0; back < (at->samples ? 1 : 2); back++) {
        const struct place place = { .object = object, .table = table, .at = at->at - back };
        size_t n = resolver_lines(in->resolver, &place, frames, FOLIO_MOST_FRAMES, &why);
        if (n && !c->lines)
            c->lines = folio_lines_new();
        if (n)
            folio_lines_add(c->lines, place.at, frames, n);
        for (size_t i = 0; i < n; i++)
            if (frames[i].text)
                folio_lines_add_text(c->lines, frames[i].file, frames[i].line, frames[i].text,
                                     strlen(frames[i].text));
    }
}

/* What another folio has of the source. */
static bool keep_texts(struct content *c, const struct resolved *r, struct err *e)
{
    struct folio_lines *from = folio_lines_of(r->symbols, e);
    if (from && c->lines)
        folio_lines_add_texts(c->lines, from);
    folio_lines_free(from);
    return e->kind == ERR_NONE;
}

static bool add_objects(struct pack *p, const struct pack_input *in, const struct touches *t, struct err *e)
{
    size_t n;
    const struct object *const *objects = timeline_objects(in->timeline, &n);
    uint32_t *of = mem_new(n, sizeof(*of)); /* content + 1 */
    bool ok = true, dumps = has_stack_dumps(in->capture);
    for (size_t i = 0; i < n; i++) {
        struct resolved r = resolver_resolved(in->resolver, objects[i]);
        bool identified = r.table && (r.symbols->bytes.n || objects[i]->build_id.n);
        if (!identified || objects[i]->kind == OBJECT_KSYMBOL)
            continue;
        struct content *c = content_of(p, objects[i], &r);
        bool user = objects[i]->kind == OBJECT_USER || objects[i]->kind == OBJECT_VDSO;
        of[i] = (uint32_t)(c - p->contents) + 1;
        c->unwind = c->unwind || r.unwound || (dumps && user);
        c->dwarf = r.content.lines > c->dwarf ? r.content.lines : c->dwarf;
        touch_ends(c, r.table);
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct touch *at = &t->v[i];
        in->shares[at->object] += at->samples;
        if (!of[at->object])
            continue;
        struct content *c = &p->contents[of[at->object] - 1];
        const struct symtab *table = resolver_resolved(in->resolver, objects[at->object]).table;
        const struct symbol *s = symtab_find(table, at->at);
        c->samples += at->samples;
        c->hit = true;
        bool fresh = s && touch(c, table, s);
        if (!s && c->o.space == SYMTAB_FOFF)
            add_range(c, at->at < NAMELESS ? 0 : at->at - NAMELESS, at->at + NAMELESS);
        if (p->opts.level < FOLIO_CODE && !p->opts.dry_run)
            continue;
        keep_lines(c, in, objects[at->object], table, at);
        if (fresh && p->opts.source && !s->is_object && c->lines)
            source_text_add(&p->sources, c->lines, in->resolver, objects[at->object], table, s);
    }
    for (size_t i = 0; ok && i < n; i++) {
        struct resolved r = resolver_resolved(in->resolver, objects[i]);
        if (!of[i])
            continue;
        ok = keep_files(p, &p->contents[of[i] - 1], in, objects[i], &r, e) &&
             keep_texts(&p->contents[of[i] - 1], &r, e);
        answer(p, in, objects[i], &r, of[i] - 1);
    }
    free(of);
    return ok;
}

bool pack_add(struct pack *p, const struct pack_input *in, struct problems *problems, struct err *e)
{
    struct touches touches = { 0 };
    tell(p, "reading", in->name);
    bool ok = add_files(p, in, e) && touch_places(in->capture, in->timeline, in->resolver, &touches, e) &&
              add_objects(p, in, &touches, e);
    p->samples += touches.samples;
    *problems = touches.problems;
    touches_free(&touches);
    return ok;
}

static uint32_t name_at(void *arg, const char *name)
{
    return strings_at(arg, name);
}

/* The whole table again. */
static bool decode(const struct content *c, struct symtab *t, struct err *e)
{
    return folio_take_rest((struct span){ (const uint8_t *)c->columns.s, c->columns.n }, t, e);
}

static bool write_tables(struct pack *p, struct content *c, struct strings *strings, struct err *e)
{
    struct symtab t = { 0 };
    struct text name = { 0 }, bytes = { 0 };
    bool ok = decode(c, &t, e);
    struct folio_section head = { .type = SECTION_SYMTAB, .entsize = FOLIO_SYM_BYTES };
    section_name(&name, ".symtab.", c->o.name);
    head.name = name.s;
    head.info = folio_put_symtab(&t, c->touched, name_at, strings, &bytes);
    c->o.nsymbols = bytes.n / FOLIO_SYM_BYTES - 1;
    ok = ok && (c->o.symtab = folio_add(&p->w, &head, (struct span){ (uint8_t *)bytes.s, bytes.n }, e));
    if (ok && c->hit && !c->o.partial && (p->opts.level > FOLIO_MIN || p->opts.dry_run)) {
        bytes.n = 0;
        folio_put_rest(&t, c->touched, &bytes);
        section_name(&name, ".symbols.", c->o.name);
        uint32_t rest = folio_add_packed(&p->w, name.s, (struct span){ (uint8_t *)bytes.s, bytes.n }, e);
        ok = rest;
        c->o.partial = c->o.partial || (ok && bytes.n > frames_bearable(p->w.f.sections[rest].size));
        c->o.rest = c->o.partial ? 0 : rest; /* what no reader would unfold */
        c->o.nsymbols = c->o.partial ? c->o.nsymbols : t.n;
    }
    if (ok && c->lines) {
        bytes.n = 0;
        folio_lines_put(c->lines, &bytes);
        section_name(&name, ".lines.", c->o.name);
        ok = (c->o.lines = folio_add_packed(&p->w, name.s, (struct span){ (uint8_t *)bytes.s, bytes.n }, e));
        c->o.held.lines = c->dwarf ? c->dwarf : 1; /* it may be in another file */
    }
    if (ok && c->image.n && (!c->whole || p->opts.dry_run)) {
        section_name(&name, ".image.", c->o.name);
        ok = (c->o.image =
                  folio_add_packed(&p->w, name.s, (struct span){ (uint8_t *)c->image.s, c->image.n }, e));
    }
    c->o.whole = !c->o.image && c->whole;
    c->o.image = c->o.image ? c->o.image : c->whole;
    symtab_free(&t);
    text_free(&name);
    text_free(&bytes);
    return ok;
}

/* All build-ids, for `readelf -n`, which takes an empty section for a fault. */
static bool write_notes(struct pack *p, struct err *e)
{
    const struct folio_section head = { .name = ".note.gnu.build-id", .type = SECTION_NOTE };
    struct text notes = { 0 };
    for (size_t i = 0; i < p->n; i++)
        folio_put_id_note(&p->contents[i].o, &notes);
    bool ok = !notes.n || folio_add(&p->w, &head, (struct span){ (uint8_t *)notes.s, notes.n }, e);
    text_free(&notes);
    return ok;
}

static uint64_t size_of(const struct pack *p, uint32_t section)
{
    return section ? p->w.f.sections[section].size + FOLIO_SECTION_HEADER : 0;
}

static void make_rows(struct pack *p)
{
    const struct folio *f = &p->w.f;
    p->rows = mem_new(f->nfiles + p->n, sizeof(*p->rows));
    for (size_t i = 0; i < f->nfiles; i++) {
        struct pack_row *row = &p->rows[p->nrows++];
        *row = (struct pack_row){ .name = f->captures[f->files[i].capture].name, .capture = true };
        for (int level = 0; level < FOLIO_LEVELS; level++)
            row->bytes[level] = size_of(p, f->files[i].section);
    }
    for (size_t i = 0; i < p->n; i++) {
        const struct content *c = &p->contents[i];
        struct pack_row *row = &p->rows[p->nrows++];
        uint64_t symbols = size_of(p, c->o.symtab), rest = size_of(p, c->o.rest),
                 image = size_of(p, c->o.image);
        *row = (struct pack_row){ .name = c->o.name, .samples = c->samples };
        row->bytes[FOLIO_MIN] = symbols + (c->unwind ? image : 0);
        row->bytes[FOLIO_SYMBOLS] = row->bytes[FOLIO_MIN] + rest;
        row->bytes[FOLIO_CODE] = symbols + rest + image + size_of(p, c->o.lines);
        row->bytes[FOLIO_FULL] = symbols + rest + size_of(p, c->o.lines) + size_of(p, c->whole) +
                                 size_of(p, c->o.debug) + size_of(p, c->o.listing);
    }
}

const struct pack_row *pack_row_at(const struct pack *p, size_t i)
{
    return i < p->nrows ? &p->rows[i] : NULL;
}

uint64_t pack_samples(const struct pack *p)
{
    return p->samples;
}

size_t pack_objects(const struct pack *p)
{
    return p->n;
}

uint64_t pack_size(const struct pack *p)
{
    return p->size;
}

/* The names of the touched symbols of all objects, and the symbols. */
static bool write_symbols(struct pack *p, struct err *e)
{
    struct folio *f = &p->w.f;
    struct strings *strings = strings_new();
    bool ok = true;
    for (size_t i = 0; ok && i < p->n; i++) {
        struct symtab t = { 0 };
        ok = decode(&p->contents[i], &t, e);
        for (size_t k = 0; ok && k < t.n; k++)
            if (is_touched(p->contents[i].touched, k))
                strings_add(strings, t.v[k].name);
        symtab_free(&t);
    }
    ok = ok && strings_seal(strings, UINT32_MAX, e);
    const struct folio_section head = { .name = ".strtab", .type = SECTION_STRTAB };
    uint32_t strtab = ok ? folio_add(&p->w, &head, strings_bytes(strings), e) : 0;
    for (size_t i = 0; strtab && ok && i < p->n; i++) {
        tell(p, "writing", p->contents[i].o.name);
        ok = write_tables(p, &p->contents[i], strings, e);
        if (ok)
            f->sections[p->contents[i].o.symtab].link = strtab;
    }
    strings_free(strings);
    return ok && strtab;
}

bool pack_finish(struct pack *p, struct err *e)
{
    struct folio *f = &p->w.f;
    bool ok = write_symbols(p, e) && write_notes(p, e);
    if (!ok)
        return false;
    make_rows(p);
    for (size_t i = 0; i < p->n; i++) {
        f->objects = mem_room(f->objects, f->nobjects, &p->w.cap_objects, sizeof(*f->objects));
        f->objects[f->nobjects] = p->contents[i].o;
        f->objects[f->nobjects++].partial |= p->opts.level == FOLIO_MIN || !p->contents[i].hit;
    }
    if (p->opts.dry_run)
        return true; /* pack_free() drops it */
    p->writing = false;
    return folio_finish(&p->w, &p->size, e);
}
