/*
 * resolver: finds the place of a mapped address in its object, and its symbol. It loads each object once, when it is first
 * asked for; any number of threads may use it, and loaded objects are found without a lock. Callers count places without a
 * table or a symbol.
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

/* Functions that were inlined at an address, as symbols. There is one symbol for each function inlined into
   another function, wherever in it, so that rows and trees handle them like other symbols. Also the per-object state of
   source lines. Not thread-safe. */

/* The inlined functions of one object; zero-initialise. */
struct inlines {
    struct arena arena;
    struct names names;
    struct idmap symbols; /* name and containing symbol -> place in v + 1 */
    struct idmap lists;   /* address -> place in `known` + 1 */
    struct symbol **v;
    size_t n, cap;
    struct inlined {
        const struct symbol *const *v; /* innermost first, without the function that contains them */
        size_t n;
    } * known;
    size_t nknown, cap_known;
};

/* The inlined functions of an address that inlines_add() has stored; NULL: none yet. */
const struct inlined *inlines_find(const struct inlines *in, uint64_t addr);

/* Stores the inlined functions of an address, from its `frames` (lines.h); `into`: the symbol that covers it, `number`: its
   index in the table. */
const struct inlined *inlines_add(struct inlines *in, uint64_t addr, const struct line_frame *frames,
                                  size_t nframes, const struct symbol *into, size_t number);

/* State of the source lines of an object: the file that says most about them, and the inlined functions. resolver.c locks
   it. */
struct line_slot {
    struct line_files files; /* opens further files that the DWARF names */
    struct loader *loader;
    const struct object *object;
    bool asked, own_asked, own; /* own: the result of inlines_are_host_file() */
    struct blob symbols, runtime;
    const struct line_reader *reader;
    struct lines *lines; /* NULL: none, because of `e` */
    struct err e;
    struct inlines inlined;
};

/* Opens the object's source lines; `may` false: it cannot have any. */
void inlines_open_lines(struct line_slot *s, struct loader *d, const struct object *o, bool may);
void inlines_free_lines(struct line_slot *s); /* also zeroes it */

/* line_reader's at() and functions(); if there is no functions(), at(). */
size_t inlines_lines_at(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max, uint64_t *end);
size_t inlines_functions(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max);

/* Whether the file with the lines belongs to this host (source_list_is_host_file()). */
bool inlines_are_host_file(struct line_slot *s);

struct resolver;

/* `objects`: the list of timeline_objects(). It and the source list must outlive the resolver, which from then on is the only user
   of the source list. */
struct resolver *resolver_new(struct source_list *sources, const struct object *const *objects, size_t n,
                              const struct frame_reader *frames);
void resolver_free(struct resolver *r);

/* Treats names in objects of a kind as mangled and shows them through `demangle`, where readers of their files do not: those
   of kernels and of JIT code. Before anything is looked up; NULL: not mangled. */
void resolver_set_demangler(struct resolver *r, enum object_kind kind, char *(*demangle)(const char *name));

struct place {
    const struct map *map;
    const struct object *object;
    const struct symtab *table;  /* NULL: no table; for symtab_symbol_name() */
    const struct symbol *symbol; /* NULL: no symbol covers the address */
    uint64_t at;                 /* the address in the table's space; at - symbol->start is the offset */
    /* The address as perf prints it without a symbol: file offset in user objects and modules, avma in the kernel. */
    uint64_t addr;
};

/* The place of an address that `map` covers. */
struct place resolver_place(struct resolver *r, const struct map *map, uint64_t avma);

/* resolver_place() where it is known that no symbol covers the address. */
struct place resolver_place_without_symbol(struct resolver *r, const struct map *map, uint64_t avma);

/* The place at an address in the space of an object's table; `map` is NULL. */
struct place resolver_place_at(const struct resolver *r, const struct object *o, uint64_t at);

/* Whether the link register's value `to` is not the return address of a frame at `pc` that was interrupted and has no unwind
   rule: execution is back there (pc == to), or the function itself called from there, so that its own return address is
   elsewhere. `at`, `call`: the places of pc and to - 1. PLT slots do not call. */
static inline bool resolver_link_is_stale(uint64_t pc, uint64_t to, const struct place *at,
                                          const struct place *call)
{
    const struct symbol *y = at->symbol;
    return pc == to || (y && y == call->symbol && !y->is_plt && !y->is_object);
}

/* The symbol table of a mapping's object; NULL: none found. */
const struct symtab *resolver_symtab(struct resolver *r, const struct map *map);

/* The addresses [*start, *end) that a kernel's listing covers. False: its symbols are not from a listing, or the listing has
   the reference symbol at another address than the recording. */
bool resolver_kernel_extent(struct resolver *r, const struct map *map, uint64_t *start, uint64_t *end);

/* The unwind rule at `avma`, from the unwind tables of the object that `map` maps; valid as long as the resolver. NULL:
   `why`. */
const struct unwind_rule *resolver_unwind_rule(struct resolver *r, const struct map *map, uint64_t avma,
                                               enum unwind_stop *why);

/* Where the return address of the frame at `avma` is, by that rule; `sp_dwarf`: the stack pointer's DWARF number. */
struct ra_place resolver_ra_place(struct resolver *r, const struct map *map, uint64_t avma, int sp_dwarf);

/* Whether the place's object comes from a file that may have source lines. */
static inline bool resolver_place_has_file(const struct place *p)
{
    const enum object_kind k = p->object->kind;
    if (k == OBJECT_JIT)
        return p->table && !p->table->is_listing;
    return p->table && (k == OBJECT_USER || k == OBJECT_VDSO || k == OBJECT_KERNEL || k == OBJECT_MODULE) &&
           !p->table->is_listing && p->table->space != SYMTAB_AVMA;
}

/* The source line of a place and the calls inlined there: up to `max` frames, innermost first (lines.h). Texts live until
   resolver_drop_lines(). 0: none; `why`, valid as long, says why. */
size_t resolver_lines(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                      const char **why);

/* resolver_lines() for all addresses from the place up to *end (exclusive, in the table's space): they have the same frames.
   0: none of them has any. */
size_t resolver_line_range(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                           uint64_t *end);

/* The functions inlined at a place that has a symbol, innermost first, as symbols (is_inlined); valid until
   resolver_drop_lines(). Places of one symbol share them. */
struct inlined resolver_inlined(struct resolver *r, const struct place *p);

/* Whether a file with DWARF was found for an object but its source lines cannot be read; looking them up said so. */
bool resolver_lines_unreadable(struct resolver *r, const struct object *o);

/* Frees all source lines; they are read again when needed. Not while another thread asks. */
void resolver_drop_lines(struct resolver *r);

/* Where an object's symbols came from, once they were asked for. */
struct resolved_from {
    const struct symtab *table;    /* NULL: nothing found, or not asked for yet */
    const char *origin;            /* the table's file; "": none */
    struct symbol_content content; /* content of that file */
    const struct blob *symbols;    /* with sources->keep_files: that file, and the mapped file if it is */
    const struct blob *runtime;    /* another; bytes.n 0: not available */
    bool unwound;                  /* it has unwind tables, and they were used */
};
struct resolved_from resolver_symbol_origin(const struct resolver *r, const struct object *o);

/* The kind of table that names an object. */
enum table_kind {
    TABLE_NOTHING,  /* no source has a file */
    TABLE_NAMELESS, /* a file without symbols */
    TABLE_DYNAMIC,  /* a stripped file's .dynsym */
    TABLE_MINI,     /* .dynsym and mini-debuginfo */
    TABLE_KEPT,     /* symbols hit by samples, from the capture */
    TABLE_FULL,     /* a complete table                                                     */
    TABLE_LISTING,  /* a listing of a kernel's symbols */
    TABLE_PERF_MAP, /* a perf map of JIT code */
    TABLE_RECORDED, /* named by a KSYMBOL record */
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

/* Opens the image that a source keeps apart from an object's symbols; the caller closes `b`. False: none. */
bool resolver_open_image(struct resolver *r, const struct object *o, struct blob *b);

/* Opens the mapped file of an object, or what is kept of it, and its debug file if that is another (else `debug` is empty).
   The caller closes both. False: the first is not available. */
bool resolver_open_code(struct resolver *r, const struct object *o, struct blob *runtime, struct blob *debug);

/* Opens an object's code as it ran, which the recorder kept; the caller closes `b`. An address in the space of the object's
   table plus *slide is an address of that file. False: nothing is kept, or where it ran is unknown. */
bool resolver_open_recorded_code(struct resolver *r, const struct object *o, struct blob *b, uint64_t *slide);

/* Logs why the code of resolver_open_recorded_code() cannot be used. */
void resolver_refuse_recorded_code(struct resolver *r, const struct object *o, const struct blob *b,
                                   const char *why);

/* Opens a source file that an object's DWARF names, from a server; the caller closes it. False: no source has it. */
bool resolver_open_source_file(struct resolver *r, const struct object *o, const char *path, struct blob *b);

/* Whether the file with an object's lines is this host's own, neither the user's choice nor part of the capture: then the
   paths in it are files of this host. */
bool resolver_lines_are_host_file(struct resolver *r, const struct object *o);

/* Adds the problems of loading; `scope`: see source_list_add_problems(). */
void resolver_problems(struct resolver *r, const struct source_list_scope *scope, struct problems *into);

#endif
