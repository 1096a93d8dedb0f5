#include "cli/program.h"

#include "lib/question/commands.h"

const struct command *program_command_at(size_t i)
{
    size_t own = 0;
    while (program_commands[own] && own < i)
        own++;
    if (program_commands[own])
        return program_commands[own];
    i -= own;
    for (size_t k = 0; k < i; k++)
        if (!commands[k])
            return NULL;
    return commands[i];
}

const struct command *program_command_named(const char *name)
{
    const struct command *c = command_find(program_commands, name);
    if (c)
        return c;
    return command_find(commands, name);
}
