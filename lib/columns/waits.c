#include "lib/columns/waits.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key.h"
#include "lib/columns/count_columns.h"

/* Begin columns with room for n entries; threads, places and stacks are those of `of`, which the result borrows. */
static void begin(struct sample_columns *c, const struct sample_columns *of, size_t n)
{
    *c = *of;
    c->n = n;
    c->nameless = NULL;
    c->nnameless = 0;
    c->in_file = NULL;
    c->faults = NULL;
    count_columns_forget_places(&c->problems);
    sample_columns_allocate(c);
    c->state = mem_new(n, sizeof(*c->state));
    c->waker = mem_new(n, sizeof(*c->waker));
}

/* Lists the waits whose places have no symbol, so that problems of places can be counted. */
static void note_nameless_waits(struct sample_columns *c)
{
    size_t cap = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->place[i] && !c->places[c->place[i]].symbol)
            *MEM_ADD(c->nameless, c->nnameless, cap) = (struct column_nameless){ i, i };
}

static uint64_t wait_weight_of(const struct sched_slices *s, size_t i, enum wait_weight weight)
{
    if (weight == WAIT_BLOCKED)
        return s->length[i] - s->delay[i];
    if (weight == WAIT_RUNNABLE)
        return s->delay[i];
    return s->length[i];
}

void waits_of_slices(struct sample_columns *c, const struct sched_slices *s, const struct sample_columns *of,
                     const struct thread_numbers *threads, enum wait_weight weight)
{
    size_t n = 0;
    begin(c, of, s->n);
    c->threads = threads->v;
    c->nthreads = threads->n;
    for (size_t i = 0; i < s->n; i++) {
        if (s->ran[i] || !wait_weight_of(s, i, weight))
            continue;
        c->time[n] = s->start[i];
        c->weight[n] = wait_weight_of(s, i, weight);
        c->thread[n] = s->thread[i];
        c->stack[n] = s->stack[i];
        c->place[n] = c->stacks[s->stack[i]].place;
        c->cpu[n] = s->cpu[i];
        c->event[n] = 0;
        c->state[n] = s->state[i];
        c->waker[n++] = s->waker[i];
    }
    c->n = n;
    note_nameless_waits(c);
}

/* When the wait of a sample began. perf writes the sample when the thread gets a CPU again, so its time is the end of
   the wait. The time of a sum is not a time and is returned as it is. */
static uint64_t wait_start(const struct sample_columns *of, size_t i)
{
    if (of->time[i] >= OFF_CPU_TIMESTAMP)
        return of->time[i];
    return of->time[i] - lesser_of(of->weight[i], of->time[i]);
}

void waits_of_samples(struct sample_columns *c, const struct sample_columns *of, const struct events *events)
{
    struct numbered *order = mem_new(of->n, sizeof(*order));
    size_t n = 0;
    for (size_t i = 0; i < of->n; i++)
        if (event_is_off_cpu(&events->v[of->event[i]]))
            order[n++] = (struct numbered){ wait_start(of, i), (uint32_t)i };
    sort_by_number(order, n);
    begin(c, of, n);
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = order[k].at;
        c->time[k] = order[k].by;
        c->weight[k] = of->weight[i];
        c->thread[k] = of->thread[i];
        c->stack[k] = of->stack[i];
        c->place[k] = of->place[i];
        c->cpu[k] = of->cpu[i];
        c->event[k] = 0;
    }
    free(order);
    note_nameless_waits(c);
}

static void copy_wait(struct sample_columns *c, size_t n, const struct sample_columns *from, size_t i)
{
    c->time[n] = from->time[i];
    c->weight[n] = from->weight[i];
    c->thread[n] = from->thread[i];
    c->stack[n] = from->stack[i];
    c->place[n] = from->place[i];
    c->cpu[n] = from->cpu[i];
    c->event[n] = 0;
    c->state[n] = STATE_ON_CPU;
    if (from->state)
        c->state[n] = from->state[i];
    if (from->waker)
        c->waker[n] = from->waker[i];
}

static bool is_on_cpu(const struct sample_columns *of, size_t i, uint32_t event)
{
    return of->event[i] == event && of->threads[of->thread[i]].tid;
}

void waits_add_samples(struct sample_columns *c, const struct sample_columns *of, uint32_t event)
{
    const struct sample_columns waits = *c;
    size_t n = 0, wait = 0;
    begin(c, of, waits.n + of->n);
    c->threads = waits.threads;
    c->nthreads = waits.nthreads;
    for (size_t i = 0; i < of->n; i++) {
        while (wait < waits.n && waits.time[wait] <= of->time[i])
            copy_wait(c, n++, &waits, wait++);
        if (is_on_cpu(of, i, event))
            copy_wait(c, n++, of, i);
    }
    while (wait < waits.n)
        copy_wait(c, n++, &waits, wait++);
    c->n = n;
    note_nameless_waits(c);
    waits_free(&(struct sample_columns){
        .time = waits.time, .state = waits.state, .waker = waits.waker, .nameless = waits.nameless });
}

void waits_free(struct sample_columns *c)
{
    free(c->time);
    free(c->state);
    free(c->waker);
    free(c->nameless);
    *c = (struct sample_columns){ 0 };
}
