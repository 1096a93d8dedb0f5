/*
 * symtab: the symbols of one object, sorted, each address belonging to at most one of them. Built by a reader
 * (formats/elf, formats/text) with symtab_add(), then sealed; the rules by which perf closes gaps and chooses
 * between aliases live in symtab.c, once.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SYMTAB_H
#define PERFOLIO_CORE_RESOLVE_SYMTAB_H

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/model/object.h"

enum symbol_binding { SYMBOL_LOCAL, SYMBOL_GLOBAL, SYMBOL_WEAK };

struct symbol {
    uint64_t start, end; /* in the table's space, end exclusive */
    const char *name;    /* as in the file; symbol_name() demangles */
    uint8_t binding;
};

/* In which space a table's addresses are, and so how a mapping leads to them. */
enum symtab_space {
    SYMTAB_FOFF,   /* offsets in the file: user objects, vdso, modules                  */
    SYMTAB_KERNEL, /* addresses of the kernel as linked or as listed; moved by `ref`    */
};

struct symtab {
    struct symbol *v;
    size_t n, cap;
    struct arena arena; /* of the names */
    enum symtab_space space;
    uint64_t text_foff;                  /* modules: foff of .text, where the mapping starts */
    bool has_symtab;                     /* from .symtab, not only .dynsym */
    char *(*demangle)(const char *name); /* malloc'ed plain name or NULL; may be NULL */
};

void symtab_add(struct symtab *t, uint64_t start, uint64_t size, enum symbol_binding binding,
                const char *name);

/* Apply perf's rules for gaps and aliases to what was added so far, and sort. May be called again after more
 * was added. */
void symtab_seal(struct symtab *t, bool is_kallsyms);

/* The symbol that covers an address, or NULL. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* The first symbol of that exact name, or NULL. */
const struct symbol *symtab_named(const struct symtab *t, const char *name);

void symtab_free(struct symtab *t);

/* A reader of one file format: core declares, formats/elf and formats/text implement. `recognise` looks at
   the first bytes only; `build_id` is false when the file has none; `read` adds and seals. */
struct symbol_reader {
    const char *name;
    bool (*recognise)(struct span bytes);
    bool (*build_id)(struct span bytes, struct build_id *id);
    bool (*read)(struct span bytes, enum object_kind kind, struct symtab *out, struct err *e);
};

#endif
