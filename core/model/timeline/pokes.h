/* pokes: changes that the kernel made to its own code during the recording (PERF_RECORD_TEXT_POKE). */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_POKES_H
#define PERFOLIO_CORE_MODEL_TIMELINE_POKES_H

#include "core/base/arena.h"
#include "core/model/record.h"

struct poke {
    struct when when;
    uint64_t avma;
    struct span old;   /* bytes before the change */
    struct span bytes; /* bytes after the change */
};

struct pokes {      /* zero-initialise */
    struct poke *v; /* once sealed: in order of time */
    size_t n, cap;
    struct arena arena;
};

void pokes_add(struct pokes *p, const struct record *r);
void pokes_seal(struct pokes *p);
void pokes_free(struct pokes *p);

#endif
