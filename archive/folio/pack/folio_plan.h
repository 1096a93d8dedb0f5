/*
 * folio_plan: the state of a folio that is being packed: its contents, each once, and the sections that are written
 * already. Shared by folio_pack.c, which adds captures, folio_keep.c, which keeps files, and folio_finish.c, which
 * writes the rest.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_PLAN_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_PLAN_H

#include "archive/folio/folio_part.h"
#include "archive/folio/pack/pack.h"
#include "archive/folio/pack/folio_write.h"
#include "archive/folio/pack/function_lines.h"
#include "formats/elf/elf.h"
#include "formats/elf/read/code_links.h"
#include "formats/elf/read/code_marks.h"
#include "formats/elf/write/elf_subset.h"

/* A content that is being gathered. */
struct folio_content {
    struct folio_object o;
    uint8_t table_hash[HASH128];
    struct text columns;     /* all symbols, made by folio_put_rest() */
    struct text times;       /* made by folio_put_times() */
    uint8_t *touched;        /* a bit for each of its symbols */
    bool hit;                /* samples or their call chains have addresses in it */
    bool unwind;             /* its unwind tables are needed */
    struct text image;       /* an ELF file with the code of the touched symbols only */
    struct code_marks marks; /* of that code, */
    struct code_links links; /* and what a loader fills into it */
    struct elf_range *ranges;
    size_t nranges, cap_ranges;
    struct folio_lines *lines; /* of the touched addresses; NULL: not looked for */
    size_t frames;             /* of whole functions: function_lines_add() */
    uint64_t dwarf;            /* bytes of DWARF in the file with the symbols */
    uint64_t samples;
    uint32_t whole; /* in a dry run the section with the whole file */
};

struct pack {
    struct pack_opts opts;
    struct folio_writer w;
    bool writing;
    struct folio_content *contents;
    size_t n, cap;   /* n: sums.nobjects, too */
    struct idmap of; /* hash of identity -> content + 1 */
    struct source_text sources;
    struct names unproven; /* paths of this machine's files that were taken without a build-id */
    const char **files;    /* the same, in the order in which they were added */
    size_t nfiles, cap_files;
    struct pack_sums sums;
};

static inline void folio_plan_tell(const struct pack *p, const char *what, const char *name)
{
    if (p->opts.progress)
        p->opts.progress(p->opts.arg, what, name);
}

/* Sets `t` to the name of a section: `prefix` says what it is, `name` is the object. */
static inline void folio_plan_section_name(struct text *t, const char *prefix, const char *name)
{
    t->n = 0;
    text_add(t, prefix);
    manifest_escape_add(t, name);
}

static inline bool folio_plan_is_elf(struct span bytes)
{
    return elf_reader.recognise(bytes);
}

/* Keeps the parts of an object's files that the level asks for: at `full` all there is, else the code of touched
   symbols, and what unwinding needs (folio_keep.c). False with `e` set. */
bool folio_plan_keep_files(struct pack *p, struct folio_content *c, const struct pack_input *in,
                           const struct object *object, const struct resolved_from *r, struct err *e);

#endif
