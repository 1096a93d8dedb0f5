/*
 * Plain names through libiberty, with the flags of perf 6.1 (symbol-elf.c, demangle_sym): DMGL_NO_OPTS, names
 * alone, or those that it has when it is verbose, DMGL_PARAMS | DMGL_ANSI, which say what perf 7 always does.
 * As in libiberty's cplus_demangle(), Rust is tried before C++. D's, which perf leaves as they are, come
 * last. Java's and OCaml's names, which perf also tries, stay as they are, and Swift's, of which libiberty
 * knows nothing.
 *
 * A mangled name may refer back to its own parts, so that 300 bytes make gigabytes. libiberty has no limit,
 * and its printing cannot be stopped; it keeps nothing on the heap meanwhile, so leaving it by longjmp
 * is clean.
 */
#include "formats/elf/read/demangle.h"

#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#define HAVE_DECL_BASENAME 1 /* libiberty.h asks, and declares its own otherwise */
#include <demangle.h>

#include "core/base/text.h"

enum {
    MAX_PLAIN = 1 << 16, /* bytes; what is longer is not more readable than the mangled name */
    MAX_D = 512,         /* bytes of a mangled name of D, */
    MAX_BACK = 12,       /* and references back in it: each may double the plain name, which has no limit */
};

struct plain {
    struct text text;
    jmp_buf too_long;
};

static void add(const char *s, size_t n, void *arg)
{
    struct plain *p = arg;
    if (p->text.n + n > MAX_PLAIN)
        longjmp(p->too_long, 1);
    text_add_n(&p->text, s, n);
}

/* Apart from plain_name(), so that what longjmp leaves behind is not a local of this function. */
static bool demangle(const char *name, int cplus, struct plain *p)
{
    if (setjmp(p->too_long))
        return false;
    if (rust_demangle_callback(name, DMGL_NO_OPTS, add, p))
        return true;
    p->text.n = 0; /* of a failure half-way */
    return cplus_demangle_v3_callback(name, cplus, add, p);
}

/* D ABI, "Name Mangling": _D and the length of the first part of the name, or _Dmain. */
static char *demangle_d(const char *name)
{
    size_t back = 0, n = strlen(name);
    for (const char *q = name; (q = strchr(q, 'Q')) != NULL; q++)
        back++;
    bool is_d = (name[2] >= '1' && name[2] <= '9') || !strcmp(name, "_Dmain");
    return is_d && n <= MAX_D && back <= MAX_BACK ? dlang_demangle(name, DMGL_NO_OPTS) : NULL;
}

static char *plain_name(const char *name, int cplus)
{
    struct plain p = { 0 };

    if (name[0] == '_' && name[1] == 'D')
        return demangle_d(name);

    /* Itanium C++ ABI 5.1.2: _Z; Rust RFC 2603: _R; GCC's _GLOBAL__I_ and _GLOBAL__D_. Asking only for these
       keeps libiberty's work off the names of C. */
    if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != 'G'))
        return NULL;
    if (demangle(name, cplus, &p))
        return p.text.s;
    text_free(&p.text);
    return NULL;
}

char *elf_demangle(const char *name)
{
    return plain_name(name, DMGL_NO_OPTS);
}

char *elf_demangle_full(const char *name)
{
    return plain_name(name, DMGL_PARAMS | DMGL_ANSI);
}
