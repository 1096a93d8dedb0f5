/*
 * feature: the features of the header, a row each in feature.c: bit, name, how it is read into the capture, how it is
 * shown. HEADER_FEATURE records of a pipe carry the same bytes and are read the same way.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_H
#define PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_H

#include "core/base/text.h"
#include "formats/perf/file/perfdata.h"

/* Reads p->features[bit] into p->capture (env, event names, groups). A feature that cannot be read is counted as a
   problem, and what it gave up to there stays. */
void feature_read(struct perfdata *p, unsigned bit);

/* Calls see() for each line that `perf report --header-only` prints behind "# " (`full`: with -I), except "captured on",
   which is the modification time of the file. see() gets NULL where perf draws a rule: the first begins the header, the
   second ends it, for a pipe before any feature. */
void features_show(const struct capture *c, bool full, void (*see)(void *arg, const char *line), void *arg);

/* Appends what `perf evlist [-v|-F|-g]` prints, its hint about tracepoints included: "cpu-clock"; `verbose`:
   "cpu-clock: type: 1, size: 128, ..."; else `freq`: "cpu-clock: sample_freq=250" (or sample_period); `group`:
   "{cycles,instructions}" for each group. */
void features_events_show(const struct capture *c, bool verbose, bool freq, bool group, struct text *out);

/* The tracing data, which describe the recorded machine's tracepoints (core/model/trace.h); empty: none. Those of a pipe
   are known once it was walked. */
struct span feature_tracing(const struct capture *c);

/* A function that the kernel compiled from a BPF program, with its code, from BPF_PROG_INFO; borrowed from the capture. */
struct feature_bpf_function {
    uint64_t avma;       /* where it began */
    struct span code;    /* never empty */
    struct span tags[2]; /* the function's tag, and the program's; empty: not recorded */
};

/* Calls see() for all of them; those of a pipe are known once it was walked. */
void feature_bpf_functions(const struct capture *c,
                           void (*see)(void *arg, const struct feature_bpf_function *f), void *arg);

/* Calls see() for each line that `perfolio dump` prints of the header (header_show.c): the container, its sections, then
   each event and each feature that is there. A pipe stream has them in records, so it has to be walked first. */
void features_header_show(const struct capture *c, void (*see)(void *arg, const char *line), void *arg);

/* The name of a feature as perf spells it (HOSTNAME...); NULL: the bit is unknown. */
const char *feature_name(unsigned bit);

#endif
