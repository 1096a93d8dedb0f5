/*
 * same_event: pairs events of two captures that count the same thing. It pairs first events of the same name,
 * then events whose type and number mean the same on every machine, even if names or modifiers differ.
 */
#ifndef PERFOLIO_CORE_MODEL_SAME_EVENT_H
#define PERFOLIO_CORE_MODEL_SAME_EVENT_H

#include "core/base/arena.h"
#include "core/model/event.h"

enum { NO_EVENT = UINT32_MAX };

/* The events of one capture, with which the events of other captures are compared. */
struct known_events {
    struct names names;
    uint32_t *by_name, *by_number; /* per event: ids of its name and number in `names`; 0: it has none */
    uint32_t n;
};

void same_event_init(struct known_events *k, const struct events *es);
void same_event_free(struct known_events *k);

/* For each event of a capture the index of the known event that counts the same thing, or NO_EVENT;
   malloc'ed. Each known event is used at most once. If several events have one name, the first is paired
   with the first known event of that name, and so on. */
uint32_t *same_event_match(struct known_events *k, const struct events *es);

#endif
