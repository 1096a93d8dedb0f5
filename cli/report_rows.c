/*
 * The table: numbers first, then the keys, in columns as wide as what stands in them (perf, ui/stdio/hist.c
 * and ui/hist.c). Events of a group share a table with a number for each.
 */
#include "cli/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/profile/tree_frames.h"

enum { NUMBERS = 5 };

struct sheet {
    const struct report_opts *o;
    const struct table *table;
    const struct profile *p; /* its keys and totals */
    const struct key_context *kc;
    const struct event *events;
    uint32_t first, n; /* events of the sheet */
    bool children;
    struct graph graph;    /* how trees are drawn */
    struct forest *forest; /* NULL: none are */
    const bool *left_out;  /* per key: its column would say the same on every line */
    size_t last;           /* the last key that is shown */
    size_t widths[KEYS_MAX];
    struct percent { /* the last that was shown, by column of numbers: the next line often has the same */
        uint64_t period;
        size_t event;
        char text[32];
    } percents[NUMBERS];
};

/* A column of numbers: one row of numbers[] each. */
struct number {
    const char *header;
    size_t width; /* per event */
    bool (*wanted)(const struct sheet *t);
    uint64_t (*get)(const struct row *r);
    bool percent;
};

static bool with_children(const struct sheet *t)
{
    return t->children;
}

static bool without_children(const struct sheet *t)
{
    return !t->children;
}

static bool with_samples(const struct sheet *t)
{
    return t->o->show_samples;
}

static bool with_period(const struct sheet *t)
{
    return t->o->show_period;
}

static uint64_t get_children(const struct row *r)
{
    return r->children;
}

static uint64_t get_period(const struct row *r)
{
    return r->period;
}

static uint64_t get_samples(const struct row *r)
{
    return r->samples;
}

static const struct number numbers[NUMBERS] = {
    { "Children", 8, with_children, get_children, true },
    { "Self", 8, with_children, get_period, true },
    { "Overhead", 8, without_children, get_period, true },
    { "Samples", 12, with_samples, get_samples, false },
    { "Period", 12, with_period, get_period, false },
};

static uint64_t total_of(const struct sheet *t, size_t event)
{
    const struct total *total = &t->p->totals[event];
    return total->period - (t->o->percent_of_shown ? total->hidden_period : 0);
}

static double percent_of(const struct sheet *t, size_t event, uint64_t period)
{
    uint64_t total = total_of(t, event);
    return total ? 100.0 * (double)period / (double)total : 0;
}

static void add_percent(struct sheet *t, size_t number, size_t event, uint64_t period, struct text *line)
{
    struct percent *p = &t->percents[number];
    if (!p->text[0] || p->period != period || p->event != event) {
        *p = (struct percent){ .period = period, .event = event };
        snprintf(p->text, sizeof(p->text), "%*.2f%%", t->o->separator ? 1 : (int)numbers[number].width - 1,
                 percent_of(t, event, period));
    }
    text_add(line, p->text);
}

/* Between columns: the separator, or two blanks, which also stand (as "# " in headings) in front of the
 * first. */
static void gap(const struct sheet *t, bool first, const char *front, struct text *line)
{
    if (t->o->separator)
        text_add(line, first ? "" : t->o->separator);
    else
        text_add(line, first ? front : "  ");
}

/* A key's text in its column, cut where the column is narrower. A separator inside of a field would break it
   in two: perf puts a dot there. */
static void add_key(const struct sheet *t, size_t k, const char *s, bool last, struct text *line)
{
    const char *sep = t->o->separator;
    size_t n = strlen(s), width = t->widths[k];
    bool right = t->p->keys[k]->to_the_right;
    for (; sep && *s; s++)
        text_char(line, sep[0] == *s && !sep[1] ? '.' : *s, 1);
    if (sep)
        return;
    text_char(line, ' ', right && width > n ? width - n : 0);
    text_add_n(line, s, n < width ? n : width);
    text_char(line, ' ', !right && !last && width > n ? width - n : 0);
}

static void headings(const struct sheet *t, FILE *out)
{
    struct text names = { 0 }, dots = { 0 };
    bool first = true;
    if (t->o->separator)
        text_add(&names, "# ");
    for (size_t i = 0; i < NUMBERS; i++) {
        if (!numbers[i].wanted(t))
            continue;
        size_t width = numbers[i].width * t->n, len = strlen(numbers[i].header);
        gap(t, first, "# ", &names);
        gap(t, first, "# ", &dots);
        first = false;
        text_char(&names, ' ', !t->o->separator && width > len ? width - len : 0);
        text_add(&names, numbers[i].header);
        text_char(&dots, '.', width);
    }
    for (size_t k = 0; k < t->p->nkeys; k++) {
        if (t->left_out[k])
            continue;
        gap(t, first, "# ", &names);
        gap(t, first, "# ", &dots);
        first = false;
        size_t len = strlen(t->p->keys[k]->header);
        text_add(&names, t->p->keys[k]->header);
        bool last = k == t->last && !t->o->ipc_column;
        text_char(&names, ' ', t->o->separator || last ? 0 : t->widths[k] - len);
        text_char(&dots, '.', t->widths[k]);
    }
    if (t->o->ipc_column) {
        gap(t, first, "# ", &names);
        gap(t, first, "# ", &dots);
        text_add(&names, "IPC   [IPC Coverage]");
        text_char(&dots, '.', strlen("IPC   [IPC Coverage]"));
    }
    fprintf(out, t->o->separator ? "%s\n" : "%s\n%s\n#\n", names.s, dots.s);
    text_free(&names);
    text_free(&dots);
}

static const struct row *row_of(const struct sheet *t, const uint32_t *line, uint32_t i)
{
    static const struct row none;
    return line[i] == NO_ROW ? &none : row_at(t->p, line[i]);
}

/* Any row of a line: they read the same. */
static uint32_t some_row(const struct sheet *t, const uint32_t *line)
{
    uint32_t i = 0;
    while (i + 1 < t->n && line[i] == NO_ROW)
        i++;
    return line[i];
}

static void show_line(struct sheet *t, const uint32_t *rows, struct text *line, struct text *scratch)
{
    bool first = true;
    line->n = 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        if (!numbers[i].wanted(t))
            continue;
        gap(t, first, "  ", line);
        first = false;
        for (uint32_t k = 0; k < t->n; k++) {
            uint64_t v = numbers[i].get(row_of(t, rows, k));
            text_char(line, ' ', t->o->separator && k);
            if (numbers[i].percent)
                add_percent(t, i, t->first + k, v, line);
            else
                text_printf(line, "%*" PRIu64, t->o->separator ? 1 : (int)numbers[i].width, v);
        }
    }
    for (size_t k = 0; k < t->p->nkeys; k++) {
        if (t->left_out[k])
            continue;
        gap(t, first, "  ", line);
        first = false;
        add_key(t, k, table_text(t->table, some_row(t, rows), k, scratch), k == t->last && !t->o->ipc_column,
                line);
    }
    if (t->o->ipc_column) {
        gap(t, first, "  ", line);
        text_add(line, "-      -");
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
        text_add(&s, " of event '");
        text_add_clean(&s, leader->name);
        text_add(&s, "'");
    }
    if (t->o->time)
        text_printf(&s, " (time slices: %s)", t->o->time);
    fprintf(out, "%s\n# Event count (approx.): %" PRIu64 "\n#\n", s.s, period);
    text_free(&s);
}

/* What a key's column takes: its header, its texts or, where it says so itself, what its threads ask for. */
static size_t width_of(const struct sheet *t, const uint32_t *lines, size_t nlines, size_t k)
{
    const struct key *key = t->p->keys[k];
    size_t width = strlen(key->header), widest = 0;
    if (t->o->separator)
        return width;
    size_t least = t->kc->nanoseconds ? key->least_width_ns : key->least_width;
    width = least > width ? least : width;
    if (!key->width)
        widest = table_width(t->table, t->first, t->n, k);
    for (size_t i = 0; key->width && i < nlines * t->n; i++) {
        size_t one = lines[i] == NO_ROW ? 0 : key->width(t->kc, row_at(t->p, lines[i])->tid);
        widest = one > widest ? one : widest;
    }
    return widest > width ? widest : width;
}

/* The tree of a row, which is the leader's where there are several. */
static void add_tree(struct sheet *t, uint32_t row, struct text *out)
{
    if (!t->forest || row == NO_ROW)
        return;
    t->graph.row = t->children ? row_at(t->p, row)->children : row_at(t->p, row)->period;
    if (graph_is_empty(&t->graph))
        return;
    struct tree tree = forest_tree(t->forest, row);
    graph_draw(&t->graph, &tree, out);
}

static void show_sheet(struct sheet *t, FILE *out)
{
    size_t n;
    uint32_t *depths = t->forest && t->children ? forest_depths(t->forest) : NULL;
    struct line_order order = { t->children, depths, !t->graph.o->callers_first };
    uint32_t *lines = table_lines(t->table, t->first, t->n, &order, &n);
    struct text text = { 0 }, scratch = { 0 };
    for (size_t k = 0; k < t->p->nkeys; k++)
        t->widths[k] = width_of(t, lines, n, k);
    if (!t->o->quiet)
        headings(t, out);
    for (size_t i = 0; i < n; i++) {
        const struct row *leader = row_of(t, &lines[i * t->n], 0);
        if (percent_of(t, t->first, t->children ? leader->children : leader->period) < t->o->percent_limit)
            continue;
        show_line(t, &lines[i * t->n], &text, &scratch);
        add_tree(t, lines[i * t->n], &text);
        fwrite(text.s, 1, text.n, out);
    }
    text_free(&text);
    text_free(&scratch);
    free(lines);
    free(depths);
}

/* A filter that lets one name through makes its column say the same on every line: the name stands above
   instead, unless no column would be left (perf, sort__setup_elide). Returns the last key that stays. */
static size_t leave_out(const struct report_opts *o, const struct profile *p, bool *left_out, FILE *out)
{
    const struct {
        const char *key;
        const struct words *names;
    } filters[] = { { "comm", &o->count.filter.comms },
                    { "dso", &o->count.filter.dsos },
                    { "symbol", &o->count.filter.symbols } };
    size_t left = o->nshown, last = 0;
    for (size_t k = 0; k < o->nshown; k++)
        for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++)
            if (filters[i].names->n == 1 && !strcmp(p->keys[k]->name, filters[i].key)) {
                struct text name = { 0 };
                text_add_clean(&name, filters[i].names->v[0]);
                fprintf(out, "# %s: %s\n", filters[i].key, name.s ? name.s : "");
                text_free(&name);
                left_out[k] = true;
                left--;
            }
    for (size_t k = 0; k < p->nkeys; k++) {
        left_out[k] = k >= o->nshown || (left_out[k] && left);
        last = left_out[k] ? last : k;
    }
    return last;
}

void report_rows(const struct session *s, const struct report_opts *o, const struct table *table,
                 const struct key_context *kc, FILE *out)
{
    bool left_out[KEYS_MAX] = { false };
    size_t last = leave_out(o, table->profile, left_out, out);
    const struct profile *p = table->profile;
    const struct events *es = &s->capture->events;
    if (!o->quiet)
        fprintf(out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n",
                s->capture->problems.of[PROBLEM_LOST_SAMPLES].n);
    struct arena names = { 0 };
    struct tree_frame *frames = o->count.paths ? tree_frames_new(&p->paths, kc, &names) : NULL;
    struct tree_opts order = { .children = o->count.children,
                               .callers_first = o->graph.callers_first,
                               .by_class = graph_is_list(&o->graph) };
    struct forest *forest = frames ? forest_new(table, frames, order) : NULL;
    for (uint32_t i = 0, n; i < es->n; i += n) {
        n = o->group && es->v[i].members > 1 && i + es->v[i].members <= es->n ? es->v[i].members : 1;
        if (!p->totals[i].samples)
            continue;
        struct sheet t = { .o = o,
                           .table = table,
                           .p = p,
                           .kc = kc,
                           .events = es->v,
                           .first = i,
                           .n = n,
                           .children = o->count.children,
                           .graph = { .o = &o->graph,
                                      .frames = frames,
                                      .separator = o->separator,
                                      .first_is_row = o->sort_by_symbol,
                                      .total = p->totals[i].period },
                           .forest = es->v[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN ? forest : NULL,
                           .left_out = left_out,
                           .last = last };
        if (!o->quiet)
            title(&t, out);
        show_sheet(&t, out);
        fputs("\n\n", out);
    }
    forest_free(forest);
    free(frames);
    arena_free(&names);
}
