#include "core/statistics/special.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ln 2 as the sum of two doubles, exact enough for all exponents. */
#define LN2_HIGH    6.93147180369123816490e-01
#define LN2_LOW     1.90821492927058770002e-10
#define HALF_LN_2PI 0.91893853320467274178

/* The smallest argument for which the asymptotic series are accurate to the last digits. Smaller arguments
   are raised to it by recurrence. */
enum { FAR = 16 };

double special_log(double x)
{
    int exponent;
    double m = frexp(x, &exponent); /* 0.5 to 1; exact */
    if (m < 0.70710678118654752440) {
        m *= 2;
        exponent--;
    }
    /* ln m = 2 artanh s (DLMF 4.6.4) */
    double s = (m - 1) / (m + 1), square = s * s, power = s, sum = 0;
    for (int k = 1; k < 32; k += 2, power *= square)
        sum += power / k;
    return exponent * LN2_HIGH + (2 * sum + exponent * LN2_LOW);
}

double special_exp(double x)
{
    if (x > 700)
        return HUGE_VAL;
    if (x < -700)
        return 0;
    int whole = (int)floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    double r = x - whole * LN2_HIGH - whole * LN2_LOW, term = 1, sum = 1;
    for (int k = 1; k < 20; k++) {
        term *= r / k;
        sum += term;
    }
    return ldexp(sum, whole);
}

double special_lgamma(double x)
{
    /* DLMF 5.11.1, of Gamma(x + n) = x (x + 1) ... Gamma(x) */
    double product = 1;
    for (; x < FAR; x++)
        product *= x;
    double y = 1 / (x * x);
    double series = (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
    return (x - 0.5) * special_log(x) - x + HALF_LN_2PI + series - special_log(product);
}

double special_digamma(double x)
{
    /* DLMF 5.5.2, 5.11.2 */
    double below = 0;
    for (; x < FAR; x++)
        below += 1 / x;
    double y = 1 / (x * x);
    return special_log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240))) - below;
}

double special_trigamma(double x)
{
    /* DLMF 5.15.5, 5.15.8 */
    double below = 0;
    for (; x < FAR; x++)
        below += 1 / (x * x);
    double y = 1 / (x * x);
    return below + 1 / x + y / 2 + y / x * (1.0 / 6 - y * (1.0 / 30 - y * (1.0 / 42 - y / 30)));
}

/* Finds the x between two positive bounds at which the decreasing function f(x, a) equals `y`. */
static double where(double (*f)(double x, double a), double a, double y, double low, double high)
{
    for (int i = 0; i < 200 && high - low > low * 1e-14; i++) {
        /* geometric means halve intervals of several orders of magnitude */
        double middle = high > 4 * low ? sqrt(low * high) : (low + high) / 2;
        if (f(middle, a) > y)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static double trigamma(double x, double unused)
{
    (void)unused;
    return special_trigamma(x);
}

double special_trigamma_inverse(double y)
{
    assert(y > 0);
    return where(trigamma, 0, y, 1e-8, 1e8);
}

/* Keeps a divisor of the modified Lentz method away from 0. */
static double away_from_zero(double x)
{
    const double tiny = 1e-300;
    if (fabs(x) < tiny)
        return tiny;
    return x;
}

/* The regularised incomplete beta function I_x(a, b) by its continued fraction (DLMF 8.17.22, evaluated by
   the modified Lentz method, 3.10(iii)), for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b)
{
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), f = d;
    for (int m = 1; m < 10000; m++) {
        for (int odd = 0; odd < 2; odd++) {
            double k = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                           : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away_from_zero(1 + k * d);
            c = away_from_zero(1 + k / c);
            f *= c * d;
        }
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    double front = a * special_log(x) + b * special_log(1 - x) + special_lgamma(a + b) - special_lgamma(a) -
                   special_lgamma(b);
    return special_exp(front) * f / a;
}

static double beta_share(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x > 0;
    if (x < (a + 1) / (a + b + 2))
        return beta_fraction(x, a, b);
    return 1 - beta_fraction(1 - x, b, a);
}

/* With more degrees of freedom Student's distribution equals the normal distribution in all digits that matter. */
#define DF_MOST 1e6

double special_t_two_sided(double t, double df)
{
    if (!(df < DF_MOST)) /* `!` includes NaN */
        df = DF_MOST;
    return beta_share(df / (df + t * t), df / 2, 0.5);
}

double special_t_critical(double p, double df)
{
    return where(special_t_two_sided, df, p, 1e-12, 1e12);
}

/* 1 - P(a, x), the regularised incomplete gamma function: by its series (DLMF 8.11.4), or its continued
   fraction (8.9.2). */
static double gamma_above(double x, double a)
{
    double front = special_exp(a * special_log(x) - x - special_lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (double k = a + 1; term > sum * 1e-16; k++) {
            term *= x / k;
            sum += term;
        }
        return 1 - front * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, f = d;
    for (int i = 1; i < 10000; i++) {
        double k = -i * (i - a), step;
        b += 2;
        d = 1 / (k * d + b);
        c = b + k / c;
        step = c * d;
        f *= step;
        if (fabs(step - 1) < 1e-15)
            break;
    }
    return front * f;
}

double special_chi_squared_quantile(double p, double df)
{
    return 2 * where(gamma_above, df / 2, 1 - p, 1e-12, 1e9);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void special_sort(double *v, size_t n)
{
    qsort(v, n, sizeof(*v), by_size);
}
