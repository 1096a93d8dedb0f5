#include "archive/package/cache_name.h"

#include <string.h>

const char *cache_name(const struct object *o)
{
    if (o->kind == OBJECT_VDSO)
        return "[vdso]";
    if (o->kind == OBJECT_KERNEL && !strncmp(o->path, "[guest", 6))
        return "[guest.kernel.kallsyms]";
    return o->kind == OBJECT_KERNEL ? "[kernel.kallsyms]" : o->path;
}
