/*
 * hybrid: events that are one event to who asked for it. A machine with CPUs of several kinds has a PMU for
 * each kind, and what counts there is an event of its own: of "cycles" cpu_core/cycles/ and cpu_atom/cycles/
 * are recorded, which have to be added up to be what all CPUs did.
 */
#ifndef PERFOLIO_CORE_MODEL_HYBRID_H
#define PERFOLIO_CORE_MODEL_HYBRID_H

#include "core/base/text.h"
#include "core/model/event.h"

/* Per event the first one that counts the same on CPUs of another kind; of most their own index. NULL: no two
   do. malloc'ed. */
uint32_t *hybrid_leads(const struct events *es);

/* Add the names of an event and of those that it leads: "cpu_core/cycles/ + cpu_atom/cycles/". `leads` may be
 * NULL. */
void hybrid_name(const struct events *es, const uint32_t *leads, uint32_t lead, struct text *out);

#endif
