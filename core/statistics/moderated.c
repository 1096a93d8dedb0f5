#include "core/statistics/moderated.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/statistics/special.h"

/* The estimates from one row, without other rows, computed from the logarithms of its costs. */
struct fit {
    double mean[2];  /* per side */
    double cost[2];  /* per side: the mean cost, not its logarithm */
    double variance; /* variance between runs of a side */
    double sampling; /* the part of `variance` that the number of samples explains */
    bool known;
};

static double median(double *v, size_t n)
{
    special_sort(v, n);
    if (n % 2)
        return v[n / 2];
    return (v[n / 2 - 1] + v[n / 2]) / 2;
}

static size_t runs_on(const struct measured *m, int side)
{
    if (side)
        return m->runs - m->before;
    return m->before;
}

/* Fits a row. If a run has no sample in the row, half a sample is added to each run: 0 has no logarithm, and a half
   changes the difference of counts least (Anscombe). */
static struct fit fit_row(const struct measured *m, size_t row)
{
    const double *cost = &m->cost[row * m->runs];
    const uint64_t *samples = &m->samples[row * m->runs];
    struct fit f = { 0 };
    double whole = 0, count = 0;
    for (size_t j = 0; j < m->runs; j++) {
        whole += cost[j];
        count += (double)samples[j];
    }
    if (whole <= 0 || count <= 0)
        return f;
    double half = whole / count / 2;
    for (size_t j = 0; j < m->runs; j++) {
        f.mean[j >= m->before] += special_log(cost[j] + half);
        f.cost[j >= m->before] += cost[j];
        f.sampling += 1 / ((double)samples[j] + 0.5) / (double)m->runs;
    }
    for (int side = 0; side < 2; side++) {
        f.mean[side] /= (double)runs_on(m, side);
        f.cost[side] /= (double)runs_on(m, side);
    }
    for (size_t j = 0; j < m->runs; j++) {
        double off = special_log(cost[j] + half) - f.mean[j >= m->before];
        f.variance += off * off / (double)(m->runs - 2);
    }
    f.known = true;
    return f;
}

/* The part of the variance that all rows have in common, in addition to the variance that the number of
   samples causes. It is chosen so that half of the rows vary more than expected and half less. 0: the
   number of samples explains all variance. */
static double own_variance(const struct fit *fits, size_t n, double df)
{
    double *ratios = mem_new(n, sizeof(*ratios)), middle = special_chi_squared_quantile(0.5, df) / df;
    double low = 0, high = 1e-12;
    for (int i = 0; i < 200 && (!low || high - low > low * 1e-12); i++) {
        size_t used = 0;
        double own = !low ? high : (low + high) / 2;
        for (size_t r = 0; r < n; r++)
            if (fits[r].known)
                ratios[used++] = fits[r].variance / (fits[r].sampling + own);
        if (!used || median(ratios, used) <= middle) {
            if (!low && own <= 1e-12)
                break;
            high = own;
            if (!low)
                low = high / 4;
        } else if (!low) {
            high *= 4;
        } else {
            low = own;
        }
    }
    free(ratios);
    if (low)
        return (low + high) / 2;
    return 0;
}

struct noise moderated_compare(const struct measured *m, struct difference *out)
{
    struct noise noise = { 0 };
    size_t before = m->before, after = m->runs - before;
    for (size_t r = 0; r < m->n; r++)
        out[r] = (struct difference){ .known = false };
    if (before < 2 || after < 2 || before > m->runs)
        return noise;
    struct fit *fits = mem_new(m->n, sizeof(*fits));
    double *ratios = mem_new(m->n, sizeof(*ratios)), df = (double)(m->runs - 2);
    struct variances all;
    size_t known = 0;
    for (size_t r = 0; r < m->n; r++)
        fits[r] = fit_row(m, r);
    double own = own_variance(fits, m->n, df);
    noise.own = sqrt(own);
    for (size_t r = 0; r < m->n; r++)
        if (fits[r].known)
            ratios[known++] = fits[r].variance / (fits[r].sampling + own);
    variances_fit(&all, ratios, known, df);
    for (size_t r = 0; r < m->n; r++) {
        const struct fit *f = &fits[r];
        if (!f->known)
            continue;
        /* at least the variance that the number of samples causes */
        const double expected = f->sampling + own;
        const struct variance v = variances_moderate(&all, f->variance / expected, f->sampling / expected);
        struct difference *d = &out[r];
        *d =
            (struct difference){ .before = f->cost[0],
                                 .after = f->cost[1],
                                 .change = f->mean[1] - f->mean[0],
                                 .error = sqrt(v.value * expected * (1 / (double)before + 1 / (double)after)),
                                 .df = v.df,
                                 .known = true };
        d->p = special_t_two_sided(d->change / d->error, d->df);
    }
    free(fits);
    free(ratios);
    return noise;
}

/* Uses the degrees of freedom of a sum of variances (Satterthwaite, "An Approximate Distribution of
   Estimates of Variance Components", 1946). The assumed variance counts as known exactly. */
void moderated_slices_to_runs(struct difference *d, size_t n, double noise)
{
    enum { MOST_DF = 1000000 };
    for (; n--; d++) {
        if (!d->known)
            continue;
        const double slices = d->error * d->error, all = slices + noise * noise, more = all / slices;
        if (d->before > 0 && d->after > 0)
            d->change = special_log(d->after / d->before);
        if (d->df * more * more < MOST_DF)
            d->df = d->df * more * more;
        else
            d->df = MOST_DF;
        d->error = sqrt(all);
        d->p = special_t_two_sided(d->change / d->error, d->df);
    }
}

void moderated_interval(const struct difference *d, double p, double *low, double *high)
{
    double reach = d->error * special_t_critical(p, d->df);
    *low = d->change - reach;
    *high = d->change + reach;
}

/* The t that T exceeds with a probability of 20 % (one-sided). */
static double reserve(double df)
{
    return special_t_critical(0.4, df);
}

double moderated_detectable_change(const struct difference *d, double p)
{
    return d->error * (special_t_critical(p, d->df) + reserve(d->df));
}

uint64_t moderated_runs_needed(const struct difference *d, size_t runs, double p, double change)
{
    enum { MOST = 1000000 };
    double needed = moderated_detectable_change(d, p) / fabs(change),
           half = (double)runs / 2 * needed * needed;
    if (half > MOST)
        return MOST;
    if (half < 2)
        return 2;
    return (uint64_t)ceil(half);
}
