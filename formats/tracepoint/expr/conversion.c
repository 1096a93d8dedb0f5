#include "formats/tracepoint/expr/expr.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>

enum { TOO_WIDE = 1000 };

static bool read_small(const char **s, unsigned *v)
{
    for (*v = 0; isdigit((unsigned char)**s); ++*s) {
        *v = 10 * *v + (unsigned)(**s - '0');
        if (*v >= TOO_WIDE)
            return false;
    }
    return true;
}

static bool read_star(const char **s)
{
    bool is = **s == '*';
    *s += is;
    return is;
}

/* Reads a length modifier, h, hh, l, ll, L or z, and returns the size of the number in bytes; 0: there is
   no modifier. */
static uint8_t read_size(const char **s, unsigned long_size)
{
    unsigned n = 0;
    char c = **s;
    if (!c || !strchr("hlLzZ", c))
        return 4;
    for (; **s == c; ++*s)
        n++;
    if (n > 2 || (n == 2 && c != 'h' && c != 'l'))
        return 0;
    if (c == 'h' && n == 2)
        return 1;
    if (c == 'h')
        return 2;
    if (c == 'L' || n == 2)
        return 8;
    return (uint8_t)long_size;
}

bool conversion_read(const char **format, unsigned long_size, struct conversion *c)
{
    const char *s = *format;
    unsigned width, precision;
    *c = (struct conversion){ .precision = -1 };
    for (; *s && strchr("#-0+ ", *s); s++) {
        c->prefix = c->prefix || *s == '#';
        c->left = c->left || *s == '-';
        c->zeros = c->zeros || *s == '0';
        c->plus = c->plus || *s == '+';
        c->blank = c->blank || *s == ' ';
    }
    c->width_is_argument = read_star(&s);
    if (!read_small(&s, &width))
        return false;
    c->width = (uint16_t)width;
    if (*s == '.') {
        s++;
        c->precision_is_argument = read_star(&s);
        if (!read_small(&s, &precision))
            return false;
        c->precision = (int16_t)precision;
    }
    c->bytes = read_size(&s, long_size);
    c->letter = *s;
    if (*s == 'i')
        c->letter = 'd';
    if (!c->bytes || !c->letter || !strchr("duoxXcsp", c->letter))
        return false;
    bool flags = c->prefix || c->left || c->zeros || c->plus || c->blank;
    c->plain = !flags && !c->width && c->precision < 0 && strchr("duxsp", c->letter);
    *format = s + 1;
    /* '*' is only allowed as a width of %p, and as a precision of %s */
    return (!c->width_is_argument || c->letter == 'p') && (!c->precision_is_argument || c->letter == 's');
}

/* Pads the text in `out` from `at` on to n characters, on its left. */
static void conversion_fill(struct text *out, size_t at, size_t n, char with)
{
    assert(at <= out->n);
    const size_t had = out->n - at;
    if (n <= had)
        return;
    const size_t more = n - had;
    text_char(out, with, more);
    memmove(out->s + at + more, out->s + at, had);
    memset(out->s + at, with, more);
}

static void add_digits(const struct conversion *c, uint64_t v, struct text *out)
{
    if (c->letter == 'd' || c->letter == 'u')
        text_decimal(out, v, 0);
    else if (c->letter == 'x')
        text_hexadecimal(out, v, 0);
    else if (c->letter == 'o')
        text_printf(out, "%" PRIo64, v);
    else
        text_printf(out, "%" PRIX64, v);
}

static const char *sign_of(const struct conversion *c, bool below)
{
    if (below)
        return "-";
    if (c->letter == 'd' && c->plus)
        return "+";
    if (c->letter == 'd' && c->blank)
        return " ";
    return "";
}

/* The prefix that the flag # puts before the digits. */
static const char *prefix_of(const struct conversion *c, uint64_t v)
{
    if (!c->prefix || !v || c->letter == 'd' || c->letter == 'u')
        return "";
    if (c->letter == 'x')
        return "0x";
    if (c->letter == 'X')
        return "0X";
    return "0";
}

/* Appends a number with flags, width or precision. Padding is inserted after the digits are there. */
static void add_in_column(const struct conversion *c, uint64_t v, bool below, struct text *out)
{
    size_t at = out->n;
    text_add(out, sign_of(c, below));
    text_add(out, prefix_of(c, v));
    size_t digits = out->n;
    add_digits(c, v, out);
    if (c->precision >= 0)
        conversion_fill(out, digits, (size_t)c->precision, '0');
    else if (c->zeros && !c->left && at + c->width > digits)
        conversion_fill(out, digits, at + c->width - digits, '0');
    size_t n = out->n - at;
    if (c->left && n < c->width)
        text_char(out, ' ', c->width - n);
    conversion_fill(out, at, c->width, ' ');
}

void conversion_number(const struct conversion *c, uint64_t v, struct text *out)
{
    assert(c->bytes && c->bytes <= 8);
    if (c->letter == 'c') {
        conversion_text(c, (const char[]){ (char)v }, 1, out);
        return;
    }
    const unsigned bits = 8u * c->bytes;
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    v &= mask;
    bool below = c->letter == 'd' && v >> (bits - 1);
    if (below)
        v = (0 - v) & mask;
    if (!c->plain) {
        add_in_column(c, v, below, out);
        return;
    }
    if (below)
        text_add_n(out, "-", 1);
    add_digits(c, v, out);
}

void conversion_text(const struct conversion *c, const char *s, size_t n, struct text *out)
{
    if (c->precision >= 0 && n > (size_t)c->precision)
        n = (size_t)c->precision;
    size_t blanks = 0;
    if (c->width > n)
        blanks = c->width - n;
    if (blanks && !c->left)
        text_char(out, ' ', blanks);
    text_add_clean_n(out, s, n);
    if (blanks && c->left)
        text_char(out, ' ', blanks);
}
