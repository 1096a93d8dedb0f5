/*
 * run_renames: what names become once two of them are taken for one: an object's and a command's wherever they stand, a
 * function's in its object alone.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUN_RENAMES_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUN_RENAMES_H

#include <stddef.h>

/* Two names of one thing. */
struct guess {
    const char *before, *after;
    const char *joined; /* what both are called now: "base, slow10" */
    const char *what;   /* "object", "command", "function" */
    const char *object; /* that the function is in, as both sides call it; NULL: it is none */
    enum guess_by { GUESS_BY_NAMES, GUESS_BY_LINES, GUESS_BY_CODE } by;
    double common; /* by names: the share of its cost that has the same; by code: how alike it is; 0 to 1 */
};

struct run_renames {
    struct run_rename *v; /* both names of each guess, sorted */
    size_t n;
};

/* Of n guesses, whose texts outlive it; all names here are interned where these are: equal ones have one address. */
void run_renames_init(struct run_renames *r, const struct guess *guesses, size_t n);
void run_renames_free(struct run_renames *r);

/* What a command or an object is called by both sides; NULL: NULL. */
const char *run_renames_command(const struct run_renames *r, const char *command);
const char *run_renames_object(const struct run_renames *r, const char *object);

/* What a function of an object is, which is given as both sides call it. */
const char *run_renames_function(const struct run_renames *r, const char *object, const char *function);

#endif
