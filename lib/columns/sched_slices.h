/*
 * sched_slices: the stretches in which threads ran, and in which they did not, as arrays in the order of their starts, 40 bytes each.
 * They are what core/replay/sched/timehist.h counts at each switch:
 *
 *      left        woken       gets the CPU   leaves it
 *  -----|------------|--------------|-------------|----
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
    SCHED_SLICES_BYTES = 40 /* bytes of one; all arrays are one allocation that begins with `start` */
};

struct sched_slices {
    size_t n;
    uint64_t *start, *length; /* ns */
    uint64_t *delay;          /* ns at the end of a wait in which the thread could run; 0: none, or a run */
    uint32_t *thread;         /* a number of struct thread_numbers */
    uint32_t *waker;          /* who ended a wait by a wakeup; 0: nobody, or not recorded */
    uint32_t *stack; /* with which the thread left the CPU, of the samples' columns; 0: not recorded */
    uint16_t *cpu;   /* where it ran, or which it left; SAMPLE_COLUMNS_NO_CPU: unknown */
    uint8_t *ran;    /* 1: a run; 0: a wait */
    char *state;     /* letter of its state when it left the CPU; 0: idle, or unknown */
};

/* Reads the slices of a replay's capture, whose samples are in columns; threads that these do not have get further numbers. False
   with `e` set: it cannot be read, or does not record who ran. sched_slices_free() frees `s` in either case. */
bool sched_slices_read(struct sched_slices *s, struct replay *from, const struct sample_columns *columns,
                       struct thread_numbers *threads, struct err *e);
void sched_slices_free(struct sched_slices *s);

#endif
