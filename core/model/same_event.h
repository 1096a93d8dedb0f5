/*
 * same_event: pairs events of two captures that count the same: events of one name, then events whose type and number mean
 * the same on every machine, whatever their names and modifiers.
 */
#ifndef PERFOLIO_CORE_MODEL_SAME_EVENT_H
#define PERFOLIO_CORE_MODEL_SAME_EVENT_H

#include "core/base/arena.h"
#include "core/model/event.h"

enum { NO_EVENT = UINT32_MAX };

/* The events that other captures are compared with. */
struct known_events {
    struct names names;
    uint32_t *by_name, *by_number; /* per event: ids of its name and number in `names`; 0: none */
    uint32_t n;
};

void same_event_init(struct known_events *k, const struct events *es);
void same_event_free(struct known_events *k);

/* Per event of a capture the index of the known event that it equals, or NO_EVENT; malloc'ed. No two get the same one; of
   several with one name the first pairs with the first. */
uint32_t *same_event_of(struct known_events *k, const struct events *es);

#endif
