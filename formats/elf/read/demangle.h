/* demangle: the plain names of mangled symbols. */
#ifndef PERFOLIO_FORMATS_ELF_READ_DEMANGLE_H
#define PERFOLIO_FORMATS_ELF_READ_DEMANGLE_H

/* The plain name of a symbol of C++, Rust, D, OCaml or Java; malloc'ed; NULL: not mangled. elf_demangle() has names of C++
 * alone, as perf 6.1 shows them, elf_demangle_full() also their parameters and, of templates, what they
 * return, as perf 7 does. */
char *elf_demangle(const char *name);
char *elf_demangle_full(const char *name);

#endif
