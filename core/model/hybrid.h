/*
 * hybrid: joins events that the user asked for as one. A machine with several kinds of CPUs has a PMU for each kind:
 * "cycles" is recorded as cpu_core/cycles/ and cpu_atom/cycles/, and both have to be added up.
 */
#ifndef PERFOLIO_CORE_MODEL_HYBRID_H
#define PERFOLIO_CORE_MODEL_HYBRID_H

#include "core/base/text.h"
#include "core/model/event.h"

/* Per event the index of the first event that counts the same thing on CPUs of another kind; mostly its own. malloc'ed;
   NULL: no two events do. */
uint32_t *hybrid_leaders(const struct events *es);

/* Adds the names of a leading event and of those joined with it: "cpu_core/cycles/ + cpu_atom/cycles/". `leads` may be NULL. */
void hybrid_add_names(const struct events *es, const uint32_t *leads, uint32_t lead, struct text *out);

#endif
