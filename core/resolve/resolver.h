/*
 * resolver: from an address in a mapping to a place in an object and its symbol. Loads each object once, when
 * it is first asked for, and is safe from any number of threads; what was loaded is found without a lock.
 * Counts no samples: that a place has no table or no symbol is for the caller to count.
 */
#ifndef PERFOLIO_CORE_RESOLVE_RESOLVER_H
#define PERFOLIO_CORE_RESOLVE_RESOLVER_H

#include "core/model/timeline/timeline.h"
#include "core/resolve/chain.h"
#include "core/resolve/frames.h"
#include "core/resolve/inlines.h"
#include "core/resolve/lines.h"

struct resolver;

/* `objects` is what timeline_objects() lists; it and the chain must outlive the resolver, which from now on
   is the only user of the chain. */
struct resolver *resolver_new(struct chain *chain, const struct object *const *objects, size_t n,
                              const struct frame_reader *frames);
void resolver_free(struct resolver *r);

/* From now on the names of objects of a kind are mangled ones too, shown through `demangle`, though what reads their files
   does not know that: a kernel's, and those that programs give to code that they made. Before anything is asked; NULL:
   nothing. */
void resolver_demangle(struct resolver *r, enum object_kind kind, char *(*demangle)(const char *name));

struct place {
    const struct map *map;
    const struct object *object;
    const struct symtab *table;  /* NULL: nothing was found for the object; for symtab_symbol_name() */
    const struct symbol *symbol; /* NULL: nothing covers the address */
    uint64_t at;   /* the address in the table's space: at - symbol->start is the offset in it */
    uint64_t addr; /* the address as perf prints it when it has no name: foff in user objects and
                      modules, avma in the kernel */
};

/* The place of an address that lies in `map`. */
struct place resolver_place(struct resolver *r, const struct map *map, uint64_t avma);

/* The same where it is known that no symbol covers it. */
struct place resolver_nameless_place(struct resolver *r, const struct map *map, uint64_t avma);

/* The place at an address in the space of an object's table, whose mapping is forgotten (`map` NULL). */
struct place resolver_place_at(const struct resolver *r, const struct object *o, uint64_t at);

/* Whether what the link register holds, a return address `to`, is no caller's of a frame at `pc` that did not call and of
   which no unwind table speaks: execution is back there, or the function has called from there itself, so that what it
   was called with is elsewhere. `call`: the place of to - 1. A slot of a PLT calls nothing. */
static inline bool resolver_link_is_stale(uint64_t pc, uint64_t to, const struct place *at,
                                          const struct place *call)
{
    const struct symbol *y = at->symbol;
    return pc == to || (y && y == call->symbol && !y->is_plt && !y->is_object);
}

/* The symbols of a mapping's object; NULL when there are none to be found. */
const struct symtab *resolver_symtab(struct resolver *r, const struct map *map);

/* The addresses [*start, *end) that the symbols of a kernel's listing cover. False when its symbols do not
   come from a listing, or from one that has the reference symbol elsewhere than the recording. */
bool resolver_kernel_extent(struct resolver *r, const struct map *map, uint64_t *start, uint64_t *end);

/* The rule for the frame at `avma`, by the unwind tables of the object that `map` maps; it lives as long as
   the resolver. NULL: `why`. */
const struct unwind_rule *resolver_unwind_rule(struct resolver *r, const struct map *map, uint64_t avma,
                                               enum unwind_stop *why);

/* Where the return address of the frame at `avma` is, by that rule. */
struct ra_place resolver_ra_place(struct resolver *r, const struct map *map, uint64_t avma, int sp_dwarf);

/* Whether places of that object are in a file that may have source lines of its code. */
static inline bool resolver_place_has_file(const struct place *p)
{
    const enum object_kind k = p->object->kind;
    if (k == OBJECT_JIT)
        return p->table && !p->table->is_listing;
    return p->table && (k == OBJECT_USER || k == OBJECT_VDSO || k == OBJECT_KERNEL || k == OBJECT_MODULE) &&
           !p->table->is_listing && p->table->space != SYMTAB_AVMA;
}

/* Where a place is in the source, and what was inlined there: up to `max` frames, the innermost first
   (lines.h), whose texts live until resolver_drop_lines(). 0: `why`, which lives as long, says why there are
   none. */
size_t resolver_lines(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                      const char **why);

/* The same, of all addresses from the place up to *end (exclusive, in the table's space, behind p->at); where
   0 is returned nothing is known of any of them. */
size_t resolver_line_run(struct resolver *r, const struct place *p, struct line_frame *out, size_t max,
                         uint64_t *end);

/* The functions that were inlined at a place that has a symbol, as symbols (symtab_symbol_name() says so of
   them), the innermost first; they live until resolver_drop_lines(). Places of one symbol share the symbols of
   what is inlined into it. */
struct inlined resolver_inlined(struct resolver *r, const struct place *p);

/* Whether a file with DWARF was found for an object and its source lines cannot be read, which its look-up says. */
bool resolver_lines_unread(struct resolver *r, const struct object *o);

/* Forget what was read of the source, until it is asked for again. Not while another thread asks. */
void resolver_drop_lines(struct resolver *r);

/* What an object was resolved from, once it was asked for. */
struct resolved_from {
    const struct symtab *table;    /* NULL: nothing was found, or not asked yet */
    const char *origin;            /* the table's file; "": it has none */
    struct symbol_content content; /* of that file */
    const struct blob *symbols; /* with chain->keep_files that file, and the one that was mapped if it is */
    const struct blob *runtime; /* another; bytes.n 0: not at hand */
    bool unwound;               /* its unwind tables were asked, and there are some */
};
struct resolved_from resolver_resolved(const struct resolver *r, const struct object *o);

/* What names an object, where it was asked for. */
enum table_kind {
    TABLE_NOTHING,  /* no source has anything                                               */
    TABLE_NAMELESS, /* a file was found that names nothing                                  */
    TABLE_DYNAMIC,  /* a stripped file: what its loader needs                               */
    TABLE_MINI,     /* the same with the functions of its mini-debuginfo                    */
    TABLE_KEPT,     /* what the recorder wrote into the capture: of what samples hit         */
    TABLE_FULL,     /* a complete table                                                     */
    TABLE_LISTING,  /* of a kernel's symbols                                                */
    TABLE_PERF_MAP, /* what the process wrote of the code it made                           */
    TABLE_RECORDED, /* the recording itself names it (KSYMBOL)                              */
    TABLE_KINDS
};

static inline enum table_kind resolver_table_kind(const struct resolver *r, const struct object *o)
{
    const struct resolved_from from = resolver_resolved(r, o);
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

/* The image that a source keeps apart from an object's symbols. False when there is none; else the caller
   closes `b`. */
bool resolver_open_image(struct resolver *r, const struct object *o, struct blob *b);

/* Open the file that was mapped for an object, or what is kept of it, and its debug file if that is another
   and at hand (else `debug` is empty), for the caller to close. False when the first is not at hand. */
bool resolver_open_code(struct resolver *r, const struct object *o, struct blob *runtime, struct blob *debug);

/* Open the code of an object as it ran, which the recorder kept, for the caller to close: an address in the space of the
   object's table and *slide is one of that file's. False: nothing is kept, or where it ran is not known. */
bool resolver_open_kept(struct resolver *r, const struct object *o, struct blob *b, uint64_t *slide);

/* Note why what resolver_open_kept() found is of no use. */
void resolver_refuse_kept(struct resolver *r, const struct object *o, const struct blob *b, const char *why);

/* Open the text of a file of source that the DWARF of an object names, where servers are asked; the caller closes it. False:
   no source has it. */
bool resolver_open_text(struct resolver *r, const struct object *o, const char *path, struct blob *b);

/* Whether the file that the lines of an object come from is this host's own: it came neither from the user nor with the
   capture. Then what it names are files of this host. */
bool resolver_lines_are_own(struct resolver *r, const struct object *o);

/* Add what went wrong while loading. */
void resolver_problems(struct resolver *r, struct problems *into);

#endif
