#include "archive/folio/folio.h"

#include <inttypes.h>
#include <string.h>

static bool manifest_is_plain(char c)
{
    return c > ' ' && c < 0x7f && c != '%';
}

void manifest_add_escaped(struct text *t, const char *value)
{
    for (const char *p = value; *p; p++)
        if (manifest_is_plain(*p))
            text_char(t, *p, 1);
        else
            text_printf(t, "%%%02x", (unsigned)(uint8_t)*p);
}

void manifest_add_text(struct text *t, const char *key, const char *value)
{
    text_printf(t, " %s=", key);
    manifest_add_escaped(t, value);
}

void manifest_add_number(struct text *t, const char *key, uint64_t value)
{
    text_printf(t, " %s=%" PRIu64, key, value);
}

void manifest_add_address(struct text *t, const char *key, uint64_t value)
{
    text_printf(t, " %s=0x%" PRIx64, key, value);
}

void manifest_add_bytes(struct text *t, const char *key, const uint8_t *p, size_t n)
{
    text_printf(t, " %s=", key);
    text_add_hex_bytes(t, p, n);
}

bool manifest_next(struct span *rest, struct record_line *r)
{
    const uint8_t *end = NULL;
    if (rest->n)
        end = memchr(rest->p, 0, rest->n);
    if (!end)
        return false;
    *r = (struct record_line){ (const char *)rest->p, (size_t)(end - rest->p) };
    rest->n -= r->n + 1;
    rest->p = end + 1;
    return true;
}

bool manifest_record_is(const struct record_line *r, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(r->s, word, n) && (r->s[n] == ' ' || !r->s[n]);
}

/* The value of a key, *n bytes; NULL: there is no such key. */
static const char *manifest_find(const struct record_line *r, const char *key, size_t *n)
{
    size_t len = strlen(key);
    for (const char *p = r->s; (p = strchr(p, ' ')) != NULL;) {
        p++;
        if (strncmp(p, key, len) || p[len] != '=')
            continue;
        p += len + 1;
        *n = strcspn(p, " ");
        return p;
    }
    return NULL;
}

bool manifest_get_text(const struct record_line *r, const char *key, struct text *value)
{
    size_t n;
    const char *p = manifest_find(r, key, &n);
    for (size_t i = 0; p && i < n; i++)
        if (p[i] == '%' && (n - i < 3 || text_hex_digit(p[i + 1]) < 0 || text_hex_digit(p[i + 2]) < 0 ||
                            !(text_hex_digit(p[i + 1]) | text_hex_digit(p[i + 2]))))
            return false;
    for (size_t i = 0; p && i < n; i++) {
        char c = p[i];
        if (c == '%') {
            c = (char)(text_hex_digit(p[i + 1]) << 4 | text_hex_digit(p[i + 2]));
            i += 2;
        }
        text_char(value, c, 1);
    }
    return p;
}

bool manifest_get_number(const struct record_line *r, const char *key, uint64_t *value)
{
    size_t n, i = 0;
    const char *p = manifest_find(r, key, &n);
    if (!p || !n)
        return false;
    const bool hex = n > 2 && p[0] == '0' && p[1] == 'x';
    uint64_t base = 10, v = 0;
    if (hex) {
        base = 16;
        i = 2;
    }
    for (; i < n; i++) {
        int d = text_hex_digit(p[i]);
        if (d < 0 || (uint64_t)d >= base || v > (UINT64_MAX - (uint64_t)d) / base)
            return false;
        v = v * base + (uint64_t)d;
    }
    *value = v;
    return true;
}

bool manifest_get_bytes(const struct record_line *r, const char *key, uint8_t *p, size_t max, size_t *n)
{
    size_t len;
    const char *s = manifest_find(r, key, &len);
    if (!s || len % 2 || len / 2 > max)
        return false;
    for (size_t i = 0; i < len; i++)
        if (text_hex_digit(s[i]) < 0)
            return false;
    for (size_t i = 0; i < len; i += 2)
        p[i / 2] = (uint8_t)(text_hex_digit(s[i]) << 4 | text_hex_digit(s[i + 1]));
    *n = len / 2;
    return true;
}
