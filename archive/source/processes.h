/*
 * processes: the executable mappings of the processes that run on this machine, by the name of the mapped file. /proc
 * is read once, at the first look-up. A listed process may have ended when its files are opened; processes that start
 * later are not seen.
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
    uint64_t dev, ino;   /* device and inode of its file; use it only to compare mappings */
    bool deleted;        /* the file was deleted */
};

struct processes {
    const char *root; /* a folder that replaces /; "": the real root */
    struct names names;
    struct mapped *v; /* sorted by name, pid and address */
    size_t n, cap;
    struct idmap first; /* name -> 1 + the index of its first mapping */
    bool listed;
};

/* Appends the text of a file to `out`; its path is `root` followed by the formatted `fmt`. False: the file does not
   exist, the system refuses to read it, or it has more than `most` bytes. */
bool processes_read(const char *root, size_t most, struct text *out, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* The executable mappings of a file, sorted by pid and address; *n receives their number. NULL: there are none.
   `name` is the path as the processes see it, or "[vdso]"; a suffix " (deleted)" is ignored. */
const struct mapped *processes_find_mapped(struct processes *p, const char *name, size_t *n);

/* Appends the target of the symbolic link /proc/PID/NAME to `out`, without a leading p->root. False: the
   link cannot be read. */
bool processes_link(const struct processes *p, uint32_t pid, const char *name, struct text *out);

/* The pid that a process has in its own pid namespace; 0: the process has ended. */
uint32_t processes_inner_pid(const struct processes *p, uint32_t pid);

/* When a process started, and when this machine was booted, in ns since 1970; 0: unknown, or the process has ended. */
uint64_t processes_start_time(const struct processes *p, uint32_t pid);
uint64_t processes_boot_time(const struct processes *p);

void processes_free(struct processes *p);

#endif
