#include "core/profile/show/match_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* How much of two sides has to have the same names, of what each of them costs. */
#define COMMON_LEAST 0.5

/* A name by which rows are guessed to be one: of objects, or of commands. */
struct name_kind {
    const char *what;
    enum run_section alone, with_functions;
    size_t at; /* of the name, in struct run_row */
};

static const struct name_kind kinds[] = {
    { "object", RUN_OBJECT, RUN_FUNCTION, offsetof(struct run_row, object) },
    { "command", RUN_COMMAND, RUN_COMMAND_FUNCTION, offsetof(struct run_row, command) },
};

static const char **name_in(struct run_row *row, const struct name_kind *k)
{
    return (const char **)(void *)((char *)row + k->at);
}

/* The mean cost of a row on a side. */
static double mean(const struct runs *r, size_t row, uint32_t from, uint32_t to)
{
    double sum = 0;
    for (uint32_t j = from; j < to; j++)
        sum += r->cost[row * r->n + j];
    return sum / (to - from);
}

/* A row of one side alone. */
struct alone {
    const char *name;
    size_t row;
    double cost;
    bool after, taken;
};

static size_t find_alone(const struct runs *r, uint32_t before, const struct name_kind *k, struct alone *out)
{
    size_t n = 0;
    for (size_t i = 0; i < r->nrows; i++) {
        double old = mean(r, i, 0, before), new = mean(r, i, before, r->n);
        if (r->rows[i].section != k->alone || r->rows[i].event || (old > 0) == (new > 0))
            continue;
        out[n++] = (struct alone){ *name_in(&r->rows[i], k), i, old > 0 ? old : new, new > 0, false };
    }
    return n;
}

/* The functions of what is alone, in the order of their rows. */
struct parts {
    size_t n;
    struct part {
        size_t row;
        uint32_t of, function; /* the number among those alone; of the name, from 0 on */
    } * v;
    struct names functions;
};

static struct parts find_parts(const struct runs *r, const struct name_kind *k, const struct alone *all,
                               size_t n)
{
    struct parts p = { .v = mem_new(r->nrows, sizeof(*p.v)) };
    struct idmap alone = { 0 };
    for (size_t i = 0; i < n; i++)
        *idmap_at(&alone, (uintptr_t)all[i].name) = (uint32_t)i + 1;
    for (size_t i = 0; i < r->nrows; i++) {
        struct run_row *row = &r->rows[i];
        const bool part = row->section == k->with_functions && !row->event;
        const uint32_t of = part ? idmap_get(&alone, (uintptr_t)*name_in(row, k)) : 0;
        if (of && strcmp(row->function, "[unknown]") != 0)
            p.v[p.n++] = (struct part){ i, of - 1, arena_names_id(&p.functions, row->function) - 1 };
    }
    idmap_free(&alone);
    return p;
}

/* Which of what is there after the change alone has the most in common with `all[one]`, of what both cost, in
   functions of the same names; NULL: none has enough. In `share` what each has, in `cost` there is room for each
   function. */
static struct alone *most_common(const struct runs *r, uint32_t before, const struct parts *p,
                                 struct alone *all, size_t n, size_t one, double *cost, double *share)
{
    struct alone *best = NULL;
    double most = COMMON_LEAST;
    memset(cost, 0, p->functions.n * sizeof(*cost));
    memset(share, 0, n * sizeof(*share));
    for (size_t i = 0; i < p->n; i++)
        if (p->v[i].of == one)
            cost[p->v[i].function] = mean(r, p->v[i].row, 0, before);
    for (size_t i = 0; i < p->n; i++) {
        const struct alone *b = &all[p->v[i].of];
        const double old = cost[p->v[i].function] / all[one].cost;
        if (!b->after || b->taken || old <= 0)
            continue;
        const double new = mean(r, p->v[i].row, before, r->n) / b->cost;
        share[p->v[i].of] += old < new ? old : new;
    }
    for (size_t b = 0; b < n; b++)
        if (share[b] > most) {
            most = share[b];
            best = &all[b];
        }
    return best;
}

static bool rename_row(const void *arg, struct run_row *row)
{
    const struct run_renames *renames = arg;
    row->command = run_renames_command(renames, row->command);
    row->object = run_renames_object(renames, row->object);
    row->function = run_renames_function(renames, row->object, row->function);
    return true;
}

/* Give the rows the names of n guesses. */
static void rename_rows(struct runs *r, const struct guess *g, size_t n)
{
    struct run_renames renames;
    if (!n)
        return;
    run_renames_init(&renames, g, n);
    runs_rename(r, rename_row, &renames);
    run_renames_free(&renames);
}

/* Guesses under way. */
struct guesses {
    struct runs *r;
    uint32_t before;
    struct match_code *code;
    uint64_t least;
    struct guess *v;
    size_t n, cap;
    struct idmap texts,
        files[2]; /* numbers of names; pairs of those of objects and files that are on a side */
};

static void add_guess(struct guesses *g, struct guess guess)
{
    struct text t = { 0 };
    text_printf(&t, "%s, %s", guess.before, guess.after);
    guess.joined = arena_names_intern(&g->r->names, t.s);
    *MEM_ADD(g->v, g->n, g->cap) = guess;
    text_free(&t);
}

/* Objects, or commands. */
static void guess_kind(struct guesses *g, const struct name_kind *k)
{
    struct alone *all = mem_new(g->r->nrows, sizeof(*all));
    size_t nall = find_alone(g->r, g->before, k, all), first = g->n;
    struct parts parts = find_parts(g->r, k, all, nall);
    double *cost = mem_new(parts.functions.n, sizeof(*cost)), *share = mem_new(nall, sizeof(*share));
    for (size_t a = 0; a < nall; a++) {
        struct alone *best = all[a].after ? NULL
                                          : most_common(g->r, g->before, &parts, all, nall, a, cost, share);
        if (!best)
            continue;
        best->taken = true;
        add_guess(g, (struct guess){ .before = all[a].name,
                                     .after = best->name,
                                     .what = k->what,
                                     .by = GUESS_BY_NAMES,
                                     .common = share[best - all] });
    }
    rename_rows(g->r, &g->v[first], g->n - first);
    arena_names_free(&parts.functions);
    free(parts.v);
    free(cost);
    free(share);
    free(all);
}

/* How near two functions of one file are, in lines, to be one under two names; and how much more one may cost. */
enum { LINES_NEAR = 20, TIMES_MORE = 4 };

/* A function that one side alone has. */
struct lone {
    size_t row;
    double cost;
    bool file_too; /* its file is one of that side alone */
    size_t number; /* among those whose code was read */
};

/* What functions that one side alone has are guessed to be one by: how many of each side are compared, each with each, those
   that cost most; which of them may be, and how alike two are, 0: not enough. */
struct way {
    enum guess_by by;
    size_t most;
    bool (*may)(const struct guesses *g, size_t row);
    double (*alike)(const struct guesses *g, const struct lone *old, const struct lone *new);
};

/* See which files of objects were met on each side of the change. */
static void see_files(struct guesses *g)
{
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *row = &g->r->rows[i];
        const bool on[2] = { row->first.file && row->first.run < g->before,
                             row->last.file && row->last.run >= g->before };
        for (int side = 0; side < 2; side++)
            if (row->section == RUN_FUNCTION && on[side]) {
                const uint64_t object = idmap_number(&g->texts, (uintptr_t)row->object);
                const char *file = side ? row->last.file : row->first.file;
                *idmap_at(&g->files[side], object << 32 | idmap_number(&g->texts, (uintptr_t)file)) = 1;
            }
    }
}

/* Whether a file of a row's object was met on a side of the change. */
static bool has_file(const struct guesses *g, const struct run_row *row, const char *file, bool after)
{
    const uint64_t object = idmap_get(&g->texts, (uintptr_t)row->object);
    return idmap_get(&g->files[after], object << 32 | idmap_get(&g->texts, (uintptr_t)file));
}

static bool has_lines(const struct guesses *g, size_t row)
{
    return g->r->rows[row].first.file;
}

static bool has_code(const struct guesses *g, size_t row)
{
    uint64_t samples = 0;
    for (uint32_t j = 0; j < g->r->n; j++)
        samples += g->r->samples[row * g->r->n + j];
    return g->r->rows[row].code.run && samples >= g->least;
}

/* Of one file, which may have another name now, the nearer the more. */
static double alike_by_lines(const struct guesses *g, const struct lone *old, const struct lone *new)
{
    const struct run_row *a = &g->r->rows[old->row], *b = &g->r->rows[new->row];
    const uint32_t x = a->first.line, y = b->last.line, apart = x > y ? x - y : y - x;
    const bool near = apart <= LINES_NEAR &&
                      (a->first.file == b->last.file || (old->file_too && new->file_too));
    return near ? 1.0 / (1 + apart) : 0;
}

static double alike_by_code(const struct guesses *g, const struct lone *old, const struct lone *new)
{
    return g->code->alike(g->code, old->number, new->number);
}

static const struct way ways[] = { { GUESS_BY_LINES, 4096, has_lines, alike_by_lines },
                                   { GUESS_BY_CODE, 256, has_code, alike_by_code } };

/* The function among n others that is most alike to one; NULL: none is alike enough, or, where it is code, two are as
   much. */
static const struct lone *most_alike(const struct guesses *g, const struct way *way,
                                     const struct lone *others, size_t n, const struct lone *one, bool is_old)
{
    const struct lone *best = NULL;
    double most = 0;
    bool twice = false;
    for (size_t i = 0; i < n; i++) {
        const struct lone *old = is_old ? one : &others[i], *new = is_old ? &others[i] : one;
        if (g->r->rows[old->row].object != g->r->rows[new->row].object ||
            old->cost >= new->cost * TIMES_MORE || new->cost >= old->cost *TIMES_MORE)
            continue;
        const double alike = way->alike(g, old, new);
        if (alike <= 0 || alike < most)
            continue;
        twice = best && alike <= most;
        if (twice)
            continue;
        most = alike;
        best = &others[i];
    }
    return way->by == GUESS_BY_CODE && twice ? NULL : best;
}

/* The functions of one side alone, before (0) or after (1), those that cost most first; how many. */
static size_t find_lone(const struct guesses *g, const struct way *way, bool after, struct lone *out)
{
    size_t n = 0;
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *row = &g->r->rows[i];
        const double was = mean(g->r, i, 0, g->before), is = mean(g->r, i, g->before, g->r->n);
        if (row->section != RUN_FUNCTION || row->event || (after ? was : is) > 0 ||
            !((after ? is : was) > 0) || !way->may(g, i))
            continue;
        out[n++] = (struct lone){ i, after ? is : was, false, 0 };
        if (way->by == GUESS_BY_LINES)
            out[n - 1].file_too = !has_file(g, row, after ? row->last.file : row->first.file, !after);
    }
    return n;
}

static int by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct lone *x = a, *y = b;
    return (x->cost < y->cost) - (x->cost > y->cost);
}

static int by_row(const void *a, const void *b, const void *arg UNUSED)
{
    const struct lone *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

/* Keep those in objects of which the other side has some, too, and of these at most `most`, which cost most and come
   first. */
static size_t keep_comparable(const struct guesses *g, struct lone *v, size_t n, const struct lone *others,
                              size_t nothers, size_t most)
{
    struct idmap objects = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < nothers; i++)
        *idmap_at(&objects, (uintptr_t)g->r->rows[others[i].row].object) = 1;
    sort_by(v, n, sizeof(*v), by_cost, NULL);
    for (size_t i = 0; i < n && kept < most; i++)
        if (idmap_get(&objects, (uintptr_t)g->r->rows[v[i].row].object))
            v[kept++] = v[i];
    idmap_free(&objects);
    return kept;
}

static void read_code(const struct guesses *g, struct lone *old, size_t nold, struct lone *new, size_t nnew)
{
    const struct run_row **rows = mem_new(nold + nnew, sizeof(*rows));
    for (size_t i = 0; i < nold + nnew; i++) {
        struct lone *one = i < nold ? &old[i] : &new[i - nold];
        one->number = i;
        rows[i] = &g->r->rows[one->row];
    }
    if (nold && nnew)
        g->code->read(g->code, rows, nold + nnew, nold);
    free(rows);
}

/* Functions that are each other's most alike. */
static void guess_functions(struct guesses *g, const struct way *way)
{
    struct lone *old = mem_new(g->r->nrows, sizeof(*old)), *new = mem_new(g->r->nrows, sizeof(*new));
    if (way->by == GUESS_BY_LINES)
        see_files(g);
    size_t first = g->n, nold = find_lone(g, way, false, old), nnew = find_lone(g, way, true, new);
    nold = keep_comparable(g, old, nold, new, nnew, way->most);
    nnew = keep_comparable(g, new, nnew, old, nold, way->most);
    if (way->by == GUESS_BY_CODE) {
        read_code(g, old, nold, new, nnew);
    } else { /* of equals the first row is it */
        sort_by(old, nold, sizeof(*old), by_row, NULL);
        sort_by(new, nnew, sizeof(*new), by_row, NULL);
    }
    for (size_t a = 0; nnew && a < nold; a++) {
        const struct lone *b = most_alike(g, way, new, nnew, &old[a], true);
        if (!b || most_alike(g, way, old, nold, b, false) != &old[a])
            continue;
        const struct run_row *row = &g->r->rows[old[a].row];
        add_guess(g, (struct guess){ .before = row->function,
                                     .after = g->r->rows[b->row].function,
                                     .what = "function",
                                     .object = row->object,
                                     .by = way->by,
                                     .common = way->by == GUESS_BY_CODE ? way->alike(g, &old[a], b) : 0 });
    }
    rename_rows(g->r, &g->v[first], g->n - first);
    free(old);
    free(new);
}

struct guess *match_runs(struct runs *r, uint32_t before, struct match_code *code, uint64_t least, size_t *n)
{
    struct guesses g = { .r = r, .before = before, .code = code, .least = least };
    for (size_t i = 0; i < COUNT(kinds); i++)
        guess_kind(&g, &kinds[i]);
    for (size_t i = 0; i < COUNT(ways); i++)
        if (code || ways[i].by != GUESS_BY_CODE)
            guess_functions(&g, &ways[i]);
    idmap_free(&g.texts);
    idmap_free(&g.files[0]);
    idmap_free(&g.files[1]);
    *n = g.n;
    return g.v;
}
