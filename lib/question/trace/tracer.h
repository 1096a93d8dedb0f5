/*
 * tracer: what the files of the command know of each other. What happened comes from core/replay/calls;
 * here it is chosen and put into lines as perf trace prints them, or into documents.
 */
#ifndef PERFOLIO_LIB_QUESTION_TRACE_TRACER_H
#define PERFOLIO_LIB_QUESTION_TRACE_TRACER_H

#include "lib/options/filters.h"
#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "lib/options/stack_options.h"
#include "core/profile/places/stack.h"
#include "core/replay/calls/calls.h"

/* Calls by name (-e): words, of which one must match, or none with a '!' in front. Words with a colon are
   other tracepoints, which have lines, too. */
struct call_names {
    char *text; /* that the words are in */
    char **v;
    size_t n;
    size_t ncalls; /* of them, those that are about calls: the others are tracepoints */
    bool others;
};

struct trace_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct stack_opts stack;
    struct call_names names;
    struct numbers without; /* threads that are left out */
    double duration;        /* ms */
    uint64_t max_events;
    enum calls_by by;
    char *output; /* NULL: standard output */
    bool summary, with_summary, full_time, no_comm, failures, errors, runtime, complete, calls, no_calls;
};

/* Everything that printing needs. */
struct tracer {
    struct session *s;
    const struct trace_opts *o;
    struct calls calls;
    struct address_cache addresses;
    struct stacks stacks;
    struct filter_memory memory;
    struct text line;
    struct rows rows; /* documents, and what the calls add up to */
    uint64_t lines;   /* so far */
};

/* names.c: a -e argument; whether a call is wanted, or a tracepoint; whether the words mean calls at
   all that the architecture has, or events of the capture. */
bool trace_call_names_take(void *target, const struct option_row *row, const char *text, struct err *e);
bool trace_call_names_want(const struct call_names *n, const struct call_kind *kind);
bool trace_call_names_want_event(const struct call_names *n, const char *name);
bool trace_call_names_check(const struct call_names *n, const struct capture *c, struct err *e);
void trace_call_names_drop(void *target);

/* lines.c: calls, page faults and other events, as lines and as documents. */
void trace_call(void *arg, const struct call_report *report);
void trace_fault(void *arg, const struct sample *s, const struct call_thread *t, bool major);
void trace_event(void *arg, const struct sample *s, const struct call_thread *t,
                 const struct call_tracepoint *p);

/* summary.c: what the calls add up to. */
void trace_summary(struct tracer *t);

/* The name of an error of the recorded architecture, or NULL. */
const char *trace_error(const struct calls *c, uint32_t number);

#endif
