/*
 * same_name: what the name of a function or an object has in common with its name in another build: compilers
 * add what they did to a function, linkers and packagers a version.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_SAME_NAME_H
#define PERFOLIO_CORE_PROFILE_SHOW_SAME_NAME_H

#include "core/base/text.h"

/* Set `out` to the name of a function, demangled or not, without what a compiler added: ".isra.0",
   ".constprop.1", ".part.0", ".cold", ".lto_priv.0", ".llvm.123", Rust's "::h0123456789abcdef", and
   "[clone ...]" as demanglers write these; and " (inlined)", which we add ourselves. */
void same_name_strip_function(const char *name, struct text *out);

/* The same of an object by its short name, without its version: "libfoo.so.1.2.3" and "libfoo-1.2.so" are
   "libfoo.so", "vmlinux-6.1.0-13-amd64" is "vmlinux", "python3.11" is "python". */
void same_name_strip_object(const char *name, struct text *out);

#endif
