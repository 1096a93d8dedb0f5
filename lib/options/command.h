/* command: a command as data: its name, options, help and functions. */
#ifndef PERFOLIO_LIB_OPTIONS_COMMAND_H
#define PERFOLIO_LIB_OPTIONS_COMMAND_H

#include "lib/options/option.h"

struct session;

enum command_trait {
    COMMAND_EACH = 1,  /* it is run once for each capture of a folio (common_captures.h) */
    COMMAND_LINES = 2, /* its JSON is one object per line */
    /* its first operand, before the capture, is what the question is about (common_opts.subject) */
    COMMAND_SUBJECT = 4,
    COMMAND_SEVERAL = 8, /* it takes any number of captures */
    /* if no capture is named, common_opts.inputs is empty, and the command chooses its own default */
    COMMAND_UNNAMED = 16,
    COMMAND_NAMED = 32,   /* it works on a folio, which has to be named: perf.data is not the default */
    COMMAND_MAY_ASK = 64, /* it takes an optional subject, a word that is neither a path nor a file, and any
                             number of captures */
    /* like COMMAND_EACH, but the command itself visits the captures and gives one answer about all */
    COMMAND_ALL = 128,
    /* what it needs of the system, beside what its options need (enum option_needs) */
    COMMAND_RUNS = 256,     /* it may run objdump */
    COMMAND_SAVES = 512,    /* a person may ask it for files in the working folder */
    COMMAND_OF_HERE = 1024, /* it takes files of running processes, whatever machine the capture names */
};

/* A command, or a view of one. */
struct command {
    const char *name;  /* "report", "sched map" */
    const char *help;  /* a line about it */
    const char *usage; /* NULL: "[options] [-i] FILE" */
    const struct option_row *rows;
    /* size of its options, a struct that begins with struct common_opts; 0: it has only the common ones */
    size_t size;
    const void *usual; /* the default options; NULL: all zeros */
    /* Completes and checks the options after the command line is read; afterwards the options are const. Returns
       false after printing why they contradict each other. NULL: nothing to do. */
    bool (*prepare)(void *opts, struct outlet *err);
    /* Answers the question from a session that was opened to `depth` (enum session_depth). */
    bool (*work)(struct session *s, const void *opts, struct outlet *out, struct outlet *err, struct err *e);
    unsigned depth;
    /* Used instead of `work` by commands that open their inputs themselves. Returns the exit status. */
    int (*run)(const void *opts, struct outlet *out, struct outlet *err);
    /* used instead of `work` and `run`: the second word of the command line selects a view; a NULL ends the list */
    const struct command *const *views;
    /* for a command that is also a view of another command: its help in the list of views */
    const char *as_view;
    unsigned traits; /* flags: COMMAND_* */
    /* The i-th word that is allowed as the subject (common_opts.subject), the first operand, and the help of this
       word; NULL after the last. With COMMAND_SUBJECT any word is allowed. */
    const char *(*subject_at)(size_t i);
    const char *(*subject_help)(size_t i);
};

/* An initialiser of struct command. */
#define COMMAND(...)                                                                                         \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/* command_word(): the word that selects a command; for a view this is the last word of its name. command_find(): the
   command in a list that a word selects; NULL: none. */
const char *command_word(const struct command *c);
const struct command *command_find(const struct command *const *list, const char *word);

/* The index of the name that `word` selects: the second word of a command line, such as "report" of `perfolio stat
   report`. `name_at` lists the names up to a NULL. The first three letters suffice, as in perf. Returns -1 after
   printing why no name is selected. */
int command_match_name(const char *command, const char *word, const char *(*name_at)(size_t i),
                       struct outlet *err);

/* command_view(): the view of a command that a word selects; returns NULL after printing why no view is selected.
   command_views_help(): adds the list of the command's views to `out`. */
const struct command *command_view(const struct command *c, const char *word, struct outlet *err);
void command_views_help(const struct command *c, struct text *out);

/* Adds the help of a command: its usage, its options, then the common options. */
void command_help(const struct command *c, const struct option_row *common, struct text *out);

#endif
