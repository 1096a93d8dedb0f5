/*
 * outlet: where text goes: the answer to one, what there is to say besides to another. Who asks makes them: a command line of its
 * standard streams, a library of memory.
 */
#ifndef PERFOLIO_LIB_VIEW_OUTLET_H
#define PERFOLIO_LIB_VIEW_OUTLET_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/err.h"
#include "core/base/file/surroundings.h"

struct session;
struct rows_sink;

/* What an answer that is kept is made of, until nobody has it any more. */
struct answer_parts {
    struct answer_part {
        void *what;
        void (*free)(void *what);
    } * v;
    size_t n, cap;
};

/* What there is to know of the machine where it is asked, as whoever asks says it; all zeros will do. */
struct desk {
    struct surroundings around;
    const char *home; /* the folder whose .debug is a build-id cache; NULL: none is asked */
    struct session
        *session; /* one that is open: what is asked of its capture needs no other; NULL: there is none */
    struct err
        *why; /* receives the first error of reading or opening, whose sentence is said; NULL: not wanted */
    bool no_color; /* no colours unless they are asked for */
    bool waits;    /* standard input is a terminal: whoever sits there is told that it is read */
    /* Make these servers, or, "", those that the machine is set up with, the ones that debuginfod asks. False with `e` set where
       there are none. NULL: no server is asked. */
    bool (*name_servers)(const char *urls, struct err *e);
    /* How far a download is, KiB `of` so many; of < 0: it is over. NULL: not wanted. */
    void (*progress)(void *arg, const char *object, long have, long of);
    /* What is worked on, for whoever waits; NULL, NULL: nothing any more. NULL: not wanted. */
    void (*works_on)(void *arg, const char *what, const char *name);
    struct answer_parts *parts; /* NULL: no answer outlives its question */
};

struct outlet {
    /* All of n bytes. False: they could not be written, and whoever made it knows. */
    bool (*write)(struct outlet *o, const char *s, size_t n);
    /* What was written is where it goes before anything is written elsewhere. NULL: it always is. */
    bool (*flush)(struct outlet *o);
    void *arg;
    const struct rows_sink
        *sink; /* that answers are handed to, whatever their form; NULL: they are written in their form */
    const struct desk *desk;
    bool is_terminal;
    bool person_reads; /* on a terminal, or through a pager before it */
};

bool outlet_write(struct outlet *o, const char *s, size_t n);
void outlet_add(struct outlet *o, const char *s);
void outlet_print(struct outlet *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void outlet_vprint(struct outlet *o, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));
bool outlet_flush(struct outlet *o);

/* Give up what the answer to a question may be made of: it is freed, at once or with the answer, the first one first. */
void outlet_hold(const struct desk *desk, void *what, void (*free)(void *what));
void outlet_parts_free(struct answer_parts *h);

/* Print why something cannot be done; returns false. */
bool outlet_refuse(struct outlet *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Print the sentence of an error behind who says it, and keep the error for whoever asks (desk.why); returns false. */
bool outlet_fail(struct outlet *o, const struct err *e, const char *before, ...)
    __attribute__((format(printf, 3, 4)));

/* One that writes to a file that was opened for it, at the same desk as another one. */
struct outlet outlet_of_file(FILE *to, const struct outlet *beside);

/* Begins a message: "perfolio trace: ", or "perfolio: " where `command` is empty. */
static inline void outlet_begin(struct outlet *o, const char *command)
{
    if (*command)
        outlet_print(o, "perfolio %s: ", command);
    else
        outlet_add(o, "perfolio: ");
}

/* How many of n bytes a message quotes, for "%.*s". */
static inline int text_cut(size_t n, int most)
{
    if (n > (size_t)most)
        return most;
    return (int)n;
}

/* The plural's ending of a noun of which there are n. */
static inline const char *text_plural(uint64_t n)
{
    if (n == 1)
        return "";
    return "s";
}

/* A text, or another one where it is NULL. */
static inline const char *text_or(const char *s, const char *otherwise)
{
    if (s)
        return s;
    return otherwise;
}

#endif
