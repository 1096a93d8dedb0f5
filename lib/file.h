/* file: the implementation of pf_file, and the frame around each call of the library: locale, cancelling, running out
   of memory. */
#ifndef PERFOLIO_LIB_FILE_H
#define PERFOLIO_LIB_FILE_H

#include <pthread.h>
#include <stdatomic.h>

#include "include/perfolio.h"
#include "lib/session/session.h"

/* The caller's progress callback, which may cancel a call. */
struct progress {
    struct watch watch;
    int (*tell)(void *arg, uint64_t done, uint64_t all);
    void *arg;
    pthread_t caller; /* the thread of the current call, */
    void *locale;     /* and the locale of that thread */
    atomic_bool cancelled;
    const bool *enough;  /* set by a question that has all wanted rows; NULL: the call is no such question */
    atomic_bool stopped; /* reading stopped because of `enough`; later records were not read */
};

struct pf_file {
    struct session session;
    struct progress progress;
    struct problems problems; /* problems of samples */
    bool broken;              /* a call ran out of memory */
    atomic_bool busy;         /* a call is running: progress.tell and other threads must not make calls */
    /* the locale "C", which calls use so that texts do not depend on the caller's locale */
    void *plain;
    struct arena texts;
    struct text problem;
};

/* The watch of a file's session; every thread that reads records calls it. In the thread of the API call it reports
   the progress to the caller's callback. False with `e` set: the call was cancelled, or its question has enough rows. */
bool file_goes_on(struct watch *w, uint64_t done, uint64_t all, struct err *e);

/* Runs work(arg) in the locale "C", and restores the caller's locale. False with `e` set: memory ran out. */
bool file_run(pf_file *f, void (*work)(void *arg), void *arg, struct err *e);

/* Runs work(arg) for a call of the API, as file_run() does. False with `e` set: another call is running, memory ran
   out now or before (then the file can only be closed), or the work itself set `e`. */
bool file_call_guarded(pf_file *f, void (*work)(void *arg), void *arg, struct err *e);

/* Copies an error to the caller's pf_error; `to` may be NULL. */
void file_error(pf_error *to, const struct err *e);

/* Copies a result of n bytes to the caller's struct, whose size is `size` in the version of the header that the
   caller was compiled with. */
void file_copy_out(void *out, size_t size, const void *ours, size_t n);

#endif
