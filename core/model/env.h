/*
 * env: facts about the machine that recorded, from the capture. Texts live as long as the capture; NULL or 0: not
 * recorded. Header features that are not here are read through formats/perf/features/feature.h.
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

/* size of a build-id as text, with its NUL */
enum { BUILD_ID_HEX = 2 * sizeof(((struct build_id *)0)->bytes) + 1 };

struct env_build_id { /* a row of the header's build-id table (HEADER_BUILD_ID) or a BUILD_ID record */
    int32_t pid;      /* pid of the guest's virtual machine; -1: the host */
    uint16_t misc;    /* cpumode */
    struct build_id id;
    const char *path;
};

struct env_fact { /* another fact that the recorder stored, in its words (simpleperf, META_INFO) */
    const char *key, *value;
};

/* the topology of a CPU; dies are numbered within their socket, cores within their die */
struct env_cpu {
    int32_t socket, die, core, node; /* -1: unknown (never for `die`) */
};

struct env {
    const char *hostname, *release, *version, *arch_name, *cpudesc, *cpuid;
    uint32_t cpus_online, cpus_available;
    uint64_t total_mem_kb;
    const char **cmdline;
    size_t ncmdline;
    const struct arch *arch; /* found by arch_name, E_MACHINE or the capture's word size; NULL: unknown */
    struct env_build_id *build_ids;
    size_t nbuild_ids, cap_build_ids;
    struct env_fact *facts; /* in file order */
    size_t nfacts, cap_facts;
    struct env_cpu *cpus; /* cpus[cpu], from CPU_TOPOLOGY and NUMA_TOPOLOGY */
    size_t ncpus;
    bool has_nodes;                 /* whether NUMA_TOPOLOGY was recorded */
    uint64_t first_time, last_time; /* SAMPLE_TIME feature, ns; 0, 0: not recorded */
    bool has_clock;                 /* whether CLOCK_DATA was recorded */
    int32_t clockid;
    uint64_t wall_ns, clock_ns;
};

/* The source of the time of day of records. The modification time of the file is not used. Times of day are ns since
   1970, UTC. */
enum env_wall_source {
    ENV_WALL_UNKNOWN,
    ENV_WALL_CLOCK_DATA, /* perf record -k stores, when it begins, one moment by both clocks */
    ENV_WALL_CLOCK,      /* the recording's clock is CLOCK_REALTIME (perf record -k realtime) */
    ENV_WALL_RECORDER,   /* simpleperf's META_INFO: when the recording ended, to the second */
};

struct env_wall {
    enum env_wall_source source;
    uint64_t wall_ns,
        /* the same moment by the wall clock and by the recording's clock; for ENV_WALL_RECORDER only the
           wall clock */
        clock_ns;
};

struct events;
struct env_wall env_wall_clock(const struct env *env, const struct events *events);

/* The time of day, in ns since 1970, at `time` of the recording's clock. Not for ENV_WALL_UNKNOWN and
   ENV_WALL_RECORDER. */
static inline int64_t env_wall_at(const struct env_wall *w, uint64_t time)
{
    return (int64_t)(w->wall_ns + (time - w->clock_ns)); /* the difference may be negative */
}

#endif
