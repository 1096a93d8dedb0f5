#include "lib/columns/markers.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "lib/columns/column_find.h"

struct marker {
    uint64_t time;
    uint32_t thread, stack, text;
    uint16_t cpu, event;
};

struct marking {
    struct replay *replay;
    struct thread_numbers *threads;
    struct column_find find;
    struct names *texts;
    struct text text; /* of the current sample */
    struct marker *v;
    size_t n, cap;
};

static uint32_t marker_thread(struct marking *k, const struct sample *s)
{
    if (!(s->has & PERF_SAMPLE_TID))
        return 0;
    const struct task_slot *task = address_cache_task_of(k->replay->addresses, s);
    return thread_number(k->threads, &(struct column_thread){ s->pid, s->tid, task->comm });
}

static void markers_see(void *arg, const struct sample *s)
{
    struct marking *k = arg;
    struct replay *r = k->replay;
    const struct attr *attr = &s->event->attr;
    if (attr->type != PERF_TYPE_TRACEPOINT || !(s->has & PERF_SAMPLE_RAW))
        return;
    k->text.n = 0;
    if (!r->traces || !r->reader->print(r->traces, attr->config, s->raw, &k->text)) {
        problem_add(&r->problems, PROBLEM_NO_TRACE, 1, "%s at offset %" PRIu64, s->event->name, s->at);
        return;
    }
    const uint16_t event = (uint16_t)(s->event - r->capture->events.v);
    *MEM_ADD(k->v, k->n, k->cap) = (struct marker){ .time = s->when.time,
                                                    .thread = marker_thread(k, s),
                                                    .stack = column_find_stack(&k->find, s, event),
                                                    .text = arena_names_id(k->texts, text_str(&k->text)),
                                                    .cpu = column_cpu(s),
                                                    .event = event };
}

static void markers_fill(struct markers *m, const struct marker *v, size_t n)
{
    m->n = n;
    m->time = mem_new(n, MARKERS_BYTES);
    m->thread = (uint32_t *)(m->time + n);
    m->stack = m->thread + n;
    m->text = m->stack + n;
    m->cpu = (uint16_t *)(m->text + n);
    m->event = m->cpu + n;
    for (size_t i = 0; i < n; i++) {
        m->time[i] = v[i].time;
        m->thread[i] = v[i].thread;
        m->stack[i] = v[i].stack;
        m->text[i] = v[i].text;
        m->cpu[i] = v[i].cpu;
        m->event[i] = v[i].event;
    }
}

bool markers_read(struct markers *m, struct replay *from, const struct sample_columns *columns,
                  struct thread_numbers *threads, struct err *e)
{
    struct marking k = { .replay = from, .threads = threads, .find.columns = columns, .texts = &m->texts };
    *m = (struct markers){ 0 };
    from->other = markers_see;
    const bool ok = replay_run(from, &k, e);
    if (ok)
        markers_fill(m, k.v, k.n);
    text_free(&k.text);
    free(k.v);
    return ok;
}

void markers_free(struct markers *m)
{
    free(m->time);
    arena_names_free(&m->texts);
    *m = (struct markers){ 0 };
}
