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
    struct input input; /* opened once */
    size_t n, at; /* how many there are, from 2 on (0: one, or not looked yet); the one whose turn it is */
    bool looks;   /* this run was only to find that out */
    bool json, csv, lines;
    struct rows_several several;   /* what their answers share */
    void *arg;                     /* the command's own */
    const struct command *command; /* of captures_run() */
    bool gathers;                  /* set by a run that only looks: the command makes one answer of all */
    bool shown;                    /* one was named already */
    bool began;                    /* the turn came as far as to open its capture */
    struct outlet *out;
    struct turn_failure *failures;
    size_t nfailures, cap_failures;
    struct names texts; /* names, and why there are failures */
};

/* The name of the capture whose turn it is, as it may be shown, until all turns are over; and say that what follows is of it. */
const char *turn_name(struct captures *c);
void turn_show(struct captures *c, const char *name);

/* Keep that a capture has no answer, and why; shown once all turns are over, captures with one reason in one line. */
void turn_failed(struct captures *c, const char *name, const char *why);
void turn_failures_show(struct captures *c, struct outlet *err);

#endif
