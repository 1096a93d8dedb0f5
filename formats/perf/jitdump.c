#include "formats/perf/jitdump.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/lines.h"

/* Header and record layouts: jitdump-specification.txt, "III/ Jitdump file header format" and "IV/". */
enum { MAGIC = 0x4a695444, HEADER_BYTES = 40, RECORD_BYTES = 16 };
enum { JIT_CODE_LOAD, JIT_CODE_MOVE, JIT_CODE_DEBUG_INFO };

/* The magic number is in the order of the machine that wrote it. */
static bool order_of(struct span bytes, enum byte_order *order)
{
    *order = bytes.n >= HEADER_BYTES && load_u32(bytes.p, ORDER_BIG) == MAGIC ? ORDER_BIG : ORDER_LITTLE;
    return bytes.n >= HEADER_BYTES && load_u32(bytes.p, *order) == MAGIC;
}

/* Code that was made, or moved. */
struct load {
    uint64_t avma, size;
    const char *name;
    struct span code;  /* n: 0 if the record has not all of it */
    struct span debug; /* its lines of source: entries of JIT_CODE_DEBUG_INFO */
    uint32_t
        first; /* the one that it was moved from in the end, or itself: its name and lines are this one's */
};

struct jitdump {
    uint32_t pid; /* whose it is: code of others is not ours to name */
    uint16_t machine;
    enum byte_order order;
    struct load *v; /* in the order of time */
    size_t n, cap;
    struct idmap at; /* address -> the latest one there + 1 */
    struct {
        uint64_t avma;
        struct span entries;
    } debug; /* of the code that comes next, if it is made there */
};

static void add(struct jitdump *d, const struct load *l)
{
    *MEM_ADD(d->v, d->n, d->cap) = *l;
    *idmap_at(&d->at, l->avma) = (uint32_t)d->n;
}

/* The code is the end of the record, as to perf (util/jitdump.c, jit_repipe_code_load()). */
static void load(struct cur *c, struct jitdump *d)
{
    uint32_t pid = cur_u32(c);
    cur_take(c, 4 + 8); /* tid, vma */
    struct load l = { .first = (uint32_t)d->n };
    l.avma = cur_u64(c);
    l.size = cur_u64(c);
    cur_u64(c); /* code_index */
    l.name = cur_cstr(c);
    if (d->debug.avma == l.avma)
        l.debug = d->debug.entries;
    d->debug.entries.n = 0;
    if (c->bad || !l.size || pid != d->pid)
        return;
    if (l.size <= c->left) {
        cur_take(c, c->left - l.size);
        l.code = cur_take(c, l.size);
    }
    add(d, &l);
}

/* A function that was moved has its name at both places, and its code. */
static void move(struct cur *c, struct jitdump *d)
{
    uint32_t pid = cur_u32(c);
    cur_take(c, 4 + 8);
    uint64_t from = cur_u64(c), to = cur_u64(c), size = cur_u64(c);
    uint32_t known = idmap_get(&d->at, from);
    if (c->bad || !size || !known || pid != d->pid)
        return;
    struct load l = d->v[known - 1];
    l.avma = to;
    l.size = size;
    l.code.n = l.code.n < size ? 0 : (size_t)size;
    add(d, &l);
}

/* Lines stand in front of the code that they are of. */
static void debug_info(struct cur *c, struct jitdump *d)
{
    d->debug.avma = cur_u64(c);
    cur_u64(c); /* entries: they are what the record has room for */
    d->debug.entries = cur_take(c, c->left);
}

static void jitdump_close(struct jitdump *d)
{
    free(d->v);
    idmap_free(&d->at);
}

/* The next record; false: there is none, or it is cut off. */
static bool next_record(struct cur *c, enum byte_order order, uint32_t *id, struct cur *body)
{
    if (c->left < RECORD_BYTES)
        return false;
    *id = load_u32(c->p, order);
    const uint32_t size = load_u32(c->p + 4, order);
    const struct span record = cur_take(c, size);
    if (size < RECORD_BYTES || c->bad)
        return false;
    *body = cur_of((struct span){ record.p + RECORD_BYTES, size - RECORD_BYTES }, order);
    return true;
}

/* The facts of the header, and a cursor at the first record. Nothing is to be closed. */
static bool read_header(struct span bytes, struct jitdump *d, struct cur *records, struct err *e)
{
    *d = (struct jitdump){ .n = 0 };
    if (!order_of(bytes, &d->order))
        return err_set(e, ERR_FORMAT, 0, "not a jitdump");
    struct cur c = cur_of(bytes, d->order);
    cur_take(&c, 8);
    uint32_t header = cur_u32(&c);
    d->machine = (uint16_t)cur_u32(&c);
    cur_take(&c, 4); /* pad1 */
    d->pid = cur_u32(&c);
    if (header < HEADER_BYTES || header > bytes.n)
        return err_set(e, ERR_FORMAT, 8, "its header has %u bytes, expected 40 or more", header);
    *records = cur_of((struct span){ bytes.p + header, bytes.n - header }, d->order);
    return true;
}

/* All that is in a dump, to be closed. */
static bool jitdump_open(struct span bytes, struct jitdump *d, struct err *e)
{
    struct cur c, body;
    if (!read_header(bytes, d, &c, e))
        return false;
    for (uint32_t id; next_record(&c, d->order, &id, &body);)
        if (id == JIT_CODE_LOAD)
            load(&body, d);
        else if (id == JIT_CODE_MOVE)
            move(&body, d);
        else if (id == JIT_CODE_DEBUG_INFO)
            debug_info(&body, d);
    return true;
}

static bool jitdump_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    struct jitdump d;
    if (!jitdump_open(in->bytes, &d, e))
        return false;
    for (size_t i = 0; i < d.n; i++) {
        const struct load *l = &d.v[i];
        const char *name = l->first < i ? out->v[l->first].name
                                        : arena_text(&out->arena, l->name, strlen(l->name));
        symtab_add(out, l->avma, l->size, SYMBOL_LOCAL, name);
    }
    jitdump_close(&d);
    symtab_latest(out);
    out->space = SYMTAB_AVMA;
    return true;
}

/* The header has no word size: that is by where the code lies, if there is a choice. */
static const struct arch *arch_of(const struct jitdump *d)
{
    const struct arch *narrow = arch_by_elf(d->machine, 32, d->order);
    bool wide = !narrow;
    for (size_t i = 0; i < d->n && !wide; i++)
        wide = d->v[i].avma > UINT32_MAX;
    return wide ? arch_by_elf(d->machine, 64, d->order) : narrow;
}

static uint64_t end_of(const struct load *l)
{
    return l->size < UINT64_MAX - l->avma ? l->avma + l->size : UINT64_MAX;
}

/* Which of the edges an address is. */
static size_t edge_at(const uint64_t *edges, size_t n, uint64_t avma)
{
    return sort_by_up_to(edges, n, sizeof(*edges), avma) - 1;
}

/* The first place from `at` on that is free: each leads to itself if it is, else to a later one. */
static size_t free_from(size_t *next, size_t at)
{
    size_t to = at;
    while (next[to] != to)
        to = next[to];
    while (next[at] != to) {
        size_t then = next[at];
        next[at] = to;
        at = then;
    }
    return to;
}

/* Where code begins and ends, in order, each once. */
static uint64_t *edges_of(const struct jitdump *d, size_t *n)
{
    uint64_t *edges = mem_new(2 * d->n, sizeof(*edges));
    size_t all = 0;
    for (size_t i = 0; i < d->n; i++) {
        edges[all++] = d->v[i].avma;
        edges[all++] = end_of(&d->v[i]);
    }
    sort_by_first(edges, all, sizeof(*edges));
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (!*n || edges[*n - 1] != edges[i])
            edges[(*n)++] = edges[i];
    return edges;
}

/* What lies from one edge to the next: that was made last which covers it, so the latest takes its places
   first. Per edge the one from there on, + 1; 0: none. Both are malloc'ed. */
static uint32_t *owners_of(const struct jitdump *d, uint64_t **edges, size_t *n)
{
    *edges = edges_of(d, n);
    size_t *next = mem_new(*n + 1, sizeof(*next));
    uint32_t *owner = mem_new(*n + 1, sizeof(*owner));
    for (size_t i = 0; i <= *n; i++)
        next[i] = i;
    for (size_t i = d->n; i--;) {
        const struct load *l = &d->v[i];
        const size_t end = edge_at(*edges, *n, end_of(l));
        for (size_t at = edge_at(*edges, *n, l->avma); (at = free_from(next, at)) < end; next[at] = at + 1)
            owner[at] = (uint32_t)i + 1;
    }
    free(next);
    return owner;
}

static void take_latest(const struct jitdump *d, const struct arch *arch, struct jitdump_code *out)
{
    size_t n, cap = 0;
    uint64_t *edges;
    uint32_t *owner = owners_of(d, &edges, &n);
    for (size_t i = 0; i + 1 < n; i++) {
        const struct load *l = owner[i] ? &d->v[owner[i] - 1] : NULL;
        struct code_piece *last = out->n ? &out->v[out->n - 1] : NULL;
        if (!l || !l->code.n)
            continue;
        const size_t size = (size_t)(edges[i + 1] - edges[i]);
        if (i && owner[i - 1] == owner[i])
            last->bytes.n += size;
        else
            *MEM_ADD(out->v, out->n, cap) =
                (struct code_piece){ arch, { l->code.p + (edges[i] - l->avma), size }, edges[i], 0 };
    }
    free(edges);
    free(owner);
}

bool jitdump_code(struct span bytes, struct jitdump_code *out, struct err *e)
{
    struct jitdump d;
    *out = (struct jitdump_code){ .n = 0 };
    if (!jitdump_open(bytes, &d, e))
        return false;
    const struct arch *arch = arch_of(&d);
    if (arch)
        take_latest(&d, arch, out);
    else
        err_set(e, ERR_UNSUPPORTED, 0, "its code is of an unknown machine (%u)", d.machine);
    jitdump_close(&d);
    return arch;
}

/* The lines of code: of a function they are read when the first is asked for. */
struct lines {
    struct jitdump d;
    uint64_t *edges;
    uint32_t *owner; /* of owners_of() */
    size_t n;
    uint64_t header; /* bytes of an ELF header that the writer added to all addresses of lines */
    struct lined {
        struct line_row {
            uint64_t avma;
            const char *file;
            uint32_t line;
        } * v; /* by address */
        size_t n, cap;
        bool read;
    } * lined; /* per code of the dump */
};

/* The next line of a function; `row` is the one in front, or all 0. */
static bool next_line(struct cur *c, struct line_row *row)
{
    row->avma = cur_u64(c);
    row->line = cur_u32(c);
    cur_u32(c); /* discriminator */
    const char *name = cur_cstr(c);
    if (c->bad)
        return false;
    row->file = strcmp(name, "\xff") ? name : row->file; /* that of the entry in front */
    return true;
}

/* Writers that have perf make ELF files of code (perf inject --jit) add the size of the header that is in
   front of it there to all addresses, as V8 does: no line of the dump is in front of that then. A dump by the
   specification may have functions of which that is true, too, but hardly of all. */
static bool is_behind_header(const struct jitdump *d, uint64_t header)
{
    for (size_t i = 0; i < d->n; i++) {
        const struct load *l = &d->v[i];
        struct cur c = cur_of(l->debug, d->order);
        for (struct line_row row = { 0 }; l->first == i && next_line(&c, &row);)
            if (row.avma < l->avma || row.avma - l->avma < header)
                return false;
    }
    return true;
}

static void read_lines(const struct lines *s, const struct load *l, struct lined *to)
{
    struct cur c = cur_of(l->debug, s->d.order);
    for (struct line_row row = { 0 }; next_line(&c, &row);) {
        *MEM_ADD(to->v, to->n, to->cap) = row;
        to->v[to->n - 1].avma -= s->header;
    }
    sort_by_first(to->v, to->n, sizeof(*to->v));
    to->read = true;
}

static struct lines *lines_open(const struct blob *symbols, const struct blob *runtime UNUSED,
                                const struct object *object UNUSED, const struct line_files *files UNUSED,
                                struct err *e)
{
    struct lines *s = mem_new(1, sizeof(*s));
    if (!jitdump_open(symbols->bytes, &s->d, e)) {
        free(s);
        return NULL;
    }
    const struct arch *arch = arch_of(&s->d);
    const uint64_t header = arch && arch->bits == 32 ? 0x34 : 0x40;
    s->header = is_behind_header(&s->d, header) ? header : 0;
    s->owner = owners_of(&s->d, &s->edges, &s->n);
    s->lined = mem_new(s->d.n, sizeof(*s->lined));
    return s;
}

static size_t lines_at(struct lines *s, uint64_t avma, struct line_frame *out, size_t max, uint64_t *end)
{
    const size_t i = sort_by_up_to(s->edges, s->n, sizeof(*s->edges), avma);
    const struct load *l = i && s->owner[i - 1] ? &s->d.v[s->owner[i - 1] - 1] : NULL;
    uint64_t until = i < s->n ? s->edges[i] : UINT64_MAX;
    size_t n = 0;
    if (l) {
        const struct load *first = &s->d.v[l->first];
        struct lined *of = &s->lined[l->first];
        const uint64_t moved = l->avma - first->avma;
        if (!of->read)
            read_lines(s, first, of);
        const size_t at = sort_by_up_to(of->v, of->n, sizeof(*of->v), avma - moved);
        if (at < of->n && of->v[at].avma + moved > avma && of->v[at].avma + moved < until)
            until = of->v[at].avma + moved;
        if (at && max)
            out[n++] = (struct line_frame){ .function = first->name,
                                            .file = of->v[at - 1].file,
                                            .line = of->v[at - 1].line };
    }
    if (end)
        *end = until;
    return n;
}

static void lines_close(struct lines *s)
{
    for (size_t i = 0; i < s->d.n; i++)
        free(s->lined[i].v);
    free(s->lined);
    free(s->edges);
    free(s->owner);
    jitdump_close(&s->d);
    free(s);
}

static const struct line_reader jitdump_lines = {
    .open = lines_open, .at = lines_at, .close = lines_close, .why_none = "the jitdump has no line there"
};

/* Its lines are worth what their records have bytes. */
static struct symbol_content jitdump_content(const struct blob *b)
{
    struct symbol_content content = symtab_content_full(b);
    struct jitdump d;
    struct err e;
    struct cur c, body;
    if (!read_header(b->bytes, &d, &c, &e))
        return content;
    for (uint32_t id; next_record(&c, d.order, &id, &body);)
        content.lines += id == JIT_CODE_DEBUG_INFO ? body.left : 0;
    return content;
}

static bool jitdump_recognise(struct span bytes)
{
    enum byte_order order;
    return order_of(bytes, &order);
}

const struct symbol_reader jitdump_reader = {
    .name = "jitdump",
    .kinds = 1u << WANT_PERF_MAP,
    .recognise = jitdump_recognise,
    .content = jitdump_content,
    .read = jitdump_read,
    .lines = &jitdump_lines,
};
