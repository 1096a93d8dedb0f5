#include "cli/sched/sched.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options/subcommand.h"
#include "core/base/date.h"
#include "core/base/mem.h"
#include "formats/tracepoint/tracepoint.h"

static const struct view_row {
    const char *name;
    int (*run)(int argc, const char **argv, FILE *out, FILE *err);
    const char *help;
} views[] = {
    { "latency", sched_latency, "how long threads waited for a CPU: a row for each" },
    { "timehist", sched_timehist, "every switch: how long the thread had waited and run" },
    { "map", sched_map, "every switch as a row with a column for each CPU" },
    { "script", cmd_script, "the tracepoints themselves: perfolio script" },
};
enum { VIEWS = COUNT(views) };

static void help(FILE *to)
{
    fprintf(to, "usage: perfolio sched VIEW [options] [-i] FILE\n\n");
    for (size_t i = 0; i < VIEWS; i++)
        fprintf(to, "  %-14s %s\n", views[i].name, views[i].help);
    fprintf(to, "\nperfolio sched VIEW --help tells a view's options.\n");
}

/* Where the view's name stands: the first word that is no option, nor the capture behind -i; argc: nowhere.
 */
static int place_of_view(int argc, const char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++)
        if (!strcmp(argv[i], "-i") || !strcmp(argv[i], "--input"))
            i++;
    return i < argc ? i : argc;
}

int cmd_sched(int argc, const char **argv, FILE *out, FILE *err)
{
    int at = place_of_view(argc, argv);
    if (at == argc) {
        bool asked = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
        help(asked ? out : err);
        return !asked;
    }
    const char *names[VIEWS + 1] = { NULL };
    for (size_t i = 0; i < VIEWS; i++)
        names[i] = views[i].name;
    int view = subcommand("sched", argv[at], names, err);
    if (view < 0)
        return 1;
    const char **rest = mem_new((size_t)argc + 1, sizeof(*rest));
    int n = 0;
    for (int i = 0; i < argc; i++)
        if (i != at)
            rest[n++] = argv[i];
    int status = views[view].run(n, rest, out, err);
    free(rest);
    return status;
}

void sched_replay_init(struct sched_replay *p, struct session *s, const struct filter *f)
{
    *p = (struct sched_replay){ 0 };
    address_cache_init(&p->addresses, s->timeline, s->resolver);
    p->addresses.names_by_then = true;
    p->replay = (struct replay){ .capture = s->capture,
                                 .reader = &tracepoint_reader,
                                 .traces = session_traces(s),
                                 .addresses = &p->addresses,
                                 .filter = f };
}

void sched_replay_free(struct sched_replay *p)
{
    address_cache_free(&p->addresses);
}

static double percent(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole * 100.0;
}

/* Perf counts everything that a capture holds among the events that could be lost. */
static uint64_t all_records(const struct capture *c)
{
    uint64_t n = 0;
    for (size_t i = 0; i < RECORD_KINDS; i++)
        n += c->counts[i];
    return n;
}

void sched_doubts_show(const struct schedule *s, const struct sched_doubts *d, FILE *out)
{
    uint64_t all = all_records(s->replay->capture);
    if (d->unordered && d->timed)
        fprintf(out, "  INFO: %.3f%% unordered timestamps (%" PRIu64 " out of %" PRIu64 ")\n",
                percent(d->unordered, d->timed), d->unordered, d->timed);
    if (s->lost && all)
        fprintf(out, "  INFO: %.3f%% lost events (%" PRIu64 " out of %" PRIu64 ", in %" PRIu64 " chunks)\n",
                percent(s->lost, all), s->lost, all, s->lost_records);
    if (d->out_of_place && d->timed)
        fprintf(out, "  INFO: %.3f%% context switch bugs (%" PRIu64 " out of %" PRIu64 ")%s\n",
                percent(d->out_of_place, d->timed), d->out_of_place, d->timed,
                s->lost ? " (due to lost events?)" : "");
}

void sched_time(struct text *t, uint64_t ns, unsigned width)
{
    enum { PART = 7 };
    text_decimal(t, ns / NSEC_PER_SEC, width > PART ? width - PART : 0);
    text_char(t, '.', 1);
    text_digits(t, ns / 1000, PART - 1);
}
