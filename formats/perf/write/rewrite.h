/*
 * rewrite: writes a capture anew, record by record. The caller decides what becomes of each record, sample and
 * feature; compressed records are written uncompressed, and the files of a directory become one file. AUX area
 * traces are left out.
 */
#ifndef PERFOLIO_FORMATS_PERF_WRITE_REWRITE_H
#define PERFOLIO_FORMATS_PERF_WRITE_REWRITE_H

#include "core/base/file/output.h"
#include "core/base/text.h"
#include "formats/perf/write/perf_writer.h"

/* How a capture is written. All functions get `arg`. */
struct rewrite {
    void *arg;
    /* One attr for each event. */
    const struct attr *attrs;
    /* Appends what is written in place of a record other than a sample; nothing: the record is left out. `good`:
       its members could be read. */
    void (*record)(void *arg, const struct record *r, bool good, struct text *out);
    /* The same for a sample, whose bytes in the capture are `bytes`. Samples that cannot be decoded are left out. */
    void (*sample)(void *arg, const struct sample *s, struct span bytes, struct text *out);
    /* The bytes of a feature of the new capture; .present false: it has none. Only for files. */
    struct perf_writer_feature (*feature)(void *arg, unsigned bit);
    /* The tracing data of a pipe; empty: left out. */
    struct span (*tracing)(void *arg);
};

/* Whether all of a capture, which was walked, is within the limit of unpacked bytes: a part of it is not written as a
   capture. False with `e` set. */
bool rewrite_is_whole(const struct capture *c, struct err *e);

/* Writes a capture, which was walked, to an open output. Samples that cannot be decoded are counted in `problems`.
   False with `e` set. */
bool rewrite_capture(struct capture *c, const struct rewrite *how, struct output *out,
                     struct problems *problems, struct err *e);

/* Appends the record whose bytes are unchanged. */
void rewrite_copy(struct span bytes, struct text *out);

/* The same with the size of the bytes as the size of the record. */
void rewrite_record_copy(enum byte_order order, struct span bytes, struct text *out);

/* Whether a record belongs to an AUX area trace, or wraps compressed records: it is never written. */
bool rewrite_leaves(uint32_t type);

/* A feature as it is in the capture. Those that describe how records were stored (compressed, in a directory, the
   index of AUX area traces) are not present. */
struct perf_writer_feature rewrite_feature(const struct capture *c, unsigned bit);

/* Appends the feature SAMPLE_TIME, for samples from `first` to `last`, ns. */
enum { REWRITE_SAMPLE_TIME = 21 };
void rewrite_sample_time(enum byte_order order, uint64_t first, uint64_t last, struct text *out);

/* Append features that are made anew: a text; the events with their names, their attrs being `attrs`; the table of
   build-ids, whose paths path() replaces. */
enum {
    REWRITE_BUILD_ID = 2,
    REWRITE_HOSTNAME = 3,
    REWRITE_CMDLINE = 11,
    REWRITE_EVENT_DESC = 12,
    REWRITE_GROUP_DESC = 17
};
void rewrite_text(enum byte_order order, const char *s, struct text *out);
void rewrite_event_desc(const struct capture *c, const struct attr *attrs, const char *const *names,
                        struct text *out);
void rewrite_build_ids(const struct capture *c, const char *(*path)(void *arg, const char *s), void *arg,
                       struct text *out);

/* The same for the groups of events, whose names name() replaces; those of groups without a name stay. */
void rewrite_group_desc(const struct capture *c, const char *(*name)(void *arg, const char *s), void *arg,
                        struct text *out);

/* Whether a record of a pipe has the name of an event; appends it with the name that name() gives. */
bool rewrite_names_event(const struct record *r);
void rewrite_event_name(const struct record *r, const char *(*name)(void *arg, const char *s), void *arg,
                        struct text *out);

/* Appends a THREAD_MAP record, whose names of threads comm() replaces; 15 bytes of them fit. */
void rewrite_thread_map(const struct record *r, const char *(*comm)(void *arg, const char *s), void *arg,
                        struct text *out);

/* Appends the ATTR record of a pipe with another attr. */
void rewrite_attr_record(const struct record *r, const struct attr *a, struct text *out);

/* Appends the ATTR record of an event for a pipe. */
void rewrite_put_attr(enum byte_order order, const struct event *ev, struct text *out);

/* The bit of the feature that a record of a pipe has; PERF_FEATURES: it has none. */
unsigned rewrite_feature_of(const struct record *r);

/* Its bytes; the record has a feature. */
struct span rewrite_feature_bytes(const struct record *r);

/* Whether a pipe has a feature of files in other records, which perf does not find in a FEATURE record. */
bool rewrite_feature_is_of_file(unsigned bit);

/* Whether a record of a pipe ends its list of features. */
bool rewrite_ends_features(const struct record *r);

/* Appends the TRACING_DATA record of a pipe, and its data, padded to 8 bytes; nothing if there are no data. */
void rewrite_put_tracing(enum byte_order order, struct span data, struct text *out);

/* Appends a FEATURE record for a pipe. Nothing is appended if it would be larger than 65535 bytes. */
void rewrite_put_feature(enum byte_order order, unsigned bit, struct span bytes, struct text *out);

#endif
