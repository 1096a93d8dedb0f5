/*
 * record: a decoded record. Its strings and spans are borrowed from the block that contains the record, and
 * are valid until the next block is read; copy them to keep them. Names and numbers are those of
 * linux/perf_event.h (enum perf_event_type) and of tools/lib/perf/include/perf/event.h (enum
 * perf_user_event_type).
 */
#ifndef PERFOLIO_CORE_MODEL_RECORD_H
#define PERFOLIO_CORE_MODEL_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/sort_by.h"
#include "core/model/env.h"

// clang-format off
enum record_type {
    PERF_RECORD_MMAP = 1, PERF_RECORD_LOST, PERF_RECORD_COMM, PERF_RECORD_EXIT, PERF_RECORD_THROTTLE,
    PERF_RECORD_UNTHROTTLE, PERF_RECORD_FORK, PERF_RECORD_READ, PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2,
    PERF_RECORD_AUX, PERF_RECORD_ITRACE_START, PERF_RECORD_LOST_SAMPLES, PERF_RECORD_SWITCH,
    PERF_RECORD_SWITCH_CPU_WIDE, PERF_RECORD_NAMESPACES, PERF_RECORD_KSYMBOL, PERF_RECORD_BPF_EVENT,
    PERF_RECORD_CGROUP, PERF_RECORD_TEXT_POKE, PERF_RECORD_AUX_OUTPUT_HW_ID, PERF_RECORD_CALLCHAIN_DEFERRED,
    PERF_RECORD_KERNEL_END,
    PERF_RECORD_HEADER_ATTR = 64, PERF_RECORD_HEADER_EVENT_TYPE, PERF_RECORD_HEADER_TRACING_DATA,
    PERF_RECORD_HEADER_BUILD_ID, PERF_RECORD_FINISHED_ROUND, PERF_RECORD_ID_INDEX, PERF_RECORD_AUXTRACE_INFO,
    PERF_RECORD_AUXTRACE, PERF_RECORD_AUXTRACE_ERROR, PERF_RECORD_THREAD_MAP, PERF_RECORD_CPU_MAP,
    PERF_RECORD_STAT_CONFIG, PERF_RECORD_STAT, PERF_RECORD_STAT_ROUND, PERF_RECORD_EVENT_UPDATE,
    PERF_RECORD_TIME_CONV, PERF_RECORD_HEADER_FEATURE, PERF_RECORD_COMPRESSED, PERF_RECORD_FINISHED_INIT,
    PERF_RECORD_COMPRESSED2, PERF_RECORD_BPF_METADATA, PERF_RECORD_SCHEDSTAT_CPU, PERF_RECORD_SCHEDSTAT_DOMAIN,
    PERF_RECORD_USER_END,
    /* + feature bit; does not occur in files: see formats/perf/pipe.c */
    PERF_RECORD_LEGACY_FEATURE = 0x40000000,
};
// clang-format on

#define PERF_RECORD_MISC_CPUMODE_MASK     7u
#define PERF_RECORD_MISC_KERNEL           1u
#define PERF_RECORD_MISC_USER             2u
#define PERF_RECORD_MISC_HYPERVISOR       3u
#define PERF_RECORD_MISC_GUEST_KERNEL     4u
#define PERF_RECORD_MISC_GUEST_USER       5u
#define PERF_RECORD_MISC_MMAP_DATA        (1u << 13)
#define PERF_RECORD_MISC_COMM_EXEC        (1u << 13)
#define PERF_RECORD_MISC_FORK_EXEC        (1u << 13)
#define PERF_RECORD_MISC_LOST_SAMPLES_BPF (1u << 15)
#define PERF_RECORD_MISC_SWITCH_OUT       (1u << 13)
#define PERF_RECORD_MISC_SWITCH_PREEMPT   (1u << 14)
#define PERF_RECORD_MISC_MMAP_BUILD_ID    (1u << 14)
#define PERF_RECORD_MISC_BUILD_ID_SIZE    (1u << 15)

#define PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER 1u

/* Call chain entries from this value on are context markers, not addresses (linux/perf_event.h, enum
   perf_callchain_context). */
#define PERF_CONTEXT_HV            ((uint64_t)-32)
#define PERF_CONTEXT_KERNEL        ((uint64_t)-128)
#define PERF_CONTEXT_USER          ((uint64_t)-512)
#define PERF_CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define PERF_CONTEXT_GUEST         ((uint64_t)-2048)
#define PERF_CONTEXT_GUEST_KERNEL  ((uint64_t)-2176)
#define PERF_CONTEXT_GUEST_USER    ((uint64_t)-2560)
#define PERF_CONTEXT_MAX           ((uint64_t)-4095)

/* A moment. Moments are ordered by time, then by position in the capture. Records without a time have the
   time 0, so that they take effect at the start of the recording. */
struct when {
    uint64_t time; /* ns of the capture's clock */
    uint64_t seq;  /* position in the capture, ascending */
};

/* A moment later than all others. */
#define WHEN_NEVER ((struct when){ UINT64_MAX, UINT64_MAX })

static inline bool when_before(struct when a, struct when b)
{
    if (a.time != b.time)
        return a.time < b.time;
    return a.seq < b.seq;
}

static inline bool when_within(struct when when, struct when from, struct when until)
{
    return !when_before(when, from) && when_before(when, until);
}

/* Compares elements that begin with a struct when, for sort_by(); `arg` is unused. */
static inline int when_compare(const void *a, const void *b, const void *arg UNUSED)
{
    const struct when *x = a, *y = b;
    if (when_before(*x, *y))
        return -1;
    return when_before(*y, *x);
}

/* How many of n elements of `size` bytes are not after `when`. Each element begins with a struct when, and the elements
   are sorted by it. */
static inline size_t when_count_until(const void *v, size_t n, size_t size, struct when when)
{
    size_t low = 0;
    BISECT(low, n, i, !when_before(when, *(const struct when *)(const void *)((const char *)v + i * size)));
    return low;
}

/* Kinds of namespaces, in the order of linux/perf_event.h (NET_NS_INDEX and on). */
enum { NAMESPACE_CGROUP = 6, NAMESPACE_KINDS };

static inline const char *namespace_name(uint64_t i)
{
    static const char *const names[NAMESPACE_KINDS] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
    if (i >= NAMESPACE_KINDS)
        return "?";
    return names[i];
}

/* The sample_id at the end of records other than samples. Fields that the event does not record are 0
   (cpu, pid: -1). */
struct sample_id {
    int32_t pid, tid;
    uint64_t time, id, stream_id;
    uint32_t cpu;
    uint32_t has; /* PERF_SAMPLE_TID, TIME, ID (also for IDENTIFIER), STREAM_ID, CPU */
};

struct record {
    uint32_t type;
    uint16_t misc;
    /* file offset of its header; in a capture directory `when.seq` says in which file */
    uint64_t at;
    struct when when;
    struct span bytes; /* the whole record, including its header */
    enum byte_order order;
    struct sample_id id;
    union {
        struct {
            int32_t pid, tid;
            uint64_t start, len, pgoff;
            uint32_t maj, min, prot, flags;
            uint64_t ino, ino_generation;
            struct build_id build_id;
            const char *filename;
            bool is_data;
        } mmap; /* MMAP, MMAP2 */
        struct {
            int32_t pid, tid;
            const char *comm;
            bool exec;
        } comm;
        struct {
            int32_t pid, ppid, tid, ptid;
            uint64_t time;
        } task; /* FORK, EXIT */
        struct {
            uint64_t id, lost;
        } lost; /* LOST, LOST_SAMPLES (id 0) */
        struct {
            uint64_t time, id, stream_id;
        } throttle;
        struct {
            int32_t pid, tid;
            struct span values;
        } read;
        struct {
            uint64_t offset, size, flags;
        } aux;
        struct {
            int32_t pid, tid;
        } itrace_start;
        struct {
            int32_t other_pid, other_tid; /* for SWITCH_CPU_WIDE only */
            bool out;
        } context_switch;
        struct {
            int32_t pid, tid;
            uint64_t n;
            struct span links; /* n x {u64 dev, u64 ino} */
        } namespaces;
        struct {
            uint64_t addr;
            uint32_t len;
            uint16_t kind, flags;
            const char *name;
        } ksymbol;
        struct {
            uint16_t kind, flags;
            uint32_t id;
            struct span tag;
        } bpf_event;
        struct {
            uint64_t id;
            const char *path;
        } cgroup;
        struct {
            uint64_t addr;
            struct span old_bytes, new_bytes;
        } text_poke;
        struct {
            uint64_t hw_id;
        } aux_output;
        struct {
            uint64_t cookie, n;
            struct span ips;
        } deferred;
        struct {
            uint64_t id;
            int32_t cpu, thread; /* thread: index in the THREAD_MAP */
            uint64_t value, enabled, running;
        } stat;
        struct {
            uint64_t n;
            struct span terms; /* n x {u64 tag, u64 value} */
        } stat_config;
        struct {
            uint64_t kind, time;
        } stat_round;
        struct {
            uint64_t n;
            struct span threads; /* n x {u64 pid, char comm[16]} */
        } thread_map;
        struct {
            uint64_t n;
            struct span ids;    /* n x {u64 id, u64 idx, s64 cpu, s64 tid} */
            struct span guests; /* empty, or n x {u64 pid of the virtual machine (0: the host), u64 vcpu}:
                                   record_guest() */
        } id_index;
        struct env_build_id build_id;
        struct {
            uint64_t size, offset, reference;
            uint32_t idx, tid, cpu;
        } auxtrace; /* `size` bytes of payload follow the record */
    };
};

/* Entry i of an ID_INDEX: the event with this `id` belongs to the virtual machine `pid` (0: the host) and
   its `vcpu`. False: there are fewer entries of this kind. */
struct record_guest {
    uint64_t id;
    uint32_t pid, vcpu;
};

static inline bool record_guest(const struct record *r, size_t i, struct record_guest *g)
{
    const struct span ids = r->id_index.ids, of = r->id_index.guests;
    if (i >= of.n / 16 || i >= ids.n / 32)
        return false;
    *g = (struct record_guest){ .id = load_u64(ids.p + i * 32, r->order),
                                .pid = (uint32_t)load_u64(of.p + i * 16, r->order),
                                .vcpu = (uint32_t)load_u64(of.p + i * 16 + 8, r->order) };
    return true;
}

/* The size of the cache of ids in struct sample. An event has an id for each CPU, and samples of several CPUs alternate. */
enum { EVENTS_FOUND = 16 };

/* One PERF_RECORD_SAMPLE. */
struct sample {
    const struct event *event;
    struct event_found {
        uint64_t id;
        const struct event *event; /* NULL: unused */
        /* a cache of the ids that were looked up last; unused if there is only one event */
    } found[EVENTS_FOUND];
    uint64_t has; /* the event's sample_type, without unknown bits */
    uint16_t misc;
    enum byte_order order;
    uint64_t at;
    struct when when;
    int32_t pid, tid;
    uint32_t cpu;
    uint64_t ip, addr, id, stream_id, period;
    /* The first field of variable length and all fields after it. They are zero unless `has` says that
       they were recorded. */
    struct span read; /* the read_format block, undecoded */
    uint64_t nchain;
    struct span chain; /* nchain u64 */
    struct span raw;
    uint64_t nbranches, branch_hw_index;
    struct span branches; /* nbranches x {from, to, flags} */
    struct span branch_counters;
    uint64_t user_abi;
    struct span user_regs;
    struct span user_stack;   /* the dumped bytes of the stack */
    uint64_t user_stack_size; /* number of bytes that the kernel wrote (dyn_size) */
    uint64_t weight;          /* WEIGHT, or the low 32 bits of WEIGHT_STRUCT */
    uint16_t weight2, weight3;
    uint64_t data_src, transaction;
    uint64_t intr_abi;
    struct span intr_regs;
    uint64_t phys_addr, cgroup, data_page_size, code_page_size;
    struct span aux;
};

/* Word i of an array in a sample, such as the registers; 0: the array is shorter. */
static inline uint64_t sample_word(const struct sample *s, struct span words, size_t i)
{
    if (i >= words.n / 8)
        return 0;
    return load_u64(words.p + i * 8, s->order);
}

#endif
