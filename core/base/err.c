#include "core/base/err.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/base/character/character.h"
#include "core/base/sort_by.h"

bool err_set(struct err *e, enum err_kind kind, uint64_t at, const char *fmt, ...)
{
    if (e->kind != ERR_NONE)
        return false;
    char said[sizeof(e->msg)];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(said, sizeof(said), fmt, ap);
    va_end(ap);
    character_copy_clean(e->msg, sizeof(e->msg), said); /* it may quote bytes of a file */
    e->kind = kind;
    e->at = at;
    return false;
}

bool err_prefix(struct err *e, const char *fmt, ...)
{
    char whole[sizeof(e->msg)];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(whole, sizeof(whole), fmt, ap);
    va_end(ap);
    size_t at = 0;
    if (n > 0)
        at = (size_t)lesser_of((uint64_t)n, sizeof(whole) - 1);
    snprintf(whole + at, sizeof(whole) - at, ": %s", e->msg);
    character_copy_clean(e->msg, sizeof(e->msg), whole);
    return false;
}
