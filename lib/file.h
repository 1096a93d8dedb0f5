/* file: what is behind a pf_file, and how a call of the library is made. */
#ifndef PERFOLIO_LIB_FILE_H
#define PERFOLIO_LIB_FILE_H

#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>

#include "include/perfolio.h"
#include "lib/session/session.h"

/* Who wants to know how far a call is, and may end it. */
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

/* Do work(arg) for a caller, in our locale: memory that fails ends that, and the file can only be closed afterwards. False with `e`
   set, be it by the work. */
bool file_do(pf_file *f, void (*work)(void *arg), void *arg, struct err *e);

/* An error as a caller has it, who may not want it (NULL). */
void file_error(pf_error *to, const struct err *e);

/* A struct as large as the caller's header has it. */
void file_hand_out(void *out, size_t size, const void *ours, size_t n);

#endif
