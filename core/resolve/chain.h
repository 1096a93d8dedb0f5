/*
 * chain: the sources in the order in which they are asked, and the memory of who answered what. Has
 * everything judged that comes back (identity.h): contents are keyed by build-id, names are hints. Not for use from
 * two threads at once; resolver.c holds a lock around it.
 */
#ifndef PERFOLIO_CORE_RESOLVE_CHAIN_H
#define PERFOLIO_CORE_RESOLVE_CHAIN_H

#include "core/base/idmap.h"
#include "core/base/problem.h"
#include "core/resolve/source.h"
#include "core/resolve/symtab.h"

/* One answer, for `explain` and `doctor`; texts live in the chain. */
struct chain_note {
    enum want_kind kind;
    const struct object *object;
    const char *source;   /* ops->name */
    const char *where;    /* the source's; "" when it has none */
    const char *origin;   /* the file, or "" */
    enum answer answer;   /* UNUSABLE also for what was refused */
    const char *why;      /* "" when FOUND and proven; ABSENT: how far was looked, or why not, or "" */
    bool refused;         /* UNUSABLE because it is not what was recorded: the build-ids differ, or ... */
    bool contradicts;     /* ... it is a kernel that the recorded mapping contradicts */
    bool other;           /* UNUSABLE because other evidence than build-ids says that it is another object */
    const char *evidence; /* what all of it says (identity_text()); "": it was not looked at */
    bool passed_over;     /* ABSENT, and its source was not asked */
    bool for_module;      /* the want's */
    bool quiet, chosen;   /* the source's; quiet also when it was noted before */
    uint32_t next;        /* of the same object: its place in notes + 1; 0: the last */
};

struct chain {
    struct source *first, *last;
    const struct symbol_reader *const *readers; /* NULL ends */
    struct problems problems;                   /* BAD_OBJECT */
    struct arena arena;
    struct chain_note *notes;
    size_t nnotes, cap_notes;
    struct idmap first_note, last_note; /* of an object, by its index: place in notes + 1 */
    const struct arch *arch;            /* of the recorded machine; NULL: unknown */
    uint64_t since, until;              /* of struct identity_case */
    bool guarded;     /* what is found is given away: of this host only what may be (giving.h) */
    bool *guessed;    /* a listing of this host was refused in this run of the program; borrowed, or NULL */
    bool keep_losers; /* tables keep what gave way to an alias, to explain names; off unless it is set before
                         anything is loaded */
    const char *temporary; /* where sources may unpack (surroundings.h); borrowed */
    bool keep_files;       /* what tables came from stays open, to be packed; likewise */
};

void chain_init(struct chain *c, const struct symbol_reader *const *readers);

/* Append a source, which the chain then owns. NULL is ignored. */
void chain_add(struct chain *c, struct source *s);

/* Tell every source which objects may be asked for; the list must outlive the chain. */
void chain_expect(struct chain *c, const struct object *const *objects, size_t n);

/* All sources at hand; of these the files that the user named for the kernel, or the others; and those that
   are far away. */
enum chain_which { CHAIN_ALL, CHAIN_CHOSEN, CHAIN_OTHERS, CHAIN_REMOTE };

/* Where an asking stands; start with { .which = ... }. */
struct chain_cursor {
    enum chain_which which;
    struct source *at;
    unsigned i;
    bool started;
    bool around; /* of an object inside of a file: that file is asked for */
};

/* The next answer to a want that may be used: verified, proven by its source where the capture has no
   build-id, or without anything to verify and then counted as NAME_ONLY. The caller closes `out`
   (blob_close). False when no source has any more. */
bool chain_next(struct chain *c, const struct want *w, struct chain_cursor *at, struct blob *out,
                const struct symbol_reader **reader);

/* Open the text of a file of source that the DWARF of an object names, which the caller closes. False: no source has it. */
bool chain_open_text(struct chain *c, const struct object *o, const char *path, struct blob *out);

/* Whether a file that was opened for an object is this host's own (source_ops, has()). False where this host is not asked. */
bool chain_has(struct chain *c, const struct object *o, const struct blob *b);

/* Add a problem with something the chain gave, and remember it: BAD_OBJECT, or another kind. */
void chain_complain(struct chain *c, enum problem_kind kind, const struct want *w, const struct blob *b,
                    const char *why);

/* The notes of an object in the order in which they were made: the one after `n`, or the first (NULL); NULL
 * ends. */
const struct chain_note *chain_note_of(const struct chain *c, const struct object *o,
                                       const struct chain_note *n);

/* Add what went wrong. What was refused by its build-id counts where nothing right was found, or where the
   user had named that very file: a folder may have many versions of one. What only its name speaks for counts
   if it was used. */
void chain_problems(const struct chain *c, struct problems *into);

void chain_free(struct chain *c);

static inline void blob_close(struct blob *b)
{
    if (b->close)
        b->close(b);
    *b = (struct blob){ 0 };
}

#endif
