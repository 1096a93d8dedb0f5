/*
 * session: a capture opened and understood: the place where readers, sources and the timeline are plugged
 * together (open.c), and the options that every command shares.
 */
#ifndef PERFOLIO_CLI_SESSION_SESSION_H
#define PERFOLIO_CLI_SESSION_SESSION_H

#include <stdio.h>

#include "cli/options/command.h"
#include "cli/options/values.h"
#include "cli/session/input.h"
#include "core/base/text.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/model/trace.h"
#include "core/resolve/resolver.h"

/* Options that every command takes: what the options of each begin with. */
struct captures;
struct rows_several;
struct common_opts {
    const char *input;    /* a word of the command line, as is `subject` */
    struct input *opened; /* ... where the command has opened it itself, which keeps it; a session takes its
                             file over. NULL: a session opens what it needs */
    const char *subject;  /* what it is asked about (struct command); NULL: nothing */
    int view;             /* ... of commands that know the words for it: which of them */
    struct words objects, inputs; /* inputs: of a command that takes several, in order; else the one */
    struct words before,
        after;     /* runs of two sides, of commands that compare these: then inputs are what has them */
    char *capture; /* which one of a folio; NULL: the only one */
    struct captures *captures;    /* whose turn it is, of several; NULL: there is but one */
    struct rows_several *several; /* and what their answers share */
    bool counts_running;          /* set by the command: its timeline keeps how many threads ran */
    bool (*counts_running_of)(const struct capture *); /* ... or whether it does of this one; may be NULL */
    char *symfs, *kallsyms, *vmlinux, *debuginfod;
    char *(*demangle)(
        const char *name); /* how names are shown, as in struct symtab; NULL: as the linker has them */
    bool demangle_kernel, isolated, verbose, help, json;
    bool csv;                          /* of commands that answer in rows: CSV_ROW */
    const struct option_row **of_perf; /* options that do nothing here, each once */
    size_t nof_perf, cap_of_perf;
    const char *command; /* that they were given to */
};

enum session_depth {
    SESSION_HEADER,  /* what the header says; a pipe is walked, for that is where it says it */
    SESSION_WALK,    /* every record seen, the timeline built                                */
    SESSION_SOURCES, /* and the sources of symbols at hand, of which nothing is read         */
    SESSION_RESOLVE, /* and how far the kernel reaches, which one of them may have to say    */
};

struct folio;

struct session {
    struct input input;        /* that it opened itself */
    const struct folio *folio; /* that the capture is in, and its number in it; NULL: it is in none */
    uint32_t number;
    const struct unwrapped *unwrapped; /* how what was opened was wrapped */
    char *of; /* its name, as it may be shown, where the answers of several stand together; else NULL */
    struct captures *turns; /* ... of which it is one; NULL: it is not, or alone */
    struct capture *capture;
    struct timeline *timeline;
    struct chain chain;
    struct resolver *resolver;           /* NULL above SESSION_SOURCES */
    struct problems problems;            /* of building the timeline */
    char *(*demangle)(const char *name); /* of the options */
    struct traces *traces;               /* of session_traces(); NULL: there are none */
    bool traces_asked;
    bool live; /* set before RESOLVE: this may be the recording machine */
    bool *hot; /* with servers: per object, whether it has samples enough to ask for it */
    enum session_depth depth;
};

/* The options of every command, for struct common_opts. */
extern const struct option_row common_rows[];

/* A row for the table of a command that answers in rows. */
#define CSV_ROW OPT("csv", 0, FLAG, common.csv, NULL, "the answer as CSV", .is_form = true)

/* Read a command line into the options of a command, all of which are set; to be freed with options_free() in
   either case. Returns -1 to go on, else the exit status (help was asked for, or a mistake was shown). */
int options_read(const struct command *c, void *opts, int argc, const char **argv, FILE *out, FILE *err);
void options_free(const struct command *c, void *opts);

/* False, once the reason is printed to `err`. */
bool session_open(struct session *s, const struct common_opts *o, enum session_depth depth, FILE *err);
bool session_deepen(struct session *s, const struct common_opts *o, enum session_depth depth, FILE *err);
void session_close(struct session *s);

/* Work on all records of a capture, in a session that is deepened for it. */
struct session_work {
    enum session_depth depth;
    /* Nothing is asked of the timeline, the resolver and the number and times of samples before its end: where the
       capture can be walked along with it, it is read once. */
    bool may;
    bool threads_only; /* then nothing but threads is asked of the timeline after that, either */
    bool (*work)(void *arg, bool *holds, struct err *e); /* false with `e` set; *holds = false: what was not
                                                            to be asked was; it is forgotten and done again */
    void (*forget)(void *arg);
    void *arg;
};

/* False with `e` set, or, where that is not, once the reason is printed to `err`. */
bool session_once(struct session *s, const struct common_opts *o, const struct session_work *how, FILE *err,
                  struct err *e);

/* What its capture is called in the folio that it is in, or what its file is. */
const char *session_capture_name(const struct session *s);

/* What messages call its capture. */
static inline const char *session_name(const struct session *s)
{
    return s->of ? s->of : s->capture->path;
}

/* Prepare a command, open a session, have its work done in that and close it. What goes wrong is reported; the exit
 * status. */
int session_run(const struct command *c, void *opts, FILE *out, FILE *err);

/* Report what went wrong with its capture, and what may be behind it: at the end, once for all captures of a folio, where
   it is that the question makes no sense for them. */
void session_failed(struct session *s, const struct err *e, FILE *err);

/* Make the timeline fit what the symbols tell: part of SESSION_RESOLVE, once. */
void session_fit(struct session *s);

/* servers.c: ask servers for objects with at least 0.5 % of the samples; `urls` "": the environment's. */
bool session_add_servers(struct session *s, const char *urls, struct err *e);

/* The place of an address of the recorded kernel as it was in the end; nothing of it where none is mapped. */
struct place session_kernel_place(const struct session *s, uint64_t avma);

/* What the capture's tracing data say of tracepoints, for tracepoint_reader: NULL when it has none. The
   session's. */
struct traces *session_traces(struct session *s);

/* A replay of the capture's tracepoints, whose rows are not set yet; `addresses` is begun, and the caller's. */
struct address_cache;
struct filter;
struct replay;
struct replay session_replay(struct session *s, struct address_cache *addresses, const struct filter *f);

/* How workers open readers of them for themselves. */
struct trace_access;
struct trace_access session_trace_access(struct session *s);

/* Everything that was counted as a problem, `more` (may be NULL) included. */
void session_problems_all(const struct session *s, const struct problems *more, struct problems *all);

/* Add problem i in words: "3 records were damaged (first: at offset 7)"; `samples`, where it is not 0, are
 * what shares are of. False when there is none. */
bool session_problem_line(const struct problems *all, int i, uint64_t samples, struct text *out);

/* The lines under a result: those problems in words. */
void session_problems_show(const struct session *s, const struct problems *more, uint64_t samples, FILE *err);

/* The same lines of problems that were kept; `of`: their capture, where there are several, else NULL. */
void session_problems_list(const struct problems *all, const char *of, uint64_t samples, FILE *err);

/* Report that a result is of no sample; `filters` ("--time and --cpu"), or NULL, may be the reason. */
void session_no_samples_show(const struct session *s, const char *filters, FILE *err);

/* The same of a capture that is called `of`, with so many samples recorded; `counted`: see session_is_counted(). */
void session_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters, FILE *err);

/* Whether it has what `perf stat record` counted, and no samples, whatever is asked for. */
bool session_is_counted(const struct session *s);

#endif
