/*
 * err: why an operation failed. The function that notices a failure writes the message, with all numbers in it; its
 * callers add context before it. Libraries never print and never exit.
 */
#ifndef PERFOLIO_CORE_BASE_ERR_H
#define PERFOLIO_CORE_BASE_ERR_H

#include <stdbool.h>
#include <stdint.h>

enum err_kind {
    ERR_NONE,
    ERR_IO,          /* the operating system refused the operation */
    ERR_FORMAT,      /* the bytes do not follow their format */
    ERR_UNSUPPORTED, /* the request or file is understood, but this build does not support it */
    ERR_USAGE,       /* the request makes no sense                        */
    ERR_MEMORY,      /* out of memory (mem.h) */
    ERR_CANCELLED,   /* the caller cancelled it */
};

struct err {
    enum err_kind kind;
    uint64_t at; /* the file offset that the message is about; 0: no offset */
    char msg[320];
};

/* Sets the error unless an error is set already, so that the first cause is kept. Returns false, for `return
   err_set(...)`. */
bool err_set(struct err *e, enum err_kind kind, uint64_t at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Prefixes the message with "CONTEXT: ". Returns false. */
bool err_prefix(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
