/*
 * perfdata: the state of an open perf.data, for all folders of formats/perf. Code outside of formats/perf uses
 * only the `struct capture` in it (open.h) and the header features (feature.h).
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_PERFDATA_H
#define PERFOLIO_FORMATS_PERF_FILE_PERFDATA_H

#include "core/base/cur.h"
#include "core/base/idmap.h"
#include "core/base/arena.h"
#include "core/base/file/file.h"
#include "core/model/capture.h"
#include "formats/perf/file/simpleperf_file.h"
#include "core/model/record.h"

/* Call chains that OpenHarmony's recorder (developtools_hiperf, include/unique_stack_table.h) stores once
   for all samples that have them. Each process has a tree whose entries lead from an address to its
   caller. A sample has the number of its innermost entry. The chains are written out when the capture is
   opened. A chain that is the tail of a longer one shares its words. */

/* The most words of all chains together; further chains are lost. */
enum { HIPERF_WORDS_MOST = 1 << 23 };

struct hiperf_stack_node {
    uint64_t value; /* as recorded: address, number of the caller, whether it is in the kernel */
    uint32_t up;    /* index of the caller in `v` + 1; 0: none */
    uint32_t depth; /* number of words of its chain; 0: not yet known */
    uint32_t at;    /* index in `words` of the first word; UINT32_MAX: the chain is lost */
    bool has_callee;
};

struct hiperf_stacks {
    struct hiperf_stack_node *v;
    size_t n, cap;
    struct idmap of; /* pid and number -> index in v + 1 */
    uint8_t *words;  /* addresses, innermost first, and context markers, as in samples */
};

/* Reads the tables of all processes and writes out their chains. Returns how many entries have a missing
   caller, are on a cycle of callers, or have no room for their chain. `c` is bad if the bytes end too
   early; entries that were read before stay. */
size_t hiperf_stacks_read(struct hiperf_stacks *s, struct cur *c);

/* The chain for the id that a sample of a process has instead of a chain; empty: the id is unknown. */
struct span hiperf_stack(const struct hiperf_stacks *s, int32_t pid, uint64_t id);

void hiperf_stacks_free(struct hiperf_stacks *s);

enum { PERF_FEATURES = 256 }; /* bits of the header's feature bitmap (perf.data-file-format.txt) */

/* A header feature: its bytes as stored in the file (or in the HEADER_FEATURE record of a pipe). */
struct feature_bytes {
    bool present;
    bool bad;      /* its bytes could not be read, at least in part */
    uint64_t at;   /* file offset of the first byte */
    struct span s; /* owned by the arena */
};

/* A stretch of records: the data section of a file, a pipe stream, one file of a directory. */
struct stretch {
    struct file *file;
    uint64_t at, size;
};

/* The number of samples, the times of the first and the last sample in ns (first > last: no sample has a
   time), and the number of samples without a time. */
struct sample_times {
    uint64_t n, first, last, untimed;
};

#define SAMPLE_TIMES_NONE                                                                                    \
    {                                                                                                        \
        0, UINT64_MAX, 0, 0                                                                                  \
    }

/* Counts a sample with this time; 0: no time. Sums of off-CPU time (OFF_CPU_TIMESTAMP) have no moment. */
static inline void sample_times_count(struct sample_times *t, uint64_t time)
{
    t->n++;
    t->untimed += !time || time >= OFF_CPU_TIMESTAMP;
    if (time >= OFF_CPU_TIMESTAMP)
        return;
    if (time && time < t->first)
        t->first = time;
    if (time > t->last)
        t->last = time;
}

/* Adds the samples of another struct sample_times. */
static inline void sample_times_add(struct sample_times *t, const struct sample_times *seen)
{
    t->n += seen->n;
    t->untimed += seen->untimed;
    if (seen->first < t->first)
        t->first = seen->first;
    if (seen->last > t->last)
        t->last = seen->last;
}

struct perfdata {
    /* is the first member, so a pointer to the capture is a pointer to the perfdata */
    struct capture capture;
    struct arena arena;
    struct file *files;
    size_t nfiles;
    struct stretch *stretches;
    size_t nstretches;
    uint32_t version; /* 1: PERFFILE, 2: PERFILE2 */
    uint64_t header_size, attr_size, attrs_at, attrs_size, event_types_at, event_types_size;
    uint64_t features_at;            /* offset of the table of features: data_at + data_size */
    bool feature_set[PERF_FEATURES]; /* the header says that it has the feature */
    struct feature_bytes features[PERF_FEATURES];
    struct span tracing; /* tracing data of a pipe or of simpleperf; owned by the arena */
    struct event_type {
        uint64_t config;
        const char *name;
    } * event_types; /* in old captures: the event_types section and HEADER_EVENT_TYPE records */
    size_t nevent_types, cap_event_types;
    /* the header says that the records have size 0; recorders set the size when they end */
    bool unfinished;
    bool legacy;         /* a pipe of perf 3.3 or before (pipe.c) */
    bool attrs_seen;     /* an ATTR record was read */
    struct span index;   /* of a capture in a folio, until it was walked (record_index.h); mapped */
    struct pass2 *pass2; /* walk.c */
    struct simpleperf simpleperf;
    struct hiperf_stacks stacks; /* chains of samples that have a number instead; words NULL: none */
    bool hiperf;                 /* hiperf made the recording */
};

static inline struct perfdata *perfdata_of(struct capture *c)
{
    return (struct perfdata *)c;
}

static inline const struct perfdata *perfdata_of_const(const struct capture *c)
{
    return (const struct perfdata *)c;
}

/* The two passes over the records, as core/model/capture.h declares them (walk.c). */
extern const struct capture_ops perfdata_ops;

/* The file of a capture; for a directory the file with the header. Valid until the capture is closed. */
const struct file *perfdata_file(const struct capture *c);

/* Sets an event's name, which is copied. */
void perfdata_name_event(struct capture *c, uint32_t index, const char *name);

/* Adds an event with its recorded name; NULL: with the name that perf makes up from the attr. */
struct event *perfdata_add_event(struct perfdata *p, const struct attr *a, const char *name);

/* Adds a build-id, whose path is copied. */
void perfdata_add_build_id(struct perfdata *p, struct env_build_id b);

/* Copies bytes; the copy lives as long as the capture. */
struct span perfdata_copy_bytes(struct perfdata *p, struct span s);

/* Reads n bytes of the file into memory that lives as long as the capture. Empty: the file does not have
   all of them; if `e` is set, they cannot be read. */
struct span perfdata_section(struct perfdata *p, uint64_t at, uint64_t n, struct err *e);

/* Names of events by `config` in captures of perf 3.x and before; NULL: `config` has none. */
void perfdata_add_event_type(struct perfdata *p, uint64_t config, const char *name);
const char *perfdata_event_type(const struct perfdata *p, uint64_t config);

/* Counts the losses that LOST and LOST_SAMPLES records report, each loss once. When a buffer is full, the
   kernel counts twice. It counts for the buffer, which a LOST record reports as soon as there is room
   again. Since 6.0 it also counts for the event (PERF_FORMAT_LOST), which perf record reads when it ends
   and writes as LOST_SAMPLES. The count for the event is never smaller than the count for the buffer: it
   includes losses after the last LOST record, and samples that some CPUs drop without a buffer.
   LOST_SAMPLES records from the kernel itself count samples that never reached a buffer (PEBS).
   (kernel/events/ring_buffer.c, __perf_output_begin(); tools/perf/builtin-record.c,
   record__read_lost_samples(); arch/x86/events/intel/ds.c) */

struct losses {
    struct losses_sum {
        uint64_t n, first_at; /* number of lost samples, and offset of the first record that reports some */
    } counted, unsure; /* counted: by perf record when it ended; unsure: by perf record or by the kernel */
};

/* Takes a LOST or LOST_SAMPLES record. `l` starts as zeros and must get all such records of a capture. */
void losses_see(struct losses *l, struct capture *c, const struct record *r);

/* After the last record: adds the losses that no LOST record reported to the capture's problems. */
void losses_finish(const struct losses *l, struct capture *c);

#endif
