#include "formats/tracepoint/read/header_value.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/date.h"
#include "formats/tracepoint/read/address.h"

/* The size of a character of a string, or of a value of fixed size; 0: the encoding is unknown. */
static unsigned unit_of(unsigned encoding)
{
    // clang-format off
    static const uint8_t units[] = {
        [ENCODING_VALUE8] = 1, [ENCODING_VALUE16] = 2, [ENCODING_VALUE32] = 4, [ENCODING_VALUE64] = 8,
        [ENCODING_VALUE128] = 16, [ENCODING_ZSTRING_CHAR8] = 1, [ENCODING_ZSTRING_CHAR16] = 2,
        [ENCODING_ZSTRING_CHAR32] = 4, [ENCODING_STRING_LENGTH16_CHAR8] = 1,
        [ENCODING_STRING_LENGTH16_CHAR16] = 2, [ENCODING_STRING_LENGTH16_CHAR32] = 4,
        [ENCODING_BINARY_LENGTH16_CHAR8] = 1,
    };
    // clang-format on
    if (encoding < sizeof(units))
        return units[encoding];
    return 0;
}

/* Takes characters up to and including a zero. The result does not include the zero. */
static struct span take_zstring(struct cur *data, unsigned unit)
{
    struct span s = { data->p, 0 };
    for (;;) {
        struct span c = cur_take(data, unit);
        if (data->bad || !load_number(c, data->order))
            return s;
        s.n += unit;
    }
}

struct span header_value_take(struct cur *data, unsigned encoding)
{
    unsigned unit = unit_of(encoding);
    if (!unit) {
        data->bad = true;
        return (struct span){ NULL, 0 };
    }
    if (encoding <= ENCODING_VALUE128)
        return cur_take(data, unit);
    if (encoding <= ENCODING_ZSTRING_CHAR32)
        return take_zstring(data, unit);
    return cur_take(data, (uint64_t)cur_u16(data) * unit);
}

/* Appends a code point as UTF-8. A number that is not a code point becomes U+FFFD. */
static void add_code_point(uint32_t c, struct text *out)
{
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        c = 0xfffd;
    if (c < 0x80) {
        text_char(out, (char)c, 1);
        return;
    }
    unsigned more = 1; /* bytes after the first */
    if (c >= 0x10000)
        more = 3;
    else if (c >= 0x800)
        more = 2;
    text_char(out, (char)((0xff00 >> (more + 1) & 0xff) | c >> 6 * more), 1);
    while (more--)
        text_char(out, (char)(0x80 | (c >> 6 * more & 0x3f)), 1);
}

/* Appends characters of 1 byte (UTF-8, unchanged), 2 bytes (UTF-16) or 4 bytes. */
static void add_characters(struct span s, unsigned unit, enum byte_order order, struct text *out)
{
    struct cur c = cur_of(s, order);
    while (c.left >= unit) {
        uint32_t one = (uint32_t)load_number(cur_take(&c, unit), order);
        bool high_surrogate = unit == 2 && one >= 0xd800 && one < 0xdc00;
        uint32_t other = 0;
        if (high_surrogate && c.left >= unit)
            other = load_u16(c.p, order);
        if (other >= 0xdc00 && other < 0xe000) {
            cur_take(&c, unit);
            one = 0x10000 + ((one - 0xd800) << 10 | (other - 0xdc00));
        }
        if (unit == 1)
            text_char(out, (char)one, 1);
        else
            add_code_point(one, out);
    }
}

/* Like add_characters(), but a byte order mark at the beginning overrides `unit` and `order` (Unicode,
   2.13). */
static void add_marked(struct span s, unsigned unit, enum byte_order order, struct text *out)
{
    static const struct {
        uint8_t mark[4];
        size_t n;
        unsigned unit;
        enum byte_order order;
    } marks[] = {
        { { 0x00, 0x00, 0xfe, 0xff }, 4, 4, ORDER_BIG },
        { { 0xff, 0xfe, 0x00, 0x00 }, 4, 4, ORDER_LITTLE },
        { { 0xfe, 0xff }, 2, 2, ORDER_BIG },
        { { 0xff, 0xfe }, 2, 2, ORDER_LITTLE },
        { { 0xef, 0xbb, 0xbf }, 3, 1, ORDER_LITTLE },
    };
    for (size_t i = 0; i < COUNT(marks); i++)
        if (s.n >= marks[i].n && !memcmp(s.p, marks[i].mark, marks[i].n)) {
            add_characters((struct span){ s.p + marks[i].n, s.n - marks[i].n }, marks[i].unit, marks[i].order,
                           out);
            return;
        }
    add_characters(s, unit, order, out);
}

static void add_ip_address(struct span s, struct text *out)
{
    if (s.n == 4)
        address_text("I4", s, ORDER_BIG, out);
    else
        address_ip6(s.p, out);
}

/* Appends seconds since 1970 as a date, or as the number if the year is not in 1 to 99999. */
static void header_value_add_time(int64_t t, struct text *out)
{
    const int64_t earliest = INT64_C(-62135596800), latest = INT64_C(3093527980799);
    if (t < earliest || t > latest)
        text_printf(out, "TIME(%" PRId64 ")", t);
    else
        date_text(out, t, 'T');
}

static struct value as_text(const struct text *t)
{
    return value_bytes(t->s, t->n);
}

static bool reads_back(const char *s, double v, bool is_double)
{
    if (is_double)
        return strtod(s, NULL) == v;
    return strtof(s, NULL) == (float)v;
}

/* Prints the fewest digits that identify the number. The sign of a NaN is that of the recorded bits: a host whose quiet
   NaNs are others (MIPS) loses it where it widens a float. */
static struct value add_float(double v, bool is_negative, bool is_double, struct text *out)
{
    char s[40];
    int digits = 1, most = is_double ? 17 : 9;
    if (!isfinite(v)) {
        if (is_negative)
            text_add(out, "-");
        text_add(out, isnan(v) ? "nan" : "inf");
        return as_text(out);
    }
    do
        snprintf(s, sizeof(s), "%.*g", digits, v);
    while (digits++ < most && !reads_back(s, v, is_double));
    text_add(out, s);
    return (struct value){ .type = VALUE_NUMERAL, .text = out->s };
}

static struct value add_real(struct span s, enum byte_order order, struct text *out)
{
    assert(s.n == 4 || s.n == 8);
    if (s.n == 4) {
        union {
            uint32_t bits;
            float v;
        } narrow = { .bits = load_u32(s.p, order) };
        return add_float((double)narrow.v, narrow.bits >> 31, false, out);
    }
    union {
        uint64_t bits;
        double v;
    } wide = { .bits = load_u64(s.p, order) };
    return add_float(wide.v, wide.bits >> 63, true, out);
}

static struct value add_boolean(struct span s, uint64_t v, struct text *out)
{
    if (v < 2) {
        text_add(out, v ? "true" : "false");
        return value_yes_no(v);
    }
    int64_t n = (int64_t)v;
    if (s.n == 4)
        n = (int32_t)(uint32_t)v;
    text_printf(out, "%" PRId64, n);
    return value_signed(n);
}

static int64_t signed_of(uint64_t v, size_t bytes)
{
    if (bytes >= 8)
        return (int64_t)v;
    uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
    return (int64_t)((v ^ sign) - sign);
}

static void add_errno(uint64_t v, const struct trace_names *names, struct text *out)
{
    const char *name = NULL;
    if (names->error)
        name = names->error(names->arg, (uint32_t)v);
    if (!name)
        name = "ERRNO";
    text_printf(out, "%s(%" PRId32 ")", name, (int32_t)(uint32_t)v);
}

/* The sizes in bytes of the values for which a format is meant, as a bit mask; 0: it is a format of
   strings. */
static unsigned sizes_of(unsigned format)
{
    // clang-format off
    static const uint8_t sizes[] = {
        [FORMAT_UNSIGNED_INT] = 1 | 2 | 4 | 8, [FORMAT_SIGNED_INT] = 1 | 2 | 4 | 8,
        [FORMAT_HEX_INT] = 1 | 2 | 4 | 8, [FORMAT_ERRNO] = 4, [FORMAT_PID] = 4, [FORMAT_TIME] = 4 | 8,
        [FORMAT_BOOLEAN] = 1 | 2 | 4, [FORMAT_FLOAT] = 4 | 8, [FORMAT_UUID] = 16, [FORMAT_PORT] = 2,
        [FORMAT_IP_ADDRESS] = 4 | 16, [FORMAT_IP_ADDRESS_OBSOLETE] = 4 | 16,
    };
    // clang-format on
    if (format < sizeof(sizes))
        return sizes[format];
    return 0;
}

static struct value add_value(struct span s, unsigned format, enum byte_order order,
                              const struct trace_names *names, struct text *out)
{
    uint64_t v = load_number(s, order);
    switch (format) {
    case FORMAT_UNSIGNED_INT:
        text_printf(out, "%" PRIu64, v);
        return value_count(v);
    case FORMAT_SIGNED_INT:
    case FORMAT_PID:
        text_printf(out, "%" PRId64, signed_of(v, s.n));
        return value_signed(signed_of(v, s.n));
    case FORMAT_HEX_INT:
        text_printf(out, "0x%" PRIX64, v);
        return as_text(out);
    case FORMAT_ERRNO:
        add_errno(v, names, out);
        return as_text(out);
    case FORMAT_TIME:
        header_value_add_time(signed_of(v, s.n), out);
        return as_text(out);
    case FORMAT_BOOLEAN:
        return add_boolean(s, v, out);
    case FORMAT_FLOAT:
        return add_real(s, order, out);
    case FORMAT_UUID:
        address_text("U", s, ORDER_BIG, out);
        return as_text(out);
    case FORMAT_PORT:
        text_printf(out, "%u", load_u16(s.p, ORDER_BIG));
        return value_count(load_u16(s.p, ORDER_BIG));
    default:
        add_ip_address(s, out);
        return as_text(out);
    }
}

/* The format to use if a value's own format does not fit its encoding. */
static unsigned default_of(unsigned encoding)
{
    if (encoding < ENCODING_VALUE128)
        return FORMAT_UNSIGNED_INT;
    if (encoding == ENCODING_VALUE128 || encoding == ENCODING_BINARY_LENGTH16_CHAR8)
        return FORMAT_HEX_BYTES;
    return FORMAT_STRING_UTF;
}

/* Appends a string. False: the format is not for strings of this unit. */
static bool add_string(struct span s, unsigned format, unsigned unit, enum byte_order order, struct text *out)
{
    if (format == FORMAT_HEX_BYTES)
        address_bytes("h", s, out);
    else if (format == FORMAT_STRING8 && unit == 1)
        for (size_t i = 0; i < s.n; i++)
            add_code_point(s.p[i], out); /* ISO 8859-1 */
    else if (format == FORMAT_STRING_UTF && unit <= 4)
        add_characters(s, unit, order, out);
    else if (format >= FORMAT_STRING_UTF_BOM && format <= FORMAT_STRING_JSON && unit <= 4)
        add_marked(s, unit, order, out);
    else
        return false;
    return true;
}

struct value header_value_decode(struct span s, unsigned encoding, unsigned format, enum byte_order order,
                                 const struct trace_names *names, struct text *out)
{
    unsigned unit = unit_of(encoding);
    bool fixed = encoding <= ENCODING_VALUE128;
    bool sized = fixed || encoding == ENCODING_STRING_LENGTH16_CHAR8 ||
                 encoding == ENCODING_BINARY_LENGTH16_CHAR8;
    text_add(out, "");
    if (sized && !s.n && sizes_of(format)) {
        text_add(out, "null");
        return value_unknown();
    }
    if (sized && s.n <= 16 && sizes_of(format) & s.n && !(s.n & (s.n - 1)))
        return add_value(s, format, order, names, out);
    if (format == FORMAT_STRING_UTF && encoding == ENCODING_VALUE8)
        format = FORMAT_DEFAULT; /* a single byte is not UTF-8 */
    if (add_string(s, format, unit, order, out))
        return as_text(out);
    format = default_of(encoding);
    if (fixed && format != FORMAT_HEX_BYTES)
        return add_value(s, format, order, names, out);
    add_string(s, format, unit, order, out);
    return as_text(out);
}
