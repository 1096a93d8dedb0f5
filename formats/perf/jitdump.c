#include "formats/perf/jitdump.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/resolve_lines.h"

/* Adds functions that were replaced, and says which code was at each address since when. */
static void add_replaced(const struct jitdump *d, struct symtab *out)
{
    for (size_t i = 0; i < d->n; i++) {
        const struct jitdump_load *l = &d->v[i];
        uint64_t since = l->time;
        if (l->is_earliest)
            since = 0;
        if (l->at != l->avma)
            symtab_add(out, l->at, l->size, SYMBOL_LOCAL, l->name);
        if (l->is_shared)
            *MEM_ADD(out->replaced, out->nreplaced, out->cap_replaced) =
                (struct replaced_code){ l->avma, l->size, since, l->at };
    }
    if (out->nreplaced)
        symtab_sort(out);
}

static bool jitdump_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    struct jitdump d;
    if (!jitdump_open(in->bytes, &d, e))
        return false;
    for (size_t i = 0; i < d.n; i++) {
        struct jitdump_load *l = &d.v[i];
        if (l->first < i)
            l->name = d.v[l->first].name;
        else
            l->name = arena_text(&out->arena, l->name, strlen(l->name));
        symtab_add(out, l->avma, l->size, SYMBOL_LOCAL, l->name);
    }
    symtab_flatten_by_time(out);
    add_replaced(&d, out);
    jitdump_close(&d);
    out->space = SYMTAB_AVMA;
    return true;
}

/* The architecture of a dump. The header has no word size. If the machine has two word sizes, code above
   4 GiB shows that it is 64 bits. */
static const struct arch *arch_of(const struct jitdump *d)
{
    const struct arch *narrow = arch_by_elf(d->machine, 32, d->order);
    bool wide = !narrow;
    for (size_t i = 0; i < d->n && !wide; i++)
        wide = d->v[i].avma > UINT32_MAX;
    if (wide)
        return arch_by_elf(d->machine, 64, d->order);
    return narrow;
}

/* The code for an element of jitdump_owners(); NULL: none. */
static const struct jitdump_load *load_of(const struct jitdump *d, uint32_t owner)
{
    if (owner)
        return &d->v[owner - 1];
    return NULL;
}

static void take_latest(const struct jitdump *d, const struct arch *arch, struct jitdump_code *out)
{
    size_t n, cap = 0;
    uint64_t *edges;
    uint32_t *owner = jitdump_owners(d, false, &edges, &n);
    for (size_t i = 0; i + 1 < n; i++) {
        const struct jitdump_load *l = load_of(d, owner[i]);
        if (!l || !l->code.n)
            continue;
        const size_t size = (size_t)(edges[i + 1] - edges[i]);
        if (i && owner[i - 1] == owner[i])
            out->v[out->n - 1].bytes.n += size;
        else
            *MEM_ADD(out->v, out->n, cap) =
                (struct code_piece){ arch, { l->code.p + (edges[i] - l->avma), size }, edges[i], 0 };
    }
    free(edges);
    free(owner);
    /* images of 32-bit machines have no such addresses */
    for (size_t i = 0; i < d->n && arch->bits == 64; i++) {
        const struct jitdump_load *l = &d->v[i];
        if (l->at != l->avma && l->code.n)
            *MEM_ADD(out->v, out->n, cap) = (struct code_piece){ arch, l->code, l->at, 0 };
    }
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

/* The source lines of a dump. Those of a function are read when one of them is looked up first. */
struct lines {
    struct jitdump d;
    uint64_t *edges;
    uint32_t *owner; /* from jitdump_owners() */
    size_t n;
    struct lines_replaced {
        uint64_t at;
        uint32_t load;
    } * replaced; /* replaced code, by its separate address in the table */
    size_t nreplaced, cap_replaced;
    uint64_t header; /* size of an ELF header that the writer added to the addresses of all lines */
    struct lined {
        struct line_row {
            uint64_t avma;
            const char *file;
            uint32_t line;
        } * v; /* sorted by address */
        size_t n, cap;
        bool read;
    } * lined; /* one per load of the dump */
};

/* Reads the next line of a function. `row` has the previous line, or zeros. */
static bool jitdump_next_line(struct cur *c, struct line_row *row)
{
    row->avma = cur_u64(c);
    row->line = cur_u32(c);
    cur_u32(c); /* discriminator */
    const char *name = cur_cstr(c);
    if (c->bad)
        return false;
    if (strcmp(name, "\xff"))
        row->file = name; /* "\xff": the same file as in the previous entry */
    return true;
}

/* Whether the addresses of lines include an ELF header. Some writers, such as V8, add its size, because
   perf inject --jit puts a header before the code. Then no function has a line below its address plus that
   size. In a dump without the addition this is hardly so for all functions. */
static bool is_behind_header(const struct jitdump *d, uint64_t header)
{
    for (size_t i = 0; i < d->n; i++) {
        const struct jitdump_load *l = &d->v[i];
        struct cur c = cur_of(l->debug, d->order);
        for (struct line_row row = { 0 }; l->first == i && jitdump_next_line(&c, &row);)
            if (row.avma < l->avma || row.avma - l->avma < header)
                return false;
    }
    return true;
}

static void read_lines(const struct lines *s, const struct jitdump_load *l, struct lined *to)
{
    struct cur c = cur_of(l->debug, s->d.order);
    for (struct line_row row = { 0 }; jitdump_next_line(&c, &row);) {
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
    uint64_t header = 0x40; /* sizeof(Elf64_Ehdr) */
    if (arch && arch->bits == 32)
        header = 0x34; /* sizeof(Elf32_Ehdr) */
    if (is_behind_header(&s->d, header))
        s->header = header;
    s->owner = jitdump_owners(&s->d, false, &s->edges, &s->n);
    for (size_t i = 0; i < s->d.n; i++)
        if (s->d.v[i].at != s->d.v[i].avma)
            *MEM_ADD(s->replaced, s->nreplaced, s->cap_replaced) =
                (struct lines_replaced){ s->d.v[i].at, (uint32_t)i };
    s->lined = mem_new(s->d.n, sizeof(*s->lined));
    return s;
}

/* The code that the table has at an address, and its beginning; NULL: none. The result is valid up to
   *until. */
static const struct jitdump_load *load_at(const struct lines *s, uint64_t at, uint64_t *begins,
                                          uint64_t *until)
{
    *begins = 0;
    *until = UINT64_MAX;
    if (at < SYMTAB_REPLACED) {
        const size_t i = sort_count_up_to(s->edges, s->n, sizeof(*s->edges), at);
        const struct jitdump_load *l = NULL;
        if (i)
            l = load_of(&s->d, s->owner[i - 1]);
        if (i < s->n)
            *until = s->edges[i];
        if (l)
            *begins = l->avma;
        return l;
    }
    const size_t i = sort_count_up_to(s->replaced, s->nreplaced, sizeof(*s->replaced), at);
    if (i < s->nreplaced)
        *until = s->replaced[i].at;
    if (!i)
        return NULL;
    const struct jitdump_load *l = &s->d.v[s->replaced[i - 1].load];
    *begins = l->at;
    if (at - l->at < l->size)
        return l;
    return NULL;
}

static size_t lines_at(struct lines *s, uint64_t avma, struct line_frame *out, size_t max, uint64_t *end)
{
    uint64_t until, begins;
    const struct jitdump_load *l = load_at(s, avma, &begins, &until);
    size_t n = 0;
    if (l) {
        const struct jitdump_load *first = &s->d.v[l->first];
        struct lined *of = &s->lined[l->first];
        const uint64_t moved = begins - first->avma;
        if (!of->read)
            read_lines(s, first, of);
        const size_t at = sort_count_up_to(of->v, of->n, sizeof(*of->v), avma - moved);
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
    free(s->replaced);
    jitdump_close(&s->d);
    free(s);
}

static const struct line_reader jitdump_lines = {
    .open = lines_open, .at = lines_at, .close = lines_close, .why_none = "the jitdump has no line there"
};

/* The content of a dump. The weight of its lines is the size of their records. */
static struct symbol_content jitdump_content(const struct blob *b)
{
    struct symbol_content content = symtab_content_full(b);
    content.lines += jitdump_bytes_of_lines(b->bytes);
    return content;
}

const struct symbol_reader jitdump_reader = {
    .name = "jitdump",
    .kinds = 1u << WANT_PERF_MAP,
    .recognise = jitdump_recognise,
    .content = jitdump_content,
    .read = jitdump_read,
    .lines = &jitdump_lines,
};
