/* desk: what the environment of the program says to those that do not ask for it. */
#ifndef PERFOLIO_CLI_OPTIONS_DESK_H
#define PERFOLIO_CLI_OPTIONS_DESK_H

#include "core/base/file/surroundings.h"

struct surroundings desk_surroundings(void);

#endif
