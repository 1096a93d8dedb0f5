/* sched timehist --json: an object for each line. */
#include "cli/sched/timehist.h"

/* Takes the name. */
static void json_named(struct timehist_view *w, const char *key, const struct sched_task *t,
                       struct text *name)
{
    json_object(&w->json, key);
    json_text(&w->json, "comm", name->s);
    json_signed(&w->json, "pid", t->pid);
    json_signed(&w->json, "tid", t->tid);
    json_end(&w->json);
    text_free(name);
}

static void json_task(struct timehist_view *w, const char *key, const struct sched_task *t, struct when when)
{
    struct text name = { 0 };
    key_comm_text(schedule_comm(&w->timehist.schedule, t, when), t->tid, &name);
    json_named(w, key, t, &name);
}

static void json_by(struct timehist_view *w, const char *key, const struct sched_event *e)
{
    struct text name = { 0 };
    sched_timehist_comm_by(w, e, &name);
    json_named(w, key, e->by, &name);
}

static void json_begin_line(struct timehist_view *w, const char *type, uint64_t time, uint32_t cpu)
{
    json_object_line(&w->json, NULL);
    json_text(&w->json, "type", type);
    json_seconds(&w->json, "time", time);
    json_count(&w->json, "cpu", cpu);
}

static void json_switch(void *arg, const struct sched_event *e, const struct timehist_row *row, uint64_t time)
{
    struct timehist_view *w = arg;
    struct json *j = &w->json;
    struct text chain = { 0 };
    json_begin_line(w, "switch", time, e->cpu->number);
    if (e->task->tid)
        json_by(w, "task", e);
    else
        json_task(w, "task", e->task, e->when);
    json_task(w, "next", e->next, e->when);
    json_seconds(j, "run", row->now.run);
    json_seconds(j, "delay", row->now.delay);
    json_seconds(j, "sleep", row->now.sleep);
    json_seconds(j, "iowait", row->now.iowait);
    json_seconds(j, "preempt", row->now.preempt);
    json_text(j, "state", e->task->tid ? (char[]){ e->letter, 0 } : "I");
    bool has_chain = w->chains && e->task->tid && sched_chain(w, e, &chain);
    json_text(j, "callers", has_chain ? text_str(&chain) : NULL);
    json_end(j);
    text_free(&chain);
}

static void json_wakeup(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    json_begin_line(w, "wakeup", e->when.time, e->cpu->number);
    json_by(w, "by", e);
    json_task(w, "task", e->task, e->when);
    json_end(&w->json);
}

static void json_migration(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    json_begin_line(w, "migration", e->when.time, e->cpu->number);
    json_by(w, "by", e);
    json_task(w, "task", e->task, e->when);
    json_count(&w->json, "from_cpu", e->from_cpu);
    json_count(&w->json, "to_cpu", e->to_cpu);
    json_end(&w->json);
}

static void json_lost(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    json_begin_line(w, "lost", e->when.time, e->cpu->number);
    json_count(&w->json, "events", e->amount);
    json_end(&w->json);
}

const struct timehist_sink timehist_json = {
    .left = json_switch, .woken = json_wakeup, .migrated = json_migration, .lost = json_lost
};
