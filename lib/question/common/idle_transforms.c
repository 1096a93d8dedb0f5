#include "lib/question/common/idle_transforms.h"

#include "core/base/text.h"
#include "lib/options/transform_options.h"

void idle_transforms_add(const struct transforms *t, uint32_t matched, bool sandwich, struct problems *p)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct transform *of = &t->v[i];
        const char *option = transform_option_name(of->how);
        if (sandwich && i + 1 == t->n)
            option = "sandwich";
        struct text name = { 0 };
        text_add_clean(&name, of->name);
        if (of->name && !(matched >> i & 1))
            problem_add(p, PROBLEM_IDLE_TRANSFORM, 1, "--%s=%s", option, text_str(&name));
        text_free(&name);
    }
}
