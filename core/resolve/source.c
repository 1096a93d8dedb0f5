#include "core/resolve/source.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

void *source_new(size_t size, const struct source_ops *ops, const char *where)
{
    assert(size >= sizeof(struct source));
    struct source *s = mem_new(1, size);
    s->ops = ops;
    if (where && *where)
        s->where = arena_names_intern(&s->names, where);
    else
        s->where = NULL;
    return s;
}

void source_close(struct source *s)
{
    if (s->ops->close)
        s->ops->close(s);
    arena_names_free(&s->names);
    free(s);
}
