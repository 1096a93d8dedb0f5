/*
 * hybrid: joins events that the user requested as one event. A machine with several kinds of CPUs has a PMU
 * for each kind. perf records "cycles" as two events, cpu_core/cycles/ and cpu_atom/cycles/, whose counts
 * must be added up.
 */
#ifndef PERFOLIO_CORE_MODEL_HYBRID_H
#define PERFOLIO_CORE_MODEL_HYBRID_H

#include "core/base/text.h"
#include "core/model/event.h"

/* The leader of each event: the index of the first event that counts the same thing, perhaps on CPUs of
   another kind. An event that is not joined with an earlier event leads itself. malloc'ed; NULL: no two
   events are joined. */
uint32_t *hybrid_leaders(const struct events *es);

/* Appends the names of the leader `lead` and of the events joined with it: "cpu_core/cycles/ +
   cpu_atom/cycles/". `leads`: the result of hybrid_leaders(), may be NULL. */
void hybrid_add_names(const struct events *es, const uint32_t *leads, uint32_t lead, struct text *out);

#endif
