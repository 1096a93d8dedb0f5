#include "lib/question/common/merged_message.h"

#include <assert.h>
#include <inttypes.h>

void merged_message_add(struct merged_message *s, const char *name, uint64_t count)
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

void merged_message_names(const struct merged_message *s, struct text *out)
{
    text_add(out, s->first);
    if (s->n > 1)
        text_printf(out, " and %zu more", s->n - 1);
}

void merged_message_counts(const struct merged_message *s, struct text *out)
{
    if (s->n > 1)
        text_printf(out, " (in each: %s)", s->each.s);
}

void merged_message_free(struct merged_message *s)
{
    text_free(&s->each);
    *s = (struct merged_message){ 0 };
}
