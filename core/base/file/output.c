#include "core/base/file/output.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/system/system.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/base/text.h"

enum {
    BUFFER = 1 << 20,
    MUCH = 1 << 16, /* longer pieces are written directly, not copied into the buffer */
    MOST = 1 << 30  /* most bytes that one call writes */
};

static void output_release(struct output *o)
{
    if (o->stream)
        fclose(o->stream);
    if (o->temp)
        system_remove(o->temp);
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
    return (int)(system_base_name(o->target) - o->target);
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

static bool open_beside(struct output *o, unsigned mode, struct err *e)
{
    char *dir = folder(o);
    o->fd = system_create_unnamed(dir, mode);
    free(dir);
    for (unsigned i = 0; o->fd < 0; i++) {
        char *name = temporary_name(o, i);
        o->fd = system_create(name, mode);
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

static bool open_spool(struct output *o, const char *temporary, struct err *e)
{
    struct file spool;
    if (!file_temp(&spool, temporary, e))
        return false;
    o->fd = spool.fd;
    return true;
}

/* Prepares output to the open descriptor `to`: until the commit the bytes are in a temporary file. */
static bool open_through(struct output *o, int to, const char *temporary, struct err *e)
{
    o->to = to;
    if (to < 0)
        return err_set(e, ERR_IO, 0, "cannot write to %s: %s", o->path, strerror(errno));
    return open_spool(o, temporary, e);
}

static bool open_instead(struct output *o, const struct file_status *old, struct err *e)
{
    if (!open_beside(o, OUTPUT_PRIVATE, e))
        return false;
    system_copy_permissions(o->fd, old);
    return true;
}

/* The descriptor of standard output or error if it is open on this file, as with -o /dev/stdout; else -1. Such a file
   must not be replaced: the process that opened it may have written to it before, and may continue. */
static int open_as(const struct file_status *st)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct file_status own;
        const bool is_it = system_look(fd, &own) && file_node_equal(&own.node, &st->node);
        if (is_it)
            return fd;
    }
    return -1;
}

bool output_writes_into(const char *path)
{
    struct file_status st;
    bool exists = file_look(path, &st);
    return !strcmp(path, "-") ||
           (exists && (open_as(&st) >= 0 || (st.kind != FILE_REGULAR && st.kind != FILE_FOLDER)));
}

bool output_is_shared(void)
{
    struct file_status out, err;
    return system_look(STDOUT_FILENO, &out) && system_look(STDERR_FILENO, &err) &&
           file_node_equal(&out.node, &err.node);
}

/* Whether a symbolic link without a target is at a path: the file that it means may be on a disk that is not mounted. */
static bool leads_nowhere(const char *path, bool follows)
{
    return follows && file_kind_of(path) == FILE_LINK;
}

/* Reads the status of a path. False: nothing is there. A symbolic link counts as nothing unless `follows`. */
static bool output_look(const char *path, bool follows, struct file_status *st)
{
    if (follows)
        return file_look(path, st);
    return file_look_nofollow(path, st) && st->kind != FILE_LINK;
}

static bool opened(struct output *o, bool ok)
{
    if (ok)
        o->buf = mem_new(1, BUFFER);
    else
        output_release(o);
    return ok;
}

static bool open_at(struct output *o, const char *path, enum output_mode mode, bool follows,
                    const char *temporary, struct err *e)
{
    struct file_status st;
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
        ok = open_through(o, system_duplicate(open_already), temporary, e);
    } else if (exists && st.kind == FILE_FOLDER) {
        ok = err_set(e, ERR_USAGE, 0, "cannot write to %s: it is a directory", path);
    } else if (exists && st.kind != FILE_REGULAR) {
        ok = open_through(o, system_open(path, SYSTEM_WRITE), temporary, e);
    } else if (!exists && leads_nowhere(path, follows)) {
        ok = err_set(e, ERR_USAGE, 0, "cannot write to %s: it is a symbolic link that leads nowhere", path);
    } else {
        if (follows)
            o->target = system_real_path(path);
        if (!o->target)
            o->target = mem_copy(path, strlen(path));
        if (exists && mode == OUTPUT_ORDINARY)
            ok = open_instead(o, &st, e);
        else
            ok = open_beside(o, mode, e);
    }
    return opened(o, ok);
}

bool output_open_nowhere(struct output *o, const char *temporary, struct err *e)
{
    *o = (struct output){ .fd = -1, .to = -1, .path = mem_copy("a temporary file", 16) };
    return opened(o, open_spool(o, temporary, e));
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
        const unsigned most = (unsigned)lesser_of(n, MOST);
        ssize_t done = fd == o->to ? write(fd, p, most) : system_write_at(fd, p, most, at);
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
    assert(!o->stream); /* a stream excludes other writes */
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
    int fd = system_duplicate(o->fd);
    o->stream = fd < 0 ? NULL : fdopen(fd, "wb");
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
    struct file_status st;
    bool bad = ferror(o->stream); /* an earlier write failed; its errno is lost */
    errno = bad ? EIO : 0;
    bad = fclose(o->stream) || bad || !system_look(o->fd, &st);
    o->stream = NULL;
    if (bad)
        return err_set(e, ERR_IO, 0, "cannot write to %s: %s", o->path, strerror(errno));
    o->size = st.size;
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

/* Gives an unnamed file a temporary name: system_name() never replaces a file, only system_rename() does. */
static bool give_name(struct output *o)
{
    for (unsigned i = 0; !o->temp; i++) {
        char *name = temporary_name(o, i);
        if (system_name(o->fd, name)) {
            o->temp = name;
        } else {
            free(name);
            if (errno != EEXIST)
                return false;
        }
    }
    return true;
}

static bool sync_folder(const struct output *o)
{
    char *dir = folder(o);
    const bool ok = system_sync_folder(dir);
    const int why = errno;
    free(dir);
    errno = why;
    return ok;
}

/* Moves the temporary file to the target path. If the path did not exist when it was held, system_link() fails if a
   file is there by now. */
static bool give_target(struct output *o)
{
    bool absent = o->over && held_absent(o->over);
    if (absent && system_link(o->temp, o->target)) {
        system_remove(o->temp);
        return true;
    }
    return !(absent && errno == EEXIST) &&
           system_rename(o->temp, o->target); /* the file system may have no hard links */
}

static bool rename_over(struct output *o, struct err *e)
{
    if (o->over && !held_check_unchanged(o->over, o->target, e))
        return err_prefix(e, "%s was not changed", o->path);
    struct file_status old;
    const bool has_old = o->over && !held_absent(o->over) && system_look(o->over->file.fd, &old);
    if (has_old)
        system_copy_permissions(o->fd, &old);
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
    assert(o->target || o->to >= 0); /* output_open_nowhere() */
    if (!o->target)
        return o->ready = copy_through(o, e);
    o->ready = (o->unsynced || system_sync(o->fd)) && give_name(o);
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
