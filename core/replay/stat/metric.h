/* metric: what a count means beside others, and the means that it is worked out from. */
#ifndef PERFOLIO_CORE_REPLAY_STAT_METRIC_H
#define PERFOLIO_CORE_REPLAY_STAT_METRIC_H

#include "core/replay/stat/stat_aggregate.h"

struct metric {
    double value;
    const char *unit;        /* "insn per cycle"; NULL: it is none, only the room for one */
    const char *suffix;      /* of the value: "%" */
    uint8_t width, decimals; /* how the value is printed */
    bool is_known;           /* else there is the unit alone: what it is measured by was not counted */
    bool on_new_line;        /* below the one before */
};

/* Those of a count; mostly one. */
struct metric_list {
    struct metric v[2];
    unsigned n;
};

struct metrics {
    const struct stat_aggregate *aggregate;
    struct mean {
        double mean;
        uint64_t n;
    } * v, walltime; /* walltime: ns, of rounds that were all of it */
    size_t n, cap;
    struct idmap at;  /* of a place and what is measured by: the index + 1 into v */
    uint32_t *basis;  /* by event: what is measured by it; UINT32_MAX: nothing */
    bool *exists;     /* of what is measured by: whether there is an event for it */
    bool no_recovery; /* no event is topdown-recovery-bubbles */
};

#endif
