/*
 * replay: the samples of tracepoints of a capture in order of time. A user has a table of rows: the tracepoints
 * that it listens to, and the fields that it reads of each. It is called for each sample, with the fields as
 * numbers and bytes. Memory is that of core/model/ordered: it does not grow with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_REPLAY_H
#define PERFOLIO_CORE_REPLAY_REPLAY_H

#include "core/model/capture.h"
#include "core/model/trace.h"
#include "core/profile/keys/filter.h"
#include "core/profile/places/address_cache.h"

enum { REPLAY_FIELDS = 12 };

/* A sample of a tracepoint that has a row. Valid until the called function returns. */
struct moment {
    const struct sample *sample;
    const struct trace_event *event;
    uint64_t time;                 /* ns */
    int64_t number[REPLAY_FIELDS]; /* in the order of the row, by trace_number(); 0: missing */
    bool has[REPLAY_FIELDS];
    bool outside; /* dropped by the filter: not to be counted, but later samples may depend on it */
    const struct trace_field *const *fields; /* in the order of the row; NULL: missing */
};

/* The bytes (trace_bytes()) of a field that the row lists with []; empty: the field is missing. */
static inline struct span moment_bytes(const struct moment *m, size_t i)
{
    if (!m->has[i])
        return (struct span){ NULL, 0 };
    return trace_bytes(m->event, m->fields[i], m->sample->raw);
}

/* A tracepoint and how it is listened to. */
struct replay_row {
    /* "sched:sched_switch"; "syscalls:sys_enter_*": all tracepoints that begin with "syscalls:sys_enter_" */
    const char *tracepoint;
    /* Names of fields, which are read as numbers, or with [] behind the name as bytes. "a|b": the field b if
       there is no field a. '?' in front: the field may be missing. NULL ends the list. */
    const char *fields[REPLAY_FIELDS];
    /* Called for each sample. NULL: samples are only counted in `delivered`. */
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
    /* called for records that are not samples; NULL: not wanted */
    void (*record)(void *arg, const struct record *r);
    bool (*takes)(uint32_t type); /* whether `record` is called for a type of record */
    /* Called for samples without a row that the filter does not drop; NULL: not wanted. */
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
