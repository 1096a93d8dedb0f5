#include <inttypes.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "lib/question/folio/packing.h"
#include "lib/question/provenance/missing.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"

enum { SHOWN = 10 }; /* missing objects that are listed without -v */

/* Reports the objects that were not found for a capture, and stores them for the answer. */
static void packing_show_show_missing(struct packing *p, const struct session *s, const char *name,
                                      const uint64_t *shares, uint64_t samples)
{
    struct missing m = missing_objects(s, shares);
    struct text clean = { 0 };
    for (size_t i = 0; i < m.n; i++) {
        *MEM_ADD(p->gaps, p->ngaps, p->cap_gaps) =
            (struct packing_gap){ name, arena_names_intern(&p->texts, m.v[i]->path), m.v[i]->build_id,
                                  m.samples[i] };
    }
    text_add_clean(&clean, name);
    if (m.n && !p->common.json)
        outlet_print(p->err, "perfolio %s: %s: %zu object%s missing, with %.2f%% of the samples:\n",
                     p->command, clean.s, m.n, m.n == 1 ? " is" : "s are",
                     100.0 * (double)m.all / (double)samples);
    if (!p->common.json)
        missing_show(&m, samples, p->common.verbose ? SIZE_MAX : SHOWN, p->err);
    text_free(&clean);
    missing_free(&m);
}

/* Reports private data in a capture that its sender may have overlooked. */
static void show_dumps(const struct packing *p, const struct session *s, const char *name)
{
    struct text clean = { 0 };
    text_add_clean(&clean, name);
    if (plan_has_sample_field(s->capture, PERF_SAMPLE_STACK_USER) && !p->common.json)
        outlet_print(p->err,
                     "perfolio %s: %s has stack dumps; the folio includes them, perhaps with environment "
                     "variables\n",
                     p->command, clean.s);
    text_free(&clean);
}

/* Adds a problem if a capture is the same recording as an earlier one, judged by the number and times of
   its samples. */
static void packing_show_see(struct packing *p, const struct capture *c, const char *name,
                             struct problems *problems)
{
    const struct packing_seen now = { name, c->nsamples, c->first_time, c->last_time };
    size_t i = 0;
    while (i < p->nseen && (p->seen[i].samples != now.samples || p->seen[i].first != now.first ||
                            p->seen[i].last != now.last))
        i++;
    if (i < p->nseen && now.last)
        problem_add(problems, PROBLEM_SAME_RECORDING, 1, "%s is %s", name, p->seen[i].name);
    *MEM_ADD(p->seen, p->nseen, p->cap_seen) = now;
}

/* A printable copy, malloc'ed. */
static char *clean_name(const char *name)
{
    struct text t = { 0 };
    text_add_clean(&t, name);
    return t.s;
}

void packing_show_added(struct packing *p, struct session *s, const struct session *origin, const char *name,
                        const uint64_t *shares, uint64_t samples, struct problems *problems)
{
    struct problems all;
    packing_show_see(p, s->capture, name, problems);
    holdings_add_capture(&p->holdings, s, name);
    if (s->folio && s->folio == p->old.folio)
        return;
    char *of = p->several ? clean_name(name) : NULL;
    session_problems_all(origin, problems, &all);
    if (!p->common.json)
        common_problems_list(&all, of, samples, p->err);
    free(of);
    packing_show_show_missing(p, s, name, shares, samples);
    show_dumps(p, s, name);
    problems_merge(&p->problems, &all);
}

/* Adds the expected sizes; text shows shares of samples, and sums. */
static void add_forecast(const struct packing *p, struct rows *r)
{
    ROWS_TABLE(forecast, "forecast", ROWS_UNSEEN("name", TEXT), ROWS_UNSEEN("kind", TEXT),
               ROWS_UNSEEN("samples", COUNT), ROWS_UNSEEN("annotate", COUNT), ROWS_UNSEEN("min", COUNT),
               ROWS_UNSEEN("symbols", COUNT), ROWS_UNSEEN("code", COUNT), ROWS_UNSEEN("full", COUNT));
    static const char format[] = "%12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %8s  %s%s\n";
    const struct pack_sums *all = folio_pack_sums(p->pack);
    uint64_t sums[FOLIO_LEVELS] = { 0 }, annotate = 0;
    rows_print(r, "%12s %12s %12s %12s %8s  %s\n", "min", "symbols", "code", "full", "samples", "of");
    rows_table(r, &forecast);
    for (size_t i = 0; i < all->nrows; i++) {
        const struct pack_row *row = &all->rows[i];
        const uint64_t *b = row->bytes;
        struct text name = { 0 }, share = { 0 };
        struct value kind = value_text("capture"), samples = value_none(), lines = value_none();
        const char *prefix = "capture ";
        if (!row->capture) {
            prefix = "";
            kind = value_text("object");
            samples = value_count(row->samples);
            lines = value_count(row->annotate);
        }
        ROWS_ROW(r, value_text(row->name), kind, samples, lines, value_count(b[0]), value_count(b[1]),
                 value_count(b[2]), value_count(b[3]));
        text_add_clean(&name, row->name);
        if (!row->capture && all->samples)
            text_printf(&share, "%.2f%%", 100.0 * (double)row->samples / (double)all->samples);
        rows_print(r, format, b[0], b[1], b[2], b[3], text_str(&share), prefix, name.s);
        for (int level = 0; level < FOLIO_LEVELS; level++)
            sums[level] += b[level];
        annotate += row->annotate;
        text_free(&name);
        text_free(&share);
    }
    rows_table_end(r);
    rows_print(r, format, sums[0], sums[1], sums[2], sums[3], "", "", "all, without names and headers");
    rows_print(
        r, "of code and full %" PRIu64 " bytes are source lines of whole functions (--annotate-limit %g)\n",
        annotate, p->opts.annotate_limit);
}

/* Adds what was left out so that the folio fits. */
static void add_left_out(const struct packing *p, struct rows *r)
{
    ROWS_TABLE(left_out, "left_out", ROWS_UNSEEN("what", TEXT));
    struct text t = { 0 };
    rows_table(r, &left_out);
    if (p->left_out) {
        ROWS_ROW(r, value_text(p->left_out));
        rows_print(r, "left out: %s\n", p->left_out);
    }
    if (p->give.share < 1) {
        text_printf(&t, "%.1f%% of the time: %d stretches of the same length stay", 100 * (1 - p->give.share),
                    GIVING_STRETCHES);
        ROWS_ROW(r, value_text(t.s));
        rows_print(r, "left out: %s\n", t.s);
    }
    rows_table_end(r);
    text_free(&t);
}

static void add_missing(const struct packing *p, struct rows *r)
{
    ROWS_TABLE(missing, "missing", ROWS_UNSEEN("capture", TEXT), ROWS_UNSEEN("path", TEXT),
               ROWS_UNSEEN("build_id", TEXT), ROWS_UNSEEN("samples", COUNT));
    rows_table(r, &missing);
    for (size_t i = 0; i < p->ngaps; i++) {
        const struct packing_gap *g = &p->gaps[i];
        char hex[BUILD_ID_HEX];
        ROWS_ROW(r, value_text(g->capture), value_text(g->path), value_build_id(&g->id, hex),
                 value_count(g->samples));
    }
    rows_table_end(r);
}

/* Lists files of this machine that were packed because a capture or DWARF names them: the sender of the
   folio gives their contents away. */
static void packing_show_add_files(const struct packing *p, const struct rows_table *table, const char *what,
                                   const char *const *v, size_t n, struct rows *r)
{
    rows_table(r, table);
    for (size_t i = 0; i < n; i++) {
        struct text name = { 0 };
        text_add_clean(&name, v[i]);
        ROWS_ROW(r, value_text(v[i]));
        if (p->opts.dry_run || strcmp(p->output, "-"))
            rows_print(r, "%s %s\n", what, name.s);
        else
            outlet_print(p->err, "perfolio %s: %s %s\n", p->command, what, name.s);
        text_free(&name);
    }
    rows_table_end(r);
}

static void add_local(const struct packing *p, struct rows *r)
{
    ROWS_TABLE(files, "files", ROWS_UNSEEN("path", TEXT));
    ROWS_TABLE(sources, "sources", ROWS_UNSEEN("path", TEXT));
    size_t n;
    const char *const *v = folio_pack_unproven_files(p->pack, &n);
    packing_show_add_files(p, &files, "without a build-id", v, n, r);
    v = folio_pack_sources(p->pack, &n);
    packing_show_add_files(p, &sources, "lines of", v, n, r);
}

/* Adds the private data in the folio. */
static void add_holdings(struct packing *p, struct rows *r)
{
    holdings_add_objects(&p->holdings, folio_pack_folio(p->pack));
    if (!p->repacks)
        holdings_rows(&p->holdings, r);
}

/* Where the answer goes: if the folio is written to standard output, nothing else may be written there. */
static struct outlet *answer_outlet(const struct packing *p)
{
    if (p->opts.dry_run || strcmp(p->output, "-") != 0)
        return p->out;
    return p->err;
}

void packing_show(struct packing *p)
{
    const struct pack_sums *all = folio_pack_sums(p->pack);
    const size_t objects = all->nobjects;
    const char *level = folio_level_name(p->opts.level);
    struct text name = { 0 };
    struct rows r;
    text_add_clean(&name, p->output);
    answer_begin_rows(&r, &p->common, NULL, p->command, answer_outlet(p));
    rows_fact(&r, "folio", value_text_if(!p->opts.dry_run, p->output));
    rows_fact(&r, "level", value_text(level));
    rows_fact(&r, "captures", value_count(p->captures));
    rows_fact(&r, "samples", value_count(all->samples));
    if (p->giving) {
        rows_say(&r, "for", value_text(policy_level_name((size_t)p->give.level)), "for %s:\n");
        giving_rows(p->giving, &r);
    }
    if (p->opts.dry_run && !p->repacks)
        add_forecast(p, &r);
    else if (!p->opts.dry_run && strcmp(p->output, "-"))
        rows_print(&r, "%s: %" PRIu64 " capture%s, %zu object%s, level %s, %" PRIu64 " bytes\n", name.s,
                   p->captures, text_plural(p->captures), objects, text_plural(objects), level, all->size);
    if (p->most)
        add_left_out(p, &r);
    add_local(p, &r);
    add_holdings(p, &r);
    add_missing(p, &r);
    rows_end(&r, &p->problems);
    text_free(&name);
}
