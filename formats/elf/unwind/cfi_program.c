/*
 * Runs the programs of call frame information. A state is a cell for the CFA and one for every register. A
 * program is no longer than its entry, and runs once for every range of code that is looked up. Limits on a
 * program's length, and on how often it copies a state, prevent quadratic time for a hostile file.
 */
#include "formats/elf/unwind/cfi_table.h"

#include <assert.h>
#include <dwarf.h>
#include <string.h>

#include "arch/arch.h"
#include "core/base/mem.h"

enum {
    LONGEST = 1 << 16, /* bytes of a program */
    DEEPEST = 8,       /* states that are remembered at the same time */
    /* copies of a state, remembered or restored, per run; no program in GCC's cc1 has 900 */
    COPIES = 1 << 12,
    NEGATE_RA_STATE_WITH_PC = 0x2c, /* DW_CFA_AARCH64_ (aadwarf64, "Call frame instructions"), since 2024 */
};

struct cfa_state {
    struct unwind_cell cfa;
    struct unwind_cell column[UNWIND_COLUMNS];
};

struct run {
    const struct cfi_table *t;
    const struct cfi_common *common;
    const struct arch *arch;
    struct cur c;
    struct cfa_state now;
    /* the state after the CIE's program; NULL: this program is still running */
    const struct cfa_state *initial;
    struct cfa_state remembered[DEEPEST];
    unsigned depth, copies;
    uint64_t svma;       /* the address to find */
    uint64_t start, end; /* of the current row */
    bool bad;
};

/* The number of a register in tables. In .debug_frame the link register may have another number. */
static uint64_t one_number(const struct cfi_table *t, const struct arch *a, uint64_t reg)
{
    bool is_ra = reg && !t->eh && reg == a->debug_frame_ra;
    if (is_ra)
        return (uint64_t)arch_reg_by_name(a, a->ra)->dwarf;
    return reg;
}

/* The cell of a register; NULL: integer code does not use the register. */
static struct unwind_cell *register_cell(struct run *r, uint64_t reg)
{
    reg = one_number(r->t, r->arch, reg);
    if (reg < UNWIND_COLUMNS)
        return &r->now.column[reg];
    return NULL;
}

static int32_t fit_offset(struct run *r, int64_t n)
{
    r->bad = r->bad || n != (int32_t)n;
    return (int32_t)n;
}

static int64_t factored(const struct run *r, int64_t n)
{
    return (int64_t)((uint64_t)n * (uint64_t)r->common->data_factor);
}

/* Read an offset in bytes. The offset of an instruction whose name ends in _sf is signed and factored. */
static int64_t take_offset(struct run *r, bool sf)
{
    if (sf)
        return factored(r, cur_sleb(&r->c));
    return (int64_t)cur_uleb(&r->c);
}

static void set(struct run *r, uint64_t reg, enum unwind_how how, uint64_t from, int64_t n)
{
    struct unwind_cell *cell = register_cell(r, reg);
    if (cell)
        *cell = (struct unwind_cell){
            .reg = cell->reg, .how = (uint8_t)how, .from = (uint16_t)from, .n = fit_offset(r, n)
        };
    r->bad = r->bad || (how == HOW_REGISTER && from >= UNWIND_COLUMNS);
}

static void set_cfa(struct run *r, uint64_t reg, int64_t n)
{
    r->now.cfa = (struct unwind_cell){ .how = HOW_REGISTER, .from = (uint16_t)reg, .n = fit_offset(r, n) };
    r->bad = r->bad || reg >= UNWIND_COLUMNS;
}

/* A cell for an expression; it has the offset of the expression in the section. */
static struct unwind_cell expression(struct run *r, enum unwind_how how)
{
    struct span s = cur_take(&r->c, cur_uleb(&r->c));
    r->bad = r->bad || !s.n || s.n > UINT16_MAX;
    return (struct unwind_cell){ .how = (uint8_t)how,
                                 .from = (uint16_t)s.n,
                                 .n = s.n ? fit_offset(r, s.p - r->t->bytes.p) : 0 };
}

static void set_expression(struct run *r, enum unwind_how how)
{
    uint64_t reg = cur_uleb(&r->c);
    struct unwind_cell *cell = register_cell(r, reg), e = expression(r, how);
    if (cell) {
        e.reg = cell->reg;
        *cell = e;
    }
}

static void restore(struct run *r, uint64_t reg)
{
    struct unwind_cell *cell = register_cell(r, reg);
    r->bad = r->bad || !r->initial;
    if (cell && r->initial)
        *cell = r->initial->column[cell->reg];
}

static void remember_state(struct run *r)
{
    r->bad = r->bad || r->depth == DEEPEST || r->copies++ == COPIES;
    if (!r->bad)
        r->remembered[r->depth++] = r->now;
}

static void recall(struct run *r)
{
    r->bad = r->bad || !r->depth || r->copies++ == COPIES;
    if (!r->bad)
        r->now = r->remembered[--r->depth];
}

/* The callee has its own register window, and the caller's is saved at the CFA: the caller's o0-o7 are the
   callee's i0-i7 (arch.h, register_windows). */
static void save_window(struct run *r)
{
    for (unsigned reg = 8; reg < 16; reg++)
        set(r, reg, HOW_REGISTER, reg + 16, 0);
    for (unsigned reg = 16; reg < 32; reg++)
        set(r, reg, HOW_SAVED, 0, (int64_t)(reg - 16) * r->t->word);
}

/* Begin a row at `to`. False: this row begins after the wanted address. */
static bool advance_row(struct run *r, uint64_t to)
{
    r->bad = r->bad || !r->initial || to < r->start;
    if (to > r->svma) {
        r->end = to;
        return false;
    }
    r->start = to;
    return true;
}

static uint64_t after(const struct run *r, uint64_t steps)
{
    return r->start + steps * r->common->code_factor;
}

static void define(struct run *r, uint8_t op)
{
    struct cur *c = &r->c;
    uint64_t reg;
    switch (op) {
    case DW_CFA_nop:
        break;
    case DW_CFA_def_cfa:
    case DW_CFA_def_cfa_sf:
        reg = cur_uleb(c);
        set_cfa(r, reg, take_offset(r, op == DW_CFA_def_cfa_sf));
        break;
    /* may be the first instruction on MIPS, RISC-V and Alpha; the offset is then 0 */
    case DW_CFA_def_cfa_register:
        r->bad = r->bad || r->now.cfa.how == HOW_COMPUTED;
        set_cfa(r, cur_uleb(c), r->now.cfa.n);
        break;
    case DW_CFA_def_cfa_offset:
    case DW_CFA_def_cfa_offset_sf:
        r->bad = r->bad || r->now.cfa.how != HOW_REGISTER;
        set_cfa(r, r->now.cfa.from, take_offset(r, op == DW_CFA_def_cfa_offset_sf));
        break;
    case DW_CFA_def_cfa_expression:
        r->now.cfa = expression(r, HOW_COMPUTED);
        break;
    case DW_CFA_undefined:
        set(r, cur_uleb(c), HOW_UNDEFINED, 0, 0);
        break;
    case DW_CFA_same_value:
        set(r, cur_uleb(c), HOW_SAME, 0, 0);
        break;
    case DW_CFA_offset_extended:
    case DW_CFA_val_offset:
        reg = cur_uleb(c);
        set(r, reg, op == DW_CFA_val_offset ? HOW_CFA : HOW_SAVED, 0, factored(r, (int64_t)cur_uleb(c)));
        break;
    case DW_CFA_offset_extended_sf:
    case DW_CFA_val_offset_sf:
        reg = cur_uleb(c);
        set(r, reg, op == DW_CFA_val_offset_sf ? HOW_CFA : HOW_SAVED, 0, factored(r, cur_sleb(c)));
        break;
    case DW_CFA_GNU_negative_offset_extended:
        reg = cur_uleb(c);
        set(r, reg, HOW_SAVED, 0, factored(r, (int64_t)-cur_uleb(c)));
        break;
    case DW_CFA_register:
        reg = cur_uleb(c);
        set(r, reg, HOW_REGISTER, cur_uleb(c), 0);
        break;
    case DW_CFA_expression:
        set_expression(r, HOW_SAVED_BY);
        break;
    case DW_CFA_val_expression:
        set_expression(r, HOW_COMPUTED);
        break;
    case DW_CFA_restore_extended:
        restore(r, cur_uleb(c));
        break;
    case DW_CFA_remember_state:
        remember_state(r);
        break;
    case DW_CFA_restore_state:
        recall(r);
        break;
    case DW_CFA_GNU_args_size: /* used only for exceptions */
        cur_uleb(c);
        break;
    case DW_CFA_GNU_window_save: /* or DW_CFA_AARCH64_negate_ra_state: unwind.c removes signatures */
        if (r->arch->register_windows)
            save_window(r);
        r->bad = r->bad || !(r->arch->register_windows || r->arch->signed_ra);
        break;
    case NEGATE_RA_STATE_WITH_PC:
        r->bad = r->bad || !r->arch->signed_ra;
        break;
    default:
        r->bad = true;
    }
}

/* Run one instruction. False: the row is found. */
static bool step_cfa(struct run *r)
{
    enum { PRIMARY = 0xc0 };
    struct cur *c = &r->c;
    uint8_t op = cur_u8(c), operand = op & (uint8_t)~PRIMARY;
    switch (op & PRIMARY) {
    case DW_CFA_advance_loc:
        return advance_row(r, after(r, operand));
    case DW_CFA_offset:
        set(r, operand, HOW_SAVED, 0, factored(r, (int64_t)cur_uleb(c)));
        return true;
    case DW_CFA_restore:
        restore(r, operand);
        return true;
    default:
        break;
    }
    switch (op) {
    case DW_CFA_set_loc:
        return advance_row(r, cfi_pointer(r->t, c, r->common->pointers));
    case DW_CFA_advance_loc1:
        return advance_row(r, after(r, cur_u8(c)));
    case DW_CFA_advance_loc2:
        return advance_row(r, after(r, cur_u16(c)));
    case DW_CFA_advance_loc4:
        return advance_row(r, after(r, cur_u32(c)));
    case DW_CFA_MIPS_advance_loc8:
        return advance_row(r, after(r, cur_u64(c)));
    default:
        define(r, op);
        return true;
    }
}

static bool run_program(struct run *r, struct span program)
{
    r->c = cur_of(program, r->t->order);
    r->bad = program.n > LONGEST;
    while (r->c.left && !r->bad && step_cfa(r))
        ;
    return !r->bad && !r->c.bad;
}

static void start(struct run *r, const struct cfi_table *t, const struct cfi_entry *e, uint64_t svma,
                  const struct arch *a)
{
    r->t = t;
    r->common = &e->common;
    r->arch = a;
    r->svma = svma;
    r->start = e->start;
    r->end = e->end;
    r->depth = r->copies = 0;
    r->initial = NULL;
    memset(&r->now, 0, sizeof(r->now));
    for (unsigned i = 0; i < UNWIND_COLUMNS; i++)
        r->now.column[i].reg = (uint8_t)i;
}

static struct unwind_rule *rule_of_run(const struct run *r, uint8_t ra, const struct arch *a)
{
    struct unwind_cell cells[UNWIND_COLUMNS];
    bool wanted[UNWIND_COLUMNS] = { 0 };
    size_t n = 0;
    assert(ra < UNWIND_COLUMNS);
    wanted[ra] = true;
    for (unsigned i = 0; i < a->nregs; i++)
        if (a->regs[i].dwarf >= 0 && a->regs[i].dwarf < UNWIND_COLUMNS)
            wanted[a->regs[i].dwarf] = true;
    for (unsigned i = 0; i < UNWIND_COLUMNS; i++)
        if (wanted[i] && r->now.column[i].how != HOW_SAME)
            cells[n++] = r->now.column[i];
    struct unwind_rule *rule = mem_new(1, sizeof(*rule) + n * sizeof(*cells));
    memcpy(rule->cells, cells, n * sizeof(*cells));
    rule->start = r->start;
    rule->end = r->end;
    rule->bytes = r->t->bytes.p;
    rule->cfa = r->now.cfa;
    rule->found = UNWIND_BY_CFI;
    rule->ra = ra;
    rule->signal_frame = r->common->signal_frame;
    rule->ncells = (uint8_t)n;
    return rule;
}

struct unwind_rule *cfi_rule(const struct cfi_table *t, const struct cfi_entry *e, uint64_t svma,
                             const struct arch *a)
{
    struct run r;
    uint64_t ra = one_number(t, a, e->common.ra);
    start(&r, t, e, svma, a);
    if (ra >= UNWIND_COLUMNS || !run_program(&r, e->common.program))
        return NULL;
    struct cfa_state initial = r.now;
    r.initial = &initial;
    if (run_program(&r, e->program) && r.now.cfa.how != HOW_SAME)
        return rule_of_run(&r, (uint8_t)ra, a);
    return NULL;
}
