/*
 * key_trace: keys of tracepoints: the text of a sample (the key "trace"), and the fields, which differ from capture
 * to capture.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_TRACE_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_TRACE_H

#include "core/base/err.h"
#include "core/model/trace.h"
#include "core/profile/keys/key.h"

/* get() and value() of the key "trace". */
struct cell key_get_trace(const struct view *v);
struct value key_value_trace(const struct key_cell *c);

/* The keys of fields of one capture. */
struct trace_keys;

/* `traces` may be NULL: there are no fields then. All arguments must outlive the keys. */
struct trace_keys *key_trace_new(const struct trace_reader *reader, struct traces *traces,
                                 const struct events *events);
void key_trace_free(struct trace_keys *k);

/* The keys that a word of --sort names, in perf's syntax: FIELD (of any tracepoint with such a field),
   EVENT.FIELD, EVENT.* and trace_fields, each optionally with /raw at the end (util/sort.c,
   add_dynamic_entry()). EVENT is a name such as sched:sched_switch, a part of a name, or %N for the N-th
   event. If several events match, the i-th key has the i-th field of each event. A field that an earlier word
   named is left out; repeated calls with one word return the same keys. False with `e` set if the word names
   no key; *unknown: it is well-formed, but there is no key or field of this name. Keys live as long as `k`. */
bool key_trace_find(struct trace_keys *k, const char *word, const struct key *const **keys, size_t *n,
                    bool *unknown, struct err *e);

#endif
