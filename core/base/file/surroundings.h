/*
 * surroundings: what the desk of a user says where a program is run, and which nothing below asks the process for: a program has it
 * from its environment, a library from who calls it. All is borrowed, and outlives who was given it. Zeros: nothing is said.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_SURROUNDINGS_H
#define PERFOLIO_CORE_BASE_FILE_SURROUNDINGS_H

struct surroundings {
    const char *temporary; /* the folder of temporary files (POSIX.1-2017, 8.3: TMPDIR); NULL or "": /tmp */
    const char
        *path; /* folders of programs, with ':' between them (8.3: PATH); NULL: none is run by its name */
    const char *const *environment; /* of programs that are run, NAME=VALUE, ended by NULL; NULL: none */
};

#endif
