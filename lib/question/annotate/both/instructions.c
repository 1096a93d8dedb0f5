/* The instructions of both sides. Matched instructions are on one line. With --inlines, each inlined call
   is folded into one line. */
#include <inttypes.h>
#include <stdio.h>
#include <math.h>
#include <string.h>

#include "lib/question/annotate/both/both.h"

enum { CHANGE, MNEMONIC, OPERANDS, OLD, ADDRESS = 0, SAMPLES, PERIOD, PERCENT, INLINE, EACH };

#define SIDE(which)                                                                                          \
    { .name = "address", .of = which, .type = VALUE_HEX },                                                   \
        { .name = "samples", .of = which, .type = VALUE_COUNT },                                             \
        { .name = "period", .of = which, .type = VALUE_COUNT },                                              \
    {                                                                                                        \
        .name = "percent", .of = which, .type = VALUE_PERCENT                                                \
    }
#define SIDE_INLINES(which)                                                                                  \
    SIDE(which),                                                                                             \
    {                                                                                                        \
        .name = "inline", .of = which, .type = VALUE_COUNT                                                   \
    }
ROWS_TABLE(plain, "instructions", ROWS_UNSEEN("change", TEXT), ROWS_UNSEEN("mnemonic", TEXT),
           ROWS_UNSEEN("operands", TEXT), SIDE("old"), SIDE("new"));
ROWS_TABLE(inlines, "instructions", ROWS_UNSEEN("change", TEXT), ROWS_UNSEEN("mnemonic", TEXT),
           ROWS_UNSEEN("operands", TEXT), SIDE_INLINES("old"), SIDE_INLINES("new"));

struct showing {
    const struct both *b;
    int digits[SIDES]; /* number of digits of addresses */
    struct annotate_said said;
    struct text path; /* the source line that was printed last after an instruction */
};

/* Whether matched instructions differ in their registers. */
static bool is_changed(const struct insn *a, const struct insn *b)
{
    return a && b && !a->has_target && !a->has_refers && strcmp(a->operands, b->operands) != 0;
}

enum change { SAME, REMOVED, ADDED, REGISTERS };

static enum change change_of(const struct listing_row *const *row)
{
    if (!row[1])
        return REMOVED;
    if (!row[0])
        return ADDED;
    return is_changed(row[0]->insn, row[1]->insn) ? REGISTERS : SAME;
}

static int instructions_digits_of(const struct listing *l)
{
    return l->n ? snprintf(NULL, 0, "%" PRIx64, l->rows[l->n - 1].svma) : 1;
}

/* Appends the text before the code: figures, addresses, and the mark of the change. */
static void add_front(const struct showing *s, const struct listing_row *const *row, enum change change,
                      struct text *t)
{
    const struct annotate_view *v = s->b->v;
    for (int side = 0; side < SIDES; side++) {
        if (row[side])
            annotate_columns(&v[side], row[side], t);
        else
            text_printf(t, " %*s", v->o->period ? 11 : 7, "");
    }
    text_add(t, " : ");
    for (int side = 0; side < SIDES; side++) {
        if (row[side])
            text_printf(t, " %*" PRIx64, s->digits[side], row[side]->svma);
        else
            text_printf(t, " %*s", s->digits[side], "");
    }
    text_printf(t, ": %c ", " -+~"[change]);
}

/* With --print-line, appends the source line after the code. */
static void instructions_add_path(struct showing *s, const struct listing_row *const *row, struct text *t)
{
    const struct annotate_view *v = s->b->v;
    const int last = row[1] ? 1 : 0;
    double most = 0;
    for (int side = 0; side < SIDES; side++) {
        if (row[side])
            most = fmax(most, annotate_highest_percent(&v[side], row[side]));
    }
    annotate_add_hot_path(&v[last], row[last], most, &s->path, t);
}

static void show_text(struct showing *s, const struct listing_row *const *row)
{
    const int last = row[1] ? 1 : 0;
    const struct annotate_view *of = &s->b->v[last];
    struct text t = { 0 };
    annotate_print_source(of, &s->said, row[last], s->digits[0] + s->digits[1] + 1);
    add_front(s, row, change_of(row), &t);
    annotate_code(of, row[last], &t);
    instructions_add_path(s, row, &t);
    rows_print(of->rows, "%s\n", t.s);
    text_free(&t);
}

/* Shows n lines of one inlined call as one line. */
static void show_folded(struct showing *s, size_t line, size_t n)
{
    struct listing_row rows[SIDES];
    const struct listing_row *row[SIDES] = { NULL };
    struct text t = { 0 };
    for (int side = 0; side < SIDES; side++)
        if (both_merge_rows(s->b, line, n, side, &rows[side]))
            row[side] = &rows[side];
    enum change change = SAME;
    if (!row[1])
        change = REMOVED;
    else if (!row[0])
        change = ADDED;
    for (size_t i = line; i < line + n && change != REMOVED && change != ADDED; i++) {
        struct listing_row one[SIDES];
        const bool there[SIDES] = { both_merge_rows(s->b, i, 1, 0, &one[0]),
                                    both_merge_rows(s->b, i, 1, 1, &one[1]) };
        if (!there[0] || !there[1] || is_changed(one[0].insn, one[1].insn))
            change = REGISTERS;
    }
    add_front(s, row, change, &t);
    both_add_call_text(s->b, line, n, &t);
    rows_print(s->b->v->rows, "%s\n", t.s);
    text_free(&t);
}

static const struct listing_row *instructions_last_of(const struct listing_row *const *row)
{
    return row[1] ? row[1] : row[0];
}

static void show_cells(const struct showing *s, const struct listing_row *const *row, size_t each)
{
    static const char *const changes[] = { "same", "removed", "added", "registers" };
    const struct annotate_view *v = s->b->v;
    const struct insn *insn = instructions_last_of(row)->insn;
    struct value cells[OLD + SIDES * EACH];
    for (int side = 0; side < SIDES; side++) {
        struct value *c = &cells[OLD + (size_t)side * each];
        struct weight w = { 0 };
        c[ADDRESS] = value_unknown();
        if (row[side]) {
            w = listing_weight(v[side].w, row[side], v[side].first);
            c[ADDRESS] = value_hex(row[side]->svma);
        }
        c[SAMPLES] = value_count(w.samples);
        c[PERIOD] = value_count(w.period);
        c[PERCENT] = value_percent(annotate_percent(&v[side], 0, &w));
        if (each > INLINE)
            c[INLINE] = row[side] ? value_count(s->b->trees[side].of[row[side] - s->b->l[side]->rows])
                                  : value_unknown();
    }
    cells[CHANGE] = value_text(changes[change_of(row)]);
    cells[MNEMONIC] = cells[OPERANDS] = value_unknown();
    if (insn) {
        cells[MNEMONIC] = value_text(insn->mnemonic);
        cells[OPERANDS] = value_text(insn->operands);
    }
    rows_row(v->rows, cells);
}

static const struct listing_row *instructions_row_of(const struct both *b, int side, int64_t i)
{
    return i == ALIGN_NONE ? NULL : &b->l[side]->rows[i];
}

void both_instructions(const struct both *b)
{
    struct showing s = { .b = b,
                         .digits = { instructions_digits_of(b->l[0]), instructions_digits_of(b->l[1]) } };
    const struct rows_table *table = b->v->o->inlines ? &inlines : &plain;
    rows_table(b->v->rows, table);
    for (size_t i = 0, folded = 0; i < b->al->n; i++) {
        const struct listing_row *row[SIDES] = { instructions_row_of(b, 0, b->al->v[i].a),
                                                 instructions_row_of(b, 1, b->al->v[i].b) };
        const size_t n = b->v->o->inlines && !folded ? both_count_call_lines(b, i) : 0;
        if (n) {
            show_folded(&s, i, n);
            folded = n;
        }
        if (!folded)
            show_text(&s, row);
        folded -= folded > 0;
        show_cells(&s, row, table == &inlines ? EACH : INLINE);
    }
    rows_table_end(b->v->rows);
    text_free(&s.path);
}
