/*
 * code: the bytes of the code of objects, as far as they are at hand. A reader of object files (formats/elf)
 * says where they lie in a file; what was read is kept per object, for many functions are asked about.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_CODE_H
#define PERFOLIO_CORE_ANNOTATE_CODE_H

#include "core/resolve/insn.h"
#include "core/resolve/resolver.h"

/* A run of bytes of one kind, in the space of the object's symbol table (symtab.h). */
struct code_run {
    uint64_t at, size;
    uint64_t svma;       /* where the first byte is in the ELF headers, of code as it ran where that was */
    struct span bytes;   /* borrowed; n 0: the file at hand lacks them, else it is `size` */
    char mark;           /* of struct code_piece */
    const char *section; /* its name, borrowed; "": none is known */
};

struct code_file;

/* What the addresses are that stand in code. */
enum code_addresses {
    CODE_UNLINKED, /* of a kernel module: they are filled in when it is loaded */
    CODE_LINKED,   /* those of the ELF headers */
    CODE_AS_RUN,   /* those at which it ran: of everything that was mapped beside it, too */
};

/* What a loader fills into an instruction: the address `offset` behind a symbol, which, where it is `inside` of the section
   that the instruction is in, is `at` in the space of the table. */
struct code_link {
    const char *name; /* borrowed; "": it is not known */
    int64_t offset;
    bool inside;
    uint64_t at;
};

/* core declares, formats/elf implements. */
struct code_reader {
    /* Open the file that was mapped for an object; `debug` is its debug file, if that is another and at hand,
       else empty. Or, with `slide`, the code as it ran: *slide leads from the space of the table to the file's addresses.
       Both files must stay until close(). NULL: `e` says why it is of no use. */
    struct code_file *(*open)(struct span runtime, struct span debug, const struct object *object,
                              const uint64_t *slide, struct err *e);
    /* The runs that make up [at, end), in order and without gaps: *n of them, malloc'ed. */
    struct code_run *(*runs)(const struct code_file *f, uint64_t at, uint64_t end, size_t *n);
    /* An address of the ELF headers in that space. False: nothing is loaded there. */
    bool (*at)(const struct code_file *f, uint64_t svma, uint64_t *at);
    const struct arch *(*arch)(const struct code_file *f); /* NULL: unknown */
    enum code_addresses (*addresses)(const struct code_file *f);
    /* Of code that is not linked: whether what the loader fills in is known, and what it is for the instruction that
       stands at `at`. False: nothing is filled in there. */
    bool (*relocated)(const struct code_file *f);
    bool (*link)(const struct code_file *f, uint64_t at, const struct insn *insn, struct code_link *out);
    void (*close)(struct code_file *f);
};

/* The files of a capture's objects, opened when they are first asked for. Not for two threads at once. */
struct code;

/* `objects` is how many the timeline has; all must outlive it. */
struct code *code_new(struct resolver *r, const struct code_reader *reader, size_t objects);
void code_free(struct code *c);

/* The file of an object, which lives as long as `c`; NULL: `why`, as long, says why there is none. */
const struct code_file *code_file_of(struct code *c, const struct object *o, const char **why);

/* Where the file comes from (struct blob's origin); "": there is none. */
const char *code_origin(const struct code *c, const struct object *o);

/* The reader that was given. */
const struct code_reader *code_reader_of(const struct code *c);

#endif
