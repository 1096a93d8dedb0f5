/*
 * The table: numbers first, then the keys, or as -F has it, in columns as wide as what stands in them (perf,
 * ui/stdio/hist.c and ui/hist.c). Events of a group share a table with a number for each.
 */
#include "cli/report/sheet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/columns.h"
#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

static uint64_t total_of(const struct sheet *t, size_t event)
{
    const struct total *total = &t->p->totals[event];
    return total->period -
           (t->o->percent_of_shown ? total->hidden_period + t->filtered[event - t->first] : 0);
}

static double percent_of(uint64_t part, uint64_t total)
{
    return total ? 100.0 * (double)part / (double)total : 0;
}

double sheet_percent(const struct sheet *t, size_t event, uint64_t period)
{
    return percent_of(period, total_of(t, event));
}

static double latency_percent(const struct sheet *t, size_t event, uint64_t latency)
{
    const struct total *total = &t->p->totals[event];
    uint64_t hidden = t->o->percent_of_shown ? latency_number(&total->hidden_latency, total) : 0;
    return percent_of(latency, latency_number(&total->latency, total) - hidden);
}

static unsigned width_asked(const struct sheet *t, size_t column)
{
    return column < t->o->nwidths && !t->o->hierarchy ? t->o->widths[column] : 0;
}

size_t sheet_width(const struct sheet *t, size_t column)
{
    const struct layout_column *c = &t->l->columns[column];
    size_t asked = width_asked(t, column), header = strlen(sheet_header(t, column));
    if (!c->number)
        return asked ? asked : t->widths[c->key];
    size_t width = asked && t->n == 1 ? asked : c->number->width * t->n;
    width = asked > width ? asked : width;
    return header > width ? header : width;
}

static bool is_latency(enum figure f)
{
    return f == FIGURE_LATENCY || f == FIGURE_LATENCY_CHILDREN;
}

static bool counts_callers(enum figure f)
{
    return f == FIGURE_CHILDREN || f == FIGURE_LATENCY_CHILDREN;
}

static void add_percent(struct sheet *t, size_t column, size_t event, int width, uint64_t part,
                        struct text *line)
{
    struct percent *p = &t->percents[column];
    if (!p->text[0] || p->part != part || p->event != event) {
        double percent = is_latency(t->l->columns[column].number->figure) ? latency_percent(t, event, part)
                                                                          : sheet_percent(t, event, part);
        *p = (struct percent){ .part = part, .event = event };
        snprintf(p->text, sizeof(p->text), "%*.2f%%", width, percent);
    }
    text_add(line, p->text);
}

/* A blank stands in front of each number; with a separator only where it is not the first one. */
void sheet_number(struct sheet *t, size_t column, struct text *line)
{
    const struct number *number = t->l->columns[column].number;
    unsigned asked = width_asked(t, column);
    int width = t->o->separator ? 1 : (int)(asked ? asked : number->width) - 1;
    size_t before = line->n, whole = sheet_width(t, column);
    for (uint32_t i = 0; i < t->n; i++) {
        uint64_t v = t->figures[i][number->figure];
        text_char(line, ' ', !t->o->separator || i);
        bool missing = counts_callers(number->figure) && !t->children;
        if (missing)
            text_printf(line, "%*s", width, "N/A");
        else if (number->percent)
            add_percent(t, column, t->first + i, width > 1 ? width - 1 : 1, v, line);
        else
            text_printf(line, "%*" PRIu64, width, v);
        if (missing)
            break;
    }
    size_t n = line->n - before;
    text_char(line, ' ', !t->o->separator && column != t->last && n < whole ? whole - n : 0);
}

void sheet_gap(const struct sheet *t, bool first, const char *front, struct text *line)
{
    column_gap(t->o->separator, first, front, line);
}

static void add_key(const struct sheet *t, size_t column, const char *s, struct text *line)
{
    bool right = t->p->keys[t->l->columns[column].key]->to_the_right;
    column_text(t->o->separator, s, sheet_width(t, column), right, column == t->last, line);
}

static void headings(const struct sheet *t, FILE *out)
{
    struct text names = { 0 }, dots = { 0 };
    bool first = true;
    if (t->o->separator)
        text_add(&names, "# ");
    for (size_t i = 0; i < t->l->ncolumns; i++) {
        if (!sheet_shows(t, i))
            continue;
        const char *header = sheet_header(t, i);
        bool number = t->l->columns[i].number,
             right = number || !t->l->keys[t->l->columns[i].key]->header; /* of fields of tracepoints */
        size_t width = sheet_width(t, i), len = strlen(header), left = width > len ? width - len : 0;
        left = t->o->separator ? 0 : left;
        sheet_gap(t, first, "# ", &names);
        sheet_gap(t, first, "# ", &dots);
        first = false;
        text_char(&names, ' ', right ? left : 0);
        text_add_n(&names, header, len < width ? len : width);
        text_char(&names, ' ', right || i == t->last ? 0 : left);
        text_char(&dots, '.', width);
    }
    fprintf(out, t->o->separator ? "%s\n" : "%s\n%s\n#\n", names.s, dots.s);
    text_free(&names);
    text_free(&dots);
}

static void take_figures(struct sheet *t, const uint32_t *line)
{
    for (uint32_t i = 0; i < t->n; i++)
        for (size_t f = 0; f < FIGURES; f++)
            t->figures[i][f] = line[i] == NO_ROW ? 0 : table_figure(t->table, line[i], (enum figure)f);
}

static void show_line(struct sheet *t, uint32_t row, struct text *line, struct text *scratch)
{
    bool first = true;
    line->n = 0;
    for (size_t i = 0; i < t->l->ncolumns; i++) {
        const struct layout_column *c = &t->l->columns[i];
        if (!sheet_shows(t, i))
            continue;
        sheet_gap(t, first, "  ", line);
        first = false;
        if (c->number)
            sheet_number(t, i, line);
        else
            add_key(t, i, table_text(t->table, row, c->key, scratch), line);
    }
    text_char(line, '\n', 1);
}

/* 1543 -> "1K", 96 -> "96 " (perf, convert_unit). */
static void samples_text(uint64_t n, struct text *out)
{
    static const char units[] = " KMG";
    size_t u = 0;
    for (; n > 1000 && u < 3; u++)
        n /= 1000;
    text_printf(out, "%" PRIu64 "%c", n, units[u]);
}

static void title(const struct sheet *t, FILE *out)
{
    struct text s = { 0 };
    uint64_t samples = 0, period = 0;
    for (size_t k = t->first; k < t->first + t->n; k++) {
        const struct total *total = &t->p->totals[k];
        samples += total->samples - (t->o->percent_of_shown ? total->hidden_samples : 0);
        period += total_of(t, k);
    }
    text_add(&s, "# Samples: ");
    samples_text(samples, &s);
    const struct event *leader = &t->events[t->first];
    if (t->n > 1) {
        text_add(&s, " of events '");
        text_add_clean(&s, leader->group_name && *leader->group_name ? leader->group_name : "anon group");
        for (size_t k = 0; k < t->n; k++) {
            text_add(&s, k ? ", " : " { ");
            text_add_clean(&s, t->events[t->first + k].name);
        }
        text_add(&s, " }'");
    } else {
        text_add(&s,
                 leader->members > 1 ? " of events '" : " of event '"); /* so perf, with --no-group, too */
        text_add_clean(&s, leader->name);
        text_add(&s, "'");
    }
    if (t->o->filters.time)
        text_printf(&s, " (time slices: %s)", t->o->filters.time);
    text_printf(&s, "\n# Event count (approx.): %" PRIu64 "\n", period);
    for (size_t k = 0; k < t->o->count.filter.sockets.n; k++)
        text_printf(&s, "# Processor Socket: %d\n", (int)t->o->count.filter.sockets.v[k]);
    fprintf(out, "%s#\n", s.s);
    text_free(&s);
}

/* The names of objects for which nothing was found. */
static struct idmap names_without_table(const struct key_context *kc)
{
    struct idmap names = { 0 };
    size_t n;
    const struct object *const *objects = timeline_objects(kc->timeline, &n);
    for (size_t i = 0; kc->resolver && i < n; i++)
        if (!resolver_resolved(kc->resolver, objects[i]).table)
            *idmap_at(&names, (uintptr_t)objects[i]->name) = 1;
    return names;
}

/* The column of objects has room for an address where a place has no symbol, unless widths are given or
   objects are chosen (perf, util/hist.c: hists__set_unres_dso_col_len()). Where rows are not by symbol, perf
   goes by the first sample of each; here an object counts as nameless if all of it is. */
static size_t room_for_address(const struct sheet *t, const uint32_t *lines, size_t n, size_t key)
{
    if (t->p->keys[key] != key_named("dso", 3) || t->o->nwidths || t->o->count.filter.dsos.n)
        return 0;
    size_t symbol = layout_place(&t->o->columns, key_named("symbol", 6)), room = 0;
    bool by_symbol = symbol < t->p->nkeys;
    struct idmap nameless = by_symbol ? (struct idmap){ 0 } : names_without_table(t->kc);
    for (size_t i = 0; i < n && !room; i++) {
        if (lines[i] == NO_ROW)
            continue;
        const void *what = key_cell_pointer(&row_at(t->p, lines[i])->cells[by_symbol ? symbol : key]);
        room = !what || idmap_get(&nameless, (uintptr_t)what) ? t->kc->addr_digits : 0;
    }
    idmap_free(&nameless);
    return room;
}

/* What a key's column takes: its header, its texts or, where it says so itself, what its threads ask for. */
static size_t width_of(const struct sheet *t, const uint32_t *lines, size_t nlines, size_t k)
{
    const struct key *key = t->p->keys[k];
    const struct field_column *field = key_field(key, t->first);
    const char *header = key_header(key, t->first);
    size_t width = header ? strlen(header) : 0, widest = 0;
    if (t->o->separator || !header)
        return width;
    size_t least = field ? field->least_width : t->kc->nanoseconds ? key->least_width_ns : key->least_width;
    width = least > width ? least : width;
    if (!key->width)
        widest = table_width(t->table, lines, nlines * t->n, k);
    for (size_t i = 0; key->width && i < nlines * t->n; i++) {
        size_t one = lines[i] == NO_ROW ? 0 : key->width(t->kc, row_at(t->p, lines[i])->tid);
        widest = one > widest ? one : widest;
    }
    size_t room = room_for_address(t, lines, nlines * t->n, k);
    width = room > width ? room : width;
    return widest > width ? widest : width;
}

void sheet_tree(struct sheet *t, uint32_t row, struct text *out)
{
    struct graph g;
    struct tree tree;
    if (report_tree(t->trees, t->first, row, &g, &tree))
        graph_draw(&g, &tree, out);
}

static void show_lines(struct sheet *t, const uint32_t *lines, size_t n, FILE *out)
{
    struct text text = { 0 }, scratch = { 0 };
    for (size_t i = 0; i < n; i++) {
        const uint32_t *line = &lines[i * t->n];
        take_figures(t, line);
        if (sheet_percent(t, t->first, sheet_weight(t, t->figures[0])) < t->o->percent_limit)
            continue;
        show_line(t, line_row(line, t->n), &text, &scratch);
        sheet_tree(t, *line, &text);
        fwrite(text.s, 1, text.n, out);
    }
    text_free(&text);
    text_free(&scratch);
}

/* The lines that options for rows let through. */
static size_t filter_lines(struct sheet *t, uint32_t *lines, size_t n)
{
    struct text scratch = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t *line = &lines[i * t->n], row = line_row(line, t->n);
        bool filtered = report_filters(t->o, t->table, row, &scratch);
        for (uint32_t k = 0; filtered && k < t->n; k++)
            t->filtered[k] += line[k] == NO_ROW ? 0 : row_at(t->p, line[k])->period;
        if (!filtered && !report_excludes(t->o, t->table, row))
            memmove(&lines[kept++ * t->n], line, t->n * sizeof(*lines));
    }
    text_free(&scratch);
    return kept;
}

static void show_sheet(struct sheet *t, FILE *out)
{
    size_t n;
    uint32_t *depths = t->trees->forest && t->children ? tree_forest_depths(t->trees->forest) : NULL;
    struct line_order order = { .by = t->l->order,
                                .n = t->o->hierarchy ? 0 : t->l->norder,
                                .member = t->o->group_index,
                                .depths = depths,
                                .shallow_first = !t->o->graph.callers_first };
    uint32_t *lines = table_lines(t->table, t->first, t->n, &order, &n);
    t->figures = mem_new(t->n, sizeof(*t->figures));
    t->filtered = mem_new(t->n, sizeof(*t->filtered));
    if (t->o->symbol_filter || t->o->exclude_other)
        n = filter_lines(t, lines, n);
    for (size_t k = 0; k < t->p->nkeys; k++)
        t->widths[k] = width_of(t, lines, n, k);
    if (!t->o->quiet)
        title(t, out);
    if (t->o->hierarchy) {
        sheet_hierarchy(t, lines, n, out);
    } else {
        if (!t->o->quiet)
            headings(t, out);
        show_lines(t, lines, n, out);
    }
    free(t->figures);
    free(t->filtered);
    free(lines);
    free(depths);
}

/* A filter that lets one name through makes its column say the same on every line: the name stands above
   instead, unless no column would be left (perf, sort__setup_elide). With a hierarchy it stays. */
static void leave_out(const struct report_opts *o, bool *left_out, FILE *out)
{
    const struct layout *l = &o->columns;
    size_t left = l->nshown;
    for (size_t c = 0; c < l->ncolumns; c++) {
        const struct key *key = l->columns[c].number ? NULL : l->keys[l->columns[c].key];
        const char *only = key ? filters_only(&o->count.filter, key) : NULL;
        if (!only)
            continue;
        struct text name = { 0 };
        text_add_clean(&name, only);
        fprintf(out, "# %s: %s\n", key->name, text_str(&name));
        text_free(&name);
        left_out[l->columns[c].key] = !o->hierarchy;
        left--;
    }
    for (size_t c = 0; c < l->ncolumns; c++)
        if (!l->columns[c].number)
            left_out[l->columns[c].key] = left_out[l->columns[c].key] && left;
}

static size_t last_column(const struct sheet *t)
{
    size_t last = 0;
    for (size_t c = 0; c < t->l->ncolumns; c++)
        last = sheet_shows(t, c) ? c : last;
    return last;
}

/* Shares of the branches whose type is known; of these not all went far, so they are no parts of a whole. */
static void show_branch_types(const struct session *s, const struct branch_types *t, FILE *out)
{
    if (!t->typed)
        return;
    fputs("\n#\n# Branch Statistics:\n#\n", out);
    for (size_t i = 0; i < BRANCH_TYPES; i++)
        if (t->of[i])
            fprintf(out, "%8s: %5.1f%%\n", branch_types_name(i, s->capture->env.arch),
                    100.0 * (double)t->of[i] / (double)t->typed);
}

void report_rows(const struct session *s, const struct report_opts *o, const struct table *table,
                 const struct key_context *kc, FILE *out)
{
    bool left_out[KEYS_MAX] = { false };
    leave_out(o, left_out, out);
    const struct profile *p = table->profile;
    const struct events *es = &s->capture->events;
    if (!o->quiet)
        fprintf(out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n", s->capture->lost_samples);
    struct report_trees trees;
    report_trees_init(&trees, s, o, table, kc, graph_is_list(&o->graph));
    for (uint32_t i = 0, n; i < es->n; i += n) {
        n = o->group && es->v[i].members > 1 && i + es->v[i].members <= es->n ? es->v[i].members : 1;
        if (!p->totals[i].samples)
            continue;
        struct sheet t = { .o = o,
                           .l = &o->columns,
                           .table = table,
                           .p = p,
                           .kc = kc,
                           .events = es->v,
                           .first = i,
                           .n = n,
                           .children = o->count.children,
                           .trees = &trees,
                           .left_out = left_out };
        t.last = last_column(&t);
        show_sheet(&t, out);
        fputs("\n\n", out);
    }
    show_branch_types(s, &p->branch_types, out);
    report_trees_free(&trees);
}
