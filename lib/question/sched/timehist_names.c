/* timehist_names: makes the texts of threads, times and call chains for timehist's lines. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "lib/question/sched/timehist_view.h"
#include "core/base/mem.h"

enum { NAME_MAX_SHOWN = TIMEHIST_NAME_ROOM - 1 /* longest name that perf's buffer can hold */ };

/* Adds an id like text_decimal(); the id of a thread that has exited is -1. */
static void add_id(struct text *t, int32_t id)
{
    text_char(t, '-', id < 0);
    text_decimal(t, id < 0 ? -(uint64_t)id : (uint64_t)id, 0);
}

/* Adds "[tid/pid]" after the comm in w->name. */
static const char *add_ids(struct timehist_view *w, int32_t tid, int32_t pid)
{
    struct text *n = &w->name;
    if (pid) {
        text_char(n, '[', 1);
        add_id(n, tid);
        text_char(n, '/', tid != pid);
        if (tid != pid)
            add_id(n, pid);
        text_char(n, ']', 1);
    }
    if (n->n > NAME_MAX_SHOWN)
        n->s[n->n = NAME_MAX_SHOWN] = 0;
    if (n->n > w->comm_width)
        w->comm_width = n->n;
    return n->s;
}

const char *sched_timehist_name(struct timehist_view *w, const struct sched_task *t, struct when when)
{
    w->name.n = 0;
    key_comm_text(schedule_comm(&w->timehist.schedule, t, when), t->tid, &w->name);
    return add_ids(w, t->tid, t->pid);
}

const char *timehist_cause_name(struct timehist_view *w, const struct sched_event *e)
{
    w->name.n = 0;
    if (e->name)
        text_add_clean(&w->name, e->name);
    else
        key_comm_text(schedule_comm(&w->timehist.schedule, e->by, e->when), e->by->tid, &w->name);
    return add_ids(w, e->by_exited ? -1 : e->by->tid, e->by->pid);
}

struct timehist_name {
    struct when from, until; /* when the thread has the name */
    int32_t pid;             /* the pid in the name */
    char column[TIMEHIST_NAME_ROOM];
};

static struct timehist_name *name_at(struct timehist_view *w, uint32_t number)
{
    enum { MORE = 64 };
    if (number >= w->nnames) {
        size_t n = 2 * (size_t)number + MORE;
        w->names = mem_resize(w->names, n, sizeof(*w->names));
        memset(w->names + w->nnames, 0, (n - w->nnames) * sizeof(*w->names));
        w->nnames = n;
    }
    return &w->names[number];
}

static const char *fill_column(struct text *name)
{
    text_char(name, ' ', TIMEHIST_NAME_ROOM - name->n);
    return name->s;
}

const char *timehist_cause_column(struct timehist_view *w, const struct sched_event *e)
{
    const struct sched_task *by = e->by;
    if (e->by_exited) {
        timehist_cause_name(w, e);
        return fill_column(&w->name);
    }
    struct timehist_name *k = name_at(w, by->number);
    if (k->pid == by->pid && when_within(e->when, k->from, k->until))
        return k->column;
    const char *comm = schedule_comm_window(&w->timehist.schedule, by, e->when, &k->from, &k->until);
    w->name.n = 0;
    key_comm_text(comm, by->tid, &w->name);
    add_ids(w, by->tid, by->pid);
    k->pid = by->pid;
    return memcpy(k->column, fill_column(&w->name), TIMEHIST_NAME_ROOM);
}

struct value timehist_task_value(struct timehist_view *w, const struct sched_task *t, struct when when)
{
    return sched_task_value(schedule_comm(&w->timehist.schedule, t, when), t->tid);
}

struct value timehist_cause_value(struct timehist_view *w, const struct sched_event *e)
{
    if (e->name)
        return value_task(e->by->tid, e->name);
    return timehist_task_value(w, e->by, e->when);
}

void sched_timehist_time(struct text *t, uint64_t ns, unsigned width)
{
    text_decimal(t, ns / 1000000, width);
    text_char(t, '.', 1);
    text_add_last_digits(t, ns / 1000, 3);
}

/* ---- call chains ---- */

/* Every chain of a switch begins in these functions of the scheduler. perf omits them
   (save_task_callchain()). */
static bool is_scheduler(const char *name)
{
    return !strcmp(name, "schedule") || !strcmp(name, "__schedule") || !strcmp(name, "preempt_schedule");
}

bool timehist_chain(struct timehist_view *w, const struct sched_event *e, struct text *out)
{
    const struct sample *s = e->moment ? e->moment->sample : NULL;
    bool first = true;
    if (!s || !(s->has & PERF_SAMPLE_CALLCHAIN))
        return false;
    stack_find_frames(&w->stacks, s, e->slot);
    for (size_t i = 0; i < w->stacks.n; i++) {
        const struct frame *f = &w->stacks.frames[i];
        struct resolved_addr resolved =
            address_cache_find(w->stacks.addresses, e->slot, f->mode, f->avma, s->when, 0);
        struct text name = { 0 };
        if (resolved.place.symbol)
            symtab_symbol_name(w->s->o.demangle, resolved.place.symbol, &name);
        else
            address_check_frame(&resolved.place, resolved.addr, &w->timehist.schedule.replay->problems);
        if (!name.s || !is_scheduler(name.s)) {
            if (!first)
                text_add(out, " <- ");
            text_add_clean(out, text_or(name.s, "[unknown]"));
            first = false;
        }
        text_free(&name);
    }
    return true;
}
