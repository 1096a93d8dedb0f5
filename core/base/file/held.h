/*
 * held: a file that is read in order to be replaced, locked so that programs that do this at the same time lose
 * nothing of each other's work.
 *
 *   open      lock (flock(2)) the file, or its folder if it does not exist yet; if the path leads elsewhere by
 *             then, because another program replaced the file meanwhile, begin again
 *   ...       read the file through the handle that was opened
 *   replace   held_check_unchanged(): the path still leads to that file, which was not written to
 *   close     unlock; the system does so when the process dies
 *
 * On NFS the lock works between hosts if the file is writable. Where there are no locks (some network file
 * systems, folders on NFS) nobody waits, and held_check_unchanged() refuses: the work has to be done again, but nothing is
 * lost.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_HELD_H
#define PERFOLIO_CORE_BASE_FILE_HELD_H

#include "core/base/file/file.h"

struct held {
    struct file file;                /* fd -1: the path does not exist */
    int lock;                        /* the locked descriptor: the file, or its folder; -1: not locked */
    uint64_t device, inode, written; /* ns since 1970 */
};

/* Opens a file and waits until no other program holds it; `busy` (may be NULL) is called once before waiting. A path that
   does not exist is held, too. False with `e` set: it cannot be read, is not a regular file, or is a link to nothing. */
bool held_open(struct held *h, const char *path, void (*busy)(void *arg), void *arg, struct err *e);

/* Whether the path did not exist. */
bool held_absent(const struct held *h);

/* Whether the path still leads to the held file, unchanged. False with `e` set: it does not, or that cannot be found out. */
bool held_check_unchanged(const struct held *h, const char *path, struct err *e);

/* Opens the held file a second time; the caller closes that, the lock stays. */
bool held_reopen(const struct held *h, struct file *out, struct err *e);

/* Closes the file and unlocks. Harmless after a failed held_open(), and a second time. */
void held_close(struct held *h);

#endif
