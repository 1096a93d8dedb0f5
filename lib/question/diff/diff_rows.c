/* The table: a column with the baseline's shares, a column with changes for each other file, and the keys
   (perf, builtin-diff.c). A cell stays empty if the file does not have it. */
#include "lib/question/diff/diff.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"

/* The columns of a file. The last three are shown only in text, if requested: the share of the baseline or
   the change of another file, how it was computed, and the period. */
enum { PERCENT, SAMPLES, DELTA, RATIO, WDIFF, PERIOD, CHANGE, FORMULA, SHOWN_PERIOD, EACH };

struct diff_sheet {
    const struct diff *d;
    struct changes h;
    struct rows_table out; /* EACH columns per file, then for each key its value and its text */
    struct rows_column *columns;
    char (*headers)[40]; /* by file and column */
    struct value *cells;
    struct text *texts; /* the texts that cells refer to */
};

const struct diff_change diff_changes[] = { [CHANGE_DELTA] = { "delta", "Delta", 7, DELTA },
                                            [CHANGE_DELTA_ABS] = { "delta-abs", "Delta Abs", 7, DELTA },
                                            [CHANGE_RATIO] = { "ratio", "Ratio", 14, RATIO },
                                            [CHANGE_WDIFF] = { "wdiff", "Weighted diff", 14, WDIFF } };

static void show_delta(const struct value *v, struct text *out)
{
    text_printf(out, "%+.2f%%", v->share);
}

/* perf writes shares for scripts in this form. */
static void show_plain(const struct value *v, struct text *out)
{
    text_printf(out, "%.2f", v->share);
}

/* Gives a column a header: text shows only columns with headers. */
static void head(struct diff_sheet *t, uint32_t file, int column, const char *name, size_t width)
{
    size_t i = (size_t)file * EACH + (size_t)column;
    if (t->d->nfiles > 2)
        snprintf(t->headers[i], sizeof(t->headers[i]), "%s/%" PRIu32, name, file);
    else
        snprintf(t->headers[i], sizeof(t->headers[i]), "%s", name);
    size_t n = strlen(t->headers[i]);
    t->columns[i].header = t->headers[i];
    t->columns[i].width = width;
    if (n > width)
        t->columns[i].width = n;
}

static void lay_out_file(struct diff_sheet *t, uint32_t file)
{
    static const struct rows_column each[EACH] = {
        [PERCENT] = { .name = "percent", .type = VALUE_PERCENT },
        [SAMPLES] = { .name = "samples", .type = VALUE_COUNT },
        [DELTA] = { .name = "delta", .show = show_delta, .type = VALUE_PERCENT },
        [RATIO] = { .name = "ratio", .type = VALUE_DECIMAL },
        [WDIFF] = { .name = "wdiff", .type = VALUE_SIGNED },
        [PERIOD] = { .name = "period", .type = VALUE_COUNT },
        [CHANGE] = { .right = true, .type = VALUE_TEXT },
        [FORMULA] = { .right = true, .type = VALUE_TEXT },
        [SHOWN_PERIOD] = { .right = true, .type = VALUE_COUNT },
    };
    const struct diff_opts *o = t->d->o;
    const struct diff_change *change = &diff_changes[o->change.kind];
    struct rows_column *c = &t->columns[(size_t)file * EACH];
    const char *of = file ? "others" : "baseline";
    for (int i = 0; i < EACH; i++) {
        c[i] = each[i];
        c[i].of = of;
        c[i].at = file;
        if ((!file && i >= DELTA && i <= WDIFF) || (i == WDIFF && o->change.kind != CHANGE_WDIFF))
            c[i].name = NULL;
    }
    if (file)
        head(t, file, CHANGE, change->header, change->width);
    else
        head(t, file, CHANGE, "Baseline", 0);
    c[CHANGE].role = file ? ROLE_CHANGE : ROLE_SHARE;
    c[PERCENT].show = o->separator ? show_plain : NULL;
    if (file && o->formula)
        head(t, file, FORMULA, "Formula", 70);
    if (o->period)
        head(t, file, SHOWN_PERIOD, file ? "Period" : "Base period", 14);
}

static void lay_out(struct diff_sheet *t)
{
    const struct diff_opts *o = t->d->o;
    size_t nfigures = (size_t)t->d->nfiles * EACH, n = nfigures + 2 * o->nkeys, left = o->nkeys;
    t->columns = mem_new(n, sizeof(*t->columns));
    t->headers = mem_new(nfigures, sizeof(*t->headers));
    t->cells = mem_new(n, sizeof(*t->cells));
    t->texts = mem_new(n, sizeof(*t->texts));
    for (uint32_t f = 0; f < t->d->nfiles; f++)
        lay_out_file(t, f);
    for (size_t k = 0; k < o->nkeys; k++)
        left -= filters_only(&o->count.filter, o->keys[k]) != NULL;
    for (size_t k = 0; k < o->nkeys; k++) {
        const struct key *key = o->keys[k]; /* leave out a key that would have the same value on every line */
        bool left_out = left && filters_only(&o->count.filter, key);
        struct rows_column *c = &t->columns[nfigures + 2 * k];
        c[0] = (struct rows_column){ .name = key->name, .type = key->type };
        c[1] = (struct rows_column){ .header = left_out ? NULL : key->header,
                                     .right = key->to_the_right,
                                     .turned = key->to_the_right,
                                     .narrow = true,
                                     .says = true,
                                     .type = VALUE_TEXT };
    }
    t->out = (struct rows_table){
        .name = "rows", .columns = t->columns, .n = n, .front = "  ", .gap = "  ", .heading = "# "
    };
}

static const char *formula_text(const struct changes *h, const uint32_t *line, uint32_t file,
                                struct text *out)
{
    const struct change_opts *o = h->o;
    uint64_t old = change_period(h, line, 0), new = change_period(h, line, file);
    if (o->kind == CHANGE_RATIO)
        text_printf(out, "%" PRIu64 " / %" PRIu64, new, old);
    else if (o->kind == CHANGE_WDIFF)
        text_printf(out, "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")", new, o->w2, old, o->w1);
    else
        text_printf(out, "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64 ")", new,
                    change_total(h, file), old, change_total(h, 0));
    return out->s;
}

/* The change as text; empty if the file has no such row. */
static const char *change_text(const struct diff_sheet *t, uint32_t file, bool is_new, struct text *out)
{
    const int at = file ? diff_changes[t->d->o->change.kind].column : PERCENT;
    const size_t first = (size_t)file * EACH;
    const struct rows_column *c = &t->columns[first + (size_t)at];
    if (is_new && (at == RATIO || at == WDIFF))
        return "N/A";
    (c->show ? c->show : rows_text)(&t->cells[first + (size_t)at], out);
    return text_str(out);
}

static void file_cells(struct diff_sheet *t, const uint32_t *line, uint32_t file)
{
    const struct changes *h = &t->h;
    struct value *cells = &t->cells[(size_t)file * EACH];
    struct text *texts = &t->texts[(size_t)file * EACH];
    bool has = line[file] != NO_ROW;
    cells[PERCENT] = value_percent(change_percent(h, line, file));
    cells[SAMPLES] = value_count(0);
    if (has)
        cells[SAMPLES] = value_count(row_at(&h->c->profile, line[file])->samples);
    cells[PERIOD] = value_count(change_period(h, line, file));
    cells[DELTA] = value_percent(change_delta(h, line, file));
    cells[RATIO] = value_decimal(change_ratio(h, line, file), 6);
    cells[WDIFF] = value_signed(change_wdiff(h, line, file));
    cells[CHANGE] = value_text(has ? change_text(t, file, line[0] == NO_ROW, &texts[CHANGE]) : NULL);
    cells[FORMULA] = value_unknown();
    if (has && t->columns[(size_t)file * EACH + FORMULA].header)
        cells[FORMULA] = value_text(formula_text(h, line, file, &texts[FORMULA]));
    if (has || !file)
        cells[SHOWN_PERIOD] = cells[PERIOD];
    else
        cells[SHOWN_PERIOD] = value_unknown();
    /* there is no ratio, although text shows one for a row without a period */
    if (!change_period(h, line, 0))
        cells[RATIO] = value_unknown();
}

static void show_line(struct diff_sheet *t, const uint32_t *line, struct rows *r)
{
    size_t nfigures = (size_t)t->d->nfiles * EACH;
    for (size_t i = 0; i < t->out.n; i++)
        t->texts[i].n = 0;
    for (uint32_t f = 0; f < t->d->nfiles; f++)
        file_cells(t, line, f);
    for (size_t i = nfigures, k = 0; k < t->d->o->nkeys; i += 2, k++) {
        t->cells[i] = compare_value(&t->d->compare, line, k, &t->texts[i]);
        t->cells[i + 1] = value_text(compare_text(&t->d->compare, line, k, &t->texts[i + 1]));
    }
    rows_row(r, t->cells);
}

static void put_total(const char *name, const struct total *total, struct rows *r)
{
    if (!name) {
        rows_fact(r, NULL, value_unknown());
        return;
    }
    rows_object(r, NULL);
    rows_fact(r, "name", value_text(name));
    rows_fact(r, "samples", value_count(total->samples));
    rows_fact(r, "period", value_count(total->period));
    rows_fact(r, "hidden_samples", value_count(total->hidden_samples));
    rows_fact(r, "hidden_period", value_count(total->hidden_period));
    rows_close(r);
}

static void show_title(const struct diff *d, uint32_t event, struct rows *r)
{
    struct text name = { 0 };
    text_add_clean(&name, diff_event(d, event));
    if (!d->o->quiet)
        rows_print(r, event ? "\n# Event '%s'\n#\n" : "# Event '%s'\n#\n", name.s);
    text_free(&name);
    if (d->o->common.verbose || (d->nfiles > 2 && !d->o->quiet)) {
        rows_print(r, "# Data files:\n");
        rows_print(r, "#  [0] %s (Baseline)\n", d->files[0].of->name);
        for (uint32_t f = 1; f < d->nfiles; f++)
            rows_print(r, "#  [%" PRIu32 "] %s\n", f, d->files[f].of->name);
        rows_print(r, "#\n");
    }
    rows_add_table_label(r, "event", value_text(diff_event(d, event)));
    rows_list(r, "totals");
    for (uint32_t f = 0; f < d->nfiles; f++)
        put_total(d->files[f].events[event], &d->compare.profile.totals[compare_event(&d->compare, event, f)],
                  r);
    rows_close(r);
}

static void diff_rows_show_event(struct diff_sheet *t, uint32_t event, struct rows *r)
{
    const struct diff *d = t->d;
    size_t n, nfigures = (size_t)d->nfiles * EACH;
    t->h = (struct changes){ .c = &d->compare, .o = &d->o->change, .event = event };
    uint32_t *lines = change_lines(&t->h, &n);
    uint64_t *marks = n ? table_mark_rows(&d->compare.table, lines, n * d->nfiles) : NULL;
    for (size_t k = 0; k < d->o->nkeys; k++) {
        const struct key *key = d->o->keys[k];
        size_t header = strlen(key->header), least = n ? key->least_width : 0;
        size_t widest = n ? table_width(&d->compare.table, marks, k) : 0;
        if (header > least)
            least = header;
        if (widest > least)
            t->columns[nfigures + 2 * k + 1].width = widest;
        else
            t->columns[nfigures + 2 * k + 1].width = least;
    }
    free(marks);
    rows_object(r, NULL);
    show_title(d, event, r);
    rows_table(r, &t->out);
    if (!d->o->quiet)
        rows_headings(r, &t->out);
    for (size_t i = 0; i < n; i++)
        show_line(t, &lines[i * d->nfiles], r);
    rows_table_end(r);
    rows_close(r);
    free(lines);
}

/* Writes facts for JSON above the rows. Text shows them in other ways. */
static void show_files(const struct diff *d, uint64_t over, struct rows *r)
{
    rows_fact(r, "compute", value_text(diff_changes[d->o->change.kind].word));
    if (d->o->threshold >= 0) {
        rows_object(r, "threshold");
        rows_fact(r, "percent", value_decimal(d->o->threshold, 6));
        rows_fact(r, "over", value_count(over));
        rows_close(r);
    } else {
        rows_fact(r, "threshold", value_unknown());
    }
    rows_list(r, "files");
    for (uint32_t f = 0; f < d->nfiles; f++) {
        rows_object(r, NULL);
        rows_fact(r, "file", value_text(d->files[f].of->name));
        rows_list(r, "only_here");
        for (uint32_t i = 1; i <= d->files[f].only_here.n; i++)
            rows_fact(r, NULL, value_text(arena_names_text(&d->files[f].only_here, i)));
        rows_close(r);
        rows_problems(r, &d->files[f].of->problems);
        rows_close(r);
    }
    rows_close(r);
}

void diff_rows(const struct diff *d, uint64_t over, struct rows *r)
{
    struct diff_sheet t = { .d = d };
    lay_out(&t);
    show_files(d, over, r);
    rows_list(r, "events");
    for (uint32_t e = 0; e < d->events.n; e++)
        diff_rows_show_event(&t, e, r);
    rows_close(r);
    for (size_t i = 0; i < t.out.n; i++)
        text_free(&t.texts[i]);
    free(t.columns);
    free(t.headers);
    free(t.cells);
    free(t.texts);
}
