#include "core/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/sort_by.h"

/* Escapes control characters, because a message may quote bytes of a file and be printed on a terminal. text_add_clean()
   does the same, but allocates; a message may be about lack of memory. */
static void make_harmless(char *msg, size_t size)
{
    char said[sizeof(((struct err *)NULL)->msg)];
    size_t n = 0;
    snprintf(said, sizeof(said), "%s", msg);
    for (const unsigned char *c = (const unsigned char *)said; *c && n + 1 < size; c++) {
        const bool c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; /* U+0080 to U+009F */
        const bool is_control = *c < ' ' || *c == 0x7f || c1;
        if (is_control)
            n += (size_t)snprintf(msg + n, size - n, "\\x%02x", *c);
        else
            msg[n++] = (char)*c;
        if (c1 && n < size)
            n += (size_t)snprintf(msg + n, size - n, "\\x%02x", *++c);
    }
    msg[lesser_of(n, size - 1)] = 0;
}

bool err_set(struct err *e, enum err_kind kind, uint64_t at, const char *fmt, ...)
{
    if (e->kind != ERR_NONE)
        return false;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->msg, sizeof(e->msg), fmt, ap);
    va_end(ap);
    make_harmless(e->msg, sizeof(e->msg));
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
    memcpy(e->msg, whole, sizeof(whole));
    make_harmless(e->msg, sizeof(e->msg));
    return false;
}
