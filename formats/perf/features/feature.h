/*
 * feature: the features of the header. feature.c has a row for each feature: its bit, its name, how it is
 * read into the capture, how it is shown. HEADER_FEATURE records of a pipe contain the same bytes and are
 * read in the same way.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_H
#define PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_H

#include "core/base/text.h"
#include "formats/perf/file/perfdata.h"

/* What perf writes for the name of a group of events that has none. */
#define ANONYMOUS_GROUP "{anon_group}"

/* Reads p->features[bit] into the capture (env, event names, groups). A feature that cannot be read is
   counted as a problem; values that were read before the damage stay. */
void feature_read(struct perfdata *p, unsigned bit);

/* Whether all fields of a feature that was read fit into its bytes, with values that they can have, so that perf reads it, too.
   Of an unknown feature, and of tracing data, the bytes are not looked at. */
bool feature_is_sound(const struct perfdata *p, unsigned bit);

/* Appends the bytes of the feature EVENT_DESC, which was read, with its descriptions in the order of the events: events whose own
   attrs were lost are the last. */
void feature_events_in_order(const struct perfdata *p, struct text *out);

/* Calls see() for each line that `perf report --header-only` (`full`: with -I) prints after "# ", except
   "captured on", which is the modification time of the file. see() gets NULL for each rule ("# ====") that
   perf prints: the first rule begins the header, the second ends it. For a pipe the second rule comes
   before all features. */
void features_show(const struct capture *c, bool full, void (*see)(void *arg, const char *line), void *arg);

/* Appends the output of `perf evlist [-v|-F|-g]`, including its hint about tracepoints: "cpu-clock";
   `verbose`: "cpu-clock: type: 1, size: 128, ..."; else `freq`: "cpu-clock: sample_freq=250" (or
   sample_period); `group`: "{cycles,instructions}" for each group. */
void features_events_show(const struct capture *c, bool verbose, bool freq, bool group, struct text *out);

/* The tracing data, which describe the recorded machine's tracepoints (core/model/trace.h); empty: not
   recorded. Those of a pipe are known only after the pipe was walked. */
struct span feature_tracing(const struct capture *c);

/* A function that the kernel compiled from a BPF program, with its code, from BPF_PROG_INFO; borrowed from the capture. */
struct feature_bpf_function {
    uint64_t avma;       /* the function's first address */
    struct span code;    /* never empty */
    struct span tags[2]; /* the function's tag, and the program's; empty: not recorded */
};

/* Calls see() for each such function. The functions of a pipe are known only after the pipe was walked. */
void feature_bpf_functions(const struct capture *c,
                           void (*see)(void *arg, const struct feature_bpf_function *f), void *arg);

/* Calls see() for each line of the header that `perfolio dump` prints (header_show.c): the container, its
   sections, then each event and each feature. A pipe stream has events and features in records, so it must
   be walked first. */
void features_header_show(const struct capture *c, void (*see)(void *arg, const char *line), void *arg);

/* The name of a feature as perf spells it (HOSTNAME...); NULL: the bit is unknown. */
const char *feature_name(unsigned bit);

#endif
