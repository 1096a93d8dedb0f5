/*
 * compare: joins the rows of several captures by the names of commands, objects and symbols, whatever their
 * addresses in each capture. The result is a profile that has each event of the first capture, the baseline,
 * once per file. So its table shows files side by side, as tables show the events of a group. Once a capture
 * is added, only its keys are still needed.
 */
#ifndef PERFOLIO_CORE_COMPARE_COMPARE_H
#define PERFOLIO_CORE_COMPARE_COMPARE_H

#include "core/profile/show/table.h"

struct comparison {
    uint32_t nevents, nfiles;
    struct profile profile;
    struct table table; /* set by compare_settle() */
    struct key keys[KEYS_MAX];
    const struct key *pointers[KEYS_MAX]; /* to `keys`; for the profile */
    struct names names;
    struct arena arena;
    struct key_context context;
    bool *several; /* per row of the profile: whether it joins rows without a symbol at different addresses */
};

/* Keys with JOIN_NONE are not allowed. Keys with JOIN_APART are allowed only if all captures are added as
   one file. */
void compare_init(struct comparison *c, const struct key *const *keys, size_t nkeys, uint32_t nevents,
                  uint32_t nfiles);
void compare_free(struct comparison *c);

/* Join rows without a symbol only if their addresses are equal, for tables in which no row belongs to two
   captures. Call it before the first compare_add(). */
void compare_keep_addresses(struct comparison *c);

/* Add an event to the joined profile. Allowed only if all captures are added as one file. */
void compare_add_event(struct comparison *c);

/* The number, in the joined profile, of a baseline event for a file. */
static inline uint32_t compare_event(const struct comparison *c, uint32_t event, uint32_t file)
{
    return event * c->nfiles + file;
}

/* Add the rows of a capture that was counted by the keys of compare_init(). Several captures may be added
   as one file. `event_of`: for each event of the capture the same event of the baseline, or NO_EVENT
   (same_event.h); the rows of an event with NO_EVENT are left out. */
void compare_add(struct comparison *c, uint32_t file, const struct table *t, const uint32_t *event_of);

/* Make the table, after the last compare_add(). Each of its lines (table_lines()) then has one row of the
   profile per file. */
void compare_settle(struct comparison *c);

/* The value and the text of a key in a line, taken from the line's first row. "[unknown]": the line joins
   several addresses without a symbol. The text may be stored in `scratch`. */
struct value compare_value(const struct comparison *c, const uint32_t *line, size_t key,
                           struct text *scratch);
const char *compare_text(const struct comparison *c, const uint32_t *line, size_t key, struct text *scratch);

/* The number that measures how a line changed between captures; lines are sorted by it. */

enum change_kind {
    CHANGE_DELTA,     /* difference of shares, in percentage points */
    CHANGE_DELTA_ABS, /* its absolute value */
    CHANGE_RATIO,     /* new period divided by old one */
    CHANGE_WDIFF      /* new period * w2 - old period * w1 */
};

struct change_opts {
    enum change_kind kind;
    int64_t w1, w2;
    /* sort lines first by the change in this file; 0: by the value in the baseline */
    uint32_t order;
    /* shares are percentages of the samples that pass the filters; else of all samples */
    bool of_shown;
    bool baseline_only; /* only lines with rows of the baseline and of another file */
};

/* An event of a comparison after compare_settle(). */
struct changes {
    const struct comparison *c;
    const struct change_opts *o;
    uint32_t event;
};

/* The total period of the event in a file; the file's shares are percentages of this total. */
uint64_t change_total(const struct changes *h, uint32_t file);

/* The period of a line in a file, and its share in percent. They are 0 if the line has no row in the file,
   or the file has no samples. */
uint64_t change_period(const struct changes *h, const uint32_t *line, uint32_t file);
double change_percent(const struct changes *h, const uint32_t *line, uint32_t file);

/* The change of a line from the baseline to a file. change_delta(): difference of shares in percentage
   points. change_ratio(): ratio of periods; a period of 0 in the baseline counts as 1. change_wdiff():
   weighted difference of periods. */
double change_delta(const struct changes *h, const uint32_t *line, uint32_t file);
double change_ratio(const struct changes *h, const uint32_t *line, uint32_t file);
int64_t change_wdiff(const struct changes *h, const uint32_t *line, uint32_t file);

/* The lines of the event, in perf's order. A line is one row (or NO_ROW) per file. With change_opts.order,
   lines with a row of that file come first, and of these the lines that changed most. Further criteria are
   the period in the baseline, the changes in the other files, and the keys. malloc'ed, NULL if no file has
   samples; *n receives the number of lines. */
uint32_t *change_lines(const struct changes *h, size_t *n);

#endif
