/*
 * outlet: a destination of text. A question gets two outlets: one for the answer, one for messages. On the command
 * line they are the standard streams; in the library, texts in memory.
 */
#ifndef PERFOLIO_LIB_VIEW_OUTLET_H
#define PERFOLIO_LIB_VIEW_OUTLET_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/base/err.h"
#include "core/base/file/surroundings.h"
#include "lib/view/style.h"

struct command;
struct common_opts;
struct session;
struct text;
struct rows_sink;
struct watch;

/* Objects that an answer in memory (kept_answer.h) refers to; they are freed with the answer. */
struct answer_parts {
    struct answer_part {
        void *what;
        void (*free)(void *what);
    } * v;
    size_t n, cap;
};

/* The environment of a question, which the caller (the command line or the library) provides; all zeros are valid. */
struct desk {
    struct surroundings around;
    const char *home;        /* the folder whose .debug is a build-id cache; NULL: no such cache */
    struct session *session; /* an open session, which questions about its capture reuse; NULL: none */
    struct err *why;         /* receives the first error of opening or reading; may be NULL */
    bool waits;              /* standard input is a terminal: if it is read, a message says so */
    /* Sets the debuginfod servers; urls "": those that the environment names. False with `e` set if there are no
       servers. The pointer is NULL if downloads are not allowed. */
    bool (*name_servers)(const char *urls, struct err *e);
    /* Adds the path of perfolio.html, the page with the whole program in it. False: it is not installed. NULL: as
       false. */
    bool (*find_page)(struct text *path);
    /* Gives up rights of this process that a command with these options does not need, before a capture is opened. False
       with `e` set: they cannot be given up, and the command must not run. NULL: the process keeps its rights. */
    bool (*give_up)(void *arg, const struct command *c, const struct common_opts *o, struct err *e);
    struct watch *watch; /* called while captures are read (core/base/file/watch.h); NULL: nobody waits */
    void *arg;           /* for give_up(), progress() and works_on() */
    /* Reports a download: `have` of `of` KiB; of < 0: it has ended. May be NULL. */
    void (*progress)(void *arg, const char *object, long have, long of);
    /* Reports the current task to a person who waits; called with NULL, NULL at the end of the task. May be NULL. */
    void (*works_on)(void *arg, const char *what, const char *name);
    /* objects of the answer that is kept in memory; NULL: the answer is not kept */
    struct answer_parts *parts;
};

struct outlet {
    /* Writes all n bytes. False: writing failed; the owner of the outlet knows the reason. */
    bool (*write)(struct outlet *o, const char *s, size_t n);
    /* Passes buffered bytes on, so that text in other outlets comes after them. NULL: nothing is buffered. */
    bool (*flush)(struct outlet *o);
    void *arg;
    const struct rows_sink *sink; /* receives answers of all formats; NULL: each format has its own sink */
    const struct desk *desk;
    struct style style;
    bool is_terminal;
    bool person_reads; /* the outlet is a terminal, or a pager on a terminal */
};

bool outlet_write(struct outlet *o, const char *s, size_t n);
void outlet_add(struct outlet *o, const char *s);
void outlet_print(struct outlet *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void outlet_vprint(struct outlet *o, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));
bool outlet_flush(struct outlet *o);

/* Hands over an object that the answer may refer to. It is freed with the answer or, if the answer is not kept in
   memory, immediately. Objects are freed in the order of these calls. */
void outlet_own_part(const struct desk *desk, void *what, void (*free)(void *what));
void outlet_parts_free(struct answer_parts *h);

/* Prints why a request is refused. Returns false. */
bool outlet_refuse(struct outlet *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Prints `before` and the sentence of an error, and copies the error to desk.why if this is set. Returns false. */
bool outlet_fail(struct outlet *o, const struct err *e, const char *before, ...)
    __attribute__((format(printf, 3, 4)));

/* An outlet that writes to an open file, with the desk of `beside`. */
struct outlet outlet_of_file(FILE *to, const struct outlet *beside);

/* Begins a message: "perfolio trace: ", or "perfolio: " if `command` is "". */
static inline void outlet_begin(struct outlet *o, const char *command)
{
    if (*command)
        outlet_print(o, "perfolio %s: ", command);
    else
        outlet_add(o, "perfolio: ");
}

#endif
