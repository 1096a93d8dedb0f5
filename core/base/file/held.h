/*
 * held: a file that is read in order to be replaced. It is locked, so that two programs that replace it at the same time
 * do not lose each other's changes.
 *
 *   open      lock the file (flock(2)), or its folder if it does not exist yet; if another program replaced the file
 *             meanwhile, so that the path leads to another file, begin again
 *   ...       read the file through the handle that was opened
 *   replace   held_check_unchanged(): the path still leads to that file, which was not written to
 *   close     unlock; the system does so when the process dies
 *
 * On NFS the lock works between hosts if the file is writable. Where there are no locks (some network file systems,
 * folders on NFS) nobody waits. If another program replaced the file, held_check_unchanged() fails: the work has to be
 * done again, but nothing is lost.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_HELD_H
#define PERFOLIO_CORE_BASE_FILE_HELD_H

#include "core/base/file/file.h"

struct held {
    struct file file; /* fd -1: the path does not exist */
    int lock;         /* the locked descriptor: the file, or its folder; -1: not locked */
    struct file_node node;
    uint64_t written; /* ns since 1970 */
};

/* Opens and locks a file. If another program has the lock, calls `busy` (may be NULL) once and waits. A path that does
   not exist can be held, too. False with `e` set: the file cannot be read, is not a regular file, or is a link to
   nothing. */
bool held_open(struct held *h, const char *path, void (*busy)(void *arg), void *arg, struct err *e);

/* Whether the path did not exist when it was opened. */
bool held_absent(const struct held *h);

/* Whether the path still leads to the held file, and the file was not written to. False with `e` set: one of these is
   false or cannot be determined. */
bool held_check_unchanged(const struct held *h, const char *path, struct err *e);

/* Opens the held file a second time as `out`, which the caller closes. The lock stays. */
bool held_reopen(const struct held *h, struct file *out, struct err *e);

/* Closes the file and unlocks. Harmless after a failed held_open(), and a second time. */
void held_close(struct held *h);

#endif
