/* proc_maps: reads the mappings of a process from the format of /proc/PID/maps (proc(5)). */
#ifndef PERFOLIO_FORMATS_TEXT_PROC_MAPS_H
#define PERFOLIO_FORMATS_TEXT_PROC_MAPS_H

#include <stdbool.h>

#include "core/base/cur.h"

struct proc_map {
    uint64_t start, end; /* avma, end exclusive */
    uint64_t dev, ino;   /* of the file: major << 32 | minor, and inode; use them only to compare files */
    bool exec;           /* executable */
    bool deleted;        /* the file was deleted */
    struct span name;    /* borrowed, without " (deleted)"; empty: none */
};

/* Remove the next mapping from the beginning of `text`; lines of another form are skipped. False: there
   are no more. */
bool proc_maps_next(struct span *text, struct proc_map *m);

#endif
