/*
 * held: a file that is read to be replaced, so that whoever replaces it loses nothing of what another one put
 * there.
 *
 *   open      the file, or its folder where there is none yet, is locked (flock(2)), and must still be what
 * the path leads to: who waited for the lock may have been overtaken, and begins again with what is there now
 *   ...       it is read through the handle that was opened
 *   replace   the path must still lead to that file, which was not written to: held_same()
 *   close     the lock is gone; so it is when the process dies, however it does
 *
 * On NFS the lock holds between hosts where the file may be written to. Where there are no locks (some
 * network file systems, folders on NFS) there is no waiting, and held_same() refuses: the work is to be done again,
 * but nothing is lost.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_HELD_H
#define PERFOLIO_CORE_BASE_FILE_HELD_H

#include "core/base/file/file.h"

struct held {
    struct file file;                /* nothing is there: fd -1 */
    int lock;                        /* the file, or its folder; -1: not locked */
    uint64_t device, inode, written; /* ns since 1970 */
};

/* Open a file and wait until no other program holds it; `busy` (may be NULL) is called once before it waits.
 * Nothing is there: that is held, too. False with `e` set: it cannot be read, or is no regular file, or a
 * link to nothing. */
bool held_open(struct held *h, const char *path, void (*busy)(void *arg), void *arg, struct err *e);

/* Whether nothing was there. */
bool held_absent(const struct held *h);

/* Whether the path still leads to it, as it was. False with `e` set: no, or unknown. */
bool held_same(const struct held *h, const char *path, struct err *e);

/* The same file once more; the caller closes it, the lock stays. */
bool held_again(const struct held *h, struct file *out, struct err *e);

/* Harmless after a failed held_open(), and when it was done. */
void held_close(struct held *h);

#endif
