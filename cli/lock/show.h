/* show: what lock has counted, as an answer. */
#ifndef PERFOLIO_CLI_LOCK_SHOW_H
#define PERFOLIO_CLI_LOCK_SHOW_H

#include "cli/lock/view.h"

/* Everything that printing needs. */
struct lock_sheet {
    struct session *s;
    const struct lock_opts *o;
    struct locks *l;
    struct rows rows;
};

void lock_show(struct lock_sheet *h);

#endif
