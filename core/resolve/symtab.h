/*
 * symtab: the symbols of one object, sorted. A reader (formats/elf, formats/text) adds them in the order of
 * its file and seals; the rules by which perf closes gaps and chooses between aliases live in symtab.c, once.
 * Sealed tables are immutable and may be read by any number of threads. Everything in a table lives in its
 * arena.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SYMTAB_H
#define PERFOLIO_CORE_RESOLVE_SYMTAB_H

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/model/timeline/kernel_layout.h"
#include "core/model/timeline/mapping.h"
#include "core/resolve/source.h"

enum symbol_binding { SYMBOL_LOCAL, SYMBOL_GLOBAL, SYMBOL_WEAK };

struct symbol {
    uint64_t start, end; /* in the table's space, end exclusive; start == end covers start alone */
    const char *name;    /* as in the file: show it through symtab_symbol_name() */
    uint32_t outer;      /* symtab.c's: 1 + index of the next one that reaches further; 0: none */
    uint8_t binding : 2; /* enum symbol_binding */
    bool is_plain : 1;   /* not mangled: of a table without a demangler (the kernel's) */
    bool is_guess : 1;   /* where it ends is not recorded */
    bool is_plt : 1;     /* a slot of the procedure linkage table: shown as NAME@plt */
    bool is_object : 1;  /* data (STT_OBJECT, D or B in a listing): perf shows the offset too */
    bool is_inlined : 1; /* of no table: a function inlined into the one that covers these addresses */
    bool is_module : 1;  /* in a listing of the kernel's symbols: belongs to a module */
    bool is_inert : 1;   /* of a user's program, where no segment has code: names nothing that runs */
    bool is_label : 1; /* of a user's program, without a type or a size: names nothing inside of a function */
};

/* In which space a table's addresses are, and so how a mapping leads to them (resolver.c). */
enum symtab_space {
    SYMTAB_FOFF,   /* offsets in the file: user objects, vdso, modules from a .ko              */
    SYMTAB_KERNEL, /* addresses of the kernel as linked or as listed; moved by the reference   */
    SYMTAB_AVMA,   /* addresses as mapped: a module out of the listing of the boot that ran    */
};

/* In a table of made code (SYMTAB_AVMA) what other code took the place of is from here on, where no program has memory, one behind
   the other. */
#define SYMTAB_REPLACED     (UINT64_C(1) << 55)
#define SYMTAB_REPLACED_END (UINT64_C(1) << 56)

/* Reference symbols: what a recording says the runtime address of (perf, machine.c: ref_reloc_sym_names). */
enum symtab_ref { SYMTAB_REF_TEXT, SYMTAB_REF_STEXT, SYMTAB_REFS };

struct symtab {
    struct symbol *v;
    size_t n, cap;
    uint32_t *index; /* symtab.c's: where a look-up begins; NULL: at the front */
    unsigned shift;
    struct arena arena;
    enum symtab_space space;
    uint64_t text_foff;                  /* modules: foff of .text, where their mapping starts */
    uint64_t text_avma;                  /* of SYMTAB_AVMA: where the module's code begins; 0: it has none */
    uint64_t ref_addr[SYMTAB_REFS];      /* of _text and _stext, kept because an alias may win their place */
    bool has_ref[SYMTAB_REFS];           /* ... if they were seen */
    bool is_listing;                     /* of a kernel (kallsyms), not out of an ELF file */
    char *(*demangle)(const char *name); /* malloc'ed plain name, or NULL: not mangled; may be NULL */
    struct replaced_code
        *replaced; /* of made code: what lay where other code did; its symbols are from SYMTAB_REPLACED on */
    size_t nreplaced, cap_replaced;
    struct err left_out;   /* why a part of the file gave no symbols; ERR_NONE: all did */
    bool keep_losers;      /* set before symbols are added: keep what gives way to an alias */
    struct symbol *losers; /* ... in the order in which it did; a name may be in it twice */
    size_t nlosers, cap_losers;
};

/* Take the names of a table without a demangler for mangled ones; nothing for NULL. */
void symtab_demangle(struct symtab *t, char *(*demangle)(const char *name));

/* Add a symbol; size 0: unknown. `name` has to live as long as the table (arena_text(&t->arena, ...)). */
struct symbol *symtab_add(struct symtab *t, uint64_t start, uint64_t size, enum symbol_binding binding,
                          const char *name);

/* Remember the address of a reference symbol; other names, and all but the first of each, are ignored. */
void symtab_note_ref(struct symtab *t, const char *name, uint64_t addr);

/* The address of a reference symbol by name. */
bool symtab_ref_addr(const struct symtab *t, const char *name, uint64_t *addr);

/* Whether a listing has a module (SYMTAB_AVMA) mapped at `base`, which is where its code begins, or within a
   page of it: what has no name may stand in front, and another boot moves modules by pages. */
bool symtab_lists_module_at(const struct symtab *t, uint64_t base);

/* Sort, then apply perf's rules for gaps and aliases. May be called again after more was added. */
void symtab_seal(struct symtab *t);

/* Where a symbol without a size ends by these rules if it is the last one, or a module's follows the
 * kernel's. */
uint64_t symtab_last_end(uint64_t start);

/* Guessed ends give way to places that are code of no symbol (PLT slots without a name): `n` addresses in
   ascending order. After the seal. */
void symtab_cut_guesses(struct symtab *t, const uint64_t *places, size_t n);

/* Sort only: for additions that the rules do not concern (PLT slots), made after the seal. */
void symtab_sort(struct symtab *t);

/* Sort a table that is in the order of time: of what overlaps the latest stands, and what is left of the
   others are symbols of their own. */
void symtab_latest(struct symtab *t);

/* The symbol that covers an address, the one that starts last if several do, or NULL. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* Why the better one of two symbols with the same start is the better one: the first rule that tells them
   apart. */
enum alias_rule {
    ALIAS_SIZED,
    ALIAS_NOT_WEAK,
    ALIAS_GLOBAL,
    ALIAS_UNDERSCORES,
    ALIAS_LONGER,
    ALIAS_FIRST,
    ALIAS_RULES
};
enum alias_rule symtab_alias_rule(const struct symtab *t, const struct symbol *better,
                                  const struct symbol *other);
/* Why the other one gave way: "the other one is longer". */
const char *symtab_alias_rule_text(enum alias_rule rule);

/* The name as reports show it, demangled (malloc'ed or NULL, as in struct symtab) and with its @plt, added to
 * `out`. */
void symtab_symbol_name(char *(*demangle)(const char *name), const struct symbol *s, struct text *out);

void symtab_free(struct symtab *t);

/* What a reader reads from. */
struct symbol_input {
    struct span bytes;           /* the file with the symbols */
    struct span runtime;         /* the file that was mapped, when `bytes` is its debug file; else empty */
    const struct object *object; /* what the symbols are for */
    const void *part;            /* a blob's */
};

struct symbol_content {
    uint64_t full;  /* symbols of a complete table: .symtab, a listing; 0: there is none */
    bool runtime;   /* what a loader needs (.dynsym, .opd): the file that was mapped */
    bool mini;      /* functions that .dynsym lacks, in .gnu_debugdata */
    bool recorded;  /* what the recorder kept: of what samples hit at least */
    uint64_t lines; /* what it says of source lines: bytes of .debug_info; 0: nothing */
};

/* Of a file that has nothing but a complete table. */
static inline struct symbol_content symtab_content_full(const struct blob *b)
{
    return (struct symbol_content){ .full = b->bytes.n };
}

/* The debug file that a file names: by its name, borrowed, and the checksum of its bytes. */
struct symbol_link {
    const char *name;
    uint32_t crc;
};

/* What a file's segments are held to. */
struct segment_case {
    const struct object *object;
    bool pieces; /* that some of a segment was not seen says nothing */
    bool
        narrow; /* the recorded machine is said to have 32 bits: programs of 64 are none but where addresses show it */
};

/* A reader of one file format: core declares, formats/elf and formats/text implement. `recognise` looks at
   the first bytes only, and is NULL where the source names the reader (struct blob); `build_id` is NULL when the format cannot carry one and false when this file does
   not; `marks` reads where a kernel begins and ends, false when the file is of no use, with the reason in `e`, and
   NULL when the format has no kernels; `holds` whether a file answers to the id of a WANT_DWO or WANT_ALT;
   `segment` and `module` are what a file's program headers say of where its code was mapped, and what the name of the
   module in it says of the object's, with `why` set where that contradicts (identity.h), `arch` whose code it has (NULL: unknown),
   each NULL where the format says nothing; `link` and `crc` are NULL when
   it knows no such links; `read` adds and seals. */
struct symbol_reader {
    const char *name;
    unsigned kinds; /* what it can be an answer to: bits, 1 << enum want_kind */
    bool (*recognise)(struct span bytes);
    struct symbol_content (*content)(const struct blob *b);
    bool (*build_id)(struct span bytes, struct build_id *id);
    bool (*marks)(struct span bytes, struct kernel_marks *m, struct err *e);
    bool (*holds)(struct span bytes, enum want_kind kind, const struct build_id *id);
    enum evidence (*segment)(struct span bytes, const struct segment_case *c, struct err *why);
    const struct arch *(*arch)(struct span bytes);
    enum evidence (*module)(struct span bytes, const struct object *o, struct err *why);
    bool (*link)(struct span bytes, struct symbol_link *link);
    uint32_t (*crc)(struct span bytes);
    bool (*read)(const struct symbol_input *in, struct symtab *out, struct err *e);
    const struct line_reader *lines; /* of such a file (lines.h); NULL: it has none */
};

#endif
