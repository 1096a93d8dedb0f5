/*
 * pager: shows answers and messages on a terminal. An answer that is longer than the screen goes to a pager
 * ($PERF_PAGER, $PAGER, or less); a shorter one is printed. So up to a screenful is kept until its length is known, but
 * only for a short time, so that the beginning of a stream appears at once. Quitting the pager ends the program. Ctrl-C
 * ends the work, but not the pager.
 */
#ifndef PERFOLIO_CLI_PAGER_H
#define PERFOLIO_CLI_PAGER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "core/base/text.h"
#include "lib/view/style.h"

struct threads_beside;

struct pager {
    const char *words;      /* the pager's command for a shell; NULL: there is none */
    unsigned rows, columns; /* of the terminal; 0: unknown */
    bool takes_messages;    /* standard error is a terminal, too */
    struct text kept;       /* the beginning of an answer that may be shorter than the screen */
    size_t kept_rows;
    enum pager_state { PAGER_IDLE, PAGER_KEEPS, PAGER_PRINTS, PAGER_RUNS } state;
    int pid; /* process id of the pager, if it runs, or waits (pager_prepare()) */
    /* of a pager that waits: the end of the pipe that becomes the program's output, and the one whose byte starts it; -1:
       none waits */
    int input, start;
    /* a copy of the original standard error, while the pager has standard error; -1: standard error is unchanged */
    int messages;
    atomic_bool ended; /* the answer is complete */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* a thread that starts the pager after some time, and waits for its end; NULL: not running */
    struct threads_beside *keeper;
};

/* Prepares a pager for standard output. `p` has to be valid until the program ends. If standard output is no terminal,
   everything is printed. */
void pager_init(struct pager *p);

/* Lets a process wait that will run the pager, because the program is about to give up the right to start one. No other
   thread may run. If that fails, output goes to the terminal. */
void pager_prepare(struct pager *p);

/* Prints n bytes of an answer. False: it could not be written. */
bool pager_write(struct pager *p, enum style_pages pages, const char *s, size_t n);

/* Prints n bytes of a message below the answer, if the pager has the answer or may get it. Else returns false, and the
   caller prints the message. */
bool pager_takes_message(struct pager *p, const char *s, size_t n);

/* Whether a part of the answer is shown or kept, so that nothing else may be written to the terminal. */
bool pager_is_busy(struct pager *p);

/* Prints what is kept, and waits for the pager. To be called when everything is written. Returns the exit status of the
   program: `status`, or 1 after printing that the pager could not be run. */
int pager_close(struct pager *p, int status);

#endif
