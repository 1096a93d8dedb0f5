#include "core/base/cur.h"

const char *cur_cstr(struct cur *c)
{
    const uint8_t *end = c->left ? memchr(c->p, 0, c->left) : NULL;
    if (!end) {
        c->bad = true;
        c->left = 0;
        return "";
    }
    return (const char *)cur_take(c, (uint64_t)(end - c->p) + 1).p;
}
