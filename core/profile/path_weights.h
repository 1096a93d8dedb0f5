/*
 * path_weights: about how many samples lead through each beginning of a call path, in a table whose size does not
 * depend on how many there are: a Count-Min sketch (Cormode and Muthukrishnan, Journal of Algorithms 55, 2005). A
 * beginning has two counters, both in one line of the cache; its weight is taken to be the smaller one, which is
 * never less than the truth, and more where others have both counters, too. Additions come to the same in any order,
 * so what workers add at the same time is the same for any number of them.
 */
#ifndef PERFOLIO_CORE_PROFILE_PATH_WEIGHTS_H
#define PERFOLIO_CORE_PROFILE_PATH_WEIGHTS_H

#include <stdint.h>

struct path_weights;

/* A table to choose `most` beginnings by: PATH_WEIGHTS_BYTES for each, and 256 MiB at most. */
enum { PATH_WEIGHTS_BYTES = 128 };
struct path_weights *path_weights_new(uint64_t most);
void path_weights_free(struct path_weights *w);

/* The number of samples through the beginning with a hash; no more than 2^31. */
uint32_t path_weights_of(const struct path_weights *w, uint64_t hash);

/* What a worker adds: what is seen often is added up here first. */
struct path_adder;
struct path_adder *path_adder_new(struct path_weights *w);

/* Count a sample through the beginning with a hash. */
void path_adder_add(struct path_adder *a, uint64_t hash);

/* Add what is left, and free `a`, which may be NULL. */
void path_adder_end(struct path_adder *a);

#endif
