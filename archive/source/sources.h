/*
 * sources: the places symbols come from, one constructor each. Every source belongs to the chain it is added
 * to (chain_add), which closes it. Paths out of a capture are hints from a stranger: they are only ever read,
 * only as regular files, and looked up below a folder without any `..` (symbolic links in it are followed).
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_SOURCES_H
#define PERFOLIO_ARCHIVE_SOURCE_SOURCES_H

#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/chain.h"

/* A build-id cache as perf keeps it in ~/.debug (cache.c). One that the user named may also be asked
   by path for what the capture has no build-id of; this host's own holds its own kernel and programs, and a
   name proves nothing about another machine's. */
struct source *source_cache(const char *dir);
struct source *source_named_cache(const char *dir);

/* A folder with files of the recording machine, debug files among them, under their own paths or all in one
   (tree.c). `release` is that of the recorded kernel, or NULL. */
struct source *source_tree(const char *dir, const char *release);

/* The same places on this host; only for objects with a build-id, and never a problem when they differ. */
struct source *source_host(const char *release);

/* What the machine that recorded still has while it runs: files that processes have mapped and that are not
   where their paths say, code that the kernel gave them, its own listing, maps of code that was made
   (live.c). `root` is a folder that stands for /; "": the real one. Never a result on a machine that
   only reads. `recording` is borrowed; all 0: then only build-ids prove anything. */
struct live_recording {
    const struct env *env;           /* NULL: unknown */
    const struct map *kernel;        /* the mapping of its image, or NULL */
    const struct timeline *timeline; /* NULL: unknown */
    uint64_t last;                   /* the latest sample, by the recording's clock; 0: unknown */
    uint64_t until;                  /* when it was last written to: ns since 1970; 0: unknown */
};
struct source *source_live(const char *root, const struct live_recording *recording);

/* Whether that is the machine that the recording names. */
bool source_live_is_here(const struct live_recording *recording);

/* On that machine: take back the build-ids of a header that are of files which replaced what was mapped while it was recorded
   (later_files.c), `since` and `until` ns since 1970. Before anything is asked for. */
void sources_doubt_later(struct timeline *t, uint64_t since, uint64_t until);

/* The symbols that the recorder wrote into a capture, which outlives the source and was walked; NULL when
   there are none (simpleperf.c). */
struct source *source_simpleperf(const struct capture *c);

/* The perf-PID.map files in a folder and nothing else: they are kept with their capture. */
struct source *source_perf_maps(const char *dir);

/* Servers that hand out files by build-id (debuginfod.c): those that the environment of the process names, for
   libdebuginfod asks that itself, and has no other way to be told. `progress` and `wanted` may be NULL: the first gets how many bytes of how many
   of an object have come (of < 0: that it is over), the second says which objects are worth asking for. NULL
   and `e` when there are no servers, or the program was built without this. */
struct debuginfod_opts {
    void *arg;
    void (*progress)(void *arg, const char *object, long have, long of);
    bool (*wanted)(void *arg, const struct object *o);
};
struct source *source_debuginfod(const struct debuginfod_opts *o, struct err *e);

/* One file by what it is, an ELF file, a listing of a kernel's symbols or a perf map: NULL and `e` when it is
   none of these. `chosen`: it was named for the kernel (--vmlinux, --kallsyms), is asked before all others,
   and only for that. */
struct source *source_file(const char *path, bool chosen, struct err *e);

/* The listing that the recorder put into the capture's directory (kcore_dir/kallsyms): it needs no proof. */
struct source *source_recorded_listing(const char *directory);

/* What the recorder kept of code as it ran, WANT_CODE: of the kernel and its modules in the directory of a capture, or in
   a folio that holds such a capture (kcore.c), and of BPF programs in the capture, which outlives the source and was
   walked (bpf_code.c). NULL when there is none. Of code that programs made, out of the jitdumps, or the images in a folio,
   that the other sources of a chain have, which outlives the source (jit_code.c). */
struct folio;
struct source *source_kcore(const char *directory);
struct source *source_folio_kcore(const struct folio *f, uint32_t capture);
struct source *source_bpf_code(const struct capture *c);
struct source *source_jit_code(struct chain *c);

/* A package (deb, rpm, tar), or those that lie in a folder; NULL when the file is none, or the folder has no
   files. Which of them are packages is looked at when the first object is wanted. With `e` set the system refused a look. */
struct source *source_packages(const char *path, bool is_dir, struct err *e);

/* The tar that `perf archive` has made of the objects of a capture, beside it: CAPTURE.tar.bz2, or compressed otherwise. NULL: there
   is none. */
struct source *source_archive_of(const char *capture);

/* The tar that a capture came in, which has its objects, too, where `perf archive --all` made it. NULL: it came through a pipe, of
   which nothing is left. */
struct source *source_archive_around(const char *path);

/* What a folio keeps for one of its captures, which must outlive the source; or, for the capture of another
   file, what it has whole and with a build-id (folio_source.c). NULL and `e` when `path` is none. */
struct source *source_folio(const struct folio *f, uint32_t capture);
struct source *source_other_folio(const char *path, const char *temporary, struct err *e);

/* Any file below a folder, by its build-id, whatever it is called (ids.c). */
struct source *source_ids(const char *dir);

/* Make objects of the ELF files that were mapped out of larger ones (containers.c): once all sources are there and expect the
   timeline's objects, which there are more of then. */
void sources_split(struct chain *c, struct timeline *t);

/* Add what a PATH given to --objects may be: a file, a package, or a folder, which may be a cache, the home
   of one (.debug), a tree of files, a place of packages and anything that has a build-id at once. False
   with `e` set when a file is of no use. */
bool sources_add(struct chain *c, const char *path, const char *release, struct err *e);

#endif
