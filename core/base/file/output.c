#define _GNU_SOURCE /* O_TMPFILE, realpath() */
#include "core/base/file/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/base/text.h"

enum { BUFFER = 1 << 20, MUCH = 1 << 16 /* longer pieces are not copied into the buffer */ };

static void output_release(struct output *o)
{
    if (o->stream)
        fclose(o->stream);
    if (o->temp)
        unlink(o->temp);
    if (o->fd >= 0)
        close(o->fd);
    if (o->to >= 0)
        close(o->to);
    hash128_end(o->hash, NULL);
    free(o->path);
    free(o->target);
    free(o->temp);
    free(o->buf);
    *o = (struct output){ .fd = -1, .to = -1 };
}

/* The length of the folder in the target's path, with the slash; 0: the path has no folder. */
static int folder_length(const struct output *o)
{
    const char *slash = strrchr(o->target, '/');
    if (slash)
        return (int)(slash - o->target) + 1;
    return 0;
}

static char *folder(const struct output *o)
{
    int n = folder_length(o);
    if (n)
        return mem_copy(o->target, (size_t)n);
    return mem_copy(".", 1);
}

/* The i-th temporary name to try. It does not contain the target's name, because that may already have the greatest
   length of a name. */
static char *temporary_name(const struct output *o, unsigned i)
{
    struct text t = { 0 };
    text_printf(&t, "%.*s.perfolio-%ld-%u", folder_length(o), o->target, (long)getpid(), i);
    return t.s;
}

/* The path by which linkat(2) can name an open file: through /proc, because AT_EMPTY_PATH is for root alone. */
static void descriptor_path(char path[64], int fd)
{
    snprintf(path, 64, "/proc/self/fd/%d", fd);
}

/* Opens an unnamed file in the target's folder. -1: impossible, or the file could not be given a name later. */
static int open_unnamed(const struct output *o, mode_t mode)
{
    char *dir = folder(o), path[64];
    int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    free(dir);
    if (fd < 0)
        return -1;
    descriptor_path(path, fd);
    if (!access(path, F_OK))
        return fd;
    close(fd);
    return -1;
}

static bool open_beside(struct output *o, mode_t mode, struct err *e)
{
    o->fd = open_unnamed(o, mode);
    for (unsigned i = 0; o->fd < 0; i++) {
        char *name = temporary_name(o, i);
        o->fd = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
        if (o->fd >= 0) {
            o->temp = name;
            break;
        }
        free(name);
        if (errno != EEXIST)
            return err_set(e, ERR_IO, 0, "cannot create a file beside %s: %s", o->path, strerror(errno));
    }
    return true;
}

/* Prepares output to the open descriptor `to`: until the commit the bytes are in a temporary file. */
static bool open_through(struct output *o, int to, const char *temporary, struct err *e)
{
    struct file spool;
    o->to = to;
    if (to < 0)
        return err_set(e, ERR_IO, 0, "cannot write to %s: %s", o->path, strerror(errno));
    if (!file_temp(&spool, temporary, e))
        return false;
    o->fd = spool.fd;
    return true;
}

/* Gives a private file the owner, group and mode of the file that it will replace. If the group cannot be set, the mode
   gives the group no rights. A failure to set the mode is ignored, because such file systems have no modes. */
static void take_after(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777; /* the umask is for new files */
    struct stat own;
    const bool known = !fstat(fd, &own), same = known && own.st_gid == old->st_gid;
    const bool moved = known && own.st_uid != old->st_uid && !fchown(fd, old->st_uid, old->st_gid);
    const bool has_group = moved || same || !fchown(fd, (uid_t)-1, old->st_gid);
    if (!has_group)
        mode &= (mode_t)~070;
    (void)!fchmod(fd, mode);
}

static bool open_instead(struct output *o, const struct stat *old, struct err *e)
{
    if (!open_beside(o, OUTPUT_PRIVATE, e))
        return false;
    take_after(o->fd, old);
    return true;
}

/* The descriptor of standard output or error if it is open on this file, as with -o /dev/stdout; else -1. Such a file
   must not be replaced: the process that opened it may have written to it before, and may continue. */
static int open_as(const struct stat *st)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat own;
        const bool is_it = !fstat(fd, &own) && own.st_dev == st->st_dev && own.st_ino == st->st_ino;
        if (is_it)
            return fd;
    }
    return -1;
}

bool output_writes_into(const char *path)
{
    struct stat st;
    bool exists = !stat(path, &st);
    return !strcmp(path, "-") ||
           (exists && (open_as(&st) >= 0 || !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))));
}

/* Reads the status of a path. False: nothing is there. A symbolic link counts as nothing unless `follows`. */
static bool output_look(const char *path, bool follows, struct stat *st)
{
    if (follows)
        return !stat(path, st);
    return !lstat(path, st) && !S_ISLNK(st->st_mode);
}

static bool open_at(struct output *o, const char *path, enum output_mode mode, bool follows,
                    const char *temporary, struct err *e)
{
    struct stat st;
    bool ok, standard_output = !strcmp(path, "-"),
             exists = !standard_output && output_look(path, follows, &st);
    *o = (struct output){ .fd = -1, .to = -1 };
    int open_already = -1;
    if (standard_output) {
        o->path = mem_copy("standard output", 15);
        open_already = STDOUT_FILENO;
    } else {
        o->path = mem_copy(path, strlen(path));
        if (exists)
            open_already = open_as(&st);
    }
    if (open_already >= 0) {
        ok = open_through(o, fcntl(open_already, F_DUPFD_CLOEXEC, 0), temporary, e);
    } else if (exists && S_ISDIR(st.st_mode)) {
        ok = err_set(e, ERR_USAGE, 0, "cannot write to %s: it is a directory", path);
    } else if (exists && !S_ISREG(st.st_mode)) {
        ok = open_through(o, open(path, O_WRONLY | O_CLOEXEC), temporary, e);
    } else {
        if (follows)
            o->target = realpath(path, NULL);
        if (!o->target)
            o->target = mem_copy(path, strlen(path));
        if (exists && mode == OUTPUT_ORDINARY)
            ok = open_instead(o, &st, e);
        else
            ok = open_beside(o, mode, e);
    }
    if (ok)
        o->buf = mem_new(1, BUFFER);
    else
        output_release(o);
    return ok;
}

bool output_open(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                 struct err *e)
{
    return open_at(o, path, mode, true, temporary, e);
}

bool output_open_nofollow(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                          struct err *e)
{
    return open_at(o, path, mode, false, temporary, e);
}

/* Writes all n bytes at an offset of a file; to a file that cannot seek it appends them. */
static bool output_put(struct output *o, int fd, const uint8_t *p, size_t n, uint64_t at, struct err *e)
{
    while (n) {
        ssize_t done = fd == o->to ? write(fd, p, n) : pwrite(fd, p, n, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            o->failed = true;
            return err_set(e, ERR_IO, at, "cannot write to %s at offset %llu: %s", o->path,
                           (unsigned long long)at, strerror(errno));
        }
        p += done;
        n -= (size_t)done;
        at += (uint64_t)done;
    }
    return true;
}

static bool flush(struct output *o, struct err *e)
{
    size_t n = o->have;
    o->have = 0;
    return output_put(o, o->fd, o->buf, n, o->size - n, e);
}

bool output_add(struct output *o, const void *p, size_t n, struct err *e)
{
    assert(!o->stream); /* which writes the file alone */
    if (o->hash && n)
        hash128_add(o->hash, p, n);
    if (n >= MUCH) {
        bool ok = flush(o, e) && output_put(o, o->fd, p, n, o->size, e);
        o->size += n;
        return ok;
    }
    for (const uint8_t *from = p; n;) {
        const size_t take = (size_t)lesser_of(BUFFER - o->have, n);
        memcpy(o->buf + o->have, from, take);
        o->have += take;
        o->size += take;
        from += take;
        n -= take;
        if (o->have == BUFFER && !flush(o, e))
            return false;
    }
    return true;
}

FILE *output_stream(struct output *o, struct err *e)
{
    int fd = fcntl(o->fd, F_DUPFD_CLOEXEC, 0);
    o->stream = fd < 0 ? NULL : fdopen(fd, "w");
    if (!o->stream) {
        err_set(e, ERR_IO, 0, "cannot write to %s: %s", o->path, strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    return o->stream;
}

/* Closes the stream and sets `size` to the size of the file. */
static bool end_stream(struct output *o, struct err *e)
{
    struct stat st;
    bool bad = ferror(o->stream); /* an earlier write failed; its errno is lost */
    errno = bad ? EIO : 0;
    bad = fclose(o->stream) || bad || fstat(o->fd, &st);
    o->stream = NULL;
    if (bad)
        return err_set(e, ERR_IO, 0, "cannot write to %s: %s", o->path, strerror(errno));
    o->size = (uint64_t)st.st_size;
    return true;
}

bool output_patch(struct output *o, uint64_t at, const void *p, size_t n, struct err *e)
{
    if (at > o->size || n > o->size - at)
        return err_set(e, ERR_USAGE, at, "cannot patch %zu bytes at offset %llu of %llu", n,
                       (unsigned long long)at, (unsigned long long)o->size);
    return flush(o, e) && output_put(o, o->fd, p, n, at, e);
}

bool output_read_back(struct output *o, struct file *written, struct err *e)
{
    *written = (struct file){ .fd = o->fd, .size = o->size };
    return flush(o, e);
}

void output_hash_begin(struct output *o)
{
    hash128_end(o->hash, NULL);
    o->hash = hash128_new();
}

void output_hash_end(struct output *o, uint8_t out[HASH128])
{
    hash128_end(o->hash, out);
    o->hash = NULL;
}

/* Gives an unnamed file a temporary name: linkat(2) never replaces a file, only rename(2) does. */
static bool give_name(struct output *o)
{
    char path[64];
    descriptor_path(path, o->fd);
    for (unsigned i = 0; !o->temp; i++) {
        char *name = temporary_name(o, i);
        if (!linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW)) {
            o->temp = name;
        } else {
            free(name);
            if (errno != EEXIST)
                return false;
        }
    }
    return true;
}

/* Syncs the folder's new entry. A folder that cannot be read or synced is not an error. */
static bool sync_folder(const struct output *o)
{
    char *dir = folder(o);
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd < 0 || !fsync(fd) || errno != EIO;
    int why = errno;
    if (fd >= 0)
        close(fd);
    free(dir);
    errno = why;
    return ok;
}

/* Moves the temporary file to the target path. If the path did not exist when it was held, it uses link(2), which fails
   if a file is there by now; else rename(2). */
static bool give_target(struct output *o)
{
    bool absent = o->over && held_absent(o->over);
    if (absent && !link(o->temp, o->target)) {
        unlink(o->temp);
        return true;
    }
    return !(absent && errno == EEXIST) && !rename(o->temp, o->target); /* or the file system has no links */
}

static bool rename_over(struct output *o, struct err *e)
{
    if (o->over && !held_check_unchanged(o->over, o->target, e))
        return err_prefix(e, "%s was not changed", o->path);
    struct stat old;
    const bool has_old = o->over && !held_absent(o->over) && !fstat(o->over->file.fd, &old);
    if (has_old)
        take_after(o->fd, &old);
    if (give_target(o)) {
        free(o->temp);
        o->temp = NULL;
        return o->unsynced || sync_folder(o) ||
               err_set(
                   e, ERR_IO, o->size,
                   "%s, %llu bytes, is written, but its folder could not be synced (%s): the file may be lost "
                   "if this machine crashes",
                   o->path, (unsigned long long)o->size, strerror(errno));
    }
    return err_set(e, ERR_IO, o->size, "cannot rename the temporary file to %s (%llu bytes): %s", o->path,
                   (unsigned long long)o->size, strerror(errno));
}

static bool copy_through(struct output *o, struct err *e)
{
    struct file spool = { .fd = o->fd, .size = o->size };
    int64_t n = 1;
    for (uint64_t at = 0; at < o->size && n > 0; at += (uint64_t)n) {
        n = file_read(&spool, at, o->buf, BUFFER, e);
        if (n > 0 && !output_put(o, o->to, o->buf, (size_t)n, at, e))
            return false;
    }
    return n > 0 || err_set(e, ERR_IO, 0, "the temporary file of %s was cut off", o->path);
}

bool output_prepare_commit(struct output *o, struct err *e)
{
    if (o->ready)
        return true;
    if (o->failed)
        return err_set(e, ERR_IO, 0, "cannot write to %s", o->path);
    const bool added = o->stream ? end_stream(o, e) : flush(o, e);
    if (!added)
        return false;
    if (!o->target)
        return o->ready = copy_through(o, e);
    o->ready = (o->unsynced || !fsync(o->fd)) && give_name(o);
    return o->ready || err_set(e, ERR_IO, o->size, "cannot create the temporary file of %s (%llu bytes): %s",
                               o->path, (unsigned long long)o->size, strerror(errno));
}

bool output_commit(struct output *o, struct err *e)
{
    bool ok = output_prepare_commit(o, e) && (!o->target || rename_over(o, e));
    output_release(o);
    return ok;
}

void output_abandon(struct output *o)
{
    if (o->path)
        output_release(o);
}
