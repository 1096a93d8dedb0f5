/*
 * event: the events that were counted. `struct attr` is the decoded perf_event_attr (linux/perf_event.h),
 * with the kernel's field names. `struct event` adds more facts from the capture: name, ids and group.
 */
#ifndef PERFOLIO_CORE_MODEL_EVENT_H
#define PERFOLIO_CORE_MODEL_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/idmap.h"
#include "core/model/cpus.h"

/* PERF_SAMPLE_*: bits of sample_type in their order in a sample */
#define PERF_SAMPLE_IP             (UINT64_C(1) << 0)
#define PERF_SAMPLE_TID            (UINT64_C(1) << 1)
#define PERF_SAMPLE_TIME           (UINT64_C(1) << 2)
#define PERF_SAMPLE_ADDR           (UINT64_C(1) << 3)
#define PERF_SAMPLE_READ           (UINT64_C(1) << 4)
#define PERF_SAMPLE_CALLCHAIN      (UINT64_C(1) << 5)
#define PERF_SAMPLE_ID             (UINT64_C(1) << 6)
#define PERF_SAMPLE_CPU            (UINT64_C(1) << 7)
#define PERF_SAMPLE_PERIOD         (UINT64_C(1) << 8)
#define PERF_SAMPLE_STREAM_ID      (UINT64_C(1) << 9)
#define PERF_SAMPLE_RAW            (UINT64_C(1) << 10)
#define PERF_SAMPLE_BRANCH_STACK   (UINT64_C(1) << 11)
#define PERF_SAMPLE_REGS_USER      (UINT64_C(1) << 12)
#define PERF_SAMPLE_STACK_USER     (UINT64_C(1) << 13)
#define PERF_SAMPLE_WEIGHT         (UINT64_C(1) << 14)
#define PERF_SAMPLE_DATA_SRC       (UINT64_C(1) << 15)
#define PERF_SAMPLE_IDENTIFIER     (UINT64_C(1) << 16)
#define PERF_SAMPLE_TRANSACTION    (UINT64_C(1) << 17)
#define PERF_SAMPLE_REGS_INTR      (UINT64_C(1) << 18)
#define PERF_SAMPLE_PHYS_ADDR      (UINT64_C(1) << 19)
#define PERF_SAMPLE_AUX            (UINT64_C(1) << 20)
#define PERF_SAMPLE_CGROUP         (UINT64_C(1) << 21)
#define PERF_SAMPLE_DATA_PAGE_SIZE (UINT64_C(1) << 22)
#define PERF_SAMPLE_CODE_PAGE_SIZE (UINT64_C(1) << 23)
#define PERF_SAMPLE_WEIGHT_STRUCT  (UINT64_C(1) << 24)
#define PERF_SAMPLE_KNOWN          ((UINT64_C(1) << 25) - 1)

#define PERF_FORMAT_TOTAL_TIME_ENABLED 1u
#define PERF_FORMAT_TOTAL_TIME_RUNNING 2u
#define PERF_FORMAT_ID                 4u
#define PERF_FORMAT_GROUP              8u
#define PERF_FORMAT_LOST               16u

#define PERF_SAMPLE_BRANCH_CALL_STACK (UINT64_C(1) << 11)
#define PERF_SAMPLE_BRANCH_HW_INDEX   (UINT64_C(1) << 17)
#define PERF_SAMPLE_BRANCH_COUNTERS   (UINT64_C(1) << 19)

// clang-format off
/* The sample fields that come before all fields of variable length; each is one word. */
#define PERF_SAMPLE_FIXED                                                                                   \
    (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR |      \
     PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

/* Bits of attr.flags. They have the order of the bitfield in perf_event_attr, bit 0 first, on hosts of any
   byte order. */
enum attr_flag {
    ATTR_DISABLED, ATTR_INHERIT, ATTR_PINNED, ATTR_EXCLUSIVE, ATTR_EXCLUDE_USER, ATTR_EXCLUDE_KERNEL,
    ATTR_EXCLUDE_HV, ATTR_EXCLUDE_IDLE, ATTR_MMAP, ATTR_COMM, ATTR_FREQ, ATTR_INHERIT_STAT, ATTR_ENABLE_ON_EXEC,
    ATTR_TASK, ATTR_WATERMARK, ATTR_PRECISE_IP /* two bits */, ATTR_MMAP_DATA = 17, ATTR_SAMPLE_ID_ALL,
    ATTR_EXCLUDE_HOST, ATTR_EXCLUDE_GUEST, ATTR_EXCLUDE_CALLCHAIN_KERNEL, ATTR_EXCLUDE_CALLCHAIN_USER, ATTR_MMAP2,
    ATTR_COMM_EXEC, ATTR_USE_CLOCKID, ATTR_CONTEXT_SWITCH, ATTR_WRITE_BACKWARD, ATTR_NAMESPACES, ATTR_KSYMBOL,
    ATTR_BPF_EVENT, ATTR_AUX_OUTPUT, ATTR_CGROUP, ATTR_TEXT_POKE, ATTR_BUILD_ID, ATTR_INHERIT_THREAD,
    ATTR_REMOVE_ON_EXEC, ATTR_SIGTRAP, ATTR_DEFER_CALLCHAIN, ATTR_DEFER_OUTPUT,
};

enum { PERF_COUNT_SW_BPF_OUTPUT = 10 };
enum { PERF_TYPE_HARDWARE, PERF_TYPE_SOFTWARE, PERF_TYPE_TRACEPOINT, PERF_TYPE_HW_CACHE, PERF_TYPE_RAW,
       PERF_TYPE_BREAKPOINT };

struct attr {
    uint32_t type, size;
    uint64_t config, sample_period /* or sample_freq */, sample_type, read_format;
    uint64_t flags; /* bit i: enum attr_flag i */
    uint32_t wakeup_events /* or wakeup_watermark */, bp_type;
    uint64_t config1 /* or bp_addr */, config2 /* or bp_len */;
    uint64_t branch_sample_type, sample_regs_user;
    uint32_t sample_stack_user;
    int32_t clockid;
    uint64_t sample_regs_intr;
    uint32_t aux_watermark;
    uint16_t sample_max_stack;
    uint32_t aux_sample_size, aux_action;
    uint64_t sig_data, config3, config4;
};

// clang-format on
/* Whether the event is one of perf's software clocks, which count ns (PERF_COUNT_SW_CPU_CLOCK, _TASK_CLOCK). */
static inline bool attr_is_clock(const struct attr *a)
{
    return a->type == PERF_TYPE_SOFTWARE && a->config <= 1;
}

static inline bool attr_has(const struct attr *a, enum attr_flag f)
{
    return a->flags >> f & 1;
}

struct event {
    struct attr attr;
    /* the name in the capture or, if there is none, perf's name for the attr; never NULL */
    const char *name;
    bool is_named;          /* the name comes from the capture */
    const char *group_name; /* for a group's leader: name of the group; NULL: none */
    const char *unit;       /* NULL: not recorded */
    double scale;           /* factor from a count to `unit`; 1: not recorded */
    struct cpus cpus;       /* CPUs on which the event was counted; empty: all CPUs of the recording */
    uint64_t *ids;
    size_t nids;
    uint32_t leader;  /* index of the group's leader; the event's own index if it has no group */
    uint32_t members; /* for a group's leader: number of events in the group, including itself; else 0 */
    uint32_t fixed;   /* bytes of a sample before the first field of variable length */
    uint32_t time_at; /* offset of the time in a sample, if the event records it */
    uint64_t lost;    /* samples lost according to LOST_SAMPLES records */
};

/* perf record --off-cpu writes, at its end, samples with the off-CPU time that was not yet written (perf,
   util/bpf_off_cpu.c). They have no time: the time field is a number that counts from this value. */
#define OFF_CPU_TIMESTAMP (~UINT64_C(0) << 32)

/* Whether the event's samples are off-CPU times, which perf record --off-cpu computes. */
bool event_is_off_cpu(const struct event *ev);

/* The PERF_SAMPLE_* bits of the data in samples: sample_type, and for perf record --off-cpu also the
   fields in its raw data (perf, evsel__parse_sample(), since 6.16). */
static inline uint64_t event_sample_bits(const struct event *ev)
{
    uint64_t bits = ev->attr.sample_type;
    if (bits & PERF_SAMPLE_RAW && event_is_off_cpu(ev))
        bits |= PERF_SAMPLE_TID | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_CGROUP;
    return bits;
}

struct events {
    struct event *v;
    uint32_t n;
    size_t cap;
    /* Offset of the id in a sample, from the first event's sample_type. UINT32_MAX: samples have no id, or
       there is only one event, which needs no id. */
    uint32_t id_at;
    uint32_t time_at;   /* offset of the time in a sample if it is the same for all events; else UINT32_MAX */
    struct idmap by_id; /* PERF_FORMAT_ID value -> index + 1 */
};

/* events_add() appends an event; the result is valid until the next call. event_add_id() adds an id to the
   event with this index. */
struct event *events_add(struct events *es, const struct attr *a);
void event_add_id(struct events *es, uint32_t index, uint64_t id);

/* Finds an event by id; NULL: unknown. The id 0, and any id if there is only one event, mean the first event (perf,
   evlist__id2evsel). */
const struct event *events_find(const struct events *es, uint64_t id);
void events_free(struct events *es);

#endif
