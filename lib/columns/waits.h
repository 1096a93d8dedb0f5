/*
 * waits: columns of time off the CPU. An entry is a wait instead of a sample: its time is the moment when the thread
 * left the CPU, its stack the stack at that moment, and its weight the duration in ns. They are counted like samples.
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

/* waits_of_slices(): the waits among slices `s`, whose thread numbers come from `threads`. waits_of_samples(): the
   samples of perf record --off-cpu (event_is_off_cpu()), each moved from the end of its wait to the start; sums keep
   the time OFF_CPU_TIMESTAMP. The result borrows places and stacks of `of`, and `threads`, which must outlive it. It
   has the problems of `of`, except those of places and call chains, which count_columns() counts. waits_free() frees
   the result. */
void waits_of_slices(struct sample_columns *c, const struct sched_slices *s, const struct sample_columns *of,
                     const struct thread_numbers *threads, enum wait_weight weight);
void waits_of_samples(struct sample_columns *c, const struct sample_columns *of, const struct events *events);

/* Adds the samples of an event that counts ns on the CPU (attr_is_clock()). Their state is STATE_ON_CPU; those of idle
   tasks are left out, as their waits are. `of` is the one that the waits were made with. */
void waits_add_samples(struct sample_columns *c, const struct sample_columns *of, uint32_t event);
void waits_free(struct sample_columns *c);

#endif
