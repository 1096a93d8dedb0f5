#include "lib/options/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/character/size.h"

void value_copy(char **to, const char *value)
{
    free(*to);
    *to = mem_copy(value, strlen(value));
}

void value_words_add(struct words *w, const char *s, size_t n)
{
    w->v = mem_resize(w->v, w->n + 1, sizeof(*w->v));
    w->v[w->n++] = mem_copy(s, n);
}

bool value_words_read(const char *arg, struct words *w, struct err *e)
{
    struct text text = { 0 };
    if (!strncmp(arg, "file://", 7)) {
        struct span bytes;
        if (!file_map(arg + 7, &bytes, e))
            return false;
        text_add_n(&text, (const char *)bytes.p, bytes.n);
        bool whole = file_check_unchanged(bytes, e) || err_prefix(e, "%s", arg + 7);
        file_unmap(bytes);
        if (!whole) {
            text_free(&text);
            return false;
        }
        arg = text.s;
    }
    for (const char *s = arg; s && *s;) {
        size_t n = strcspn(s, ",\n");
        if (n)
            value_words_add(w, s, n);
        s += n + (s[n] != 0);
    }
    text_free(&text);
    return true;
}

void value_words_free(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free((void *)(uintptr_t)w->v[i]);
    free(w->v);
    *w = (struct words){ 0 };
}

bool value_numbers_read(const char *option, const char *arg, struct numbers *to, struct err *e)
{
    const char *s = arg;
    do {
        char *end;
        errno = 0;
        long long a = strtoll(s, &end, 10), b = a;
        if (end != s && *end == '-')
            b = strtoll(s = end + 1, &end, 10);
        if (end == s || errno || (*end && *end != ',') || a < INT32_MIN || b > UINT32_MAX || b < a ||
            b - a > 65535)
            return err_set(e, ERR_USAGE, 0, "--%s: '%s' is not a list of numbers such as 1,3-5", option, arg);
        for (; a <= b; a++) {
            to->v = mem_resize(to->v, to->n + 1, sizeof(*to->v));
            to->v[to->n++] = a;
        }
        s = end + (*end == ',');
    } while (*s);
    return true;
}

bool value_size_read(const char *option, const char *arg, uint64_t *bytes, struct err *e)
{
    return size_read(arg, bytes) ||
           err_set(e, ERR_USAGE, 0, "--%s: '%s' is not a size such as 500M, 2G or 25MB", option, arg);
}

void value_numbers_free(struct numbers *n)
{
    free(n->v);
    *n = (struct numbers){ 0 };
}
