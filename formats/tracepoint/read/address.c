#include "formats/tracepoint/read/address.h"

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

static void add_hardware(const char *letters, const uint8_t *p, struct text *out)
{
    const char *between = *letters == 'm' ? "" : letters[1] == 'F' ? "-" : ":";
    for (size_t i = 0; i < 6; i++)
        text_printf(out, "%s%02x", i ? between : "", p[letters[1] == 'R' ? 5 - i : i]);
}

/* "i4" has leading zeros; h and l: the least significant byte is the first. */
static void add_ip4(const char *letters, const uint8_t *p, enum byte_order order, struct text *out)
{
    bool reverse = strchr(letters, 'l') || (strchr(letters, 'h') && order == ORDER_LITTLE);
    for (size_t i = 0; i < 4; i++)
        text_printf(out, *letters == 'i' ? "%s%03u" : "%s%u", i ? "." : "", p[reverse ? 3 - i : i]);
}

/* The first groups of an address, the longest row of two or more that are zero left out. */
static void add_groups(const uint8_t *p, size_t groups, struct text *out)
{
    size_t from = groups, most = 1;
    for (size_t i = 0, n; i < groups; i += n ? n : 1) {
        for (n = 0; i + n < groups && !load_u16(p + 2 * (i + n), ORDER_BIG);)
            n++;
        if (n > most)
            from = i;
        if (n > most)
            most = n;
    }
    for (size_t i = 0; i < groups; i++) {
        if (i == from) {
            text_add(out, "::");
            i += most - 1;
            continue;
        }
        text_printf(out, "%s%x", i && i != from + most ? ":" : "", load_u16(p + 2 * i, ORDER_BIG));
    }
}

void address_ip6(const uint8_t *p, struct text *out)
{
    add_groups(p, 8, out);
}

/* Behind ::ffff: or 0200:5efe: and its kind (RFC 4291, RFC 5214) the last 4 bytes are an address of IPv4. */
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
    for (size_t i = 0; i < 8; i++)
        text_printf(out, "%s%04x", i && *letters == 'I' ? ":" : "", load_u16(p + 2 * i, ORDER_BIG));
}

/* A struct sockaddr; p: with its port. */
static void add_socket(const char *letters, struct span s, enum byte_order order, struct text *out)
{
    bool port = strchr(letters, 'p');
    unsigned family = s.n < SOCKADDR_IN ? 0 : load_u16(s.p, order);
    if (family == INET) {
        add_ip4(letters, s.p + ADDRESS_AT, order, out);
        if (port)
            text_printf(out, ":%u", load_u16(s.p + PORT_AT, ORDER_BIG));
    } else if (family == INET6 && s.n >= SOCKADDR_IN6) {
        text_add(out, port ? "[" : "");
        add_ip6(letters, s.p + ADDRESS6_AT, out);
        if (port)
            text_printf(out, "]:%u", load_u16(s.p + PORT_AT, ORDER_BIG));
    }
}

/* As RFC 4122 has it; l and L: its first three fields have the least significant byte in front. */
static void add_uuid(const char *letters, const uint8_t *p, struct text *out)
{
    static const uint8_t guid[] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
    bool swapped = letters[1] == 'l' || letters[1] == 'L', capital = letters[1] == 'L' || letters[1] == 'B';
    for (size_t i = 0; i < 16; i++)
        text_printf(out, capital ? "%s%02X" : "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                    p[swapped ? guid[i] : i]);
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

void address_bytes(const char *letters, struct span s, struct text *out)
{
    char kind = *letters ? letters[1] : 0;
    const char *between = kind == 'N' ? "" : kind == 'C' ? ":" : kind == 'D' ? "-" : " ";
    for (size_t i = 0; i < s.n; i++)
        text_printf(out, "%s%02x", i ? between : "", s.p[i]);
}

/* The byte of 8 bits from 8 * i on: in longs, each of the kernel's order. */
static uint8_t byte_of(struct span s, size_t i, enum byte_order order, unsigned long_size)
{
    size_t at = order == ORDER_LITTLE ? i : i - i % long_size + (long_size - 1 - i % long_size);
    if (at < s.n)
        return s.p[at];
    return 0;
}

void address_bitmask(struct span s, enum byte_order order, unsigned long_size, struct text *out)
{
    for (size_t i = s.n; i--;)
        text_printf(out, i && i % 4 == 0 ? "%02x," : "%02x", byte_of(s, i, order, long_size));
}

void address_bits(struct span s, enum byte_order order, unsigned long_size, struct text *out)
{
    text_bits(out, s.p, s.n, 8 * (uint64_t)s.n, order == ORDER_BIG, long_size);
}
