/*
 * member_cache: files that were taken out of packages, kept in memory for whoever asks again, up to 512 MiB;
 * the oldest make room, and a file of more than 128 MiB, a kernel, is not kept. References to them are
 * counted: a file lives as long as it is kept or borrowed. They may be dropped by any thread,
 * everything else is for one at a time.
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
    atomic_uint refs; /* the cache's among them */
    uint32_t package;
    char *path;
    struct text bytes;
};

struct member_cache {
    struct cached_member *first; /* the latest */
    size_t size;
};

/* The file with a reference for the caller, or NULL. */
struct cached_member *member_cache_find(const struct member_cache *s, uint32_t package, const char *path);

/* A file with a reference for the caller, which takes over its bytes; it is kept if it fits. */
struct cached_member *member_cache_add(struct member_cache *s, uint32_t package, const char *path,
                                       struct text *bytes);

void member_cache_drop(struct cached_member *h);

void member_cache_free(struct member_cache *s);

#endif
