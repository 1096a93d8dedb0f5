/*
 * The BPF programs that were loaded while recording (BPF_PROG_INFO) and their type information
 * (BPF_BTF), as far as the header shows them: ids, names, addresses. Symbols for samples in BPF code come
 * from KSYMBOL records, code and source lines are read elsewhere.
 *
 * Both are kernel structs of the recording machine (linux/bpf.h, struct bpf_prog_info; linux/btf.h), so they
 * are in its byte order like everything else.
 */
#include "formats/perf/features/feature_rows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum { BPF_BTF = 26, NAME_MAX_LEN = 511 /* KSYM_NAME_LEN - 1 */ };

/* ---- BTF: names of functions by type id ---- */

struct btf {
    struct span strings;
    uint32_t *names; /* names[type id] is an offset into strings */
    uint32_t n;
};

struct btfs {
    struct btf *v;
    size_t n, cap;
    struct idmap by_id; /* BTF id -> index + 1 */
};

/* How many bytes follow the 12 that each type has (linux/btf.h); UINT32_MAX for a kind we do not know. */
static uint32_t type_tail(uint32_t info)
{
    static const struct {
        uint8_t once, each;
    } tails[] = {
        /* by BTF_KIND_* */
        [1] = { 4, 0 },  [2] = { 0, 0 },  [3] = { 12, 0 }, [4] = { 0, 12 },  [5] = { 0, 12 },
        [6] = { 0, 8 },  [7] = { 0, 0 },  [8] = { 0, 0 },  [9] = { 0, 0 },   [10] = { 0, 0 },
        [11] = { 0, 0 }, [12] = { 0, 0 }, [13] = { 0, 8 }, [14] = { 4, 0 },  [15] = { 0, 12 },
        [16] = { 0, 0 }, [17] = { 4, 0 }, [18] = { 0, 0 }, [19] = { 0, 12 },
    };
    uint32_t kind = info >> 24 & 0x1f, n = info & 0xffff;
    if (!kind || kind >= COUNT(tails))
        return UINT32_MAX;
    return tails[kind].once + tails[kind].each * n;
}

static void btf_read(struct btf *b, struct span bytes, enum byte_order order)
{
    struct cur c = cur_of(bytes, order);
    uint16_t magic = cur_u16(&c);
    cur_u16(&c); /* version, flags */
    uint32_t header = cur_u32(&c), type_off = cur_u32(&c), type_len = cur_u32(&c);
    uint32_t str_off = cur_u32(&c), str_len = cur_u32(&c);
    struct cur types = cur_of(bytes, order), strings = types;
    cur_take(&types, (uint64_t)header + type_off);
    cur_take(&strings, (uint64_t)header + str_off);
    struct cur t = cur_of(cur_take(&types, type_len), order);
    b->strings = cur_take(&strings, str_len);
    if (c.bad || magic != 0xeb9f || types.bad || strings.bad)
        return;
    b->names = mem_new(t.left / 12 + 1, sizeof(*b->names)); /* id 0 is void */
    b->n = 1;
    while (t.left && !t.bad) {
        uint32_t name = cur_u32(&t), info = cur_u32(&t);
        cur_u32(&t); /* size or type */
        cur_take(&t, type_tail(info));
        if (!t.bad)
            b->names[b->n++] = name;
    }
}

static struct btfs btfs_read(const struct perfdata *p)
{
    struct btfs all = { 0 };
    struct cur c = cur_of(p->features[BPF_BTF].s, p->capture.order);
    uint32_t n = cur_u32(&c);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = cur_u32(&c);
        struct span bytes = cur_take(&c, cur_u32(&c));
        if (c.bad)
            break;
        struct btf *btf = MEM_ADD(all.v, all.n, all.cap);
        *btf = (struct btf){ 0 };
        btf_read(btf, bytes, c.order);
        *idmap_at(&all.by_id, id) = (uint32_t)all.n;
    }
    return all;
}

static void btfs_free(struct btfs *all)
{
    for (size_t i = 0; i < all->n; i++)
        free(all->v[i].names);
    free(all->v);
    idmap_free(&all->by_id);
}

/* The name of a type; empty when there is none. */
static struct span btf_name(const struct btf *b, uint32_t type)
{
    uint32_t at = type < b->n ? b->names[type] : 0;
    if (at >= b->strings.n)
        return (struct span){ NULL, 0 };
    return span_text((struct span){ b->strings.p + at, b->strings.n - at });
}

/* ---- programs ---- */

// clang-format off
enum { /* offsets in struct bpf_prog_info, linux/bpf.h */
    PROG_ID = 4, PROG_NAME = 64, PROG_NR_KSYMS = 104, PROG_NR_LENS = 108, PROG_KSYMS = 112, PROG_LENS = 120,
    PROG_BTF_ID = 128, PROG_FUNC_INFO_SIZE = 132, PROG_FUNC_INFO = 136, PROG_NR_TAGS = 180, PROG_TAGS = 184,
    PROG_KNOWN = 192, /* where what we read of it ends */
};

enum { PROG_NAME_LEN = 16, TAG_LEN = 8 };

/* Bits of perf_bpil.arrays, perf's enum perf_bpil_array_types. */
enum { ARRAY_KSYMS = 3, ARRAY_LENS = 4, ARRAY_FUNC_INFO = 5, ARRAY_TAGS = 8 };
// clang-format on

struct prog {
    uint8_t info[PROG_KNOWN]; /* as far as it was recorded; zeros behind */
    uint64_t arrays;          /* which of its pointers are offsets into data */
    struct span data;
    enum byte_order order;
};

static uint32_t info_u32(const struct prog *g, unsigned at)
{
    return load_u32(g->info + at, g->order);
}

/* Element i of one of the arrays, or NULL when it was not recorded. */
static const uint8_t *element(const struct prog *g, unsigned array, unsigned pointer, uint64_t i,
                              uint32_t size)
{
    uint64_t at = load_u64(g->info + pointer, g->order), n = g->data.n;
    if (!(g->arrays >> array & 1) || at > n || size > n - at || i > (n - at - size) / (size ? size : 1))
        return NULL;
    return g->data.p + at + i * size;
}

/* What the function is called in the source, or "F" for a part of a program without type information. */
static struct span short_name(const struct prog *g, const struct btfs *all, uint32_t i)
{
    uint32_t id = info_u32(g, PROG_BTF_ID), at = id ? idmap_get(&all->by_id, id) : 0;
    if (at && all->v[at - 1].names) {
        uint32_t size =
            info_u32(g, PROG_FUNC_INFO_SIZE); /* of struct bpf_func_info {u32 insn_off, type_id; ...} */
        const uint8_t *info = size >= 8 ? element(g, ARRAY_FUNC_INFO, PROG_FUNC_INFO, i, size) : NULL;
        return info ? btf_name(&all->v[at - 1], load_u32(info + 4, g->order)) : (struct span){ NULL, 0 };
    }
    if (i || info_u32(g, PROG_NR_KSYMS) != 1)
        return (struct span){ (const uint8_t *)"F", 1 };
    return span_text((struct span){ g->info + PROG_NAME, PROG_NAME_LEN });
}

/* "bpf_prog_TAG_NAME addr 0x... size N", the name as in KSYMBOL records. */
static void show_function(const struct prog *g, const struct btfs *all, uint32_t i, struct text *out)
{
    const uint8_t *tag = element(g, ARRAY_TAGS, PROG_TAGS, i, TAG_LEN);
    const uint8_t *addr = element(g, ARRAY_KSYMS, PROG_KSYMS, i, 8);
    const uint8_t *len = element(g, ARRAY_LENS, PROG_LENS, i, 4);
    struct text name = { 0 };
    text_add(&name, "bpf_prog_");
    if (tag)
        text_hex(&name, tag, TAG_LEN);
    struct span s = short_name(g, all, i);
    if (s.n > NAME_MAX_LEN - name.n - 1)
        s.n = NAME_MAX_LEN - name.n - 1;
    if (s.n) {
        text_char(&name, '_', 1);
        text_add_clean_n(&name, (const char *)s.p, s.n);
    }
    text_printf(out, "%s addr 0x%" PRIx64 " size %u\n", name.s, addr ? load_u64(addr, g->order) : 0,
                len ? load_u32(len, g->order) : 0);
    text_free(&name);
}

static void show_prog(const struct prog *g, const struct btfs *all, struct text *out)
{
    uint32_t id = info_u32(g, PROG_ID), n = info_u32(g, PROG_NR_KSYMS);
    if (n != info_u32(g, PROG_NR_TAGS) || n != info_u32(g, PROG_NR_LENS))
        return;
    if (n == 1) {
        text_printf(out, "# bpf_prog_info %u: ", id);
        show_function(g, all, 0, out);
        return;
    }
    text_printf(out, "# bpf_prog_info %u:\n", id);
    for (uint32_t i = 0; i < n && element(g, ARRAY_KSYMS, PROG_KSYMS, i, 8); i++) {
        text_printf(out, "# \tsub_prog %u: ", i);
        show_function(g, all, i, out);
    }
}

/* struct perf_bpil, one per program: lengths, which arrays are there, the kernel's info, their contents. */
void show_bpf_prog_info(const struct perfdata *p, struct cur *c, struct text *out)
{
    struct btfs all = btfs_read(p);
    uint32_t n = cur_u32(c);
    for (uint32_t i = 0; i < n && !c->bad; i++) {
        struct prog g = { .order = c->order };
        uint32_t info_len = cur_u32(c), data_len = cur_u32(c);
        g.arrays = cur_u64(c);
        struct span info = cur_take(c, info_len);
        g.data = cur_take(c, data_len);
        if (c->bad)
            break;
        if (info.n)
            memcpy(g.info, info.p, info.n < PROG_KNOWN ? info.n : PROG_KNOWN);
        show_prog(&g, &all, out);
    }
    btfs_free(&all);
}
