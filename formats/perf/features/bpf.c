/*
 * The BPF programs that were loaded during the recording (BPF_PROG_INFO) and their type information
 * (BPF_BTF): ids, names and addresses, as the header shows them, and the code that the kernel made. Symbols
 * for samples in BPF code come from KSYMBOL records; source lines are not read.
 *
 * Both are kernel structs of the recorded machine (linux/bpf.h, struct bpf_prog_info; linux/btf.h), so they
 * are in its byte order like everything else.
 */
#include "formats/perf/features/feature.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/features/feature_rows.h"

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

/* The number of bytes after the first 12 bytes of a type (linux/btf.h); UINT32_MAX: the kind is unknown. */
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
        *idmap_find_or_add(&all.by_id, id) = (uint32_t)all.n;
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

/* The name of a type; empty: none. */
static struct span btf_name(const struct btf *b, uint32_t type)
{
    uint32_t at = 0;
    if (type < b->n)
        at = b->names[type];
    if (at >= b->strings.n)
        return (struct span){ NULL, 0 };
    return span_text((struct span){ b->strings.p + at, b->strings.n - at });
}

/* ---- programs ---- */

// clang-format off
enum { /* offsets in struct bpf_prog_info, linux/bpf.h */
    PROG_ID = 4, PROG_TAG = 8, PROG_CODE_LEN = 16, PROG_CODE = 24, PROG_NAME = 64, PROG_NR_KSYMS = 104, PROG_NR_LENS = 108, PROG_KSYMS = 112, PROG_LENS = 120,
    PROG_BTF_ID = 128, PROG_FUNC_INFO_SIZE = 132, PROG_FUNC_INFO = 136, PROG_NR_TAGS = 180, PROG_TAGS = 184,
    PROG_KNOWN = 192, /* the end of the fields that are read */
};

enum { PROG_NAME_LEN = 16, TAG_LEN = 8 };

/* Bits of perf_bpil.arrays, perf's enum perf_bpil_array_types. */
enum { ARRAY_CODE = 0, ARRAY_KSYMS = 3, ARRAY_LENS = 4, ARRAY_FUNC_INFO = 5, ARRAY_TAGS = 8 };
// clang-format on

struct prog {
    uint8_t info[PROG_KNOWN]; /* the recorded bytes, then zeros */
    struct span recorded;     /* the recorded bytes in the file */
    uint64_t arrays;          /* bits: which of its pointers are offsets in `data` */
    struct span data;
    enum byte_order order;
};

static uint32_t info_u32(const struct prog *g, unsigned at)
{
    return load_u32(g->info + at, g->order);
}

/* Element i of an array; NULL: the array was not recorded. */
static const uint8_t *element(const struct prog *g, unsigned array, unsigned pointer, uint64_t i,
                              uint32_t size)
{
    const uint64_t at = load_u64(g->info + pointer, g->order), n = g->data.n;
    const bool recorded = g->arrays >> array & 1;
    if (!recorded || at > n || size > n - at)
        return NULL;
    if (size && i > (n - at - size) / size)
        return NULL;
    return g->data.p + at + i * size;
}

/* The name of function i in the source, or "F" for a part of a program without type information. */
static struct span short_name(const struct prog *g, const struct btfs *all, uint32_t i)
{
    const uint32_t id = info_u32(g, PROG_BTF_ID);
    uint32_t at = 0;
    if (id)
        at = idmap_get(&all->by_id, id);
    if (at && all->v[at - 1].names) {
        const uint32_t size =
            info_u32(g, PROG_FUNC_INFO_SIZE); /* of struct bpf_func_info {u32 insn_off, type_id; ...} */
        const uint8_t *info = NULL;
        if (size >= 8)
            info = element(g, ARRAY_FUNC_INFO, PROG_FUNC_INFO, i, size);
        if (info)
            return btf_name(&all->v[at - 1], load_u32(info + 4, g->order));
        return (struct span){ NULL, 0 };
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
    uint64_t avma = 0;
    uint32_t size = 0;
    struct text name = { 0 };
    text_add(&name, "bpf_prog_");
    if (tag)
        text_add_hex_bytes(&name, tag, TAG_LEN);
    struct span s = short_name(g, all, i);
    if (s.n > NAME_MAX_LEN - name.n - 1)
        s.n = NAME_MAX_LEN - name.n - 1;
    if (s.n) {
        text_char(&name, '_', 1);
        text_add_clean_n(&name, (const char *)s.p, s.n);
    }
    if (addr)
        avma = load_u64(addr, g->order);
    if (len)
        size = load_u32(len, g->order);
    text_printf(out, "%s addr 0x%" PRIx64 " size %u\n", name.s, avma, size);
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

/* Takes the next program, a struct perf_bpil: lengths, bits that say which arrays it has, the kernel's
   info, the arrays. */
static bool next_prog(struct cur *c, struct prog *g)
{
    *g = (struct prog){ .order = c->order };
    uint32_t info_len = cur_u32(c), data_len = cur_u32(c);
    g->arrays = cur_u64(c);
    g->recorded = cur_take(c, info_len);
    g->data = cur_take(c, data_len);
    size_t known = g->recorded.n;
    if (known > PROG_KNOWN)
        known = PROG_KNOWN;
    if (!c->bad && known)
        memcpy(g->info, g->recorded.p, known);
    return !c->bad;
}

void show_bpf_prog_info(const struct perfdata *p, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    struct btfs all = btfs_read(p);
    uint32_t n = cur_u32(c);
    struct prog g;
    for (uint32_t i = 0; i < n && next_prog(c, &g); i++)
        show_prog(&g, &all, out);
    btfs_free(&all);
}

/* ---- code of the programs ---- */

static struct span tag_of(const uint8_t *tag)
{
    static const uint8_t none[TAG_LEN];
    if (tag && memcmp(tag, none, TAG_LEN) != 0)
        return (struct span){ tag, TAG_LEN };
    return (struct span){ NULL, 0 };
}

/* The code of a program's functions is contiguous, in their order. Since Linux 6.18 the first function has
   a separate tag, but KSYMBOL records name it by the program's tag. */
static void each_function(const struct prog *g, void (*see)(void *arg, const struct feature_bpf_function *f),
                          void *arg)
{
    const uint32_t all = info_u32(g, PROG_CODE_LEN), n = info_u32(g, PROG_NR_KSYMS);
    const uint8_t *code = element(g, ARRAY_CODE, PROG_CODE, 0, all);
    uint32_t at = 0;
    for (uint32_t i = 0; code && i < n && i < info_u32(g, PROG_NR_LENS); i++) {
        const uint8_t *addr = element(g, ARRAY_KSYMS, PROG_KSYMS, i, 8);
        const uint8_t *len = element(g, ARRAY_LENS, PROG_LENS, i, 4), *tag = NULL, *whole = NULL;
        uint32_t size = 0;
        if (len)
            size = load_u32(len, g->order);
        if (!addr || size > all - at)
            break;
        if (i < info_u32(g, PROG_NR_TAGS))
            tag = element(g, ARRAY_TAGS, PROG_TAGS, i, TAG_LEN);
        if (!i && g->recorded.n >= PROG_TAG + TAG_LEN)
            whole = g->recorded.p + PROG_TAG;
        const struct feature_bpf_function f = { load_u64(addr, g->order),
                                                { code + at, size },
                                                { tag_of(tag), tag_of(whole) } };
        if (size)
            see(arg, &f);
        at += size;
    }
}

void feature_bpf_functions(const struct capture *capture,
                           void (*see)(void *arg, const struct feature_bpf_function *f), void *arg)
{
    enum { BPF_PROG_INFO = 25 };
    const struct perfdata *p = perfdata_of_const(capture);
    struct cur c = cur_of(p->features[BPF_PROG_INFO].s, capture->order);
    uint32_t n = cur_u32(&c);
    struct prog g;
    for (uint32_t i = 0; i < n && next_prog(&c, &g); i++)
        each_function(&g, see, arg);
}
