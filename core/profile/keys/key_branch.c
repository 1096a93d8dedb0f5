/*
 * Keys of branches, of a sample's branch stack or made out of a trace: where each came from and led to, and
 * what the CPU says about it. Orders are perf's (util/sort.c), which has no texts compared here, and the
 * addresses of kernels, negative as signed numbers, before all others.
 */
#include <inttypes.h>
#include <string.h>

#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/key_source.h"

/* The same view, of one end of the branch. */
static struct view view_at(const struct view *v, const struct resolved_addr *resolved)
{
    struct view end = *v;
    end.resolved = resolved;
    return end;
}

/* Nameless ends are told apart by the object they are in, too. */
static struct cell symbol_at(const struct view *v, const struct resolved_addr *resolved)
{
    const struct view end = view_at(v, resolved);
    struct cell c = key_get_symbol(&end);
    if (!key_cell_pointer(&c) && resolved->place.object)
        c.tag |= (resolved->place.object->index + 1) << 8 & ~TAG_POINTER;
    return c;
}

static struct cell get_symbol_from(const struct view *v)
{
    return symbol_at(v, &v->jump->from);
}

static struct cell get_symbol_to(const struct view *v)
{
    return symbol_at(v, &v->jump->to);
}

static int order_signed(uint64_t a, uint64_t b)
{
    return order(a ^ INT64_MIN, b ^ INT64_MIN);
}

static int compare_end(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    const struct symbol *x = key_cell_pointer(a), *y = key_cell_pointer(b);
    if (!x || !y) {
        int r = order_signed(a->v, b->v);
        return x ? -1 : y ? 1 : r ? r : order(a->tag, b->tag);
    }
    int r = order_signed(x->start, y->start);
    r = r ? r : order_signed(x->end, y->end);
    return r ? r : strcmp(a_text, b_text);
}

/* The address in the object's table, and the object behind the level, if that has a name for it: two objects
 * may have the same ones at the same places. */
enum { NAMED_PLACE = 1U << 31 };

static struct cell addr_at(const struct view *v, const struct resolved_addr *resolved)
{
    const struct place *p = &resolved->place;
    if (!p->symbol)
        return symbol_at(v, resolved);
    uint32_t object = (p->object->index + 1) << 8 & ~(uint32_t)NAMED_PLACE;
    return (struct cell){ .v = p->at, .tag = NAMED_PLACE | object | (unsigned char)resolved->level };
}

static struct cell get_addr_from(const struct view *v)
{
    return addr_at(v, &v->jump->from);
}

static struct cell get_addr_to(const struct view *v)
{
    return addr_at(v, &v->jump->to);
}

static void show_addr(const struct cell *c, const struct key_context *kc, struct text *out)
{
    if (!(c->tag & NAMED_PLACE)) {
        key_show_symbol(c, kc, out);
        return;
    }
    const struct place p = key_source_place((c->tag & ~(uint32_t)NAMED_PLACE) >> 8, c->v, kc);
    text_printf(out, "[%c] ", (char)(c->tag & 0xff));
    struct text name = { 0 };
    symtab_symbol_name(kc->demangle, p.symbol, &name);
    text_add_clean(out, name.s);
    text_free(&name);
    if (c->v != p.symbol->start || p.symbol->is_object)
        text_printf(out, "+0x%" PRIx64, c->v - p.symbol->start);
}

static size_t bare_addr(const struct cell *c, const struct key_context *kc)
{
    return c->tag & NAMED_PLACE ? 0 : key_bare_symbol(c, kc);
}

/* Those with a name first. */
static int compare_addr(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    (void)a_text;
    (void)b_text;
    int r = order_signed(a->v, b->v), named = !(a->tag & NAMED_PLACE) - !(b->tag & NAMED_PLACE);
    return r ? r : named ? named : order(a->tag, b->tag);
}

static struct cell get_srcline_from(const struct view *v)
{
    const struct view end = view_at(v, &v->jump->from);
    return key_get_source(&end);
}

static struct cell get_srcline_to(const struct view *v)
{
    const struct view end = view_at(v, &v->jump->to);
    return key_get_source(&end);
}

/* Whether an end has a name is in the tag: perf makes the column as wide as objects that name something. */
enum { NAMED = 1 };

static struct cell dso_at(const struct view *v, const struct resolved_addr *resolved)
{
    const struct view end = view_at(v, resolved);
    struct cell c = key_get_dso(&end);
    c.tag |= resolved->place.symbol ? NAMED : 0;
    return c;
}

static struct cell get_dso_from(const struct view *v)
{
    return dso_at(v, &v->jump->from);
}

static struct cell get_dso_to(const struct view *v)
{
    return dso_at(v, &v->jump->to);
}

/* Objects that name nothing are cut (hists__set_unres_dso_col_len). */
static size_t bare_dso(const struct cell *c, const struct key_context *kc)
{
    return c->tag & NAMED ? 0 : kc->addr_digits;
}

/* What lies in no object comes first, then the last in the alphabet. */
static int compare_dso_end(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    const char *x = key_cell_pointer(a), *y = key_cell_pointer(b);
    (void)a_text;
    (void)b_text;
    return x && y ? strcmp(y, x) : !!x - !!y;
}

static struct cell get_mispredict(const struct view *v)
{
    const struct branch_entry *e = &v->jump->entry;
    return (struct cell){ .v = e->predicted ? 'N' : e->mispredicted ? 'Y' : 0 };
}

static struct cell get_in_tx(const struct view *v)
{
    return (struct cell){ .v = v->jump->entry.in_tx ? 'T' : '.' };
}

static struct cell get_abort(const struct view *v)
{
    return (struct cell){ .v = v->jump->entry.abort ? 'A' : '.' };
}

static void show_letter(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    text_printf(out, c->v ? "%c" : "N/A", (char)c->v);
}

static struct cell get_cycles(const struct view *v)
{
    return (struct cell){ .v = v->jump->entry.cycles };
}

static void show_cycles(const struct cell *c, const struct key_context *kc, struct text *out)
{
    (void)kc;
    text_printf(out, c->v ? "%" PRIu64 : "-", c->v);
}

/* The longest first. */
static int compare_cycles(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text)
{
    (void)a_text;
    (void)b_text;
    return order(b->v, a->v);
}

// clang-format off
enum { BRANCH = PERF_SAMPLE_BRANCH_STACK };
static const struct key keys[] = {
    /* name             header                   least ns right  sample  place  tid    varies get               show          width bare         compare                join */
    { "dso_from",     "Source Shared Object",  0,    0, false, BRANCH, true,  false, true,  get_dso_from,     key_show_dso,     NULL, bare_dso,        compare_dso_end, JOIN_NONE },
    { "dso_to",       "Target Shared Object",  0,    0, false, BRANCH, true,  false, true,  get_dso_to,       key_show_dso,     NULL, bare_dso,        compare_dso_end, JOIN_NONE },
    { "symbol_from",  "Source Symbol",         0,    0, false, BRANCH, true,  false, true,  get_symbol_from,  key_show_symbol,  NULL, key_bare_symbol, compare_end,     JOIN_NONE },
    { "symbol_to",    "Target Symbol",         0,    0, false, BRANCH, true,  false, true,  get_symbol_to,    key_show_symbol,  NULL, key_bare_symbol, compare_end,     JOIN_NONE },
    { "mispredict",   "Branch Mispredicted",   0,    0, false, BRANCH, false, false, true,  get_mispredict,   show_letter,      NULL, NULL,            key_by_text,     JOIN_NONE },
    { "in_tx",        "Branch in transaction", 0,    0, false, BRANCH, false, false, true,  get_in_tx,        show_letter,      NULL, NULL,            key_by_text,     JOIN_NONE },
    { "abort",        "Transaction abort",     0,    0, false, BRANCH, false, false, true,  get_abort,        show_letter,      NULL, NULL,            key_by_text,     JOIN_NONE },
    { "cycles",       "Basic Block Cycles",    0,    0, false, BRANCH, false, false, true,  get_cycles,       show_cycles,      NULL, NULL,            compare_cycles,  JOIN_NONE },
    { "srcline_from", "From Source:Line",      0,    0, false, BRANCH, true,  false, true,  get_srcline_from, key_show_srcline, NULL, NULL,            key_by_text,     JOIN_NONE },
    { "srcline_to",   "To Source:Line",        0,    0, false, BRANCH, true,  false, true,  get_srcline_to,   key_show_srcline, NULL, NULL,            key_by_text,     JOIN_NONE },
    { "addr_from",    "Source Address",        0,    0, false, BRANCH, true,  false, true,  get_addr_from,    show_addr,        NULL, bare_addr,       compare_addr,    JOIN_NONE },
    { "addr_to",      "Target Address",        0,    0, false, BRANCH, true,  false, true,  get_addr_to,      show_addr,        NULL, bare_addr,       compare_addr,    JOIN_NONE },
};
// clang-format on

const struct key *key_branch_at(size_t i)
{
    return i < COUNT(keys) ? &keys[i] : NULL;
}
