/*
 * A function as rows, for JSON and CSV (docs/json.md): one row per instruction, with its weight in each
 * event.
 */
#include "lib/question/annotate/annotate_view.h"

#include <stdlib.h>

#include "core/base/mem.h"

enum {
    ADDRESS,
    BYTES,
    MNEMONIC,
    OPERANDS,
    KIND,
    TARGET,
    TARGET_SYMBOL,
    REFERS,
    REFERS_SYMBOL,
    FUNCTION,
    SOURCE,
    SOURCE_TEXT,
    INLINE,
    FIXED
};
enum { EVENT, SAMPLES, PERIOD, PERCENT, EACH };

static const char *const kinds[] = {
    [INSN_PLAIN] = "plain",     [INSN_CALL] = "call",
    [INSN_JUMP] = "jump",       [INSN_CONDITIONAL] = "conditional",
    [INSN_RETURN] = "return",   [INSN_DATA] = "constant",
    [INSN_UNKNOWN] = "unknown",
};

static void lay_out(const struct annotate_view *v, struct rows_column *c)
{
    static const struct rows_column fixed[FIXED] = {
        [ADDRESS] = ROWS_UNSEEN("address", HEX),
        [BYTES] = ROWS_UNSEEN("bytes", TEXT),
        [MNEMONIC] = ROWS_UNSEEN("mnemonic", TEXT),
        [OPERANDS] = ROWS_UNSEEN("operands", TEXT),
        [KIND] = ROWS_UNSEEN("kind", TEXT),
        [TARGET] = ROWS_UNSEEN("target", HEX),
        [TARGET_SYMBOL] = ROWS_UNSEEN("target_symbol", TEXT),
        [REFERS] = ROWS_UNSEEN("refers", HEX),
        [REFERS_SYMBOL] = ROWS_UNSEEN("refers_symbol", TEXT),
        [FUNCTION] = ROWS_UNSEEN("function", TEXT),
        [SOURCE] = ROWS_UNSEEN("source", SOURCE),
        [SOURCE_TEXT] = { .type = VALUE_TEXT }, /* for answers that are kept in memory */
        [INLINE] = ROWS_UNSEEN("inline", COUNT),
    };
    static const struct rows_column each[EACH] = {
        [EVENT] = ROWS_UNSEEN("event", TEXT),
        [SAMPLES] = ROWS_UNSEEN("samples", COUNT),
        [PERIOD] = ROWS_UNSEEN("period", COUNT),
        [PERCENT] = ROWS_UNSEEN("percent", PERCENT),
    };
    for (size_t i = 0; i < FIXED; i++)
        c[i] = fixed[i];
    annotate_each_event(v, each, EACH, c + FIXED);
}

size_t annotate_each_event(const struct annotate_view *v, const struct rows_column *each, size_t n,
                           struct rows_column *c)
{
    for (uint32_t e = 0; e < v->n; e++)
        for (size_t i = 0; i < n; i++) {
            *c = each[i];
            c->of = "events";
            c++->at = e + 1;
        }
    return (size_t)v->n * n;
}

static struct value named(const struct annotate_view *v, bool has, uint64_t svma, struct text *t)
{
    t->n = 0;
    if (has && annotate_add_place_name(v, svma, t))
        return value_text(t->s);
    return value_unknown();
}

static void code_cells(const struct annotate_view *v, const struct listing_row *row, struct value *c,
                       struct text *t)
{
    const struct insn *i = row->insn;
    for (size_t k = BYTES; k < FUNCTION; k++)
        c[k] = value_unknown();
    if (!i)
        return;
    t[BYTES].n = 0;
    text_add_hex_bytes(&t[BYTES], row->bytes, i->length < row->size ? i->length : (size_t)row->size);
    c[BYTES] = value_text(t[BYTES].s);
    c[MNEMONIC] = value_text(i->mnemonic);
    c[OPERANDS] = value_text(i->operands);
    c[KIND] = value_text(kinds[i->kind]);
    if (i->has_target)
        c[TARGET] = value_hex(i->target);
    else
        c[TARGET] = value_unknown();
    c[TARGET_SYMBOL] = named(v, i->has_target, i->target, &t[TARGET_SYMBOL]);
    if (i->has_refers)
        c[REFERS] = value_hex(i->refers);
    else
        c[REFERS] = value_unknown();
    c[REFERS_SYMBOL] = named(v, i->has_refers, i->refers, &t[REFERS_SYMBOL]);
    if (i->link)
        c[insn_is_branch(i) ? TARGET_SYMBOL : REFERS_SYMBOL] = value_text(i->link);
}

/* The text of a source line, for answers in memory: JSON and CSV have its number. */
static struct value source_text(const struct annotate_view *v, const struct line_frame *f, struct text *t)
{
    size_t n;
    if (!v->o->source || !rows_can_pull(v->rows))
        return value_unknown();
    const char *line = sources_line(v->sources, v->l->function->object, f, &n);
    t->n = 0;
    if (!line)
        return value_unknown();
    text_char(t, ' ', 0); /* an empty line is one, too */
    text_add_untabbed(t, line, n);
    return value_text(t->s);
}

static void row_cells(const struct annotate_view *v, const struct listing_row *row, struct value *c,
                      struct text *t)
{
    const struct line_frame *f = row->nframes ? &row->frames[0] : NULL;
    c[ADDRESS] = value_hex(row->svma);
    code_cells(v, row, c, t);
    t[FUNCTION].n = 0;
    if (f && f->function)
        annotate_function(v, f->function, &t[FUNCTION]);
    if (f && f->function)
        c[FUNCTION] = value_text(t[FUNCTION].s);
    else
        c[FUNCTION] = value_unknown();
    if (f && f->file)
        c[SOURCE] = value_source(f->file, f->line);
    else
        c[SOURCE] = value_unknown();
    c[SOURCE_TEXT] = value_unknown();
    if (f && f->file && f->line)
        c[SOURCE_TEXT] = source_text(v, f, &t[SOURCE_TEXT]);
    for (uint32_t e = 0; e < v->n; e++) {
        const struct weight w = listing_weight(v->w, row, v->first + e);
        struct value *to = &c[FIXED + e * EACH];
        to[EVENT] = value_text(v->s->capture->events.v[v->first + e].name);
        to[SAMPLES] = value_count(w.samples);
        to[PERIOD] = value_count(w.period);
        to[PERCENT] = value_percent(annotate_percent(v, e, &w));
    }
}

static void introduce(const struct annotate_view *v, struct rows *r)
{
    const struct object *o = v->l->function->object;
    struct text name = { 0 };
    char id[BUILD_ID_HEX];
    annotate_name(v, v->l->function->symbol, &name);
    rows_add_table_label(r, "symbol", value_text(name.s));
    rows_add_table_label(r, "dso", value_text(o->path));
    text_free(&name);
    const char *by = NULL, *missing = NULL;
    if (v->l->by) {
        by = v->l->by->name.s;
        missing = v->l->by->missing.s;
    }
    rows_fact(r, "build_id", value_build_id(&o->build_id, id));
    rows_fact(r, "code_by", value_text(by));
    rows_fact(r, "missing", value_text(missing));
    rows_fact(r, "no_code", value_text(v->l->why));
    rows_fact(r, "linked", v->l->why ? value_unknown() : value_yes_no(v->l->addresses != CODE_UNLINKED));
    rows_fact(r, "changes", value_count(v->l->patched.all));
    rows_fact(r, "changes_in_force", value_count(v->l->patched.in_force));
    rows_fact(r, "samples_before", value_count(v->l->patched.before));
    rows_fact(r, "samples_behind", value_count(v->l->patched.after));
    rows_fact(r, "astray", value_count(listing_inside_insns(v->l, v->w)));
}

void annotate_rows(const struct annotate_view *v)
{
    size_t n = FIXED + (size_t)v->n * EACH;
    struct rows_column *columns = mem_new(n, sizeof(*columns));
    struct value *cells = mem_new(n, sizeof(*cells));
    struct text texts[FIXED] = { { 0 } };
    struct rows *r = v->rows;
    const struct rows_table t = { .name = "instructions", .columns = columns, .n = n };
    lay_out(v, columns);
    introduce(v, r);
    rows_table(r, &t);
    for (size_t i = 0; i < v->l->n; i++) {
        row_cells(v, &v->l->rows[i], cells, texts);
        cells[INLINE] = value_count(v->tree->of[i]);
        rows_row(r, cells);
    }
    rows_table_end(r);
    for (size_t i = 0; i < FIXED; i++)
        text_free(&texts[i]);
    free(columns);
    free(cells);
}
