/*
 * option: what a command takes, as data. A row says all of an option: its names, what its value is and where
 * that goes, and how help calls it. Reading (walk.c, set.c), help (help.c), completion and the manual's lists
 * are made of these rows, so that none of them can lack one.
 */
#ifndef PERFOLIO_LIB_OPTIONS_OPTION_H
#define PERFOLIO_LIB_OPTIONS_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/view/outlet.h"
#include "core/base/err.h"
#include "core/base/text.h"

enum option_kind {
    OPTION_NONE,      /* accepted for perf's sake */
    OPTION_FLAG,      /* bool: true; --no-NAME takes it back */
    OPTION_SET,       /* int: `value` */
    OPTION_TEXT,      /* char *: a copy, malloc'ed; "" where the value was left out */
    OPTION_WORD,      /* int: which of `words` */
    OPTION_NUMBER,    /* unsigned: from `least` to `most` */
    OPTION_COUNT,     /* uint64_t: the same */
    OPTION_AMOUNT,    /* double: from 0 on */
    OPTION_EACH,      /* struct words: added */
    OPTION_WORDS,     /* the same: those of a list are added */
    OPTION_NUMBERS,   /* struct numbers: likewise */
    OPTION_SEPARATOR, /* char *: a copy of what is put between columns; \\t is a tab */
    OPTION_CALL,      /* as `take` says */
    /* Of perf: it does nothing here, and `help` is the reason (absent.h). */
    OPTION_REFUSED,
    OPTION_WITHOUT_EFFECT, /* accepted, and that is shown */
    OPTION_OF_RECORDS, /* refused where the capture has records of the type `value`, else without effect */
};

/* In tables that end with a row of zeros. */
struct option_row {
    const char *name;
    char letter; /* 0: none */
    enum option_kind kind;
    size_t target;        /* offset of what it sets in the command's options */
    const char *argument; /* what help calls its value; NULL: it has none; "X,...": a list */
    const char *help;     /* %s stands for its words; NULL: help does not show it */
    /* Words that its value may be, for help and completion: these, with blanks between, or those of another
       table up to a NULL. */
    const char *words;
    const char *(*word_at)(size_t i);
    bool loose; /* its value may be left out: it stands behind a = or the letter; or, where there is a
                   function to ask, is the next word */
    bool (*is_value)(const char *word);
    const char
        *instead; /* of a switch: the option that takes the value which one of this name takes elsewhere */
    bool is_form; /* it chooses the form of the answer, of which there is one */
    bool several; /* OPTION_EACH: operands behind it, up to the next option, are more of its values */
    uint64_t least, most; /* most 0: no bound */
    const char *noun;     /* what messages call its value; NULL: "number" */
    int value;
    /* `target`: the address of what it sets; `value`: NULL where there is none. */
    bool (*take)(void *target, const struct option_row *row, const char *value, struct err *e);
    void (*drop)(void *target); /* frees what take() has set, if anything; NULL: nothing to free */
};

/* A row; `member` is one of OPTS, the struct of a command's options, and of the type that its kind sets,
   which the compiler holds. The last row of a table. */
// clang-format off
#define OPT(name, letter, kind, member, argument, text, ...) \
    { name, letter, OPTION_##kind, OPTION_AT(member, OPTION_FITS_##kind), argument, .help = text, __VA_ARGS__ }
#define OPTION_AT(member, FITS) (offsetof(OPTS, member) + 0 * sizeof(char[FITS(&((OPTS *)0)->member)]))
#define OPTION_FITS(p, type) _Generic(p, type: 1, default: -1)
#define OPTION_FITS_NONE(p) 1
#define OPTION_FITS_CALL(p) 1
#define OPTION_FITS_FLAG(p) OPTION_FITS(p, bool *)
#define OPTION_FITS_SET(p) _Generic(p, int *: 1, unsigned *: 1, default: -1) /* an enum is one of them */
#define OPTION_FITS_WORD(p) OPTION_FITS_SET(p)
#define OPTION_FITS_NUMBER(p) OPTION_FITS_SET(p)
#define OPTION_FITS_COUNT(p) OPTION_FITS(p, uint64_t *)
#define OPTION_FITS_AMOUNT(p) OPTION_FITS(p, double *)
#define OPTION_FITS_TEXT(p) OPTION_FITS(p, char **)
#define OPTION_FITS_SEPARATOR(p) OPTION_FITS(p, char **)
#define OPTION_FITS_EACH(p) OPTION_FITS(p, struct words *)
#define OPTION_FITS_WORDS(p) OPTION_FITS_EACH(p)
#define OPTION_FITS_NUMBERS(p) OPTION_FITS(p, struct numbers *)
#define OPT_END { .name = NULL }
// clang-format on

/* The i-th of the words that a row's value may be, borrowed, and its length: 0 behind the last. */
size_t option_word(const struct option_row *row, size_t i, const char **word);

/* Which of them a text of n bytes is; -1, with `e` set: none. */
int option_word_named(const struct option_row *row, const char *s, size_t n, struct err *e);

/* Read a value of the kind OPTION_COUNT, or OPTION_AMOUNT. False with `e` set when it is none. */
bool option_count(const struct option_row *row, const char *value, uint64_t *n, struct err *e);
bool option_amount(const struct option_row *row, const char *value, double *amount, struct err *e);

/* Set what an option stands for; `off`: take it back. False with `e` set where its value is no such value. */
bool option_set(const struct option_row *row, void *opts, const char *value, bool off, struct err *e);

/* Free what the options of a table have set. */
void options_drop(const struct option_row *rows, void *opts);

/* The option of tables, up to a NULL, that a name of n bytes is, or, n 0, a letter; NULL: none is. */
const struct option_row *options_find(const struct option_row *const *tables, const char *name, size_t n,
                                      char letter);

/* A command line, word by word. */
struct options_walk {
    const struct option_row *const *tables; /* in order, up to a NULL; abbreviations of what is in the last
                                               count only where the others have none */
    int argc;
    const char **argv;
    int at;              /* of argv: the next word; begins with 1 */
    const char *letters; /* left of a word such as -qn; NULL: none */
    bool only_operands;  /* behind "--" */

    const struct option_row *row; /* NULL: `value` is no option, but an operand */
    const char *word;             /* that it is in */
    const char *value;            /* NULL: none */
    bool off;                     /* --no-NAME */
    enum { WALK_GOOD, WALK_UNKNOWN, WALK_AMBIGUOUS, WALK_MISSING, WALK_UNWANTED } problem;
};

/* The next option or operand. Long options may be shortened as long as only one is meant, as with perf.
   False behind the last, and where there is a problem. */
bool options_next(struct options_walk *w);

/* Show the problem, and what may have been meant. */
void options_problem(const struct options_walk *w, const char *command, struct outlet *err);

/* Add the names of an option as help has them: "-s, --sort=KEY,...". */
void option_names(const struct option_row *row, struct text *out);

/* Add what an option is for, with its words in their place. */
void option_explain(const struct option_row *row, struct text *out);

#endif
