/* tracepoints: where the fields of a tracepoint stand in the raw data of its samples, as the capture's tracing data says. */
#ifndef PERFOLIO_BENCH_LIMITS_TRACEPOINTS_H
#define PERFOLIO_BENCH_LIMITS_TRACEPOINTS_H

#include "read/capture.h"

enum { TRACEPOINT_FIELDS = 6 };

struct tracepoint {
    int kind; /* the caller's; 0: none that it listens to */
    struct {
        uint16_t at, size; /* size 0: there is none */
    } field[TRACEPOINT_FIELDS];
    uint32_t raw; /* where the raw data of a sample begins, if it has no call chain; else 0 */
};

/* What is listened to: "sched_switch" and its fields. NULL ends both. */
struct tracepoint_wanted {
    const char *name;
    const char *fields[TRACEPOINT_FIELDS + 1];
    int kind;
};

/* Per event of a capture. */
struct tracepoint *tracepoints_of(const struct capture *c, const struct tracepoint_wanted *wanted);

/* The raw data of a sample. */
static inline const uint8_t *tracepoint_raw(const struct layout *l, const struct tracepoint *t,
                                            const uint8_t *p)
{
    return p + (t->raw ? t->raw : l->rest + 8 + 8 * u64(p + l->rest) + 4);
}

static inline uint64_t tracepoint_number(const struct tracepoint *t, size_t i, const uint8_t *raw)
{
    raw += t->field[i].at;
    switch (t->field[i].size) {
    case 8:
        return u64(raw);
    case 4:
        return u32(raw);
    case 2:
        return u16(raw);
    default:
        return raw[0];
    }
}

#endif
