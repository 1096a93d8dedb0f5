#include "archive/folio/folio_elf.h"

#include <assert.h>
#include <string.h>

#include "core/base/mem.h"

enum {
    LORESERVE = 0xff00, /* SHN_LORESERVE, gabi "Special Section Indexes" */
    XINDEX = 0xffff,
    NOTE_BUILD_ID = 3,         /* NT_GNU_BUILD_ID */
    NOTE_CONTENT = 0x50460001, /* Perfolio's own ("PF"): the XXH3-128 of a content, and of the manifest */
    NOTE_MANIFEST = 0x50460002,
};

static const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', 2 /* ELFCLASS64 */, 1 /* ELFDATA2LSB */,
                                   1 /* EV_CURRENT */ };

bool folio_take_elf_header(struct span bytes, struct folio_elf_header *h, bool *extended, struct err *e)
{
    struct cur c = cur_of(bytes, ORDER_LITTLE);
    struct span id = cur_take(&c, sizeof(ident));
    if (!id.n || memcmp(id.p, ident, sizeof(ident)) || cur_u16(&c) || cur_u16(&c))
        return err_set(e, ERR_FORMAT, 0, "not a folio: it does not begin with the ELF header of one");
    cur_take(&c, 4 + 8 + 8);
    h->headers_at = cur_u64(&c);
    cur_take(&c, 4 + 2 + 4);
    uint16_t size = cur_u16(&c), n = cur_u16(&c), names = cur_u16(&c);
    h->nsections = n;
    h->names = names;
    *extended = !n || names == XINDEX;
    if (c.bad)
        return err_set(e, ERR_FORMAT, bytes.n, "it is cut off: its ELF header has %zu bytes, expected 64",
                       bytes.n);
    if (size != FOLIO_SECTION_HEADER)
        return err_set(e, ERR_FORMAT, 58, "its section headers have %u bytes each, expected 64", size);
    return true;
}

/* sh_addralign; for notes, the alignment of their parts. */
static uint64_t alignment_of(const struct folio_section *s)
{
    if (s->type == SECTION_NOTE)
        return 4;
    if (s->type)
        return 8;
    return 0;
}

static void put_section_header(const struct folio_section *s, struct text *out)
{
    text_little_endian(out, s->name_at, 4);
    text_little_endian(out, s->type, 4);
    text_little_endian(out, s->flags, 8);
    text_little_endian(out, 0, 8); /* sh_addr */
    text_little_endian(out, s->at, 8);
    text_little_endian(out, s->size, 8);
    text_little_endian(out, s->link, 4);
    text_little_endian(out, s->info, 4);
    text_little_endian(out, alignment_of(s), 8);
    text_little_endian(out, s->entsize, 8);
}

struct folio_section folio_take_section_header(struct span bytes)
{
    assert(bytes.n == FOLIO_SECTION_HEADER);
    struct folio_section s = { .name = "" };
    struct cur c = cur_of(bytes, ORDER_LITTLE);
    s.name_at = cur_u32(&c);
    s.type = cur_u32(&c);
    s.flags = cur_u64(&c);
    cur_u64(&c);
    s.at = cur_u64(&c);
    s.size = cur_u64(&c);
    s.link = cur_u32(&c);
    s.info = cur_u32(&c);
    cur_u64(&c);
    s.entsize = cur_u64(&c);
    return s;
}

void folio_put_chdr(uint64_t size, struct text *out)
{
    text_little_endian(out, COMPRESSED_ZSTD, 4);
    text_little_endian(out, 0, 4);
    text_little_endian(out, size, 8);
    text_little_endian(out, 8, 8); /* ch_addralign */
}

bool folio_take_chdr(struct span bytes, uint64_t *size)
{
    struct cur c = cur_of(bytes, ORDER_LITTLE);
    bool ok = cur_u32(&c) == COMPRESSED_ZSTD && !cur_u32(&c);
    *size = cur_u64(&c);
    return ok && cur_u64(&c) == 8 && !c.bad;
}

static void put_note(const char *owner, uint32_t type, const uint8_t *p, size_t n, struct text *out)
{
    size_t len = strlen(owner) + 1;
    text_little_endian(out, len, 4);
    text_little_endian(out, n, 4);
    text_little_endian(out, type, 4);
    text_add_n(out, owner, len);
    text_char(out, 0, (4 - len % 4) % 4);
    text_add_n(out, (const char *)p, n);
    text_char(out, 0, (4 - n % 4) % 4);
}

void folio_put_note(const uint8_t hash[FOLIO_HASH], struct text *out)
{
    put_note("Perfolio", NOTE_MANIFEST, hash, FOLIO_HASH, out);
}

void folio_put_id_note(const struct folio_object *o, struct text *out)
{
    if (o->id.n)
        put_note("GNU", NOTE_BUILD_ID, o->id.bytes, o->id.n, out);
    else
        put_note("Perfolio", NOTE_CONTENT, o->content, FOLIO_HASH, out);
}

uint32_t folio_add_section_header(struct folio *f, size_t *cap, const struct folio_section *head, uint64_t at)
{
    assert(at == folio_aligned(at));
    f->sections = mem_room(f->sections, f->nsections, cap, sizeof(*f->sections));
    struct folio_section *s = &f->sections[f->nsections];
    *s = *head;
    s->name = arena_names_intern(&f->names, head->name);
    s->at = at;
    return (uint32_t)f->nsections++;
}

void folio_put_elf_headers(const struct folio *f, struct text *out)
{
    const uint64_t shnum = f->nsections < LORESERVE ? f->nsections : 0;
    const uint64_t shstrndx = f->names_index < LORESERVE ? f->names_index : XINDEX;
    text_add_n(out, (const char *)ident, sizeof(ident));
    text_little_endian(out, 0, 2); /* e_type: ET_NONE */
    text_little_endian(out, 0, 2); /* e_machine: EM_NONE */
    text_little_endian(out, 1, 4); /* e_version */
    text_little_endian(out, 0, 8); /* e_entry */
    text_little_endian(out, 0, 8); /* e_phoff */
    text_little_endian(out, f->headers_at, 8);
    text_little_endian(out, 0, 4); /* e_flags */
    text_little_endian(out, FOLIO_ELF_HEADER, 2);
    text_little_endian(out, 0, 4); /* e_phentsize, e_phnum */
    text_little_endian(out, FOLIO_SECTION_HEADER, 2);
    text_little_endian(out, shnum, 2);
    text_little_endian(out, shstrndx, 2);
    for (size_t i = 0; i < f->nsections; i++) {
        struct folio_section s = f->sections[i];
        if (!i && f->nsections >= LORESERVE)
            s.size = f->nsections;
        if (!i && f->names_index >= LORESERVE)
            s.link = f->names_index;
        put_section_header(&s, out);
    }
}
