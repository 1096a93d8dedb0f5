/*
 * The times of the samples, their clock, and the matching time of day. perf prints times of day in the time
 * zone of its user; here they are printed as UTC (core/base/date.h).
 */
#include "formats/perf/features/feature_rows.h"

#include <inttypes.h>

#include "core/base/date.h"

static const char *clock_name(uint32_t clockid)
{
    static const char *const names[] = { /* include/uapi/linux/time.h */
                                         [0] = "realtime",
                                         [1] = "monotonic",
                                         [4] = "monotonic_raw",
                                         [7] = "boottime",
                                         [11] = "tai"
    };
    if (clockid < COUNT(names) && names[clockid])
        return names[clockid];
    return "(not found)";
}

void show_sample_time(const struct perfdata *p UNUSED, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    uint64_t first = cur_u64(c), last = cur_u64(c);
    if (c->bad)
        return;
    text_printf(out, "# time of first sample : %" PRIu64 ".%06" PRIu64 "\n", first / NSEC_PER_SEC,
                first % NSEC_PER_SEC / 1000);
    text_printf(out, "# time of last sample : %" PRIu64 ".%06" PRIu64 "\n", last / NSEC_PER_SEC,
                last % NSEC_PER_SEC / 1000);
    text_printf(out, "# sample duration : %10.3f ms\n", (double)(last - first) / 1e6);
}

/* The feature is the resolution of the clock in ns; perf prints it as if it were a frequency. */
void show_clockid(const struct perfdata *p UNUSED, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    uint64_t resolution = cur_u64(c);
    if (!c->bad)
        text_printf(out, "# clockid frequency: %" PRIu64 " MHz\n", resolution * 1000);
}

/* The feature is a version, a clock, and one moment by the wall clock and by that clock. */
void read_clock_data(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct env *env = &p->capture.env;
    uint32_t version = cur_u32(c), clockid = cur_u32(c);
    uint64_t wall = cur_u64(c), clock = cur_u64(c);
    c->bad = c->bad || version != 1;
    if (c->bad)
        return;
    env->has_clock = true;
    env->clockid = (int32_t)clockid;
    env->wall_ns = wall;
    env->clock_ns = clock;
}

/* A 32-bit perf overflows when it subtracts the seconds, and prints negative fractions; here they are
   right. */
void show_clock_data(const struct perfdata *p, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    const struct env *env = &p->capture.env;
    uint64_t wall = env->wall_ns / NSEC_PER_SEC, micros = env->wall_ns % NSEC_PER_SEC / 1000;
    const char *name = clock_name((uint32_t)env->clockid);
    c->bad = !env->has_clock;
    if (c->bad)
        return;
    text_printf(out, "# clockid: %s (%u)\n# reference time: ", name, (uint32_t)env->clockid);
    date_text(out, (int64_t)wall, ' ');
    text_printf(out, ".%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64 " (%s)\n",
                micros, wall, micros, env->clock_ns / NSEC_PER_SEC, env->clock_ns % NSEC_PER_SEC, name);
}
