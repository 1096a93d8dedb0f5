#include "lib/columns/column_tracks.h"

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "lib/columns/count_stacks.h"

struct track_making {
    struct tracks *out;
    struct count_stacks stacks;
    struct idmap numbers; /* index + 1 of tracks, by event and thread */
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
    m->out->samples++;
    if (filter_hides(f, &m->stacks.w.filtered, &v) || !count_stacks_chain(&m->stacks, i, &chain)) {
        m->out->hidden++;
        return;
    }
    v = count_stacks_view(&m->stacks, i, &resolved);
    const struct track_sample whole = { .time = c->time[i], .period = c->weight[i], .path = chain };
    if (!m->every) {
        add_to_track(m, &v, whole);
        return;
    }
    const uint64_t end = c->time[i] + c->weight[i], every = m->every;
    for (uint64_t n = (c->time[i] + every - 1) / every; n < (end + every - 1) / every; n++)
        add_to_track(m, &v, (struct track_sample){ .time = n * every, .period = every, .path = chain });
}

void column_tracks_make(const struct column_count *a, uint64_t every, struct tracks *out)
{
    struct track_making m = { .out = out, .every = every };
    *out = (struct tracks){ .paths = mem_new(1, sizeof(*out->paths)), .npaths = 1 };
    count_stacks_init(&m.stacks, a);
    for (size_t i = 0; i < a->columns->n; i++)
        add_sample(&m, i);
    out->problems = a->columns->problems;
    count_stacks_take_paths(&m.stacks, out->paths);
    idmap_free(&m.numbers);
}
