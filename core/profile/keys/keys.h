/* keys: the list of all keys, and those that are never shown. */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEYS_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEYS_H

#include "core/profile/keys/key.h"

/* The key that a word of --sort means, or NULL. */
const struct key *key_named(const char *word, size_t n);

/* The i-th key, NULL behind the last: for help texts. */
const struct key *key_at(size_t i);

/* What a cell says; its texts may be in `scratch`, which is empty. */
struct value key_value(const struct key *k, const struct cell *c, const struct key_context *kc,
                       struct text *scratch);

/* A hash of what a cell is, the same in every run of the program; unlike cells may have one. */
uint64_t keys_cell_hash(const struct key *k, const struct cell *c);

/* Add the text of a cell in its column. */
void key_text(const struct key *k, const struct cell *c, const struct key_context *kc, struct text *out);

/* The mode of the CPU (PERF_RECORD_MISC_*), which is never shown: rows that differ in it alone are one, but
   for what table_figure() says of modes. */
extern const struct key key_mode;

/* How many threads ran beside the sample's, itself counted, which is not shown: for what table_figure() says
 * of latency. */
extern const struct key key_running;

/* The parts of a weight as they are, which are not shown: for what table_figure() says of weights. */
enum { WEIGHT_PARTS = 3 };
extern const struct key key_weight_parts[WEIGHT_PARTS];

/* Of the earliest sample of a row: its address, as it is shown where there is no symbol, and where that one's name is
   from, as a letter (key_place.c). Rows that differ in these alone are one. */
extern const struct key key_first_address, key_origin;

/* As "dso", but with the object's path, so that objects of one name are several. */
extern const struct key key_path;

/* The numbers of the thread and of its process, as they are: for exporters, which show them their own way. */
extern const struct key key_process, key_thread;

#endif
