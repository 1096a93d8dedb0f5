/* Reads the contents of a section, compressed or not. */
#include "formats/elf/read/image.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "core/base/mem.h"

enum {
    CH_ZLIB = 1, /* ELFCOMPRESS_ZLIB (gabi, "Section Compression") */
    CH_ZSTD = 2, /* ELFCOMPRESS_ZSTD, which libelf of 2022 does not know */
};

static bool inflate_into(uint32_t type, struct span in, uint8_t *out, size_t size)
{
    if (type == CH_ZSTD)
        return ZSTD_decompress(out, size, in.p, in.n) == size;
    uLongf n = size;
    return type == CH_ZLIB && n == size && uncompress(out, &n, in.p, in.n) == Z_OK && n == size;
}

/* Decompress a section; `type` and `size` come from its header. Empty: it is damaged, or exceeds the budget. */
static struct span inflate_section(uint32_t type, uint64_t size, struct span in, struct budget *b,
                                   uint8_t **inflated)
{
    struct span none = { NULL, 0 };
    if (!size || !budget_spend(b, size) || size > SIZE_MAX)
        return none;
    *inflated = mem_new((size_t)size, 1);
    if (!inflate_into(type, in, *inflated, (size_t)size))
        return none;
    return (struct span){ *inflated, (size_t)size };
}

struct span image_section_contents(const struct image *m, const GElf_Shdr *h, struct budget *b,
                                   uint8_t **inflated)
{
    const bool compressed = h->sh_flags & SHF_COMPRESSED;
    /* ".zdebug_info": GNU's form before SHF_COMPRESSED */
    const bool old = !strncmp(image_section_name(m, h), ".z", 2);
    const unsigned word = image_address_size(m);
    struct span bytes = image_section_bytes(m, h);
    struct cur c = cur_of(bytes, m->order);
    *inflated = NULL;
    if (compressed) { /* Elf32_Chdr, Elf64_Chdr */
        uint32_t type = cur_u32(&c);
        cur_take(&c, word - 4); /* ch_reserved, only in Elf64_Chdr */
        uint64_t size = load_number(cur_take(&c, word), c.order);
        cur_take(&c, word); /* ch_addralign */
        bytes = (struct span){ NULL, 0 };
        if (!c.bad)
            bytes = inflate_section(type, size, cur_take(&c, c.left), b, inflated);
    } else if (old && bytes.n > 12 && !memcmp(bytes.p, "ZLIB", 4)) { /* "ZLIB" and the size, big-endian */
        c.order = ORDER_BIG;
        cur_take(&c, 4);
        uint64_t size = cur_u64(&c);
        bytes = inflate_section(CH_ZLIB, size, cur_take(&c, c.left), b, inflated);
    }
    return bytes;
}
