#include "lib/columns/stacks/kept_ends.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "lib/columns/count_stacks.h"
#include "lib/columns/stacks/chain_problems.h"

static bool is_steady(const struct count_opts *o)
{
    for (size_t k = 0; k < o->nkeys; k++)
        if (o->keys[k]->varies != KEY_STEADY)
            return false;
    return !o->filter.sockets.n;
}

bool kept_ends_may_be(const struct column_count *a)
{
    const struct count_opts *o = a->opts;
    return a->kept && a->columns->n && a->columns->has_stacks && !a->columns->state && o->paths &&
           !o->children && !o->chains && !o->parent && !transforms_any(&o->transforms) && is_steady(o);
}

static void kept_ends_words(struct text *t, const struct words *w)
{
    text_printf(t, "%zu", w->n);
    for (size_t i = 0; i < w->n; i++)
        text_printf(t, " %zu:%s", strlen(w->v[i]), w->v[i]);
    text_char(t, '\n', 1);
}

static void kept_ends_numbers(struct text *t, const struct numbers *n)
{
    for (size_t i = 0; i < n->n; i++)
        text_printf(t, " %lld", (long long)n->v[i]);
    text_char(t, '\n', 1);
}

/* All that decides in which end a sample counts, as text. Keys are those of one table, or of the capture's tracepoints. */
static void write_question(struct text *t, const struct count_opts *o)
{
    const struct filter *f = &o->filter;
    for (size_t k = 0; k < o->nkeys; k++)
        text_printf(t, "%s %p\n", o->keys[k]->name, (const void *)o->keys[k]);
    text_printf(t, "%d %d %d %d %d %d\n", o->by_address, o->at_calls, o->in_objects, o->exact, o->whole,
                (int)o->inlines);
    kept_ends_words(t, &f->comms);
    kept_ends_words(t, &f->dsos);
    kept_ends_words(t, &f->symbols);
    kept_ends_numbers(t, &f->pids);
    kept_ends_numbers(t, &f->tids);
}

bool kept_ends_fit(const struct kept_ends *k, const struct count_opts *o)
{
    struct text question = { 0 };
    write_question(&question, o);
    const bool same = k->of_sample && !strcmp(text_str(&question), text_str(&k->question));
    text_free(&question);
    return same;
}

/* An end that `s` has counted, to be joined with others of the same path and row. */
struct end_to_keep {
    uint64_t place; /* path << 32 | row */
    uint32_t end, missed;
};

static struct end_to_keep *ends_to_keep(struct count_stacks *s)
{
    const struct sample_columns *c = s->a->columns;
    struct end_to_keep *v = mem_resize(NULL, s->nends + 1, sizeof(*v));
    uint32_t *missed = chain_problems_missed(s);
    for (size_t i = 0; i < s->nends; i++) {
        const struct stack_end *e = &s->ends[i];
        v[i] = (struct end_to_keep){ (uint64_t)count_stacks_kept_path(s, e) << 32 | e->row, (uint32_t)i, 0 };
        if (missed) /* the innermost place is no caller */
            v[i].missed = missed[c->stacks[e->stack].parent];
    }
    free(missed);
    sort_by_first(v, s->nends, sizeof(*v));
    return v;
}

void kept_ends_put(struct kept_ends *k, struct count_stacks *s, uint32_t *of_sample)
{
    kept_ends_free(k);
    count_stacks_keep_paths(s);
    struct end_to_keep *v = ends_to_keep(s);
    uint32_t *to = mem_resize(NULL, s->nends + 1, sizeof(*to));
    k->v = mem_resize(NULL, s->nends + 1, sizeof(*k->v));
    for (size_t i = 0; i < s->nends; i++) {
        if (!i || v[i].place != v[i - 1].place || v[i].missed != v[i - 1].missed)
            k->v[k->n++] =
                (struct kept_end){ (uint32_t)v[i].place, (uint32_t)(v[i].place >> 32), v[i].missed };
        to[v[i].end] = (uint32_t)k->n - 1;
        k->any_missed = k->any_missed || v[i].missed;
    }
    free(v);
    for (size_t i = 0; i < s->a->columns->n; i++)
        if (of_sample[i] != KEPT_ENDS_HIDDEN)
            of_sample[i] = to[of_sample[i]];
    free(to);
    k->nrows = s->w.profile.nrows;
    write_question(&k->question, s->a->opts);
    k->of_sample = of_sample;
}

void kept_ends_free(struct kept_ends *k)
{
    free(k->of_sample);
    free(k->v);
    text_free(&k->question);
    *k = (struct kept_ends){ 0 };
}

/* The rows of the sums, in the order of their earliest samples; [number of a kept row] is its row in the profile. */
static uint32_t *rows_of_sums(const struct kept_ends *k, struct count_stacks *s, const struct kept_sum *sums)
{
    struct profile *p = &s->w.profile;
    uint32_t *rows = mem_new(k->nrows, sizeof(*rows));
    struct numbered *order = mem_new(k->nrows, sizeof(*order));
    size_t n = 0;
    for (size_t i = 0; i < k->nrows; i++)
        order[i] = (struct numbered){ UINT64_MAX, (uint32_t)i };
    for (size_t i = 0; i < k->n; i++)
        if (sums[i].samples && sums[i].first < order[k->v[i].row].by)
            order[k->v[i].row].by = sums[i].first;
    sort_by_number(order, k->nrows);
    for (; n < k->nrows && order[n].by != UINT64_MAX; n++) {
        const struct resolved_addr resolved = count_stacks_resolved(s, s->a->columns->place[order[n].by]);
        struct view v = count_stacks_view(s, (size_t)order[n].by, &resolved);
        rows[order[n].at] = worker_find_or_add_row(&s->w, &v);
        profile_count_first(p, rows[order[n].at], v.sample);
    }
    free(order);
    return rows;
}

/* Puts an end behind those of its path that begin earlier; the first end of the path is v[from]. */
static void put_by_first(struct count_stacks *s, size_t from, const struct stack_end *e, uint32_t path)
{
    size_t at = s->nends++;
    for (; at > from && s->ends[at - 1].first > e->first; at--)
        s->ends[at] = s->ends[at - 1];
    s->ends[at] = *e;
    s->kept_path[s->nends - 1] = path;
}

void kept_ends_count(const struct kept_ends *k, struct count_stacks *s, const struct kept_sum *sums)
{
    struct profile *p = &s->w.profile;
    size_t from = 0;
    uint32_t *rows = rows_of_sums(k, s, sums);
    s->ends = mem_resize(NULL, k->n + 1, sizeof(*s->ends));
    s->kept_path = mem_resize(NULL, k->n + 1, sizeof(*s->kept_path));
    for (size_t i = 0; i < k->n; i++) {
        const struct kept_end *e = &k->v[i];
        const struct kept_sum *sum = &sums[i];
        if (!sum->samples)
            continue;
        struct row *r = row_at(p, rows[e->row]);
        r->samples += sum->samples;
        r->period += sum->period;
        if (s->nends && s->kept_path[s->nends - 1] != e->path)
            from = s->nends;
        put_by_first(
            s, from,
            &(struct stack_end){
                .row = rows[e->row], .first = sum->first, .samples = sum->samples, .period = sum->period },
            e->path);
    }
    free(rows);
}
