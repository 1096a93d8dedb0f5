/*
 * Finds the symbols of a stripped file. They are in a debug file that .gnu_debuglink names, with a CRC (gdb,
 * "Debugging Information in Separate Files"). Some are in the stripped file itself, compressed in
 * .gnu_debugdata (gdb, "Debugging information in a special section").
 */
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/budget.h"
#include "core/base/mem.h"
#include "formats/elf/read/image.h"

bool image_debug_link(struct span bytes, struct symbol_link *link)
{
    struct image m;
    GElf_Shdr h;
    if (!image_open(&m, bytes, NULL))
        return false;
    struct span s = { NULL, 0 };
    if (image_find_section(&m, ".gnu_debuglink", &h, NULL))
        s = image_section_bytes(&m, &h);
    const struct span name = span_text(s);
    const bool ends = name.n < s.n;
    size_t crc_at = (name.n + 4) & ~(size_t)3; /* the name and its NUL are padded to 4 */
    bool found = ends && name.n && s.n >= 4 && crc_at <= s.n - 4;
    if (found)
        *link = (struct symbol_link){ (const char *)s.p, load_u32(s.p + crc_at, m.order) };
    image_close(&m);
    return found;
}

uint32_t image_debug_crc(struct span bytes)
{
    return lzma_crc32(bytes.p, bytes.n, 0);
}

static bool say_inflate_error(lzma_ret r, struct err *e)
{
    if (r == LZMA_MEMLIMIT_ERROR)
        return err_set(e, ERR_FORMAT, 0, "its .gnu_debugdata has a dictionary of more than %d bytes",
                       BUDGET_WINDOW);
    return err_set(e, ERR_FORMAT, 0, "its .gnu_debugdata is damaged");
}

/* Decompress `in` (xz). The result is malloc'ed; empty with `e` set: it is damaged or too large. */
static struct span inflate(struct span in, struct err *e)
{
    const uint64_t state = 1 << 20; /* bytes; more than a decoder needs besides its dictionary */
    struct budget b = budget_for_packed(in.n);
    lzma_stream z = LZMA_STREAM_INIT;
    uint8_t *to = NULL;
    size_t n = 0, cap = 0;
    lzma_ret r = lzma_stream_decoder(&z, BUDGET_WINDOW + state, 0);
    z.next_in = in.p;
    z.avail_in = in.n;
    while (r == LZMA_OK && !b.over) {
        if (n == cap) {
            cap = cap ? cap * 2 : in.n * 4;
            to = mem_resize(to, cap, 1);
        }
        z.next_out = to + n;
        z.avail_out = cap - n;
        r = lzma_code(&z, LZMA_FINISH);
        budget_spend(&b, cap - z.avail_out - n);
        n = cap - z.avail_out;
    }
    lzma_end(&z);
    if (r == LZMA_STREAM_END && !b.over)
        return (struct span){ to, n };
    free(to);
    if (!b.over)
        say_inflate_error(r, e);
    else if (!budget_set_error(&b, e))
        err_prefix(e, "its .gnu_debugdata");
    return (struct span){ NULL, 0 };
}

struct span image_unpack_debugdata(const struct image *m, struct err *e)
{
    GElf_Shdr h;
    struct span packed = { NULL, 0 };
    if (image_find_section(m, ".gnu_debugdata", &h, NULL))
        packed = image_section_bytes(m, &h);
    if (!packed.n || packed.n >= SIZE_MAX / 4)
        return (struct span){ NULL, 0 };
    return inflate(packed, e);
}
