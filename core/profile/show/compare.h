/*
 * compare: the rows of several captures, joined where they mean the same: the name of a command, of an
 * object, of a symbol, whatever addresses these had there. What is joined is a profile again: its events are
 * those of the first capture, the baseline, once for each capture, so its table has captures side by side as
 * it has events of groups. Nothing of a capture is needed any more once it was added, but its keys.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_COMPARE_H
#define PERFOLIO_CORE_PROFILE_SHOW_COMPARE_H

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

/* What has no name is told apart by its address: for rows that are no two captures'. Before the first is
 * added. */
void compare_keep_addresses(struct comparison *c);

/* One event more, of captures that are added as one file. */
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

#endif
