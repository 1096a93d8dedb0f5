/*
 * sched_slices: the stretches of time in which a thread ran, or did not run, as arrays sorted by start, with 40 bytes
 * per stretch. core/replay/sched/timehist.h measures the same stretches at each context switch:
 *
 *      left        woken       gets the CPU   leaves it
 * -----|------------|--------------|-------------|----
 *       '-------- a wait -----------'--- a run ---'
 *                    '--- delay ----'
 *
 * A stretch whose start or end was not recorded is left out, as are waits of idle tasks.
 */
#ifndef PERFOLIO_LIB_COLUMNS_SCHED_SLICES_H
#define PERFOLIO_LIB_COLUMNS_SCHED_SLICES_H

#include "core/replay/replay.h"
#include "lib/columns/sample_columns.h"
#include "lib/columns/thread_numbers.h"

enum {
    SCHED_SLICES_BYTES = 40 /* bytes per stretch; all arrays are one allocation that begins with `start` */
};

struct sched_slices {
    size_t n;
    /* number of waits that are left out because their start or end was not recorded */
    size_t open;
    uint64_t *start, *length; /* ns */
    uint64_t *delay;          /* ns at the end of a wait during which the thread was runnable; of a run: 0 */
    uint32_t *thread;         /* a number of struct thread_numbers */
    uint32_t *waker;          /* the thread whose wakeup ended the wait; 0: no wakeup, or not recorded */
    /* the stack when the thread left the CPU, a number of the samples' columns; 0: not recorded */
    uint32_t *stack;
    uint16_t *cpu; /* the CPU that it ran on or, for a wait, left; SAMPLE_COLUMNS_NO_CPU: unknown */
    uint8_t *ran;  /* 1: a run; 0: a wait */
    char *state;   /* letter of the thread's state when it left the CPU; 0: idle task, or unknown */
};

/* Reads the slices of the replay's capture; `columns` has its samples. Threads that `columns` does not have are added
   to `threads`. False with `e` set: the capture cannot be read, or does not record which threads ran. The caller
   calls sched_slices_free() in either case. */
bool sched_slices_read(struct sched_slices *s, struct replay *from, const struct sample_columns *columns,
                       struct thread_numbers *threads, struct err *e);
void sched_slices_free(struct sched_slices *s);

#endif
