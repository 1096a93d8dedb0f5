#include "core/model/env.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/date.h"
#include "core/model/event.h"

enum { CLOCK_IS_REALTIME = 0 }; /* CLOCK_REALTIME, include/uapi/linux/time.h */

static bool is_by_the_wall(const struct events *es)
{
    for (uint32_t i = 0; i < es->n; i++)
        if (!attr_has(&es->v[i].attr, ATTR_USE_CLOCKID) || es->v[i].attr.clockid != CLOCK_IS_REALTIME)
            return false;
    return es->n;
}

/* The time at which the recording ended, in ns since 1970; 0: unknown. simpleperf's META_INFO contains it in seconds
   (cmd_record.cpp, DumpMetaInfoFeature()). */
static uint64_t recorder_ended(const struct env *env)
{
    for (size_t i = 0; i < env->nfacts; i++) {
        const char *s = env->facts[i].value;
        char *end;
        if (strcmp(env->facts[i].key, "timestamp") != 0)
            continue;
        errno = 0;
        const unsigned long long seconds = strtoull(s, &end, 10);
        const bool is_number = isdigit((unsigned char)*s) && !*end && !errno;
        if (is_number && seconds <= INT64_MAX / NSEC_PER_SEC)
            return seconds * NSEC_PER_SEC;
        return 0;
    }
    return 0;
}

struct env_wall env_wall_clock(const struct env *env, const struct events *events)
{
    if (env->has_clock && env->wall_ns) /* perf stat record writes zeros into the feature */
        return (struct env_wall){ ENV_WALL_CLOCK_DATA, env->wall_ns, env->clock_ns };
    if (is_by_the_wall(events))
        return (struct env_wall){ .source = ENV_WALL_CLOCK };
    const uint64_t ended = recorder_ended(env);
    return (struct env_wall){ ended ? ENV_WALL_RECORDER : ENV_WALL_UNKNOWN, ended, 0 };
}
