/*
 * gate: the result of a comparison of runs: the verdicts, which limits are kept or broken, and the exit status.
 * gate_text.c, gate_markdown.c and gate_junit.c write it. The gate is "closed" if the comparison fails (exit status
 * 2).
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_GATE_H
#define PERFOLIO_LIB_QUESTION_DIFF_GATE_H

#include "lib/question/diff/judged.h"
#include "lib/view/rows.h"

/* Rules: the limits of changes (--fail-over), and the changes that were accepted (--baseline-file). */

/* A rule, such as "comm=server,sym=parse*:+1%". It applies to the rows that match all its patterns (glob_match()); none
   of them may grow by more than the percentage or, if the percentage is negative, shrink by more. A rule without
   patterns applies to the total; without "event=" it applies to the first event. "children=parse:+1%" is about
   functions including the functions that they call; "path=main;parse:+1%" is about call paths. */
struct gate_rule {
    const char *text; /* the text as the user wrote it */
    enum run_section section;
    const char *event, *command, *object, *path; /* patterns; NULL: any */
    /* a pattern, too; `section` tells whether the cost of functions includes the functions that they call */
    const char *function;
    double percent;
    bool shrinks;
    /* of an accepted change: the reason, and the last day on which it is accepted, YYYY-MM-DD, or NULL */
    const char *reason, *until;
};

struct rules {
    struct gate_rule *v;
    size_t n, cap;
    struct names texts;
};

/* Adds a rule. "file://PATH" adds the rules in a file, one per line; "#" begins a comment. False with `e` set: a rule
   is malformed, or the file cannot be read. */
bool rules_add(struct rules *r, const char *text, struct err *e);

/* Adds the accepted changes in a file: each line is a rule, optionally "until=YYYY-MM-DD", and a reason after "#".
   False with `e` set on failure. */
bool rules_add_accepted(struct rules *r, const char *path, struct err *e);
void rules_free(struct rules *r);

/* Whether a text begins with a valid date, YYYY-MM-DD. */
bool rules_is_date(const char *s);

/* By how much a change exceeds the limit of a rule, both in percent; 0 or below: the change is within the limit. */
double rule_excess(const struct gate_rule *rule, double percent);

/* The event that rules without "event=" apply to: the first event that all runs have. If there is none, the number of
   events. */
uint32_t rules_default_event(const struct replicates *r);

/* Whether a pattern matches a name; a NULL pattern matches any. */
bool rule_pattern_matches(const char *pattern, const char *name);

/* Whether a rule applies to a row. */
bool rule_matches_row(const struct gate_rule *rule, const struct replicates *r, const struct run_row *row);

enum kept { KEPT, BROKEN, ACCEPTED, KEPT_UNKNOWN, KEPT_NO_ROW, KEPT_GONE, KEPT_APART };

enum { GATE_BROKEN_ROWS = 10 }; /* the most broken rows of a limit that are listed by name */

/* The result of checking a limit. `row` is the row that breaks it most, or for which the runs cannot tell; NULL: the
   limit applies to no row. */
struct held_rule {
    const struct gate_rule *rule;
    const struct judged *section;
    const struct judged_row *row;
    enum kept kept;
    const struct gate_rule *accepted; /* the accepted change because of which it may be broken */
    size_t rows;                      /* number of rows that the limit applies to */
    size_t gone;                      /* number of these rows that have no samples after the change */
    size_t apart;                     /* number of these rows that are not judged */
    /* number of these rows that break the limit; broken_rows has the first ones, sorted by section, then by cost */
    size_t broken;
    const struct judged_row *broken_rows[GATE_BROKEN_ROWS];
};

struct gate {
    const struct diff_opts *o;
    struct replicates runs;
    struct rules rules, accepted;
    struct judged *sections; /* sections of one event are adjacent */
    size_t nsections;
    struct judged *entered; /* how often functions were entered: one section per event that counted this */
    size_t nentered;
    struct held_rule *held;
    size_t nheld;
    uint64_t verdicts[VERDICTS]; /* number of functions per verdict */
    /* there are no limits, and the cost of functions that are not comparable is large enough to matter */
    bool apart;
    int status;
};

/* Why the options contradict each other; NULL: they do not. */
const char *gate_contradiction(const struct diff_opts *o);

/* Compares runs before and after a change, and shows the result. Returns the exit status. */
int gate_run(struct diff_opts *o, struct outlet *out, struct outlet *err);

/* The rule that accepts the change of a row: it applies to the row, covers the size of the change, and is not
   expired. NULL: there is none. */
const struct gate_rule *gate_accepting_rule(const struct gate *g, const struct judged_row *row);

/* The word for the result of a limit: "kept", "broken", "accepted", "cannot tell", "no such row", "gone", "not
   comparable". */
const char *gate_kept_word(enum kept kept);

/* What a guess (that two names are one function) is based on: "names", "lines", "code". */
const char *gate_guess_word(enum guess_by by);

/* The name of an event if several events are compared; else NULL. */
const char *gate_event(const struct gate *g, uint32_t event);

/* Whether an event that got worse closes a gate without limits. Probes and tracepoints do not if another event is
   compared, too. */
bool gate_event_decides(const struct gate *g, uint32_t event);

/* The word for the rows of a section: "functions". */
const char *gate_section_word(enum run_section section);

/* The name of a row, "parse in server". Uses `out` as its buffer. */
const char *gate_row_name(const struct run_row *row, struct text *out);

/* The unit in which the costs of a section are shown: "seconds", "1e9 cycles"; "seconds of cpu-clock" if several
   events are compared. Uses `out` as its buffer. */
const char *gate_unit(const struct gate *g, const struct judged *j, struct text *out);

/* Writes a text to `out` about the amount of data that was compared: samples of each side and, if all runs have
   times, the mean duration of a run before and after the change, in seconds, and the ratio of these. */
void gate_describe_data(const struct gate *g, struct text *out);

/* If a total that is judged by its sum changed: adds a sentence about how to make sums comparable, since runs that
   last longer make every row worse, and shorter runs make every row better. False: there is nothing to say. */
bool gate_explain_sums(const struct gate *g, struct text *out);

/* Adds a sentence about the smallest change of the total that these runs could show, and about what it takes to show
   a smaller one. False: there is nothing to say. */
bool gate_explain_power(const struct gate *g, const struct judged *j, struct text *out);

/* Whether the result of a limit makes the gate fail. */
bool gate_limit_fails(const struct gate *g, const struct held_rule *h);

/* Whether functions that are not comparable close a gate without limits. */
bool gate_incomparable_closes(const struct gate *g);

/* Adds a sentence about rows that got worse and were not accepted, although the gate is not closed. False: there are
   none. */
bool gate_explain_ignored_worse(const struct gate *g, struct text *out);

/* Adds a sentence about the result of a limit. */
void gate_explain_limit(const struct gate *g, const struct held_rule *h, struct text *out);

/* Adds the change of a row with its confidence interval: "+3.00% (+1.00% to +5.00%)"; or "new" or "gone", if only one
   side has the row; or the reason, if the row is not judged. */
void gate_change(const struct gate *g, const struct judged_row *row, struct text *out);

/* "new", "gone"; NULL: both sides have the row, or it is not judged. */
const char *gate_gone_or_new(const struct judged_row *row);

/* Writes the command that shows the instructions of the function that got worse most to `out`. False: no function got
   worse. */
bool gate_command(const struct gate *g, struct text *out);

void gate_rows(const struct gate *g, struct rows *r);
void gate_markdown(const struct gate *g, struct outlet *out);
void gate_junit(const struct gate *g, struct outlet *out);

/* Suspects: pairs of a function that is gone and a new function of similar cost, which were not guessed to be the
   same function. Perhaps the function was renamed; then the results of limits for both names are misleading. */

struct suspects {
    struct suspect {
        const struct judged_row *gone, *now;
    } * v; /* sorted by cost, the largest first */
    size_t n;
};

/* Finds suspects for the event that rules without "event=" apply to; freed with suspects_free(). */
struct suspects suspects_find(const struct gate *g);
void suspects_free(struct suspects *s);

/* Writes a sentence to `out`: "perhaps renamed: fib in server is gone, and fibonacci is new and costs 1.02 times as
   much". */
void suspects_text(const struct suspect *s, struct text *out);

/* Adds a line for each suspect to text, and a list of them to JSON. */
void suspects_put(const struct gate *g, struct rows *r);

#endif
