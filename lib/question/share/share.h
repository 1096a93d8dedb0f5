/* share: what commands that write captures have in common: where they may write, and what they answer. */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_SHARE_H
#define PERFOLIO_LIB_QUESTION_SHARE_SHARE_H

#include "core/base/file/output.h"
#include "lib/question/common/common.h"

// clang-format off
/* The rows of the options that choose a part of a capture; `filter`, `filters` and `events` are members of
   OPTS, or of its member that is named with a dot. */
#define SHARE_FILTER_ROWS(in) \
    OPT("time", 0, TEXT, in filters.time, "RANGE", "only samples in START,STOP (seconds), in N%/M or in A%-B%"), \
    OPT("pid", 0, NUMBERS, in filter.pids, "PID,...", "only these processes"), \
    OPT("tid", 0, NUMBERS, in filter.tids, "TID,...", "only these threads"), \
    OPT("comms", 'c', WORDS, in filter.comms, "NAME,...", "only these commands"), \
    OPT("cpu", 'C', NUMBERS, in filter.cpus, "1,3-5", "only these CPUs"), \
    OPT("event", 'e', WORDS, in events, "NAME,...", "only samples of these events")
// clang-format on

/* What was written, of what there was. */
struct share_sums {
    uint64_t bytes; /* of the new file */
    uint64_t samples, samples_before;
    uint64_t records, records_before; /* other than samples */
    uint64_t damaged;                 /* records that could not be read, and were left out */
};

/* Whether the options allow to write: an output is named, and it is none of the inputs. False after printing why not. */
bool share_prepare(const char *command, const struct common_opts *o, const char *output, struct outlet *err);

/* Whether a key file and the output are different files, and the key file is no input. False after printing why not.
   `option` names the key file. */
bool share_key_is_apart(const char *command, const struct common_opts *o, const char *output,
                        const char *option, const char *key, struct outlet *err);

/* Whether the output may be written to: a capture is not written to a terminal. False after printing why not. */
bool share_may_write(const char *command, const char *output, const struct outlet *out, struct outlet *err);

/* Begins the output, for the owner alone, if the file there may be replaced by a capture. False with `e` set. */
bool share_open(struct output *out, const struct common_opts *o, const char *path, struct err *e);

/* Adds what was written to an answer. */
struct rows;
void share_facts(struct rows *r, const char *output, const struct share_sums *sums);

/* Says what was written, on standard error if the capture is on standard output, and the problems of the session. */
void share_answer(const char *command, const struct session *s, const struct common_opts *o,
                  const char *output, const struct share_sums *sums, const struct problems *problems,
                  struct outlet *out, struct outlet *err);

#endif
