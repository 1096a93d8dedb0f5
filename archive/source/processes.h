/*
 * processes: which of the processes that run here have code of which name mapped. /proc is read once, when
 * the first name is asked for; a process may be gone by the time its files are opened, and new ones are not
 * seen.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_PROCESSES_H
#define PERFOLIO_ARCHIVE_SOURCE_PROCESSES_H

#include <stdbool.h>

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/base/text.h"

struct mapped {
    uint32_t name; /* in names */
    uint32_t pid;
    uint64_t start, end; /* avma */
    uint64_t dev, ino;   /* of its file, good to be compared with each other's */
    bool deleted;        /* the file has lost its name */
};

struct processes {
    const char *root; /* a folder that stands for /; "": the real one */
    struct names names;
    struct mapped *v; /* by name, pid and address */
    size_t n, cap;
    struct idmap first; /* of a name: its first mapping + 1 */
    bool listed;
};

/* The text of a file below the root, whose path is made of a format: added to `out`, up to `most` bytes. False: it is
   gone, refused, or larger. */
bool processes_read(const char *root, size_t most, struct text *out, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* The executable mappings of a file, by pid and address: *n of them, none: NULL. `name` is the file's path as
   the process itself sees it, or "[vdso]"; " (deleted)" behind it does not count. */
const struct mapped *processes_with(struct processes *p, const char *name, size_t *n);

/* Add what the symbolic link /proc/PID/NAME says to `out`, root taken off. */
bool processes_link(const struct processes *p, uint32_t pid, const char *name, struct text *out);

/* The number by which the process knows itself: another one in a namespace of its own. 0: it is gone. */
uint32_t processes_inner_pid(const struct processes *p, uint32_t pid);

/* When a process began, and when this machine was started: ns since 1970; 0: not known, or it is gone. */
uint64_t processes_began(const struct processes *p, uint32_t pid);
uint64_t processes_boot(const struct processes *p);

void processes_free(struct processes *p);

#endif
