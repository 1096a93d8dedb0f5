#include "lib/question/diff/runs/replicates.h"

#include <stdlib.h>
#include <string.h>

#include "lib/question/common/idle_transforms.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"
#include "core/profile/keys/keys.h"
#include "core/compare/runs.h"

enum { USUAL_DEPTH = 127 /* the default of report */ };

/* Percent by which runs of one program typically differ on a machine that others use, too (docs/diff.md). */
#define USUAL_NOISE 10

/* How a run is cut into slices. */
struct slicing {
    uint32_t first_run;
    uint64_t first_time, quantum;
    size_t key; /* index of the key with the time */
};

static uint32_t slice_of(const struct profile *p, const struct row *row, const void *arg)
{
    const struct slicing *s = arg;
    uint64_t slice = (row_cell(p, row, s->key)->v - s->first_time / s->quantum * s->quantum) / s->quantum;
    return s->first_run + (uint32_t)(slice < REPLICATE_SLICES ? slice : REPLICATE_SLICES - 1);
}

static void see_events(struct replicates *r, const struct events *es)
{
    same_event_init(&r->known, es);
    r->nevents = es->n;
    r->events = mem_new(es->n, sizeof(*r->events));
    for (uint32_t i = 0; i < es->n; i++)
        r->events[i] = (struct run_event){ .name = replicates_copy_text(r, es->v[i].name),
                                           .is_clock = attr_is_clock(&es->v[i].attr),
                                           .is_tracepoint = es->v[i].attr.type == PERF_TYPE_TRACEPOINT };
}

/* Counts one part of a run, and adds it. */
static bool count_part(struct replicates *r, uint32_t number, enum run_part part, struct diff_opts *o,
                       struct session *s, struct err *e)
{
    struct replicate *run = &r->v[number];
    struct count_opts *count = &o->count;
    struct profile profile = { 0 };
    struct slicing slicing = { .first_run = number * REPLICATE_SLICES, .first_time = s->capture->first_time };
    const struct key *keys[RUN_KEYS + 1] = { NULL };
    count->keys = keys;
    count->nkeys = runs_keys(part, keys);
    count->children = count->paths = part == RUN_CALLEES;
    count->branches = part == RUN_BRANCHES;
    count->stack.max = USUAL_DEPTH;
    count->inlines = INLINES_ALL;
    _Atomic uint32_t matched = 0;
    count->transforms.matched = &matched;
    count->paths = count->paths || (transforms_any(&count->transforms) && !count->branches);
    if (r->sliced) {
        slicing.key = count->nkeys;
        keys[count->nkeys++] = key_find("time", strlen("time"));
        slicing.quantum = (s->capture->last_time - s->capture->first_time) / REPLICATE_SLICES + 1;
        count->time_quantum = slicing.quantum;
    }
    bool ok = plan_complete_opts(count, &o->filters, s->capture, e) &&
              count_samples(s->capture, s->timeline, s->resolver, count, &profile, e);
    if (ok) {
        const struct key_context kc = plan_context(s);
        if (part == RUN_SELF) {
            run->event_of = same_event_match(&r->known, &s->capture->events);
            probes_join(r, &profile, s, run->event_of);
        }
        const uint32_t *event_of = run->event_of;
        for (uint32_t i = 0; part == RUN_SELF && i < profile.nevents; i++) {
            const struct total *t = &profile.totals[i];
            if (work_event_matches(&o->gate, s->capture->events.v[i].name))
                run->work += (double)t->period / 1e9;
            if (t->samples == t->hidden_samples)
                continue;
            if (event_of[i] == NO_EVENT) {
                arena_names_id(&r->strangers, s->capture->events.v[i].name);
                continue;
            }
            run->of->counted += t->samples - t->hidden_samples;
            r->events[event_of[i]].runs++;
        }
        struct run_counted counted = { &profile, s->capture->events.v, event_of, number, NULL, &slicing };
        if (r->sliced) {
            counted.run = slicing.first_run;
            counted.run_of = slice_of;
        }
        runs_add(&r->runs, &counted, part, &kc, &r->paths, &r->spots);
        if (part == RUN_SELF && run->of->counted)
            idle_transforms_add(&count->transforms, matched, false, &profile.problems);
        if (part == RUN_SELF) {
            comparable_note_objects(r, s);
            session_problems_all(s, &profile.problems, &run->of->problems);
        }
        if (part == RUN_CALLEES) /* only this part counts paths */
            run->of->problems.of[PROBLEM_PATH_CUT] = profile.problems.of[PROBLEM_PATH_CUT];
    }
    count->transforms.matched = NULL;
    profile_free(&profile);
    return ok;
}

static bool count_run(struct replicates *r, uint32_t number, struct diff_opts *o, struct session *s,
                      struct err *e)
{
    if (r->sliced && s->capture->first_time >= s->capture->last_time)
        return err_set(
            e, ERR_UNSUPPORTED, 0,
            "its samples have no times, so a single run cannot be sliced: give at least two runs a side");
    bool chains = plan_has_sample_field(s->capture, PERF_SAMPLE_CALLCHAIN);
    if (!number)
        see_events(r, &s->capture->events);
    r->with_callees = r->with_callees && chains;
    const bool branches = plan_has_sample_field(s->capture, PERF_SAMPLE_BRANCH_STACK) &&
                          !transforms_any(&o->count.transforms); /* branches have no stacks */
    bool ok = count_part(r, number, RUN_SELF, o, s, e) &&
              (!r->with_callees || count_part(r, number, RUN_CALLEES, o, s, e)) &&
              (!branches || count_part(r, number, RUN_BRANCHES, o, s, e));
    free(r->v[number].event_of);
    r->v[number].event_of = NULL;
    if (ok) {
        const struct capture *c = s->capture;
        r->v[number].timed = c->first_time <= c->last_time;
        if (r->v[number].timed)
            r->v[number].seconds = (double)(c->last_time - c->first_time) / 1e9;
        else
            r->v[number].seconds = 0;
        machines_note_run(r, &r->v[number], s->capture);
    }
    return ok;
}

static bool read_run(struct replicates *r, uint32_t number, struct diff_opts *o, struct outlet *err)
{
    struct replicate *run = &r->v[number];
    struct session s;
    struct err e = { 0 };
    if (!run_list_open(run->of, &o->common, &s, err))
        return false;
    bool ok = count_run(r, number, o, &s, &e);
    if (!ok)
        outlet_fail(err, &e, "perfolio: %s: ", run->of->name);
    session_close(&s);
    if (ok && !run->of->counted)
        outlet_print(
            err,
            "perfolio diff: %s has no samples of '%s', or of another event of %s, that pass the filters\n",
            run->of->name, r->nevents ? r->events[0].name : "", r->v[0].of->name);
    else if (ok && run->work <= 0)
        outlet_print(err, "perfolio diff: --per: %s has no samples of an event '%s'\n", run->of->name,
                     o->gate.per);
    return ok && run->of->counted && run->work > 0;
}

/* Whether each run is complete, and is not the same recording as another one. */
static bool are_runs(const struct replicates *r, struct outlet *err)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct replicate *run = &r->v[i];
        if (run->of->problems.of[PROBLEM_TRUNCATED].n || run->of->problems.of[PROBLEM_UNFINISHED].n)
            return outlet_refuse(err, "perfolio diff: %s is cut off: an incomplete run cannot be compared\n",
                                 run->of->name);
    }
    return run_list_check_distinct(&r->list, err);
}

static bool read_runs_find(struct replicates *r, const struct diff_opts *o, struct outlet *err)
{
    const bool ok = run_list_find(&r->list, "diff", &o->common, err);
    r->n = r->list.n;
    r->before = r->list.before;
    r->v = mem_new(r->n, sizeof(*r->v));
    for (uint32_t i = 0; i < r->n; i++)
        r->v[i] = (struct replicate){ .of = &r->list.v[i], .work = 1 };
    return ok;
}

bool read_runs(struct replicates *r, struct diff_opts *o, struct outlet *err)
{
    *r = (struct replicates){ .with_callees = true };
    if (!read_runs_find(r, o, err) || !work_set_amounts(r, &o->gate, err))
        return false;
    r->sliced = r->before == 1 || r->n == r->before + 1;
    if (!r->sliced && o->gate.run_noise >= 0) {
        outlet_add(err, "perfolio diff: --run-noise is for one run on a side: with several runs the noise is "
                        "measured\n");
        return false;
    }
    if (o->gate.run_noise < 0)
        r->run_noise = USUAL_NOISE;
    else
        r->run_noise = o->gate.run_noise;
    runs_init(&r->runs, r->n * (r->sliced ? REPLICATE_SLICES : 1), o->gate.exact_names);
    for (uint32_t i = 0; i < r->n; i++)
        if (!read_run(r, i, o, err))
            return false;
    if (!are_runs(r, err))
        return false;
    runs_settle(&r->runs, &r->paths);
    r->factors = mem_new(r->runs.n, sizeof(*r->factors));
    for (uint32_t j = 0; j < r->runs.n; j++)
        if (r->sliced)
            r->factors[j] = REPLICATE_SLICES / r->v[j / REPLICATE_SLICES].work;
        else
            r->factors[j] = 1 / r->v[j].work;
    for (size_t i = 0; i < r->runs.nrows; i++)
        for (uint32_t j = 0; j < r->runs.n; j++)
            r->runs.cost[i * r->runs.n + j] *= r->factors[j];
    machines_compare(r);
    return true;
}
