#include "archive/decompress.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { AT_LEAST = 1 << 16 };

int decompress_filter(struct span bytes)
{
    /* gzip: RFC 1952, 2.3.1; bzip2: its manual; xz: the .xz file format 2.1.1.1; zstd: RFC 8878, 3.1.1; lzma
       has no magic number, but these are the properties and dictionaries there are (xz's
       lzma-file-format.txt, 1.1). */
    static const struct {
        const char *magic;
        size_t n;
        int filter;
    } kinds[] = {
        { "\x1f\x8b", 2, ARCHIVE_FILTER_GZIP }, { "BZh", 3, ARCHIVE_FILTER_BZIP2 },
        { "\3757zXZ", 5, ARCHIVE_FILTER_XZ },   { "\x28\xb5\x2f\xfd", 4, ARCHIVE_FILTER_ZSTD },
        { "\x5d\0\0", 3, ARCHIVE_FILTER_LZMA },
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (bytes.n >= kinds[i].n && !memcmp(bytes.p, kinds[i].magic, kinds[i].n))
            return kinds[i].filter;
    return ARCHIVE_FILTER_NONE;
}

bool decompress_is_packed(struct span bytes)
{
    return decompress_filter(bytes) != ARCHIVE_FILTER_NONE;
}

/* All of the entry that `a` stands at. */
static bool read_entry(struct archive *a, struct span *plain, struct err *e)
{
    const size_t most = (size_t)1 << 30;
    size_t n = 0, cap = 0;
    uint8_t *to = NULL;
    la_ssize_t got;
    do {
        if (cap - n < AT_LEAST) {
            cap = cap ? cap * 2 : 4 * AT_LEAST;
            to = mem_resize(to, cap, 1);
        }
        size_t room = cap - n < most + 1 - n ? cap - n : most + 1 - n;
        got = archive_read_data(a, to + n, room);
        n += got > 0 ? (size_t)got : 0;
    } while (got > 0 && n <= most);
    if (!got)
        *plain = (struct span){ to, n };
    else if (got > 0)
        err_set(e, ERR_UNSUPPORTED, 0, "unpacks to more than %zu bytes", most);
    else
        err_set(e, ERR_FORMAT, 0, "cannot be unpacked: %s", archive_error_string(a));
    if (got)
        free(to);
    return !got;
}

bool decompress_bytes(struct span packed, struct span *plain, struct err *e)
{
    struct archive *a = archive_read_new();
    struct archive_entry *entry;
    bool ok = false;
    *plain = (struct span){ NULL, 0 };
    archive_read_support_format_raw(a);
    if (archive_read_append_filter(a, decompress_filter(packed)) != ARCHIVE_OK ||
        archive_read_open_memory(a, packed.p, packed.n) != ARCHIVE_OK ||
        archive_read_next_header(a, &entry) != ARCHIVE_OK)
        err_set(e, ERR_FORMAT, 0, "cannot be unpacked: %s", archive_error_string(a));
    else
        ok = read_entry(a, plain, e);
    archive_read_free(a);
    return ok;
}
