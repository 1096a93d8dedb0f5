#include "core/model/capture.h"

#include "core/base/mem.h"

void capture_block_add(struct block *b, const uint8_t *p, size_t n)
{
    if (b->cap - b->bytes.n < n) {
        b->cap = (b->bytes.n + n) * 2;
        b->buf = mem_resize(b->buf, b->cap, 1);
    }
    if (n)
        memcpy(b->buf + b->bytes.n, p, n);
    b->bytes = (struct span){ b->buf, b->bytes.n + n };
}
