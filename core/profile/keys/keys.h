/* keys: the list of all keys, and further keys that are never shown as columns. */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEYS_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEYS_H

#include "core/profile/keys/key.h"

/* The key that a word of --sort (n bytes) names in full or by a prefix; NULL: none. */
const struct key *key_find(const char *word, size_t n);

/* The i-th key, for help texts; NULL after the last. */
const struct key *key_at(size_t i);

/* The value of a cell. Its texts may be stored in `scratch`, which must be empty. */
struct value key_value(const struct key *k, const struct cell *c, const struct key_context *kc,
                       struct text *scratch);

/* A hash of a cell, equal in every run of the program; different cells may have the same hash. */
uint64_t keys_cell_hash(const struct key *k, const struct cell *c);

/* Add the text of a cell as its column shows it. */
void key_text(const struct key *k, const struct cell *c, const struct key_context *kc, struct text *out);

/* The CPU mode (PERF_RECORD_MISC_*). Never a column: rows that differ only in mode are merged, but table_figure()
   splits their periods by mode. */
extern const struct key key_mode;

/* The number of threads that ran when the sample was taken, its own included. Never a column: table_figure() computes
   latencies from it. */
extern const struct key key_running;

/* The parts of a weight. Never columns: table_figure() sums them. */
enum { WEIGHT_PARTS = 3 };
extern const struct key key_weight_parts[WEIGHT_PARTS];

/* The address of a row's earliest sample, and a letter for the source of that sample's symbol (key_place.c,
   letter_of()). Rows that differ in these keys alone are merged. */
extern const struct key key_first_address, key_origin;

/* The object by its path. It shows the same text as the key "dso", but objects of the same name stay apart. */
extern const struct key key_path;

/* The pid and the tid, for exporters, which format the numbers themselves. */
extern const struct key key_process, key_thread;

#endif
