/*
 * source: a place that may have the object that a mapping names, and the chain that asks one after the other.
 * The chain, not the source, checks the build-id of what came back, remembers who said what, and refuses what
 * does not match. Parsers get bytes; nothing to the left of archive/ ever opens a path for an object.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SOURCE_H
#define PERFOLIO_CORE_RESOLVE_SOURCE_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/problem.h"
#include "core/model/object.h"

enum want_kind {
    WANT_ELF,      /* the file itself, or its debug file: an ELF file           */
    WANT_KALLSYMS, /* the kernel's symbol list as text (/proc/kallsyms' format) */
};

struct want {
    enum want_kind kind;
    const struct object *object; /* path, name, kind and build-id are hints and keys */
};

enum answer {
    ANSWER_FOUND,    /* `out` is open; the caller closes it               */
    ANSWER_ABSENT,   /* not an error: ask the next one                    */
    ANSWER_UNUSABLE, /* has it, cannot use it; `e` says why; ask the next */
};

/* Bytes of an object and how to give them back. */
struct blob {
    struct span bytes;
    const char *origin;   /* where they come from, for `explain` and messages; lives as long as the source */
    bool explicit_choice; /* the user named this very file (--vmlinux, --kallsyms) */
    void (*close)(struct blob *b);
};

struct source;

struct source_ops {
    const char *name; /* appears in messages */
    /* The i-th candidate for a want (0, 1, ...): a source may hold several. ABSENT ends the asking. */
    enum answer (*open)(struct source *s, const struct want *w, unsigned i, struct blob *out, struct err *e);
    void (*close)(struct source *s);
};

struct source {
    const struct source_ops *ops;
    struct source *next;
};

#endif
