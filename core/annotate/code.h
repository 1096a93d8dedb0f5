/*
 * code: the bytes of objects' code, where available. A reader of object files (formats/elf) finds them. The file of an
 * object stays open, because many functions of it may be shown.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_CODE_H
#define PERFOLIO_CORE_ANNOTATE_CODE_H

#include "core/resolve/insn.h"
#include "core/resolve/resolver.h"

/* A run of code with one instruction set, in the space of the object's symbol table (symtab.h). */
struct code_run {
    uint64_t at, size;
    /* address of the first byte by the ELF headers; for code that the recorder copied from memory, its
       runtime address */
    uint64_t svma;
    struct span bytes;   /* borrowed, `size` bytes; `n` is 0 if the file lacks them */
    char mark;           /* as in struct code_piece */
    const char *section; /* name of the section, borrowed; "": unknown */
};

struct code_file;

/* The meaning of addresses that instructions contain. */
enum code_addresses {
    CODE_UNLINKED, /* a kernel module's code: the loader fills the addresses in */
    CODE_LINKED,   /* addresses of the ELF headers */
    CODE_AS_RUN,   /* runtime addresses, which may be in other mapped objects */
};

/* The address that a loader fills into an instruction: the address of a symbol plus `offset`. `inside`:
   the result is in the instruction's own section, at the address `at` of the table's space. */
struct code_link {
    const char *name; /* borrowed; "": unknown */
    int64_t offset;
    bool inside;
    uint64_t at;
};

/* The reader's interface; formats/elf implements it. */
struct code_reader {
    /* Opens the mapped file of an object. `debug` is the separate debug file; empty: there is none or it
       is not available. If `slide` is not NULL, `runtime` is a copy of the code in memory, made by the
       recorder: an address in the object's symbol table plus *slide is an address in this file. `runtime`
       and `debug` are borrowed until close(). NULL: `e` says why. */
    struct code_file *(*open)(struct span runtime, struct span debug, const struct object *object,
                              const uint64_t *slide, struct err *e);
    /* The *n runs that make up [at, end), in order and without gaps; malloc'ed. */
    struct code_run *(*runs)(const struct code_file *f, uint64_t at, uint64_t end, size_t *n);
    /* Converts an address of the ELF headers to the table's space. False: nothing is loaded there. */
    bool (*at)(const struct code_file *f, uint64_t svma, uint64_t *at);
    const struct arch *(*arch)(const struct code_file *f); /* NULL: unknown */
    enum code_addresses (*addresses)(const struct code_file *f);
    /* For CODE_UNLINKED. relocated(): whether the file's relocations are available. link(): the relocation of the
       instruction at `at`; false if the instruction has none. */
    bool (*relocated)(const struct code_file *f);
    bool (*link)(const struct code_file *f, uint64_t at, const struct insn *insn, struct code_link *out);
    void (*close)(struct code_file *f);
};

/* The code files of a capture's objects, opened on first use. Not thread-safe. */
struct code;

/* `objects`: number of objects in the timeline. `r` and `reader` must outlive the result. */
struct code *code_new(struct resolver *r, const struct code_reader *reader, size_t objects);
void code_free(struct code *c);

/* The code file of an object. NULL: *why says why there is none. Both are valid as long as `c`. */
const struct code_file *code_file_of(struct code *c, const struct object *o, const char **why);

/* Where the object's code file comes from (blob.origin); "": the object has none. */
const char *code_origin(const struct code *c, const struct object *o);

/* The reader passed to code_new(). */
const struct code_reader *code_reader_of(const struct code *c);

#endif
