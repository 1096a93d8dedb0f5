/* collect: the commands of perfolio-collect, for machines that record and do nothing else. The linker uses this list
   of commands instead of lib's, and so links only those parts of lib that these commands need: no disassembler, no
   views. */
#include <stddef.h>

#include "cli/program.h"
#include "lib/question/commands.h"

const struct command *const commands[] = { &info_command, &pack_command, &verify_command, NULL };
const struct command *const program_commands[] = { NULL };
