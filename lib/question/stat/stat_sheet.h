/*
 * stat_sheet: the private header of perfolio stat. A round is a set of counts: those of an interval, or of the whole
 * recording. core/replay/stat computes it (counters, stat_aggregate, metrics), and a style prints it. Each style is
 * in a file of its own; most print perf's formats, stat_rows writes typed rows.
 */
#ifndef PERFOLIO_LIB_QUESTION_STAT_SHEET_H
#define PERFOLIO_LIB_QUESTION_STAT_SHEET_H

#include <assert.h>

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/replay/stat/formulas.h"

struct stat_opts {
    struct common_opts common;
    enum counters_by by; /* as given by an option, or BY_UNSET */
    char *separator;     /* the separator of -x; NULL: text */
    bool perf_json, metric_only, groups_of_digits;
};

enum { STAT_COLUMNS = 21 };

/* The state of the command. */
struct stat_sheet {
    const struct session *s;
    const struct stat_opts *o;
    const struct stat_style *style;
    struct counters counters;
    struct stat_aggregate aggregate;
    struct metrics metrics;
    struct problems problems;
    uint64_t rounds; /* printed so far */
    bool mixed;      /* some group has events of several PMUs, and an event that was not counted */
    struct outlet *file;
    struct text out;  /* the text of perf's styles, written to `file` */
    struct rows rows; /* used by the style stat_rows, with these columns */
    struct rows_column columns[STAT_COLUMNS];
    struct rows_table table;
};

/* A way of adding up counts (enum counters_by), as the styles print it. */
struct stat_by {
    const char *name;      /* in JSON */
    const char *header;    /* header of its column in the heading of intervals */
    const char *gap;       /* the blanks between this header and that of the counts */
    unsigned indent;       /* blanks above its column in the heading of metrics */
    const char *fields[2]; /* headers of its fields with -x, in the heading of metrics */
    /* number of empty fields in a line that has only a metric; perf omits one for nodes */
    unsigned nfields;
    bool adds_up; /* counts of several CPUs are summed up, so that the number of CPUs is shown */
};
extern const struct stat_by stat_bys[]; /* per enum counters_by */

/* A style: prints a round into `out` or `rows`. */
struct stat_style {
    void (*round)(struct stat_sheet *p);
    /* ends the answer and adds the problems; NULL: the answer is ended as text */
    void (*end)(struct stat_sheet *p, struct outlet *err);
};

extern const struct stat_style stat_text;                           /* text.c: text, and -x */
extern const struct stat_style stat_metrics_text, stat_metrics_csv; /* metrics.c: --metric-only */
extern const struct stat_style stat_perf_json;                      /* perf_json.c: -j */
extern const struct stat_style stat_rows;                           /* rows.c: --json, --csv */

static inline const struct stat_by *stat_by(const struct stat_sheet *p)
{
    return &stat_bys[p->aggregate.by];
}

static inline const struct event *stat_event(const struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    assert(r->event < p->s->capture->events.n);
    return &p->s->capture->events.v[r->event];
}

static inline const struct stat_aggregate_place *stat_place(const struct stat_sheet *p,
                                                            const struct stat_aggregate_row *r)
{
    assert(r->place < p->aggregate.nplaces);
    return &p->aggregate.places[r->place];
}

static inline const struct counted_thread *stat_thread(const struct stat_sheet *p,
                                                       const struct stat_aggregate_place *place)
{
    return &p->counters.threads[place->thread];
}

/* The text in place of a missing count. */
static inline const char *stat_missing(const struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    if (p->counters.supported[r->event])
        return "<not counted>";
    return "<not supported>";
}

/* The share of its enabled time during which an event was counted, in whole percent, rounded as perf does. */
static inline uint64_t stat_running(const struct counts *c)
{
    if (c->running == c->enabled || !c->enabled)
        return 100;
    if (c->running <= UINT64_MAX / 100)
        return 100 * c->running / c->enabled;
    return c->running / (c->enabled / 100 + 1);
}

/* Whether the scale of an event is no integer, so that scaled counts have decimals. */
bool stat_has_decimals(const struct event *e);

/* Adds the time of an interval, "     0.300852880", and the separator; nothing if there are no intervals. */
void stat_add_time(struct stat_sheet *p, const char *separator);

/* Adds the place (CPU, core, thread) that a row's counts are from: "S0-D0-C1", "CPU2", "sh-17"; `column`: padded with
   blanks. */
void stat_add_place(const struct stat_sheet *p, const struct stat_aggregate_row *r, bool column,
                    struct text *out);

/* Adds a metric's value with its suffix. */
void stat_add_value(struct text *out, const struct metric *m);

/* Functions of the styles of text. stat_text_place() prints the place of a row, before its counts.
   stat_text_heading() and stat_text_footer() print heading and footer if there are no intervals.
   stat_text_interval_heading() prints the beginning of the heading of intervals, and returns whether a heading is
   due. stat_text_digits() adds the digits of a metric's value without the suffix. */
void stat_text_place(struct stat_sheet *p, const struct stat_aggregate_row *r);
void stat_text_heading(struct stat_sheet *p);
void stat_text_footer(struct stat_sheet *p);
bool stat_text_interval_heading(struct stat_sheet *p);
void stat_text_digits(struct text *out, const struct metric *m);

#endif
