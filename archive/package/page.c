#include "archive/package/page.h"

#include <string.h>

#include "archive/content.h"
#include "core/base/text.h"

#define ELEMENT "<script type=\"application/octet-stream;base64\" id=\"folio\""
#define END     "</script>"

enum { PAGE_PIECE = 3 << 14 }; /* bytes read at once; three bytes become four characters */

/* Finds `what` in the n bytes at `s`, from *at on; *at receives its offset. False: not found. */
static bool page_find_in(const uint8_t *s, size_t n, const char *what, size_t *at)
{
    const size_t length = strlen(what);
    for (size_t i = *at; n >= length && i <= n - length; i++) {
        const uint8_t *first = memchr(s + i, *what, n - length - i + 1);
        if (!first)
            return false;
        i = (size_t)(first - s);
        *at = i;
        if (!memcmp(first, what, length))
            return true;
    }
    return false;
}

/* Finds the first `what` from offset *at on; *at receives its offset. False: there is none, or with `e` set. */
static bool page_find(const struct file *page, const char *what, uint64_t *at, struct err *e)
{
    uint8_t buf[PAGE_PIECE];
    const size_t overlap = strlen(what) - 1; /* `what` may lie across two pieces */
    for (;;) {
        const int64_t n = file_read(page, *at, buf, sizeof(buf), e);
        size_t in = 0;
        if (n < 0)
            return false;
        if (page_find_in(buf, (size_t)n, what, &in)) {
            *at += in;
            return true;
        }
        if ((size_t)n < sizeof(buf))
            return false;
        *at += sizeof(buf) - overlap;
    }
}

bool page_find_folio(const struct file *page, struct page_folio *out, struct err *e)
{
    *out = (struct page_folio){ 0 };
    if (!page_find(page, ELEMENT, &out->at, e) || !page_find(page, ">", &out->at, e))
        return false;
    out->at++;
    out->end = out->at;
    return page_find(page, END, &out->end, e) ||
           (e->kind == ERR_NONE &&
            err_set(e, ERR_FORMAT, page->size, "the page was cut off: it ends inside its folio"));
}

/* ---- Base64 ---- */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The value of a Base64 digit; -1: `c` is not a digit. */
static int base64_value(uint8_t c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return 26 + c - 'a';
    if (c >= '0' && c <= '9')
        return 52 + c - '0';
    if (c == '+' || c == '/')
        return c == '+' ? 62 : 63;
    return -1;
}

/* Whether a character without a value may come between or after the digits. */
static bool is_padding(uint8_t c)
{
    return c == '=' || c == '\n' || c == '\r' || c == ' ' || c == '\t';
}

/* The bits of digits that do not make a byte yet. */
struct base64 {
    uint32_t bits;
    unsigned n;
};

/* Decodes n characters into `out`, which has room for n bytes. Returns the number of bytes, or SIZE_MAX with *bad set
   to the index of a character that is not a digit. Blanks and padding are skipped. */
static size_t base64_decode(struct base64 *b, const uint8_t *s, size_t n, uint8_t *out, size_t *bad)
{
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_padding(s[i]))
            continue;
        const int value = base64_value(s[i]);
        if (value < 0) {
            *bad = i;
            return SIZE_MAX;
        }
        b->bits = b->bits << 6 | (uint32_t)value;
        b->n += 6;
        if (b->n < 8)
            continue;
        b->n -= 8;
        out[made++] = (uint8_t)(b->bits >> b->n);
    }
    return made;
}

/* Encodes n bytes as four characters for each three, padded at the end. */
static void base64_encode(const uint8_t *s, size_t n, struct text *out)
{
    for (size_t i = 0; i < n; i += 3) {
        uint8_t three[3] = { 0 };
        const size_t left = n - i, have = left < 3 ? left : 3;
        memcpy(three, s + i, have);
        const uint32_t bits = (uint32_t)three[0] << 16 | (uint32_t)three[1] << 8 | three[2];
        for (unsigned k = 0; k < 4; k++) {
            if (k <= have)
                text_char(out, digits[bits >> (18 - 6 * k) & 63], 1);
            else
                text_char(out, '=', 1);
        }
    }
}

bool page_is_of_folio(const struct file *f, struct err *e)
{
    static const char magic[] = "\177ELF";
    uint8_t head[CONTENT_HEAD], plain[8];
    struct page_folio at;
    struct base64 state = { 0 };
    size_t bad;
    int64_t n = file_read(f, 0, head, sizeof(head), e);
    const bool is_page = n > 0 && content_is_page((struct span){ head, (size_t)n });
    if (!is_page || !page_find_folio(f, &at, e))
        return false;
    n = file_read(f, at.at, head, sizeof(plain), e);
    return n == sizeof(plain) && at.end - at.at >= sizeof(plain) &&
           base64_decode(&state, head, sizeof(plain), plain, &bad) >= strlen(magic) &&
           !memcmp(plain, magic, strlen(magic));
}

bool page_decode(const struct file *page, const struct page_folio *at, const char *temporary, struct file *to,
                 struct err *e)
{
    uint8_t buf[PAGE_PIECE], plain[PAGE_PIECE];
    struct base64 state = { 0 };
    bool ok = file_temp(to, temporary, e);
    for (uint64_t from = at->at; ok && from < at->end;) {
        size_t want = sizeof(buf), bad = 0;
        if (at->end - from < want)
            want = (size_t)(at->end - from);
        const int64_t n = file_read(page, from, buf, want, e);
        if (n <= 0)
            return n == 0 && err_set(e, ERR_IO, from, "the page was cut off while it was read");
        const size_t made = base64_decode(&state, buf, (size_t)n, plain, &bad);
        if (made == SIZE_MAX)
            return err_set(e, ERR_FORMAT, from + bad, "the folio in the page: byte 0x%02x is not Base64",
                           buf[bad]);
        ok = file_append(to, plain, made, e);
        from += (uint64_t)n;
    }
    return ok;
}

/* Adds the bytes of a file from `at` to `end`. */
static bool page_copy(const struct file *f, uint64_t at, uint64_t end, struct output *out, struct err *e)
{
    uint8_t buf[PAGE_PIECE];
    while (at < end) {
        size_t want = sizeof(buf);
        if (end - at < want)
            want = (size_t)(end - at);
        const int64_t n = file_read(f, at, buf, want, e);
        if (n <= 0)
            return n == 0 && err_set(e, ERR_IO, at, "the page was cut off while it was read");
        if (!output_add(out, buf, (size_t)n, e))
            return false;
        at += (uint64_t)n;
    }
    return true;
}

static bool page_add_base64(const struct file *folio, struct output *out, struct err *e)
{
    uint8_t buf[PAGE_PIECE];
    struct text encoded = { 0 };
    bool ok = true;
    for (uint64_t at = 0; ok && at < folio->size;) {
        const int64_t n = file_read(folio, at, buf, sizeof(buf), e);
        encoded.n = 0;
        if (n > 0)
            base64_encode(buf, (size_t)n, &encoded);
        else if (n == 0)
            err_set(e, ERR_IO, at, "the folio was cut off while it was read");
        ok = n > 0 && output_add(out, encoded.s, encoded.n, e);
        at += (uint64_t)n;
    }
    text_free(&encoded);
    return ok;
}

/* Finds the line PAGE_PLACE, which a folio replaces. False with `e` set: the page does not have it. */
static bool find_place(const struct file *page, uint64_t *at, struct err *e)
{
    struct page_folio present;
    if (page_find_folio(page, &present, e))
        return err_set(e, ERR_USAGE, present.at, "the page has a folio already");
    *at = 0;
    if (e->kind == ERR_NONE && page_find(page, PAGE_PLACE, at, e))
        return true;
    return e->kind == ERR_NONE &&
           err_set(e, ERR_FORMAT, 0, "the page has no line " PAGE_PLACE ", where a folio could stand");
}

bool page_check_place(const struct file *page, struct err *e)
{
    uint64_t at;
    return find_place(page, &at, e);
}

bool page_encode(const struct file *page, const struct file *folio, const char *name, struct output *out,
                 struct err *e)
{
    uint64_t place;
    if (!find_place(page, &place, e))
        return false;
    struct text element = { 0 };
    text_add(&element, ELEMENT " data-name=\"");
    text_add_xml(&element, name, SIZE_MAX);
    text_add(&element, "\">");
    const uint64_t behind = place + strlen(PAGE_PLACE);
    const bool ok = page_copy(page, 0, place, out, e) && output_add(out, element.s, element.n, e) &&
                    page_add_base64(folio, out, e) && output_add(out, END, strlen(END), e) &&
                    page_copy(page, behind, page->size, out, e);
    text_free(&element);
    return ok;
}
