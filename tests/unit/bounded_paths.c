/*
 * bounded_paths: random call paths of one-letter functions, taken by several tables that are merged: whatever part of
 * the samples each has seen, in whatever order, what is kept is the same, no more than is allowed, and all that could
 * be; and what weights are taken for.
 */
#include "core/profile/bounded_paths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/text.h"

enum { SAMPLES = 12000, LETTERS = 16, DEEPEST = 12, TABLES = 5 };

struct one {
    uint32_t letters[DEEPEST], n, row;
};

static const uint32_t same_rows[LETTERS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return *state >> 33;
}

/* The first letters are met most, so there are heavy paths and light ones. */
static void make(struct one *v)
{
    uint64_t state = 17;
    for (size_t i = 0; i < SAMPLES; i++) {
        v[i].n = (uint32_t)(next(&state) % (DEEPEST + 1));
        for (uint32_t k = 0; k < v[i].n; k++)
            v[i].letters[k] = (uint32_t)(next(&state) % (1 + next(&state) % LETTERS));
        v[i].row = v[i].n && next(&state) % 8 ? v[i].letters[v[i].n - 1] : (uint32_t)(next(&state) % LETTERS);
    }
}

/* The steps of a sample's path, and hashes of kinds that say the same in each table. */
static size_t steps_of(struct paths *p, const struct one *s, uint32_t *kinds)
{
    struct bounded_paths *b = p->bound;
    size_t n = 0;
    if (b->rooted)
        kinds[n++] = bounded_paths_row_kind(p, s->row);
    for (uint32_t k = 0; k < s->n; k++) {
        const struct path_frame frame = { .avma = s->letters[k] + 1 };
        kinds[n++] = paths_kind_number(p, paths_frame_number(p, &frame), b->rooted ? NO_ROW : s->letters[k]);
    }
    if (!b->rooted && s->n && s->letters[s->n - 1] != s->row)
        kinds[n++] = bounded_paths_row_kind(p, s->row);
    while (b->nhashes < p->nkinds) {
        const struct path_kind *k = &p->kinds[b->nhashes];
        *MEM_ADD(b->hashes, b->nhashes, b->cap_hashes) = hash_u64(p->frames[k->frame].avma << 32 | k->row);
    }
    return n;
}

static void see(struct paths *p, const struct one *one)
{
    uint32_t kinds[DEEPEST + 2], row = one->row;
    struct bounded_paths *b = p->bound;
    struct path_walk walk = { .end = bounded_paths_cut_path(p, kinds, steps_of(p, one, kinds), &row) };
    while (b->nsamples <= one->row)
        *MEM_ADD(b->samples, b->nsamples, b->cap_samples) = 0;
    b->samples[one->row]++;
    paths_walk(p, kinds, &walk, 1);
    paths_count_sample(p, walk.at, row, &(struct sample){ .tid = 1 }, 3);
    bounded_paths_cut_if_full(p);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "ab[other] -: 7", each end a line, in the order of these. */
static char *text_of(const struct paths *p, uint64_t *samples, size_t *steps)
{
    char **lines = mem_new(p->nends + 1, sizeof(*lines));
    struct text all = { 0 };
    *samples = *steps = 0;
    for (uint32_t i = 1; i < p->n; i++)
        *steps += !paths_is_other(p, i);
    for (size_t i = 0; i < p->nends; i++) {
        const struct path_end *e = &p->ends[i];
        struct text line = { 0 };
        char way[DEEPEST + 2] = "";
        size_t n = sizeof(way) - 1;
        for (uint32_t at = e->path; at != PATH_OUTSIDE; at = p->v[at].parent)
            way[--n] =
                paths_is_other(p, at) ? '*' : (char)('a' + p->frames[p->kinds[p->v[at].kind].frame].avma - 1);
        text_printf(&line, "%s %d: %d %d\n", way + n, (int)e->row, (int)e->samples, (int)e->period);
        *samples += e->samples;
        lines[i] = line.s;
    }
    qsort(lines, p->nends, sizeof(*lines), by_text);
    for (size_t i = 0; i < p->nends; i++) {
        text_add(&all, lines[i]);
        free(lines[i]);
    }
    free(lines);
    return all.s;
}

/* What is kept where `tables` see a part of the samples each, from the last sample on if `back`. */
static char *kept(const struct one *v, const struct path_weights *w, uint64_t most, bool rooted,
                  unsigned tables, bool back, uint32_t *least)
{
    struct paths p[TABLES] = { 0 };
    uint64_t samples, cut;
    size_t steps;
    for (unsigned i = 0; i < tables; i++)
        bounded_paths_init(&p[i], w, most, rooted);
    for (size_t i = 0; i < SAMPLES; i++) {
        const struct one *one = &v[back ? SAMPLES - 1 - i : i];
        see(&p[(size_t)(one - v) * 7 % SAMPLES * tables / SAMPLES], one);
    }
    for (unsigned i = 0; i < tables; i++)
        bounded_paths_trim(&p[i]);
    for (unsigned i = tables; --i;)
        bounded_paths_merge(&p[0], &p[i], same_rows);
    cut = bounded_paths_end(&p[0]);
    *least = p[0].bound->least;
    char *text = text_of(&p[0], &samples, &steps);
    assert_int_equal(samples, SAMPLES);
    assert_true(steps <= most);
    assert_true(most > 1000000 ? !cut : cut > 0);
    paths_free(&p[0]);
    return text;
}

/* The weights of all beginnings; how many of these weigh at least `least`, and all before them. */
static size_t weigh(const struct one *v, bool rooted, struct path_weights *w, uint32_t least)
{
    struct paths p = { 0 };
    struct path_adder *a = least ? NULL : path_adder_new(w);
    size_t n = 0;
    bounded_paths_init(&p, w, SAMPLES * DEEPEST, rooted);
    for (size_t i = 0; i < SAMPLES; i++) {
        uint32_t kinds[DEEPEST + 2];
        const size_t steps = steps_of(&p, &v[i], kinds);
        uint64_t hash = 0;
        uint32_t at = PATH_OUTSIDE;
        for (size_t k = 0; k < steps; k++) {
            hash = bounded_paths_hash(p.bound, hash, kinds[k]);
            if (!least)
                path_adder_add(a, hash);
            else if ((k || !rooted) && path_weights_of(w, hash) < least)
                break;
            const size_t before = p.n ? p.n : 1;
            at = paths_add_step(&p, at, kinds[k]);
            n += p.n > before && (k || !rooted);
        }
    }
    path_adder_end(a);
    paths_free(&p);
    return n;
}

static void test_kept(void **state)
{
    (void)state;
    static const uint64_t mosts[] = { 1, 40, 900, 3000, UINT64_C(1) << 28 };
    struct one *v = mem_new(SAMPLES, sizeof(*v));
    make(v);
    for (size_t i = 0; i < 2 * sizeof(mosts) / sizeof(*mosts); i++) {
        const uint64_t most = mosts[i / 2];
        const bool rooted = i % 2;
        struct path_weights *w = path_weights_new(most < 1000 ? most : 1000);
        uint32_t least, other;
        weigh(v, rooted, w, 0);
        char *one = kept(v, w, most, rooted, 1, false, &least);
        for (unsigned tables = 2; tables <= TABLES; tables++) {
            char *several = kept(v, w, most, rooted, tables, tables % 2, &other);
            assert_string_equal(several, one);
            assert_int_equal(other, least);
            free(several);
        }
        assert_true(weigh(v, rooted, w, least) <= most);
        if (least > 1)
            assert_true(weigh(v, rooted, w, least - 1) > most);
        free(one);
        path_weights_free(w);
    }
    free(v);
}

/* Never below the truth; and of what is rare, seldom far above. */
static void test_weights(void **state)
{
    (void)state;
    enum { KINDS = 20000 };
    struct path_weights *w = path_weights_new(2000);
    struct path_adder *a = path_adder_new(w);
    uint64_t state_of = 5;
    uint32_t *n = mem_new(KINDS, sizeof(*n)), far = 0;
    for (size_t i = 0; i < 200000; i++) {
        const uint64_t k = next(&state_of) % (1 + next(&state_of) % KINDS);
        n[k]++;
        path_adder_add(a, hash_u64(k + 1));
    }
    path_adder_end(a);
    for (uint64_t k = 0; k < KINDS; k++) {
        const uint32_t weight = path_weights_of(w, hash_u64(k + 1));
        assert_true(weight >= n[k]);
        far += weight > n[k] + 50;
    }
    assert_true(far < KINDS / 50);
    free(n);
    path_weights_free(w);
    path_weights_free(NULL);
    path_adder_end(NULL);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_kept), cmocka_unit_test(test_weights) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
