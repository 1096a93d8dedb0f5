/*
 * tracer: the private header of perfolio trace. core/replay/calls reports system calls and events. perfolio trace
 * selects some of them and writes them as lines like perf trace's, or as JSON.
 */
#ifndef PERFOLIO_LIB_QUESTION_TRACE_TRACER_H
#define PERFOLIO_LIB_QUESTION_TRACE_TRACER_H

#include "lib/options/filters.h"
#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "lib/options/stack_options.h"
#include "core/profile/places/stack.h"
#include "core/replay/calls/calls.h"

/* The words of -e. Words without a colon are names of calls: a call is shown if a word matches it or, if the list
   begins with '!', if no word does. Words with a colon are names of further tracepoints to show. */
struct call_names {
    char *text; /* owns the words */
    char **v;
    size_t n;
    size_t ncalls; /* number of first words that are names of calls; the remaining words are tracepoints */
    bool others;   /* the list begins with '!' */
};

struct trace_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct stack_opts stack;
    struct call_names names;
    struct numbers without; /* pids and tids of threads that are not shown */
    double duration;        /* ms */
    uint64_t max_events;
    enum calls_by by;
    char *output; /* NULL: standard output */
    bool summary, with_summary, full_time, no_comm, failures, errors, runtime, complete, calls, no_calls;
};

/* The state of the command. */
struct tracer {
    struct session *s;
    const struct trace_opts *o;
    struct calls calls;
    struct address_cache addresses;
    struct stacks stacks;
    struct filter_memory memory;
    struct text line;
    struct rows rows; /* events as JSON, and the summary */
    uint64_t lines;   /* number of lines printed so far */
};

/* names.c: trace_call_names_take() and _drop() are take() and drop() of the option -e. trace_call_names_match() and
   _match_event(): whether the words select a call, or a tracepoint. trace_call_names_check(): false with `e` set if a
   word is neither a call of the recorded architecture nor an event of the capture. */
bool trace_call_names_take(void *target, const struct option_row *row, const char *text, struct err *e);
bool trace_call_names_match(const struct call_names *n, const struct call_kind *kind);
bool trace_call_names_match_event(const struct call_names *n, const char *name);
bool trace_call_names_check(const struct call_names *n, const struct capture *c, struct err *e);
void trace_call_names_drop(void *target);

/* trace_lines.c: write a call, a page fault or another event as a line, or as JSON; `arg` is a struct tracer. */
void trace_write_call(void *arg, const struct call_report *report);
void trace_write_fault(void *arg, const struct sample *s, const struct call_thread *t, bool major);
void trace_write_event(void *arg, const struct sample *s, const struct call_thread *t,
                       const struct call_tracepoint *p);

/* summary.c: shows the sums of calls. */
void trace_summary(struct tracer *t);

/* The name of an errno of the recorded architecture, or NULL. */
const char *trace_error(const struct calls *c, uint32_t number);

#endif
