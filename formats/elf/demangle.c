/*
 * Plain names through libiberty, with the flags perf 6.1 uses when it is not verbose (symbol-elf.c,
 * demangle_sym: DMGL_NO_OPTS): no parameters, no return types. libiberty tells the languages apart by itself;
 * what it recognises without being told the language are C++ and both schemes of Rust. Java's and OCaml's
 * names, which perf also tries, stay as they are.
 */
#include "formats/elf/elf.h"

#define HAVE_DECL_BASENAME 1 /* libiberty.h asks, and declares its own otherwise */
#include <demangle.h>

char *elf_demangle(const char *name)
{
    /* Itanium C++ ABI 5.1.2: _Z; Rust RFC 2603: _R; GCC's _GLOBAL__I_ and _GLOBAL__D_. Asking only for these
       keeps libiberty's work off the names of C. */
    if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != 'G'))
        return NULL;
    return cplus_demangle(name, DMGL_NO_OPTS);
}
