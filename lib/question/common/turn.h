/* turn: the iteration over the captures of a folio, which answers a question for each capture in turn
   (common_captures.h). */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_TURN_H
#define PERFOLIO_LIB_QUESTION_COMMON_TURN_H

#include "lib/view/rows.h"
#include "lib/session/input.h"
#include "lib/question/common/merged_message.h"

/* A reason why a capture has no answer, and the captures that have none for this reason. */
struct turn_failure {
    const char *why;
    struct merged_message of;
};

struct captures {
    const struct command *command;
    const struct common_opts *o; /* the question's options */
    struct input input;          /* the folio */
    /* n: number of captures (0: the input is a single capture); turns: number of turns that have begun */
    size_t n, turns;
    char number[24];             /* of the current capture, as --capture takes it */
    struct rows_several several; /* the state that the answers of all captures share */
    bool gathers;                /* one answer is about all captures; set before the first turn */
    bool shown;                  /* turn_print_heading() has named a capture */
    bool began;                  /* the current turn has opened its capture */
    int status;                  /* the exit status so far */
    struct outlet *out;
    struct turn_failure *failures;
    size_t nfailures, cap_failures;
    struct names texts; /* names and reasons of failures */
};

/* turn_of(): the iteration of a question; NULL if there is only one capture, or the iteration has not begun.
   turn_several(): the state that the answers of the iteration share; NULL: none. */
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

/* Begins the turn of the next capture; a single capture has one turn. False after the last capture. Also false if the
   last turn failed before it opened its capture: then the question is wrong for all captures. */
bool turn_next(struct captures *c, struct outlet *out);

/* Merges the exit status of a turn into c->status. 1 (error) overrides 2 ("no"), which overrides 0. */
void turn_add_status(struct captures *c, int status);

/* turn_name(): the name of the current capture, without control characters; valid until the last turn ends.
   turn_print_heading(): prints the line that names the capture of the text that follows. */
const char *turn_name(struct captures *c);
void turn_print_heading(struct captures *c, const char *name);

/* turn_note_failure() stores why a capture has no answer. turn_failures_show() is called after the last turn: it
   prints each reason once, with the captures that have it. */
void turn_note_failure(struct captures *c, const char *name, const char *why);
void turn_failures_show(struct captures *c, struct outlet *err);

#endif
