#include "core/base/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *key, *sentence;
} rows[PROBLEM_COUNT] = {
#define X(name, key, sentence) { key, sentence },
    PROBLEM_LIST(X)
#undef X
};

void problem_add(struct problems *p, enum problem_kind kind, uint64_t n, const char *fmt, ...)
{
    if (!p->of[kind].n && n) {
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(p->of[kind].first, sizeof(p->of[kind].first), fmt, ap);
        va_end(ap);
    }
    p->of[kind].n += n;
}

void problems_merge(struct problems *into, const struct problems *from)
{
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        if (!into->of[i].n)
            memcpy(into->of[i].first, from->of[i].first, sizeof(into->of[i].first));
        into->of[i].n += from->of[i].n;
    }
}

const char *problem_key(enum problem_kind kind)
{
    return rows[kind].key;
}

const char *problem_sentence(enum problem_kind kind)
{
    return rows[kind].sentence;
}
