/* turn: of several captures of a folio, the one whose turn it is (captures.h). */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_TURN_H
#define PERFOLIO_LIB_QUESTION_COMMON_TURN_H

#include "lib/view/rows.h"
#include "lib/session/input.h"
#include "lib/question/common/several.h"

/* Why captures have no answer, and which. */
struct turn_failure {
    const char *why;
    struct several of;
};

struct captures {
    const struct command *command;
    const struct common_opts *o; /* what is asked of each */
    struct input input;          /* opened once */
    size_t n, turns;             /* how many there are, from 2 on (0: one); the turns so far */
    char number[24];             /* of the capture whose turn it is, as --capture takes it */
    struct rows_several several; /* what their answers share */
    bool gathers;                /* set before the first turn: the command makes one answer of all */
    bool shown;                  /* one was named already */
    bool began;                  /* the turn came as far as to open its capture */
    int status;                  /* what the turns came to */
    struct outlet *out;
    struct turn_failure *failures;
    size_t nfailures, cap_failures;
    struct names texts; /* names, and why there are failures */
};

/* Whose turn it is, of several captures; NULL: of none, or there is but one. And what its answer shares with those of the
   others; NULL: nothing. */
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

/* Have the next capture's turn come; it is its own where there is but one. False behind the last. A turn that did not come as
   far as its capture is the last: what was asked for makes no sense for any. */
bool turn_next(struct captures *c, struct outlet *out);

/* Keep what a turn came to, an exit status, for that of all: the worst, and an error is worse than a "no". */
void turn_note(struct captures *c, int status);

/* The name of the capture whose turn it is, as it may be shown, until all turns are over; and say that what follows is of it. */
const char *turn_name(struct captures *c);
void turn_show(struct captures *c, const char *name);

/* Keep that a capture has no answer, and why; shown once all turns are over, captures with one reason in one line. */
void turn_failed(struct captures *c, const char *name, const char *why);
void turn_failures_show(struct captures *c, struct outlet *err);

#endif
