/* file: what is behind a pf_file, and how a call of the library is made. */
#ifndef PERFOLIO_LIB_FILE_H
#define PERFOLIO_LIB_FILE_H

#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>

#include "include/perfolio.h"
#include "lib/session/session.h"

/* The caller's progress callback, which may cancel a call. */
struct progress {
    struct watch watch;
    int (*tell)(void *arg, uint64_t done, uint64_t all);
    void *arg;
    pthread_t caller; /* of the present call, */
    locale_t locale;  /* and what it has */
    atomic_bool cancelled;
    const bool *enough;  /* of a question: it has all rows that are wanted; NULL: there is no such */
    atomic_bool stopped; /* ... and the records behind were not read */
};

struct pf_file {
    struct session session;
    struct progress progress;
    struct problems problems; /* of samples */
    bool broken;              /* memory could not be had */
    atomic_bool busy;         /* a call is under way: progress.tell asks nothing, nor does another thread */
    locale_t plain;           /* "C": texts are as they are there, whatever the caller has */
    struct arena texts;
    struct text problem;
};

/* The watch of a file's session: tells the caller's callback how far a call is, in the caller's thread alone. Any thread that reads
   asks it. False with `e` set: the call was cancelled, or its question has enough rows. */
bool file_goes_on(struct watch *w, uint64_t done, uint64_t all, struct err *e);

/* Runs work(arg) in our locale and sets the caller's again. False with `e` set: memory ran out. */
bool file_run(pf_file *f, void (*work)(void *arg), void *arg, struct err *e);

/* Runs work(arg) for a call of the API, unless another call is under way. If memory runs out the call fails, and the file can only be
   closed. False with `e` set, also by the work. */
bool file_call_guarded(pf_file *f, void (*work)(void *arg), void *arg, struct err *e);

/* Copies an error to the caller's pf_error; `to` may be NULL. */
void file_error(pf_error *to, const struct err *e);

/* Copies a result of n bytes to the caller's struct, which has `size` bytes in its version of the header. */
void file_copy_out(void *out, size_t size, const void *ours, size_t n);

#endif
