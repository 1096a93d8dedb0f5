/*
 * feature_time: when the samples were taken, by which clock, and what time of day that was. perf
 * prints times of day in the time zone of whoever looks. These are printed as UTC (core/base/date.h).
 */
#include "formats/perf/features/feature_rows.h"

#include <inttypes.h>

#include "core/base/date.h"

static const char *clock_name(uint32_t clockid)
{
    switch (clockid) { /* include/uapi/linux/time.h */
    case 0:
        return "realtime";
    case 1:
        return "monotonic";
    case 4:
        return "monotonic_raw";
    case 7:
        return "boottime";
    case 11:
        return "tai";
    default:
        return "(not found)";
    }
}

void show_sample_time(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint64_t first = cur_u64(c), last = cur_u64(c);
    if (c->bad)
        return;
    text_printf(out, "# time of first sample : %" PRIu64 ".%06" PRIu64 "\n", first / NSEC_PER_SEC,
                first % NSEC_PER_SEC / 1000);
    text_printf(out, "# time of last sample : %" PRIu64 ".%06" PRIu64 "\n", last / NSEC_PER_SEC,
                last % NSEC_PER_SEC / 1000);
    text_printf(out, "# sample duration : %10.3f ms\n", (double)(last - first) / 1e6);
}

/* The resolution of the clock in ns, which perf prints as if it were a frequency. */
void show_clockid(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint64_t resolution = cur_u64(c);
    if (!c->bad)
        text_printf(out, "# clockid frequency: %" PRIu64 " MHz\n", resolution * 1000);
}

struct clock_data {
    uint32_t clockid;
    uint64_t wall_ns, clock_ns; /* one moment, by the wall and by clockid */
};

static struct clock_data get_clock_data(struct cur *c)
{
    struct clock_data d;
    if (cur_u32(c) != 1) /* the version */
        c->bad = true;
    d.clockid = cur_u32(c);
    d.wall_ns = cur_u64(c);
    d.clock_ns = cur_u64(c);
    return d;
}

void read_clock_data(struct perfdata *p, struct cur *c)
{
    struct env *env = &p->capture.env;
    struct clock_data d = get_clock_data(c);
    if (c->bad)
        return;
    env->has_clock = true;
    env->clockid = (int32_t)d.clockid;
    env->wall_ns = d.wall_ns;
    env->clock_ns = d.clock_ns;
}

/* A 32-bit perf overflows when it takes the seconds off and prints negative fractions; this is the right one.
 */
void show_clock_data(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    struct clock_data d = get_clock_data(c);
    if (c->bad)
        return;
    uint64_t wall = d.wall_ns / NSEC_PER_SEC, micros = d.wall_ns % NSEC_PER_SEC / 1000;
    const char *name = clock_name(d.clockid);
    text_printf(out, "# clockid: %s (%u)\n# reference time: ", name, d.clockid);
    date_text(out, (int64_t)wall, ' ');
    text_printf(out, ".%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64 " (%s)\n",
                micros, wall, micros, d.clock_ns / NSEC_PER_SEC, d.clock_ns % NSEC_PER_SEC, name);
}
