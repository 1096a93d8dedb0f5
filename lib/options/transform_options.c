#include "lib/options/transform_options.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

const char *transform_option_name(enum transform_how how)
{
    static const char *const names[] = {
        [TRANSFORM_FOCUS] = "focus",      [TRANSFORM_CALLERS] = "callers-of",
        [TRANSFORM_DROP] = "drop",        [TRANSFORM_MERGE] = "merge",
        [TRANSFORM_HIDE] = "hide-object", [TRANSFORM_COLLAPSE] = "collapse-recursion",
    };
    return names[how];
}

bool transform_take(void *target, const struct option_row *row, const char *value, struct err *e)
{
    struct transforms *t = target;
    if (t->n == TRANSFORMS_MOST)
        return err_set(e, ERR_USAGE, 0, "--%s: there are more than %d changes of call stacks", row->name,
                       TRANSFORMS_MOST);
    const char *name = NULL;
    if (value && *value)
        name = mem_copy(value, strlen(value));
    else if (!row->loose)
        return err_set(e, ERR_USAGE, 0, "--%s: '' is not a name", row->name);
    *MEM_ADD(t->v, t->n, t->cap) = (struct transform){ (enum transform_how)row->value, name };
    return true;
}

void transforms_drop(void *target)
{
    struct transforms *t = target;
    for (size_t i = 0; i < t->n; i++)
        free((char *)(uintptr_t)t->v[i].name);
    free(t->v);
    *t = (struct transforms){ 0 };
}
