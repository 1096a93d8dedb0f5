/* thread_counts: the counts of events that were read when each thread ended (READ records, perf record -s), for
   --threads. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_THREAD_COUNTS_H
#define PERFOLIO_LIB_QUESTION_REPORT_THREAD_COUNTS_H

#include "lib/view/rows.h"
#include "core/base/arena.h"
#include "core/model/capture.h"

struct thread_counts {
    const struct event **events; /* the counted events, in the order of the records */
    size_t nevents, cap_events;
    struct {
        int32_t pid, tid;
    } * v; /* threads, in the order in which they ended */
    size_t n, cap;
    struct thread_count {
        uint32_t thread, event; /* indices into v and `events` */
        uint64_t value;
    } * counts; /* one per thread and event; after thread_counts_read() sorted by thread, then by event */
    size_t ncounts, cap_counts;
    struct arena arena;
};

/* Sums up the counts in a capture, in order of time. The capture's timeline has to be complete, and `t` zero. The
   caller calls thread_counts_free() in any case. False with `e` set if the capture cannot be read. */
bool thread_counts_read(struct thread_counts *t, struct capture *c, struct problems *problems, struct err *e);
void thread_counts_free(struct thread_counts *t);

/* Shows a row for each thread; `raw`: text has a row for each count. */
void thread_counts_show(struct thread_counts *t, const struct events *es, bool raw, struct rows *r);

#endif
