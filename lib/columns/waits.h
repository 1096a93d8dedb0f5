/*
 * waits: time off the CPU as columns, which are counted as those of samples are: an entry is a wait, its time that at
 * which the thread left the CPU, its stack the one with which it left, and its weight the wait in ns.
 */
#ifndef PERFOLIO_LIB_COLUMNS_WAITS_H
#define PERFOLIO_LIB_COLUMNS_WAITS_H

#include "core/model/event.h"
#include "lib/columns/sample_columns.h"
#include "lib/columns/sched_slices.h"

/* What a wait weighs: all of its time, or the part in which the thread was blocked, or that in which it was runnable
   and waited for a CPU. Waits without such a part are left out. WAIT_AND_RUN: all of its time, and time on the CPU
   counts, too (waits_add_samples()). */
enum wait_weight { WAIT_ALL, WAIT_BLOCKED, WAIT_RUNNABLE, WAIT_AND_RUN };

/* waits_of_slices(): columns of the waits among slices, whose threads are `threads`. waits_of_samples(): of the samples
   of perf record --off-cpu (event_is_off_cpu()), whose times are the ends of waits; sums keep theirs (OFF_CPU_TIMESTAMP). Places and stacks are those of `of`, which has to outlive the result,
   as have `threads`. Problems are those of `of` but for places and call chains, which
   count_columns() counts. waits_free() frees the result. */
void waits_of_slices(struct sample_columns *c, const struct sched_slices *s, const struct sample_columns *of,
                     const struct thread_numbers *threads, enum wait_weight weight);
void waits_of_samples(struct sample_columns *c, const struct sample_columns *of, const struct events *events);

/* Adds the samples of an event that counts ns on the CPU (attr_is_clock()). Their state is STATE_ON_CPU; those of idle
   tasks are left out, as their waits are. `of` is the one that the waits were made with. */
void waits_add_samples(struct sample_columns *c, const struct sample_columns *of, uint32_t event);
void waits_free(struct sample_columns *c);

#endif
