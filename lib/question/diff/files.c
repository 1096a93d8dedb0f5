/* Compares captures: they are counted and closed one after the other, and the joined rows are shown. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "lib/question/diff/gate.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/idle_transforms.h"
#include "lib/question/common/plan.h"
#include "lib/question/common/merged_message.h"
#include "core/base/mem.h"

/* The part of --time for a file: "1,2:3,4" has one part for each file, "1,2" one for all files. malloc'ed. */
static bool time_for(const char *times, uint32_t file, char **time, struct err *e)
{
    const char *s = times;
    for (uint32_t i = 0; i < file && s && strchr(times, ':'); i++) {
        s = strchr(s, ':');
        s += s != NULL;
    }
    size_t n = s ? strcspn(s, ":") : 0;
    *time = NULL;
    if (n)
        *time = mem_copy(s, n);
    return n || err_set(e, ERR_USAGE, 0, "--time: '%s' has no range for file %" PRIu32, times, file);
}

/* Stores the names of a file's events, and the names of events with samples that the baseline lacks. */
static void see_events(struct diff *d, struct diff_file *f, const struct session *s, const struct profile *p,
                       const uint32_t *event_of)
{
    f->events = mem_new(d->events.n, sizeof(*f->events));
    for (uint32_t i = 0; i < p->nevents; i++) {
        const char *name = s->capture->events.v[i].name;
        if (event_of[i] != NO_EVENT)
            f->events[event_of[i]] = arena_text(&d->names, name, strlen(name));
        else if (p->totals[i].samples)
            arena_names_id(&f->only_here, name);
    }
}

/* Counts a capture and adds its rows. */
static bool files_add_one(struct diff *d, uint32_t file, struct session *s, struct err *e)
{
    struct count_opts *count = &d->o->count;
    struct diff_file *f = &d->files[file];
    struct profile profile = { 0 };
    struct table table;
    count->keys = d->o->keys;
    count->nkeys = d->o->nkeys;
    _Atomic uint32_t matched = 0;
    count->transforms.matched = &matched;
    plan_transforms_of_rows(count);
    bool ok = plan_complete_opts(count, &d->o->filters, s->capture, e) &&
              count_samples(s->capture, s->timeline, s->resolver, count, &profile, e);
    if (ok) {
        const struct key_context kc = plan_context(s);
        if (!file) {
            same_event_init(&d->events, &s->capture->events);
            compare_init(&d->compare, d->o->keys, d->o->nkeys, d->events.n, d->nfiles);
        }
        uint32_t *event_of = same_event_match(&d->events, &s->capture->events);
        for (size_t i = 0; i < profile.nevents; i++)
            f->of->counted += profile.totals[i].samples;
        if (f->of->counted)
            idle_transforms_add(&count->transforms, matched, false, &profile.problems);
        see_events(d, f, s, &profile, event_of);
        table_init(&table, &profile, &kc);
        compare_add(&d->compare, file, &table, event_of);
        session_problems_all(s, &profile.problems, &f->of->problems);
        f->counted = session_is_perf_stat(s);
        table_free(&table);
        free(event_of);
    }
    count->transforms.matched = NULL;
    profile_free(&profile);
    return ok;
}

static bool files_add(struct diff *d, uint32_t file, const char *times, struct outlet *err)
{
    struct listed_run *run = d->files[file].of;
    struct filters *f = &d->o->filters;
    struct err e = { 0 };
    struct session s;
    free(f->time);
    f->time = NULL;
    if (times && !time_for(times, file, &f->time, &e))
        return outlet_fail(err, &e, "perfolio diff: ");
    if (!run_list_open(run, &d->o->common, &s, err))
        return false;
    bool ok = files_add_one(d, file, &s, &e);
    if (!ok)
        outlet_fail(err, &e, "perfolio: %s: ", run->name);
    session_close(&s);
    return ok;
}

static const char *clean(struct text *t, const char *name)
{
    t->n = 0;
    text_add_clean(t, name);
    return t->s;
}

static void show_empty(const struct diff *d, const char *times, struct outlet *err)
{
    const char *filters = times || d->o->count.filter.cpus.n ? "--time and --cpu" : NULL;
    for (const struct diff_file *f = d->files; f < d->files + d->nfiles; f++)
        if (!f->of->counted)
            common_no_samples_list(f->of->name, f->of->samples, f->counted, filters, err);
}

/* Prints the files that lack an event of the baseline, in one line. */
static void files_show_missing(const struct diff *d, uint32_t event, struct outlet *err)
{
    struct merged_message lack = { 0 };
    struct text names = { 0 }, name = { 0 };
    for (uint32_t f = 1; f < d->nfiles; f++)
        merged_message_add(&lack, d->files[f].of->name, !d->files[f].events[event]);
    if (lack.n) {
        merged_message_names(&lack, &names);
        outlet_print(err, "perfolio: %s %s no event '%s'\n", names.s, lack.n > 1 ? "have" : "has",
                     clean(&name, diff_event(d, event)));
    }
    merged_message_free(&lack);
    text_free(&names);
    text_free(&name);
}

/* Prints the events that only this file has. */
static void show_only_here(const struct diff *d, const struct diff_file *file, struct outlet *err)
{
    const uint32_t n = file->only_here.n;
    struct text t = { 0 };
    for (uint32_t i = 1; i <= n; i++) {
        if (i > 1)
            text_add(&t, ", ");
        text_add(&t, "'");
        text_add_clean(&t, arena_names_text(&file->only_here, i));
        text_add(&t, "'");
    }
    const char *name = file->of->name, *other = d->files[0].of->name;
    if (n == 1)
        outlet_print(err, "perfolio: %s has event %s, which %s does not have: it is not shown\n", name, t.s,
                     other);
    else if (n)
        outlet_print(err, "perfolio: %s has events %s, which %s does not have: they are not shown\n", name,
                     t.s, other);
    text_free(&t);
}

/* Prints the events that are not compared, and the events that are compared with an event of another name. */
static void files_show_events(const struct diff *d, struct outlet *err)
{
    struct text name = { 0 }, other = { 0 };
    for (uint32_t i = 0; i < d->events.n; i++)
        if (d->compare.profile.totals[compare_event(&d->compare, i, 0)].samples)
            files_show_missing(d, i, err);
    for (uint32_t f = 1; f < d->nfiles; f++) {
        const struct diff_file *file = &d->files[f];
        for (uint32_t i = 0; i < d->events.n; i++) {
            if (!d->compare.profile.totals[compare_event(&d->compare, i, 0)].samples)
                continue;
            clean(&name, diff_event(d, i));
            if (file->events[i] && strcmp(name.s, clean(&other, file->events[i])) != 0)
                outlet_print(err, "perfolio: %s has '%s' for event '%s'\n", file->of->name, other.s, name.s);
        }
        show_only_here(d, file, err);
    }
    text_free(&name);
    text_free(&other);
}

static void show_over(const struct diff *d, uint32_t event, uint32_t file, const uint32_t *line, double delta,
                      struct outlet *err)
{
    struct text row = { 0 }, scratch = { 0 };
    text_printf(&row, "%s: '", d->files[file].of->name);
    text_add_clean(&row, diff_event(d, event));
    text_printf(&row, "': %+.2f%%", delta);
    for (size_t k = 0; k < d->o->nkeys; k++)
        text_printf(&row, "  %s", compare_text(&d->compare, line, k, &scratch));
    outlet_print(err, "perfolio: over the threshold: %s\n", row.s);
    text_free(&row);
    text_free(&scratch);
}

/* The largest rounding error between shares that should be equal. */
#define ROUNDING 1e-9

/* Whether every file has samples to which the threshold can be applied. A file may have none because a
   filter is misspelt or a recording failed. Such a file must not look as if nothing had changed. */
static bool has_all(const struct diff *d, struct outlet *err)
{
    const struct comparison *c = &d->compare;
    for (uint32_t f = 0; d->o->threshold >= 0 && f < d->nfiles; f++) {
        uint64_t shown = 0;
        for (uint32_t e = 0; e < d->events.n; e++) {
            const struct total *t = &c->profile.totals[compare_event(c, e, f)];
            shown += t->samples - t->hidden_samples;
        }
        if (shown)
            continue;
        return outlet_refuse(
            err, "perfolio diff: --threshold: cannot compare: %s has no samples of these events%s\n",
            d->files[f].of->name, filter_may_hide(&d->o->count.filter) ? " that pass the filters" : "");
    }
    return true;
}

/* Counts the changes of shares that are over the threshold; prints a line for each to `err` (may be NULL).
   If only one side has a row, its share on the other side counts as 0. */
static uint64_t count_over(const struct diff *d, struct outlet *err)
{
    uint64_t over = 0;
    for (uint32_t e = 0; d->o->threshold >= 0 && e < d->events.n; e++) {
        struct change_opts all = d->o->change;
        all.baseline_only = false;
        struct changes h = { .c = &d->compare, .o = &all, .event = e };
        size_t n;
        uint32_t *lines = change_lines(&h, &n);
        for (size_t i = 0; i < n; i++)
            for (uint32_t f = 1; f < d->nfiles; f++) {
                const uint32_t *line = &lines[i * d->nfiles];
                double delta = change_delta(&h, line, f);
                if (fabs(delta) <= d->o->threshold + ROUNDING)
                    continue;
                over++;
                if (err)
                    show_over(d, e, f, line, delta, err);
            }
        free(lines);
    }
    return over;
}

/* Opens the older file, which the user did not name. If it is missing, the error says what it is needed
   for. */
static bool open_old(struct diff *d, const char *path, size_t named, struct err *e)
{
    struct err why = { 0 };
    if (input_open(&d->old, path, d->o->common.desk->around.temporary, &why))
        return true;
    return err_set(e, why.kind, why.at,
                   "%s; if %s, it is the baseline for %s: perfolio diff OLD NEW names both", why.msg,
                   named ? "one file is named" : "no file is named", d->list.v[1].name);
}

/* Decides which files are compared, at least two. If the desk has an open session, its capture is compared
   with the named files. Otherwise, without names, the files are the two that perf record leaves
   (perf.data.old, perf.data). With one name, they are perf.data.old and the named file, which is opened
   here because it may be a pipe. If one folio with several captures is named, its captures are compared. */
static bool name_files(struct diff *d, const struct common_opts *common, struct err *e)
{
    const size_t n = common->inputs.n;
    const struct session *open = common->desk->session;
    struct run_list *l = &d->list;
    if (open && !n)
        return err_set(e, ERR_USAGE, 0, "%s: no second capture to compare with: diff OLD names it",
                       open->o.path);
    if (n == 1 && !open && !input_open(&d->only, common->inputs.v[0], common->desk->around.temporary, e))
        return false;
    const struct folio *folio = common->capture ? NULL : d->only.folio;
    const bool in_itself = folio && folio->ncaptures > 1;
    if (n < 2 && !open && !in_itself) {
        run_list_add(l, false, "perf.data.old");
        run_list_add(l, true, n ? common->inputs.v[0] : "perf.data");
        l->v[1].opened = n ? &d->only : NULL;
        l->v[0].opened = &d->old;
        return open_old(d, l->v[0].path, n, e);
    }
    if (in_itself)
        run_list_add_captures(l, false, common->inputs.v[0], folio, NULL);
    for (uint32_t i = 0; i < l->n; i++)
        l->v[i].opened = &d->only;
    for (size_t i = 0; !in_itself && i < n; i++)
        run_list_add(l, i, common->inputs.v[i]);
    if (open && n < 2)
        run_list_add(l, true, open->o.path);
    return true;
}

static int files_compare(struct diff *d, const char *times, struct outlet *out, struct outlet *err)
{
    for (uint32_t i = 0; i < d->nfiles; i++)
        if (!files_add(d, i, times, err))
            return 1;
    compare_settle(&d->compare);
    uint64_t over = count_over(d, NULL);
    struct rows r;
    answer_begin_rows(&r, &d->o->common, d->o->separator, "diff", out);
    diff_rows(d, over, &r);
    rows_end(&r, NULL);
    if (!d->o->common.json)
        show_empty(d, times, err);
    for (uint32_t i = 0; !d->o->common.json && i < d->nfiles; i++)
        common_problems_list(&d->list.v[i].problems, d->list.v[i].name, d->list.v[i].counted, err);
    if (!d->o->common.json) {
        files_show_events(d, err);
        count_over(d, err);
    }
    if (!has_all(d, err))
        return 1;
    return over ? 2 : 0;
}

static void diff_free(struct diff *d)
{
    for (uint32_t i = 0; i < d->nfiles; i++) {
        arena_names_free(&d->files[i].only_here);
        free(d->files[i].events);
    }
    free(d->files);
    run_list_free(&d->list);
    input_close(&d->only);
    input_close(&d->old);
    arena_free(&d->names);
    same_event_free(&d->events);
    compare_free(&d->compare);
}

int diff_run(const void *opts, struct outlet *out, struct outlet *err)
{
    struct diff_opts own = *(const struct diff_opts *)opts, *const o = &own;
    struct diff d = { .o = o };
    struct err e = { 0 };
    const char *times = o->filters.time;
    int status = 1;
    const char *why = gate_contradiction(o);
    if (why) {
        outlet_print(err, "perfolio diff: %s\n", why);
        return 1;
    }
    o->count.filter.demangle = o->common.demangle;
    if (o->common.before.n || o->common.after.n)
        return gate_run(o, out, err);
    diff_set_usual_keys(o);
    o->filters.time = NULL; /* each file has its own */
    const bool named = name_files(&d, &o->common, &e);
    d.nfiles = d.list.n;
    d.files = mem_new(d.nfiles, sizeof(*d.files));
    for (uint32_t i = 0; i < d.nfiles; i++)
        d.files[i].of = &d.list.v[i];
    if (!named)
        outlet_fail(err, &e, "perfolio: ");
    else if (o->change.order < d.nfiles)
        status = files_compare(&d, times, out, err);
    else
        outlet_print(err, "perfolio diff: --order: there is no file %" PRIu32 ", but [0] to [%" PRIu32 "]\n",
                     o->change.order, d.nfiles - 1);
    diff_free(&d);
    free(o->filters.time);
    return status;
}
