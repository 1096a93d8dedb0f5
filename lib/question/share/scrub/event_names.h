/* event_names: tells the names of events that kernels and perf give from those that users choose: probes, tracepoints of programs,
   and names like that of `-e cpu/event=0x3c,name=mine/`. */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_EVENT_NAMES_H
#define PERFOLIO_LIB_QUESTION_SHARE_EVENT_NAMES_H

#include <stdbool.h>

/* Whether a name is one that every machine with the same kernel and processor may have: "cycles:u", "L1-dcache-loads", "r1a8",
   "cpu/event=0x3c,umask=0x1/", "mem:w", "sched:sched_switch". A vendor's own names outside of a PMU ("inst_retired.any") look as
   those that users choose, and are not of these. */
bool event_name_is_standard(const char *name);

#endif
