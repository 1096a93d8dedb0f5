/*
 * folio_plan: the state of a folio that is being packed: its contents, each stored once, and the sections
 * that are already written. Shared by folio_pack.c, which adds captures, folio_keep.c, which stores files of
 * objects, and folio_finish.c, which writes the rest.
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

/* The writer of a folio. It writes each section when it is added, and the manifest and the headers in
   folio_finish(). The data of the manifest is collected in a struct folio. The file gets its name only
   when folio_finish() has succeeded. */

/* The alignment of the plain bytes of a compressed section (Elf64_Chdr, ch_addralign). */
enum { FOLIO_ALIGN = 8 };

struct folio_writer {
    struct folio f; /* the data of the manifest */
    struct output out;
    /* path: of the file; the others are as in struct pack_opts; borrowed */
    const char *path, *page_path, *temporary;
    bool (*check)(void *arg, const struct folio *f, struct err *e);
    void *check_arg;
    struct file page;
    size_t cap_sections, cap_objects, cap_answers, cap_files, cap_captures;
    struct zstd_packer *packer; /* the result does not depend on its number of threads */
};

bool folio_create(struct folio_writer *w, const char *path, const struct pack_opts *o, struct err *e);

/* Adds a section: writes `bytes`, and takes the name, type, flags, link, info and entsize from `head`. Returns the
   section's number; 0 with `e` set on failure. */
uint32_t folio_add(struct folio_writer *w, const struct folio_section *head, struct span bytes,
                   struct err *e);

/* Add a section with the content of a file, or with bytes, compressed as zstd frames. Return the section's
   number; 0 with `e` set on failure. */
uint32_t folio_add_file(struct folio_writer *w, const char *name, const struct file *in, struct err *e);
uint32_t folio_add_packed(struct folio_writer *w, const char *name, struct span bytes, struct err *e);

/* Writes the manifest and the headers, and gives the file its name. *size receives the size of the file. False with
   `e` set on failure. Frees the writer's memory in any case. */
bool folio_finish(struct folio_writer *w, uint64_t *size, struct err *e);

/* Deletes the unfinished file, and frees the writer's memory. */
void folio_abandon(struct folio_writer *w);

/* Source text (--source): copies lines of the source files that DWARF names into a folio. It notes which
   of these files are from another version than the compiled one, and which were read from this machine. */

/* The source files that were looked up. */
struct source_text {
    /* `mark` of a file: 1 + the value of `turn` when a problem of the file was last reported */
    struct source_files files;
    size_t turn; /* number of calls of source_text_problems() */
    struct names taken_names;
    const char **taken; /* paths of this machine's files from which lines were copied, each once */
    size_t ntaken, cap_taken;
    struct problems problems; /* source files that are from another version, withheld, or not readable */
};

/* `paths` and the data that it points to are borrowed. */
void source_text_init(struct source_text *t, const struct source_paths *paths);
void source_text_free(struct source_text *t);

/* Adds the text of a line of a source file to `l`, if the file is found. Notes in `l` if the file's MD5
   shows that it is from another version than the compiled one. */
void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line);

/* Adds the problems of source files since the last call to `into`. */
void source_text_problems(struct source_text *t, struct problems *into);

/* Lines of whole functions: collects the source lines of all addresses of a function, and the text of
   these lines. `perfolio annotate` prints them between the instructions. */

/* A function, and the resolver that knows its lines. */
struct lined_function {
    struct resolver *resolver;
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
};

/* Adds the lines of all addresses of a function to `l`, and the number of their frames to *frames, which
   counts the frames of one object. Adds nothing if *frames has reached FUNCTION_FRAMES_MOST, or if the
   lines would come from a folio that only has lines of the function's touched addresses. */
enum { FUNCTION_FRAMES_MOST = 1 << 21 }; /* most frames to resolve, which takes some seconds */
void function_lines_add(struct folio_lines *l, const struct lined_function *f, size_t *frames);

/* Adds the source text of a function, and of each function that is inlined into it, to `l`: from the first to the
   last line that has code in the function. The text is read from the files that DWARF names. */
void function_lines_add_text(struct folio_lines *l, const struct lined_function *f, struct source_text *t);

/* A content while a folio is packed. */
struct folio_content {
    struct folio_object o;
    uint8_t table_hash[HASH128];
    struct text columns;     /* all symbols, made by folio_put_rest() */
    struct text times;       /* made by folio_put_times() */
    uint8_t *touched;        /* a bit for each symbol: whether samples touch it */
    bool hit;                /* some sample or call chain has an address in this content */
    bool unwind;             /* stacks are unwound with its unwind tables */
    struct text image;       /* an ELF file with only the code of the touched symbols */
    struct code_marks marks; /* mapping symbols of the code in `image` */
    struct code_links links; /* the places in this code into which a loader writes addresses */
    struct elf_range *ranges;
    size_t nranges, cap_ranges;
    struct folio_lines *lines; /* lines of the touched addresses; NULL: they were not looked up */
    size_t frames;             /* number of frames that function_lines_add() added */
    uint64_t dwarf;            /* bytes of DWARF in the file with the symbols */
    uint64_t samples;
    uint32_t whole; /* in a dry run: the number of the section with the whole file */
};

struct pack {
    struct pack_opts opts;
    struct folio_writer w;
    bool writing;
    struct folio_content *contents;
    size_t n, cap;   /* n is also sums.nobjects */
    struct idmap of; /* hash of a content's identity -> its index + 1 */
    struct source_text sources;
    /* for the capture that is being added: files that are not available as a whole */
    struct problems left_out;
    struct names unproven; /* paths of this machine's files that were used without a build-id */
    const char **files;    /* the same paths, in the order in which they were added */
    size_t nfiles, cap_files;
    struct folio_notes notes;
    struct pack_sums sums;
};

static inline void pack_progress(const struct pack *p, const char *what, const char *name)
{
    if (p->opts.progress)
        p->opts.progress(p->opts.arg, what, name);
}

/* Sets `t` to the name of a section: `prefix` is the kind of section, `name` the object that it belongs to. */
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

/* Stores the parts of an object's files that the level of the folio requires (folio_keep.c). At `full`
   these are the whole files, else the code of touched symbols, and the unwind tables if stacks need them.
   False with `e` set on failure. */
bool folio_plan_keep_files(struct pack *p, struct folio_content *c, const struct pack_input *in,
                           const struct object *object, const struct resolved_from *r, struct err *e);

#endif
