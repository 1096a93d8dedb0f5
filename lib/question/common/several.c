#include "lib/question/common/several.h"

#include <assert.h>
#include <inttypes.h>

void several_add(struct several *s, const char *name, uint64_t count)
{
    if (!count)
        return;
    if (!s->n++)
        s->first = name;
    s->sum += count;
    if (s->n > 1)
        text_add(&s->each, ", ");
    text_printf(&s->each, "%" PRIu64, count);
}

void several_names(const struct several *s, struct text *out)
{
    text_add(out, s->first);
    if (s->n > 1)
        text_printf(out, " and %zu more", s->n - 1);
}

void several_each(const struct several *s, struct text *out)
{
    if (s->n > 1)
        text_printf(out, " (in each: %s)", s->each.s);
}

void several_free(struct several *s)
{
    text_free(&s->each);
    *s = (struct several){ 0 };
}
