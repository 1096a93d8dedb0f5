#include "archive/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { AT_LEAST = 1 << 16 };

bool unpack_is_packed(struct span bytes)
{
    /* gzip: RFC 1952, 2.3.1; xz: the .xz file format 2.1.1.1; zstd: RFC 8878, 3.1.1; bzip2: its manual. */
    static const struct {
        const char *magic;
        size_t n;
    } kinds[] = { { "\x1f\x8b", 2 },
                  { "\xfd"
                    "7zXZ",
                    6 },
                  { "\x28\xb5\x2f\xfd", 4 },
                  { "BZh", 3 } };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (bytes.n >= kinds[i].n && !memcmp(bytes.p, kinds[i].magic, kinds[i].n))
            return true;
    return false;
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
        got = archive_read_data(a, to + n, cap - n);
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

bool unpack_bytes(struct span packed, struct span *plain, struct err *e)
{
    struct archive *a = archive_read_new();
    struct archive_entry *entry;
    bool ok = false;
    *plain = (struct span){ NULL, 0 };
    archive_read_support_format_raw(a);
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_zstd(a);
    archive_read_support_filter_bzip2(a);
    if (archive_read_open_memory(a, packed.p, packed.n) != ARCHIVE_OK ||
        archive_read_next_header(a, &entry) != ARCHIVE_OK)
        err_set(e, ERR_FORMAT, 0, "cannot be unpacked: %s", archive_error_string(a));
    else
        ok = read_entry(a, plain, e);
    archive_read_free(a);
    return ok;
}
