/*
 * source_list: the sources, in the order in which they are asked for files, and a log of their answers. Every
 * file that a source returns is judged (identity.h): build-ids identify contents, names are hints. Not
 * thread-safe; the resolver locks it.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SOURCE_LIST_H
#define PERFOLIO_CORE_RESOLVE_SOURCE_LIST_H

#include "core/base/idmap.h"
#include "core/base/problem.h"
#include "core/resolve/source.h"
#include "core/resolve/symtab.h"

/* One logged answer, for `explain` and `doctor`. The list owns its texts. */
struct source_list_note {
    enum want_kind kind;
    const struct object *object;
    const char *source;    /* name of the source; "": the list itself wrote the note */
    const char *where;     /* folder or file of the source; "": none */
    const char *origin;    /* the file; "": none */
    struct file_node file; /* zeros: not known */
    enum answer answer;    /* ANSWER_UNUSABLE is also used for refused files */
    /* the reason; "": the file was found and proven. For ANSWER_ABSENT it says where the source looked, or
       why it did not look; it may be "" */
    const char *why;
    /* the file is not the recorded object: the build-id differs, or `contradicts` or `other` is set */
    bool refused;
    bool contradicts;     /* refused because the addresses of a kernel contradict the recorded mapping */
    bool other;           /* refused because of other evidence than the build-id */
    const char *evidence; /* all evidence (identity_text()); "": not judged */
    bool passed_over;     /* ANSWER_ABSENT, but the source was not asked */
    const struct object *module; /* of the want */
    enum want_use use;           /* of the want */
    bool quiet, chosen;          /* from the source; quiet: only for refusals */
    bool lacks_dwarf;            /* of the file */
    /* enum problem_kind + 1 of a problem that is this note itself; 0: none, or the flags say which */
    uint8_t problem;
    uint32_t next; /* index + 1 of the object's next note; 0: the last note */
};

/* A selection of notes: those for which has() is true. A NULL pointer to the struct selects all notes. */
struct source_list_scope {
    bool (*has)(const void *arg, const struct source_list_note *n);
    const void *arg;
};

struct source_list {
    struct source *first, *last;
    const struct symbol_reader *const *readers; /* ended by NULL */
    /* problems that concern no object: a source could not be added, files changed */
    struct problems problems;
    struct problems text_problems; /* problems of source files; the log does not contain them */
    struct arena arena;
    struct source_list_note *notes;
    size_t nnotes, cap_notes;
    struct idmap first_note, last_note; /* object index -> index in notes + 1 */
    const struct arch *arch;            /* the recorded machine; NULL: unknown */
    uint64_t since, until;              /* as in struct identity_case */
    /* the files will be given to other people, so only files of this host that sharing.h allows are used */
    bool guarded;
    /* Whether a kernel listing of this host was refused in this run of the program (sharing.h); borrowed,
       or NULL. */
    bool *guessed;
    /* Tables store symbols that an alias replaced (symtab.losers), for `explain`. Set it before anything
       is loaded. */
    bool keep_losers;
    const char *temporary; /* folder for temporary files of sources (surroundings.h); borrowed */
    /* files of loaded tables stay open, for packing; set it before anything is loaded */
    bool keep_files;
};

/* `readers` (borrowed, ended by NULL) recognise file formats. */
void source_list_init(struct source_list *c, const struct symbol_reader *const *readers);

/* Appends a source; the source list owns it. NULL is ignored. */
void source_list_add(struct source_list *c, struct source *s);

/* Tells every source which objects' files may be wanted, so that it can fetch the files together.
   `objects` must outlive the source list. */
void source_list_announce_objects(struct source_list *c, const struct object *const *objects, size_t n);

/* Which sources to ask. ALL: all except remote ones. CHOSEN: of these, files that the user named for this
   purpose. OTHERS: of these, all except CHOSEN. REMOTE: sources that need a network. */
enum source_list_which { SOURCE_LIST_ALL, SOURCE_LIST_CHOSEN, SOURCE_LIST_OTHERS, SOURCE_LIST_REMOTE };

/* The progress of a search; start with { .which = ... }. */
struct source_list_cursor {
    enum source_list_which which;
    struct source *at;
    unsigned i;
    bool started;
    bool around; /* the object is an ELF file inside a container, and the container is being searched */
};

/* Finds the next usable file for a want. Its build-id agrees. Or the capture has no build-id, and the file
   is proven by its source or matches by name only. The caller closes `out` (blob_close()). False: there
   are no more files. */
bool source_list_next(struct source_list *c, const struct want *w, struct source_list_cursor *at,
                      struct blob *out, const struct symbol_reader **reader);

/* Opens a source file that an object's DWARF names; the caller closes it. False: no source has it. */
bool source_list_open_source_file(struct source_list *c, const struct object *o, const char *path,
                                  struct blob *out);

/* Whether a file opened for an object belongs to this host (source_ops, has()). False if the source list has no source
   with files of this host. */
bool source_list_is_host_file(struct source_list *c, const struct object *o, const struct blob *b);

/* Counts a problem with a file that came from the source list, and logs the file as unusable. */
void source_list_reject(struct source_list *c, enum problem_kind kind, const struct want *w,
                        const struct blob *b, const char *why);

/* Returns the note of an object that follows `n`, or the object's first note if `n` is NULL. NULL: there are no more. */
const struct source_list_note *source_list_next_note(const struct source_list *c, const struct object *o,
                                                     const struct source_list_note *n);

/* Adds the problems of the answers in a scope, as if there were no other answers. Problems of source files
   are added only if there is no scope. A mapped file that changed is added for each scope, since any
   answer may come from it. A file refused for its build-id is added if no right file was found, or if the
   user named this file: folders may hold many versions. A file that matched by name only is added if it
   was used. */
void source_list_add_problems(const struct source_list *c, const struct source_list_scope *scope,
                              struct problems *into);

static inline bool source_list_scope_has(const struct source_list_scope *s, const struct source_list_note *n)
{
    return !s || s->has(s->arg, n);
}

void source_list_free(struct source_list *c);

/* Closes a blob and zeroes it. A zeroed blob is allowed. */
static inline void blob_close(struct blob *b)
{
    if (b->close)
        b->close(b);
    *b = (struct blob){ 0 };
}

#endif
