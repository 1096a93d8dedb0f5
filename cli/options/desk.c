#include "cli/options/desk.h"

#include <stdlib.h>

extern char **environ;

struct surroundings desk_surroundings(void)
{
    return (struct surroundings){ .temporary = getenv("TMPDIR"),
                                  .path = getenv("PATH"),
                                  .environment = (const char *const *)environ };
}
