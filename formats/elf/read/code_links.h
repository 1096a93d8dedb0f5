/*
 * code_links: what a loader fills into code that is not linked, as that of kernel modules: the addresses of symbols, of
 * this file and of others, where relocations of its executed sections say so.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H

#include "core/annotate/code.h"
#include "formats/elf/read/image.h"

/* A place in a section of this file; section 0: it is in none. */
struct code_place {
    uint32_t section;
    uint64_t value; /* from the section's begin on */
};

struct code_links {
    struct code_fill { /* in the order of their places */
        uint64_t foff;
        int64_t addend; /* of SHT_REL, which has it in the code: 0 */
        uint32_t type;  /* r_type of the psABI */
        bool in_code;   /* the addend is */
        bool
            label; /* the symbol is the assembler's own, or stands for a section: only its place says what is there */
        const char *name;
        struct code_place place;
    } * v;
    size_t n, cap;
    struct code_name { /* by place: what symbols call the parts of sections */
        struct code_place place;
        uint64_t size;
        const char *name;
    } * names;
    size_t nnames, cap_names;
};

/* Read those of a file that is not linked; names are borrowed from its bytes. */
void code_links_read(struct code_links *l, const struct image *file);
void code_links_free(struct code_links *l);

/* What is filled into the instruction that stands at an offset of the file they are of (struct code_reader, link()). */
bool code_links_of(const struct code_links *l, const struct image *m, uint64_t at, const struct insn *insn,
                   struct code_link *out);

#endif
