/*
 * problem: something wrong that does not stop the work. The code that notices a problem counts it, and every result
 * shows the counts; no output format can leave them out. PROBLEM_LIST defines the enum, the names in JSON and the
 * sentences.
 */
#ifndef PERFOLIO_CORE_BASE_PROBLEM_H
#define PERFOLIO_CORE_BASE_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

/* name, key (stable, for --json), sentence after the count 1, sentence after other counts */
#define PROBLEM_LIST(X)                                                                                      \
    X(LOST_EVENTS, "lost-events", "event was lost while recording (LOST records)",                           \
      "events were lost while recording (LOST records)")                                                     \
    X(LOST_SAMPLES, "lost-samples",                                                                          \
      "sample was lost while recording (LOST_SAMPLES records; LOST records do not include it)",              \
      "samples were lost while recording (LOST_SAMPLES records; LOST records do not include them)")          \
    X(LOST_PERHAPS, "lost-perhaps",                                                                          \
      "sample was lost while recording (LOST_SAMPLES records; LOST records may include it)",                 \
      "samples were lost while recording (LOST_SAMPLES records; LOST records may include them)")             \
    X(DROPPED_SAMPLES, "dropped-samples", "sample was dropped by a filter of the recorder",                  \
      "samples were dropped by a filter of the recorder")                                                    \
    X(MISSING_STREAM, "missing-streams", "data file of the capture directory is missing",                    \
      "data files of the capture directory are missing")                                                     \
    X(DEFERRED, "deferred", "call chain lacks its user part: it was deferred, and never recorded",           \
      "call chains lack their user parts: they were deferred, and never recorded")                           \
    X(NO_STACK, "no-stack", "call chain that several samples share is missing or incomplete",                \
      "call chains that several samples share are missing or incomplete")                                    \
    X(UNKNOWN_CONTEXT, "unknown-contexts",                                                                   \
      "call chain has a context marker of an unknown kind; its frames after the marker are left out",        \
      "call chains have context markers of unknown kinds; their frames after the markers are left out")      \
    X(TRUNCATED, "truncated", "byte of the records could not be read",                                       \
      "bytes of the records could not be read")                                                              \
    X(UNFINISHED, "unfinished",                                                                              \
      "file has no header features: it was cut off, or its recorder did not finish it",                      \
      "files have no header features: they were cut off, or their recorders did not finish them")            \
    X(BAD_RECORD, "bad-records", "record was damaged and skipped", "records were damaged and skipped")       \
    X(UNKNOWN_RECORD, "unknown-records", "record of an unknown type was skipped",                            \
      "records of unknown types were skipped")                                                               \
    X(UNKNOWN_EVENT, "unknown-events", "record belongs to no event of the capture",                          \
      "records belong to no event of the capture")                                                           \
    X(UNKNOWN_BITS, "unknown-bits", "sample has unknown fields; the fields after them are not read",         \
      "samples have unknown fields; the fields after them are not read")                                     \
    X(BAD_FEATURE, "bad-features", "header feature could not be read", "header features could not be read")  \
    X(UNKNOWN_FEATURE, "unknown-features", "header feature of an unknown kind was skipped",                  \
      "header features of an unknown kind were skipped")                                                     \
    X(SAME_RECORDING, "same-recording", "capture is the same recording as another one: sums count it twice", \
      "captures are the same recordings as others: sums count them twice")                                   \
    X(BAD_INDEX, "bad-index", "index of a folio does not match its capture",                                 \
      "indexes of a folio do not match their captures")                                                      \
    X(BIGGER_ATTR, "bigger-attrs",                                                                           \
      "event attribute is longer than this program knows; the rest of it was ignored",                       \
      "event attributes are longer than this program knows; the rest of them was ignored")                   \
    X(BAD_COMPRESSION, "bad-compression", "compressed record could not be decompressed",                     \
      "compressed records could not be decompressed")                                                        \
    X(MID_STREAM, "mid-stream",                                                                              \
      "compressed record that is not read begins no compressed stream: a later part of "                     \
      "--switch-output, or damaged",                                                                         \
      "compressed records that are not read begin no compressed stream: a later part of "                    \
      "--switch-output, or damaged")                                                                         \
    X(UNPACKED_LIMIT, "unpacked-limit",                                                                      \
      "capture unpacks to more than is allowed, and its rest was not read (--max-unpacked)",                 \
      "captures unpack to more than is allowed, and their rest was not read (--max-unpacked)")               \
    X(THROTTLED, "throttled", "time the kernel throttled an event", "times the kernel throttled an event")   \
    X(NO_OBJECT, "no-object", "sample lies in an object that was not found",                                 \
      "samples lie in objects that were not found")                                                          \
    X(CALLER_NO_OBJECT, "caller-no-object", "caller lies in an object that was not found",                   \
      "callers lie in objects that were not found")                                                          \
    X(NO_SYMBOL, "no-symbol", "sample lies in an object that has no symbol at its address",                  \
      "samples lie in objects that have no symbol at their address")                                         \
    X(NOT_UNWOUND, "not-unwound", "sample has a stack dump that cannot be unwound: no registers are known",  \
      "samples have stack dumps that cannot be unwound: no registers are known")                             \
    X(UNWOUND_SHORT, "stack-too-short", "stack dump is too short to lead to the outermost frame",            \
      "stack dumps are too short to lead to the outermost frame")                                            \
    X(UNWOUND_NO_MAP, "stack-no-map", "stack dump leads to an address outside of every mapping",             \
      "stack dumps lead to addresses outside of every mapping")                                              \
    X(UNWOUND_NO_OBJECT, "stack-no-object", "stack dump leads to an object that was not found",              \
      "stack dumps lead to objects that were not found")                                                     \
    X(UNWOUND_NO_TABLE, "stack-no-table", "stack dump leads to an object without unwind tables",             \
      "stack dumps lead to objects without unwind tables")                                                   \
    X(UNWOUND_NO_RULE, "stack-no-rule", "stack dump leads to code that the unwind tables do not cover",      \
      "stack dumps lead to code that the unwind tables do not cover")                                        \
    X(UNWOUND_BAD_RULE, "stack-bad-rule",                                                                    \
      "stack dump leads to a frame for which the unwind tables are wrong",                                   \
      "stack dumps lead to frames for which the unwind tables are wrong")                                    \
    X(OPEN_WAIT, "open-waits", "wait is left out: it began before the recording, or did not end in it",      \
      "waits are left out: they began before the recording, or did not end in it")                           \
    X(UNTIMED_WAIT, "untimed-waits",                                                                         \
      "sum of waits is left out: it has no time; html, folded and speedscope have it",                       \
      "sums of waits are left out: they have no times; html, folded and speedscope have them")               \
    X(KERNEL_UNSAMPLED, "kernel-unsampled",                                                                  \
      "event does not sample the kernel, so time on the CPU in the kernel is missing",                       \
      "events do not sample the kernel, so time on the CPU in the kernel is missing")                        \
    X(IDLE_TRANSFORM, "idle-transforms",                                                                     \
      "option that changes stacks names a function or object that no stack has",                             \
      "options that change stacks name functions or objects that no stack has")                              \
    X(PATH_CUT, "paths-cut", "sample's call path is cut and ends in [other] (--max-paths)",                  \
      "samples' call paths are cut and end in [other] (--max-paths)")                                        \
    X(NO_TRACE, "no-trace", "sample of a tracepoint has data whose format the capture does not describe",    \
      "samples of tracepoints have data whose format the capture does not describe")                         \
    X(NO_CPU, "no-cpu", "scheduler event has an impossible CPU, and is left out",                            \
      "scheduler events have impossible CPUs, and are left out")                                             \
    X(OPEN_ROUND, "open-round", "count is not shown: the recorder did not finish its last round",            \
      "counts are not shown: the recorder did not finish its last round")                                    \
    X(NO_AGGREGATION, "no-aggregation", "way to add up counts needs data that the capture lacks",            \
      "aggregations of counts (such as per socket) need data that the capture lacks")                        \
    X(LEFT_OUT, "left-out", "row without a count was left out: there are too many of them",                  \
      "rows without a count were left out: there are too many of them")                                      \
    X(UNKNOWN_SYSCALL, "unknown-syscalls",                                                                   \
      "event is of a system call that is unknown on the recorded architecture; --complete shows it",         \
      "events are of system calls that are unknown on the recorded architecture; --complete shows them")     \
    X(UNLISTED_SYSCALL, "unlisted-syscalls",                                                                 \
      "event is of a system call that perf does not show on this architecture; --complete shows it",         \
      "events are of system calls that perf does not show on this architecture; --complete shows them")      \
    X(LATE, "late",                                                                                          \
      "record is out of time order in the file, and counts at the time of the later record before it",       \
      "records are out of time order in the file, and count at the time of the later records before them")   \
    X(NO_MAP, "no-map", "sample lies outside of every mapping", "samples lie outside of every mapping")      \
    X(BUILD_ID_DIFFERS, "build-id-differs",                                                                  \
      "object was refused: its build-id differs from the recorded one",                                      \
      "objects were refused: their build-id differs from the recorded one")                                  \
    X(OTHER_OBJECT, "other-object", "object was refused: it is not the one that was mapped",                 \
      "objects were refused: they are not the ones that were mapped")                                        \
    X(OTHER_KERNEL, "other-kernel", "kernel was refused: its addresses do not fit the recorded one",         \
      "kernels were refused: their addresses do not fit the recorded one")                                   \
    X(MODULE_ELSEWHERE, "module-elsewhere",                                                                  \
      "module's symbols were not used: the listing is of another boot, with the module at "                  \
      "another address",                                                                                     \
      "modules' symbols were not used: the listing is of another boot, with the modules at other "           \
      "addresses")                                                                                           \
    X(NAME_ONLY, "name-only",                                                                                \
      "object was matched by name only: no build-id proves that it is the recorded one",                     \
      "objects were matched by name only: no build-id proves that they are the recorded ones")               \
    X(REMAPPED, "remapped",                                                                                  \
      "anonymous mapping over an object's code is assumed to hold the same code, as with huge pages",        \
      "anonymous mappings over objects' code are assumed to hold the same code, as with huge pages")         \
    X(OTHER_SOURCE, "other-source",                                                                          \
      "source file was kept although its MD5 differs from the MD5 of the compiled version",                  \
      "source files were kept although their MD5 differs from the MD5 of the compiled version")              \
    X(WITHHELD_SOURCE, "withheld-source",                                                                    \
      "source file of this machine was not taken: nothing proves that it is the compiled version "           \
      "(--source-prefix FOLDER=FOLDER takes it)",                                                            \
      "source files of this machine were not taken: nothing proves that they are the compiled "              \
      "versions (--source-prefix FOLDER=FOLDER takes them)")                                                 \
    X(WITHHELD_FILE, "withheld-files",                                                                       \
      "file of this machine was not taken: no build-id proves that it is the recorded one, and "             \
      "not everyone may read it (--trust-paths takes it)",                                                   \
      "files of this machine were not taken: no build-id proves that they are the recorded ones, "           \
      "and not everyone may read them (--trust-paths takes them)")                                           \
    X(UNREAD_SOURCE, "unread-source", "source file could not be read", "source files could not be read")     \
    X(KEY_NOT_RECORDED, "key-not-recorded", "key of --sort needs data that no event recorded",               \
      "keys of --sort need data that no event recorded")                                                     \
    X(BAD_OBJECT, "bad-objects", "object was found but could not be used",                                   \
      "objects were found but could not be used")                                                            \
    X(LARGE_OBJECT, "large-objects",                                                                         \
      "object is too large for this host's address space, and a part of it was left out",                    \
      "objects are too large for this host's address space, and parts of them were left out")                \
    X(DEEP_FORKS, "deep-forks", "address look-up was given up: its chain of forks is too long",              \
      "address look-ups were given up: their chains of forks are too long")

enum problem_kind {
#define X(name, key, one, many) PROBLEM_##name,
    PROBLEM_LIST(X)
#undef X
        PROBLEM_COUNT
};

enum { PROBLEM_FIRST = 320 };

struct problems {
    struct {
        uint64_t n;
        uint64_t at; /* position in the capture of the problem that `first` describes; 0 with problem_add() */
        char first[PROBLEM_FIRST]; /* describes the first of the problems and its place; may be "" */
    } of[PROBLEM_COUNT];
};

/* Counts n problems of a kind. `fmt` describes the problem and where it is; only the first description is
   stored. */
void problem_add(struct problems *p, enum problem_kind kind, uint64_t n, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Like problem_add(), for workers that process parts of a capture in parallel. The description with the
   smallest `at` is stored, so that the result does not depend on the order of the workers. */
void problem_add_at(struct problems *p, enum problem_kind kind, uint64_t n, uint64_t at, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* Whether problem_add_at() would store the description of a problem at `at`: no problem of the kind was
   counted yet, or `at` is smaller than that of the stored description. `kind` is a PROBLEM_ constant + 1;
   0: no problem. */
static inline bool problem_goes_before(const struct problems *p, unsigned kind, uint64_t at)
{
    return kind && (!p->of[kind - 1].n || at < p->of[kind - 1].at);
}

/* Adds the counts of `from` to `into`. Of two descriptions of a kind the one with the smaller `at` is kept. */
void problems_merge(struct problems *into, const struct problems *from);

/* The stable name of a kind, for JSON: "lost-events". */
const char *problem_key(enum problem_kind kind);

/* The sentence that follows a count of n, in singular or plural. */
const char *problem_sentence(enum problem_kind kind, uint64_t n);

#endif
