/*
 * replay: the tracepoints of a capture, one after the other in order of time. Whoever computes something from
 * them says in a table which tracepoints it listens to and which of their fields it reads, and is called for
 * each sample with those fields as numbers and bytes. Memory is that of core/model/ordered: it does not grow
 * with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_REPLAY_H
#define PERFOLIO_CORE_REPLAY_REPLAY_H

#include "core/model/capture.h"
#include "core/model/trace.h"
#include "core/profile/keys/filter.h"
#include "core/profile/places/address_cache.h"

enum { REPLAY_FIELDS = 12 };

/* A sample of a tracepoint that has a listener. Borrowed until the call returns. */
struct moment {
    const struct sample *sample;
    const struct trace_event *event;
    uint64_t time;                 /* ns */
    int64_t number[REPLAY_FIELDS]; /* as trace_number() gives them, in the order of the row; 0: not there */
    bool has[REPLAY_FIELDS];
    bool outside; /* the filter drops it: it counts nowhere, but what comes after may depend on it */
    const struct trace_field *const *fields; /* where they stand; NULL: it has none */
};

/* The bytes of a field that the row asks for with [], as trace_bytes() gives them; empty: not there. */
static inline struct span moment_bytes(const struct moment *m, size_t i)
{
    if (!m->has[i])
        return (struct span){ NULL, 0 };
    return trace_bytes(m->event, m->fields[i], m->sample->raw);
}

/* A tracepoint that is listened to. */
struct replay_row {
    const char *tracepoint; /* "sched:sched_switch"; "syscalls:sys_enter_*": all that begin so */
    /* Numbers, or bytes with [] behind the name; "a|b" is b where there is no a; those after a '?' may be
       missing. NULL ends them. */
    const char *fields[REPLAY_FIELDS];
    /* NULL: they are counted, but not looked at. */
    void (*see)(void *arg, const struct moment *m);
};

struct replay {
    struct capture *capture;
    const struct trace_reader *reader;
    struct traces *traces; /* NULL: the capture has no tracing data */
    struct address_cache *addresses;
    const struct filter *filter; /* of samples: rows see those that it drops as outside; NULL: none */
    const struct replay_row *rows;
    size_t nrows;
    void (*record)(void *arg, const struct record *r); /* of what is no sample; NULL: not wanted, */
    bool (*takes)(uint32_t type);                      /* else of these types alone */
    /* Of samples that no row listens to and the filter does not drop; NULL: not wanted. */
    void (*other)(void *arg, const struct sample *s);
    /* Set by replay_run(): */
    uint64_t delivered;       /* samples that a row was called for, but those outside */
    uint64_t now;             /* the latest time of any sample so far */
    struct problems problems; /* samples that could not be read, or lack a field that their row reads */
    bool stopped;             /* by whom it calls: nothing more is shown, the rest is only read */
};

/* Call the rows with `arg`. False with `e` set when the capture cannot be read. */
bool replay_run(struct replay *r, void *arg, struct err *e);

/* Whether the capture has an event that this row listens to. */
bool replay_listens(const struct replay *r, const struct replay_row *row);

#endif
