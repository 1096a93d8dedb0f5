#include "formats/elf/dwarf/line_program.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum {
    RUN_BYTES = 256,  /* bytes of program between stored rows */
    MAX_PATH = 4096,  /* bytes of a name; longer names are cut off, since no file can have them */
    MAX_FORMATS = 16, /* fields of an entry; DWARF 5 defines five */
};

/* ---- the header ---- */

static uint64_t take_line_offset(const struct line_program *p, struct cur *c)
{
    if (p->offset_size == 8)
        return cur_u64(c);
    return cur_u32(c);
}

/* Read the folders or files of version 2 to 4 (DWARF 4, 6.2.4): strings up to an empty one. Each file also
   has three numbers. */
static void old_names(struct cur *c, bool files, struct line_name **v, size_t *n)
{
    size_t cap = 0;
    while (!c->bad) {
        const char *name = cur_cstr(c);
        if (!*name)
            break;
        struct line_name one = { .name = name };
        if (files) {
            one.folder = cur_uleb(c);
            cur_uleb(c); /* time of the last change */
            cur_uleb(c); /* length in bytes */
        }
        *MEM_ADD(*v, *n, cap) = one;
    }
}

/* A field of a folder's or file's entry. */
struct entry_field {
    const char *text;
    uint64_t number;
    const uint8_t *sum; /* MD5, 16 bytes; NULL: not recorded, or all zeros, which means the same */
};

static void read_sum(struct cur *c, struct entry_field *f)
{
    static const uint8_t zeros[16];
    struct span s = cur_take(c, sizeof(zeros));
    if (s.n && memcmp(s.p, zeros, sizeof(zeros)) != 0)
        f->sum = s.p;
    else
        f->sum = NULL;
}

/* Read one field of an entry of version 5 (DWARF 5, 6.2.4.1 and 7.5.6): a string, a number or a checksum. */
static void read_entry_field(struct cur *c, const struct line_program *p, const struct debug_sections *d,
                             uint64_t form, struct entry_field *f)
{
    static const uint8_t sizes[] = {
        [DW_FORM_data1] = 1, [DW_FORM_data2] = 2, [DW_FORM_data4] = 4, [DW_FORM_data8] = 8
    };
    switch (form) {
    case DW_FORM_string:
        f->text = cur_cstr(c);
        break;
    case DW_FORM_line_strp:
        f->text = debug_string(d, DEBUG_LINE_STR, take_line_offset(p, c));
        break;
    case DW_FORM_strp:
        f->text = debug_string(d, DEBUG_STR, take_line_offset(p, c));
        break;
    case DW_FORM_data1:
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
        f->number = load_number(cur_take(c, sizes[form]), c->order);
        break;
    case DW_FORM_udata:
        f->number = cur_uleb(c);
        break;
    case DW_FORM_data16:
        read_sum(c, f);
        break;
    case DW_FORM_block:
        cur_take(c, cur_uleb(c));
        break;
    default:
        c->bad = true;
    }
}

/* Read the folders or files of version 5: the format of entries, then the entries. */
static void new_names(struct cur *c, const struct line_program *p, const struct debug_sections *d,
                      struct line_name **v, size_t *n)
{
    uint64_t what[MAX_FORMATS], form[MAX_FORMATS];
    size_t nformats = cur_u8(c), cap = 0;
    c->bad = c->bad || nformats > MAX_FORMATS;
    for (size_t i = 0; i < nformats && !c->bad; i++) {
        what[i] = cur_uleb(c);
        form[i] = cur_uleb(c);
    }
    /* each entry has at least one byte */
    for (uint64_t left = cur_uleb(c); left && nformats && !c->bad; left--) {
        struct line_name one = { .name = "" };
        for (size_t i = 0; i < nformats; i++) {
            struct entry_field f = { .text = "" };
            read_entry_field(c, p, d, form[i], &f);
            if (what[i] == DW_LNCT_path)
                one.name = f.text;
            else if (what[i] == DW_LNCT_directory_index)
                one.folder = f.number;
            else if (what[i] == DW_LNCT_MD5)
                one.md5 = f.sum;
        }
        *MEM_ADD(*v, *n, cap) = one;
    }
}

static bool read_program_header(struct line_program *p, const struct debug_sections *d, uint64_t offset)
{
    struct cur c = cur_of(d->of[DEBUG_LINE], d->order);
    cur_take(&c, offset);
    uint64_t length = cur_u32(&c);
    p->order = d->order;
    p->offset_size = 4;
    if (length == 0xffffffff) { /* the 64-bit format (DWARF 5, 7.4) */
        p->offset_size = 8;
        length = cur_u64(&c);
    }
    c = cur_of(cur_take(&c, length), d->order);
    p->version = cur_u16(&c);
    if (p->version >= 5)
        cur_take(&c, 2); /* the sizes of an address and of a segment selector */
    length = take_line_offset(p, &c);
    struct cur ops = c;
    cur_take(&ops, length);
    p->ops = cur_take(&ops, ops.left);
    p->min_insn = cur_u8(&c);
    p->max_ops = p->version >= 4 ? cur_u8(&c) : 1;
    if (!p->max_ops)
        p->max_ops = 1;
    cur_u8(&c); /* default_is_stmt */
    p->line_base = (int8_t)cur_u8(&c);
    p->line_range = cur_u8(&c);
    p->opcode_base = cur_u8(&c);
    const bool is_sound = p->version >= 2 && p->version <= 5 && p->line_range && p->opcode_base;
    if (!is_sound || ops.bad)
        return false;
    p->lengths = cur_take(&c, p->opcode_base - 1u);
    if (c.bad)
        return false;
    if (p->version >= 5) {
        new_names(&c, p, d, &p->folders, &p->nfolders);
        new_names(&c, p, d, &p->files, &p->nfiles);
    } else {
        old_names(&c, false, &p->folders, &p->nfolders);
        old_names(&c, true, &p->files, &p->nfiles);
    }
    return true; /* damaged names are not an error, since lines are useful without them */
}

/* ---- the state machine ---- */

struct line_vm {
    struct cur c;
    uint8_t op_index;
    struct line_row row;
};

enum line_step { STEP_ROW, STEP_END, STEP_STOP };

/* Advance the address (DWARF 5, 6.2.5.1); op_index counts operations of VLIW instructions. */
static void advance_line(const struct line_program *p, struct line_vm *m, uint64_t operations)
{
    uint64_t sum = m->op_index + operations;
    m->row.svma += p->min_insn * (sum / p->max_ops);
    m->op_index = (uint8_t)(sum % p->max_ops);
}

/* Run an extended opcode (DWARF 5, 6.2.5.3). Returns whether it ended the sequence. */
static bool extended(struct line_vm *m)
{
    struct cur c = cur_of(cur_take(&m->c, cur_uleb(&m->c)), m->c.order);
    switch (cur_u8(&c)) {
    case DW_LNE_end_sequence:
        return true;
    case DW_LNE_set_address:
        m->op_index = 0;
        m->row.svma = c.left == 8 ? cur_u64(&c) : cur_u32(&c);
        m->c.bad = m->c.bad || c.bad;
    }
    return false;
}

/* Run the program up to the next row, or to the end of a sequence. */
static enum line_step step_line_vm(const struct line_program *p, struct line_vm *m)
{
    assert(p->line_range && p->opcode_base &&
           p->lengths.n == p->opcode_base - 1u); /* read_program_header() checks this */
    while (m->c.left && !m->c.bad) {
        uint8_t op = cur_u8(&m->c);
        if (op >= p->opcode_base) { /* special opcodes: 6.2.5.1 */
            unsigned n = op - p->opcode_base;
            advance_line(p, m, n / p->line_range);
            m->row.line += (uint32_t)(p->line_base + (int)(n % p->line_range));
            return STEP_ROW;
        }
        switch (op) { /* standard opcodes: 6.2.5.2 */
        case 0:
            if (extended(m)) {
                if (m->c.bad)
                    return STEP_STOP;
                return STEP_END;
            }
            break;
        case DW_LNS_copy:
            return STEP_ROW;
        case DW_LNS_advance_pc:
            advance_line(p, m, cur_uleb(&m->c));
            break;
        case DW_LNS_advance_line:
            m->row.line += (uint32_t)cur_sleb(&m->c);
            break;
        case DW_LNS_set_file:
            m->row.file = (uint32_t)cur_uleb(&m->c);
            break;
        case DW_LNS_set_column:
            m->row.column = (uint32_t)cur_uleb(&m->c);
            break;
        case DW_LNS_const_add_pc:
            advance_line(p, m, (255u - p->opcode_base) / p->line_range);
            break;
        case DW_LNS_fixed_advance_pc:
            m->row.svma += cur_u16(&m->c);
            m->op_index = 0;
            break;
        default: /* an opcode that does not change the row, or one of a later version: skip its operands */
            for (uint8_t n = p->lengths.p[op - 1]; n; n--)
                cur_uleb(&m->c);
        }
    }
    return STEP_STOP;
}

static struct line_vm line_vm_at(const struct line_program *p, size_t at)
{
    struct line_vm m = { .c = cur_of(p->ops, p->order), .row = { .file = 1, .line = 1 } };
    cur_take(&m.c, at);
    return m;
}

/* Add a row to the last run. If that run is long, or the address decreases, begin a new run with the row. */
static struct line_run *begin_run(struct line_program *p, const struct line_vm *m, struct line_run *last)
{
    size_t at = p->ops.n - m->c.left;
    if (last && at - last->at < RUN_BYTES && m->row.svma >= last->end) {
        last->end = m->row.svma;
        last->rows++;
        return last;
    }
    if (last && m->row.svma > last->end)
        last->end = m->row.svma;
    p->runs = mem_room(p->runs, p->nruns, &p->cap_runs, sizeof(*p->runs));
    p->runs[p->nruns] = (struct line_run){
        .start = m->row.svma, .end = m->row.svma, .at = at, .op_index = m->op_index, .rows = 1, .row = m->row
    };
    return &p->runs[p->nruns++];
}

static void collect_runs(struct line_program *p, const struct range_index *code)
{
    struct line_vm m = line_vm_at(p, 0);
    struct line_run *run = NULL;
    bool first = true, dead = false;
    enum line_step s;
    while ((s = step_line_vm(p, &m)) != STEP_STOP) {
        uint32_t what;
        if (first)
            dead = code->n && !range_index_find(code, m.row.svma, &what);
        first = s == STEP_END;
        if (s == STEP_ROW && !dead)
            run = begin_run(p, &m, run);
        if (s == STEP_END) {
            if (run && m.row.svma > run->end)
                run->end = m.row.svma;
            run = NULL;
            m = line_vm_at(p, p->ops.n - m.c.left);
        }
    }
    size_t n = 0;
    for (size_t i = 0; i < p->nruns; i++)
        if (p->runs[i].start < p->runs[i].end)
            p->runs[n++] = p->runs[i];
    p->nruns = n;
    sort_by_first(p->runs, p->nruns, sizeof(*p->runs));
}

bool line_program_read(struct line_program *p, const struct debug_sections *d, uint64_t offset,
                       const struct range_index *code, uint64_t *budget)
{
    *p = (struct line_program){ 0 };
    if (!read_program_header(p, d, offset) || p->ops.n > *budget)
        return false;
    *budget -= p->ops.n;
    collect_runs(p, code);
    return true;
}

bool line_program_find(const struct line_program *p, uint64_t svma, struct line_row *row, uint64_t *end)
{
    size_t begun = sort_count_up_to(p->runs, p->nruns, sizeof(*p->runs), svma);
    if (begun < p->nruns)
        *end = p->runs[begun].start;
    else
        *end = UINT64_MAX;
    if (!begun || svma >= p->runs[begun - 1].end)
        return false;
    const struct line_run *run = &p->runs[begun - 1];
    if (run->end < *end)
        *end = run->end;
    struct line_vm m = line_vm_at(p, run->at);
    m.row = run->row;
    m.op_index = run->op_index;
    *row = m.row;
    for (unsigned i = 1; i < run->rows && step_line_vm(p, &m) == STEP_ROW; i++) {
        if (m.row.svma > svma) {
            if (m.row.svma < *end)
                *end = m.row.svma;
            break;
        }
        *row = m.row;
    }
    return true;
}

static void add_path_part(struct text *out, const char *s)
{
    text_add_n(out, s, strnlen(s, MAX_PATH));
}

/* The number of the first file and folder. Before version 5, file 0 means none, and folder 0 the
   compilation directory. */
static uint64_t first_of(const struct line_program *p)
{
    if (p->version >= 5)
        return 0;
    return 1;
}

static const struct line_name *file_of(const struct line_program *p, uint64_t file)
{
    if (file - first_of(p) < p->nfiles)
        return &p->files[file - first_of(p)];
    return NULL;
}

const uint8_t *line_program_md5(const struct line_program *p, uint64_t file)
{
    const struct line_name *f = file_of(p, file);
    if (f)
        return f->md5;
    return NULL;
}

void line_program_add_path(const struct line_program *p, uint64_t file, const char *comp_dir,
                           struct text *out)
{
    const uint64_t first = first_of(p);
    const struct line_name *f = file_of(p, file);
    if (!f)
        return;
    const char *folder = "";
    if (f->folder - first < p->nfolders)
        folder = p->folders[f->folder - first].name;
    bool absolute = *f->name == '/' || *folder == '/';
    if (!absolute && comp_dir && *comp_dir) {
        add_path_part(out, comp_dir);
        text_add(out, "/");
    }
    if (*f->name != '/' && *folder) {
        add_path_part(out, folder);
        text_add(out, "/");
    }
    add_path_part(out, f->name);
}

void line_program_free(struct line_program *p)
{
    free(p->folders);
    free(p->files);
    free(p->runs);
    *p = (struct line_program){ 0 };
}
