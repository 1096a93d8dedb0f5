/* markers: the samples of tracepoints with the text of their fields, as arrays in the order of time, 24 bytes each; equal texts are
   stored once. */
#ifndef PERFOLIO_LIB_COLUMNS_MARKERS_H
#define PERFOLIO_LIB_COLUMNS_MARKERS_H

#include "core/base/arena.h"
#include "core/replay/replay.h"
#include "lib/columns/sample_columns.h"
#include "lib/columns/thread_numbers.h"

enum {
    MARKERS_BYTES = 24 /* bytes of one; all arrays are one allocation that begins with `time` */
};

struct markers {
    size_t n;
    uint64_t *time;                  /* ns, as replay shows it */
    uint32_t *thread, *stack, *text; /* numbers of the samples' columns, and in `texts` */
    uint16_t *cpu, *event;           /* as in struct sample_columns */
    struct names texts;
};

/* Reads the markers of a replay's capture, whose samples are in columns; threads that these do not have get further numbers. A
   sample whose data the capture does not describe is none, and a problem. False with `e` set: it cannot be read. markers_free() frees
   `m` in either case. */
bool markers_read(struct markers *m, struct replay *from, const struct sample_columns *columns,
                  struct thread_numbers *threads, struct err *e);
void markers_free(struct markers *m);

#endif
