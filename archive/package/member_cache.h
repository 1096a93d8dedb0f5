/*
 * member_cache: keeps files that were unpacked from packages in memory, up to 512 MiB. The oldest are dropped to make
 * room; files of more than 128 MiB (kernels) are not kept. References are counted: a file lives as long as it is in the
 * cache or borrowed. Any thread may drop a reference; everything else is for one thread at a time.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_MEMBER_CACHE_H
#define PERFOLIO_ARCHIVE_PACKAGE_MEMBER_CACHE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

enum { MEMBER_CACHE_MOST = 512 << 20, MEMBER_CACHE_FILE = 128 << 20 };

struct cached_member {
    struct cached_member *next;
    atomic_uint refs; /* including the cache's */
    uint32_t package;
    char *path;
    struct text bytes;
};

struct member_cache {
    struct cached_member *first; /* the latest */
    size_t size;
};

/* The file, with a reference for the caller; NULL: it is not kept. */
struct cached_member *member_cache_find(const struct member_cache *s, uint32_t package, const char *path);

/* Makes a file, with a reference for the caller; takes over `bytes`. Keeps it if it fits. */
struct cached_member *member_cache_add(struct member_cache *s, uint32_t package, const char *path,
                                       struct text *bytes);

void member_cache_drop(struct cached_member *h);

void member_cache_free(struct member_cache *s);

#endif
