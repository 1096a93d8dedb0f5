#include "cli/view/question.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void question_add(struct question *q, const char *word)
{
    value_words_add(&q->base, word, strlen(word));
}

struct question question_of(const char *const *words)
{
    struct question q = { .nfilters = 0 };
    while (*words)
        question_add(&q, *words++);
    return q;
}

void question_filter(struct question *q, const char *option, const char *noun, const char *value)
{
    q->filters = mem_room(q->filters, q->nfilters, &q->cap, sizeof(*q->filters));
    q->filters[q->nfilters++] =
        (struct question_filter){ option, noun, mem_copy(value, strlen(value)), NULL };
}

void question_filter_word(struct question *q, const char *option, const char *noun, const char *value)
{
    struct text word = { 0 };
    text_add(&word, option);
    if (*value)
        text_add(&word, "=");
    text_add(&word, value);
    question_filter(q, option, noun, value);
    q->filters[q->nfilters - 1].word = word.s;
}

void question_take_filter(struct question *q, const struct question_filter *f)
{
    if (f->word)
        question_filter_word(q, f->option, f->noun, f->value);
    else
        question_filter(q, f->option, f->noun, f->value);
}

void question_take_filters(struct question *q, const struct question *from)
{
    for (size_t i = 0; i < from->nfilters; i++)
        question_take_filter(q, &from->filters[i]);
}

struct question question_copy(const struct question *q)
{
    struct question copy = { .nfilters = 0 };
    for (size_t i = 0; i < q->base.n; i++)
        question_add(&copy, q->base.v[i]);
    question_take_filters(&copy, q);
    return copy;
}

void question_free(struct question *q)
{
    value_words_free(&q->base);
    for (size_t i = 0; i < q->nfilters; i++) {
        free(q->filters[i].value);
        free(q->filters[i].word);
    }
    free(q->filters);
    *q = (struct question){ .nfilters = 0 };
}

void question_unfilter(struct question *q, size_t filter)
{
    free(q->filters[filter].value);
    free(q->filters[filter].word);
    q->nfilters--;
    memmove(q->filters + filter, q->filters + filter + 1, (q->nfilters - filter) * sizeof(*q->filters));
}

/* The index of a word in the base; base.n: the base does not have it. */
static size_t index_of(const struct question *q, const char *word)
{
    size_t i = 0;
    while (i < q->base.n && strcmp(q->base.v[i], word) != 0)
        i++;
    return i;
}

static void question_remove(struct question *q, size_t at, size_t n)
{
    struct words kept = { .n = 0 };
    for (size_t i = 0; i < q->base.n; i++)
        if (i < at || i >= at + n)
            value_words_add(&kept, q->base.v[i], strlen(q->base.v[i]));
    value_words_free(&q->base);
    q->base = kept;
}

bool question_has(const struct question *q, const char *option)
{
    return index_of(q, option) < q->base.n;
}

const char *question_value(const struct question *q, const char *option)
{
    const size_t i = index_of(q, option);
    if (i + 1 < q->base.n)
        return q->base.v[i + 1];
    return NULL;
}

void question_flag(struct question *q, const char *option, bool on)
{
    const size_t i = index_of(q, option);
    if (i < q->base.n)
        question_remove(q, i, 1);
    if (on)
        question_add(q, option);
}

void question_set(struct question *q, const char *option, const char *value)
{
    const size_t i = index_of(q, option);
    if (i < q->base.n)
        question_remove(q, i, 2);
    if (!value)
        return;
    question_add(q, option);
    question_add(q, value);
}

bool question_is_replaced(const struct question *q, size_t filter)
{
    for (size_t i = filter + 1; i < q->nfilters && !q->filters[filter].word; i++)
        if (!strcmp(q->filters[i].option, q->filters[filter].option))
            return true;
    return false;
}

const char **question_words(const struct question *q, size_t *n)
{
    const char **words = mem_new(q->base.n + 2 * q->nfilters + 1, sizeof(*words));
    size_t at = 0;
    for (size_t i = 0; i < q->base.n; i++)
        words[at++] = q->base.v[i];
    for (size_t i = 0; i < q->nfilters; i++)
        if (q->filters[i].word) {
            words[at++] = q->filters[i].word;
        } else if (!question_is_replaced(q, i)) {
            words[at++] = q->filters[i].option;
            words[at++] = q->filters[i].value;
        }
    *n = at;
    return words;
}

void question_add_quoted(struct text *to, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
    if (*word && strspn(word, plain) == strlen(word)) {
        text_add(to, word);
        return;
    }
    text_add(to, "'");
    for (const char *s = word; *s; s++)
        if (*s == '\'')
            text_add(to, "'\\''");
        else
            text_char(to, *s, 1);
    text_add(to, "'");
}
