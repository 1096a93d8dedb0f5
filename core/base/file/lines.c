#include "core/base/file/lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/system/system.h"
#include "core/base/mem.h"

enum { MOST = 1 << 20 };

size_t *lines_find_starts(struct span text, size_t *n)
{
    size_t *begins = NULL, cap = 0, all = 0;
    for (size_t at = 0; at < text.n;) {
        const uint8_t *end = memchr(text.p + at, '\n', text.n - at);
        *MEM_ADD(begins, all, cap) = at;
        at = end ? (size_t)(end - text.p) + 1 : text.n;
    }
    *n = all;
    *MEM_ADD(begins, all, cap) = text.n;
    return begins;
}

bool lines_read(const char *path, struct text *out, struct err *e)
{
    const size_t begin = out->n;
    char buf[1 << 14];
    ssize_t n = 1;
    int fd = system_open(path, SYSTEM_READ);
    while (fd >= 0 && n && out->n - begin <= MOST) {
        n = read(fd, buf, sizeof(buf));
        if (n < 0 && errno != EINTR)
            break;
        text_add_n(out, buf, n > 0 ? (size_t)n : 0);
    }
    if (fd < 0 || n < 0)
        err_set(e, ERR_IO, 0, "%s cannot be read: %s", path, strerror(errno));
    else if (out->n - begin > MOST)
        err_set(e, ERR_UNSUPPORTED, 0, "%s has more than %d bytes", path, MOST);
    if (fd >= 0)
        close(fd);
    return e->kind == ERR_NONE;
}

bool lines_next(const struct text *all, size_t *at, struct text *line)
{
    if (*at >= all->n)
        return false;
    const char *begin = all->s + *at, *end = memchr(begin, '\n', all->n - *at);
    const size_t n = end ? (size_t)(end - begin) : all->n - *at;
    line->n = 0;
    text_add_n(line, begin, n);
    *at += n + 1;
    return true;
}
