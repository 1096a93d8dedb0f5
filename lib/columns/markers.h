/* markers: the samples of tracepoints with the text of their fields, as arrays in the order of time, 24 bytes each;
   equal texts are stored once. */
#ifndef PERFOLIO_LIB_COLUMNS_MARKERS_H
#define PERFOLIO_LIB_COLUMNS_MARKERS_H

#include "core/base/arena.h"
#include "core/replay/replay.h"
#include "lib/columns/sample_columns.h"
#include "lib/columns/thread_numbers.h"

enum {
    MARKERS_BYTES = 24 /* bytes per marker; all arrays are one allocation that begins with `time` */
};

struct markers {
    size_t n;
    uint64_t *time; /* ns, as replay shows it */
    /* thread, stack: numbers as in the samples' columns; text: the id in `texts` */
    uint32_t *thread, *stack, *text;
    uint16_t *cpu, *event; /* as in struct sample_columns */
    struct names texts;
};

/* Reads the markers of the replay's capture; `columns` has its samples. Threads that `columns` does not have are added
   to `threads`. A sample is left out, and counted as a problem, if the capture does not describe the format of its raw
   data. False with `e` set: the capture cannot be read. The caller calls markers_free() in either case. */
bool markers_read(struct markers *m, struct replay *from, const struct sample_columns *columns,
                  struct thread_numbers *threads, struct err *e);
void markers_free(struct markers *m);

#endif
