#include "lib/columns/column_tracks.h"

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "lib/columns/count_stacks.h"

struct track_making {
    struct tracks *out;
    struct count_stacks stacks;
    struct idmap numbers; /* index + 1 of tracks, by process and thread */
    size_t cap;
    uint64_t every;
};

static struct track *thread_track(struct track_making *m, const struct view *v)
{
    const uint32_t thread =
        idmap_number_key(&m->numbers, (uint64_t)(uint32_t)v->sample->pid << 32 | (uint32_t)v->sample->tid);
    if (thread > m->out->n)
        *MEM_ADD(m->out->v, m->out->n, m->cap) =
            (struct track){ .event = v->event, .pid = v->sample->pid, .tid = v->sample->tid };
    return &m->out->v[thread - 1];
}

static void add_to_track(struct track_making *m, const struct view *v, struct track_sample s)
{
    struct track *t = thread_track(m, v);
    track_name(t, v->comm, s.time, s.time);
    *MEM_ADD(t->v, t->n, t->cap) = s;
}

/* Adds a sample at each multiple of `every` ns inside of a wait of s.period ns. No added sample has a time of
   OFF_CPU_TIMESTAMP or later. */
static void add_at_multiples(struct track_making *m, const struct view *v, struct track_sample s)
{
    const uint64_t every = m->every, most = lesser_of(s.period, OFF_CPU_TIMESTAMP - s.time);
    for (uint64_t past = (every - s.time % every) % every; past < most; past += every)
        add_to_track(m, v, (struct track_sample){ .time = s.time + past, .period = every, .path = s.path });
}

static void add_sample(struct track_making *m, size_t i)
{
    const struct column_count *a = m->stacks.a;
    const struct sample_columns *c = a->columns;
    const struct filter *f = &a->opts->filter;
    const uint32_t cpu = c->cpu[i] == SAMPLE_COLUMNS_NO_CPU ? UINT32_MAX : c->cpu[i];
    if (!filter_has_time(f, c->time[i]) || !filter_has_cpu(f, cpu))
        return;
    const struct resolved_addr resolved = count_stacks_resolved(&m->stacks, c->place[i]);
    struct view v = count_stacks_view(&m->stacks, i, &resolved);
    uint32_t chain = 0;
    const bool hides = filter_hides(f, &m->stacks.w.filtered, &v) ||
                       !count_stacks_chain(&m->stacks, i, &chain);
    if (!hides && m->every && c->time[i] >= OFF_CPU_TIMESTAMP) {
        problem_add(&m->out->problems, PROBLEM_UNTIMED_WAIT, 1, "%s", "");
        return;
    }
    m->out->samples++;
    m->out->hidden += hides;
    v = count_stacks_view(&m->stacks, i, &resolved);
    /* columns of waits have no counts of problems of places, so they are counted here */
    if (c->state && c->place[i] && a->resolver)
        address_count_lack(&resolved, v.sample, &m->out->problems);
    if (hides)
        return;
    const struct track_sample whole = { .time = c->time[i], .period = c->weight[i], .path = chain };
    if (m->every)
        add_at_multiples(m, &v, whole);
    else
        add_to_track(m, &v, whole);
}

void column_tracks_make(const struct column_count *a, uint64_t every, struct tracks *out)
{
    struct track_making m = { .out = out, .every = every };
    *out = (struct tracks){ .paths = mem_new(1, sizeof(*out->paths)), .npaths = 1 };
    count_stacks_init(&m.stacks, a, false);
    for (size_t i = 0; i < a->columns->n; i++)
        add_sample(&m, i);
    problems_merge(&out->problems, &a->columns->problems);
    count_stacks_take_paths(&m.stacks, out->paths);
    idmap_free(&m.numbers);
}
