#include "lib/question/common/idle_transforms.h"

void idle_transforms_show(const struct transforms *t, uint32_t matched, struct outlet *err)
{
    static const char *const options[] = {
        [TRANSFORM_FOCUS] = "focus",      [TRANSFORM_CALLERS] = "callers-of",
        [TRANSFORM_DROP] = "drop",        [TRANSFORM_MERGE] = "merge",
        [TRANSFORM_HIDE] = "hide-object", [TRANSFORM_COLLAPSE] = "collapse-recursion",
    };
    for (size_t i = 0; i < t->n; i++) {
        const struct transform *of = &t->v[i];
        const char *what = "function";
        if (of->how == TRANSFORM_HIDE)
            what = "object";
        if (of->name && !(matched >> i & 1))
            outlet_print(err, "perfolio: --%s: no stack has the %s '%s'\n", options[of->how], what, of->name);
    }
}
