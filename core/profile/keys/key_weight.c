/*
 * Keys of weights: PERF_SAMPLE_WEIGHT, or the three parts of PERF_SAMPLE_WEIGHT_STRUCT. Keys named "local_" show the
 * weight of one sample, the others the sum over the samples of a row; samples of different weights are different rows
 * in either case. The second part is the latency of an instruction until its result was available. The third part is
 * the time that it waited to be issued or to retire: perf names it differently for each architecture.
 */
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

enum { PARTS = PERF_SAMPLE_WEIGHT_STRUCT, ANY = PERF_SAMPLE_WEIGHT | PARTS };

/* The cell of a weight; tag 1: the sample has the weight. */
static struct cell weight_cell(const struct view *v, uint64_t weight)
{
    return (struct cell){ .v = weight, .tag = (v->sample->has & v->key->sample) != 0 };
}

static struct cell get_weight(const struct view *v)
{
    return weight_cell(v, v->sample->weight);
}

static struct cell get_second(const struct view *v)
{
    return weight_cell(v, v->sample->weight2);
}

static struct cell get_third(const struct view *v)
{
    return weight_cell(v, v->sample->weight3);
}

static struct value value_weight(const struct key_cell *c)
{
    if (c->cell->tag)
        return value_count(c->cell->v);
    return value_unknown();
}

const struct key key_weight_parts[WEIGHT_PARTS] = {
    { .name = "weight1", .header = "", .sample = ANY, .varies = KEY_VARIES, .get = get_weight },
    { .name = "weight2", .header = "", .sample = PARTS, .varies = KEY_VARIES, .get = get_second },
    { .name = "weight3", .header = "", .sample = PARTS, .varies = KEY_VARIES, .get = get_third },
};

#define WEIGHT(key_name, heading, what, bits, getter)                                                        \
    .name = key_name, .header = heading, .type = VALUE_COUNT, .help = what, .none = "0", .sample = bits,     \
    .varies = KEY_VARIES, .get = getter, .value = value_weight, .compare = key_largest_first

// clang-format off
static const struct key keys[] = {
    { WEIGHT("local_weight", "Local Weight",
             "the latency of a memory access, or another weight that the CPU recorded", ANY, get_weight),
      .join = JOIN_NUMBER },
    { WEIGHT("weight", "Weight", "the same, summed over the samples of the row", ANY, get_weight),
      .least_width = 12, .least_width_ns = 12, .summed = true },
    { WEIGHT("local_ins_lat", "Local INSTR Latency",
             "cycles from the start of an instruction to its result (2nd part of a weight)", PARTS, get_second),
      .join = JOIN_NUMBER },
    { WEIGHT("ins_lat", "INSTR Latency", "the same, summed", PARTS, get_second), .summed = true },
    { WEIGHT("local_p_stage_cyc", "Local Pipeline Stage Cycle",
             "cycles in a stage of the pipeline (3rd part of a weight)", PARTS, get_third),
      .join = JOIN_NUMBER },
    { WEIGHT("p_stage_cyc", "Pipeline Stage Cycle", "the same, summed", PARTS, get_third), .summed = true },
    { WEIGHT("local_retire_lat", "Local Retire Latency",
             "cycles that an instruction waited to retire (3rd part of a weight)", PARTS, get_third),
      .join = JOIN_NUMBER },
    { WEIGHT("retire_lat", "Retire Latency", "the same, summed", PARTS, get_third), .summed = true },
};
// clang-format on

const struct key *key_weight_at(size_t i)
{
    if (i < COUNT(keys))
        return &keys[i];
    return NULL;
}

size_t key_weight_count(void)
{
    return COUNT(keys);
}
