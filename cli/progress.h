/*
 * progress: tells a person at a terminal, on standard error, what takes longer than a second: how much is read, how
 * fast, and how long the rest will take. Nothing is shown once the answer begins.
 */
#ifndef PERFOLIO_CLI_PROGRESS_H
#define PERFOLIO_CLI_PROGRESS_H

#include <pthread.h>

#include "cli/pager.h"
#include "lib/session/session.h"

struct progress {
    struct watch watch; /* of captures that are read */
    struct pager *pager;
    bool is_watched;       /* standard error is a terminal */
    pthread_t reader;      /* the thread whose progress is shown */
    uint64_t began, drawn; /* the beginning of the current work, and when it was shown last; in ns */
    uint64_t first, done;  /* bytes: of which the work began, and that are read */
    bool is_on_screen;
};

/* `p` and `pager` have to be valid until the program ends. */
void progress_init(struct progress *p, struct pager *pager);

/* Shows what is done at the moment, to a file, object or the like of this name. */
void progress_show(struct progress *p, const char *what, const char *name);

/* Shows how far a download is, in KiB. */
void progress_show_download(struct progress *p, const char *object, long have, long of);

/* Removes what is shown, before something else is written. */
void progress_clear(struct progress *p);

/* Writes "1.2 of 4.0 GB, 30%, 350.0 MB/s, 8 s left" of work that took `ns` for the bytes from `first` to `done`. `all` 0:
   it is unknown how many there are. */
void progress_write(struct text *out, uint64_t first, uint64_t done, uint64_t all, uint64_t ns);

#endif
