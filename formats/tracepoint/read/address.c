#include "formats/tracepoint/read/address.h"

#include <assert.h>

/* linux/socket.h: the same on every architecture. */
enum { INET = 2, INET6 = 10 };
enum { PORT_AT = 2, ADDRESS_AT = 4, ADDRESS6_AT = 8, SOCKADDR_IN = 16, SOCKADDR_IN6 = 28 };

size_t address_size(const char *letters)
{
    if (*letters == 'I' || *letters == 'i') {
        if (letters[1] == '4')
            return 4;
        if (letters[1] == '6')
            return 16;
        if (letters[1] == 'S')
            return ADDRESS_SOCKET;
        return 0;
    }
    if (*letters == 'M' || *letters == 'm')
        return 6;
    if (*letters == 'U')
        return 16;
    return 0;
}

/* Appends two hexadecimal digits for each byte, with `between` between them. */
static void add_separated(const uint8_t *p, size_t n, const char *between, struct text *out)
{
    for (size_t i = 0; i < n; i++) {
        if (i)
            text_add(out, between);
        text_add_hex_bytes(out, &p[i], 1);
    }
}

static void add_hardware(const char *letters, const uint8_t *p, struct text *out)
{
    enum { BYTES = 6 };
    uint8_t reversed[BYTES];
    const char *between = ":";
    if (*letters == 'm')
        between = "";
    else if (letters[1] == 'F')
        between = "-";
    for (size_t i = 0; i < BYTES; i++)
        reversed[i] = p[BYTES - 1 - i];
    add_separated(letters[1] == 'R' ? reversed : p, BYTES, between, out);
}

/* Appends an IPv4 address. "i4" prints leading zeros. The letter l, and on a little-endian machine h,
   reverse the bytes. */
static void add_ip4(const char *letters, const uint8_t *p, enum byte_order order, struct text *out)
{
    bool reverse = strchr(letters, 'l') || (strchr(letters, 'h') && order == ORDER_LITTLE);
    const unsigned digits = 3;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t byte = p[reverse ? 3 - i : i];
        if (i)
            text_add(out, ".");
        if (*letters == 'i')
            text_add_last_digits(out, byte, digits);
        else
            text_decimal(out, byte, 0);
    }
}

static size_t zero_groups(const uint8_t *p, size_t groups)
{
    size_t n = 0;
    while (n < groups && !load_u16(p + 2 * n, ORDER_BIG))
        n++;
    return n;
}

/* Appends the first groups of an IPv6 address; the longest run of two or more zero groups becomes "::". */
static void add_groups(const uint8_t *p, size_t groups, struct text *out)
{
    size_t from = groups, most = 1;
    for (size_t i = 0; i < groups; i++) {
        const size_t n = zero_groups(p + 2 * i, groups - i);
        if (n > most) {
            from = i;
            most = n;
        }
        i += n; /* the next group is not zero either */
    }
    for (size_t i = 0; i < groups; i++) {
        if (i == from) {
            text_add(out, "::");
            i += most - 1;
            continue;
        }
        if (i && i != from + most)
            text_add(out, ":");
        text_hexadecimal(out, load_u16(p + 2 * i, ORDER_BIG), 0);
    }
}

void address_ip6(const uint8_t *p, struct text *out)
{
    add_groups(p, 8, out);
}

/* Appends an IPv6 address. In mapped addresses (RFC 4291, ::ffff:) and those of ISATAP (RFC 5214, 0:5efe:
   and 200:5efe:) the last 4 bytes are an IPv4 address. */
static void add_compressed(const uint8_t *p, struct text *out)
{
    bool mapped = !load_u64(p, ORDER_BIG) && load_u32(p + 8, ORDER_BIG) == 0xffff;
    if (!mapped && (load_u32(p + 8, ORDER_BIG) | 0x02000000) != 0x02005efe) {
        add_groups(p, 8, out);
        return;
    }
    add_groups(p, 6, out);
    if (out->s[out->n - 1] != ':')
        text_add(out, ":");
    add_ip4("I", p + 12, ORDER_BIG, out);
}

static void add_ip6(const char *letters, const uint8_t *p, struct text *out)
{
    if (*letters == 'I' && strchr(letters, 'c')) {
        add_compressed(p, out);
        return;
    }
    for (size_t i = 0; i < 8; i++) {
        if (i && *letters == 'I')
            text_add(out, ":");
        text_add_hex_bytes(out, p + 2 * i, 2);
    }
}

/* Appends a struct sockaddr; the letter p adds its port. */
static void add_socket(const char *letters, struct span s, enum byte_order order, struct text *out)
{
    bool port = strchr(letters, 'p');
    unsigned family = 0;
    if (s.n >= SOCKADDR_IN)
        family = load_u16(s.p, order);
    if (family == INET) {
        add_ip4(letters, s.p + ADDRESS_AT, order, out);
        if (port)
            text_printf(out, ":%u", load_u16(s.p + PORT_AT, ORDER_BIG));
    } else if (family == INET6 && s.n >= SOCKADDR_IN6) {
        if (port)
            text_add(out, "[");
        add_ip6(letters, s.p + ADDRESS6_AT, out);
        if (port)
            text_printf(out, "]:%u", load_u16(s.p + PORT_AT, ORDER_BIG));
    }
}

/* Appends a UUID in RFC 4122's form; with l and L its first three fields are stored least significant byte first. */
static void add_uuid(const char *letters, const uint8_t *p, struct text *out)
{
    static const uint8_t guid[] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
    bool swapped = letters[1] == 'l' || letters[1] == 'L', capital = letters[1] == 'L' || letters[1] == 'B';
    for (size_t i = 0; i < 16; i++) {
        const uint8_t byte = p[swapped ? guid[i] : i];
        const bool begins_group = i == 4 || i == 6 || i == 8 || i == 10;
        if (begins_group)
            text_add(out, "-");
        text_printf(out, capital ? "%02X" : "%02x", byte);
    }
}

void address_text(const char *letters, struct span s, enum byte_order order, struct text *out)
{
    if (*letters == 'M' || *letters == 'm')
        add_hardware(letters, s.p, out);
    else if (*letters == 'U')
        add_uuid(letters, s.p, out);
    else if (letters[1] == 'S')
        add_socket(letters, s, order, out);
    else if (letters[1] == '4')
        add_ip4(letters, s.p, order, out);
    else
        add_ip6(letters, s.p, out);
}

static const char *separator_of(const char *letters)
{
    if (!*letters)
        return " ";
    switch (letters[1]) {
    case 'N':
        return "";
    case 'C':
        return ":";
    case 'D':
        return "-";
    default:
        return " ";
    }
}

void address_bytes(const char *letters, struct span s, struct text *out)
{
    add_separated(s.p, s.n, separator_of(letters), out);
}

/* The byte with the bits 8 * i to 8 * i + 7 of a bitmap, whose longs are in the kernel's byte order. */
static uint8_t byte_of(struct span s, size_t i, enum byte_order order, unsigned long_size)
{
    assert(long_size == 4 || long_size == 8);
    size_t at = i;
    if (order == ORDER_BIG)
        at = i - i % long_size + (long_size - 1 - i % long_size);
    if (at < s.n)
        return s.p[at];
    return 0;
}

void address_bitmask(struct span s, enum byte_order order, unsigned long_size, struct text *out)
{
    for (size_t i = s.n; i--;) {
        const uint8_t byte = byte_of(s, i, order, long_size);
        text_add_hex_bytes(out, &byte, 1);
        if (i && i % 4 == 0)
            text_add(out, ",");
    }
}

void address_bits(struct span s, enum byte_order order, unsigned long_size, struct text *out)
{
    text_add_bit_ranges(out, s.p, s.n, 8 * (uint64_t)s.n, order == ORDER_BIG, long_size);
}
