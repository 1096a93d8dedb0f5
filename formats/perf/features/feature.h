/*
 * feature: the header's features: one row each in feature.c (bit, name, how it is read into the capture, how
 * it is shown). A pipe's HEADER_FEATURE records carry the same bytes and take the same way.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_H
#define PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_H

#include "core/base/text.h"
#include "formats/perf/file/perfdata.h"

/* Read a feature that stands in p->features into p->capture (env, event names, groups). A feature that cannot
   be read is counted as a problem and leaves what was read before it. */
void feature_read(struct perfdata *p, unsigned bit);

/* Have see() look at the lines of all features as `perf report --header-only` has them behind "# ", `full` as with -I; only
   what speaks of the capture (the line "captured on", which is the file's modification time, is left out). NULL: there a rule is
   drawn: the first one begins the header, the second one ends it, of a pipe before any feature. */
void features_show(const struct capture *c, bool full, void (*see)(void *arg, const char *line), void *arg);

/* The whole of `perf evlist [-v|-F|-g]`, with its hint when there are tracepoints: "cpu-clock", with `verbose`
   "cpu-clock: type: 1, size: 128, ...", else with `freq` "cpu-clock: sample_freq=250" (or sample_period), or with
   `group` "{cycles,instructions}" for each group. */
void features_events_show(const struct capture *c, bool verbose, bool freq, bool group, struct text *out);

/* What the recorded machine has of its tracepoints (core/model/trace.h), of a pipe once it was walked; empty
 * when there is nothing. */
struct span feature_tracing(const struct capture *c);

/* A function that the kernel made of a BPF program, with its code, as BPF_PROG_INFO has it; borrowed from the capture. */
struct feature_bpf_function {
    uint64_t avma;       /* where it began */
    struct span code;    /* never empty */
    struct span tags[2]; /* its own, and that of the whole program; empty: not recorded */
};

/* Have see() look at all of them, of a pipe once it was walked. */
void feature_bpf_functions(const struct capture *c,
                           void (*see)(void *arg, const struct feature_bpf_function *f), void *arg);

/* What the header states and where its parts stand, for `perfolio dump` (header_show.c): see() looks at
   lines: the container, its sections, a line per event and per feature that is there. Of a pipe stream, which has
   these things in records, as they are once it was walked. */
void features_header_show(const struct capture *c, void (*see)(void *arg, const char *line), void *arg);

/* A feature's name as perf spells it (HOSTNAME...), or NULL for an unknown bit. */
const char *feature_name(unsigned bit);

#endif
