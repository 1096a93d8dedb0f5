/*
 * folio_plan: what a folio under way has gathered: its contents, each once, and the sections that are written
 * already. Shared by what adds to it (folio_pack.c), what keeps files (folio_keep.c) and what writes the rest
 * (folio_finish.c).
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

/* One content under way. */
struct folio_content {
    struct folio_object o;
    uint8_t table_hash[HASH128];
    struct text columns;     /* the whole table, as folio_put_rest() has it */
    struct text times;       /* folio_put_times() */
    uint8_t *touched;        /* a bit for each of its symbols */
    bool hit;                /* samples lie in it or speak of it */
    bool unwind;             /* its unwind tables are needed */
    struct text image;       /* thin, with the code of what is touched */
    struct code_marks marks; /* of that code, */
    struct code_links links; /* and what a loader fills into it */
    struct elf_range *ranges;
    size_t nranges, cap_ranges;
    struct folio_lines *lines; /* of the places that are touched; NULL: none were looked for */
    size_t frames;             /* of all places of functions: function_lines_add() */
    uint64_t dwarf;            /* bytes of it in the file with the symbols */
    uint64_t samples;
    uint32_t whole; /* the section with the whole file, in a dry run */
};

struct pack {
    struct pack_opts opts;
    struct folio_writer w;
    bool writing;
    struct folio_content *contents;
    size_t n, cap;   /* n: sums.nobjects, too */
    struct idmap of; /* hash of identity -> content + 1 */
    struct source_text sources;
    struct names unproven; /* files of this machine that are in it without a build-id, as text */
    const char **files;    /* these, in the order in which they came */
    size_t nfiles, cap_files;
    struct pack_sums sums;
};

static inline void folio_plan_tell(const struct pack *p, const char *what, const char *name)
{
    if (p->opts.progress)
        p->opts.progress(p->opts.arg, what, name);
}

/* A section's name: what it is, and of which object. */
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

/* Keep of the files of an object what the level asks for: at `full` all that is there, else the code of what
   samples touch, and what unwinding needs (folio_keep.c). False with `e` set. */
bool folio_plan_keep_files(struct pack *p, struct folio_content *c, const struct pack_input *in,
                           const struct object *object, const struct resolved_from *r, struct err *e);

#endif
