/* pokes: the kernel's code where it changed it while it was recorded (PERF_RECORD_TEXT_POKE). */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_POKES_H
#define PERFOLIO_CORE_MODEL_TIMELINE_POKES_H

#include "core/base/arena.h"
#include "core/model/record.h"

struct poke {
    struct when when;
    uint64_t avma;
    struct span old;   /* bytes that were there up to then */
    struct span bytes; /* that are there from then on */
};

struct pokes {      /* zero-initialise */
    struct poke *v; /* in order of time, once they are sealed */
    size_t n, cap;
    struct arena arena;
};

void pokes_add(struct pokes *p, const struct record *r);
void pokes_seal(struct pokes *p);
void pokes_free(struct pokes *p);

#endif
