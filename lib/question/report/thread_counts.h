/* thread_counts: what each thread had counted when it ended (READ records, perf record -s): --threads. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_THREAD_COUNTS_H
#define PERFOLIO_LIB_QUESTION_REPORT_THREAD_COUNTS_H

#include "lib/view/rows.h"
#include "core/base/arena.h"
#include "core/model/capture.h"

struct thread_counts {
    const struct event **events; /* that were counted, in the order in which they are met */
    size_t nevents, cap_events;
    struct {
        int32_t pid, tid;
    } * v; /* in the order in which they ended */
    size_t n, cap;
    struct thread_count {
        uint32_t thread, event; /* of v and `events` */
        uint64_t value;
    } * counts; /* one for each pair that READ records tell; once they are read by thread, then by event */
    size_t ncounts, cap_counts;
    struct arena arena;
};

/* Add up the counts of a capture (walked before), in order of time. False with `e` set when it cannot be read. To be freed
   in any case; zero-initialise. */
bool thread_counts_read(struct thread_counts *t, struct capture *c, struct problems *problems, struct err *e);
void thread_counts_free(struct thread_counts *t);

/* Show them: a row for each thread, or `raw`, in text, for each of its counts. */
void thread_counts_show(struct thread_counts *t, const struct events *es, bool raw, struct rows *r);

#endif
