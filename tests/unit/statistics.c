/* Functions give the numbers of published tables; comparisons of runs whose truth is known find what changed and
   raise no more alarms than they say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "arch/arch.h"
#include "core/statistics/moderated.h"
#include "core/statistics/special.h"

static void near(double got, double expected, double relative)
{
    if (fabs(got - expected) > relative * fabs(expected))
        fail_msg("%.17g instead of %.17g", got, expected);
}

/* DLMF 5.4, Abramowitz and Stegun tables 26.8 and 26.10 to more digits. */
static void test_functions(void **state)
{
    (void)state;
    near(special_log(10), 2.302585092994046, 1e-15);
    near(special_log(1e-300), -690.7755278982137, 1e-15);
    near(special_exp(1), 2.718281828459045, 1e-15);
    near(special_exp(-30.5), 5.675685232632723e-14, 1e-14);
    near(special_lgamma(0.5), 0.5723649429247001, 1e-13);
    near(special_lgamma(100), 359.1342053695754, 1e-13);
    near(special_digamma(1), -0.5772156649015329, 1e-13);
    near(special_trigamma(1), 1.6449340668482264, 1e-13);
    near(special_trigamma_inverse(1.6449340668482264), 1, 1e-12);
    near(special_t_two_sided(2.306004135204166, 8), 0.05, 1e-10);
    near(special_t_two_sided(12.706204736432095, 1), 0.05, 1e-10);
    near(special_t_two_sided(0, 3), 1, 1e-15);
    near(special_t_critical(0.001, 8), 5.041305433373367, 1e-9);
    near(special_t_critical(0.05, 1e7), 1.959963984540054, 1e-5);
    near(special_chi_squared_quantile(0.5, 8), 7.344121497701799, 1e-9);
    near(special_chi_squared_quantile(0.95, 1), 3.841458820694124, 1e-9);
    near(special_chi_squared_quantile(0.05, 30), 18.49266098195347, 1e-9);
    for (double x = 1e-9; x < 1e12; x *= 7.3)
        near(special_exp(special_log(x)), x, 1e-13);
}

/* xorshift64, G. Marsaglia, "Xorshift RNGs", 2003; uniform in 0 to 1. */
static double uniform(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* The polar method of G. Marsaglia. */
static double normal(uint64_t *seed)
{
    double a, b, square;
    do {
        a = 2 * uniform(seed) - 1;
        b = 2 * uniform(seed) - 1;
        square = a * a + b * b;
    } while (square >= 1 || square <= 0);
    return a * sqrt(-2 * special_log(square) / square);
}

/* By counting exponential waiting times, or as the normal distribution where there are many. */
static double poisson(uint64_t *seed, double mean)
{
    double t = 0, n = 0;
    if (mean > 100)
        return floor(fmax(0, mean + sqrt(mean) * normal(seed) + 0.5));
    while ((t -= special_log(1 - uniform(seed))) < mean)
        n++;
    return n;
}

enum {
    ROWS = 40,
    RUNS = 10,
    SLICES = 20,
    TRIES = 1000,
    SLOWED = 4,
    LEAST = 50 /* samples, as --min-samples */
};

/* 5 runs on each side of 40 functions, of 1,000 times as many samples for the first as for the last: costs
   vary from run to run by a normal noise of their logarithm, and samples of them by Poisson's law; of some
   functions the other side costs three times the noise more. Or one run on each side, whose ten slices stand for runs
   as in cli/diff/judged.c: they have one noise in common, which nothing shows, and a tenth of it of their own; runs
   are assumed to differ by ASSUMED. */
struct simulation {
    const char *what;
    double noise[3];    /* of every third function */
    double samples;     /* of the first function in a run */
    double slowed;      /* of some functions, in multiples of the noise; 0: none is */
    double found_least; /* percent of the slowed functions; 0: it is printed only */
    bool sliced;
    bool beyond; /* runs differ by more than is assumed: what is named by chance is printed only */
};

/* As in cli/diff/runs/replicates.c. */
#define ASSUMED 0.1

/* The samples of the slices of a run. */
static void slice(uint64_t *seed, double noise, double mean, uint64_t *samples)
{
    const double run = special_exp(noise * normal(seed));
    for (int j = 0; j < SLICES / 2; j++)
        samples[j] =
            (uint64_t)poisson(seed, mean / (SLICES / 2) * run * special_exp(noise / 10 * normal(seed)));
}

static uint64_t sum_of(const uint64_t *v, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

static void simulate(const struct simulation *s)
{
    static double cost[ROWS * SLICES];
    static uint64_t samples[ROWS * SLICES];
    const int runs = s->sliced ? SLICES : RUNS;
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);
    unsigned alarms = 0, gates = 0, found = 0;
    double chance = 0; /* shares of what comparisons named, summed up */
    for (int t = 0; t < TRIES; t++) {
        const struct measured m = { ROWS, (size_t)runs, (size_t)runs / 2, cost, samples };
        struct difference d[ROWS];
        unsigned wrong = 0, named = 0, worse = 0;
        for (int i = 0; i < ROWS; i++) {
            const double noise = s->noise[i % 3], mean = s->samples / (1 + i * i);
            uint64_t *own = &samples[i * runs];
            for (int j = 0; !s->sliced && j < RUNS; j++) {
                double slow = i < SLOWED && j >= RUNS / 2 ? s->slowed * noise : 0;
                own[j] = (uint64_t)poisson(&seed, mean * special_exp(noise * normal(&seed) + slow));
            }
            for (int side = 0; s->sliced && side < 2; side++)
                slice(&seed, noise, mean * (side && i < SLOWED ? special_exp(s->slowed * noise) : 1),
                      own + side * SLICES / 2);
            for (int j = 0; j < runs; j++)
                cost[i * runs + j] = (double)own[j] * 250000;
        }
        moderated_compare(&m, d);
        for (int i = 0; s->sliced && i < ROWS; i++)
            d[i].known = d[i].known && sum_of(&samples[i * runs], runs) >= LEAST;
        if (s->sliced)
            moderated_slices_to_runs(d, ROWS, ASSUMED * sqrt(2));
        double limit = discovery_limit(d, ROWS, 0.05);
        for (int i = 0; i < ROWS; i++) {
            bool is_named = d[i].known && d[i].p <= limit, is_slowed = s->slowed > 0 && i < SLOWED;
            found += is_named && is_slowed;
            wrong += is_named && !is_slowed;
            worse += is_named && !is_slowed && d[i].change > 0;
            named += is_named;
        }
        alarms += wrong > 0;
        gates += worse > 0;
        chance += named ? (double)wrong / named : 0;
    }
    printf(
        "%-48s by chance: named something in %4.1f%% of comparisons, something worse in %4.1f%%, %4.1f%% of "
        "what was named",
        s->what, alarms * 100.0 / TRIES, gates * 100.0 / TRIES, chance * 100 / TRIES);
    if (s->slowed > 0)
        printf("; slowed functions found: %5.1f%%", found * 100.0 / TRIES / SLOWED);
    puts("");
    if (s->beyond)
        return;
    assert_true(chance * 100 <= (s->sliced ? 7 : 6) * TRIES);
    if (!(s->slowed > 0))
        assert_true(gates * 100 <= 5 * TRIES);
    assert_true(found * 100.0 / TRIES / SLOWED >= s->found_least);
}

static void test_simulation(void **state)
{
    static const struct simulation simulations[] = {
        { "noise 1%, nothing changed", { .01, .01, .01 }, 1e9, .slowed = 0 },
        { "noise 3%, nothing changed", { .03, .03, .03 }, 1e9, .slowed = 0 },
        { "noise 10%, nothing changed", { .1, .1, .1 }, 1e9, .slowed = 0 },
        { "noise 10%, few samples, nothing changed", { .1, .1, .1 }, 3000, .slowed = 0 },
        { "noise 1%, four slowed by 3%", { .01, .01, .01 }, 1e9, 3, .found_least = 90 },
        { "noise 3%, four slowed by 9%", { .03, .03, .03 }, 1e9, 3, .found_least = 90 },
        { "noise 10%, four slowed by 30%", { .1, .1, .1 }, 1e9, 3, .found_least = 90 },
        { "noise 1, 3 or 10% by function, four slowed", { .01, .03, .1 }, 1e9, 3, .found_least = 80 },
        { "noise 1, 3 or 10% by function, nothing changed", { .01, .03, .1 }, 1e9, .slowed = 0 },
        { "noise 10%, few samples, four slowed by 30%", { .1, .1, .1 }, 3000, 3, .found_least = 0 },
        { "one run a side, noise 1%, nothing changed", { .01, .01, .01 }, 1e9, .sliced = true },
        { "one run a side, noise 3%, nothing changed", { .03, .03, .03 }, 1e9, .sliced = true },
        { "one run a side, noise 10%, nothing changed", { .1, .1, .1 }, 1e9, .sliced = true },
        { "one run a side, noise 10%, few samples", { .1, .1, .1 }, 3000, .sliced = true },
        { "one run a side, noise 15%, nothing changed",
          { .15, .15, .15 },
          1e9,
          .sliced = true,
          .beyond = true },
        { "one run a side, noise 20%, nothing changed", { .2, .2, .2 }, 1e9, .sliced = true, .beyond = true },
        { "one run a side, noise 1%, four slowed by 3%", { .01, .01, .01 }, 1e9, 3, .sliced = true },
        { "one run a side, noise 3%, four slowed by 9%", { .03, .03, .03 }, 1e9, 3, .sliced = true },
        { "one run a side, noise 10%, four slowed by 35%", { .1, .1, .1 }, 1e9, 3, .sliced = true },
        { "one run a side, noise 10%, four slowed to double", { .1, .1, .1 }, 1e9, 6.93, .sliced = true },
        { "one run a side, noise 3%, four slowed by half", { .03, .03, .03 }, 1e9, 13.5, .sliced = true },
        { "one run a side, noise 3%, four slowed to double", { .03, .03, .03 }, 1e9, 23.1, .sliced = true },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(simulations); i++)
        simulate(&simulations[i]);
}

/* What an interval says of a difference whose truth is known is true as often as it says, and so is the power. */
static void test_interval(void **state)
{
    static double cost[ROWS * RUNS];
    static uint64_t samples[ROWS * RUNS];
    uint64_t seed = 88172645463325252;
    unsigned inside = 0, shown = 0, tries = 0;
    (void)state;
    for (int t = 0; t < TRIES / 4; t++) {
        const struct measured m = { ROWS, RUNS, RUNS / 2, cost, samples };
        struct difference d[ROWS];
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < RUNS; j++) {
                cost[i * RUNS + j] = 1e9 * special_exp(0.05 * normal(&seed) + (j >= RUNS / 2 ? 0.1 : 0));
                samples[i * RUNS + j] = 1000000;
            }
        moderated_compare(&m, d);
        for (int i = 0; i < ROWS; i++) {
            double low, high, power = moderated_detectable_change(&d[i], 0.05);
            moderated_interval(&d[i], 0.05, &low, &high);
            inside += low <= 0.1 && 0.1 <= high;
            tries++;
            /* what would just be seen in 80 % of tries, were it that large */
            shown += fabs(d[i].change - 0.1 + power) >= d[i].error * special_t_critical(0.05, d[i].df);
        }
    }
    assert_in_range(inside * 1000 / tries, 935, 965);
    assert_in_range(shown * 1000 / tries, 770, 830);
}

/* Rows borrow from rows of their kind. */
static void test_variances(void **state)
{
    /* quantiles of what is seen of a variance of 1 in 8 degrees of freedom */
    static const double seen[] = { 0.35, 0.5, 0.63, 0.75, 0.86, 0.98, 1.12, 1.3, 1.55, 2 };
    double rows[2 * COUNT(seen)];
    struct variances v;
    struct variance one;
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        rows[i] = seen[i % COUNT(seen)];
    variances_fit(&v, rows, COUNT(rows), 8); /* all of one kind */
    one = variances_moderate(&v, 2, 0);
    assert_true(one.value > 0.8 && one.value < 1.3 && one.df > 20);
    for (size_t i = 0; i < COUNT(seen); i++)
        rows[i] *= 100;
    variances_fit(&v, rows, COUNT(rows), 8); /* of two */
    one = variances_moderate(&v, 1, 0);
    assert_true(one.value > 0.8 && one.value < 1.2 && one.df > 9);
    one = variances_moderate(&v, 60, 0);
    assert_true(one.value > 70 && one.value < 110 && one.df > 9);
    assert_true(variances_moderate(&v, 0.5, 7).value >= 7);
    variances_fit(&v, rows, COUNT(rows), 4); /* too few runs to tell them apart */
    assert_true(v.n == 1 && variances_moderate(&v, 2, 0).df < 10);
    variances_fit(&v, rows, 2, 8);
    one = variances_moderate(&v, 2, 0);
    assert_true(one.value >= 2 && one.value <= 2 && one.df <= 8);
    variances_fit(&v, (const double[]){ 1e-40, 1, 1e24, 0 }, 4, 8);
    one = variances_moderate(&v, 1, 0);
    assert_true(one.value > 0 && one.df > 0 && one.df < 1e9);
}

/* Sides that cannot be compared are not. */
static void test_unknown(void **state)
{
    static const double cost[] = { 1, 2, 3, 0, 0, 0 };
    static const uint64_t samples[] = { 1, 2, 3, 0, 0, 0 };
    struct difference d[2];
    (void)state;
    for (size_t before = 0; before <= 3; before++) {
        const struct measured m = { 2, 3, before, cost, samples };
        moderated_compare(&m, d);
        assert_false(d[0].known || d[1].known);
        assert_true(discovery_limit(d, 2, 0.05) < 0);
    }
    static const double four[] = { 5, 5, 5, 5, 0, 0, 0, 0 };
    static const uint64_t fives[] = { 5, 5, 5, 5, 0, 0, 0, 0 };
    const struct measured m = { 2, 4, 2, four, fives };
    moderated_compare(&m, d);
    assert_true(d[0].known && !d[1].known);
    assert_true(d[0].p > 0.99 && d[0].error > 0.3); /* runs that are equal by chance are 5 samples each */
    assert_int_equal(moderated_runs_needed(&d[0], 4, 0.05, 1e-9), 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions), cmocka_unit_test(test_simulation), cmocka_unit_test(test_interval),
        cmocka_unit_test(test_variances), cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
