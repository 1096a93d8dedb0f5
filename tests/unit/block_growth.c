/* block_growth: functions of made instructions on two sides, and which of their blocks cost more by more than chance. */
#include "core/annotate/match/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 8 };

/* Instructions of 4 bytes each from an address on, a letter each: 'j' jumps back to the first one; others are
   what they are called. */
struct made {
    struct insn insns[MOST];
    struct listing_row rows[MOST];
    struct listing l;
    double cost[MOST];
    uint64_t samples[MOST];
};

static void make(struct made *m, uint64_t start, const char *insns, const uint64_t *samples, double each)
{
    static const char *const names[] = { "add", "sub", "mul", "div" };
    *m = (struct made){ .l = { .rows = m->rows } };
    for (size_t i = 0; insns[i]; i++) {
        const uint64_t at = start + 4 * i;
        m->insns[i] = (struct insn){ .addr = at, .length = 4, .operands = "" };
        m->insns[i].mnemonic = insns[i] == 'j' ? "jne" : names[insns[i] - 'a'];
        if (insns[i] == 'j') {
            m->insns[i].kind = INSN_CONDITIONAL;
            m->insns[i].has_target = true;
            m->insns[i].target = start;
        }
        m->rows[i] = (struct listing_row){
            .at = at, .size = 4, .svma = at, .insn = &m->insns[i], .first = i, .end = i + 1
        };
        m->samples[i] = samples[i];
        m->cost[i] = each * (double)samples[i];
        m->l.n++;
    }
}

static void no_name(const void *arg, uint64_t svma, struct text *out)
{
    (void)arg;
    (void)svma;
    (void)out;
}

static struct block_growth_side side_of(const struct made *m)
{
    return (struct block_growth_side){ &m->l, m->cost, m->samples, no_name, NULL };
}

/* A loop that costs more, at another address, and what is behind it, which differs by chance alone. */
static void test_loop(void **state)
{
    static const uint64_t before[] = { 10, 90, 0, 50 }, after[] = { 10, 290, 0, 55 };
    struct made old, new;
    size_t n;
    (void)state;
    make(&old, 0x1000, "abjc", before, 1);
    make(&new, 0x2000, "abjc", after, 1);
    const struct block_growth_side sides[] = { side_of(&old), side_of(&new) };
    struct grown_block *v = block_growth_make(sides, &n);
    assert_int_equal(n, 1);
    assert_true(v[0].cost[0] == 100 && v[0].cost[1] == 300 && v[0].loops == 1);
    assert_int_equal(v[0].first[0]->svma, 0x1000);
    assert_int_equal(v[0].first[1]->svma, 0x2000);
    assert_int_equal(v[0].last[1]->svma, 0x2008);
    assert_int_equal(v[0].most[1]->svma, 0x2004);
    free(v);
}

/* A block that is new stands alone; costs, not samples, are compared. */
static void test_new(void **state)
{
    static const uint64_t before[] = { 40, 0, 200 }, after[] = { 20, 0, 100, 0, 60 };
    struct made old, new;
    size_t n;
    (void)state;
    make(&old, 0x1000, "ajb", before,
         1); /* as much with half of the samples, for it was recorded half as often */
    make(&new, 0x1000, "ajbjd", after, 2);
    const struct block_growth_side sides[] = { side_of(&old), side_of(&new) };
    struct grown_block *v = block_growth_make(sides, &n);
    assert_int_equal(n, 1);
    assert_true(!v[0].first[0] && v[0].cost[0] == 0 && v[0].cost[1] == 120);
    assert_int_equal(v[0].first[1]->svma, 0x1010);
    free(v);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_loop), cmocka_unit_test(test_new) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
