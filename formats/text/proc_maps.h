/* proc_maps: what a process has mapped, the format of /proc/PID/maps (proc(5)). */
#ifndef PERFOLIO_FORMATS_TEXT_PROC_MAPS_H
#define PERFOLIO_FORMATS_TEXT_PROC_MAPS_H

#include <stdbool.h>

#include "core/base/cur.h"

struct proc_map {
    uint64_t start, end; /* avma, end exclusive */
    uint64_t dev, ino;   /* of the file: major << 32 | minor, and inode; only good to be compared */
    bool exec;           /* may be executed */
    bool deleted;        /* the name is not the file's any more */
    struct span name;    /* borrowed; empty: none; without " (deleted)" */
};

/* The next mapping, off the front of `text`; lines of another shape are skipped. False: no more. */
bool proc_maps_next(struct span *text, struct proc_map *m);

#endif
