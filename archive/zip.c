#include "archive/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/base/mem.h"

enum {
    END = 22,             /* bytes of the record at the end (4.3.16) */
    COMMENT = 65535,      /* of the comment after it */
    ROW = 46,             /* of a row of the central directory (4.3.12), without its texts */
    LOCAL = 30,           /* of the local header before a member (4.3.7), without its texts */
    LIST_MOST = 64 << 20, /* bytes of the central directory: a million rows */
    PIECE = 1 << 16,
    STORED = 0,
    DEFLATED = 8, /* compression methods (4.4.5) */
    ENCRYPTED = 1 /* a flag (4.4.4) */
};

struct zip {
    const struct file *file;
    struct budget budget;
    uint8_t *list;
    struct cur rows;
    uint32_t left;
    char *path;
    uint64_t at, packed; /* the rest of the member: its offset in the file, and its number of packed bytes */
    bool deflated, begun, ended;
    z_stream z;
    uint8_t in[PIECE], out[PIECE];
};

static bool cut_off(struct err *e)
{
    return err_set(e, ERR_FORMAT, 0, "it is a zip that is cut off or damaged");
}

/* Reads n bytes. Fewer bytes are an error. */
static bool read_all(const struct file *f, uint64_t at, void *to, size_t n, struct err *e)
{
    int64_t have = file_read(f, at, to, n, e);
    return have == (int64_t)n || (have >= 0 && cut_off(e));
}

/* Finds the record at the end by its magic number. A comment of unknown length comes after it. */
static bool find_end(const struct file *f, uint8_t *tail, struct span *end, struct err *e)
{
    size_t n = END + COMMENT;
    if (f->size < n)
        n = (size_t)f->size;
    if (!read_all(f, f->size - n, tail, n, e))
        return false;
    for (size_t back = END; back <= n; back++)
        if (!memcmp(tail + n - back, "PK\5\6", 4)) {
            *end = (struct span){ tail + n - back, back };
            return true;
        }
    return cut_off(e);
}

static bool read_list(struct zip *z, struct err *e)
{
    uint8_t *tail = mem_new(1, END + COMMENT);
    struct span end = { NULL, 0 };
    bool ok = find_end(z->file, tail, &end, e);
    struct cur c = cur_of(end, ORDER_LITTLE);
    cur_take(&c, 10);
    z->left = cur_u16(&c);
    const uint32_t size = cur_u32(&c), at = cur_u32(&c);
    free(tail);
    if (!ok)
        return false;
    if (z->left == UINT16_MAX || size == UINT32_MAX || at == UINT32_MAX)
        return err_set(e, ERR_UNSUPPORTED, 0,
                       "it is a zip64 archive, which is not supported: unpack it first");
    if (size > LIST_MOST || at > z->file->size || size > z->file->size - at)
        return cut_off(e);
    z->list = mem_new(1, size + (size_t)1);
    z->rows = cur_of((struct span){ z->list, size }, ORDER_LITTLE);
    return read_all(z->file, at, z->list, size, e);
}

struct zip *zip_open(const struct file *f, struct err *e)
{
    struct zip *z = mem_new(1, sizeof(*z));
    z->file = f;
    z->budget = budget_for_packed(f->size);
    if (read_list(z, e))
        return z;
    zip_close(z);
    return NULL;
}

/* Begins a member. Its bytes come after its local header, whose texts may have other lengths than in the
   central directory. */
static bool zip_begin(struct zip *z, uint32_t local, struct err *e)
{
    uint8_t head[LOCAL];
    if (!read_all(z->file, local, head, LOCAL, e))
        return false;
    const uint64_t at = (uint64_t)local + LOCAL + load_u16(head + 26, ORDER_LITTLE) +
                        load_u16(head + 28, ORDER_LITTLE);
    if (memcmp(head, "PK\3\4", 4) != 0 || at > z->file->size || z->packed > z->file->size - at)
        return cut_off(e);
    z->at = at;
    return true;
}

const char *zip_next(struct zip *z, struct err *e)
{
    for (bool folder = true; folder;) {
        if (!z->left)
            return NULL;
        z->left--;
        struct cur row = cur_of(cur_take(&z->rows, ROW), ORDER_LITTLE);
        cur_take(&row, 8);
        const uint16_t flags = cur_u16(&row), method = cur_u16(&row);
        cur_take(&row, 8);
        z->packed = cur_u32(&row);
        cur_u32(&row); /* the plain size is not needed */
        const uint16_t path = cur_u16(&row), extra = cur_u16(&row), comment = cur_u16(&row);
        cur_take(&row, 8);
        const uint32_t local = cur_u32(&row);
        struct span name = cur_take(&z->rows, path);
        cur_take(&z->rows, (uint64_t)extra + comment);
        if (z->rows.bad) {
            cut_off(e);
            return NULL;
        }
        free(z->path);
        z->path = mem_copy(name.p, name.n);
        folder = !name.n || name.p[name.n - 1] == '/';
        z->deflated = method == DEFLATED;
        z->ended = false;
        const bool readable = !(flags & ENCRYPTED) && (method == STORED || z->deflated);
        if (!folder && !readable) {
            err_set(e, ERR_UNSUPPORTED, 0,
                    "its members are encrypted, or compressed by an unsupported method (%u)", method);
            return NULL;
        }
        if (!folder && !zip_begin(z, local, e))
            return NULL;
    }
    if (z->begun)
        inflateEnd(&z->z);
    z->z = (z_stream){ .next_in = NULL };
    z->begun = inflateInit2(&z->z, -MAX_WBITS) == Z_OK;
    if (!z->begun)
        err_set(e, ERR_UNSUPPORTED, 0, "zlib fails");
    if (z->begun)
        return z->path;
    return NULL;
}

bool zip_stored_extent(const struct zip *z, uint64_t *at, uint64_t *n)
{
    *at = z->at;
    *n = z->packed;
    return !z->deflated;
}

/* Reads the member's next compressed bytes. */
static bool next_packed(struct zip *z, struct span *packed, struct err *e)
{
    size_t n = PIECE;
    if (z->packed < n)
        n = (size_t)z->packed;
    *packed = (struct span){ z->in, n };
    z->at += n;
    z->packed -= n;
    return read_all(z->file, z->at - n, z->in, n, e);
}

static bool inflate_more(struct zip *z, struct span *block, struct err *e)
{
    struct span more;
    z->z.next_out = z->out;
    z->z.avail_out = PIECE;
    while (!z->ended && z->z.avail_out) {
        if (!z->z.avail_in && z->packed) {
            if (!next_packed(z, &more, e))
                return false;
            z->z.next_in = z->in;
            z->z.avail_in = (uInt)more.n;
        }
        int r = inflate(&z->z, Z_NO_FLUSH);
        z->ended = r == Z_STREAM_END;
        if (r != Z_OK && !z->ended)
            return cut_off(e);
    }
    *block = (struct span){ z->out, PIECE - z->z.avail_out };
    return true;
}

bool zip_block(struct zip *z, struct span *block, struct err *e)
{
    bool ok;
    if (z->deflated)
        ok = inflate_more(z, block, e);
    else
        ok = next_packed(z, block, e);
    return ok && (budget_spend(&z->budget, block->n) || budget_set_error(&z->budget, e));
}

void zip_close(struct zip *z)
{
    if (!z)
        return;
    if (z->begun)
        inflateEnd(&z->z);
    free(z->list);
    free(z->path);
    free(z);
}
