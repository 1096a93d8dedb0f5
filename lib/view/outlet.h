/*
 * outlet: a destination of text. A question gets two: one for the answer, one for messages. The command line makes them of its
 * standard streams, the library of memory.
 */
#ifndef PERFOLIO_LIB_VIEW_OUTLET_H
#define PERFOLIO_LIB_VIEW_OUTLET_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/base/err.h"
#include "core/base/file/surroundings.h"

struct session;
struct rows_sink;

/* Objects that a kept answer refers to; they are freed with it. */
struct answer_parts {
    struct answer_part {
        void *what;
        void (*free)(void *what);
    } * v;
    size_t n, cap;
};

/* The environment of a question, as its caller provides it; all zeros are valid. */
struct desk {
    struct surroundings around;
    const char *home;        /* the folder whose .debug is a build-id cache; NULL: no such cache */
    struct session *session; /* an open session, which questions about its capture reuse; NULL: none */
    struct err *why;         /* receives the first error of opening or reading; may be NULL */
    bool no_color;           /* colours only if they are asked for */
    bool waits;              /* standard input is a terminal: a message says that it is read */
    /* Sets the debuginfod servers; "": those of the environment. False with `e` set if there are none. NULL: downloads are
       not allowed. */
    bool (*name_servers)(const char *urls, struct err *e);
    /* Reports a download: `have` of `of` KiB; of < 0: it has ended. May be NULL. */
    void (*progress)(void *arg, const char *object, long have, long of);
    /* Reports the current task, for a person who waits; NULL, NULL: none. May be NULL. */
    void (*works_on)(void *arg, const char *what, const char *name);
    struct answer_parts *parts; /* NULL: no answer outlives its question */
};

struct outlet {
    /* Writes all n bytes. False: writing failed; the outlet's owner keeps the reason. */
    bool (*write)(struct outlet *o, const char *s, size_t n);
    /* Passes buffered bytes on, so that text in other outlets comes after them. NULL: nothing is buffered. */
    bool (*flush)(struct outlet *o);
    void *arg;
    const struct rows_sink *sink; /* receives answers, whatever their format; NULL: the format's own sink */
    const struct desk *desk;
    bool is_terminal;
    bool person_reads; /* it is a terminal, or a pager on one */
};

bool outlet_write(struct outlet *o, const char *s, size_t n);
void outlet_add(struct outlet *o, const char *s);
void outlet_print(struct outlet *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void outlet_vprint(struct outlet *o, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));
bool outlet_flush(struct outlet *o);

/* Hands over an object that the answer may refer to: it is freed with the answer, or at once if no answer is kept. Objects are
   freed in the order of these calls. */
void outlet_own_part(const struct desk *desk, void *what, void (*free)(void *what));
void outlet_parts_free(struct answer_parts *h);

/* Prints why something cannot be done. Returns false. */
bool outlet_refuse(struct outlet *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Prints `before` and the sentence of an error, and hands the error to whoever asks (desk.why). Returns false. */
bool outlet_fail(struct outlet *o, const struct err *e, const char *before, ...)
    __attribute__((format(printf, 3, 4)));

/* An outlet that writes to an open file, with the desk of `beside`. */
struct outlet outlet_of_file(FILE *to, const struct outlet *beside);

/* Begins a message: "perfolio trace: ", or "perfolio: " where `command` is empty. */
static inline void outlet_begin(struct outlet *o, const char *command)
{
    if (*command)
        outlet_print(o, "perfolio %s: ", command);
    else
        outlet_add(o, "perfolio: ");
}

#endif
