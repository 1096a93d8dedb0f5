#include "formats/perf/file/simpleperf_file.h"

#include "formats/perf/file/hiperf_file.h"

/* A field of a message (protobuf.dev, "Encoding"). */
struct protobuf_field {
    uint32_t number;
    uint64_t value;    /* for a number; else 0 */
    struct span bytes; /* for a string or a message, borrowed; else empty */
};

/* Takes the next field of a message. False at its end. If `c` is bad, it is not a message. */
static bool protobuf_next(struct cur *c, struct protobuf_field *f)
{
    enum { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 }; /* groups (3, 4) are not used any more */
    if (c->bad || !c->left)
        return false;
    uint64_t tag = cur_uleb(c);
    *f = (struct protobuf_field){ .number = (uint32_t)(tag >> 3) };
    switch (tag & 7) {
    case VARINT:
        f->value = cur_uleb(c);
        break;
    case FIXED64:
        f->value = cur_u64(c);
        break;
    case BYTES:
        f->bytes = cur_take(c, cur_uleb(c));
        break;
    case FIXED32:
        f->value = cur_u32(c);
        break;
    default:
        c->bad = true;
    }
    c->bad = c->bad || !f->number || tag >> 3 > UINT32_MAX;
    return !c->bad;
}

enum { FILE_PATH = 1, FILE_KIND, FILE_MIN_VADDR, FILE_SYMBOL, FILE_DEX, FILE_ELF, FILE_MODULE };
enum { SYMBOL_VADDR = 1, SYMBOL_LEN, SYMBOL_NAME };
enum { MIN_OFFSET = 1 /* of ElfFile and KernelModule */ };

static struct span simpleperf_file_text_of(struct cur *c)
{
    const char *s = cur_cstr(c);
    return (struct span){ (const uint8_t *)s, strlen(s) };
}

static bool struct_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s)
{
    if (!f->symbols || f->rest.bad)
        return false;
    f->symbols--;
    s->vaddr = cur_u64(&f->rest);
    s->len = cur_u32(&f->rest);
    s->name = simpleperf_file_text_of(&f->rest);
    return !f->rest.bad;
}

/* Reads a struct. After the symbols come, depending on the kind, the offsets of its DEX files, or the
   offset of min_vaddr. */
static bool read_struct(struct span entry, struct simpleperf_file *f)
{
    struct cur c = cur_of(entry, ORDER_LITTLE);
    struct simpleperf_symbol s;
    f->path = simpleperf_file_text_of(&c);
    f->kind = cur_u32(&c);
    f->min_vaddr = cur_u64(&c);
    f->symbols = cur_u32(&c);
    f->rest = c;
    struct simpleperf_file tail = *f;
    while (struct_symbol(&tail, &s))
        ;
    c = tail.rest;
    f->has_foff = (f->kind == SIMPLEPERF_ELF || f->kind == SIMPLEPERF_MODULE) && c.left >= 8;
    if (f->has_foff)
        f->min_foff = cur_u64(&c);
    return !c.bad;
}

static bool read_offset(struct simpleperf_file *f, struct span message)
{
    struct cur c = cur_of(message, ORDER_LITTLE);
    struct protobuf_field field;
    f->has_foff = true; /* a message omits fields that are 0 */
    while (protobuf_next(&c, &field))
        if (field.number == MIN_OFFSET)
            f->min_foff = field.value;
    return !c.bad;
}

static bool read_message(struct span entry, struct simpleperf_file *f)
{
    struct cur c = cur_of(entry, ORDER_LITTLE);
    struct protobuf_field field;
    bool ok = true;
    f->rest = c;
    while (ok && protobuf_next(&c, &field)) {
        if (field.number == FILE_PATH)
            f->path = field.bytes;
        else if (field.number == FILE_KIND)
            f->kind = (uint32_t)field.value;
        else if (field.number == FILE_MIN_VADDR)
            f->min_vaddr = field.value;
        else if (field.number == FILE_ELF || field.number == FILE_MODULE)
            ok = read_offset(f, field.bytes);
    }
    return ok && !c.bad;
}

static bool message_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s)
{
    struct protobuf_field field;
    while (protobuf_next(&f->rest, &field)) {
        if (field.number != FILE_SYMBOL)
            continue;
        struct cur c = cur_of(field.bytes, ORDER_LITTLE);
        *s = (struct simpleperf_symbol){ 0 };
        while (protobuf_next(&c, &field)) {
            if (field.number == SYMBOL_VADDR)
                s->vaddr = field.value;
            else if (field.number == SYMBOL_LEN)
                s->len = (uint32_t)field.value;
            else if (field.number == SYMBOL_NAME)
                s->name = field.bytes;
        }
        f->rest.bad = c.bad;
        return !c.bad;
    }
    return false;
}

static const struct {
    bool (*read)(struct span entry, struct simpleperf_file *f);
    bool (*symbol)(struct simpleperf_file *f, struct simpleperf_symbol *s);
} forms[] = {
    [SIMPLEPERF_STRUCT] = { read_struct, struct_symbol },
    [SIMPLEPERF_MESSAGE] = { read_message, message_symbol },
    [SIMPLEPERF_HIPERF] = { hiperf_file_read, hiperf_symbol },
};

bool simpleperf_file_read(struct span entry, enum simpleperf_form form, struct simpleperf_file *f)
{
    *f = (struct simpleperf_file){ .form = form };
    bool ok = forms[form].read(entry, f);
    f->has_foff = f->has_foff && f->min_foff != UINT64_MAX; /* this value means: unknown */
    return ok && f->path.n && !memchr(f->path.p, 0, f->path.n);
}

bool simpleperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s)
{
    return forms[f->form].symbol(f, s);
}
