/*
 * env: what the capture says about the machine that recorded it. Values are borrowed from the capture's
 * arena; NULL or 0 where it says nothing. Whoever wants another header feature reads it through
 * formats/perf/features/feature.h.
 */
#ifndef PERFOLIO_CORE_MODEL_ENV_H
#define PERFOLIO_CORE_MODEL_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"

struct build_id {
    uint8_t bytes[20]; /* an ELF NT_GNU_BUILD_ID of up to 20 bytes */
    uint8_t n;         /* 0: none */
};

enum { BUILD_ID_HEX = 2 * sizeof(((struct build_id *)0)->bytes) + 1 }; /* as text, with its NUL */

struct env_build_id { /* a row of the header's build-id table (HEADER_BUILD_ID) or a BUILD_ID record */
    int32_t pid;      /* of the guest machine; -1 for the host */
    uint16_t misc;    /* cpumode */
    struct build_id id;
    const char *path;
};

struct env_fact { /* what the recorder says besides, in its words (simpleperf, META_INFO) */
    const char *key, *value;
};

struct env_cpu { /* where a processor is; a die's number is of its socket, a core's of its die */
    int32_t socket, die, core, node; /* socket, core, node: -1: unknown */
};

struct env {
    const char *hostname, *release, *version, *arch_name, *cpudesc, *cpuid;
    uint32_t cpus_online, cpus_available;
    uint64_t total_mem_kb;
    const char **cmdline;
    size_t ncmdline;
    const struct arch *arch; /* found by arch_name, E_MACHINE or the bits of the capture; NULL if unknown */
    struct env_build_id *build_ids;
    size_t nbuild_ids, cap_build_ids;
    struct env_fact *facts; /* in the order of the capture */
    size_t nfacts, cap_facts;
    struct env_cpu *cpus; /* cpus[cpu], from CPU_TOPOLOGY and NUMA_TOPOLOGY */
    size_t ncpus;
    bool has_nodes;                 /* NUMA_TOPOLOGY */
    uint64_t first_time, last_time; /* SAMPLE_TIME feature, ns; 0, 0 when absent */
    bool has_clock;                 /* CLOCK_DATA */
    int32_t clockid;
    uint64_t wall_ns, clock_ns;
};

/* What time of day it was when something was recorded, by what the capture itself states; the time of its file is no such
   statement. ns since 1970, UTC. */
enum env_wall_source {
    ENV_WALL_UNKNOWN,
    ENV_WALL_CLOCK_DATA, /* one moment by both clocks, which perf record -k notes when it begins */
    ENV_WALL_CLOCK,      /* the recording's clock is CLOCK_REALTIME (perf record -k realtime) */
    ENV_WALL_RECORDER,   /* simpleperf's META_INFO: when it ended, to the second */
};

struct env_wall {
    enum env_wall_source source;
    uint64_t wall_ns,
        clock_ns; /* a moment by the wall and by the recording's clock; of ENV_WALL_RECORDER by the wall alone */
};

struct events;
struct env_wall env_wall_of(const struct env *env, const struct events *events);

/* The time of day at `time` of the recording's clock; not of ENV_WALL_UNKNOWN and ENV_WALL_RECORDER. */
static inline int64_t env_wall_at(const struct env_wall *w, uint64_t time)
{
    return (int64_t)(w->wall_ns + (time - w->clock_ns)); /* which may be of either sign */
}

#endif
