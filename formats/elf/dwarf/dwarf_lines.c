/*
 * When a file is opened, each unit's address ranges are read from its first entry (.debug_aranges, which may
 * be missing, is not needed). The lines and scopes of a unit are read when an address in it is looked up
 * first. libdw gets only the sections (debug_sections.h) and opens no files; the caller opens other files on
 * request (struct line_files).
 */
#include "formats/elf/dwarf/dwarf_lines.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/base/mem.h"
#include "formats/elf/dwarf/line_program.h"
#include "formats/elf/dwarf/scopes.h"
#include "formats/elf/dwarf/split.h"
#include "formats/elf/dwarf/supplement.h"

struct unit {
    uint64_t entry;               /* offset of its first entry in .debug_info */
    bool has_program, has_scopes; /* whether `program` and `scopes` were read */
    struct split *split; /* the unit in the .dwo file, which has the scopes; NULL: the unit is not split */
    struct line_program program;
    struct scopes scopes;
};

/* A scope's name and, if it was inlined, the place of the call. Neighbouring addresses share most of their
   scopes, so the last ones are cached. */
struct called {
    uint32_t unit, scope; /* scope: index + 1 of the scope; 0: the entry is free */
    const char *function;
    bool has_call; /* `call` was read */
    struct line_frame call;
};

enum { CALLED = 1024 };

struct lines {
    struct image symbols, runtime;
    const struct image
        *mapped; /* whichever of the two was mapped, if callers pass file offsets; NULL: callers pass svma */
    struct debug_sections sections;
    Dwarf *dwarf;
    struct range_index code; /* the executable sections */
    struct unit *units;
    size_t n, cap;
    struct range_index range_index; /* addresses -> units */
    struct names files;
    uint64_t program_bytes,
        /* budgets: how many bytes of line programs, and range entries, may still be read (line_program.h,
           ranges.h) */
        ranges;
    struct splits splits;
    struct supplement common;
    struct called called[CALLED];
};

static bool is_linked(const struct lines *l)
{
    return l->symbols.ehdr.e_type != ET_REL;
}

static const struct image *unlinked(const struct lines *l)
{
    if (l->runtime.elf)
        return &l->runtime;
    return &l->symbols;
}

static void find_code(struct lines *l)
{
    struct range_index_items code = { 0 };
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(l->symbols.elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && image_is_loaded(&h) && image_is_executed(&h)) {
            uint64_t at = is_linked(l) ? h.sh_addr : relocate_base(&l->symbols, unlinked(l), elf_ndxscn(s));
            range_index_add(&code, at, at + h.sh_size, 0, 0);
        }
    range_index_build(&l->code, &code);
    free(code.v);
}

static const struct line_program *program_of(struct lines *l, struct unit *u, Dwarf_Die *entry)
{
    Dwarf_Attribute a;
    Dwarf_Word offset;
    if (!u->has_program) {
        u->has_program = true;
        if (dwarf_attr(entry, DW_AT_stmt_list, &a) && !dwarf_formudata(&a, &offset) &&
            !line_program_read(&u->program, &l->sections, offset, &l->code, &l->program_bytes))
            line_program_free(&u->program);
    }
    return &u->program;
}

static const struct scopes *scopes_of(struct lines *l, struct unit *u, Dwarf_Die *entry)
{
    if (u->has_scopes)
        return &u->scopes;
    u->has_scopes = true;
    Dwarf_Die other, *unit = entry;
    const struct debug_sections *sections = &l->sections;
    u->split = split_open(&l->splits, entry, &l->sections);
    if (u->split && dwarf_offdie(u->split->dwarf, u->split->entry, &other)) {
        unit = &other;
        sections = &u->split->sections;
    }
    const struct range_unit ranges = range_unit_of(unit, entry, sections, &l->ranges);
    scopes_read(&u->scopes, unit, sections, &ranges, &l->code);
    return &u->scopes;
}

/* Index the addresses of a unit by its ranges, or by its lines if it has no ranges. Of overlapping ranges
   the smallest wins; ranges from lines have the lowest priority. */
static void place_unit(struct lines *l, Dwarf_Die *entry, struct range_index_items *out)
{
    uint32_t i = (uint32_t)l->n;
    size_t before = out->n;
    struct unit *u = MEM_ADD(l->units, l->n, l->cap);
    *u = (struct unit){ .entry = dwarf_dieoffset(entry) };
    const struct range_unit ranges = range_unit_of(entry, entry, &l->sections, &l->ranges);
    ranges_add(entry, &ranges, &l->code, UINT64_MAX, i, out);
    if (out->n > before || dwarf_hasattr(entry, DW_AT_ranges) || dwarf_hasattr(entry, DW_AT_high_pc))
        return;
    const struct line_program *p = program_of(l, u, entry);
    for (size_t k = 0; k < p->nruns; k++)
        range_index_add(out, p->runs[k].start, p->runs[k].end, UINT64_MAX, i);
}

/* For a skeleton of version 4 with functions, libdw reports DW_UT_split_compile. */
static bool is_compiled(uint8_t type)
{
    return type == DW_UT_compile || type == DW_UT_skeleton || type == DW_UT_split_compile;
}

/* False: the file has units, but none could be read. */
static bool find_units(struct lines *l, struct err *e)
{
    struct range_index_items ranges = { 0 };
    Dwarf_CU *cu = NULL;
    Dwarf_Die entry;
    uint8_t type;
    int ended;
    while (!(ended = dwarf_get_units(l->dwarf, cu, &cu, NULL, &type, &entry, NULL)))
        if (is_compiled(type) && l->n < UINT32_MAX)
            place_unit(l, &entry, &ranges);
    range_index_build(&l->range_index, &ranges);
    free(ranges.v);
    return ended > 0 || l->n || err_set(e, ERR_FORMAT, 0, "its DWARF: %s", dwarf_errmsg(-1));
}

/* Choose how addresses from callers are converted to those of the DWARF. False: this is impossible, and
   `e` says why. */
static bool place_addresses(struct lines *l, const struct object *o, struct span runtime, struct err *e)
{
    if (!is_linked(l))
        return !runtime.n || image_open(&l->runtime, runtime, e);
    if (o->kind == OBJECT_KERNEL)
        return true;
    if (runtime.n) {
        l->mapped = &l->runtime;
        return image_open(&l->runtime, runtime, e);
    }
    l->mapped = &l->symbols;
    return image_has_code(&l->symbols) ||
           image_set_offset_by_mapping(&l->symbols, o->code_foff, o->code_end) ||
           err_set(e, ERR_UNSUPPORTED, 0,
                   "is a debug file without its program, and the mapping does not tell where its code lies");
}

static void close_lines(struct lines *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->n; i++) {
        line_program_free(&l->units[i].program);
        scopes_free(&l->units[i].scopes);
        split_close(l->units[i].split);
    }
    splits_free(&l->splits);
    free(l->units);
    range_index_free(&l->range_index);
    range_index_free(&l->code);
    arena_names_free(&l->files);
    if (l->dwarf)
        dwarf_end(l->dwarf);
    supplement_close(&l->common);
    debug_sections_close(&l->sections);
    image_close(&l->runtime);
    image_close(&l->symbols);
    free(l);
}

static bool open_sections(struct lines *l, struct err *e)
{
    debug_sections_find(&l->sections, &l->symbols, "");
    if (!is_linked(l))
        relocate_debug_sections(&l->sections, &l->symbols, unlinked(l));
    return debug_sections_link(&l->sections, &l->symbols, e);
}

static struct lines *open_lines(const struct blob *symbols_file, const struct blob *runtime_file,
                                const struct object *object, const struct line_files *files, struct err *e)
{
    const struct span symbols = symbols_file->bytes, runtime = runtime_file->bytes;
    struct lines *l = mem_new(1, sizeof(*l));
    if (!image_open(&l->symbols, symbols, e) || !place_addresses(l, object, runtime, e) ||
        !open_sections(l, e)) {
        close_lines(l);
        return NULL;
    }
    l->dwarf = debug_sections_open_dwarf(&l->sections);
    if (!l->dwarf) {
        err_set(e, ERR_FORMAT, 0, "its DWARF: %s", dwarf_errmsg(-1));
        close_lines(l);
        return NULL;
    }
    l->splits = (struct splits){ .ask = files, .ranges = &l->ranges };
    supplement_open(&l->common, &l->symbols, &l->sections, l->dwarf, files);
    l->program_bytes = 2 * (uint64_t)l->sections.of[DEBUG_LINE].n; /* compilers write one program per unit */
    l->ranges = ranges_budget(&l->sections);
    find_code(l);
    if (find_units(l, e))
        return l;
    close_lines(l);
    return NULL;
}

static const char *file_name(struct lines *l, const struct line_program *p, Dwarf_Die *unit, uint64_t file)
{
    struct text t = { 0 };
    line_program_add_path(p, file, scope_text(unit, DW_AT_comp_dir, &l->common), &t);
    const char *name = t.n ? arena_names_intern(&l->files, t.s) : NULL;
    text_free(&t);
    return name;
}

/* Find the name of a scope and, unless `p` is NULL, the place of its call. `p`: the lines of the unit
   `cu`. NULL: libdw cannot read the entry. */
static const struct called *called(struct lines *l, uint32_t unit, const struct line_program *p,
                                   Dwarf_Die *cu, uint32_t scope)
{
    const struct unit *u = &l->units[unit];
    assert(u->has_scopes && scope && scope <= u->scopes.n);
    struct called *c = &l->called[(unit * 31 + scope) % CALLED];
    const bool is_kept = c->scope == scope && c->unit == unit;
    Dwarf *dwarf = u->split ? u->split->dwarf : l->dwarf;
    Dwarf_Die entry;
    if (is_kept && (c->has_call || !p))
        return c;
    if (!dwarf_offdie(dwarf, u->scopes.v[scope - 1].entry, &entry))
        return NULL;
    *c = (struct called){ .unit = unit, .scope = scope, .function = scope_name(&entry, &l->common) };
    if (!p)
        return c;
    const uint64_t file = scope_number(&entry, DW_AT_call_file);
    c->has_call = true;
    c->call = (struct line_frame){ .file = file_name(l, p, cu, file),
                                   .md5 = line_program_md5(p, file),
                                   .line = (uint32_t)scope_number(&entry, DW_AT_call_line),
                                   .column = (uint32_t)scope_number(&entry, DW_AT_call_column) };
    return c;
}

static uint64_t nearer(uint64_t a, uint64_t b)
{
    if (a < b)
        return a;
    return b;
}

/* Find the source line of an address in its unit. The line is valid up to *end. */
static bool line_at(struct lines *l, const struct line_program *p, Dwarf_Die *unit, uint64_t svma,
                    struct line_frame *f, uint64_t *end)
{
    struct line_row row = { 0 };
    if (!line_program_find(p, svma, &row, end))
        return false;
    *f = (struct line_frame){ .file = file_name(l, p, unit, row.file),
                              .md5 = line_program_md5(p, row.file),
                              .line = row.line,
                              .column = row.column };
    return true;
}

/* List the frames at an address, the innermost first. Without `lines` only their functions are set. The
   result is valid up to *end. */
static size_t unit_frames(struct lines *l, uint64_t svma, bool lines, struct line_frame *out, size_t max,
                          uint64_t *end)
{
    uint32_t i, at;
    uint64_t row_end = UINT64_MAX;
    Dwarf_Die unit;
    *end = range_index_next_change(&l->range_index, svma);
    if (!range_index_find(&l->range_index, svma, &i) || !dwarf_offdie(l->dwarf, l->units[i].entry, &unit))
        return 0;
    const struct line_program *p = lines ? program_of(l, &l->units[i], &unit) : NULL;
    const struct scopes *s = scopes_of(l, &l->units[i], &unit);

    struct line_frame f = { 0 };
    const bool has_line = p && line_at(l, p, &unit, svma, &f, &row_end);
    uint32_t scope = 0;
    size_t n = 0;
    if (range_index_find(&s->range_index, svma, &at))
        scope = at + 1;
    *end = nearer(*end, nearer(row_end, range_index_next_change(&s->range_index, svma)));
    if (!scope && has_line && max)
        out[n++] = f;
    while (n < max && scope) {
        out[n++] = f;
        const struct called *c = called(l, i, p, &unit, scope);
        if (!c)
            break;
        out[n - 1].function = c->function;
        f = c->call;
        scope = s->v[scope - 1].outer;
    }
    return n;
}

static size_t frames_of(struct lines *l, uint64_t addr, bool lines, struct line_frame *out, size_t max,
                        uint64_t *end)
{
    uint64_t svma = addr, until = UINT64_MAX, most = UINT64_MAX;
    size_t n = 0;
    if (l->mapped && end)
        most = image_svma_end(l->mapped, addr);
    if (!l->mapped || image_svma_of_foff(l->mapped, addr, &svma))
        n = unit_frames(l, svma, lines, out, max, &until);
    if (until - svma < most - addr)
        most = addr + (until - svma);
    if (end)
        *end = most;
    return n;
}

static size_t frames_at(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end)
{
    return frames_of(l, addr, true, out, max, end);
}

static size_t functions_at(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end)
{
    return frames_of(l, addr, false, out, max, end);
}

const struct line_reader dwarf_line_reader = { .open = open_lines,
                                               .at = frames_at,
                                               .functions = functions_at,
                                               .close = close_lines,
                                               .why_none = "its DWARF does not cover the address" };
