/*
 * same_event: which events of two captures count the same: those of one name, and then, whatever they are
 * called or to whom they were restricted, those whose type and number mean the same on every machine.
 */
#ifndef PERFOLIO_CORE_MODEL_SAME_EVENT_H
#define PERFOLIO_CORE_MODEL_SAME_EVENT_H

#include "core/base/arena.h"
#include "core/model/event.h"

enum { NO_EVENT = UINT32_MAX };

/* What is kept of the events that others are compared with. */
struct known_events {
    struct names names;
    uint32_t *by_name, *by_number; /* per event: ids of what it is found by; 0: it is not */
    uint32_t n;
};

void same_event_init(struct known_events *k, const struct events *es);
void same_event_free(struct known_events *k);

/* Per event of a capture the known one that it is, or NO_EVENT. No two are the same one; of several of one
   name the first is the first. malloc'ed. */
uint32_t *same_event_of(struct known_events *k, const struct events *es);

#endif
