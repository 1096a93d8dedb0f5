/*
 * address: prints bytes like %p with letters after it (linux/Documentation/core-api/printk-formats.rst): MAC
 * and IP addresses, UUIDs, rows of bytes, bitmaps. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_ADDRESS_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_ADDRESS_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* The number of bytes that the letters after %p, such as "I6c", print: the size of an address or a UUID.
   ADDRESS_SOCKET: a struct sockaddr, whose size depends on its family. 0: the letters print no such bytes. */
enum { ADDRESS_SOCKET = 1 };
size_t address_size(const char *letters);

/* Appends the address or the UUID in `s`, which has at least address_size() bytes; `order` is the recorded
   machine's. For a struct sockaddr of another family, or one that is cut off, it appends nothing. */
void address_text(const char *letters, struct span s, enum byte_order order, struct text *out);

/* Appends 16 bytes as an IPv6 address of RFC 5952's form: the longest run of zero groups becomes "::". */
void address_ip6(const uint8_t *p, struct text *out);

/* Appends bytes in hexadecimal, with a separator: "hC": ":", "hD": "-", "hN": none, "h": a blank. */
void address_bytes(const char *letters, struct span s, struct text *out);

/* Append a bitmap of the recorded kernel, an array of longs of `long_size` bytes: as hexadecimal digits with a comma
   between each 8, or as ranges of bit numbers, "0-3,8". */
void address_bitmask(struct span s, enum byte_order order, unsigned long_size, struct text *out);
void address_bits(struct span s, enum byte_order order, unsigned long_size, struct text *out);

#endif
