/*
 * same_name: strips from a function's or an object's name the parts that differ between builds: suffixes that
 * compilers add to functions, and versions that linkers and packagers add to objects.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_SAME_NAME_H
#define PERFOLIO_CORE_PROFILE_SHOW_SAME_NAME_H

#include "core/base/text.h"

/* Set `out` to the name of a function, demangled or not, without the suffixes that compilers add:
   ".isra.0", ".constprop.1", ".part.0", ".cold", ".lto_priv.0", ".llvm.123", Rust's "::h0123456789abcdef",
   and "[clone ...]", which demanglers print for them. Also strips " (inlined)", which Perfolio adds. */
void same_name_strip_function(const char *name, struct text *out);

/* Set `out` to the short name of an object without its version: "libfoo.so.1.2.3" and "libfoo-1.2.so" become
   "libfoo.so", "vmlinux-6.1.0-13-amd64" becomes "vmlinux", "python3.11" becomes "python". */
void same_name_strip_object(const char *name, struct text *out);

#endif
