/*
 * folio_plan: the state of a folio that is being packed: its contents, each once, and the sections that are written
 * already. Shared by folio_pack.c, which adds captures, folio_keep.c, which keeps files, and folio_finish.c, which
 * writes the rest.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_PLAN_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_PLAN_H

#include "archive/folio/folio.h"
#include "core/base/file/output.h"
#include "archive/folio/folio_lines.h"
#include "archive/source_files.h"
#include "core/base/problem.h"
#include "archive/folio/folio_part.h"
#include "archive/folio/pack/pack.h"
#include "formats/elf/elf.h"
#include "formats/elf/read/code_links.h"
#include "formats/elf/read/code_marks.h"
#include "formats/elf/write/elf_subset.h"

/* Writes a folio: sections as they are added, then the manifest and the headers. The manifest's data are
   gathered in a struct folio. The file has its name only once folio_finish() has returned true. */

/* The alignment of the plain bytes of a compressed section (Elf64_Chdr, ch_addralign). */
enum { FOLIO_ALIGN = 8 };

struct folio_writer {
    struct folio f; /* the data of the manifest */
    struct output out;
    size_t cap_sections, cap_objects, cap_answers, cap_files, cap_captures;
    struct zstd_packer *packer; /* the number of its threads does not change the result */
};

bool folio_create(struct folio_writer *w, const char *path, enum folio_level level, const char *temporary,
                  struct err *e);

/* Adds a section with the name, type, flags, link, info and entsize of `head`. Returns its number; 0: `e` is set. */
uint32_t folio_add(struct folio_writer *w, const struct folio_section *head, struct span bytes,
                   struct err *e);

/* Add a section that has a file, or bytes, in zstd frames. Return its number; 0: `e` is set. */
uint32_t folio_add_file(struct folio_writer *w, const char *name, const struct file *in, struct err *e);
uint32_t folio_add_packed(struct folio_writer *w, const char *name, struct span bytes, struct err *e);

/* Adds the manifest and the headers, and gives the file its name; *size receives its bytes. False with `e` set. Frees
   the writer's memory in any case. */
bool folio_finish(struct folio_writer *w, uint64_t *size, struct err *e);

/* Drops what was written, and frees the writer's memory. */
void folio_abandon(struct folio_writer *w);

/* Takes lines of the source files that DWARF names into a folio, if the user asked for them with --source,
   and notes which of these files are of another version than the code, and which are this machine's. */

/* The source files that were looked for. */
struct source_text {
    struct source_files files; /* marked with the last turn in which a problem of them was noted, + 1 */
    size_t turn;               /* number of calls of source_text_problems() */
    struct names taken_names;
    const char **taken; /* the files of this machine whose lines were taken, each once */
    size_t ntaken, cap_taken;
    struct problems problems; /* files of other versions, not taken, or not readable */
};

/* What `paths` points to is borrowed. */
void source_text_init(struct source_text *t, const struct source_paths *paths);
void source_text_free(struct source_text *t);

/* Adds a line of a source file to `l`, if it is found, and notes there if its MD5 says that it is of another version
   than the code. */
void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line);

/* Adds the problems of files since the last call. */
void source_text_problems(struct source_text *t, struct problems *into);

/* Gathers the source lines of all addresses of a function, and their text, which annotate shows between
   the instructions. */

/* A function, and the resolver that knows its lines. */
struct lined_function {
    struct resolver *resolver;
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
};

/* Adds the lines of all addresses of a function to `l`, and the number of their frames to *frames. Adds nothing if
   *frames, which counts those of an object, is FUNCTION_FRAMES_MOST already, or if the lines come from a folio that has
   touched addresses of the function only. */
enum { FUNCTION_FRAMES_MOST = 1 << 21 }; /* some seconds of work */
void function_lines_add(struct folio_lines *l, const struct lined_function *f, size_t *frames);

/* Adds to `l` the text of the lines of a function, from the files that its DWARF names: of the function itself and of
   each one inlined into it, from the first to the last line that has code here. */
void function_lines_add_text(struct folio_lines *l, const struct lined_function *f, struct source_text *t);

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

static inline void pack_progress(const struct pack *p, const char *what, const char *name)
{
    if (p->opts.progress)
        p->opts.progress(p->opts.arg, what, name);
}

/* Sets `t` to the name of a section: `prefix` says what it is, `name` is the object. */
static inline void folio_plan_section_name(struct text *t, const char *prefix, const char *name)
{
    t->n = 0;
    text_add(t, prefix);
    manifest_add_escaped(t, name);
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
