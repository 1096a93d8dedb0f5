/*
 * path_weights: estimates how many samples lead through each beginning of a call path, in a table of fixed size: a
 * Count-Min sketch (Cormode and Muthukrishnan, Journal of Algorithms 55, 2005). A beginning has two counters in one
 * cache line; its weight is the smaller one. It is never too low, and too high only if other beginnings share both
 * counters. Additions commute, so the result does not depend on the number of workers.
 */
#ifndef PERFOLIO_CORE_PROFILE_PATH_WEIGHTS_H
#define PERFOLIO_CORE_PROFILE_PATH_WEIGHTS_H

#include <stdint.h>

struct path_weights;

/* A table to choose the `most` heaviest beginnings by: PATH_WEIGHTS_BYTES for each, at most 256 MiB. */
enum { PATH_WEIGHTS_BYTES = 128 };
struct path_weights *path_weights_new(uint64_t most);
void path_weights_free(struct path_weights *w);

/* The number of samples through the beginning with this hash, at most 2^31. */
uint32_t path_weights_of(const struct path_weights *w, uint64_t hash);

/* Collects what one worker adds: counts of frequent beginnings are summed before they go into the table. */
struct path_adder;
struct path_adder *path_adder_new(struct path_weights *w);

/* Count a sample through the beginning with this hash. */
void path_adder_add(struct path_adder *a, uint64_t hash);

/* Add the remaining counts to the table and free `a`, which may be NULL. */
void path_adder_end(struct path_adder *a);

#endif
