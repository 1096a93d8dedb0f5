#include "formats/perf/jitdump.h"

#include <string.h>

#include "core/base/idmap.h"

/* Header and record layouts: jitdump-specification.txt, "III/ Jitdump file header format" and "IV/". */
enum { MAGIC = 0x4a695444, HEADER_BYTES = 40, RECORD_BYTES = 16 };
enum { JIT_CODE_LOAD, JIT_CODE_MOVE };

/* The magic number is in the order of the machine that wrote it. */
static bool order_of(struct span bytes, enum byte_order *order)
{
    *order = bytes.n >= HEADER_BYTES && load_u32(bytes.p, ORDER_BIG) == MAGIC ? ORDER_BIG : ORDER_LITTLE;
    return bytes.n >= HEADER_BYTES && load_u32(bytes.p, *order) == MAGIC;
}

struct jitdump {
    uint32_t pid; /* whose it is: code of others is not ours to name */
    struct symtab *out;
    struct idmap at; /* address -> the latest symbol there + 1 */
};

static void add(struct jitdump *d, uint64_t addr, uint64_t size, const char *name)
{
    symtab_add(d->out, addr, size, SYMBOL_LOCAL, name);
    *idmap_at(&d->at, addr) = (uint32_t)d->out->n;
}

static void load(struct cur *c, struct jitdump *d)
{
    uint32_t pid = cur_u32(c);
    cur_take(c, 4 + 8); /* tid, vma */
    uint64_t addr = cur_u64(c), size = cur_u64(c);
    cur_u64(c); /* code_index */
    const char *name = cur_cstr(c);
    if (!c->bad && size && pid == d->pid)
        add(d, addr, size, arena_text(&d->out->arena, name, strlen(name)));
}

/* A function that was moved has its name at both places. */
static void move(struct cur *c, struct jitdump *d)
{
    uint32_t pid = cur_u32(c);
    cur_take(c, 4 + 8);
    uint64_t from = cur_u64(c), to = cur_u64(c), size = cur_u64(c);
    uint32_t known = idmap_get(&d->at, from);
    if (!c->bad && size && known && pid == d->pid)
        add(d, to, size, d->out->v[known - 1].name);
}

static bool jitdump_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    enum byte_order order;
    if (!order_of(in->bytes, &order))
        return err_set(e, ERR_FORMAT, 0, "not a jitdump");
    struct cur c = cur_of(in->bytes, order);
    cur_take(&c, 8);
    uint32_t header = cur_u32(&c);
    cur_take(&c, 8); /* elf_mach, pad1 */
    struct jitdump d = { .pid = cur_u32(&c), .out = out };
    if (header < HEADER_BYTES || header > in->bytes.n)
        return err_set(e, ERR_FORMAT, 8, "its header has %u bytes, expected 40 or more", header);
    c = cur_of((struct span){ in->bytes.p + header, in->bytes.n - header }, order);
    while (c.left >= RECORD_BYTES) {
        uint32_t id = load_u32(c.p, order), size = load_u32(c.p + 4, order);
        struct span record = cur_take(&c, size);
        if (size < RECORD_BYTES || c.bad)
            break;
        struct cur body = cur_of((struct span){ record.p + RECORD_BYTES, size - RECORD_BYTES }, order);
        if (id == JIT_CODE_LOAD)
            load(&body, &d);
        else if (id == JIT_CODE_MOVE)
            move(&body, &d);
    }
    idmap_free(&d.at);
    symtab_latest(out);
    out->space = SYMTAB_AVMA;
    return true;
}

static bool jitdump_recognise(struct span bytes)
{
    enum byte_order order;
    return order_of(bytes, &order);
}

const struct symbol_reader jitdump_reader = {
    .name = "jitdump",
    .kinds = 1u << WANT_PERF_MAP,
    .recognise = jitdump_recognise,
    .content = symtab_content_full,
    .read = jitdump_read,
};
