#include "read/tracepoints.h"

#include <stdio.h>
#include <stdlib.h>

enum { CALLCHAIN = 32 };

/* "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;" */
static void find_field(struct tracepoint *t, size_t i, const char *format, const char *end, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = format; (at = memmem(at, (size_t)(end - at), name, n)) && at < end; at += n) {
        if ((at[-1] != ' ' && at[-1] != '*') || (at[n] != ';' && at[n] != '['))
            continue;
        const char *offset = memmem(at, (size_t)(end - at), "offset:", 7),
                   *size = memmem(at, (size_t)(end - at), "size:", 5);
        if (!offset || !size)
            return;
        t->field[i].at = (uint16_t)atoi(offset + 7);
        t->field[i].size = (uint16_t)atoi(size + 5);
        return;
    }
}

struct tracepoint *tracepoints_of(const struct capture *c, const struct tracepoint_wanted *wanted)
{
    size_t size;
    const char *text = (const char *)capture_feature(c, FEATURE_TRACING, &size), *end = text + size;
    struct tracepoint *v = table_new(c->nevents, sizeof(*v));
    for (; text && wanted->name; wanted++) {
        char head[128];
        int n = snprintf(head, sizeof(head), "name: %s\nID: ", wanted->name);
        const char *at = memmem(text, (size_t)(end - text), head, (size_t)n);
        const char *print = at ? memmem(at, (size_t)(end - at), "print fmt", 9) : NULL;
        uint64_t id = at ? strtoull(at + n, NULL, 10) : 0;
        for (uint32_t i = 0; print && i < c->nevents; i++) {
            const struct layout *l = &c->events[i];
            if (l->type != TYPE_TRACEPOINT || l->config != id)
                continue;
            v[i].kind = wanted->kind;
            v[i].raw = l->sample_type & CALLCHAIN ? 0 : l->rest + 4; /* behind its size */
            for (size_t k = 0; wanted->fields[k]; k++)
                find_field(&v[i], k, at, print, wanted->fields[k]);
        }
    }
    return v;
}
