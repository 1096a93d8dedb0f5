/*
 * sheet: what the files of stat know of each other: a round of counts is worked out by core/replay/stat
 * (counters, stat_aggregate, metrics) and printed in one of several styles, a file each: three of perf's own,
 * and typed rows.
 */
#ifndef PERFOLIO_LIB_QUESTION_STAT_SHEET_H
#define PERFOLIO_LIB_QUESTION_STAT_SHEET_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/replay/stat/formulas.h"

struct stat_opts {
    struct common_opts common;
    enum counters_by by; /* as it was asked for, or BY_UNSET */
    char *separator;     /* of -x; NULL: text */
    bool perf_json, metric_only, groups_of_digits;
};

enum { STAT_COLUMNS = 21 };

/* All that printing needs. */
struct stat_sheet {
    const struct session *s;
    const struct stat_opts *o;
    const struct stat_style *style;
    struct counters counters;
    struct stat_aggregate aggregate;
    struct metrics metrics;
    struct problems problems;
    uint64_t rounds; /* that were printed */
    bool mixed;      /* an event of a group was not counted, and the groups are of several PMUs */
    struct outlet *file;
    struct text out;                          /* of perf's styles: what is to be written to it */
    struct rows rows;                         /* of the other one: these ... */
    struct rows_column columns[STAT_COLUMNS]; /* ... and what they have */
    struct rows_table table;
};

/* What counts are added up by, as the styles say it. */
struct stat_by {
    const char *name;      /* in JSON */
    const char *header;    /* of its column in the heading of intervals ... */
    const char *gap;       /* ... which is so much narrower than the column of the counts */
    unsigned indent;       /* blanks above it in the heading of metrics */
    const char *fields[2]; /* of -x, as the heading of metrics has them */
    unsigned nfields;      /* of a line that has a metric alone: perf leaves one out where it is of a node */
    bool adds_up;          /* the counts of CPUs: how many there are is shown */
};
extern const struct stat_by stat_bys[]; /* per enum counters_by */

/* How a round is printed, into `out` or `rows`. */
struct stat_style {
    void (*round)(struct stat_sheet *p);
    void (*end)(struct stat_sheet *p,
                struct outlet *err); /* behind the last one, problems included; NULL: as text */
};

extern const struct stat_style stat_text;                           /* text.c: as people read it, and -x */
extern const struct stat_style stat_metrics_text, stat_metrics_csv; /* metrics.c: --metric-only */
extern const struct stat_style stat_perf_json;                      /* perf_json.c: -j */
extern const struct stat_style stat_rows;                           /* rows.c: --json, --csv */

static inline const struct stat_by *stat_by(const struct stat_sheet *p)
{
    return &stat_bys[p->aggregate.by];
}

static inline const struct event *stat_event(const struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    return &p->s->capture->events.v[r->event];
}

static inline const struct stat_aggregate_place *stat_place(const struct stat_sheet *p,
                                                            const struct stat_aggregate_row *r)
{
    return &p->aggregate.places[r->place];
}

static inline const struct counted_thread *stat_thread(const struct stat_sheet *p,
                                                       const struct stat_aggregate_place *place)
{
    return &p->counters.threads[place->thread];
}

/* What is printed for a count that there is not. */
static inline const char *stat_missing(const struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    if (p->counters.supported[r->event])
        return "<not counted>";
    return "<not supported>";
}

/* How much of the time that an event was enabled it was counted, in whole percents, as perf has it. */
static inline uint64_t stat_running(const struct counts *c)
{
    if (c->running == c->enabled || !c->enabled)
        return 100;
    if (c->running <= UINT64_MAX / 100)
        return 100 * c->running / c->enabled;
    return c->running / (c->enabled / 100 + 1);
}

/* Whether counts of an event, which are multiplied with its scale, have decimals. */
bool stat_has_decimals(const struct event *e);

/* The moment of an interval, "     0.300852880" and the separator; nothing of what has no intervals. */
void stat_add_time(struct stat_sheet *p, const char *separator);

/* Where the counts of a row are from: "S0-D0-C1", "CPU2", "sh-17"; in a column the number at its end, and the
   name of a thread, have blanks. */
void stat_add_place(const struct stat_sheet *p, const struct stat_aggregate_row *r, bool column,
                    struct text *out);

/* A metric's value as it is printed, with its suffix. */
void stat_add_value(struct text *out, const struct metric *m);

/* Where the counts of a row are from, in front of them; the heading of all counts, and what stands below
   them; the beginning of the heading of intervals, when one is due. None of them is of both. */
void stat_text_place(struct stat_sheet *p, const struct stat_aggregate_row *r);
void stat_text_heading(struct stat_sheet *p);
void stat_text_footer(struct stat_sheet *p);
bool stat_text_columns(struct stat_sheet *p);
void stat_text_digits(struct text *out, const struct metric *m); /* of a value, without what is behind it */

#endif
