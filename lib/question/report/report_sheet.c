/* sheet: columns are as wide as their widest cell (perf, ui/stdio/hist.c and ui/hist.c). */
#include "lib/question/report/report_sheet.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

uint64_t sheet_total(const struct sheet *t, size_t event)
{
    assert(event >= t->first && event - t->first < t->n);
    const struct total *total = &t->p->totals[event];
    if (t->o->percent_of_shown)
        return total->period - total->hidden_period - t->filtered[event - t->first];
    return total->period;
}

static double percent_of(uint64_t part, uint64_t total)
{
    if (total)
        return 100.0 * (double)part / (double)total;
    return 0;
}

double sheet_percent(const struct sheet *t, size_t event, uint64_t period)
{
    return percent_of(period, sheet_total(t, event));
}

static bool is_latency(enum figure f)
{
    return f == FIGURE_LATENCY || f == FIGURE_LATENCY_CHILDREN;
}

static bool counts_callers(enum figure f)
{
    return f == FIGURE_CHILDREN || f == FIGURE_LATENCY_CHILDREN;
}

/* A period in percent of the total that figure `f` refers to. */
static double report_sheet_share(const struct sheet *t, size_t event, enum figure f, uint64_t part)
{
    const struct total *total = &t->p->totals[event];
    if (!is_latency(f))
        return sheet_percent(t, event, part);
    uint64_t hidden = t->o->percent_of_shown ? latency_number(&total->hidden_latency, total) : 0;
    return percent_of(part, latency_number(&total->latency, total) - hidden);
}

static unsigned width_asked(const struct sheet *t, size_t column)
{
    if (column < t->o->nwidths && !t->o->hierarchy)
        return t->o->widths[column];
    return 0;
}

static const char *header_of(const struct sheet *t, size_t column)
{
    const struct layout_column *c = &t->l->columns[column];
    if (c->number)
        return c->header;
    return key_header(t->l->keys[c->key], t->first);
}

size_t sheet_width(const struct sheet *t, size_t column)
{
    assert(column < t->l->ncolumns);
    const struct layout_column *c = &t->l->columns[column];
    size_t asked = width_asked(t, column), header = strlen(header_of(t, column));
    if (!c->number) {
        if (asked)
            return asked;
        return t->widths[c->key];
    }
    size_t width = asked && t->n == 1 ? asked : c->number->width * t->n;
    if (asked > width)
        width = asked;
    if (header > width)
        return header;
    return width;
}

static void add_percent(struct sheet *t, size_t column, size_t event, int width, uint64_t part,
                        struct text *line)
{
    struct percent *p = &t->percents[column];
    if (!p->text[0] || p->part != part || p->event != event) {
        *p = (struct percent){ .part = part, .event = event };
        snprintf(p->text, sizeof(p->text), "%*.2f%%", width,
                 report_sheet_share(t, event, t->l->columns[column].number->figure, part));
    }
    text_add(line, p->text);
}

/* The average per sample, in the current line, of a weight. */
static double average(const struct sheet *t, uint32_t event, enum figure f)
{
    const uint64_t n = t->figures[event][FIGURE_SAMPLES];
    if (n)
        return (double)t->figures[event][f] / (double)n;
    return 0;
}

/* Adds a number. A blank precedes it; with a separator, no blank precedes the first one. */
void sheet_add_numbers(struct sheet *t, size_t column, struct text *line)
{
    assert(t->l->columns[column].number);
    const struct layout_number *number = t->l->columns[column].number;
    unsigned asked = width_asked(t, column);
    int width = 1;
    if (!t->o->separator)
        width = (int)(asked ? asked : number->width) - 1;
    const int percent_width = width > 1 ? width - 1 : 1; /* without the percent sign */
    for (uint32_t i = 0; i < t->n; i++) {
        uint64_t v = t->figures[i][number->figure];
        text_char(line, ' ', !t->o->separator || i);
        bool missing = counts_callers(number->figure) && !t->children;
        if (missing)
            text_printf(line, "%*s", width, "N/A");
        else if (number->kind == NUMBER_PERCENT)
            add_percent(t, column, t->first + i, percent_width, v, line);
        else if (number->kind == NUMBER_AVERAGE)
            text_printf(line, "%*.1f", width, average(t, i, number->figure));
        else
            text_printf(line, "%*" PRIu64, width, v);
        if (missing)
            break;
    }
}

/* The names of objects without symbols. */
static struct idmap names_without_table(const struct key_context *kc)
{
    struct idmap names = { 0 };
    size_t n;
    const struct object *const *objects = timeline_objects(kc->timeline, &n);
    for (size_t i = 0; kc->resolver && i < n; i++)
        if (!resolver_symbol_origin(kc->resolver, objects[i]).table) {
            *idmap_find_or_add(&names, (uintptr_t)objects[i]->name) = 1;
            *idmap_find_or_add(&names, (uintptr_t)objects[i]->path) = 1;
        }
    return names;
}

/* The width that the column of objects needs for an address, if some place has no symbol; 0: no place, or -w or --dsos
   is given (perf, util/hist.c: hists__set_unres_dso_col_len()). If rows are not by symbol, perf looks at the first
   sample of each row; here an object counts only if it has no symbols at all. */
static size_t room_for_address(const struct sheet *t, const uint32_t *lines, size_t n, size_t key)
{
    const struct key *k = t->p->keys[key];
    if ((k != key_find("dso", 3) && k != &key_path) || t->o->nwidths || t->o->count.filter.dsos.n)
        return 0;
    size_t symbol = layout_place(t->l, key_find("symbol", 6)), room = 0;
    bool by_symbol = symbol < t->p->nkeys;
    struct idmap nameless = by_symbol ? (struct idmap){ 0 } : names_without_table(t->kc);
    for (size_t i = 0; i < n && !room; i++) {
        if (lines[i] == NO_ROW)
            continue;
        const void *what = key_cell_pointer(row_cell(t->p, row_at(t->p, lines[i]), by_symbol ? symbol : key));
        if (!what || idmap_get(&nameless, (uintptr_t)what))
            room = t->kc->addr_digits;
        else
            room = 0;
    }
    idmap_free(&nameless);
    return room;
}

/* The state of measuring a column whose key has a width(): several threads measure pieces of the tids. */
struct measuring {
    const struct key_context *kc;
    const struct key *key;
    const int32_t *tids;
    size_t *widest; /* per piece */
};

enum { TIDS_EACH = 1024 };

static void measure_threads(void *arg, size_t from, size_t to)
{
    const struct measuring *m = arg;
    size_t *widest = &m->widest[from / TIDS_EACH];
    for (size_t i = from; i < to; i++) {
        const size_t width = m->key->width(m->kc, m->tids[i]);
        if (width > *widest)
            *widest = width;
    }
}

static size_t widest_of(const struct sheet *t, const struct key *key, const int32_t *tids, size_t n)
{
    const size_t pieces = n / TIDS_EACH + 1;
    struct measuring m = { t->kc, key, tids, mem_new(pieces, sizeof(*m.widest)) };
    size_t widest = 0;
    threads_run_ranges(file_processors(), n, TIDS_EACH, measure_threads, &m);
    for (size_t i = 0; i < pieces; i++) {
        if (m.widest[i] > widest)
            widest = m.widest[i];
    }
    free(m.widest);
    return widest;
}

/* The width of the widest thread among the rows' earliest samples. Each thread is measured once, since there are fewer
   threads than rows. */
static size_t width_of_threads(const struct sheet *t, const uint64_t *marks, const struct key *key)
{
    struct idmap seen = { 0 };
    int32_t *tids = NULL;
    size_t n = 0, cap = 0;
    for (size_t i = 0; (i = table_next_marked(t->table, marks, i)) < t->p->nrows; i++) {
        const int32_t tid = row_at(t->p, (uint32_t)i)->tid;
        uint32_t *known = idmap_find_or_add(&seen, (uint32_t)tid);
        if (*known)
            continue;
        *known = 1;
        *MEM_ADD(tids, n, cap) = tid;
    }
    const size_t widest = widest_of(t, key, tids, n);
    idmap_free(&seen);
    free(tids);
    return widest;
}

/* The width of a key's column: the widest of its header, its least width and its texts; with a width() of its own, the
   widest thread. `marks`: marks the rows of these lines, see table_width(). */
static size_t width_of(const struct sheet *t, const uint32_t *lines, size_t nlines, const uint64_t *marks,
                       size_t k)
{
    const struct key *key = t->p->keys[k];
    const struct field_column *field = key_field(key, t->first);
    const char *header = key_header(key, t->first);
    size_t width = header ? strlen(header) : 0;
    if (t->o->separator || !header)
        return width;
    size_t least = key->least_width;
    if (field)
        least = field->least_width;
    else if (t->kc->nanoseconds)
        least = key->least_width_ns;
    if (least > width)
        width = least;
    size_t widest = key->width ? width_of_threads(t, marks, key) : table_width(t->table, marks, k);
    size_t room = room_for_address(t, lines, nlines * t->n, k);
    if (room > width)
        width = room;
    if (widest > width)
        return widest;
    return width;
}

static const struct rows_column frame_columns[] = {
    { .name = "frame", .header = "Frame", .type = VALUE_TEXT },
    { .name = "frame_dso", .type = VALUE_TEXT },
    { .name = "frame_kind", .type = VALUE_TEXT },
    { .name = "ending_samples", .type = VALUE_COUNT },
    { .name = "ending_period", .type = VALUE_COUNT },
};
enum { FRAME_COLUMNS = COUNT(frame_columns) };

/* The figures that CSV and JSON always have. */
static const struct row_figure {
    const char *name;
    enum figure figure;
    enum value_type type;
} row_figures[] = {
    { "children_percent", FIGURE_CHILDREN, VALUE_PERCENT },
    { "children_period", FIGURE_CHILDREN, VALUE_COUNT },
    { "percent", FIGURE_PERIOD, VALUE_PERCENT },
    { "latency_children_percent", FIGURE_LATENCY_CHILDREN, VALUE_PERCENT },
    { "latency_percent", FIGURE_LATENCY, VALUE_PERCENT },
    { "samples", FIGURE_SAMPLES, VALUE_COUNT },
    { "period", FIGURE_PERIOD, VALUE_COUNT },
    { "weight1", FIGURE_WEIGHT1, VALUE_DECIMAL },
    { "weight2", FIGURE_WEIGHT2, VALUE_DECIMAL },
    { "weight3", FIGURE_WEIGHT3, VALUE_DECIMAL },
};
enum { ROW_FIGURES = COUNT(row_figures) };

static bool has_figure(const struct sheet *t, const struct row_figure *f)
{
    if (f->type == VALUE_DECIMAL)
        return t->l->weights[f->figure - FIGURE_WEIGHT1];
    return (t->children || !counts_callers(f->figure)) && (t->l->latency || !is_latency(f->figure));
}

static struct value figure_value(const struct sheet *t, const struct row_figure *f)
{
    const uint64_t v = t->figures[0][f->figure];
    if (f->type == VALUE_PERCENT)
        return value_percent(report_sheet_share(t, t->first, f->figure, v));
    if (f->type == VALUE_COUNT)
        return value_count(v);
    const uint64_t recorded = t->events[t->first].attr.sample_type;
    const bool known = recorded & key_weight_parts[f->figure - FIGURE_WEIGHT1].sample;
    if (known)
        return value_decimal(average(t, 0, f->figure), 1);
    return value_unknown();
}

/* A number of the current line as a value, for answers in memory. Text shows the numbers of all events in one cell. */
static struct value number_value(const struct sheet *t, const struct layout_number *number)
{
    const uint64_t v = t->figures[0][number->figure];
    const bool missing = counts_callers(number->figure) && !t->children;
    if (missing)
        return value_unknown();
    if (number->kind == NUMBER_PERCENT)
        return value_percent(report_sheet_share(t, t->first, number->figure, v));
    if (number->kind == NUMBER_AVERAGE)
        return value_decimal(average(t, 0, number->figure), 1);
    return value_count(v);
}

static struct rows_column number_column(const struct sheet *t, size_t column)
{
    static const enum value_type types[] = {
        [NUMBER_PERCENT] = VALUE_PERCENT, [NUMBER_COUNT] = VALUE_COUNT, [NUMBER_AVERAGE] = VALUE_DECIMAL
    };
    if (t->is_text)
        return (struct rows_column){
            .header = header_of(t, column), .role = ROLE_SHARE, .turned = true, .whole = true
        };
    return (struct rows_column){ .header = header_of(t, column),
                                 .type = types[t->l->columns[column].number->kind],
                                 .right = true };
}

static struct rows_column key_column(const struct sheet *t, size_t column)
{
    size_t k = t->l->columns[column].key;
    const struct key *key = t->p->keys[k];
    const char *header = header_of(t, column);
    bool is_field = !key->header;
    const char *name = NULL;
    if (is_field)
        name = header;
    else if (key->type)
        name = key->name;
    struct rows_column c = { .name = name,
                             .header = header,
                             .type = key->type,
                             .right = key->to_the_right,
                             .turned = key->to_the_right && !is_field,
                             .narrow = true };
    if (t->left_out[k])
        c.header = NULL;
    if (is_field) {
        c.of = "fields";
        c.type = key_field(key, t->first)->type;
    }
    return c;
}

static void find_widths(struct sheet *t, const uint32_t *lines, size_t nlines)
{
    uint64_t *marks = table_mark_rows(t->table, lines, nlines * t->n);
    for (size_t k = 0; k < t->p->nkeys; k++)
        t->widths[k] = width_of(t, lines, nlines, marks, k);
    free(marks);
}

void sheet_init(struct sheet *t, const uint32_t *lines, size_t nlines, struct arena *arena)
{
    const struct layout *l = t->l;
    const bool text = t->is_text, has_frames = rows_can_pull(t->rows) && report_trees_any(t->trees, t->first);
    struct rows_column *c = arena_new(arena, (ROW_FIGURES + l->ncolumns + FRAME_COLUMNS) * sizeof(*c));
    if (text)
        find_widths(t, lines, nlines);
    t->nfigures = 0;
    for (size_t i = 0; !text && i < ROW_FIGURES; i++)
        if (has_figure(t, &row_figures[i]))
            c[t->nfigures++] =
                (struct rows_column){ .name = row_figures[i].name, .type = row_figures[i].type };
    for (size_t i = 0; i < l->ncolumns; i++) {
        struct rows_column *column = &c[t->nfigures + i];
        if (l->columns[i].number)
            *column = number_column(t, i);
        else
            *column = key_column(t, i);
        if (column->header) {
            column->width = text ? sheet_width(t, i) : 0;
            if (text && t->o->separator && strlen(column->header) > column->width)
                /* -w cuts only these headers */
                column->header = arena_text(arena, column->header, column->width);
            t->last = i;
        }
    }
    t->frames = t->nfigures + l->ncolumns;
    if (has_frames)
        memcpy(&c[t->frames], frame_columns, sizeof(frame_columns));
    t->out = arena_new(arena, sizeof(*t->out));
    *t->out = (struct rows_table){ .name = "rows",
                                   .columns = c,
                                   .n = t->frames + (has_frames ? FRAME_COLUMNS : 0),
                                   .front = "  ",
                                   .gap = "  ",
                                   .heading = "# ",
                                   .plain = true };
    t->cells = mem_new(t->out->n, sizeof(*t->cells));
    t->texts = mem_new(l->ncolumns, sizeof(*t->texts));
}

void sheet_free(struct sheet *t)
{
    for (size_t i = 0; i < t->l->ncolumns; i++)
        text_free(&t->texts[i]);
    free(t->texts);
    free(t->cells);
    free(t->lines);
    free(t->figures);
    free(t->filtered);
    free(t);
}

const uint32_t *sheet_line(struct sheet *t, size_t place)
{
    assert(place < t->nlines);
    enum { SCREEN = 64 }; /* number of lines that are sorted at a time, at first */
    if (place >= t->ordered) {
        size_t more = t->ordered > SCREEN ? t->ordered : SCREEN;
        if (place - t->ordered >= more)
            more = place - t->ordered + 1;
        t->ordered += table_order_top_lines(t->table, &t->order, &t->lines[t->ordered * t->n],
                                            t->nlines - t->ordered, t->n, more);
    }
    return &t->lines[place * t->n];
}

void sheet_figures(struct sheet *t, const uint32_t *line)
{
    for (uint32_t i = 0; i < t->n; i++)
        for (size_t f = 0; f < FIGURES; f++) {
            if (line[i] == NO_ROW)
                t->figures[i][f] = 0;
            else
                t->figures[i][f] = table_figure(t->table, line[i], (enum figure)f);
        }
}

void sheet_figure_cells(struct sheet *t, bool of_frame)
{
    for (size_t i = 0, at = 0; i < ROW_FIGURES; i++) {
        const struct row_figure *f = &row_figures[i];
        const bool counted = !of_frame || (!is_latency(f->figure) && f->type != VALUE_DECIMAL);
        if (has_figure(t, f)) {
            if (counted)
                t->cells[at++] = figure_value(t, f);
            else
                t->cells[at++] = value_none();
        }
    }
}

void sheet_cells(struct sheet *t, uint32_t row)
{
    const bool text = t->is_text;
    for (size_t i = t->frames; i < t->out->n; i++)
        t->cells[i] = value_none();
    if (!text)
        sheet_figure_cells(t, false);
    for (size_t i = 0; i < t->l->ncolumns; i++) {
        struct value *cell = &t->cells[t->nfigures + i];
        const struct layout_column *c = &t->l->columns[i];
        t->texts[i].n = 0;
        if (!text) {
            if (c->number)
                *cell = number_value(t, c->number);
            else
                *cell = table_value(t->table, row, c->key, &t->texts[i]);
        } else if (c->number) {
            sheet_add_numbers(t, i, &t->texts[i]);
            *cell = value_text(t->texts[i].s);
        } else {
            *cell = value_text(table_text(t->table, row, c->key, &t->texts[i]));
        }
    }
}

void sheet_tree(struct sheet *t, const uint32_t *lines, size_t n, struct text *out)
{
    struct graph g;
    struct tree tree;
    if (!report_tree_make(t->trees, t->first, (struct report_lines){ lines, n, t->n }, &g, &tree))
        return;
    g.style = &t->rows->out->style;
    graph_draw(&g, &tree, out);
}
