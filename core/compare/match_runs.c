#include "core/compare/match_runs.h"

#include <stdlib.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

bool match_has_code(const struct guesses *g, size_t row)
{
    uint64_t samples = 0;
    for (uint32_t j = 0; j < g->r->n; j++)
        samples += g->r->samples[row * g->r->n + j];
    return g->r->rows[row].code.run && samples >= g->least;
}

void match_add_guess(struct guesses *g, struct guess guess)
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
    row->command = run_renames_command(renames, row->command);
    row->object = run_renames_object(renames, row->object);
    row->function = run_renames_function(renames, row->object, row->function);
    return true;
}

void match_rename(struct guesses *g, size_t first)
{
    struct run_renames renames;
    if (g->n == first)
        return;
    run_renames_init(&renames, &g->v[first], g->n - first);
    runs_rename(g->r, rename_row, &renames);
    run_renames_free(&renames);
}

/* ---- functions ---- */

/* How near two functions of one file are, in lines, to be one under two names. */
enum { LINES_NEAR = 20 };

/* A function that one side alone has. */
struct lone {
    size_t row;
    double cost;
    bool file_too; /* its file is one of that side alone */
    size_t number; /* among those whose code was read */
};

/* What functions that one side alone has are guessed to be one by: how many of each side are compared, each with each, those
   that cost most; which of them may be, and how alike two are, 0: not enough. */
struct match_runs_way {
    enum guess_by by;
    size_t most;
    bool (*may)(const struct guesses *g, size_t row);
    double (*alike)(const struct guesses *g, const struct lone *old, const struct lone *new);
};

/* Which files of objects were met on each side of the change; zero-initialise. */
struct met_files {
    struct idmap texts, on[2]; /* numbers of names; pairs of those of objects and files */
};

static void see_files(const struct guesses *g, struct met_files *met)
{
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *row = &g->r->rows[i];
        const bool on[2] = { row->first.file && row->first.run < g->before,
                             row->last.file && row->last.run >= g->before };
        for (int side = 0; side < 2; side++)
            if (row->section == RUN_FUNCTION && on[side]) {
                const uint64_t object = idmap_number(&met->texts, (uintptr_t)row->object);
                const char *file = side ? row->last.file : row->first.file;
                *idmap_at(&met->on[side], object << 32 | idmap_number(&met->texts, (uintptr_t)file)) = 1;
            }
    }
}

/* Whether a file of a row's object was met on a side of the change. */
static bool has_file(const struct met_files *met, const struct run_row *row, const char *file, bool after)
{
    const uint64_t object = idmap_get(&met->texts, (uintptr_t)row->object);
    return idmap_get(&met->on[after], object << 32 | idmap_get(&met->texts, (uintptr_t)file));
}

static bool has_lines(const struct guesses *g, size_t row)
{
    return g->r->rows[row].first.file;
}

/* Of one file, which may have another name now, the nearer the more. */
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
                                              { GUESS_BY_CODE, 256, match_has_code, alike_by_code } };

/* The function among n others that is most alike to one; NULL: none is alike enough, or, where it is code, two are as
   much. */
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

/* Which objects are of one build in all runs: none of their functions has another name on one side. */
static void see_builds(struct guesses *g)
{
    const struct runs *r = g->r;
    struct idmap first = { 0 };
    for (size_t i = 0; i < r->nmet; i++) {
        const struct run_met *met = &r->met[i];
        uint32_t *known = idmap_at(&first, (uintptr_t)met->name);
        if (!*known)
            *idmap_at(&g->one_build, (uintptr_t)met->name) = met->id.n != 0;
        else if (!object_build_id_equal(&r->met[*known - 1].id, &met->id))
            *idmap_at(&g->one_build, (uintptr_t)met->name) = 0;
        if (!*known)
            *known = (uint32_t)i + 1;
    }
    idmap_free(&first);
}

/* The functions of one side alone, before (0) or after (1), those that cost most first; how many. */
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

/* Keep those in objects of which the other side has some, too, and of these at most `most`, which cost most and come
   first. */
static size_t keep_comparable(const struct guesses *g, struct lone *v, size_t n, const struct lone *others,
                              size_t nothers, size_t most)
{
    struct idmap objects = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < nothers; i++)
        *idmap_at(&objects, (uintptr_t)g->r->rows[others[i].row].object) = 1;
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

/* Of n pairs keep those of which neither function is there under its name on the other side; how many. */
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
    g->code->read(g->code, NULL, 0, 0); /* what it read of these is no answer to what follows */
    return kept;
}

/* Functions that are each other's most alike. */
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
    } else { /* of equals the first row is it */
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
    match_rename(g, first);
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
    match_names(&g);
    for (size_t i = 0; i < COUNT(ways); i++)
        if (code || ways[i].by != GUESS_BY_CODE)
            guess_functions(&g, &ways[i]);
    match_names_commands(&g);
    idmap_free(&g.one_build);
    *n = g.n;
    return g.v;
}
