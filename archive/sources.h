/*
 * sources: the places symbols come from, one constructor each. Every source belongs to the chain it is added
 * to (chain_add), which closes it. Paths out of a capture are hints from a stranger: they are only ever read,
 * only as regular files, and looked up below a folder without any `..` (symbolic links in it are followed).
 */
#ifndef PERFOLIO_ARCHIVE_SOURCES_H
#define PERFOLIO_ARCHIVE_SOURCES_H

#include "core/resolve/source.h"

/* A build-id cache as perf keeps it in ~/.debug (source_cache.c). One that the user named may also be asked
   by path for what the capture has no build-id of; this host's own holds its own kernel and programs, and a
   name proves nothing about another machine's. */
struct source *source_cache(const char *dir);
struct source *source_named_cache(const char *dir);

/* A folder with the recording machine's files under their recorded paths, or all in one (--symfs). */
struct source *source_symfs(const char *dir);

/* The recorded paths on this host; only for objects with a build-id, and never a problem when they differ. */
struct source *source_host(void);

/* One file by what it is, an ELF file or a listing of a kernel's symbols: NULL and `e` when it is neither.
   `chosen`: it was named for the kernel (--vmlinux, --kallsyms), is asked before all others, and only for
   that. */
struct source *source_file(const char *path, bool chosen, struct err *e);

/* What a PATH given to --objects is, by content: a cache, the home of one (.debug), any other folder, a file.
 */
struct source *source_objects(const char *path, struct err *e);

#endif
