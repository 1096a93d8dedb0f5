/*
 * md5: the checksum of source files in DWARF 5 (R. Rivest, "The MD5 Message-Digest Algorithm", RFC 1321). It tells
 * versions of a file apart and proves nothing about its author.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_MD5_H
#define PERFOLIO_CORE_BASE_FILE_MD5_H

#include "core/base/cur.h"

enum { MD5_BYTES = 16 };

void md5_of(struct span bytes, uint8_t out[MD5_BYTES]);

#endif
