/*
 * The table: columns of numbers, then columns of keys, or the columns of -F. In text, the events of a group share a
 * table with a column of numbers each; in other formats each event has its own table, with all numbers.
 */
#include "lib/question/common/note_rows.h"
#include "lib/question/report/counted.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"
#include "lib/question/provenance/lookup_trace.h"

/* Adds a number of samples with a unit: 1543 as "1K", 96 as "96 " (perf, convert_unit()). */
static void samples_text(uint64_t n, struct text *out)
{
    static const char units[] = " KMG";
    size_t u = 0;
    for (; n > 1000 && u < 3; u++)
        n /= 1000;
    text_printf(out, "%" PRIu64 "%c", n, units[u]);
}

static void title(const struct sheet *t)
{
    struct text s = { 0 };
    uint64_t samples = 0, period = 0;
    for (size_t k = t->first; k < t->first + t->n; k++) {
        const struct total *total = &t->p->totals[k];
        samples += total->samples;
        if (t->o->percent_of_shown)
            samples -= total->hidden_samples;
        period += sheet_total(t, k);
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
        text_add(&s, " of event");
        text_char(&s, 's', leader->members > 1); /* like perf, even with --no-group */
        text_add(&s, " '");
        text_add_clean(&s, leader->name);
        text_add(&s, "'");
    }
    if (t->o->filters.time)
        text_printf(&s, " (time slices: %s)", t->o->filters.time);
    text_printf(&s, "\n# Event count (approx.): %" PRIu64 "\n", period);
    for (size_t k = 0; k < t->o->count.filter.sockets.n; k++)
        text_printf(&s, "# Processor Socket: %d\n", (int)t->o->count.filter.sockets.v[k]);
    rows_print(t->rows, "%s#\n", s.s);
    text_free(&s);
}

static void put_stack(void *arg, const struct branch *end, const char *const *frames, size_t n)
{
    struct rows *r = arg;
    rows_object(r, NULL);
    rows_fact(r, "samples", value_count(end->samples));
    rows_fact(r, "period", value_count(end->period));
    rows_list(r, "frames");
    for (size_t i = 0; i < n; i++)
        rows_fact(r, NULL, value_text(frames[i]));
    rows_close(r);
    rows_close(r);
}

/* Shows the first of n lines, and its call tree: in text as a drawing below the line, in JSON as a list of stacks. The
   other lines tell which trees are needed next. */
static void show_line(struct sheet *t, const uint32_t *lines, size_t n, struct text *text)
{
    struct graph g;
    struct tree tree;
    sheet_figures(t, lines);
    sheet_cells(t, line_row(lines, t->n));
    if (!t->trees->forest || t->is_text) {
        rows_row(t->rows, t->cells);
        text->n = 0;
        sheet_tree(t, lines, n, text);
        if (text->n)
            rows_print(t->rows, "%s", text->s);
        return;
    }
    rows_row_begin(t->rows, t->cells);
    rows_list(t->rows, "stacks");
    if (report_tree_make(t->trees, t->first, (struct report_lines){ lines, n, t->n }, &g, &tree))
        graph_each(&g, &tree, put_stack, t->rows);
    rows_close(t->rows);
    rows_row_end(t->rows);
}

static void show_lines(struct sheet *t)
{
    struct text text = { 0 };
    table_order_lines(t->table, &t->order, t->lines, t->nlines, t->n);
    if (!t->o->quiet)
        rows_headings(t->rows, t->out);
    for (size_t i = 0; i < t->nlines; i++)
        show_line(t, &t->lines[i * t->n], t->nlines - i, &text);
    text_free(&text);
}

/* The part of a line's call tree that would be drawn: made whole, or as far as it is looked at. */
struct line_tree {
    struct branch *whole;
    struct tree_growth *growing; /* NULL: it is in `whole` */
    struct graph graph;
};

struct frame_row {
    uint32_t tree, branch;
    size_t above;
};

/* The child rows of a sheet's rows: the frames of their call trees, which are built on demand. Their numbers follow
   those of the sheet's lines. */
struct frame_rows {
    struct sheet *t;
    struct line_tree *trees;
    size_t ntrees, cap_trees;
    struct frame_row *v;
    size_t n, cap;
    struct frame_rows_level { /* the child rows of one row */
        size_t first, n;
    } * levels;
    size_t nlevels, cap_levels;
    struct idmap level_of; /* by 1 + the number of the parent row: the index + 1 in `levels` */
};

static struct frame_rows *frame_rows_new(struct sheet *t)
{
    struct frame_rows *f = mem_new(1, sizeof(*f));
    f->t = t;
    return f;
}

static void frame_rows_free(struct frame_rows *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->ntrees; i++) {
        free(f->trees[i].whole);
        tree_growth_free(f->trees[i].growing);
    }
    free(f->trees);
    free(f->v);
    free(f->levels);
    idmap_free(&f->level_of);
    free(f);
}

/* Makes the tree of a line, and keeps a copy, since the forest reuses its memory. Returns its index. */
static uint32_t tree_of_line(struct frame_rows *f, size_t line)
{
    struct sheet *t = f->t;
    struct graph g;
    struct tree tree;
    struct line_tree *kept = MEM_ADD(f->trees, f->ntrees, f->cap_trees);
    *kept = (struct line_tree){ .whole = NULL };
    kept->growing = report_tree_plant(t->trees, t->first, *sheet_line(t, line), &kept->graph);
    if (!kept->growing && report_tree_make(t->trees, t->first,
                                           (struct report_lines){ sheet_line(t, line), 1, t->n }, &g, &tree))
        *kept = (struct line_tree){ (struct branch *)mem_copy(tree.v, tree.n * sizeof(*tree.v)), NULL, g };
    return (uint32_t)f->ntrees - 1;
}

/* The branches of a tree, if any. */
static const struct branch *branches_of(const struct line_tree *of)
{
    if (of->growing)
        return tree_so_far(of->growing).v;
    return of->whole;
}

static uint64_t frame_rows_weight(const struct branch *b)
{
    return b->period + b->below_period;
}

/* Makes the child rows of a row: the branches below `branch` that are heavy enough. Siblings are sorted by weight. */
static struct frame_rows_level make_level(struct frame_rows *f, uint32_t tree, uint32_t branch, size_t above)
{
    const struct line_tree *of = &f->trees[tree];
    struct frame_rows_level made = { .first = f->t->nlines + f->n };
    uint64_t least = 0;
    uint32_t first = 0;
    if (of->growing)
        tree_branch_out(of->growing, branch);
    const struct branch *v = branches_of(of);
    if (v) {
        least = graph_least_below(&of->graph, &v[branch]);
        first = v[branch].first;
    }
    for (uint32_t b = first; b && frame_rows_weight(&v[b]) >= least; b = v[b].next) {
        *MEM_ADD(f->v, f->n, f->cap) = (struct frame_row){ tree, b, above };
        made.n++;
    }
    return made;
}

/* Returns the number of a row's children; *first receives the number of the heaviest one, and the others follow it. */
static size_t rows_below(void *arg, size_t row, size_t *first)
{
    struct frame_rows *f = ((struct sheet *)arg)->frame_rows;
    assert(row < f->t->nlines + f->n);
    uint32_t known = idmap_get(&f->level_of, row + 1);
    if (!known) {
        const bool is_frame = row >= f->t->nlines;
        const struct frame_row at = is_frame ? f->v[row - f->t->nlines]
                                             : (struct frame_row){ .tree = tree_of_line(f, row) };
        const struct frame_rows_level made = make_level(f, at.tree, at.branch, row);
        *MEM_ADD(f->levels, f->nlevels, f->cap_levels) = made;
        known = (uint32_t)f->nlevels;
        *idmap_find_or_add(&f->level_of, row + 1) = known;
    }
    *first = f->levels[known - 1].first;
    return f->levels[known - 1].n;
}

static size_t row_above(void *arg, size_t row)
{
    const struct frame_rows *f = ((struct sheet *)arg)->frame_rows;
    assert(row >= f->t->nlines && row - f->t->nlines < f->n);
    return f->v[row - f->t->nlines].above;
}

/* The object of a frame and the kind of its code, or "inlined" for an inlined function. */
static void frame_origin(const struct path_frame *f, struct value cells[2])
{
    cells[0] = cells[1] = value_unknown();
    if (f->object)
        cells[0] = value_text(f->object->name);
    if (f->symbol && f->symbol->is_inlined)
        cells[1] = value_text("inlined");
    else if (f->object)
        cells[1] = value_text(lookup_objects[f->object->kind].key);
}

/* Fills the sheet's cells with the cells of a child row. */
static void frame_rows_cells(struct frame_rows *f, size_t row)
{
    assert(row >= f->t->nlines && row - f->t->nlines < f->n);
    struct sheet *t = f->t;
    const struct frame_row *at = &f->v[row - t->nlines];
    const struct line_tree *of = &f->trees[at->tree];
    const struct branch *b = &branches_of(of)[at->branch];
    uint64_t *figures = t->figures[0];
    memset(figures, 0, sizeof(t->figures[0]));
    figures[FIGURE_SAMPLES] = b->samples + b->below_samples;
    figures[FIGURE_PERIOD] = figures[FIGURE_CHILDREN] = frame_rows_weight(b);
    sheet_figure_cells(t, true);
    for (size_t i = t->nfigures; i < t->frames; i++)
        t->cells[i] = value_none();
    if (of->graph.frames->v[b->frame].marker)
        t->cells[t->frames] = value_unknown();
    else
        t->cells[t->frames] = value_text(tree_frames_name(of->graph.frames, b->frame));
    frame_origin(&of->graph.frames->paths->frames[b->frame], &t->cells[t->frames + 1]);
    t->cells[t->frames + 3] = value_count(b->samples);
    t->cells[t->frames + 4] = value_count(b->period);
}

/* Rows that are computed on demand. */
static void report_rows_of(void *arg, size_t row, struct value *cells)
{
    struct sheet *t = arg;
    if (row < t->nlines) {
        const uint32_t *line = sheet_line(t, row);
        sheet_figures(t, line);
        sheet_cells(t, line_row(line, t->n));
    } else {
        frame_rows_cells(t->frame_rows, row);
    }
    memcpy(cells, t->cells, t->out->n * sizeof(*cells));
}

static size_t rows_known(void *arg)
{
    const struct sheet *t = arg;
    size_t n = t->nlines;
    if (t->frame_rows)
        n += t->frame_rows->n;
    return n;
}

static void pull_lines(struct sheet *t)
{
    const bool has_frames = t->frames < t->out->n;
    t->frame_rows = has_frames ? frame_rows_new(t) : NULL;
    rows_pull_from(t->rows, &(struct rows_source){ .arg = t,
                                                   .n = t->nlines,
                                                   .row = report_rows_of,
                                                   .below = has_frames ? rows_below : NULL,
                                                   .above = row_above,
                                                   .known = rows_known });
}

/* Whether -x excludes a row (is_excluded), and whether --symbol-filter does. */
static bool is_excluded(const struct sheet *t, uint32_t row)
{
    size_t k = layout_place(t->l, key_find("parent", 6));
    return t->o->exclude_other && (k == t->l->nkeys || !row_cell(t->p, row_at(t->p, row), k)->v);
}

static bool is_filtered(const struct sheet *t, uint32_t row, struct text *scratch)
{
    size_t k = layout_place(t->l, key_find("symbol", 6));
    if (!t->o->symbol_filter || k == t->l->nkeys)
        return false;
    const struct value v = table_value(t->table, row, k, scratch);
    if (t->o->symbol_regex && v.symbol.name)
        return regexec(t->o->symbol_regex, v.symbol.name, 0, NULL, 0);
    return !v.symbol.name || !strstr(v.symbol.name, t->o->symbol_filter);
}

/* Whether a row is of another function than the only one that is shown. */
static bool is_of_another(const struct sheet *t, uint32_t row)
{
    const size_t k = layout_place(t->l, key_find("symbol", 6));
    if (!t->o->only)
        return false;
    const struct symbol *y = key_cell_pointer(row_cell(t->p, row_at(t->p, row), k));
    return !y || !transform_names(t->o->only, t->kc->demangle, y);
}

/* Keeps the lines that --symbol-filter, -x and --sandwich let through. Returns their number. */
static size_t filter_lines(struct sheet *t, uint32_t *lines, size_t n)
{
    struct text scratch = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t *line = &lines[i * t->n], row = line_row(line, t->n);
        bool filtered = is_filtered(t, row, &scratch);
        for (uint32_t k = 0; filtered && k < t->n; k++) {
            if (line[k] != NO_ROW)
                t->filtered[k] += row_at(t->p, line[k])->period;
        }
        if (!filtered && !is_excluded(t, row) && !is_of_another(t, row))
            memmove(&lines[kept++ * t->n], line, t->n * sizeof(*lines));
    }
    text_free(&scratch);
    return kept;
}

/* Whether a line reaches the percent limit. `row`: its row of the first event, or NO_ROW. */
static bool is_heavy(const struct sheet *t, uint32_t row)
{
    const enum figure by = t->children ? FIGURE_CHILDREN : FIGURE_PERIOD;
    uint64_t weight = 0;
    if (row != NO_ROW)
        weight = table_figure(t->table, row, by);
    return sheet_percent(t, t->first, weight) >= t->o->percent_limit;
}

/* Moves the lines that reach the percent limit to the front, in order. Returns their number. */
static size_t heavy_first(const struct sheet *t, uint32_t *lines, size_t n)
{
    enum { SOON = 8 }; /* lines that are prefetched ahead, since rows are scattered over memory */
    size_t width = t->n * sizeof(*lines), kept = 0;
    uint32_t *light = mem_new(n, width), *next = light;
    for (size_t i = 0; i < n; i++) {
        const uint32_t *line = &lines[i * t->n];
        const uint32_t soon = n - i > SOON ? line[SOON * t->n] : NO_ROW;
        if (soon != NO_ROW)
            __builtin_prefetch(&row_at(t->p, soon)->period);
        const bool stays = is_heavy(t, *line);
        memmove(stays ? &lines[kept++ * t->n] : next, line, width);
        if (!stays)
            next += t->n;
    }
    if (n)
        memcpy(&lines[kept * t->n], light, (n - kept) * width);
    free(light);
    return kept;
}

static void put_totals(struct rows *r, const char *name, const struct total *total)
{
    rows_add_table_label(r, "event", value_text(name));
    rows_fact(r, "samples", value_count(total->samples));
    rows_fact(r, "period", value_count(total->period));
    rows_fact(r, "hidden_samples", value_count(total->hidden_samples));
    rows_fact(r, "hidden_period", value_count(total->hidden_period));
}

/* Shows a sheet. Returns whether the sink requests its rows later, so that the caller must keep the sheet. */
static bool show_sheet(struct sheet *t, struct arena *arena)
{
    size_t n;
    const bool levels = t->o->hierarchy && t->is_text;
    t->order = (struct line_order){ .by = t->l->order,
                                    .n = t->l->norder,
                                    .member = t->o->group_index,
                                    .shallow_first = !t->o->graph.callers_first };
    if (t->trees->forest && t->children)
        t->order.depths = tree_forest_depths(t->trees->forest);
    t->lines = table_lines(t->table, t->first, t->n, &n);
    t->figures = mem_new(t->n, sizeof(*t->figures));
    t->filtered = mem_new(t->n, sizeof(*t->filtered));
    if (t->o->symbol_filter || t->o->exclude_other || t->o->only)
        n = filter_lines(t, t->lines, n);
    t->nlines = n;
    if (!levels)
        t->nlines = heavy_first(t, t->lines, n);
    sheet_init(t, t->lines, n, arena);
    rows_object(t->rows, NULL);
    put_totals(t->rows, t->events[t->first].name, &t->p->totals[t->first]);
    if (!t->o->quiet)
        title(t);
    const bool pulled = !levels && rows_can_pull(t->rows);
    if (levels) {
        report_hierarchy(t, t->lines, n);
    } else {
        rows_table(t->rows, t->out);
        if (pulled)
            pull_lines(t);
        else
            show_lines(t);
        rows_table_end(t->rows);
    }
    rows_print(t->rows, "\n\n");
    rows_close(t->rows);
    return pulled;
}

/* If a filter lets only one name through, all lines would have the same text in its column. The column is then left
   out, and the name is printed above the table, unless no column would be left (perf, sort__setup_elide()). With
   --hierarchy the column stays. */
static void report_rows_leave_out(const struct report_opts *o, bool *left_out, struct rows *r)
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
        rows_print(r, "# %s: %s\n", key->name, text_str(&name));
        text_free(&name);
        left_out[l->columns[c].key] = !o->hierarchy;
        left--;
    }
    for (size_t c = 0; c < l->ncolumns; c++)
        if (!l->columns[c].number)
            left_out[l->columns[c].key] = left_out[l->columns[c].key] && left;
}

/* Shows the number of branches of each type. Text shows percentages of the branches with a known type; these do not
   add up to 100, since types include classes of distance. */
static void show_branch_types(const struct session *s, const struct branch_types *t, struct rows *r)
{
    if (t->typed)
        rows_print(r, "\n#\n# Branch Statistics:\n#\n");
    rows_object(r, "branch_types");
    for (size_t i = 0; i < BRANCH_TYPES; i++) {
        const char *name = t->of[i] ? branch_types_name(i, s->capture->env.arch) : NULL;
        if (name)
            rows_fact(r, name, value_count(t->of[i]));
        if (name && t->typed)
            rows_print(r, "%8s: %5.1f%%\n", name, 100.0 * (double)t->of[i] / (double)t->typed);
    }
    rows_close(r);
}

static void rows_sheet_free(struct sheet *t)
{
    frame_rows_free(t->frame_rows);
    sheet_free(t);
}

/* How many notes people wrote about the capture, or why they cannot be read. */
static void say_notes(const struct session *s, struct rows *r)
{
    struct noted notes = { 0 };
    struct text why = { 0 };
    struct err e = { 0 };
    if (!s->folio || !s->folio->notes)
        return;
    if (!note_rows_read(&notes, s->folio, s->number, &e)) {
        text_add_clean(&why, e.msg);
        rows_print(r, "# Notes: %s\n#\n", why.s);
    } else if (note_rows_count(&notes)) {
        rows_print(r, "# Notes: %zu (perfolio info shows them)\n#\n", note_rows_count(&notes));
    }
    text_free(&why);
    note_rows_free(&notes);
}

void report_rows(struct counted *c, const struct table *table, const struct key_context *kc, struct rows *r)
{
    const bool text = rows_prints_text(r);
    const struct report_opts *o = &c->o;
    const struct profile *p = table->profile;
    const struct events *es = &c->s->capture->events;
    report_rows_leave_out(o, c->left_out, r);
    if (!o->quiet)
        rows_print(r, "#\n# Total Lost Samples: %" PRIu64 "\n#\n", c->s->capture->lost_samples);
    if (!o->quiet)
        say_notes(c->s, r);
    rows_fact(r, "lost_samples", value_count(c->s->capture->lost_samples));
    rows_list(r, "events");
    report_trees_init(&c->trees, c->s, o, table, kc,
                      !rows_can_pull(r) && (!text || graph_is_list(&o->graph)));
    for (uint32_t i = 0, n; i < es->n; i += n) {
        bool grouped = text && o->group && es->v[i].members > 1 && i + es->v[i].members <= es->n;
        n = grouped ? es->v[i].members : 1;
        if (text && !p->totals[i].samples)
            continue;
        struct sheet *t = mem_new(1, sizeof(*t));
        *t = (struct sheet){ .o = o,
                             .l = &o->columns,
                             .table = table,
                             .p = p,
                             .kc = kc,
                             .events = es->v,
                             .first = i,
                             .n = n,
                             .children = o->count.children,
                             .trees = &c->trees,
                             .left_out = c->left_out,
                             .rows = r,
                             .is_text = text,
                             .before = c->sheets };
        if (show_sheet(t, &c->columns))
            c->sheets = t;
        else
            rows_sheet_free(t);
    }
    rows_close(r);
    if (o->count.branches || p->branch_types.typed)
        show_branch_types(c->s, &p->branch_types, r);
}

void report_counts_free(void *counted)
{
    struct counted *c = counted;
    for (struct sheet *t = c->sheets, *before; t; t = before) {
        before = t->before;
        rows_sheet_free(t);
    }
    report_trees_free(&c->trees);
    arena_free(&c->columns);
    if (c->has_table)
        table_free(&c->table);
    profile_free(&c->profile);
    thread_counts_free(&c->threads);
    trace_values_free(c->o.count.values);
    key_trace_free(c->o.trace_keys);
    session_drop_waits(&c->of_waits);
    filter_switch_free(&c->o.turns);
    free(c->half);
    if (c->callees)
        report_counts_free(c->callees);
    free(c);
}
