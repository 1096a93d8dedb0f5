/*
 * shelf: files that were taken out of packages, kept in memory for whoever asks again, up to 512 MiB; the
 * oldest make room, and a file of more than 128 MiB, a kernel, is not kept. References to them are counted: a
 * file lives as long as it is on the shelf or somebody has one. They may be dropped by any thread, everything
 * else is for one at a time.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_SHELF_H
#define PERFOLIO_ARCHIVE_PACKAGE_SHELF_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

enum { SHELF_MOST = 512 << 20, SHELF_FILE = 128 << 20 };

struct held {
    struct held *next;
    atomic_uint refs; /* the shelf's among them */
    uint32_t package;
    char *path;
    struct text bytes;
};

struct shelf {
    struct held *first; /* the latest */
    size_t size;
};

/* The file with a reference for the caller, or NULL. */
struct held *shelf_find(const struct shelf *s, uint32_t package, const char *path);

/* A file with a reference for the caller, which takes over its bytes; it is on the shelf if it fits. */
struct held *shelf_add(struct shelf *s, uint32_t package, const char *path, struct text *bytes);

void held_drop(struct held *h);

void shelf_free(struct shelf *s);

#endif
