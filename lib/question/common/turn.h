/* turn: the iteration over the captures of a folio, which answers a question for each in turn (captures.h). */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_TURN_H
#define PERFOLIO_LIB_QUESTION_COMMON_TURN_H

#include "lib/view/rows.h"
#include "lib/session/input.h"
#include "lib/question/common/merged_message.h"

/* A reason why captures have no answer, and these captures. */
struct turn_failure {
    const char *why;
    struct merged_message of;
};

struct captures {
    const struct command *command;
    const struct common_opts *o; /* the question's options */
    struct input input;          /* the folio */
    size_t n, turns;             /* number of captures (0: a single one), and of turns begun */
    char number[24];             /* of the current capture, as --capture takes it */
    struct rows_several several; /* shared by the answers */
    bool gathers;                /* set before the first turn: one answer covers all captures */
    bool shown;                  /* turn_print_heading() has named a capture */
    bool began;                  /* the current turn has opened its capture */
    int status;                  /* the exit status so far */
    struct outlet *out;
    struct turn_failure *failures;
    size_t nfailures, cap_failures;
    struct names texts; /* names and reasons of failures */
};

/* The iteration, if it is over several captures and has begun, else NULL. turn_several(): the state that its answers share;
   NULL: none. */
static inline struct captures *turn_of(const struct common_opts *o)
{
    if (!o->captures || !o->captures->n || !o->captures->turns)
        return NULL;
    return o->captures;
}

static inline struct rows_several *turn_several(const struct common_opts *o)
{
    struct captures *c = turn_of(o);
    if (!c || c->gathers)
        return NULL;
    return &c->several;
}

/* Begins the next capture's turn; a single capture has one turn. False after the last, and after a turn that failed before it
   opened its capture: the question is wrong for all of them. */
bool turn_next(struct captures *c, struct outlet *out);

/* Merges a turn's exit status into c->status: the worst counts, 1 (error) before 2 ("no"). */
void turn_add_status(struct captures *c, int status);

/* The current capture's name, safe to print, valid until the last turn ends. turn_print_heading() prints that it is the capture of the
   following text. */
const char *turn_name(struct captures *c);
void turn_print_heading(struct captures *c, const char *name);

/* turn_note_failure() stores why a capture has no answer; turn_failures_show(), after the last turn, prints each reason once with its
   captures. */
void turn_note_failure(struct captures *c, const char *name, const char *why);
void turn_failures_show(struct captures *c, struct outlet *err);

#endif
