/*
 * symtab: the sorted symbols of one object. A reader (formats/elf, formats/text) adds them in file order and seals the
 * table; perf's rules for gaps and aliases are in symtab.c. A sealed table does not change, and any number of threads
 * may read it. Names and other data live in the table's arena.
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
    uint64_t start, end; /* in the table's space, `end` is exclusive; start == end: covers only `start` */
    const char *name;    /* as in the file; reports print symtab_symbol_name() */
    /* used by symtab.c: index + 1 of the nearest symbol before this one that ends later; 0: none */
    uint32_t outer;
    uint8_t binding : 2; /* enum symbol_binding */
    /* the name is not mangled, since the symbol is from a table without a demangler (the kernel's) */
    bool is_plain : 1;
    bool is_guess : 1;  /* the file has no size for the symbol, so `end` is guessed */
    bool is_plt : 1;    /* a PLT slot; its name is printed as NAME@plt */
    bool is_object : 1; /* data (STT_OBJECT; D or B in a listing); it is printed with an offset, as in perf */
    /* is not in a table: a function that is inlined into the function that covers these addresses */
    bool is_inlined : 1;
    bool is_module : 1; /* a module's symbol in a kernel's listing */
    /* in a user program, outside of all code: it does not name executed addresses */
    bool is_inert : 1;
    bool is_label : 1; /* in a user program, without type and size: it may be a label inside a function */
};

/* The address space of a table. It decides how mapped addresses are converted to the table's addresses
   (resolver.c). */
enum symtab_space {
    SYMTAB_FOFF, /* file offsets: user objects, vdso, modules from a .ko */
    /* kernel addresses as linked or listed; the address of the reference symbol shows the slide */
    SYMTAB_KERNEL,
    SYMTAB_AVMA, /* addresses as mapped: JIT code, modules in a listing of the recorded boot */
};

/* In a table of JIT code (SYMTAB_AVMA), several codes may have been at one address at different times. All
   but one of them get artificial addresses from SYMTAB_REPLACED on, one after the other. No program has
   memory there. */
#define SYMTAB_REPLACED     (UINT64_C(1) << 55)
#define SYMTAB_REPLACED_END (UINT64_C(1) << 56)

/* Reference symbols. A recording has the runtime address of one of them (perf, machine.c: ref_reloc_sym_names). */
enum symtab_ref { SYMTAB_REF_TEXT, SYMTAB_REF_STEXT, SYMTAB_REFS };

struct symtab {
    struct symbol *v;
    size_t n, cap;
    uint32_t *index; /* used by symtab.c: where a look-up begins; NULL: it begins at the first symbol */
    unsigned shift;
    struct arena arena;
    enum symtab_space space;
    uint64_t text_foff; /* for modules: file offset of .text, where their mapping begins */
    uint64_t text_avma; /* SYMTAB_AVMA: address of the module's code; 0: the object is not a module */
    /* Addresses of _text and _stext. They are stored here because an alias may replace the symbols in the table. */
    uint64_t ref_addr[SYMTAB_REFS];
    bool has_ref[SYMTAB_REFS]; /* whether the symbol was found */
    bool is_listing;           /* a kernel's listing (kallsyms), not an ELF file */
    /* Returns the plain name, malloc'ed, or NULL if it is not mangled. May be NULL. */
    char *(*demangle)(const char *name);
    /* JIT code at addresses that other code had at another time; its symbols have addresses from
       SYMTAB_REPLACED on. */
    struct replaced_code *replaced;
    size_t nreplaced, cap_replaced;
    /* why symbols of a part of the file could not be read; ERR_NONE: all could be read */
    struct err left_out;
    /* set before symbols are added: store in `losers` the symbols that an alias replaces */
    bool keep_losers;
    struct symbol *losers; /* sorted like `v`; a name may occur twice */
    size_t nlosers, cap_losers;
};

/* Sets the demangler of a table that has none: its names then count as mangled. `demangle` NULL: does
   nothing. */
void symtab_set_demangler(struct symtab *t, char *(*demangle)(const char *name));

/* Adds a symbol; size 0: unknown. `name` must live as long as the table (arena_text(&t->arena, ...)). The pointer is
   valid until the next addition. */
struct symbol *symtab_add(struct symtab *t, uint64_t start, uint64_t size, enum symbol_binding binding,
                          const char *name);

/* Notes the address if `name` is a reference symbol; ignores other names. The first symbol of each name is
   used. */
void symtab_note_ref(struct symtab *t, const char *name, uint64_t addr);

/* *addr receives the address of a reference symbol. False: the symbol was not seen. */
bool symtab_ref_addr(const struct symtab *t, const char *name, uint64_t *addr);

/* Whether a module's table from a listing (SYMTAB_AVMA) begins at `base` or less than a page after it. The
   module's first code may have no symbols. In another boot the module would be at least a page away. True
   for all other tables. */
bool symtab_lists_module_at(const struct symtab *t, uint64_t base);

/* Sorts the symbols, then applies perf's rules for gaps and aliases. Call it again after more additions. */
void symtab_seal(struct symtab *t);

/* The end that symtab_seal() gives to the last symbol if it has no size. In a listing, the kernel's last symbol before
   the symbols of modules gets this end, too. */
uint64_t symtab_guess_last_end(uint64_t start);

/* Moves guessed ends down to the next of n ascending addresses at which code without a symbol begins (PLT
   slots without a name). Call it after symtab_seal(). */
void symtab_cut_guessed_ends(struct symtab *t, const uint64_t *places, size_t n);

/* Sorts without the rules for gaps and aliases. It is for symbols that are added after symtab_seal() and
   to which the rules do not apply (PLT slots). */
void symtab_sort(struct symtab *t);

/* Sorts a table whose symbols are in order of time. Where symbols overlap, the latest gets the addresses.
   The remaining parts of older symbols become separate symbols. */
void symtab_flatten_by_time(struct symtab *t);

/* The symbol that covers an address; if several do, the one with the largest start; NULL: none. */
const struct symbol *symtab_find(const struct symtab *t, uint64_t addr);

/* enum alias_rule: the rules by which one of two symbols with the same start is preferred, in the order of
   application. symtab_alias_rule(): the first rule that distinguishes two symbols. */
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
/* The rule as text for messages: "the other one is longer". */
const char *symtab_alias_rule_text(enum alias_rule rule);

/* Appends the name as reports print it: demangled (`demangle` as in struct symtab), and with @plt or
   (inlined) if that applies. */
void symtab_symbol_name(char *(*demangle)(const char *name), const struct symbol *s, struct text *out);

void symtab_free(struct symtab *t);

/* The input of a reader. */
struct symbol_input {
    struct span bytes;           /* the file with the symbols */
    struct span runtime;         /* the mapped file, if `bytes` is its debug file; else empty */
    const struct object *object; /* the object to load */
    const void *part;            /* blob.part of the file */
};

struct symbol_content {
    /* size of the complete table (.symtab, a listing), to compare files; 0: there is none */
    uint64_t full;
    bool runtime;   /* the file has sections that a loader needs (.dynsym, .opd), so it is the mapped file */
    bool mini;      /* the file has .gnu_debugdata, with functions that .dynsym lacks */
    bool recorded;  /* the recorder wrote the symbols: all that samples hit, perhaps more */
    uint64_t lines; /* bytes of .debug_info; 0: no source lines */
};

/* The content of a file that is a complete table and has nothing else. */
static inline struct symbol_content symtab_content_full(const struct blob *b)
{
    return (struct symbol_content){ .full = b->bytes.n };
}

/* A file's link to its debug file: name (borrowed) and checksum of that file. */
struct symbol_link {
    const char *name;
    uint32_t crc;
};

/* The recorded facts that are compared with the segments of a file. */
struct segment_case {
    const struct object *object;
    bool pieces; /* the recording may lack parts of the mapped segments */
    /* The recording says that the machine has 32 bits. Position-independent 64-bit files then agree only
       if mapped addresses need more than 32 bits. */
    bool narrow;
};

/* A reader of one file format; formats/elf and formats/text implement it. Members that a format does not need are NULL.
     recognise   whether it can read a file with these bytes; NULL: sources name the reader (struct blob)
     content     which kinds of symbols the file has
     build_id    false: the file has no build-id; NULL: the format cannot have one
     marks       where the file's kernel begins and ends; false: the file is useless, `e` says why
     holds       whether the file has the id of a WANT_DWO or WANT_ALT
     segment     evidence from program headers; `why` is set on a contradiction (identity.h)
     arch        the architecture of the code in the file; NULL: unknown
     module      evidence from the name of the module in the file; `why` is set on a contradiction
     link        name and checksum of the debug file to which the file refers
     crc         the checksum of the bytes of a file, to be compared with that of a link
     read        adds all symbols to `out` and seals it */
struct symbol_reader {
    const char *name;
    unsigned kinds; /* which files it reads, as bits: 1 << enum want_kind */
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
    const struct line_reader *lines; /* reads the source lines of these files (resolve_lines.h); NULL: none */
};

#endif
