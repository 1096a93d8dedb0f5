/* capture: a file that perf wrote on a host of this byte order: where samples have their fields, by the attributes of their
   events, and all records in order of time. It is mapped, which is the least that reading costs. Neither pipes nor compressed
   captures are read. */
#ifndef PERFOLIO_BENCH_LIMITS_CAPTURE_H
#define PERFOLIO_BENCH_LIMITS_CAPTURE_H

#include <stdbool.h>
#include <string.h>

#include "table.h"

/* linux/perf_event.h, tools/perf/util/event.h */
enum { MMAP = 1, COMM = 3, FORK = 7, SAMPLE = 9, MMAP2 = 10, KSYMBOL = 17, FINISHED_ROUND = 68 };
enum { MODE = 7, MODE_KERNEL = 1, MISC_COMM_EXEC = 1 << 13, MISC_BUILD_ID = 1 << 14 };
enum { TYPE_TRACEPOINT = 2 };
enum { FEATURE_TRACING = 1, FEATURE_BUILD_ID = 2, FEATURES = 256 };

/* Where the samples of an event have what: offsets from the record's header, 0: they do not. */
struct layout {
    uint32_t type;
    uint64_t config, sample_type, fixed_period, user_regs;
    uint32_t ip, tid, time, cpu, period, rest; /* rest: where what has no fixed size begins */
    uint32_t other_time;                       /* of records that are no samples: from their end */
};

struct capture {
    const uint8_t *p;
    size_t size;
    struct folio *folio; /* that it is in; NULL: it is a file of its own */
    uint64_t at, end;    /* of the records */
    struct layout *events;
    uint32_t nevents;
    struct table by_id; /* event + 1 */
    uint32_t id_at;     /* of samples; 0: they have none, and one event is all there is */
    struct {
        uint64_t at, size;
    } features[FEATURES];
    /* In order of time: those that wait, and of them those whose turn has come. */
    struct moment {
        uint64_t time;
        const uint8_t *p;
    } * v, *spare;
    size_t n, cap, spare_cap, next, due;
    uint64_t youngest, youngest_before;
    uint64_t samples;
};

static inline uint64_t u64(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof(v));
    return v;
}

static inline uint32_t u32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof(v));
    return v;
}

static inline uint16_t u16(const uint8_t *p)
{
    uint16_t v;
    memcpy(&v, p, sizeof(v));
    return v;
}

/* The process ends, with a sentence, where that cannot be read. */
void capture_open(struct capture *c, const char *path);

/* A file, mapped; NULL: there is none. */
const uint8_t *capture_map(const char *path, size_t *size);

/* Read on, up to the next round's end: whether there are more. Private to capture_next(). */
bool capture_round(struct capture *c);

/* The next record in order of time; NULL behind the last. */
static inline const struct moment *capture_next(struct capture *c)
{
    enum { AHEAD = 8 };
    while (c->next == c->due)
        if (!capture_round(c))
            return NULL;
    const struct moment *m = &c->v[c->next++];
    if (c->next + AHEAD < c->due)
        __builtin_prefetch(m[AHEAD].p);
    return m;
}

/* Which event a sample is of. */
static inline const struct layout *capture_event(struct capture *c, const uint8_t *p)
{
    if (!c->id_at)
        return c->events;
    uint32_t event = table_get(&c->by_id, u64(p + c->id_at));
    return &c->events[event ? event - 1 : 0];
}

/* How much a sample counts. */
static inline uint64_t capture_period(const struct layout *l, const uint8_t *p)
{
    return l->period ? u64(p + l->period) : l->fixed_period;
}

/* The text of a feature's section, or NULL. */
const uint8_t *capture_feature(const struct capture *c, int feature, size_t *size);

#endif
