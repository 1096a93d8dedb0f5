/* sched: the views of a schedule. */
#include "lib/question/commands.h"
#include "lib/question/sched/replay.h"

static const struct command *const views[] = { &latency_command, &timehist_command, &map_command,
                                               &script_command, NULL };

const struct command sched_command = COMMAND(
    "sched", "who ran when, who waited how long: as perf sched prints it", NULL, NULL, .views = views);
