#include "lib/question/stat/stat_sheet.h"

#include <inttypes.h>
#include <math.h>

#include "core/base/date.h"

// clang-format off
const struct stat_by stat_bys[] = {
    [BY_CPU]    = { "cpu",    " CPU    ",               "   ",   6,  { "cpu" },            1, false },
    [BY_ALL]    = { "all",    "",                       "",      0,  { NULL },             0, false },
    [BY_SOCKET] = { "socket", " socket cpus",           "",      12, { "socket", "cpus" }, 2, true },
    [BY_DIE]    = { "die",    " die          cpus",     "",      18, { "die", "cpus" },    2, true },
    [BY_CORE]   = { "core",   " core            cpus",  "",      24, { "core", "cpus" },   2, true },
    [BY_THREAD] = { "thread", "             comm-pid",  "     ", 24, { "comm-pid" },       1, false },
    [BY_NODE]   = { "node",   " node   cpus",           "",      6,  { "node", "cpus" },   1, true },
};
// clang-format on

bool stat_has_decimals(const struct event *e)
{
    return !(floor(e->scale) == e->scale);
}

void stat_add_time(struct stat_sheet *p, const char *separator)
{
    uint64_t ns = p->counters.round.time;
    if (p->counters.interval)
        text_printf(&p->out, "%6" PRIu64 ".%09" PRIu64 "%s", ns / NSEC_PER_SEC, ns % NSEC_PER_SEC, separator);
}

void stat_add_value(struct text *out, const struct metric *m)
{
    text_printf(out, "%*.*f%s", m->width, m->decimals, m->value, m->suffix);
}

static void stat_sheet_add_thread(const struct counted_thread *t, bool column, struct text *out)
{
    struct text comm = { 0 };
    text_add_clean(&comm, t->comm);
    if (column)
        text_printf(out, "%16s-%-8d", text_str(&comm), t->pid);
    else
        text_printf(out, "%s-%d", text_str(&comm), t->pid);
    text_free(&comm);
}

void stat_add_place(const struct stat_sheet *p, const struct stat_aggregate_row *r, bool column,
                    struct text *out)
{
    const struct stat_aggregate_place *at = stat_place(p, r);
    const int narrow = column ? 5 : 0, wide = column ? 8 : 0;
    switch (p->aggregate.by) {
    case BY_CORE:
        text_printf(out, "S%d-D%d-C%-*d", at->socket, at->die, wide, at->core);
        break;
    case BY_DIE:
        text_printf(out, "S%d-D%-*d", at->socket, wide, at->die);
        break;
    case BY_SOCKET:
        text_printf(out, "S%-*d", narrow, at->socket);
        break;
    case BY_NODE:
        text_printf(out, "N%-*d", narrow, at->node);
        break;
    case BY_CPU:
        if (at->cpu != CPU_ANY)
            text_printf(out, "CPU%-*d", column ? 7 : 0, at->cpu);
        break;
    case BY_THREAD:
        stat_sheet_add_thread(stat_thread(p, at), column, out);
        break;
    default: /* BY_ALL: all counts are added up */
        break;
    }
}
