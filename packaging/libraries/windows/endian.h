/* POSIX's endian.h, of a little-endian host */
#ifndef ENDIAN_H
#define ENDIAN_H
#define LITTLE_ENDIAN   1234
#define BIG_ENDIAN      4321
#define BYTE_ORDER      LITTLE_ENDIAN
#define __LITTLE_ENDIAN LITTLE_ENDIAN
#define __BIG_ENDIAN    BIG_ENDIAN
#define __BYTE_ORDER    LITTLE_ENDIAN
#define be32toh         __builtin_bswap32
#define be64toh         __builtin_bswap64
#define htobe32         __builtin_bswap32
#define htobe64         __builtin_bswap64
#define le32toh(x)      (x)
#define le64toh(x)      (x)
#define htole32(x)      (x)
#define htole64(x)      (x)
#endif
