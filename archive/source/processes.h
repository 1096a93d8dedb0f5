/*
 * processes: the executable mappings of the processes that run here, by name. /proc is read once, when the first name is
 * asked for; a process may be gone when its files are opened, and new ones are not seen.
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
    uint64_t dev, ino;   /* of its file; only to be compared with those of other mappings */
    bool deleted;        /* the file was deleted */
};

struct processes {
    const char *root; /* a folder that stands for /; "": the real one */
    struct names names;
    struct mapped *v; /* sorted by name, pid and address */
    size_t n, cap;
    struct idmap first; /* name -> its first mapping + 1 */
    bool listed;
};

/* Appends the text of the file ROOT + `fmt`, of at most `most` bytes, to `out`. False: it does not exist, is refused, or
   is larger. */
bool processes_read(const char *root, size_t most, struct text *out, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* The executable mappings of a file, by pid and address: *n of them; NULL: none. `name` is the path as the process sees
   it, or "[vdso]"; " (deleted)" behind it is ignored. */
const struct mapped *processes_find_mapped(struct processes *p, const char *name, size_t *n);

/* Appends the target of the symbolic link /proc/PID/NAME to `out`, without the root. False: it cannot be read. */
bool processes_link(const struct processes *p, uint32_t pid, const char *name, struct text *out);

/* The pid of a process in its own namespace; 0: it is gone. */
uint32_t processes_inner_pid(const struct processes *p, uint32_t pid);

/* When a process began, and when this machine was started, in ns since 1970; 0: unknown, or the process is gone. */
uint64_t processes_start_time(const struct processes *p, uint32_t pid);
uint64_t processes_boot_time(const struct processes *p);

void processes_free(struct processes *p);

#endif
