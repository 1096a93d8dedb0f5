/*
 * The table of the source lines of both sides, sorted by the larger cost. Lines are matched if they have most
 * instructions in common, even if their line numbers differ. Lines without common instructions are matched if
 * their numbers differ by as much as those of the lines before them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "lib/question/annotate/both/both.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { SOURCE = COLUMNS_WEIGHTS, INSNS, EACH };
enum { CHANGE, OLD, NEW = OLD + EACH, SHOWN = NEW + EACH, SHOWN_LINE = SHOWN + COLUMNS_SHOWN, ALL };

#define SIDE(side)                                                                                           \
    COLUMNS_WEIGHT(side), COLUMNS_MEMBER(side, "source", SOURCE), COLUMNS_MEMBER(side, "instructions", COUNT)

static const struct rows_column columns[ALL] = {
    ROWS_UNSEEN("change", TEXT),
    SIDE("old"),
    SIDE("new"),
    COLUMNS_IN_TEXT,
    { .header = "Line", .type = VALUE_TEXT },
};

struct both_lines_line {
    const char *file; /* NULL: unknown */
    uint32_t line;
    size_t insns;
    struct weight w;
};

struct both_lines_lines {
    const struct both *b;
    struct both_lines_line *v[SIDES]; /* sorted by file and line */
    size_t n[SIDES];
    uint32_t *of[SIDES]; /* by row of a side: its line */
    struct match m;
};

static int both_lines_by_place(const void *a, const void *b)
{
    const struct both_lines_line *x = a, *y = b;
    const int files = strcmp(text_or(x->file, ""), text_or(y->file, ""));
    if (files)
        return files;
    return (x->line > y->line) - (x->line < y->line);
}

static struct both_lines_line both_lines_of(const struct listing_row *row)
{
    if (row->nframes)
        return (struct both_lines_line){ .file = row->frames[0].file, .line = row->frames[0].line };
    return (struct both_lines_line){ .file = NULL };
}

static struct both_lines_line *both_lines_find(const struct both_lines_lines *s, int side,
                                               const struct both_lines_line *key)
{
    if (s->n[side])
        return bsearch(key, s->v[side], s->n[side], sizeof(*key), both_lines_by_place);
    return NULL;
}

static void both_lines_collect(struct both_lines_lines *s, int side)
{
    const struct listing *l = s->b->l[side];
    const struct annotate_view *v = &s->b->v[side];
    struct both_lines_line *all = mem_new(l->n, sizeof(*all));
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        all[i] = both_lines_of(&l->rows[i]);
    mem_sort(all, l->n, sizeof(*all), both_lines_by_place);
    for (size_t i = 0; i < l->n; i++)
        if (!n || both_lines_by_place(&all[n - 1], &all[i]))
            all[n++] = all[i];
    s->v[side] = all;
    s->n[side] = n;
    s->of[side] = mem_new(l->n, sizeof(*s->of[side]));
    for (size_t i = 0; i < l->n; i++) {
        const struct both_lines_line key = both_lines_of(&l->rows[i]);
        const struct weight w = listing_weight(v->w, &l->rows[i], v->first);
        struct both_lines_line *line = both_lines_find(s, side, &key);
        s->of[side][i] = (uint32_t)(line - all);
        line->insns++;
        weight_add(&line->w, &w);
    }
}

static bool is_same_source(const struct both_lines_line *a, const struct both_lines_line *b)
{
    return a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file));
}

/* Matches lines [first, end) of a file of the first side that have no instruction in common with the
   second side. They are assumed to have moved as far as the matched lines before them; the first lines as
   far as the matched lines after them. */
static void join_moved(struct both_lines_lines *s, size_t first, size_t end)
{
    const struct both_lines_line *v = s->v[0], *w = s->v[1];
    size_t joined = first;
    while (joined < end && s->m.of[0][joined] == MATCH_NONE)
        joined++;
    for (size_t i = first; i < end; i++) {
        if (s->m.of[0][i] != MATCH_NONE) {
            joined = i;
            continue;
        }
        const struct both_lines_line *to = joined < end ? &w[s->m.of[0][joined]] : NULL;
        struct both_lines_line key = { .file = v[i].file, .line = v[i].line };
        if (to) {
            key.file = to->file;
            key.line += to->line - v[joined].line;
        }
        const struct both_lines_line *other = both_lines_find(s, 1, &key);
        if (other && match_are_unpaired(&s->m, (uint32_t)i, (uint32_t)(other - w)))
            match_pair(&s->m, (uint32_t)i, (uint32_t)(other - w));
    }
}

static void both_lines_join(struct both_lines_lines *s)
{
    struct match_votes votes = { 0 };
    match_init(&s->m, s->n[0], s->n[1]);
    match_vote_rows(&votes, s->b->al, (const uint32_t *const[]){ s->of[0], s->of[1] });
    match_by_votes(&s->m, &votes, NULL, NULL);
    free(votes.v);
    for (size_t i = 0, end; i < s->n[0]; i = end) {
        for (end = i + 1; end < s->n[0] && is_same_source(&s->v[0][i], &s->v[0][end]);)
            end++;
        join_moved(s, i, end);
    }
}

/* A line of both sides; one side may lack it. */
struct joined_line {
    double share; /* in percent, the larger share of both sides */
    const struct both_lines_line *of[SIDES];
};

static int both_lines_larger(const void *a, const void *b, const void *arg UNUSED)
{
    const struct joined_line *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

static void both_lines_show(const struct both_lines_lines *s, const struct joined_line *line)
{
    const enum columns_change change = columns_change_of(line->of[0], line->of[1], true);
    struct text place[SIDES] = { { 0 } };
    struct value c[ALL];
    for (int side = 0; side < SIDES; side++) {
        struct value *to = c + (side ? NEW : OLD);
        const struct both_lines_line *l = line->of[side];
        both_fill_weight(s->b->v, side, l ? &l->w : NULL, to, c + SHOWN);
        if (l)
            to[SOURCE] = value_source(l->file, l->line);
        else
            to[SOURCE] = value_unknown();
        to[INSNS] = l ? value_count(l->insns) : value_unknown();
        if (l)
            annotate_line(&s->b->v[side], &(struct line_frame){ .file = l->file, .line = l->line },
                          &place[side]);
    }
    if (place[0].n && place[1].n && strcmp(place[0].s, place[1].s) != 0) {
        text_add(&place[0], " and ");
        text_add(&place[0], place[1].s);
    }
    c[CHANGE] = value_text(columns_changes[change]);
    c[SHOWN + COLUMNS_MARK] = value_text(columns_marks[change]);
    c[SHOWN_LINE] = value_text(place[place[0].n ? 0 : 1].s);
    rows_row(s->b->v->rows, c);
    for (int side = 0; side < SIDES; side++)
        text_free(&place[side]);
}

/* Shows the lines that have samples. */
static void both_lines_show_all(const struct both_lines_lines *s)
{
    struct joined_line *v = mem_new(s->n[0] + s->n[1], sizeof(*v));
    size_t n = 0;
    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < s->n[side]; i++) {
            const uint32_t other = s->m.of[side][i];
            if (side && other != MATCH_NONE)
                continue;
            struct joined_line one = { .share = 0 };
            one.of[side] = &s->v[side][i];
            if (other == MATCH_NONE)
                one.of[!side] = NULL;
            else
                one.of[!side] = &s->v[!side][other];
            bool any = false;
            for (int k = 0; k < SIDES; k++) {
                const double share = one.of[k] ? annotate_percent(&s->b->v[k], 0, &one.of[k]->w) : 0;
                if (share > one.share)
                    one.share = share;
                any = any || (one.of[k] && one.of[k]->w.samples);
            }
            if (any)
                v[n++] = one;
        }
    sort_by(v, n, sizeof(*v), both_lines_larger, NULL);
    for (size_t i = 0; i < n; i++)
        both_lines_show(s, &v[i]);
    free(v);
}

void both_lines(const struct both *b)
{
    static const struct rows_table table = {
        .name = "lines", .columns = columns, .n = ALL, .front = "#  ", .gap = "  "
    };
    struct both_lines_lines s = { .b = b };
    for (int side = 0; side < SIDES; side++)
        both_lines_collect(&s, side);
    both_lines_join(&s);
    rows_print(b->v->rows, "# lines of source:\n");
    both_begin(b->v->rows, &table);
    both_lines_show_all(&s);
    rows_table_end(b->v->rows);
    match_free(&s.m);
    for (int side = 0; side < SIDES; side++) {
        free(s.v[side]);
        free(s.of[side]);
    }
}
