/*
 * replay: reads the samples of tracepoints of a capture in order of time. The user has a table of rows: the
 * tracepoints to read, and the fields to read of each. A row's function is called for each sample of its
 * tracepoint, and gets the fields as numbers or bytes. Memory is that of core/model/ordered: it does not grow
 * with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_REPLAY_H
#define PERFOLIO_CORE_REPLAY_REPLAY_H

#include "core/model/capture.h"
#include "core/model/trace.h"
#include "core/profile/keys/filter.h"
#include "core/profile/places/address_cache.h"

enum { REPLAY_FIELDS = 12 };

/* A sample of a tracepoint that has a row. Valid only during the call. */
struct moment {
    const struct sample *sample;
    const struct trace_event *event;
    uint64_t time; /* ns */
    /* the fields in the order of the row, read by trace_number(); 0: missing */
    int64_t number[REPLAY_FIELDS];
    bool has[REPLAY_FIELDS];
    /* the filter drops the sample: it is not counted, but it may change the meaning of later samples */
    bool outside;
    const struct trace_field *const *fields; /* in the order of the row; NULL: missing */
};

/* The bytes (trace_bytes()) of a field marked with [] in the row; empty: the field is missing. */
static inline struct span moment_bytes(const struct moment *m, size_t i)
{
    if (!m->has[i])
        return (struct span){ NULL, 0 };
    return trace_bytes(m->event, m->fields[i], m->sample->raw);
}

/* A tracepoint, its fields to read, and the function to call. */
struct replay_row {
    /* "sched:sched_switch", or a prefix with "*": "syscalls:sys_enter_*" */
    const char *tracepoint;
    /* Names of fields. They are read as numbers, or if [] follows the name, as bytes. "a|b": the field a,
       or b if a does not exist. A '?' before the name: the field may be missing. NULL ends the list. */
    const char *fields[REPLAY_FIELDS];
    /* Called for each sample. NULL: samples are only counted, in `delivered`. */
    void (*see)(void *arg, const struct moment *m);
};

struct replay {
    struct capture *capture;
    const struct trace_reader *reader;
    struct traces *traces; /* NULL: the capture has no tracing data */
    struct address_cache *addresses;
    const struct filter *filter; /* sets moment.outside of the samples that it drops; NULL: no filter */
    const struct replay_row *rows;
    size_t nrows;
    /* called for records other than samples; NULL: none */
    void (*record)(void *arg, const struct record *r);
    bool (*takes)(uint32_t type); /* which types of records are passed to `record` */
    /* Called for samples without a row, unless the filter drops them; NULL: never. */
    void (*other)(void *arg, const struct sample *s);
    /* replay_run() sets these members: */
    uint64_t delivered;       /* samples with a row that the filter did not drop */
    uint64_t now;             /* the latest time of a sample so far */
    struct problems problems; /* counts samples that cannot be read or lack a field of their row */
    /* a callback sets this to get no more calls; the capture is still read to its end */
    bool stopped;
};

/* Read the capture and call the functions of the rows with `arg`. False: the capture cannot be read, and
   `e` is set. */
bool replay_run(struct replay *r, void *arg, struct err *e);

/* Whether the capture has an event of this row's tracepoint. */
bool replay_has_event_for(const struct replay *r, const struct replay_row *row);

#endif
