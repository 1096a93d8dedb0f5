/*
 * resolver: finds the object of a mapped address, the address in the object's symbol table, and the symbol.
 * It loads each object once, on first use. Any number of threads may use it; loaded objects are found without
 * a lock. Callers count the places without a table or a symbol as problems.
 */
#ifndef PERFOLIO_CORE_RESOLVE_RESOLVER_H
#define PERFOLIO_CORE_RESOLVE_RESOLVER_H

#include "core/base/idmap.h"
#include "core/resolve/resolve_lines.h"
#include "core/resolve/load.h"
#include "core/resolve/symtab.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/source_list.h"
#include "core/resolve/frames.h"

/* The functions that were inlined at an address, as symbols. Each pair of an inlined function and the
   function that contains it has one symbol, for all inlined calls. So rows and trees handle inlined
   functions like other symbols. Also the state of an object's source lines. Not thread-safe. */

/* The inlined functions of one object; zero-initialise. */
struct inlines {
    struct arena arena;
    struct names names;
    struct idmap symbols; /* name and containing symbol -> index in v + 1 */
    struct idmap lists;   /* address -> index in `known` + 1 */
    struct symbol **v;
    size_t n, cap;
    struct inlined {
        const struct symbol *const *v; /* innermost first, without the function that contains them */
        size_t n;
    } * known;
    size_t nknown, cap_known;
};

/* The inlined functions of an address, if inlines_add() stored them; NULL: not stored yet. */
const struct inlined *inlines_find(const struct inlines *in, uint64_t addr);

/* Stores the inlined functions of an address. `frames`: the frames at the address (resolve_lines.h); `into`: the symbol
   that covers the address; `number`: index of that symbol in the table. */
const struct inlined *inlines_add(struct inlines *in, uint64_t addr, const struct line_frame *frames,
                                  size_t nframes, const struct symbol *into, size_t number);

/* The state of an object's source lines: the file with the most source lines, and the inlined functions.
   resolver.c locks it. */
struct line_slot {
    struct line_files files; /* opens more files that the DWARF names */
    struct loader *loader;
    const struct object *object;
    /* asked: the file was looked up; own_asked: inlines_are_host_file() was called; own: its result */
    bool asked, own_asked, own;
    struct blob symbols, runtime;
    const struct line_reader *reader;
    struct lines *lines; /* NULL: there are no lines, `e` says why */
    struct err e;
    struct inlines inlined;
};

/* Opens the object's source lines. `may` false: the object cannot have any. */
void inlines_open_lines(struct line_slot *s, struct loader *d, const struct object *o, bool may);
void inlines_free_lines(struct line_slot *s); /* also zeroes `s` */

/* inlines_lines_at() calls line_reader.at(). inlines_functions() calls line_reader.functions(), or at() if that is
   NULL. */
size_t inlines_lines_at(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max, uint64_t *end);
size_t inlines_functions(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max);

/* Whether the file with the lines belongs to this host (source_list_is_host_file()). */
bool inlines_are_host_file(struct line_slot *s);

struct resolver;

/* `objects`: the list from timeline_objects(). `objects` and the source list must outlive the resolver.
   Afterwards only the resolver may use the source list. */
struct resolver *resolver_new(struct source_list *sources, const struct object *const *objects, size_t n,
                              const struct frame_reader *frames);
void resolver_free(struct resolver *r);

/* Sets the demangler for objects of a kind whose reader sets none, such as kernels and JIT code. Call it
   before anything is looked up. NULL: names count as not mangled. */
void resolver_set_demangler(struct resolver *r, enum object_kind kind, char *(*demangle)(const char *name));

struct place {
    const struct map *map;
    const struct object *object;
    const struct symtab *table;  /* NULL: the object has no table; symtab_symbol_name() needs it */
    const struct symbol *symbol; /* NULL: no symbol covers the address */
    /* the address in the table's address space (enum symtab_space); at - symbol->start is the offset */
    uint64_t at;
    /* The address as perf prints it without a symbol: in user objects and modules a file offset, in the
       kernel avma. */
    uint64_t addr;
};

/* The place of an address that `map` covers. */
struct place resolver_place(struct resolver *r, const struct map *map, uint64_t avma);

/* Like resolver_place(), for an address that is known to have no symbol. */
struct place resolver_place_without_symbol(struct resolver *r, const struct map *map, uint64_t avma);

/* The place at an address in the space of an object's table; `map` is NULL. */
struct place resolver_place_at(const struct resolver *r, const struct object *o, uint64_t at);

/* Whether the value `to` of the link register is stale, that is not the return address of the frame. The
   frame was interrupted at `pc` and has no unwind rule. The value is stale if execution has already
   returned there (pc == to). It is also stale if the function itself made the call just before `to`, since
   then its own return address was saved elsewhere. PLT slots do not call, so this does not apply to them.
   `at`, `call`: the places of pc and of to - 1. */
static inline bool resolver_link_is_stale(uint64_t pc, uint64_t to, const struct place *at,
                                          const struct place *call)
{
    const struct symbol *y = at->symbol;
    return pc == to || (y && y == call->symbol && !y->is_plt && !y->is_object);
}

/* The symbol table of a mapping's object; NULL: none found. */
const struct symtab *resolver_symtab(struct resolver *r, const struct map *map);

/* The addresses [*start, *end) that a kernel's listing covers. False: the kernel's symbols are not from a listing, or
   the reference symbol has another address in the listing than in the recording. */
bool resolver_kernel_extent(struct resolver *r, const struct map *map, uint64_t *start, uint64_t *end);

/* The unwind rule at `avma`, from the unwind tables of the object that `map` maps; valid as long as the resolver. NULL:
   *why receives the reason. */
const struct unwind_rule *resolver_unwind_rule(struct resolver *r, const struct map *map, uint64_t avma,
                                               enum unwind_stop *why);

/* The place of the return address of the frame at `avma`, by its unwind rule. `sp_dwarf`: the stack pointer's DWARF
   number. */
struct ra_place resolver_ra_place(struct resolver *r, const struct map *map, uint64_t avma, int sp_dwarf);

/* Whether the place's object has a file that may have source lines. */
static inline bool resolver_place_has_file(const struct place *p)
{
    const enum object_kind k = p->object->kind;
    if (k == OBJECT_JIT)
        return p->table && !p->table->is_listing;
    return p->table && (k == OBJECT_USER || k == OBJECT_VDSO || k == OBJECT_KERNEL || k == OBJECT_MODULE) &&
           !p->table->is_listing && p->table->space != SYMTAB_AVMA;
}

/* The source line of a place and the calls inlined there: up to `max` frames, innermost first
   (resolve_lines.h). Texts live until resolver_drop_lines(). 0: there are none; *why says why, and lives
   as long. */
size_t resolver_lines(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                      const char **why);

/* Like resolver_lines(), but the frames are valid for all addresses from the place up to *end (exclusive,
   in the table's space). 0: none of these addresses has frames. */
size_t resolver_line_range(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                           uint64_t *end);

/* The functions inlined at a place that has a symbol, innermost first, as symbols (is_inlined); valid until
   resolver_drop_lines(). Places of one symbol share these symbols. */
struct inlined resolver_inlined(struct resolver *r, const struct place *p);

/* Whether a look-up of source lines found a file with DWARF for an object but could not read its lines. */
bool resolver_lines_unreadable(struct resolver *r, const struct object *o);

/* Frees all source lines; they are read again when needed. No other thread may look up lines at that time. */
void resolver_drop_lines(struct resolver *r);

/* The origin of an object's symbols, after they were looked up. */
struct resolved_from {
    const struct symtab *table;    /* NULL: not found, or not looked up yet */
    const char *origin;            /* the table's file; "": none */
    struct symbol_content content; /* content of the table's file */
    /* with sources->keep_files: the table's file */
    const struct blob *symbols;
    /* with sources->keep_files: the mapped file if it is another file; bytes.n 0: not available */
    const struct blob *runtime;
    bool unwound; /* the object has unwind tables, and they were used */
};
struct resolved_from resolver_symbol_origin(const struct resolver *r, const struct object *o);

/* The kind of table that an object's names come from. */
enum table_kind {
    TABLE_NOTHING,  /* no source has a file */
    TABLE_NAMELESS, /* a file was found, but it has no symbols */
    TABLE_DYNAMIC,  /* a stripped file's .dynsym */
    TABLE_MINI,     /* .dynsym and mini-debuginfo */
    TABLE_KEPT,     /* only symbols that samples hit, from the capture */
    TABLE_FULL,     /* a complete table                                                     */
    TABLE_LISTING,  /* a listing of a kernel's symbols */
    TABLE_PERF_MAP, /* a perf map of JIT code */
    TABLE_RECORDED, /* one symbol, from a KSYMBOL record */
    TABLE_KINDS
};

static inline enum table_kind resolver_table_kind(const struct resolver *r, const struct object *o)
{
    const struct resolved_from from = resolver_symbol_origin(r, o);
    if (!from.table)
        return TABLE_NOTHING;
    if (o->kind == OBJECT_KSYMBOL)
        return TABLE_RECORDED;
    if (from.content.recorded && !from.content.full)
        return TABLE_KEPT;
    if (from.table->is_listing)
        return TABLE_LISTING;
    if (o->kind == OBJECT_JIT)
        return TABLE_PERF_MAP;
    if (from.content.full)
        return TABLE_FULL;
    if (from.content.mini)
        return TABLE_MINI;
    if (from.content.runtime)
        return TABLE_DYNAMIC;
    return TABLE_NAMELESS;
}

/* Opens the part of an object's mapped file that a folio stores separately from symbols (WANT_IMAGE). The
   caller closes `b`. False: there is none. */
bool resolver_open_image(struct resolver *r, const struct object *o, struct blob *b);

/* Opens the mapped file of an object, or the part of it that a folio stores, as `runtime`. Opens the
   separate debug file as `debug`, which is empty if there is none. The caller closes both. False: the
   mapped file is not available. */
bool resolver_open_code(struct resolver *r, const struct object *o, struct blob *runtime, struct blob *debug);

/* Opens an object's code as it was in memory, which the recorder copied; the caller closes `b`. An address
   in the space of the object's table plus *slide is an address in this file. False: the recorder copied no
   code, or its runtime address is unknown. */
bool resolver_open_recorded_code(struct resolver *r, const struct object *o, struct blob *b, uint64_t *slide);

/* Logs why the code from resolver_open_recorded_code() cannot be used. */
void resolver_refuse_recorded_code(struct resolver *r, const struct object *o, const struct blob *b,
                                   const char *why);

/* Opens, from a server, a source file to which an object's DWARF refers. The caller closes `b`. False: no
   source has the file. */
bool resolver_open_source_file(struct resolver *r, const struct object *o, const char *path, struct blob *b);

/* Whether the file with an object's lines belongs to this host, and is neither chosen by the user nor a
   part of the capture. Then the paths in its DWARF are paths of this host. */
bool resolver_lines_are_host_file(struct resolver *r, const struct object *o);

/* Adds the problems that occurred when objects were loaded; `scope`: see source_list_add_problems(). */
void resolver_problems(struct resolver *r, const struct source_list_scope *scope, struct problems *into);

#endif
