#include "core/compare/match_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Two functions are paired by lines only if neither costs this many times as much as the other. */
enum { GUESSES_TIMES_MORE = 4 };

/* The guesses so far, and their input. */
struct guesses {
    struct runs *r;
    uint32_t before; /* the first `before` runs are of one side */
    struct match_code *code;
    struct idmap one_build; /* names of objects whose build-id is the same in all runs */
    uint64_t least;
    struct guess *v;
    size_t n, cap;
};

/* Whether a row's function has known code (run_row.code) and at least `least` samples. */
static bool match_can_use_code(const struct guesses *g, size_t row)
{
    uint64_t samples = 0;
    for (uint32_t j = 0; j < g->r->n; j++)
        samples += g->r->samples[row * g->r->n + j];
    return g->r->rows[row].code.run && samples >= g->least;
}

/* Add a guess and make its joined name. */
static void match_add_guess(struct guesses *g, struct guess guess)
{
    struct text t = { 0 };
    text_printf(&t, "%s, %s", guess.before, guess.after);
    guess.joined = arena_names_intern(&g->r->names, t.s);
    *MEM_ADD(g->v, g->n, g->cap) = guess;
    text_free(&t);
}

static bool rename_row(const void *arg, struct run_row *row)
{
    const struct run_renames *renames = arg;
    row->command = run_renames_command_name(renames, row->command);
    row->object = run_renames_object(renames, row->object);
    row->function = run_renames_function(renames, row->object, row->function);
    return true;
}

/* Rename the rows by all guesses from `first` on. */
static void match_apply_guesses(struct guesses *g, size_t first)
{
    struct run_renames renames;
    if (g->n == first)
        return;
    run_renames_init(&renames, &g->v[first], g->n - first);
    runs_rename(g->r, rename_row, &renames);
    run_renames_free(&renames);
}

/* ---- pairs of objects and pairs of commands, by their common functions ---- */

/* Two objects or commands are paired only if functions of the same names, or with similar code, have more
   than this share of the cost of each of the two. */
#define COMMON_LEAST 0.5

/* The code of an object's functions is compared only if the object has at least LEAST_SHARE of the cost of
   its side. At most CODE_MOST functions of each side are compared. */
#define LEAST_SHARE 0.01
enum { CODE_MOST = 256 };

/* The kind of names to pair: names of objects, or of commands. */
struct name_kind {
    const char *what;
    enum run_section alone, with_functions;
    size_t at; /* offset of the name in struct run_row */
};

static const struct name_kind object_names = { "object", RUN_OBJECT, RUN_FUNCTION,
                                               offsetof(struct run_row, object) },
                              command_names = { "command", RUN_COMMAND, RUN_COMMAND_FUNCTION,
                                                offsetof(struct run_row, command) };

static const char **name_in(struct run_row *row, const struct name_kind *k)
{
    return (const char **)(void *)((char *)row + k->at);
}

/* An object or a command that occurs only on one side. */
struct alone {
    const char *name;
    double cost;
    bool after, taken;
};

/* Whether a name is known. Unknown names are never paired. */
static bool match_names_is_name(const char *name)
{
    return strcmp(name, "[unknown]") != 0;
}

static size_t find_alone(const struct guesses *g, const struct name_kind *k, struct alone *out)
{
    const struct runs *r = g->r;
    size_t n = 0;
    for (size_t i = 0; i < r->nrows; i++) {
        double old = runs_mean(r, i, 0, g->before), new = runs_mean(r, i, g->before, r->n);
        if (r->rows[i].section != k->alone || r->rows[i].event || (old > 0) == (new > 0) ||
            !match_names_is_name(*name_in(&r->rows[i], k)))
            continue;
        out[n++] = (struct alone){ *name_in(&r->rows[i], k), old > 0 ? old : new, new > 0, false };
    }
    return n;
}

/* The functions of all objects or commands that occur only on one side, in the order of their rows. */
struct match_names_parts {
    size_t n;
    struct match_names_part {
        size_t row;
        /* of: index of the struct alone; function: number of the function's name, from 0 on */
        uint32_t of, function;
    } * v;
    struct names functions;
};

static struct match_names_parts find_parts(const struct runs *r, const struct name_kind *k,
                                           const struct alone *all, size_t n)
{
    struct match_names_parts p = { .v = mem_new(r->nrows, sizeof(*p.v)) };
    struct idmap alone = { 0 };
    for (size_t i = 0; i < n; i++)
        *idmap_find_or_add(&alone, (uintptr_t)all[i].name) = (uint32_t)i + 1;
    for (size_t i = 0; i < r->nrows; i++) {
        struct run_row *row = &r->rows[i];
        const bool part = row->section == k->with_functions && !row->event;
        const uint32_t of = part ? idmap_get(&alone, (uintptr_t)*name_in(row, k)) : 0;
        if (of && match_names_is_name(row->function))
            p.v[p.n++] =
                (struct match_names_part){ i, of - 1, arena_names_id(&p.functions, row->function) - 1 };
    }
    idmap_free(&alone);
    return p;
}

/* ---- functions with similar code ---- */

/* A function whose code is compared, and the most similar function of the other side. */
struct coded {
    const struct match_names_part *part;
    double cost, most;
    size_t best;
    bool twice; /* another function of the other side is as similar */
};

/* Pairs of functions with different names, one from each side. */
struct pairs {
    struct pair {
        const struct match_names_part *old, *new;
    } * v;
    size_t n;
};

static int match_names_by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct coded *x = a, *y = b;
    if (x->cost != y->cost)
        return (x->cost < y->cost) - (x->cost > y->cost);
    return (x->part->row > y->part->row) - (x->part->row < y->part->row);
}

/* The functions of a side whose code is to be compared, in descending order of cost. malloc'ed. */
static struct coded *find_coded(const struct guesses *g, const struct match_names_parts *p,
                                const struct alone *all, bool after, size_t *n)
{
    struct coded *v = mem_new(p->n, sizeof(*v));
    uint32_t from = 0, to = g->before;
    if (after) {
        from = g->before;
        to = g->r->n;
    }
    const double least = runs_mean_total(g->r, 0, from, to) * LEAST_SHARE;
    *n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct match_names_part *part = &p->v[i];
        if (all[part->of].after != after || all[part->of].cost < least || !match_can_use_code(g, part->row))
            continue;
        v[(*n)++] = (struct coded){ .part = part, .cost = runs_mean(g->r, part->row, from, to) };
    }
    sort_by(v, *n, sizeof(*v), match_names_by_cost, NULL);
    if (*n >= CODE_MOST)
        *n = CODE_MOST;
    return v;
}

static void see_alike(struct coded *c, size_t other, double alike)
{
    if (alike < c->most || alike <= 0)
        return;
    c->twice = alike <= c->most;
    c->most = alike;
    c->best = other;
}

/* Whether the object or command `of` has a function with the name number `function`. */
static bool match_names_has_function(const struct match_names_parts *p, uint32_t of, uint32_t function)
{
    size_t i = 0;
    while (i < p->n && (p->v[i].of != of || p->v[i].function != function))
        i++;
    return i < p->n;
}

/* Pairs of functions each of which is most similar to the other. Their costs do not matter: a function
   that got many times slower is still the same function. */
static struct pairs find_pairs(const struct guesses *g, const struct match_names_parts *p,
                               const struct alone *all)
{
    size_t nold, nnew;
    struct coded *old = find_coded(g, p, all, false, &nold), *new = find_coded(g, p, all, true, &nnew);
    struct pairs pairs = { .v = mem_new(nold, sizeof(*pairs.v)) };
    const struct run_row **rows = mem_new(nold + nnew, sizeof(*rows));
    for (size_t i = 0; i < nold; i++)
        rows[i] = &g->r->rows[old[i].part->row];
    for (size_t i = 0; i < nnew; i++)
        rows[nold + i] = &g->r->rows[new[i].part->row];
    if (nold && nnew)
        g->code->read(g->code, rows, nold + nnew, nold);
    for (size_t a = 0; a < nold; a++)
        for (size_t b = 0; b < nnew; b++) {
            const double alike = g->code->alike(g->code, a, nold + b);
            see_alike(&old[a], b, alike);
            see_alike(&new[b], a, alike);
        }
    for (size_t a = 0; a < nold; a++) {
        const struct coded *x = &old[a], *y = &new[x->best];
        if (x->most > 0 && !x->twice && !y->twice && y->best == a &&
            !match_names_has_function(p, x->part->of, y->part->function) &&
            !match_names_has_function(p, y->part->of, x->part->function))
            pairs.v[pairs.n++] = (struct pair){ x->part, y->part };
    }
    free(old);
    free(new);
    free(rows);
    return pairs;
}

/* ---- the object or command with the largest common share ---- */

/* The objects or commands that occur only on one side, their functions, and buffers of most_common(). */
struct common {
    const struct guesses *g;
    const struct match_names_parts *parts;
    struct pairs pairs;
    struct alone *all;
    size_t n;
    double *cost, *share; /* cost: by name of a function; share: by element of `all` */
};

/* Add the share of cost that all[one] and all[other] have in a common function, which is the smaller of
   the function's two shares. `old`: the cost of the function in all[one]; `row`: its row in all[other]. */
static void add_share(struct common *c, size_t one, uint32_t other, double old, size_t row)
{
    struct alone *b = &c->all[other];
    const double new = runs_mean(c->g->r, row, c->g->before, c->g->r->n) / b->cost;
    old /= c->all[one].cost;
    if (b->after && !b->taken && old > 0)
        c->share[other] += old < new ? old : new;
}

/* Among the objects or commands after the change, the one with the largest common share with all[one], in
   functions of the same names or with similar code. NULL: no share exceeds COMMON_LEAST. Fills c->share. */
static struct alone *most_common(struct common *c, size_t one)
{
    const struct match_names_parts *p = c->parts;
    struct alone *best = NULL;
    double most = COMMON_LEAST;
    memset(c->cost, 0, p->functions.n * sizeof(*c->cost));
    memset(c->share, 0, c->n * sizeof(*c->share));
    for (size_t i = 0; i < p->n; i++)
        if (p->v[i].of == one)
            c->cost[p->v[i].function] = runs_mean(c->g->r, p->v[i].row, 0, c->g->before);
    for (size_t i = 0; i < p->n; i++)
        add_share(c, one, p->v[i].of, c->cost[p->v[i].function], p->v[i].row);
    for (size_t i = 0; i < c->pairs.n; i++) {
        const struct pair *pair = &c->pairs.v[i];
        if (pair->old->of == one)
            add_share(c, one, pair->new->of, c->cost[pair->old->function], pair->new->row);
    }
    for (size_t b = 0; b < c->n; b++)
        if (c->share[b] > most) {
            most = c->share[b];
            best = &c->all[b];
        }
    return best;
}

/* Guess pairs of objects, or of commands. */
static void guess_kind(struct guesses *g, const struct name_kind *k, enum guess_by by)
{
    struct alone *all = mem_new(g->r->nrows, sizeof(*all));
    const size_t nall = find_alone(g, k, all), first = g->n;
    struct match_names_parts parts = find_parts(g->r, k, all, nall);
    struct common c = { .g = g,
                        .parts = &parts,
                        .all = all,
                        .n = nall,
                        .cost = mem_new(parts.functions.n, sizeof(*c.cost)),
                        .share = mem_new(nall, sizeof(*c.share)) };
    if (by == GUESS_BY_CODE)
        c.pairs = find_pairs(g, &parts, all);
    for (size_t a = 0; a < nall; a++) {
        struct alone *best = all[a].after ? NULL : most_common(&c, a);
        if (!best)
            continue;
        best->taken = true;
        match_add_guess(g, (struct guess){ .before = all[a].name,
                                           .after = best->name,
                                           .what = k->what,
                                           .by = by,
                                           .common = c.share[best - all] });
    }
    match_apply_guesses(g, first);
    arena_names_free(&parts.functions);
    free(parts.v);
    free(c.pairs.v);
    free(c.cost);
    free(c.share);
    free(all);
}

/* ---- functions ---- */

/* Two functions of one file are paired only if their first lines are at most LINES_NEAR lines apart. */
enum { LINES_NEAR = 20 };

/* A function that occurs only on one side. */
struct lone {
    size_t row;
    double cost;
    bool file_too; /* its source file, too, occurs only on that side */
    size_t number; /* its number in calls of struct match_code */
};

/* A way to pair functions that occur only on one side. may(): whether a row's function can be compared.
   The `most` functions of highest cost on one side are compared with each of those on the other side.
   alike(): their similarity; 0: too low. */
struct match_runs_way {
    enum guess_by by;
    size_t most;
    bool (*may)(const struct guesses *g, size_t row);
    double (*alike)(const struct guesses *g, const struct lone *old, const struct lone *new);
};

/* The source files of objects that occur on each side of the change. Zero-initialise it. */
struct met_files {
    /* texts: numbers of names; on[side]: pairs of numbers: object and file */
    struct idmap texts, on[2];
};

static void see_files(const struct guesses *g, struct met_files *met)
{
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *row = &g->r->rows[i];
        const bool on[2] = { row->first.file && row->first.run < g->before,
                             row->last.file && row->last.run >= g->before };
        for (int side = 0; side < 2; side++)
            if (row->section == RUN_FUNCTION && on[side]) {
                const uint64_t object = idmap_number_key(&met->texts, (uintptr_t)row->object);
                const char *file = side ? row->last.file : row->first.file;
                *idmap_find_or_add(&met->on[side],
                                   object << 32 | idmap_number_key(&met->texts, (uintptr_t)file)) = 1;
            }
    }
}

/* Whether a source file of the row's object occurs on a side of the change. */
static bool has_file(const struct met_files *met, const struct run_row *row, const char *file, bool after)
{
    const uint64_t object = idmap_get(&met->texts, (uintptr_t)row->object);
    return idmap_get(&met->on[after], object << 32 | idmap_get(&met->texts, (uintptr_t)file));
}

static bool has_lines(const struct guesses *g, size_t row)
{
    return g->r->rows[row].first.file;
}

/* Similarity by lines: the fewer lines lie between the beginnings of the functions, the higher; 0:
   different files. Two files that each occur only on one side count as one renamed file. */
static double alike_by_lines(const struct guesses *g, const struct lone *old, const struct lone *new)
{
    const struct run_row *a = &g->r->rows[old->row], *b = &g->r->rows[new->row];
    const uint32_t x = a->first.line, y = b->last.line, apart = x > y ? x - y : y - x;
    const bool near = apart <= LINES_NEAR &&
                      (a->first.file == b->last.file || (old->file_too && new->file_too));
    if (near)
        return 1.0 / (1 + apart);
    return 0;
}

static double alike_by_code(const struct guesses *g, const struct lone *old, const struct lone *new)
{
    return g->code->alike(g->code, old->number, new->number);
}

static const struct match_runs_way ways[] = { { GUESS_BY_LINES, 4096, has_lines, alike_by_lines },
                                              { GUESS_BY_CODE, 256, match_can_use_code, alike_by_code } };

/* Among n functions the one that is most similar to `one`. NULL: none is similar enough, or by code two
   are equally similar. `is_old`: `one` is from the side before the change. */
static const struct lone *most_alike(const struct guesses *g, const struct match_runs_way *way,
                                     const struct lone *others, size_t n, const struct lone *one, bool is_old)
{
    const struct lone *best = NULL;
    double most = 0;
    bool twice = false;
    for (size_t i = 0; i < n; i++) {
        const struct lone *old = &others[i], *now = one;
        if (is_old) {
            old = one;
            now = &others[i];
        }
        const double was = old->cost, is = now->cost;
        const bool like_cost = was < is * GUESSES_TIMES_MORE && is < was * GUESSES_TIMES_MORE;
        if (g->r->rows[old->row].object != g->r->rows[now->row].object ||
            (way->by != GUESS_BY_CODE && !like_cost))
            continue;
        const double alike = way->alike(g, old, now);
        if (alike <= 0 || alike < most)
            continue;
        twice = best && alike <= most;
        if (twice)
            continue;
        most = alike;
        best = &others[i];
    }
    if (way->by == GUESS_BY_CODE && twice)
        return NULL;
    return best;
}

/* Find the objects whose build-id is the same in all runs: none of their functions was renamed. */
static void see_builds(struct guesses *g)
{
    const struct runs *r = g->r;
    struct idmap first = { 0 };
    for (size_t i = 0; i < r->nmet; i++) {
        const struct run_met *met = &r->met[i];
        uint32_t *known = idmap_find_or_add(&first, (uintptr_t)met->name);
        if (!*known)
            *idmap_find_or_add(&g->one_build, (uintptr_t)met->name) = met->id.n != 0;
        else if (!object_build_id_equal(&r->met[*known - 1].id, &met->id))
            *idmap_find_or_add(&g->one_build, (uintptr_t)met->name) = 0;
        if (!*known)
            *known = (uint32_t)i + 1;
    }
    idmap_free(&first);
}

/* Find the functions that occur only before, or only after the change, and that `way` can compare. Returns
   their number. */
static size_t find_lone(const struct guesses *g, const struct match_runs_way *way,
                        const struct met_files *met, bool after, struct lone *out)
{
    size_t n = 0;
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *row = &g->r->rows[i];
        const double costs[] = { runs_mean(g->r, i, 0, g->before), runs_mean(g->r, i, g->before, g->r->n) };
        const bool alone = !(costs[!after] > 0) && costs[after] > 0;
        if (row->section != RUN_FUNCTION || row->event || idmap_get(&g->one_build, (uintptr_t)row->object) ||
            !alone || !way->may(g, i))
            continue;
        out[n++] = (struct lone){ i, costs[after], false, 0 };
        if (way->by == GUESS_BY_LINES)
            out[n - 1].file_too = !has_file(met, row, after ? row->last.file : row->first.file, !after);
    }
    return n;
}

static int match_runs_by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct lone *x = a, *y = b;
    return (x->cost < y->cost) - (x->cost > y->cost);
}

static int by_row(const void *a, const void *b, const void *arg UNUSED)
{
    const struct lone *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

/* Keep only functions whose object also has functions among `others`; of these the `most` of highest cost,
   in descending order. Returns their number. */
static size_t keep_comparable(const struct guesses *g, struct lone *v, size_t n, const struct lone *others,
                              size_t nothers, size_t most)
{
    struct idmap objects = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < nothers; i++)
        *idmap_find_or_add(&objects, (uintptr_t)g->r->rows[others[i].row].object) = 1;
    sort_by(v, n, sizeof(*v), match_runs_by_cost, NULL);
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

/* Drop the pairs in which one function still exists, under its own name, on the other side. Returns how
   many pairs remain. */
static size_t drop_remaining(const struct guesses *g, struct lone *old, struct lone *new, size_t n)
{
    size_t kept = 0;
    if (!g->code)
        return n;
    read_code(g, old, n, new, n);
    for (size_t i = 0; i < n; i++)
        if (!g->code->remains(g->code, old[i].number, new[i].number)) {
            old[kept] = old[i];
            new[kept++] = new[i];
        }
    g->code->read(g->code, NULL, 0, 0); /* discard this code: later guesses compare other functions */
    return kept;
}

/* Guess pairs of functions each of which is most similar to the other. */
static void guess_functions(struct guesses *g, const struct match_runs_way *way)
{
    struct lone *old = mem_new(g->r->nrows, sizeof(*old)), *new = mem_new(g->r->nrows, sizeof(*new));
    struct met_files met = { .texts = { 0 } };
    if (way->by == GUESS_BY_LINES)
        see_files(g, &met);
    size_t first = g->n, nold = find_lone(g, way, &met, false, old),
           nnew = find_lone(g, way, &met, true, new);
    nold = keep_comparable(g, old, nold, new, nnew, way->most);
    nnew = keep_comparable(g, new, nnew, old, nold, way->most);
    if (way->by == GUESS_BY_CODE) {
        read_code(g, old, nold, new, nnew);
    } else { /* of equally similar functions, the one with the first row is taken */
        sort_by(old, nold, sizeof(*old), by_row, NULL);
        sort_by(new, nnew, sizeof(*new), by_row, NULL);
    }
    struct lone *was = mem_new(nold, sizeof(*was)), *is = mem_new(nold, sizeof(*is));
    size_t n = 0;
    for (size_t a = 0; nnew && a < nold; a++) {
        const struct lone *b = most_alike(g, way, new, nnew, &old[a], true);
        if (!b || most_alike(g, way, old, nold, b, false) != &old[a])
            continue;
        was[n] = old[a];
        is[n++] = *b;
    }
    if (way->by == GUESS_BY_LINES)
        n = drop_remaining(g, was, is, n);
    for (size_t i = 0; i < n; i++) {
        const struct run_row *row = &g->r->rows[was[i].row];
        match_add_guess(
            g, (struct guess){ .before = row->function,
                               .after = g->r->rows[is[i].row].function,
                               .what = "function",
                               .object = row->object,
                               .by = way->by,
                               .common = way->by == GUESS_BY_CODE ? way->alike(g, &was[i], &is[i]) : 0 });
    }
    match_apply_guesses(g, first);
    idmap_free(&met.texts);
    idmap_free(&met.on[0]);
    idmap_free(&met.on[1]);
    free(was);
    free(is);
    free(old);
    free(new);
}

struct guess *match_runs(struct runs *r, uint32_t before, struct match_code *code, uint64_t least, size_t *n)
{
    struct guesses g = { .r = r, .before = before, .code = code, .least = least };
    see_builds(&g);
    guess_kind(&g, &object_names, GUESS_BY_NAMES);
    if (code)
        guess_kind(&g, &object_names, GUESS_BY_CODE);
    guess_kind(&g, &command_names, GUESS_BY_NAMES);
    for (size_t i = 0; i < COUNT(ways); i++)
        if (code || ways[i].by != GUESS_BY_CODE)
            guess_functions(&g, &ways[i]);
    /* again, since after the renames more commands have functions of the same names */
    guess_kind(&g, &command_names, GUESS_BY_NAMES);
    idmap_free(&g.one_build);
    *n = g.n;
    return g.v;
}
