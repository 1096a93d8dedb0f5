/*
 * replay: the tracepoints of a capture in order of time. A user lists in a table which tracepoints it listens to and
 * which of their fields it reads, and is called for each sample, with the fields as numbers and bytes. Memory is that
 * of core/model/ordered: it does not grow with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_REPLAY_H
#define PERFOLIO_CORE_REPLAY_REPLAY_H

#include "core/model/capture.h"
#include "core/model/trace.h"
#include "core/profile/keys/filter.h"
#include "core/profile/places/address_cache.h"

enum { REPLAY_FIELDS = 12 };

/* A sample of a tracepoint that has a row. Borrowed until the call returns. */
struct moment {
    const struct sample *sample;
    const struct trace_event *event;
    uint64_t time;                 /* ns */
    int64_t number[REPLAY_FIELDS]; /* in the order of the row, by trace_number(); 0: missing */
    bool has[REPLAY_FIELDS];
    bool outside; /* dropped by the filter: not to be counted, but later samples may depend on it */
    const struct trace_field *const *fields; /* in the order of the row; NULL: missing */
};

/* The bytes of a field that the row has with [] (trace_bytes()); empty: missing. */
static inline struct span moment_bytes(const struct moment *m, size_t i)
{
    if (!m->has[i])
        return (struct span){ NULL, 0 };
    return trace_bytes(m->event, m->fields[i], m->sample->raw);
}

/* A tracepoint and how it is listened to. */
struct replay_row {
    const char *tracepoint; /* "sched:sched_switch"; "syscalls:sys_enter_*": all with that beginning */
    /* Fields read as numbers, or with [] behind the name as bytes. "a|b": b if there is no a. '?' in front: it may be
       missing. NULL ends the list. */
    const char *fields[REPLAY_FIELDS];
    /* NULL: samples are counted, but nobody looks at them. */
    void (*see)(void *arg, const struct moment *m);
};

struct replay {
    struct capture *capture;
    const struct trace_reader *reader;
    struct traces *traces; /* NULL: the capture has no tracing data */
    struct address_cache *addresses;
    const struct filter *filter; /* samples that it drops are `outside`; NULL: none */
    const struct replay_row *rows;
    size_t nrows;
    /* for records that are no samples; NULL: not wanted */
    void (*record)(void *arg, const struct record *r);
    bool (*takes)(uint32_t type); /* which types of records `record` wants */
    /* For samples without a row that the filter does not drop; NULL: not wanted. */
    void (*other)(void *arg, const struct sample *s);
    /* Set by replay_run(): */
    uint64_t delivered;       /* samples with a row, without those outside */
    uint64_t now;             /* the latest time of a sample so far */
    struct problems problems; /* samples that cannot be read, or lack a field of their row */
    bool stopped;             /* set by a callback: no more calls, but the capture is read to its end */
};

/* Read the capture and call the rows with `arg`. False with `e` set when it cannot be read. */
bool replay_run(struct replay *r, void *arg, struct err *e);

/* Whether the capture has an event that this row listens to. */
bool replay_has_event_for(const struct replay *r, const struct replay_row *row);

#endif
