/*
 * source_list: the sources, in the order in which they are asked for files, and a log of their answers. Every file that
 * comes back is judged (identity.h): build-ids identify contents, names are hints. Not thread-safe; resolver.c locks.
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
    const char *source; /* name of the source; "": of the list itself */
    const char *where;  /* folder or file of the source; "": none */
    const char *origin; /* the file; "": none */
    enum answer answer; /* UNUSABLE also for refused files */
    const char *why;  /* the reason; "": FOUND and proven. ABSENT: where was looked, or why not; may be "" */
    bool refused;     /* UNUSABLE because it is not the recorded object: build-ids differ, or ... */
    bool contradicts; /* ... it is a kernel that contradicts the recorded mapping */
    bool other;       /* refused for other evidence than a build-id */
    const char *evidence;        /* all evidence (identity_text()); "": not judged */
    bool passed_over;            /* ABSENT without asking the source */
    const struct object *module; /* of the want */
    enum want_use use;           /* of the want */
    bool quiet, chosen;          /* of the source; quiet: of refusals */
    uint8_t problem; /* enum problem_kind + 1 of what it tells by itself; 0: nothing, or what flags tell */
    uint32_t next;   /* place + 1 of the object's next note; 0: the last */
};

/* Which notes are looked at. NULL: all. */
struct source_list_scope {
    bool (*has)(const void *arg, const struct source_list_note *n);
    const void *arg;
};

struct source_list {
    struct source *first, *last;
    const struct symbol_reader *const *readers; /* ended by NULL */
    struct problems problems;                   /* of what is not in the log: source files, containers */
    struct arena arena;
    struct source_list_note *notes;
    size_t nnotes, cap_notes;
    struct idmap first_note, last_note; /* object index -> place in notes + 1 */
    const struct arch *arch;            /* the recorded machine; NULL: unknown */
    uint64_t since, until;              /* as in struct identity_case */
    bool guarded; /* files are given to others: only those of this host that giving.h allows */
    /* A kernel listing of this host was refused in this run of the program; borrowed, or NULL. */
    bool *guessed;
    /* Tables keep symbols that lost to an alias, for `explain`; set before anything is loaded. */
    bool keep_losers;
    const char *temporary; /* folder where sources may unpack (surroundings.h); borrowed */
    bool keep_files;       /* files of tables stay open, for packing; set before anything is loaded */
};

/* `readers` (borrowed, ended by NULL) recognise file formats. */
void source_list_init(struct source_list *c, const struct symbol_reader *const *readers);

/* Appends a source; the source list owns it. NULL is ignored. */
void source_list_add(struct source_list *c, struct source *s);

/* Tells every source which objects may be asked for, so that it can fetch them at once; the list must outlive the source list. */
void source_list_announce_objects(struct source_list *c, const struct object *const *objects, size_t n);

/* Which sources to ask: all local ones; of these those that the user named for the kernel; the others; remote ones. */
enum source_list_which { SOURCE_LIST_ALL, SOURCE_LIST_CHOSEN, SOURCE_LIST_OTHERS, SOURCE_LIST_REMOTE };

/* The progress of a search; start with { .which = ... }. */
struct source_list_cursor {
    enum source_list_which which;
    struct source *at;
    unsigned i;
    bool started;
    bool around; /* the object lies inside a file, and that file is asked for */
};

/* Finds the next usable file for a want: its build-id verified; proven by its source if the capture has no build-id; or
   unproven, which counts as NAME_ONLY. The caller closes `out` (blob_close()). False: no more. */
bool source_list_next(struct source_list *c, const struct want *w, struct source_list_cursor *at,
                      struct blob *out, const struct symbol_reader **reader);

/* Opens a source file that an object's DWARF names; the caller closes it. False: no source has it. */
bool source_list_open_source_file(struct source_list *c, const struct object *o, const char *path,
                                  struct blob *out);

/* Whether a file opened for an object belongs to this host (source_ops, has()). False if no source of this host is in the
   source list. */
bool source_list_is_host_file(struct source_list *c, const struct object *o, const struct blob *b);

/* Counts a problem with a file that the source list gave, and logs it as unusable. */
void source_list_reject(struct source_list *c, enum problem_kind kind, const struct want *w,
                        const struct blob *b, const char *why);

/* Iterates over the notes of an object in order: the one after `n`, or the first if `n` is NULL; NULL: no more. */
const struct source_list_note *source_list_next_note(const struct source_list *c, const struct object *o,
                                                     const struct source_list_note *n);

/* Adds the problems of the answers in a scope, as if no other had been given. A file refused for its build-id counts if no right one was found, or if the user named
   that very file: folders may hold many versions. A file matched by name alone counts if it was used. */
void source_list_add_problems(const struct source_list *c, const struct source_list_scope *scope,
                              struct problems *into);

static inline bool source_list_scope_has(const struct source_list_scope *s, const struct source_list_note *n)
{
    return !s || s->has(s->arg, n);
}

void source_list_free(struct source_list *c);

/* Closes a blob and zeroes it; harmless on zeros. */
static inline void blob_close(struct blob *b)
{
    if (b->close)
        b->close(b);
    *b = (struct blob){ 0 };
}

#endif
