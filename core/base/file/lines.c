#include "core/base/file/lines.h"

#include <string.h>

#include "core/base/mem.h"

size_t *lines_of(struct span text, size_t *n)
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
