/*
 * rules: what a change may be before a gate closes: --fail-over, and changes that were accepted
 * (--baseline-file).
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RULES_H
#define PERFOLIO_LIB_QUESTION_DIFF_RULES_H

#include "lib/question/diff/judged.h"

/* "comm=server,sym=parse*:+1%": the rows that all patterns match (fnmatch()), each of which may grow by no more
   than a percentage, or shrink by no more where that is negative. Without patterns: the total. Without "event=": of the first
   event. "children=parse:+1%": of functions with what they call; "path=main;parse:+1%": of call paths. */
struct gate_rule {
    const char *text; /* as it was written */
    enum run_section section;
    const char *event, *command, *object, *path; /* patterns; NULL: any */
    const char *function;                        /* likewise: of the function itself, or with what it calls */
    double percent;
    bool shrinks;
    const char *reason, *until; /* of an accepted change: why, and YYYY-MM-DD or NULL */
};

struct rules {
    struct gate_rule *v;
    size_t n, cap;
    struct names texts;
};

/* Add a rule; "file://PATH": those of a file, one a line, "#" begins a comment. False with `e` set. */
bool rules_add(struct rules *r, const char *text, struct err *e);

/* Add the accepted changes of a file: rules with a reason behind "#", and "until=YYYY-MM-DD" in front of that. */
bool rules_add_accepted(struct rules *r, const char *path, struct err *e);
void rules_free(struct rules *r);

/* Whether a text begins with a day of the calendar, YYYY-MM-DD. */
bool rules_is_date(const char *s);

/* How far a change is beyond a limit, both in percent; not above 0: it is within. */
double rule_beyond(const struct gate_rule *rule, double percent);

/* The event that rules without a pattern of one are about: the first that all runs have; the number of events: none. */
uint32_t rules_first_event(const struct replicates *r);

/* Whether a name is meant by a pattern; NULL: any is. */
bool rule_fits(const char *pattern, const char *name);

/* Whether a rule is about a row. */
bool rule_is_about(const struct gate_rule *rule, const struct replicates *r, const struct run_row *row);

#endif
