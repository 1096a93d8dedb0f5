/* collect: the commands of perfolio-collect, for machines that record and do nothing else. A linker takes this list in the place of
   lib's, and of lib only what these commands need: no disassembler, no views. */
#include <stddef.h>

#include "lib/question/commands.h"

const struct command *const commands[] = { &info_command, &pack_command, &verify_command, NULL };
