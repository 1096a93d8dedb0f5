/*
 * code: the bytes of objects' code, where available. A reader of object files (formats/elf) finds them; files stay open
 * per object, because many functions are shown.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_CODE_H
#define PERFOLIO_CORE_ANNOTATE_CODE_H

#include "core/resolve/insn.h"
#include "core/resolve/resolver.h"

/* A run of code with one instruction set, in the space of the object's symbol table (symtab.h). */
struct code_run {
    uint64_t at, size;
    uint64_t svma; /* address of the first byte in the ELF headers; for code kept as it ran, where it ran */
    struct span bytes;   /* borrowed, `size` bytes; n 0: the file lacks them */
    char mark;           /* as in struct code_piece */
    const char *section; /* name of the section, borrowed; "": unknown */
};

struct code_file;

/* The meaning of addresses in the code. */
enum code_addresses {
    CODE_UNLINKED, /* of a kernel module: filled in by its loader */
    CODE_LINKED,   /* addresses of the ELF headers */
    CODE_AS_RUN,   /* runtime addresses, also of other mapped objects */
};

/* What a loader fills into an instruction: the address of a symbol plus `offset`. `inside`: it is in the instruction's own
   section, at `at` in the table's space. */
struct code_link {
    const char *name; /* borrowed; "": unknown */
    int64_t offset;
    bool inside;
    uint64_t at;
};

/* The reader's interface; formats/elf implements it. */
struct code_reader {
    /* Opens the mapped file of an object; `debug` is its debug file if that is another and available, else empty. With
       `slide`, `runtime` is code kept as it ran: an address in the table's space plus *slide is one of the file. Both are
       borrowed until close(). NULL: `e` says why. */
    struct code_file *(*open)(struct span runtime, struct span debug, const struct object *object,
                              const uint64_t *slide, struct err *e);
    /* The runs that make up [at, end), in order and without gaps: *n, malloc'ed. */
    struct code_run *(*runs)(const struct code_file *f, uint64_t at, uint64_t end, size_t *n);
    /* Converts an address of the ELF headers to the table's space. False: nothing is loaded there. */
    bool (*at)(const struct code_file *f, uint64_t svma, uint64_t *at);
    const struct arch *(*arch)(const struct code_file *f); /* NULL: unknown */
    enum code_addresses (*addresses)(const struct code_file *f);
    /* For CODE_UNLINKED: whether relocations are available; and the relocation of the instruction at `at`. False: it has
       none. */
    bool (*relocated)(const struct code_file *f);
    bool (*link)(const struct code_file *f, uint64_t at, const struct insn *insn, struct code_link *out);
    void (*close)(struct code_file *f);
};

/* The code files of a capture's objects, opened on first use. Not thread-safe. */
struct code;

/* `objects`: number of objects in the timeline. Resolver and reader must outlive the result. */
struct code *code_new(struct resolver *r, const struct code_reader *reader, size_t objects);
void code_free(struct code *c);

/* The code file of an object, valid as long as `c`; NULL: `why`, valid as long, says why. */
const struct code_file *code_file_of(struct code *c, const struct object *o, const char **why);

/* Where the file comes from (blob.origin); "": there is none. */
const char *code_origin(const struct code *c, const struct object *o);

/* The reader passed to code_new(). */
const struct code_reader *code_reader_of(const struct code *c);

#endif
