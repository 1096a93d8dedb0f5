/* demangle: turns mangled symbol names into plain ones. */
#ifndef PERFOLIO_FORMATS_ELF_READ_DEMANGLE_H
#define PERFOLIO_FORMATS_ELF_READ_DEMANGLE_H

/* The plain name of a symbol of C++, Rust, D, OCaml or Java, malloc'ed; NULL: the name is not mangled.
   elf_demangle() leaves out the parameters of C++ functions, as perf 6.1 does; elf_demangle_full() includes
   parameters and, for templates, the return type, as perf 7 does. */
char *elf_demangle(const char *name);
char *elf_demangle_full(const char *name);

#endif
