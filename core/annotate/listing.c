#include "core/annotate/listing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Limits for the bytes that are disassembled, in one function (the largest known functions have 1 << 20)
   and in all functions. The latter is needed because symbols may overlap. Each byte takes about a hundred
   bytes of memory. */
enum { LARGEST_FUNCTION = 1 << 22, MOST_CODE = 1 << 25 };

/* The runs of a function's code, and their pieces. */
struct annotate_listing_taken {
    struct code_run *runs;
    size_t n;
    size_t *pieces; /* index in `pieces` of struct annotate_listing_making; SIZE_MAX: no bytes */
};

struct annotate_listing_making {
    struct listings *l;
    const struct weights *w;
    struct code *code;
    struct resolver *resolver;
    const struct listing_opts *o;
    struct annotate_listing_taken *taken; /* per function */
    struct code_piece *pieces;
    size_t npieces, cap;
    uint64_t left; /* bytes left of MOST_CODE */
};

/* Adds the rest of a function as a run without bytes. */
static void annotate_listing_add_rest(struct annotate_listing_taken *t, uint64_t at, uint64_t end)
{
    uint64_t svma = at;
    if (t->n) {
        const struct code_run *last = &t->runs[t->n - 1];
        svma = last->svma + (at - last->at);
    }
    t->runs = mem_resize(t->runs, t->n + 1, sizeof(*t->runs));
    t->runs[t->n] = (struct code_run){ .at = at, .size = end - at, .svma = svma, .section = "" };
    t->n += end > at;
}

/* The address where a function's code begins. The start of a symbol may have bits that are not part of the address,
   such as the Thumb bit of memcpy in ARM's C library, which is an STT_GNU_IFUNC and not an STT_FUNC; perf uses the odd
   address, too. */
static uint64_t first_of(const struct symbol *s, const struct arch *arch)
{
    if (!arch)
        return s->start;
    return s->start & ~(uint64_t)arch->function_bits;
}

/* Sets the real address of JIT code that was overwritten. In the table it has an artificial address
   (SYMTAB_REPLACED). */
static void show_as_it_lay(const struct symtab *table, struct annotate_listing_taken *t)
{
    const uint64_t at = t->n && table ? t->runs[0].at : 0;
    size_t i = 0;
    if (at < SYMTAB_REPLACED)
        return;
    while (i < table->nreplaced && at - table->replaced[i].at >= table->replaced[i].len)
        i++;
    for (size_t k = 0; i < table->nreplaced && k < t->n; k++)
        t->runs[k].svma += table->replaced[i].avma - table->replaced[i].at;
}

/* Finds the runs of a function and the pieces to disassemble. Code beyond the limits is treated as
   missing. */
static void take_runs(struct annotate_listing_making *m, struct listing *g, struct annotate_listing_taken *t)
{
    const struct hot_function *f = g->function;
    const struct code_reader *reader = code_reader_of(m->code);
    const struct code_file *file = code_file_of(m->code, f->object, &g->why);
    if (file)
        g->arch = reader->arch(file);
    const uint64_t start = first_of(f->symbol, g->arch), last = f->symbol->end - (f->symbol->start - start);
    const uint64_t end = last > start ? last : start + 1;
    const uint64_t known = start + lesser_of(end - start, lesser_of(m->left, LARGEST_FUNCTION));
    if (!file) {
        annotate_listing_add_rest(t, start, last);
        return;
    }
    g->why = NULL;
    g->addresses = reader->addresses(file);
    if (known > start)
        t->runs = reader->runs(file, start, known, &t->n);
    annotate_listing_add_rest(t, known, last);
    show_as_it_lay(f->table, t);
    m->left -= known - start;
    if (t->n)
        g->section = t->runs[0].section;
    g->patched = patches_choose(m->o->patches, m->o->npatches, f, m->w);
    t->pieces = mem_new(t->n, sizeof(*t->pieces));
    for (size_t i = 0; i < t->n; i++) {
        struct code_run *r = &t->runs[i];
        t->pieces[i] = SIZE_MAX;
        if (!r->bytes.n)
            continue;
        patches_apply(m->o->patches, m->o->npatches, &g->patched, f->object, r, &m->l->arena);
        m->pieces = mem_room(m->pieces, m->npieces, &m->cap, sizeof(*m->pieces));
        t->pieces[i] = m->npieces;
        m->pieces[m->npieces++] = (struct code_piece){ g->arch, r->bytes, r->svma, r->mark };
    }
}

static struct disassembler *tool_of(struct annotate_listing_making *m, const struct arch *arch)
{
    struct listings *l = m->l;
    for (size_t i = 0; i < l->ntools; i++)
        if (l->tools[i].arch == arch)
            return l->tools[i].d;
    l->tools = mem_room(l->tools, l->ntools, &l->cap_tools, sizeof(*l->tools));
    l->tools[l->ntools] = (struct listing_tool){ arch, m->o->open(arch, &m->o->disassembler) };
    return l->tools[l->ntools++].d;
}

/* Disassembles all pieces, with one call for each architecture. */
static bool disassemble_all(struct annotate_listing_making *m, struct err *e)
{
    struct listings *l = m->l;
    struct code_piece *pieces = mem_new(m->npieces, sizeof(*pieces));
    struct insns *out = mem_new(m->npieces, sizeof(*out));
    bool *done = mem_new(m->npieces, sizeof(*done)), ok = true;
    l->insns = mem_new(m->npieces, sizeof(*l->insns));
    l->ninsns = m->npieces;
    for (size_t i = 0; ok && i < m->npieces; i++) {
        size_t n = 0;
        for (size_t k = i; !done[i] && k < m->npieces; k++)
            if (m->pieces[k].arch == m->pieces[i].arch)
                pieces[n++] = m->pieces[k];
        memset(out, 0, n * sizeof(*out));
        struct disassembler *d = n ? tool_of(m, m->pieces[i].arch) : NULL;
        ok = !d || d->take(d, pieces, n, out, e);
        for (size_t k = i, at = 0; ok && n && k < m->npieces; k++)
            if (m->pieces[k].arch == m->pieces[i].arch) {
                l->insns[k] = out[at++];
                done[k] = true;
            }
    }
    free(pieces);
    free(out);
    free(done);
    return ok;
}

/* The first row of the weights, from row `from` on, whose address is not below `end`. */
static size_t weights_up_to(const struct annotate_listing_making *m, const struct hot_function *f,
                            size_t from, uint64_t end)
{
    while (from < f->end && m->w->rows[from].at < end)
        from++;
    return from;
}

/* The first row of the weights after the rows of the listing so far. */
static size_t next_weight(const struct listing *g)
{
    if (!g->n)
        return g->function->first;
    return g->rows[g->n - 1].end;
}

static void annotate_listing_add_row(struct annotate_listing_making *m, struct listing *g, size_t *cap,
                                     const struct listing_row *row)
{
    assert(row->size);
    g->rows = mem_room(g->rows, g->n, cap, sizeof(*g->rows));
    const size_t first = next_weight(g);
    g->rows[g->n] = *row;
    g->rows[g->n].first = first;
    g->rows[g->n].end = weights_up_to(m, g->function, first, row->at + row->size);
    g->n++;
}

/* Adds rows for a run without bytes: a row begins at the beginning of the run, and at each address with
   samples. */
static void add_absent(struct annotate_listing_making *m, struct listing *g, size_t *cap,
                       const struct code_run *r)
{
    const struct hot_function *f = g->function;
    size_t next = next_weight(g);
    for (uint64_t at = r->at, end = r->at + r->size, to; at < end; at = to) {
        while (next < f->end && m->w->rows[next].at <= at)
            next++;
        if (next < f->end && m->w->rows[next].at < end)
            to = m->w->rows[next].at;
        else
            to = end;
        annotate_listing_add_row(
            m, g, cap, &(struct listing_row){ .at = at, .size = to - at, .svma = at - r->at + r->svma });
    }
}

static void add_insns(struct annotate_listing_making *m, struct listing *g, size_t *cap,
                      const struct code_run *r, const struct insns *insns)
{
    uint64_t at = 0;
    for (size_t i = 0; i < insns->n && at < r->size; i++) {
        const struct insn *insn = &insns->v[i];
        const uint64_t size = lesser_of(insn->length, r->size - at);
        annotate_listing_add_row(m, g, cap,
                                 &(struct listing_row){ .at = r->at + at,
                                                        .size = size,
                                                        .svma = r->svma + at,
                                                        .insn = insn,
                                                        .bytes = r->bytes.p + at });
        at += size;
    }
}

/* Finds source lines. Rows in one address range of the line table share their frames. */
static void annotate_listing_find_lines(struct annotate_listing_making *m, struct listing *g)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct place p = { .object = g->function->object, .table = g->function->table };
    uint64_t end = 0;
    for (size_t i = 0; i < g->n; i++) {
        struct listing_row *row = &g->rows[i];
        if (i && row->at < end) {
            row->frames = row[-1].frames;
            row->nframes = row[-1].nframes;
            continue;
        }
        p.at = row->at;
        row->nframes = resolver_line_range(m->resolver, &p, frames, LINE_FRAMES_MOST, &end);
        if (row->nframes) {
            struct line_frame *own = arena_new(&m->l->arena, row->nframes * sizeof(*own));
            memcpy(own, frames, row->nframes * sizeof(*own));
            row->frames = own;
        }
    }
}

static void annotate_listing_fill(struct annotate_listing_making *m, struct listing *g,
                                  const struct annotate_listing_taken *t)
{
    size_t cap = 0;
    const char *why;
    const struct code_file *file = code_file_of(m->code, g->function->object, &why);
    for (size_t i = 0; i < t->n; i++) {
        struct insns *insns = t->pieces && t->pieces[i] != SIZE_MAX ? &m->l->insns[t->pieces[i]] : NULL;
        if (insns && g->addresses == CODE_UNLINKED)
            links_fill(code_reader_of(m->code), file, &t->runs[i], insns, &m->l->arena);
        if (insns)
            add_insns(m, g, &cap, &t->runs[i], insns);
        else
            add_absent(m, g, &cap, &t->runs[i]);
    }
    for (size_t i = 0; t->pieces && i < t->n && !g->by; i++)
        if (t->pieces[i] != SIZE_MAX)
            g->by = tool_of(m, g->arch);
    if (!m->o->no_lines)
        annotate_listing_find_lines(m, g);
}

bool listings_make(struct listings *l, const struct hot_function *const *functions, size_t n,
                   const struct weights *w, struct code *c, struct resolver *r, const struct listing_opts *o,
                   struct err *e)
{
    struct annotate_listing_making m = {
        .l = l, .w = w, .code = c, .resolver = r, .o = o, .left = MOST_CODE
    };
    *l = (struct listings){ .n = n };
    l->v = mem_new(n, sizeof(*l->v));
    m.taken = mem_new(n, sizeof(*m.taken));
    for (size_t i = 0; i < n; i++) {
        l->v[i] = (struct listing){ .function = functions[i], .section = "" };
        take_runs(&m, &l->v[i], &m.taken[i]);
    }
    bool ok = disassemble_all(&m, e);
    for (size_t i = 0; i < n; i++) {
        if (ok)
            annotate_listing_fill(&m, &l->v[i], &m.taken[i]);
        free(m.taken[i].runs);
        free(m.taken[i].pieces);
    }
    free(m.taken);
    free(m.pieces);
    return ok;
}

void listings_free(struct listings *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->v[i].rows);
    for (size_t i = 0; i < l->ninsns; i++)
        insns_free(&l->insns[i]);
    for (size_t i = 0; i < l->ntools; i++)
        l->tools[i].d->close(l->tools[i].d);
    free(l->v);
    free(l->insns);
    free(l->tools);
    arena_free(&l->arena);
    *l = (struct listings){ 0 };
}

struct weight listing_weight(const struct weights *w, const struct listing_row *row, uint32_t event)
{
    struct weight sum = { 0 };
    for (size_t i = row->first; i < row->end; i++)
        if (w->rows[i].event == event)
            weight_add(&sum, &w->rows[i].weight);
    return sum;
}

/* Whether a weight is that of a caller, at the last byte of its call. */
static bool is_of_call(const struct weights *w, const struct weight_row *weight,
                       const struct listing_row *row)
{
    return w->at_calls && weight->at + 1 == row->at + row->size;
}

uint64_t listing_inside_insns(const struct listing *l, const struct weights *w)
{
    uint64_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = l->rows[i].first; l->rows[i].insn && k < l->rows[i].end; k++) {
            if (w->rows[k].at != l->rows[i].at && !is_of_call(w, &w->rows[k], &l->rows[i]))
                n += w->rows[k].weight.samples;
        }
    return n;
}

const struct listing_row *listing_find(const struct listing *l, uint64_t svma)
{
    size_t low = 0;
    BISECT(low, l->n, i, l->rows[i].svma <= svma);
    if (!low || svma - l->rows[low - 1].svma >= l->rows[low - 1].size)
        return NULL;
    return &l->rows[low - 1];
}
