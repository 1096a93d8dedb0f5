/*
 * option: the options of a command as data. A row of a table describes an option: its names, its value, the place
 * where the value is stored, and its help. Parsing (walk.c, set.c), help (help.c), completion and the lists in the
 * manual all use these rows, so that each option is in all of them.
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
    OPTION_NONE,      /* accepted without effect or message, for compatibility with perf */
    OPTION_FLAG,      /* bool: set; --no-NAME clears it */
    OPTION_SET,       /* int: set to `value` */
    OPTION_TEXT,      /* char *: a malloc'ed copy; "" if the value was omitted */
    OPTION_WORD,      /* int: index into `words` */
    OPTION_NUMBER,    /* unsigned: `least` to `most` */
    OPTION_COUNT,     /* uint64_t: `least` to `most` */
    OPTION_AMOUNT,    /* double: at least 0 */
    OPTION_EACH,      /* struct words: the value is appended */
    OPTION_WORDS,     /* struct words: the words of a list are appended */
    OPTION_NUMBERS,   /* struct numbers: the numbers of a list are appended */
    OPTION_SEPARATOR, /* char *: a malloc'ed copy of a column separator; \\t is a tab */
    OPTION_CALL,      /* `take` stores the value */
    /* The following kinds are for options of perf that do nothing in Perfolio; `help` is the reason (absent.h). */
    OPTION_REFUSED,
    OPTION_WITHOUT_EFFECT, /* accepted with a message */
    /* refused if the capture has records of type `value`; else accepted with a message */
    OPTION_OF_RECORDS,
};

/* Which files and parts of the system a command needs because of an option, which takes names of files, or because it
   was given. The program allows itself nothing else (cli/cage).
   The option stores a text, words or a flag. */
enum option_needs {
    NEEDS_NOTHING,
    NEEDS_INPUT, /* reads the files and folders that the value names; the value may also be no file: file://PATH, X=PATH */
    NEEDS_OUTPUT, /* writes the file that the value names */
    NEEDS_UPDATE, /* the same, and reads and locks the old file; of a flag: the file of the option with NEEDS_OUTPUT */
    NEEDS_TREE,    /* writes files and folders below the folder that the value names */
    NEEDS_BESIDE,  /* writes files beside the captures */
    NEEDS_SERVERS, /* asks servers of the network, and keeps what they send */
    NEEDS_SERVICE, /* is a server, and runs this program for who asks */
};

/* A row of an option table; a row of zeros ends the table. */
struct option_row {
    const char *name;
    char letter; /* 0: none */
    enum option_kind kind;
    /* offset of the member that stores the value, in the struct of the command's options */
    size_t target;
    /* name of the value in help; NULL: the option takes no value; "X,...": it takes a list */
    const char *argument;
    /* "%s" is replaced by the words that the value may be; NULL: help omits the option */
    const char *help;
    /* The words that the value may be, for help and completion: `words`, separated by blanks, or the results of
       word_at() up to a NULL. */
    const char *words;
    const char *(*word_at)(size_t i);
    /* the value is optional: it is the text after "=" or after the letter, or the next word if is_value() returns
       true for it */
    bool loose;
    bool (*is_value)(const char *word);
    /* of a flag: the option to suggest if the flag is given a value; other commands have an option of the same name
       that takes one */
    const char *instead;
    bool is_form;         /* it selects the format of the answer: only one such option is allowed */
    bool several;         /* OPTION_EACH: the operands up to the next option are further values */
    uint64_t least, most; /* most 0: no bound */
    const char *noun;     /* what messages call the value; NULL: "number" */
    int value;
    enum option_needs needs;
    /* NEEDS_OUTPUT: the file that is written if the option is not given or, of a flag, if it is; NULL: none */
    const char *usual_file;
    /* Stores a value at the address `target`; `value` NULL: none was given. False with `e` set. */
    bool (*take)(void *target, const struct option_row *row, const char *value, struct err *e);
    void (*drop)(void *target); /* frees what take() stored; NULL: nothing to free */
};

/* A row; `member` is a member of OPTS, the struct of a command's options. The compiler checks that its type fits the
   kind. OPT_END ends a table. */
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

/* The i-th word that a row's value may be (borrowed). Returns its length, 0 after the last. */
size_t option_word(const struct option_row *row, size_t i, const char **word);

/* The index of the word that equals the n bytes at `s`; -1 with `e` set: none. */
int option_word_named(const struct option_row *row, const char *s, size_t n, struct err *e);

/* Parse a value of the kind OPTION_COUNT, or OPTION_AMOUNT. False with `e` set if it is malformed or out of bounds. */
bool option_parse_count(const struct option_row *row, const char *value, uint64_t *n, struct err *e);
bool option_parse_amount(const struct option_row *row, const char *value, double *amount, struct err *e);

/* Stores an option's value; `off`: resets it. False with `e` set if the value is malformed. */
bool option_set(const struct option_row *row, void *opts, const char *value, bool off, struct err *e);

/* Frees the values that the options of a table have stored in `opts`. */
void options_free_values(const struct option_row *rows, void *opts);

/* Finds an option in several tables, the list of which ends with a NULL: by its name of n bytes or, if n is 0, by its
   letter. NULL: not found. */
const struct option_row *options_find(const struct option_row *const *tables, const char *name, size_t n,
                                      char letter);

/* The state of parsing a command line. */
struct options_walk {
    /* tables, up to a NULL; an abbreviation matches an option of the last table only if it matches none of the other
       tables */
    const struct option_row *const *tables;
    int argc;
    const char **argv;
    int at;              /* index of the next word in argv; begins with 1 */
    const char *letters; /* the unread rest of a word of several letters, such as -qn; NULL: none */
    bool only_operands;  /* after "--" */

    const struct option_row *row; /* the current option; NULL: `value` is an operand */
    const char *word;             /* the word with the option */
    const char *value;            /* NULL: none */
    bool off;                     /* the option was given as --no-NAME */
    enum { WALK_GOOD, WALK_UNKNOWN, WALK_AMBIGUOUS, WALK_MISSING, WALK_UNWANTED } problem;
};

/* Advances to the next option or operand. Long options may be abbreviated if that is unambiguous, as in perf.
   False after the last word, or if w->problem is set. */
bool options_next(struct options_walk *w);

/* Prints w->problem and suggestions. */
void options_print_problem(const struct options_walk *w, const char *command, struct outlet *err);

/* Adds the names of an option as help shows them: "-s, --sort=KEY,...". */
void option_names(const struct option_row *row, struct text *out);

/* Adds the help text of an option, with its words in place of "%s". */
void option_explain(const struct option_row *row, struct text *out);

#endif
