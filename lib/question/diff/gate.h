/*
 * gate: what a comparison of runs comes to: its verdicts, how each limit was kept, and the exit status. What
 * writes it (gate_text.c, gate_markdown.c, gate_junit.c) reads it.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_GATE_H
#define PERFOLIO_LIB_QUESTION_DIFF_GATE_H

#include "lib/question/diff/judged.h"
#include "lib/view/rows.h"

/* What a change may be before a gate closes: --fail-over, and changes that were accepted
   (--baseline-file). */

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
double rule_excess(const struct gate_rule *rule, double percent);

/* The event that rules without a pattern of one are about: the first that all runs have; the number of events: none. */
uint32_t rules_first_event(const struct replicates *r);

/* Whether a name is meant by a pattern; NULL: any is. */
bool rule_pattern_matches(const char *pattern, const char *name);

/* Whether a rule is about a row. */
bool rule_matches_row(const struct gate_rule *rule, const struct replicates *r, const struct run_row *row);

enum kept { KEPT, BROKEN, ACCEPTED, KEPT_UNKNOWN, KEPT_NO_ROW, KEPT_GONE, KEPT_APART };

enum { GATE_BROKEN_ROWS = 10 }; /* rows of a limit that are named */

/* A limit, and the row that breaks it most, or that cannot be told; NULL: no row is meant by it. */
struct held_rule {
    const struct gate_rule *rule;
    const struct judged *section;
    const struct judged_row *row;
    enum kept kept;
    const struct gate_rule *accepted; /* why it may be broken */
    size_t rows;                      /* that it was held against */
    size_t gone;                      /* of them: those that have no samples after the change */
    size_t apart;                     /* of them: those that are not judged */
    size_t broken; /* of them: those that break it; the first are in broken_rows, by section, then cost */
    const struct judged_row *broken_rows[GATE_BROKEN_ROWS];
};

struct gate {
    const struct diff_opts *o;
    struct replicates runs;
    struct rules rules, accepted;
    struct judged *sections; /* those of an event behind each other */
    size_t nsections;
    struct judged *entered; /* how often functions were entered: a section for each event that saw it */
    size_t nentered;
    struct held_rule *held;
    size_t nheld;
    uint64_t verdicts[VERDICTS]; /* of functions */
    bool apart; /* there are no limits, and functions that are not comparable cost enough to matter */
    int status;
};

/* Why what is asked for makes no sense together; NULL: it does. */
const char *gate_contradiction(const struct diff_opts *o);

/* Compare runs before and after a change. The exit status. */
int gate_run(struct diff_opts *o, struct outlet *out, struct outlet *err);

/* The rule by which what a row changed by was accepted: one about it, as far as it went, and not expired. NULL: none. */
const struct gate_rule *gate_accepting_rule(const struct gate *g, const struct judged_row *row);

/* "kept", "broken", "accepted", "cannot tell", "no such row", "gone", "not comparable". */
const char *gate_kept_word(enum kept kept);

/* What was looked at: "names", "lines", "code". */
const char *gate_guess_word(enum guess_by by);

/* An event's name, where more than one is compared; else NULL. */
const char *gate_event(const struct gate *g, uint32_t event);

/* Whether a worse event closes a gate without limits; probes and tracepoints beside another event do not. */
bool gate_event_decides(const struct gate *g, uint32_t event);

/* What a section's rows are called: "functions". */
const char *gate_section_word(enum run_section section);

/* What a row is called: "parse in server". In `out`. */
const char *gate_row_name(const struct run_row *row, struct text *out);

/* What costs of a section are in: "seconds", "1e9 cycles"; "seconds of cpu-clock" where more than one event is compared.
   In `out`. */
const char *gate_unit(const struct gate *g, const struct judged *j, struct text *out);

/* What was compared of each side: samples and, where all runs have times, seconds of a mean run, and how many times those
   before they are after. In `out`. */
void gate_lengths(const struct gate *g, struct text *out);

/* A sentence about what makes sums comparable, where a total that is judged by its sum changed: that runs were of other
   lengths makes every row worse, or better. False: there is nothing to say. */
bool gate_explain_sums(const struct gate *g, struct text *out);

/* A sentence about how small a change of the total these runs show, and what another would take. */
bool gate_explain_power(const struct gate *g, const struct judged *j, struct text *out);

/* Whether a limit closes the gate. */
bool gate_limit_closes(const struct gate *g, const struct held_rule *h);

/* Whether functions that are not comparable close a gate without limits. */
bool gate_incomparable_closes(const struct gate *g);

/* A sentence about what got worse and was not accepted though the gate is not closed. False: nothing did. */
bool gate_explain_ignored_worse(const struct gate *g, struct text *out);

/* A sentence about a limit. */
void gate_explain_limit(const struct gate *g, const struct held_rule *h, struct text *out);

/* What a row changed by and its interval, added to `out`: "+3.00% (+1.00% to +5.00%)"; "new" or "gone" where one
   side alone has it; why it is not judged where it is not. */
void gate_change(const struct gate *g, const struct judged_row *row, struct text *out);

/* "new", "gone"; NULL: both sides have the row, or it is not judged. */
const char *gate_one_sided_word(const struct judged_row *row);

/* The command that shows the instructions of the function that got worse by most. In `out`; false: none got worse. */
bool gate_command(const struct gate *g, struct text *out);

void gate_rows(const struct gate *g, struct rows *r);
void gate_markdown(const struct gate *g, struct outlet *out);
void gate_junit(const struct gate *g, struct outlet *out);

/* Functions that are gone beside new ones of like cost, which are not guessed to be one: perhaps one was renamed, and
   what limits say of either is not what became of it. */

struct suspects {
    struct suspect {
        const struct judged_row *gone, *now;
    } * v; /* what cost most first */
    size_t n;
};

/* Finds suspects for the event that limits are about; freed with suspects_free(). */
struct suspects suspects_find(const struct gate *g);
void suspects_free(struct suspects *s);

/* "perhaps renamed: fib in server is gone, and fibonacci is new and costs 1.02 times as much". In `out`. */
void suspects_text(const struct suspect *s, struct text *out);

/* Adds a line for each suspect to text, and a list of them to JSON. */
void suspects_put(const struct gate *g, struct rows *r);

#endif
