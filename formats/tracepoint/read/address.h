/*
 * address: bytes as %p prints them with letters behind it (linux/Documentation/core-api/printk-formats.rst):
 * MAC and IP addresses, UUIDs, rows of bytes, bitmaps. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_ADDRESS_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_ADDRESS_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* How many bytes the letters behind %p, such as "I6c", print: those of an address or a UUID. ADDRESS_SOCKET: a struct
   sockaddr, whose size depends on its family. 0: the letters print no such bytes. */
enum { ADDRESS_SOCKET = 1 };
size_t address_size(const char *letters);

/* Appends the address or the UUID in `s`, which has address_size() bytes at least; `order` is the recorded machine's.
   Of a struct sockaddr of another family, or one that is cut off, it appends nothing. */
void address_text(const char *letters, struct span s, enum byte_order order, struct text *out);

/* Appends 16 bytes as an IPv6 address of RFC 5952's form: the longest run of zero groups becomes "::". */
void address_ip6(const uint8_t *p, struct text *out);

/* Appends bytes in hexadecimal: "hC" puts ":" between them, "hD" "-", "hN" nothing, "h" a blank. */
void address_bytes(const char *letters, struct span s, struct text *out);

/* Append a bitmap of the recorded kernel, an array of longs of `long_size` bytes: as hexadecimal digits with a comma
   between each 8, or as ranges of bit numbers, "0-3,8". */
void address_bitmask(struct span s, enum byte_order order, unsigned long_size, struct text *out);
void address_bits(struct span s, enum byte_order order, unsigned long_size, struct text *out);

#endif
