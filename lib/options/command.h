/* command: a command as data: its name, options, help and functions. */
#ifndef PERFOLIO_LIB_OPTIONS_COMMAND_H
#define PERFOLIO_LIB_OPTIONS_COMMAND_H

#include "lib/options/option.h"

struct session;

enum command_trait {
    COMMAND_EACH = 1,     /* it runs once for each capture of a folio (captures.h) */
    COMMAND_LINES = 2,    /* ... and its JSON is one object a line */
    COMMAND_SUBJECT = 4,  /* its first operand, before the capture, is a subject */
    COMMAND_SEVERAL = 8,  /* it takes any number of captures */
    COMMAND_UNNAMED = 16, /* ... and has its own default when none is named: `inputs` is empty then */
    COMMAND_NAMED = 32,   /* it works on a folio, which has to be named: perf.data is no default */
    COMMAND_MAY_ASK = 64, /* it takes an optional subject, a word that is neither a path nor a file, and any
                             number of captures */
    COMMAND_ALL = 128, /* as COMMAND_EACH, but it iterates itself and gives one answer about all captures */
};

/* A command, or a view of one. */
struct command {
    const char *name;  /* "report", "sched map" */
    const char *help;  /* a line about it */
    const char *usage; /* NULL: "[options] [-i] FILE" */
    const struct option_row *rows;
    size_t size;       /* of its options, a struct that begins with struct common_opts; 0: only these */
    const void *usual; /* the default options; NULL: all zeros */
    /* Completes and checks the options after the command line is read; the options are const from then on. False after it
       has printed why they do not fit together. NULL: nothing to do. */
    bool (*prepare)(void *opts, struct outlet *err);
    /* Answers from a session that is open as deep as `depth` (enum session_depth). */
    bool (*work)(struct session *s, const void *opts, struct outlet *out, struct outlet *err, struct err *e);
    unsigned depth;
    /* Used instead of `work`: opens its inputs itself and returns the exit status. */
    int (*run)(const void *opts, struct outlet *out, struct outlet *err);
    const struct command *const *views; /* used instead: the second word selects one of these, up to a NULL */
    const char *as_view; /* its help in a list of views, if it is a view of another command, too */
    unsigned traits;     /* COMMAND_* */
    /* The words allowed as subject (common_opts.subject), the first operand, up to a NULL, and the help of each.
       With COMMAND_SUBJECT any word is allowed. */
    const char *(*subject_at)(size_t i);
    const char *(*subject_help)(size_t i);
};

/* An initialiser of struct command. */
#define COMMAND(...)                                                                                         \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/* The word that selects a command: of a view the last word of its name. command_find() returns the command of a list that a
   word selects, or NULL. */
const char *command_word(const struct command *c);
const struct command *command_find(const struct command *const *list, const char *word);

/* The index of the name that the second word of a command selects, such as "report" of `perfolio stat report`; `name_at` lists
   the names up to a NULL. The first three letters suffice, as in perf. -1 after printing why none is selected. */
int command_match_name(const char *command, const char *word, const char *(*name_at)(size_t i),
                       struct outlet *err);

/* The view of a command that a word selects; NULL after printing why none is. command_views_help() adds the list of views. */
const struct command *command_view(const struct command *c, const char *word, struct outlet *err);
void command_views_help(const struct command *c, struct text *out);

/* Adds the help of a command: its usage, its options, then the common options. */
void command_help(const struct command *c, const struct option_row *common, struct text *out);

#endif
