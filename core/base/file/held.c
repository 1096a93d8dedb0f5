#include "core/base/file/held.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/system/system.h"
#include "core/base/mem.h"

/* Opens the file for writing if that is allowed, although nothing is written: on NFS flock(2) becomes a lock of a byte
   range, which needs a descriptor that is open for writing. */
static int open_it(const char *path, bool to_lock)
{
    if (!to_lock)
        return system_open(path, SYSTEM_READ | SYSTEM_AT_ONCE);
    int fd = system_open(path, SYSTEM_READ_WRITE | SYSTEM_AT_ONCE);
    const bool refused = fd < 0 && (errno == EACCES || errno == EPERM || errno == EROFS || errno == ETXTBSY);
    if (refused)
        return system_open(path, SYSTEM_READ | SYSTEM_AT_ONCE);
    return fd;
}

static int open_folder(const char *path)
{
    const size_t n = (size_t)(system_base_name(path) - path);
    char *folder = n ? mem_copy(path, n) : mem_copy(".", 1);
    int fd = system_open_folder(folder);
    free(folder);
    return fd;
}

/* Locks a descriptor. If the file system has no locks, it returns without a lock. */
static void lock(int fd, void (*busy)(void *arg), void *arg)
{
    if (system_lock(fd, false) || errno != EWOULDBLOCK)
        return;
    if (busy)
        busy(arg);
    while (!system_lock(fd, true) && errno == EINTR)
        ;
}

static bool held_describe(struct held *h, struct err *e)
{
    struct file_status st;
    if (held_absent(h))
        return true;
    if (!system_look(h->file.fd, &st))
        return err_set(e, ERR_IO, 0, "cannot access it: %s", strerror(errno));
    if (st.kind != FILE_REGULAR)
        return err_set(e, ERR_UNSUPPORTED, 0, "is not a regular file");
    h->file.size = st.size;
    h->node = st.node;
    h->written = st.written;
    return true;
}

/* Opens the file that is at the path now. stat() would not do, because an NFS client asks the server only when it opens
   a file. */
static bool held_look(struct held *h, const char *path, bool to_lock, struct err *e)
{
    struct file_status st;
    *h = (struct held){ .file.fd = open_it(path, to_lock), .lock = -1 };
    if (held_absent(h) && errno != ENOENT)
        return err_set(e, ERR_IO, 0, "cannot open: %s", strerror(errno));
    const bool is_link = held_absent(h) && file_look_nofollow(path, &st) && st.kind == FILE_LINK;
    if (is_link)
        return err_set(e, ERR_IO, 0, "is a symbolic link that leads nowhere");
    return held_describe(h, e);
}

/* Whether the path still leads to the held file. `now` receives the file to which it leads. */
static bool held_is_there(const struct held *h, const char *path, struct held *now, struct err *e)
{
    bool seen = held_look(now, path, false, e);
    held_close(now); /* the description in `now` stays */
    return seen && file_node_equal(&now->node, &h->node);
}

bool held_open(struct held *h, const char *path, void (*busy)(void *arg), void *arg, struct err *e)
{
    struct held now;
    bool there = false;
    while (!there && held_look(h, path, true, e)) {
        if (held_absent(h))
            h->lock = open_folder(path);
        else
            h->lock = h->file.fd;
        if (h->lock >= 0)
            lock(h->lock, busy, arg);
        there = held_describe(h, e) &&
                held_is_there(h, path, &now, e); /* the last holder of the lock may have written it */
        if (!there)
            held_close(h);
        if (e->kind != ERR_NONE)
            return false;
    }
    if (!there)
        held_close(h);
    return there;
}

bool held_absent(const struct held *h)
{
    return h->file.fd < 0;
}

bool held_check_unchanged(const struct held *h, const char *path, struct err *e)
{
    struct held now;
    bool same = held_is_there(h, path, &now, e) && now.file.size == h->file.size && now.written == h->written;
    return same || err_set(e, ERR_IO, 0, "another program has changed or replaced it meanwhile");
}

bool held_reopen(const struct held *h, struct file *out, struct err *e)
{
    assert(!held_absent(h));
    *out = (struct file){ .fd = system_duplicate(h->file.fd), .size = h->file.size };
    return out->fd >= 0 || err_set(e, ERR_IO, 0, "cannot open it again: %s", strerror(errno));
}

void held_close(struct held *h)
{
    if (h->lock >= 0 && h->lock != h->file.fd)
        close(h->lock);
    if (h->file.fd >= 0)
        close(h->file.fd);
    h->lock = h->file.fd = -1;
}
