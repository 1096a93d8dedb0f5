/*
 * symtab: the sorted symbols of one object. A reader (formats/elf, formats/text) adds them in file order and seals the
 * table; perf's rules for gaps and aliases are in symtab.c. Sealed tables do not change, and any number of threads may
 * read them. Names and all else live in the table's arena.
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
    uint64_t start, end; /* in the table's space, end exclusive; start == end: covers `start` alone */
    const char *name;    /* as in the file; shown by symtab_symbol_name() */
    uint32_t outer;      /* for symtab.c: 1 + index of the nearest earlier symbol that ends later; 0: none */
    uint8_t binding : 2; /* enum symbol_binding */
    bool is_plain : 1;   /* not mangled: from a table without a demangler (the kernel's) */
    bool is_guess : 1;   /* its end is not recorded but guessed */
    bool is_plt : 1;     /* a PLT slot: shown as NAME@plt */
    bool is_object : 1;  /* data (STT_OBJECT; D or B in a listing): shown with its offset, as in perf */
    bool is_inlined : 1; /* not in a table: a function inlined into the one that covers these addresses */
    bool is_module : 1;  /* of a module, in a kernel's listing */
    bool is_inert : 1;   /* of a user program, outside all code: does not name executed addresses */
    bool is_label : 1;   /* of a user program, without type and size: a label inside a function */
};

/* The address space of a table, which decides how mapped addresses lead to it (resolver.c). */
enum symtab_space {
    SYMTAB_FOFF,   /* file offsets: user objects, vdso, modules from a .ko */
    SYMTAB_KERNEL, /* kernel addresses as linked or listed; the reference symbol gives the slide */
    SYMTAB_AVMA,   /* addresses as mapped: JIT code, modules in a listing of the recorded boot */
};

/* In a table of JIT code (SYMTAB_AVMA), code that lay where other code lay at another time gets places from here on, one
   behind the other: no program has memory there. */
#define SYMTAB_REPLACED     (UINT64_C(1) << 55)
#define SYMTAB_REPLACED_END (UINT64_C(1) << 56)

/* Reference symbols, whose runtime address recordings have (perf, machine.c: ref_reloc_sym_names). */
enum symtab_ref { SYMTAB_REF_TEXT, SYMTAB_REF_STEXT, SYMTAB_REFS };

struct symtab {
    struct symbol *v;
    size_t n, cap;
    uint32_t *index; /* for symtab.c: where a look-up begins; NULL: at the front */
    unsigned shift;
    struct arena arena;
    enum symtab_space space;
    uint64_t text_foff; /* modules: file offset of .text, where their mapping starts */
    uint64_t text_avma; /* SYMTAB_AVMA: where the module's code begins; 0: not a module */
    /* Addresses of _text and _stext, kept because an alias may replace them. */
    uint64_t ref_addr[SYMTAB_REFS];
    bool has_ref[SYMTAB_REFS];           /* whether they were seen */
    bool is_listing;                     /* a kernel's listing (kallsyms), not an ELF file */
    char *(*demangle)(const char *name); /* malloc'ed plain name, or NULL: not mangled; may be NULL */
    /* JIT code that lay where other code did; its symbols are from SYMTAB_REPLACED on. */
    struct replaced_code *replaced;
    size_t nreplaced, cap_replaced;
    struct err left_out;   /* why a part of the file gave no symbols; ERR_NONE: it did not fail */
    bool keep_losers;      /* set before symbols are added: keep symbols that lose to an alias */
    struct symbol *losers; /* in order; a name may be in it twice */
    size_t nlosers, cap_losers;
};

/* Treats the names of a table without a demangler as mangled; NULL: does nothing. */
void symtab_set_demangler(struct symtab *t, char *(*demangle)(const char *name));

/* Adds a symbol; size 0: unknown. `name` must live as long as the table (arena_text(&t->arena, ...)). The pointer is valid
   until the next addition. */
struct symbol *symtab_add(struct symtab *t, uint64_t start, uint64_t size, enum symbol_binding binding,
                          const char *name);

/* Notes the address of a reference symbol; the first of each name counts, other names are ignored. */
void symtab_note_ref(struct symtab *t, const char *name, uint64_t addr);

/* The address of a reference symbol. False: not seen. */
bool symtab_ref_addr(const struct symtab *t, const char *name, uint64_t *addr);

/* Whether a listing has a module (SYMTAB_AVMA) mapped at `base`, or within a page behind it: code without names may come
   first, and other boots move modules by pages. */
bool symtab_lists_module_at(const struct symtab *t, uint64_t base);

/* Sorts, then applies perf's rules for gaps and aliases. May be called again after more additions. */
void symtab_seal(struct symtab *t);

/* The end of the last symbol if it has no size, by these rules; also of the kernel's last symbol in front of modules. */
uint64_t symtab_guess_last_end(uint64_t start);

/* Cuts guessed ends at `n` ascending addresses that hold code without a symbol (PLT slots without a name). After the seal. */
void symtab_cut_guessed_ends(struct symtab *t, const uint64_t *places, size_t n);

/* Sorts without the rules: for additions after the seal that they do not concern (PLT slots). */
void symtab_sort(struct symtab *t);

/* Sorts a table whose symbols are in order of time: where they overlap the latest stays, and the rest of the others become
   symbols of their own. */
void symtab_flatten_by_time(struct symtab *t);

/* The symbol that covers an address; of several the one that starts last; NULL: none. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* Why one of two symbols with the same start is better: the first rule that tells them apart. */
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
/* The rule in words: "the other one is longer". */
const char *symtab_alias_rule_text(enum alias_rule rule);

/* Adds the name as reports show it to `out`: demangled (`demangle` as in struct symtab), with @plt or (inlined). */
void symtab_symbol_name(char *(*demangle)(const char *name), const struct symbol *s, struct text *out);

void symtab_free(struct symtab *t);

/* The input of a reader. */
struct symbol_input {
    struct span bytes;           /* the file with the symbols */
    struct span runtime;         /* the mapped file, if `bytes` is its debug file; else empty */
    const struct object *object; /* the object to load */
    const void *part;            /* of the blob */
};

struct symbol_content {
    uint64_t full;  /* size of a complete table (.symtab, a listing), to compare files; 0: none */
    bool runtime;   /* has what a loader needs (.dynsym, .opd): it is the mapped file */
    bool mini;      /* has .gnu_debugdata: functions that .dynsym lacks */
    bool recorded;  /* written by the recorder: at least the symbols that samples hit */
    uint64_t lines; /* bytes of .debug_info; 0: no source lines */
};

/* The content of a file that is only a complete table. */
static inline struct symbol_content symtab_content_full(const struct blob *b)
{
    return (struct symbol_content){ .full = b->bytes.n };
}

/* A file's link to its debug file: its name (borrowed), and the checksum of its bytes. */
struct symbol_link {
    const char *name;
    uint32_t crc;
};

/* What a file's segments are compared with. */
struct segment_case {
    const struct object *object;
    bool pieces; /* parts of segments may be missing in the recording */
    /* The recorded machine is said to have 32 bits: 64-bit programs do not fit unless addresses show them. */
    bool narrow;
};

/* A reader of one file format; formats/elf and formats/text implement it. Members that a format has no use for are NULL.

     recognise   by the first bytes; NULL: the source names the reader (struct blob)
     content     what kinds of symbols a file has
     build_id    false: the file has none; NULL: the format cannot have one
     marks       where a kernel begins and ends; false: the file is useless, `e` says why
     holds       whether a file has the id of a WANT_DWO or WANT_ALT
     segment     evidence from program headers; `why` is set on a contradiction (identity.h)
     arch        the architecture of its code; NULL: unknown
     module      evidence from the module's name in the file
     link, crc   the name and checksum of its debug file; the checksum of a file's bytes
     read        adds all symbols to `out` and seals it */
struct symbol_reader {
    const char *name;
    unsigned kinds; /* wants that it can answer: bits, 1 << enum want_kind */
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
    const struct line_reader *lines; /* reads source lines of such files (lines.h); NULL: none */
};

#endif
