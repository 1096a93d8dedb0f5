/*
 * cage: takes away from this process what its command does not need, before a byte of a capture is read. Two parts of
 * the kernel do it: seccomp refuses system calls (calls.c), Landlock refuses files (folders.c). A refusal is an errno,
 * EPERM or EACCES, so it is reported like any other error. Nothing can be given back: children inherit the cage.
 *
 * What a command needs follows from its options (needs.c). libperfolio has no cage: it is a guest in its process.
 */
#ifndef PERFOLIO_CLI_CAGE_CAGE_H
#define PERFOLIO_CLI_CAGE_CAGE_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/mem.h"
#include "lib/options/values.h"

/* What a process may do. All zeros: read any file, and print. */
enum cage_right {
    CAGE_PLACES = 1,  /* create files, rename and remove them; an existing file is never opened for writing */
    CAGE_UPDATES = 2, /* also open existing files for writing, but neither truncate nor create them thereby */
    CAGE_WRITES = 4,  /* write to files in every way */
    CAGE_RUNS = 8,    /* start programs, which inherit the cage */
    CAGE_NETWORK = 16 /* use sockets */
};

struct cage {
    unsigned rights;  /* enum cage_right */
    bool has_folders; /* Landlock is used: only what the following lists name is accessible */
    /* Files and folders to read, with all that is below them; everything, unless reads_named. Files or folders in which
       files are created, renamed and removed; folders in which folders and links are, too. Missing ones are skipped. */
    bool reads_named;
    struct words reads, places, trees;
    const char *temporary; /* the folder of temporary files, which have no names; borrowed */
};

void cage_free(struct cage *c);

/* Puts this process into a cage; it may have no other threads. A part that the kernel does not have is left out. False
   with `e` set: the kernel has it, and it failed; the process must not go on, since a part may be in effect. */
bool cage_enter(const struct cage *c, struct err *e);

/* Adds a sentence about what of the cage this kernel and this build have. */
void cage_describe(struct text *out);

/* calls.c: refuses system calls. False with `e` set. calls_lacking(): why this kernel, or this program on it, cannot do
   so; NULL: it can. */
bool calls_refuse(unsigned rights, struct err *e);
const char *calls_lacking(void);

/* Whether a process with these rights is refused a call, with some arguments at least. */
bool calls_refuses(const char *name, unsigned rights);

/* folders.c: refuses files that the lists of `c` do not name. folders_version(): the version of Landlock's interface;
   0: the kernel has none. -1 with `e` set: it cannot be found out. */
bool folders_refuse(const struct cage *c, struct err *e);
int folders_version(struct err *e);

/* The number of a system call of this program's architecture; -1: unknown. */
int calls_number(const char *name);

#endif
