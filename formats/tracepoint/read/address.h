/*
 * address: bytes as %p prints them with letters behind it (linux/Documentation/core-api/printk-formats.rst):
 * addresses of hardware and networks, UUIDs, bytes, bitmaps. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_ADDRESS_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_ADDRESS_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* How many bytes letters, "I6c", print: of an address or a UUID; ADDRESS_SOCKET of a socket's address, which
   says itself how long it is; 0: they print no bytes. */
enum { ADDRESS_SOCKET = 1 };
size_t address_size(const char *letters);

/* Add the text of as many bytes of an order as fit; nothing when they are no socket's address. */
void address_text(const char *letters, struct span s, enum byte_order order, struct text *out);

/* Add 16 bytes as RFC 5952 has them: the longest row of groups that are zero is left out. */
void address_ip6(const uint8_t *p, struct text *out);

/* Add bytes as "hC", "hD", "hN" or "h" have them. */
void address_bytes(const char *letters, struct span s, struct text *out);

/* Add a bitmap of the recorded kernel, of longs of so many bytes: as hexadecimal digits, a comma behind each
   8, or as ranges of numbers of bits. */
void address_bitmask(struct span s, enum byte_order order, unsigned long_size, struct text *out);
void address_bits(struct span s, enum byte_order order, unsigned long_size, struct text *out);

#endif
