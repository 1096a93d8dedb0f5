/*
 * progress: shows the progress of work that takes longer than a second, on standard error if it is a terminal: how much
 * is read, how fast, and how long the rest will take. Nothing is shown once the answer begins.
 */
#ifndef PERFOLIO_CLI_PROGRESS_H
#define PERFOLIO_CLI_PROGRESS_H

#include <pthread.h>

#include "cli/pager.h"
#include "lib/session/session.h"

struct progress {
    struct watch watch; /* called while captures are read */
    struct pager *pager;
    bool is_watched;       /* standard error is a terminal */
    pthread_t reader;      /* the thread whose progress is shown */
    uint64_t began, drawn; /* start of the current work, and time of the last update, ns */
    uint64_t first, done;  /* bytes that were read when the work began, and until now */
    bool is_on_screen;
};

/* `p` and `pager` have to be valid until the program ends. */
void progress_init(struct progress *p, struct pager *pager);

/* Shows that work `what` on a file, object or the like with this name is in progress. */
void progress_show(struct progress *p, const char *what, const char *name);

/* Shows the progress of a download, in KiB. */
void progress_show_download(struct progress *p, const char *object, long have, long of);

/* Removes the line of progress, before other text is written. */
void progress_clear(struct progress *p);

/* Writes "1.2 of 4.0 GB, 30%, 350.0 MB/s, 8 s left". The work took `ns` for the bytes from `first` to `done`. `all`:
   the number of all bytes; 0: unknown. */
void progress_write(struct text *out, uint64_t first, uint64_t done, uint64_t all, uint64_t ns);

#endif
