/*
 * compare: the rows of several captures, joined where they mean the same: the name of a command, of an
 * object, of a symbol, whatever addresses these had there. What is joined is a profile again: its events are
 * those of the first capture, the baseline, once for each capture, so its table has captures side by side as
 * it has events of groups. Once a capture was added, only its keys are still needed.
 */
#ifndef PERFOLIO_CORE_COMPARE_COMPARE_H
#define PERFOLIO_CORE_COMPARE_COMPARE_H

#include "core/profile/show/table.h"

struct comparison {
    uint32_t nevents, nfiles;
    struct profile profile;
    struct table table; /* from compare_settle() on */
    struct key keys[KEYS_MAX];
    const struct key *pointers[KEYS_MAX]; /* to these: the profile's */
    struct names names;
    struct arena arena;
    struct key_context context;
    bool *several; /* per row of the profile: it has no name, and is of more than one address */
};

/* Keys that are JOIN_NONE are none to compare by; JOIN_APART is for captures that are added as one file. */
void compare_init(struct comparison *c, const struct key *const *keys, size_t nkeys, uint32_t nevents,
                  uint32_t nfiles);
void compare_free(struct comparison *c);

/* Tells rows without a name apart by address: for tables in which no row belongs to two captures. Before the first is added. */
void compare_keep_addresses(struct comparison *c);

/* Adds an event to the joined profile, for captures that are added as one file. */
void compare_add_event(struct comparison *c);

/* The event that an event is in one of the files. */
static inline uint32_t compare_event(const struct comparison *c, uint32_t event, uint32_t file)
{
    return event * c->nfiles + file;
}

/* Add what a capture's profile counted by these keys. Several may be added as one file. `event_of`: per event
   of the capture which one of the baseline's it is, or NO_EVENT (same_event.h): such are left out. */
void compare_add(struct comparison *c, uint32_t file, const struct table *t, const uint32_t *event_of);

/* Once all are added. A line is a row of table_lines(), one of the profile's per file. */
void compare_settle(struct comparison *c);

/* What a line says of a key: what its first row does; of symbols without a name nothing ("[unknown]") if it
   is more than one address. Texts may be in `scratch`. */
struct value compare_value(const struct comparison *c, const uint32_t *line, size_t key,
                           struct text *scratch);
const char *compare_text(const struct comparison *c, const uint32_t *line, size_t key, struct text *scratch);

/* How a line changed between captures, as a number, and the order of lines by that number. */

enum change_kind {
    CHANGE_DELTA,     /* of shares, in percent points       */
    CHANGE_DELTA_ABS, /* the same, whether up or down       */
    CHANGE_RATIO,     /* of periods, new by old             */
    CHANGE_WDIFF      /* new * w2 - old * w1, of periods    */
};

struct change_opts {
    enum change_kind kind;
    int64_t w1, w2;
    uint32_t order;     /* the file whose changes order lines before all else; 0: the baseline's order does */
    bool of_shown;      /* shares are of what filters let through */
    bool baseline_only; /* only lines that the baseline and another file have */
};

/* One event of what was joined and settled. */
struct changes {
    const struct comparison *c;
    const struct change_opts *o;
    uint32_t event;
};

/* The total period of a file: its shares are percentages of that. */
uint64_t change_total(const struct changes *h, uint32_t file);

/* The period and the share, in percent, of a line in a file; 0 where the file has no such row, or nothing at
 * all. */
uint64_t change_period(const struct changes *h, const uint32_t *line, uint32_t file);
double change_percent(const struct changes *h, const uint32_t *line, uint32_t file);

/* From the baseline to a file: percent points; how many times as much, where nothing counts as a period of 1;
   and the weighted difference. */
double change_delta(const struct changes *h, const uint32_t *line, uint32_t file);
double change_ratio(const struct changes *h, const uint32_t *line, uint32_t file);
int64_t change_wdiff(const struct changes *h, const uint32_t *line, uint32_t file);

/* The lines of the event, a row (or NO_ROW) per file each, in perf's order: lines that the file has that is
   ordered by, those that changed most first; then by the share in the baseline, by the other files, by the
   keys. malloc'ed, NULL where no file has a sample; n receives the count. */
uint32_t *change_lines(const struct changes *h, size_t *n);

#endif
