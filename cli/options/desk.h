/* desk: what the environment of the program says to those that do not ask for it. */
#ifndef PERFOLIO_CLI_OPTIONS_DESK_H
#define PERFOLIO_CLI_OPTIONS_DESK_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/file/surroundings.h"

struct surroundings desk_surroundings(void);

/* Its folder of temporary files. */
const char *desk_temporary(void);

/* Have libdebuginfod ask these servers, with blanks between them, "": those of DEBUGINFOD_URLS; it takes its settings from the
   environment alone, which is written to: no thread runs yet. False with `e` set: none are named. */
bool desk_name_servers(const char *urls, struct err *e);

#endif
