/*
 * member_cache: a cache of files that were unpacked from packages, in memory, up to 512 MiB. To make room,
 * the files that were added first are dropped. Files of more than 128 MiB (kernels) do not enter the cache.
 * References are counted: a file is freed when it is neither in the cache nor borrowed. Any thread may drop a
 * reference; only one thread at a time may call the other functions.
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
    atomic_uint refs; /* number of references, including that of the cache */
    uint32_t package;
    char *path;
    struct text bytes;
};

struct member_cache {
    struct cached_member *first; /* the file that was added last */
    size_t size;
};

/* Finds a file, and adds a reference for the caller. NULL: the file is not in the cache. */
struct cached_member *member_cache_find(const struct member_cache *s, uint32_t package, const char *path);

/* Makes a file with a reference for the caller; takes over `bytes`. The file enters the cache if it is small enough. */
struct cached_member *member_cache_add(struct member_cache *s, uint32_t package, const char *path,
                                       struct text *bytes);

void member_cache_drop(struct cached_member *h);

void member_cache_free(struct member_cache *s);

#endif
