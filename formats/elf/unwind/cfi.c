/*
 * Rules are looked up in this order: the known signal functions of the vdso, since the tables of some kernels only
 * mark these as signal frames; .eh_frame; the .debug_frame of the mapped file, of its .gnu_debugdata, and of its
 * debug file; and last ARM's tables, which are valid at calls only. Most files have one of these tables.
 */
#include "formats/elf/unwind/cfi.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/elf/unwind/cfi_table.h"

enum { TABLES = 4 };

struct frame_tables {
    struct image image;
    struct span mini; /* the decompressed .gnu_debugdata */
    struct cfi_table v[TABLES];
    uint8_t *inflated[TABLES]; /* decompressed sections of `v`, owned; NULL: borrowed */
    size_t n;
    struct budget budget; /* limits the decompressed bytes of all sections together */
    uint64_t entry;       /* svma at which a process begins; UINT64_MAX: it does not begin in this file */
    struct sigreturn sigreturn;
    bool has_ehabi;
    struct ehabi ehabi;
};

/* Add the table in a section of an image, whose bytes must outlive `t`. */
static void add_cfi_table(struct frame_tables *t, const struct image *m, const char *name, bool eh)
{
    GElf_Shdr h;
    uint8_t *inflated;
    if (t->n == TABLES || !image_find_section(m, name, &h, NULL))
        return;
    struct span bytes = image_section_contents(m, &h, &t->budget, &inflated);
    if (cfi_table_open(&t->v[t->n], m, bytes, h.sh_addr, eh))
        t->inflated[t->n++] = inflated;
    else
        free(inflated);
}

static void add_debug_frame(struct frame_tables *t, const struct image *m)
{
    add_cfi_table(t, m, ".debug_frame", false);
    add_cfi_table(t, m, ".zdebug_frame", false);
}

/* Add the .debug_frame of a file with the same addresses as the mapped file. */
static void add_other(struct frame_tables *t, struct span bytes)
{
    struct image m;
    if (image_open(&m, bytes, NULL))
        add_debug_frame(t, &m);
    image_close(&m);
}

static void close_tables(struct frame_tables *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->n; i++) {
        cfi_table_close(&t->v[i]);
        free(t->inflated[i]);
    }
    free((void *)(uintptr_t)t->mini.p);
    image_close(&t->image);
    free(t);
}

/* The entry of ld.so, and of programs that are linked without start files. Programs with start files
   (crti.o, crtbegin.o: .init, .fini_array) have other code without tables after _start, which exit() or
   ld.so call; their _start has a table or a name. Shared libraries have start files, too; there e_entry
   means nothing, since ld writes the beginning of .text. */
static uint64_t process_entry(const struct image *m)
{
    GElf_Shdr h;
    const bool has_start_files = image_find_section(m, ".init", &h, NULL) ||
                                 image_find_section(m, ".fini_array", &h, NULL);
    if (m->ehdr.e_entry && !has_start_files)
        return m->ehdr.e_entry & ~(uint64_t)m->arch->function_bits;
    return UINT64_MAX;
}

static struct frame_tables *open_tables(struct span runtime, struct span debug)
{
    struct err ignored = { 0 };
    struct frame_tables *t = mem_new(1, sizeof(*t));
    const struct image *m = &t->image;
    if (!image_open(&t->image, runtime, &ignored)) {
        free(t);
        return NULL;
    }
    t->budget = budget_for_packed((uint64_t)runtime.n + debug.n);
    t->entry = UINT64_MAX;
    if (m->arch) {
        add_cfi_table(t, m, ".eh_frame", true);
        add_debug_frame(t, m);
        t->mini = image_unpack_debugdata(m, &ignored);
        add_other(t, t->mini);
        add_other(t, debug);
        t->entry = process_entry(m);
    }
    t->has_ehabi = ehabi_open(&t->ehabi, m);
    sigreturn_open(&t->sigreturn, m);
    if (!t->n && !t->has_ehabi && !t->sigreturn.v[0].frame) {
        close_tables(t);
        return NULL;
    }
    return t;
}

/* Whether code without a table belongs to the entry function: no table covers any code between the entry
   and the address. ARM's tables cover every address. */
static bool is_of_entry(const struct frame_tables *t, uint64_t svma)
{
    bool is = svma >= t->entry && !t->has_ehabi;
    struct cfi_entry e;
    for (size_t i = 0; is && i < t->n; i++)
        is = !cfi_table_find(&t->v[i], t->entry, &e) &&
             range_index_next_change(&t->v[i].range_index, t->entry) > svma;
    return is;
}

static struct unwind_rule *rule_of_svma(const struct frame_tables *t, uint64_t svma, enum unwind_stop *why)
{
    struct cfi_entry e;
    struct unwind_rule *r = sigreturn_rule(&t->sigreturn, svma);
    if (r)
        return r;
    *why = UNWIND_NO_RULE;
    for (size_t i = 0; i < t->n; i++)
        if (cfi_table_find(&t->v[i], svma, &e)) {
            *why = UNWIND_BAD_RULE;
            return cfi_rule(&t->v[i], &e, svma, t->image.arch);
        }
    if (t->has_ehabi)
        return ehabi_rule(&t->ehabi, svma, why);
    if (is_of_entry(t, svma))
        *why = UNWIND_ENTRY;
    return NULL;
}

static struct unwind_rule *rule_at(const struct frame_tables *t, uint64_t foff, enum unwind_stop *why)
{
    uint64_t svma;
    *why = UNWIND_NO_RULE;
    if (!image_svma_of_foff(&t->image, foff, &svma))
        return NULL;
    struct unwind_rule *r = rule_of_svma(t, svma, why);
    if (!r)
        return NULL;
    /* As offsets, a function's beginning may be below 0, and its end above the largest offset. */
    const uint64_t before = svma - r->start, rest = r->end - svma;
    r->start = before < foff ? foff - before : 0;
    r->end = rest < UINT64_MAX - foff ? foff + rest : UINT64_MAX;
    return r;
}

const struct frame_reader cfi_reader = { .open = open_tables, .rule = rule_at, .close = close_tables };
