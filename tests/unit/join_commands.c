/* Commands of two sides are one where they differ in a version, or run the same functions; what both sides have keeps its
   name. */
#include "formats/export/join_commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

/* A command of a side, whose stacks have one function each: "f9 g1" weighs 9 in f and 1 in g. "?:3" is of a thread without a
   name, ":3". */
struct made {
    const char *comm, *weights;
};

static void make(struct export *x, const struct made *v, size_t n)
{
    static const char functions[] = "fghijk[";
    *x = (struct export){ .name = "made" };
    x->frames = mem_new(COUNT(functions), sizeof(*x->frames));
    x->stacks = mem_new(COUNT(functions) + 1, sizeof(*x->stacks));
    x->nframes = COUNT(functions) - 1;
    x->nstacks = x->nframes + 1;
    for (uint32_t i = 0; i < x->nframes; i++) {
        x->frames[i].name = arena_text(&x->texts, &functions[i], 1);
        x->stacks[i + 1].frame = i;
    }
    x->groups = mem_new(n, sizeof(*x->groups));
    x->counts = mem_new(n * 8, sizeof(*x->counts));
    x->ngroups = n;
    for (uint32_t i = 0; i < n; i++) {
        x->groups[i].nameless = v[i].comm[0] == '?';
        const char *comm = v[i].comm + x->groups[i].nameless;
        x->groups[i].comm = arena_text(&x->texts, comm, strlen(comm));
        for (const char *s = v[i].weights; *s; s += 2 + (s[2] == ' ')) {
            const uint32_t stack = (uint32_t)(strchr(functions, s[0]) - functions) + 1;
            x->counts[x->ncounts++] = (struct export_count){ 0, i, stack, 1, (uint64_t)(s[1] - '0') };
        }
    }
}

static void check(const struct made *before, size_t nbefore, const struct made *after, size_t nafter,
                  bool guess, const char *expected, size_t nguesses)
{
    struct export sides[2];
    struct export *const v[] = { &sides[0], &sides[1] };
    struct joined_commands joined;
    struct text t = { 0 };
    make(&sides[0], before, nbefore);
    make(&sides[1], after, nafter);
    join_commands(v, 2, 1, guess, &joined);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side].ngroups; i++)
            text_printf(&t, "%s%s", t.n && i ? "; " : side ? " / " : "", sides[side].groups[i].comm);
    assert_string_equal(t.s, expected);
    assert_int_equal(joined.n, nguesses);
    text_free(&t);
    join_commands_free(&joined);
    export_free(&sides[0]);
    export_free(&sides[1]);
}

#define ROWS(...) (const struct made[]){ __VA_ARGS__ }, COUNT(((const struct made[]){ __VA_ARGS__ }))

static void test_versions(void **state)
{
    (void)state;
    check(ROWS({ "python3.11", "f1" }, { "sh", "f1" }), ROWS({ "python3.12", "g1" }, { "sh", "f1" }), false,
          "python; sh / python; sh", 0);
    /* what both have keeps its name */
    check(ROWS({ "python3.11", "f1" }), ROWS({ "python3.11", "f1" }, { "python3.12", "f1" }), true,
          "python3.11 / python3.11; python3.12", 0);
    check(ROWS({ "w-1", "f1" }, { "w-2", "f1" }), ROWS({ "w-3", "f1" }), false, "w; w / w", 0);
}

static void test_guesses(void **state)
{
    (void)state;
    check(ROWS({ "base", "f6 g4" }, { "sh", "f9" }), ROWS({ "slow10", "f8 g2" }, { "sh", "f9" }), true,
          "base, slow10; sh / base, slow10; sh", 1);
    check(ROWS({ "base", "f6 g4" }), ROWS({ "slow10", "f8 g2" }), false, "base / slow10", 0);
    /* less than half is common; what is not known is not */
    check(ROWS({ "base", "f6 g4" }), ROWS({ "slow10", "f4 h6" }), true, "base / slow10", 0);
    check(ROWS({ "base", "[6 g4" }), ROWS({ "slow10", "[6 g4" }), true, "base / slow10", 0);
    /* each is taken once, by what has most of it */
    check(ROWS({ "a", "f6 g4" }, { "b", "h5 i5" }), ROWS({ "c", "h4 i6" }, { "d", "f5 g5" }), true,
          "a, d; b, c / b, c; a, d", 2);
}

/* Threads that were never named are one on both sides, and never another command; ":7" may be a name. */
static void test_nameless(void **state)
{
    (void)state;
    check(ROWS({ "?:3", "f6 g4" }, { "?:4", "f9" }, { "sh", "f9" }), ROWS({ "?:5", "f6 g4" }, { "sh", "f9" }),
          true, "[unknown]; [unknown]; sh / [unknown]; sh", 0);
    check(ROWS({ "?:3", "f6 g4" }), ROWS({ "base", "f6 g4" }), true, "[unknown] / base", 0);
    check(ROWS({ ":7", "f6 g4" }), ROWS({ "base", "f6 g4" }), true, ":7, base / :7, base", 1);
}

/* Captures as one have the samples of all: by that count_workers() says how many threads are worth it. */
static void test_samples(void **state)
{
    (void)state;
    const struct capture captures[] = { { .nsamples = 3 }, { .nsamples = 4 } };
    const struct export second = { .capture = &captures[1], .label = "b" };
    const struct export first = { .capture = &captures[0], .label = "a", .next = &second };
    struct capture as = { 0 };
    struct export joined = { 0 };
    export_join(&joined, &as, &first);
    assert_int_equal(as.nsamples, 7);
    export_free(&joined);
    free(as.events.v);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_versions), cmocka_unit_test(test_guesses),
                                        cmocka_unit_test(test_nameless), cmocka_unit_test(test_samples) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
