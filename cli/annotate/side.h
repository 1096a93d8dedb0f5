/* side: one of two captures that stand side by side, or the runs of that side (--before, --after) summed up. */
#ifndef PERFOLIO_CLI_ANNOTATE_SIDE_H
#define PERFOLIO_CLI_ANNOTATE_SIDE_H

#include "cli/annotate/annotation.h"
#include "cli/session/run_list.h"

struct side {
    struct session s; /* of the first run, which the names and the code are of */
    bool opened;
    uint32_t runs;
};

/* Count `n` runs, one at least, into one annotation. False once the reason is shown, or with `e` set. Freed with
   side_close(), once the annotation is, in either case. */
bool side_open(struct side *side, struct annotation *a, struct annotate_opts *o, struct listed_run *runs,
               uint32_t n, FILE *err, struct err *e);
void side_close(struct side *side);

#endif
