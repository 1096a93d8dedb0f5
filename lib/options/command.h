/* command: what there is to know of a command without running it, as data. */
#ifndef PERFOLIO_LIB_OPTIONS_COMMAND_H
#define PERFOLIO_LIB_OPTIONS_COMMAND_H

#include "lib/options/option.h"

struct session;

enum command_trait {
    COMMAND_EACH = 1,     /* it is run for each capture of a folio (captures.h) */
    COMMAND_LINES = 2,    /* ... and its JSON is lines */
    COMMAND_SUBJECT = 4,  /* it is asked about something: its first argument, in front of the capture */
    COMMAND_SEVERAL = 8,  /* it takes any number of captures */
    COMMAND_UNNAMED = 16, /* ... and knows itself which when none is named: `inputs` is empty then */
    COMMAND_NAMED = 32,   /* it takes no perf.data that was not named: what it works on is a folio */
    COMMAND_MAY_ASK = 64, /* it may be asked about something: a word that is no path and names no file;
                             it takes any number of captures */
    COMMAND_ALL = 128,    /* as COMMAND_EACH, but it has the turns come itself, for one answer of all */
};

/* A command, or a view of one: how it is called, what it takes, what it does. */
struct command {
    const char *name;  /* "report", "sched map" */
    const char *help;  /* a line about it */
    const char *usage; /* NULL: "[options] [-i] FILE" */
    const struct option_row *rows;
    size_t size;       /* of its options, which begin with a struct common_opts; 0: they are that */
    const void *usual; /* what they are where nothing is given; NULL: all zeros */
    /* Once the command line is read, `prepare` (NULL: none) settles what was left open: false, once the reason is shown,
       where the options make no sense together. From then on they are const: there is one reading for all captures. */
    bool (*prepare)(void *opts, struct outlet *err);
    /* What it does with a session of that depth (enum session_depth). */
    bool (*work)(struct session *s, const void *opts, struct outlet *out, struct outlet *err, struct err *e);
    unsigned depth;
    /* Or all that it does; the exit status. */
    int (*run)(const void *opts, struct outlet *out, struct outlet *err);
    const struct command *const
        *views;          /* or its second word names one of these, up to a NULL, which is run */
    const char *as_view; /* of a command that is one of them as well: what their list says of it */
    unsigned traits;     /* COMMAND_* */
    /* Its first argument, in front of the capture, is what it is asked about (common_opts.subject): one of
       these words up to a NULL, each with an explanation where help lists them; or, with COMMAND_SUBJECT,
       any. */
    const char *(*subject_at)(size_t i);
    const char *(*subject_help)(size_t i);
};

/* One, member by member. */
#define COMMAND(...)                                                                                         \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/* What a command is called by: of a view its last word. And the one of a list that is called so, or NULL. */
const char *command_word(const struct command *c);
const struct command *command_find(const struct command *const *list, const char *word);

/* Which of the names that `name_at` lists, up to a NULL, the second word of a command means, such as "report"
   of perfolio stat report; three letters will do, as in perf. -1 when it is none, or NULL: that is shown. */
int command_choose(const char *command, const char *word, const char *(*name_at)(size_t i),
                   struct outlet *err);

/* The same of the views of a command. NULL: that is shown. And add the list of them. */
const struct command *command_view(const struct command *c, const char *word, struct outlet *err);
void command_views_help(const struct command *c, struct text *out);

/* Add how a command is used, and the rows of its options; then those of every command. */
void command_help(const struct command *c, const struct option_row *common, struct text *out);

#endif
