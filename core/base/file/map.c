/* Maps or copies files into memory, and maps empty memory. */
#include "core/base/file/file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/parts.h"
#include "core/base/file/system/system.h"

static struct file_facts facts_of(int fd, const struct file_status *st)
{
    return (struct file_facts){ .maj = st->node.maj,
                                .min = st->node.min,
                                .ino = st->node.ino,
                                .generation = system_generation(fd),
                                .written = st->written,
                                .changed = st->changed,
                                .nameless = !st->links };
}

/* Whether an open file still begins with the copy. Bytes that a program appends meanwhile are no change. */
static bool begins_with(const struct file *f, struct span copy, struct err *e)
{
    struct file copied;
    file_of_bytes(&copied, copy);
    const bool same = file_equal(f, &copied, e);
    file_close(&copied);
    return same || e->kind != ERR_NONE || err_set(e, ERR_IO, 0, "was written to while it was read");
}

/* Copies a file. Without the handler of guard.c a mapped file that is shortened would kill the process that reads it. */
static void copy_open(int fd, const struct file_status *st, struct span *bytes, struct err *e)
{
    const struct file f = { .fd = fd, .size = st->size };
    uint8_t *p = file_map_zeroed(f.size, e);
    const struct span copy = { p, (size_t)f.size };
    const int64_t n = p ? file_read(&f, 0, p, copy.n, e) : -1;
    struct file_status now;
    if (!p)
        e->kind = ERR_MEMORY;
    if (n >= 0 && (uint64_t)n < f.size)
        err_set(e, ERR_IO, (uint64_t)n, "was cut from %" PRIu64 " to %" PRIu64 " bytes while it was read",
                f.size, (uint64_t)n);
    else if (n >= 0 && (!system_look(fd, &now) || now.written != st->written))
        begins_with(&f, copy, e);
    if (e->kind == ERR_NONE)
        *bytes = copy;
    else if (p)
        system_unmap(p, copy.n);
}

static void map_guarded(int fd, const struct file_status *st, const char *dir, const char *path,
                        struct span *bytes, struct err *e)
{
    struct text whole = { 0 };
    void *p = system_map(fd, (size_t)st->size);
    if (!p) {
        err_set(e, errno == ENOMEM ? ERR_MEMORY : ERR_IO, 0, "cannot be mapped: %s", strerror(errno));
        return;
    }
    text_printf(&whole, "%s%s", dir, path);
    file_guard_add(p, whole.s, st);
    text_free(&whole);
    *bytes = (struct span){ p, (size_t)st->size };
}

bool file_map_open(int fd, const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                   struct err *e)
{
    struct file_status st;
    *bytes = (struct span){ NULL, 0 };
    if (fd < 0 || !system_look(fd, &st)) {
        err_set(e, ERR_IO, 0, "cannot open %s: %s", path, strerror(errno));
    } else if (st.kind != FILE_REGULAR) {
        err_set(e, ERR_IO, 0, "%s is not a regular file", path);
    } else if (st.size > SIZE_MAX) {
        err_set(e, ERR_MEMORY, 0, "%s is too large for this host's address space", path);
    } else if (st.size) {
        if (file_guard_is_on())
            map_guarded(fd, &st, dir, path, bytes, e);
        else
            copy_open(fd, &st, bytes, e);
        if (e->kind != ERR_NONE)
            err_prefix(e, "%s", path);
    }
    if (facts && bytes->n)
        *facts = facts_of(fd, &st);
    if (fd >= 0)
        close(fd);
    return e->kind == ERR_NONE;
}

void file_read_facts(const struct file *f, struct file_facts *facts)
{
    struct file_status st;
    *facts = (struct file_facts){ 0 };
    if (!f->view && system_look(f->fd, &st))
        *facts = facts_of(f->fd, &st);
}

uint8_t *file_map_zeroed(uint64_t n, struct err *e)
{
    void *p = NULL;
    if (!n)
        return NULL;
    if (n <= SIZE_MAX)
        p = system_map_zeroed((size_t)n);
    if (p)
        return p;
    err_set(e, ERR_IO, 0, "there is no room for %llu bytes in memory", (unsigned long long)n);
    return NULL;
}

bool file_map(const char *path, struct span *bytes, struct err *e)
{
    return file_map_facts(path, bytes, NULL, e);
}

bool file_map_facts(const char *path, struct span *bytes, struct file_facts *facts, struct err *e)
{
    return file_map_open(system_open(path, SYSTEM_READ | SYSTEM_AT_ONCE), "", path, bytes, facts, e);
}

void file_unmap(struct span bytes)
{
    if (!bytes.n)
        return;
    file_guard_remove(bytes.p);
    system_unmap((void *)(uintptr_t)bytes.p, bytes.n);
}
