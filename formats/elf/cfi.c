/*
 * Call frame information through libdw, on bytes that a source opened: dwarf_getcfi_elf() reads .eh_frame of
 * the ELF file it is given and opens nothing itself.
 */
#include "formats/elf/cfi.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/elf/image.h"

struct frame_tables {
    struct image image;
    Dwarf_CFI *cfi;
};

static struct frame_tables *open_tables(struct span bytes)
{
    struct err ignored = { 0 };
    struct frame_tables *t = mem_new(1, sizeof(*t));
    if (!image_open(&t->image, bytes, &ignored)) {
        free(t);
        return NULL;
    }
    t->cfi = dwarf_getcfi_elf(t->image.elf);
    if (!t->cfi) {
        image_close(&t->image);
        free(t);
        return NULL;
    }
    return t;
}

/* Whether the frame's address is counted from the stack pointer alone. */
static bool from_sp(Dwarf_Frame *frame, int sp_dwarf)
{
    Dwarf_Op *ops;
    size_t n;
    if (dwarf_frame_cfa(frame, &ops, &n) || n != 1)
        return false;
    return (ops->atom == DW_OP_bregx && (int)ops->number == sp_dwarf) || ops->atom == DW_OP_breg0 + sp_dwarf;
}

static enum ra_rule ra_rule(struct frame_tables *t, uint64_t foff, int ra_dwarf, int sp_dwarf)
{
    uint64_t svma;
    Dwarf_Frame *frame = NULL;
    if (!image_svma(&t->image, foff, &svma) || dwarf_cfi_addrframe(t->cfi, svma, &frame))
        return RA_UNTOLD;
    Dwarf_Op mem[3], *ops;
    size_t n;
    enum ra_rule rule = RA_UNTOLD;
    if (from_sp(frame, sp_dwarf) && !dwarf_frame_register(frame, ra_dwarf, mem, &ops, &n))
        rule = n ? RA_SAVED : ops ? RA_NONE /* undefined */ : RA_IN_REGISTER /* same value */;
    free(frame);
    return rule;
}

static void close_tables(struct frame_tables *t)
{
    if (!t)
        return;
    dwarf_cfi_end(t->cfi);
    image_close(&t->image);
    free(t);
}

const struct frame_reader cfi_reader = { .open = open_tables, .ra_rule = ra_rule, .close = close_tables };
