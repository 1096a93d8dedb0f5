/*
 * err: why an operation stopped. One struct, filled by whoever notices first, with the numbers in the
 * sentence; callers prefix context. Libraries never print and never exit.
 */
#ifndef PERFOLIO_CORE_BASE_ERR_H
#define PERFOLIO_CORE_BASE_ERR_H

#include <stdbool.h>
#include <stdint.h>

enum err_kind {
    ERR_NONE,
    ERR_IO,          /* the operating system refused                      */
    ERR_FORMAT,      /* the bytes are not what their format says          */
    ERR_UNSUPPORTED, /* understood, but not something this build can read */
    ERR_USAGE,       /* the request makes no sense                        */
    ERR_MEMORY,      /* there was not enough for it (mem.h)               */
    ERR_CANCELLED,   /* who asked does not want it any more               */
};

struct err {
    enum err_kind kind;
    uint64_t at; /* file offset the sentence speaks of; 0 when it speaks of none */
    char msg[320];
};

/* Record the first error; later ones are ignored so that the cause survives. Returns false, for `return
 * err_set()`. */
bool err_set(struct err *e, enum err_kind kind, uint64_t at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Put "CONTEXT: " in front of the sentence. Returns false. */
bool err_in(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
