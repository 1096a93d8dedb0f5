#include "cli/options/desk.h"

#include <stdlib.h>

extern char **environ;

const char *desk_temporary(void)
{
    return getenv("TMPDIR");
}

struct surroundings desk_surroundings(void)
{
    return (struct surroundings){ .temporary = desk_temporary(),
                                  .path = getenv("PATH"),
                                  .environment = (const char *const *)environ };
}

bool desk_name_servers(const char *urls, struct err *e)
{
    const char *named = *urls ? urls : getenv("DEBUGINFOD_URLS");
    if (!named || !*named)
        return err_set(
            e, ERR_USAGE, 0,
            "--debuginfod: no servers are named, neither here nor in the environment's DEBUGINFOD_URLS");
    setenv("DEBUGINFOD_URLS", named, 1);
    setenv("DEBUGINFOD_TIMEOUT", "20", 0); /* seconds without progress; its own default is 90 */
    return true;
}
