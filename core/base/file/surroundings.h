/*
 * surroundings: settings from the user's environment. Code that uses this struct does not read the environment of the
 * process: a program fills the struct from its environment, a library from arguments of its caller.
 * All members are borrowed and must outlive the objects to which the struct is passed. Zeros mean: not set.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_SURROUNDINGS_H
#define PERFOLIO_CORE_BASE_FILE_SURROUNDINGS_H

struct surroundings {
    const char *
        temporary; /* the folder of temporary files (POSIX.1-2017, 8.3: TMPDIR); NULL or "": /tmp, or memory */
    /* Folders of programs, separated by ':' (8.3: PATH); NULL: no program is found by name. */
    const char *path;
    /* The environment of programs that are run: NAME=VALUE, ended by NULL; NULL: empty. */
    const char *const *environment;
};

#endif
