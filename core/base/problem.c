#include "core/base/problem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/character/character.h"

static const struct {
    const char *key, *one, *many;
} rows[PROBLEM_COUNT] = {
#define X(name, key, one, many) { key, one, many },
    PROBLEM_LIST(X)
#undef X
};

__attribute__((format(printf, 5, 0))) static void vadd(struct problems *p, enum problem_kind kind, uint64_t n,
                                                       uint64_t at, const char *fmt, va_list ap)
{
    assert(kind < PROBLEM_COUNT);
    const bool is_first = !p->of[kind].n || at < p->of[kind].at;
    if (n && is_first) {
        char said[PROBLEM_FIRST];
        vsnprintf(said, sizeof(said), fmt, ap);
        character_copy_clean(p->of[kind].first, sizeof(p->of[kind].first),
                             said); /* it may quote bytes of a file */
        p->of[kind].at = at;
    }
    p->of[kind].n += n;
}

void problem_add(struct problems *p, enum problem_kind kind, uint64_t n, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vadd(p, kind, n, 0, fmt, ap);
    va_end(ap);
}

void problem_add_at(struct problems *p, enum problem_kind kind, uint64_t n, uint64_t at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vadd(p, kind, n, at, fmt, ap);
    va_end(ap);
}

void problems_merge(struct problems *into, const struct problems *from)
{
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        const bool is_first = !into->of[i].n || from->of[i].at < into->of[i].at;
        if (from->of[i].n && is_first) {
            memcpy(into->of[i].first, from->of[i].first, sizeof(into->of[i].first));
            into->of[i].at = from->of[i].at;
        }
        into->of[i].n += from->of[i].n;
    }
}

const char *problem_key(enum problem_kind kind)
{
    return rows[kind].key;
}

const char *problem_sentence(enum problem_kind kind, uint64_t n)
{
    if (n == 1)
        return rows[kind].one;
    return rows[kind].many;
}
