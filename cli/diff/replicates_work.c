/* How much work each run did. */
#include "cli/diff/replicates.h"

#include <inttypes.h>

/* Whether costs can be divided by it: none becomes infinite. */
static bool is_work(double n)
{
    return n > 1e-100 && n < 1e100;
}

/* --per: one number for all runs; --per-file: one for each, in their order, separated by blanks. */
bool replicates_read_work(struct replicates *r, const struct diff_opts *o, FILE *err)
{
    if (o->gate.per >= 0 && !is_work(o->gate.per)) {
        fputs("perfolio diff: --per takes a number between 1e-100 and 1e100\n", err);
        return false;
    }
    for (uint32_t i = 0; i < r->n; i++)
        r->v[i].work = o->gate.per >= 0 ? o->gate.per : 1;
    if (!o->gate.per_file)
        return true;
    FILE *f = fopen(o->gate.per_file, "r");
    uint32_t i = 0;
    double n;
    int got = 0;
    while (f && (got = fscanf(f, "%lf", &n)) == 1 && is_work(n)) {
        if (i < r->n)
            r->v[i].work = n;
        i++;
    }
    bool ok = f && got == EOF && i == r->n;
    if (!f)
        fprintf(err, "perfolio diff: --per-file: %s cannot be read\n", o->gate.per_file);
    else if (!ok)
        fprintf(err,
                "perfolio diff: --per-file: %s has to hold a number above 0 for each of the %" PRIu32
                " runs, those before first; number %" PRIu32 " is %s\n",
                o->gate.per_file, r->n, i < r->n ? i + 1 : r->n + 1,
                got != EOF ? "none"
                : i < r->n ? "missing"
                           : "too much");
    if (f)
        fclose(f);
    return ok;
}
