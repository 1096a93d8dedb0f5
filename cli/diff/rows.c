/*
 * The table: a column of the baseline's shares, one of changes for each other file, and the keys (perf,
 * builtin-diff.c). What a file has not stays empty.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/output/columns.h"
#include "cli/diff/diff.h"
#include "core/base/mem.h"

enum column_kind { COLUMN_BASELINE, COLUMN_BASE_PERIOD, COLUMN_CHANGE, COLUMN_FORMULA, COLUMN_OTHER_PERIOD };

struct figure_column {
    enum column_kind kind;
    uint32_t file;
    char header[40];
    size_t width;
};

struct diff_sheet {
    const struct diff *d;
    struct changes h;
    struct figure_column *figures;
    size_t nfigures;
    bool left_out[KEYS_MAX]; /* keys that would say the same on every line */
    size_t last;             /* the last key that is shown */
    size_t widths[KEYS_MAX];
};

static const struct {
    const char *name;
    size_t width; /* the least */
} changes[] = { [CHANGE_DELTA] = { "Delta", 7 },
                [CHANGE_DELTA_ABS] = { "Delta Abs", 7 },
                [CHANGE_RATIO] = { "Ratio", 14 },
                [CHANGE_WDIFF] = { "Weighted diff", 14 } };

static void add_figure(struct diff_sheet *t, enum column_kind kind, uint32_t file, const char *name,
                       size_t width)
{
    struct figure_column *c = &t->figures[t->nfigures++];
    *c = (struct figure_column){ .kind = kind, .file = file };
    if (t->d->nfiles > 2)
        snprintf(c->header, sizeof(c->header), "%s/%" PRIu32, name, file);
    else
        snprintf(c->header, sizeof(c->header), "%s", name);
    size_t n = strlen(c->header);
    c->width = n > width ? n : width;
}

static void lay_out(struct diff_sheet *t)
{
    const struct diff_opts *o = t->d->o;
    enum { EACH = 3, FORMULA = 70, PERIOD = 14 };
    t->figures = mem_new((size_t)t->d->nfiles * EACH, sizeof(*t->figures));
    add_figure(t, COLUMN_BASELINE, 0, "Baseline", 0);
    if (o->period)
        add_figure(t, COLUMN_BASE_PERIOD, 0, "Base period", PERIOD);
    for (uint32_t f = 1; f < t->d->nfiles; f++) {
        add_figure(t, COLUMN_CHANGE, f, changes[o->change.kind].name, changes[o->change.kind].width);
        if (o->formula)
            add_figure(t, COLUMN_FORMULA, f, "Formula", FORMULA);
        if (o->period)
            add_figure(t, COLUMN_OTHER_PERIOD, f, "Period", PERIOD);
    }
    size_t left = o->nkeys;
    for (size_t k = 0; k < o->nkeys; k++) {
        t->left_out[k] = filters_only(&o->count.filter, o->keys[k]);
        left -= t->left_out[k];
    }
    for (size_t k = 0; k < o->nkeys; k++) {
        t->left_out[k] = t->left_out[k] && left;
        t->last = t->left_out[k] ? t->last : k;
    }
}

static void formula_text(const struct diff_sheet *t, const uint32_t *line, uint32_t file, struct text *out)
{
    const struct change_opts *o = t->h.o;
    uint64_t old = change_period(&t->h, line, 0), new = change_period(&t->h, line, file);
    if (o->kind == CHANGE_RATIO)
        text_printf(out, "%" PRIu64 " / %" PRIu64, new, old);
    else if (o->kind == CHANGE_WDIFF)
        text_printf(out, "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")", new, o->w2, old, o->w1);
    else
        text_printf(out, "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64 ")", new,
                    change_total(&t->h, file), old, change_total(&t->h, 0));
}

static void change_text(const struct diff_sheet *t, const uint32_t *line, uint32_t file, struct text *out)
{
    enum change_kind kind = t->h.o->kind;
    if (kind == CHANGE_DELTA || kind == CHANGE_DELTA_ABS)
        text_printf(out, "%+.2f%%", change_delta(&t->h, line, file));
    else if (line[0] == NO_ROW)
        text_add(out, "N/A");
    else if (kind == CHANGE_RATIO)
        text_printf(out, "%.6f", change_ratio(&t->h, line, file));
    else
        text_printf(out, "%" PRId64, change_wdiff(&t->h, line, file));
}

/* What a column says of a line; nothing where the file has no such row. */
static void figure_text(const struct diff_sheet *t, const struct figure_column *c, const uint32_t *line,
                        struct text *out)
{
    bool has = line[c->file] != NO_ROW;
    out->n = 0;
    text_add(out, "");
    if (c->kind == COLUMN_BASE_PERIOD || (has && c->kind == COLUMN_OTHER_PERIOD))
        text_printf(out, "%" PRIu64, change_period(&t->h, line, c->file));
    else if (has && c->kind == COLUMN_BASELINE) /* so perf, without its sign for scripts */
        text_printf(out, t->d->o->separator ? "%.2f" : "%.2f%%", change_percent(&t->h, line, 0));
    else if (has && c->kind == COLUMN_CHANGE)
        change_text(t, line, c->file, out);
    else if (has && c->kind == COLUMN_FORMULA)
        formula_text(t, line, c->file, out);
}

static void headings(const struct diff_sheet *t, FILE *out)
{
    const char *separator = t->d->o->separator;
    struct text names = { 0 }, dots = { 0 };
    if (separator)
        text_add(&names, "# ");
    for (size_t i = 0; i < t->nfigures; i++) {
        column_gap(separator, !i, "# ", &names);
        column_gap(separator, !i, "# ", &dots);
        column_text(separator, t->figures[i].header, t->figures[i].width, true, false, &names);
        text_char(&dots, '.', t->figures[i].width);
    }
    for (size_t k = 0; k < t->d->o->nkeys; k++) {
        if (t->left_out[k])
            continue;
        column_gap(separator, false, "", &names);
        column_gap(separator, false, "", &dots);
        column_text(separator, t->d->o->keys[k]->header, t->widths[k], false, k == t->last, &names);
        text_char(&dots, '.', t->widths[k]);
    }
    fprintf(out, separator ? "%s\n" : "%s\n%s\n#\n", names.s, dots.s);
    text_free(&names);
    text_free(&dots);
}

static void show_line(const struct diff_sheet *t, const uint32_t *line, struct text *out,
                      struct text *scratch)
{
    const char *separator = t->d->o->separator;
    out->n = 0;
    for (size_t i = 0; i < t->nfigures; i++) {
        column_gap(separator, !i, "  ", out);
        figure_text(t, &t->figures[i], line, scratch);
        size_t width = t->figures[i].width;
        column_text(separator, scratch->s, scratch->n > width ? scratch->n : width, true, false, out);
    }
    for (size_t k = 0; k < t->d->o->nkeys; k++) {
        if (t->left_out[k])
            continue;
        column_gap(separator, false, "", out);
        column_text(separator, compare_text(&t->d->compare, line, k, scratch), t->widths[k],
                    t->d->o->keys[k]->to_the_right, k == t->last, out);
    }
    text_char(out, '\n', 1);
}

static void show_event(struct diff_sheet *t, uint32_t event, FILE *out)
{
    const struct diff *d = t->d;
    struct text text = { 0 }, scratch = { 0 };
    size_t n;
    t->h = diff_changes(d, event);
    uint32_t *lines = change_lines(&t->h, &n);
    for (size_t k = 0; k < d->o->nkeys; k++) {
        const struct key *key = d->o->keys[k];
        size_t header = strlen(key->header), least = n ? key->least_width : 0;
        size_t widest = table_width(&d->compare.table, lines, n * d->nfiles, k);
        t->widths[k] = header > least ? header : least;
        t->widths[k] = widest > t->widths[k] ? widest : t->widths[k];
    }
    if (!d->o->quiet) {
        text_add_clean(&text, diff_event(d, event));
        fprintf(out, "%s# Event '%s'\n#\n", event ? "\n" : "", text.s);
    }
    if (d->o->common.verbose || (d->nfiles > 2 && !d->o->quiet)) {
        fputs("# Data files:\n", out);
        for (uint32_t f = 0; f < d->nfiles; f++)
            fprintf(out, "#  [%" PRIu32 "] %s%s\n", f, d->files[f].name, f ? "" : " (Baseline)");
        fputs("#\n", out);
    }
    if (!d->o->quiet)
        headings(t, out);
    for (size_t i = 0; i < n; i++) {
        show_line(t, &lines[i * d->nfiles], &text, &scratch);
        fwrite(text.s, 1, text.n, out);
    }
    text_free(&text);
    text_free(&scratch);
    free(lines);
}

void diff_rows(const struct diff *d, FILE *out)
{
    struct diff_sheet t = { .d = d };
    lay_out(&t);
    for (uint32_t e = 0; e < d->events.n; e++)
        show_event(&t, e, out);
    free(t.figures);
}
