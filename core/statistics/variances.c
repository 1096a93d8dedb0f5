#include "core/statistics/moderated.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/statistics/special.h"

/* Narrow kinds have NARROW times the degrees of freedom of a row's own variance, and are a factor of STEP
   apart. They are used from DF_LEAST degrees of freedom on. ROUNDS of expectation maximisation find their
   weights; the common kind counts as COMMON rows. By simulation (tests/unit/statistics.c): narrower kinds,
   fewer degrees of freedom or a lower COMMON cause more false alarms; the contrary finds fewer changes. */
enum { NARROW = 4, ROUNDS = 60, COMMON = 10, DF_LEAST = 6, ROWS_LEAST = 3 };
#define STEP 1.6

static void variances_add(struct variances *v, double at, double df)
{
    v->kinds[v->n++] = (struct variance_kind){ at, df, 1,
                                               special_lgamma((v->own + df) / 2) - special_lgamma(df / 2) -
                                                   v->own / 2 * special_log(df * at) };
}

/* The likelihood of the observed variance `seen` under each kind, up to a common factor: seen / at has an F
   distribution. */
static void likelihoods(const struct variances *v, double seen, double *out)
{
    double most = 0;
    for (size_t i = 0; i < v->n; i++) {
        const struct variance_kind *k = &v->kinds[i];
        out[i] = k->constant - (v->own + k->df) / 2 * special_log(1 + v->own * seen / (k->df * k->at));
        if (!(i && out[i] <= most))
            most = out[i];
    }
    for (size_t i = 0; i < v->n; i++)
        out[i] = special_exp(out[i] - most);
}

/* Adds the kind that is common to all rows. Its degrees of freedom say how well it predicts the variance of a row. */
static void add_common(struct variances *v, const double *rows, size_t n, double used)
{
    double sum = 0, squares = 0;
    for (size_t r = 0; r < n; r++)
        if (rows[r] > 0) {
            const double z = special_log(rows[r]) - special_digamma(v->own / 2) + special_log(v->own / 2);
            sum += z;
            squares += z * z;
        }
    const double mean = sum / used,
                 spread = (squares - sum * mean) / (used - 1) - special_trigamma(v->own / 2);
    /* a prior is not better known than all rows together allow (as in limma) */
    const double most = used * v->own;
    double df = spread > 0 ? 2 * special_trigamma_inverse(spread) : most;
    if (!(df < most)) /* `!` includes NaN */
        df = most;
    variances_add(v, special_exp(mean + special_digamma(df / 2) - special_log(df / 2)), df);
}

/* Adds narrow kinds from the smallest to the largest variance. */
static void add_narrow(struct variances *v, double least, double most)
{
    enum { MOST = VARIANCES_MOST - 1 };
    const double whole = special_log(most / least), steps = whole / special_log(STEP);
    const size_t n = 2 + (steps < MOST - 2 ? (size_t)steps : MOST - 2);
    for (size_t i = 0; i < n; i++)
        variances_add(v, least * special_exp(whole * (double)i / (double)(n - 1)), NARROW * v->own);
}

/* Finds the weights of the narrow kinds. They follow the common kind in `kinds`. */
static void weigh(struct variances *v, const double *rows, size_t n)
{
    const size_t narrow = v->n - 1;
    double *all = mem_new(n * v->n, sizeof(*all)), common = COMMON / (double)(n + COMMON);
    for (size_t r = 0; r < n; r++)
        likelihoods(v, rows[r], &all[r * v->n]);
    for (size_t i = 1; i <= narrow; i++)
        v->kinds[i].weight = 1 / (double)narrow;
    for (int round = 0; round < ROUNDS; round++) {
        double next[VARIANCES_MOST] = { 0 };
        for (size_t r = 0; r < n; r++) {
            const double *own = &all[r * v->n];
            double sum = 0;
            for (size_t i = 1; i <= narrow; i++)
                sum += v->kinds[i].weight * own[i];
            for (size_t i = 1; i <= narrow && sum > 0; i++)
                next[i] += v->kinds[i].weight * own[i] / sum;
        }
        for (size_t i = 1; i <= narrow; i++)
            v->kinds[i].weight = next[i] / (double)n;
    }
    v->kinds[0].weight = common;
    for (size_t i = 1; i <= narrow; i++)
        v->kinds[i].weight *= 1 - common;
    free(all);
}

void variances_fit(struct variances *v, const double *rows, size_t n, double df)
{
    double least = 0, most = 0, used = 0;
    *v = (struct variances){ .own = df };
    for (size_t r = 0; r < n; r++) {
        if (rows[r] > 0 && (rows[r] < least || least <= 0))
            least = rows[r];
        if (rows[r] > most)
            most = rows[r];
        used += rows[r] > 0;
    }
    if (used < ROWS_LEAST)
        return;
    add_common(v, rows, n, used);
    if (df < DF_LEAST)
        return;
    add_narrow(v, least, most);
    weigh(v, rows, n);
}

static double at_least(double value, double least)
{
    if (value > least)
        return value;
    return least;
}

/* With one kind the tested difference has a t distribution. With several kinds it has a mixture of t distributions,
   which is replaced by the t distribution with the same second and fourth moments. */
struct variance variances_moderate(const struct variances *v, double seen, double least)
{
    double likely[VARIANCES_MOST], sum = 0, second = 0, fourth = 0;
    if (!v->n)
        return (struct variance){ at_least(seen, least), v->own };
    if (v->n > 1)
        likelihoods(v, seen, likely);
    for (size_t i = 0; i < v->n; i++) {
        const struct variance_kind *k = &v->kinds[i];
        const double df = v->own + k->df, value = at_least((v->own * seen + k->df * k->at) / df, least);
        if (v->n == 1)
            return (struct variance){ value, df };
        likely[i] *= k->weight;
        sum += likely[i];
        second += likely[i] * value * df / (df - 2);
        fourth += likely[i] * 3 * value * value * df * df / ((df - 2) * (df - 4));
    }
    const double excess = fourth * sum / (second * second) - 3, df = excess > 1e-6 ? 4 + 6 / excess : 6e6;
    return (struct variance){ at_least(second / sum * (df - 2) / df, least), df };
}
