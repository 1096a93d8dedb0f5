#include "lib/question/common/idle_transforms.h"

#include "core/base/text.h"

void idle_transforms_add(const struct transforms *t, uint32_t matched, bool sandwich, struct problems *p)
{
    static const char *const options[] = {
        [TRANSFORM_FOCUS] = "focus",      [TRANSFORM_CALLERS] = "callers-of",
        [TRANSFORM_DROP] = "drop",        [TRANSFORM_MERGE] = "merge",
        [TRANSFORM_HIDE] = "hide-object", [TRANSFORM_COLLAPSE] = "collapse-recursion",
    };
    for (size_t i = 0; i < t->n; i++) {
        const struct transform *of = &t->v[i];
        const char *option = options[of->how];
        if (sandwich && i + 1 == t->n)
            option = "sandwich";
        struct text name = { 0 };
        text_add_clean(&name, of->name);
        if (of->name && !(matched >> i & 1))
            problem_add(p, PROBLEM_IDLE_TRANSFORM, 1, "--%s=%s", option, text_str(&name));
        text_free(&name);
    }
}
