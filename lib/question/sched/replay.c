#include "lib/question/sched/replay.h"

#include <inttypes.h>

#include "lib/view/rows.h"
#include "core/base/date.h"
#include "core/replay/sched/latency.h"

static double percent(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole * 100.0;
}

/* The number of all records. Perf prints lost events as a share of it. */
static uint64_t all_records(const struct capture *c)
{
    uint64_t n = 0;
    for (size_t i = 0; i < RECORD_KINDS; i++)
        n += c->counts[i];
    return n;
}

void sched_doubts_show(const struct schedule *s, const struct latency *l, struct rows *out)
{
    uint64_t all = all_records(s->replay->capture);
    if (l && l->unordered && l->timed)
        rows_print(out, "  INFO: %.3f%% unordered timestamps (%" PRIu64 " out of %" PRIu64 ")\n",
                   percent(l->unordered, l->timed), l->unordered, l->timed);
    if (s->lost && all)
        rows_print(out,
                   "  INFO: %.3f%% lost events (%" PRIu64 " out of %" PRIu64 ", in %" PRIu64 " chunks)\n",
                   percent(s->lost, all), s->lost, all, s->lost_records);
    if (l && l->out_of_place && l->timed)
        rows_print(out, "  INFO: %.3f%% context switch bugs (%" PRIu64 " out of %" PRIu64 ")%s\n",
                   percent(l->out_of_place, l->timed), l->out_of_place, l->timed,
                   s->lost ? " (due to lost events?)" : "");
}

void sched_write(struct text *lines, struct outlet *out, bool all)
{
    enum { MANY = 1 << 16 };
    if (!lines->n || (lines->n < MANY && !all))
        return;
    outlet_write(out, lines->s, lines->n);
    lines->n = 0;
}

void sched_time(struct text *t, uint64_t ns, unsigned width)
{
    enum { PART = 7 };
    unsigned whole = 0;
    if (width > PART)
        whole = width - PART;
    text_decimal(t, ns / NSEC_PER_SEC, whole);
    text_char(t, '.', 1);
    text_add_last_digits(t, ns / 1000, PART - 1);
}

struct value sched_pid_value(int32_t pid)
{
    if (pid < 0)
        return value_unknown();
    return value_signed(pid);
}

struct value sched_task_value(const char *comm, int32_t tid)
{
    if (!comm && !tid)
        comm = "swapper";
    return value_task(tid, comm);
}
