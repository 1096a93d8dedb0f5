/*
 * sources: the constructors of all sources of symbols. A source belongs to the source list that it is added to (source_list_add()),
 * which closes it. Paths from a capture are hints from a stranger: they are only read, only as regular files, and only
 * looked up below a folder if they have no `..` (symbolic links in it are followed).
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_SOURCES_H
#define PERFOLIO_ARCHIVE_SOURCE_SOURCES_H

#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/source_list.h"

/* A build-id cache like perf's ~/.debug (cache.c). A cache that the user named is also searched by path, for objects
   without a build-id; this host's own is not, as it has this host's kernel and programs, and a name proves nothing about
   another machine's. */
struct source *source_cache(const char *dir);
struct source *source_named_cache(const char *dir);

/* A folder with files, also debug files, of the machine that recorded, below their paths or side by side (tree.c).
   `release`: of the recorded kernel; NULL: unknown. */
struct source *source_tree(const char *dir, const char *release);

/* The same places on this host, for objects with a build-id only; files that differ are not reported as problems. */
struct source *source_host(const char *release);

/* What only the running machine that recorded has: mapped files that are no longer at their paths, the vdso, the
   kernel's listing of symbols, and maps of generated code (live.c). On other machines it has nothing. `root` is a
   folder that stands for /; "": the real one. `recording` is borrowed; if it is all 0, only build-ids prove
   anything. */
struct live_recording {
    const struct env *env;           /* NULL: unknown */
    const struct map *kernel;        /* the mapping of the kernel's image; NULL: unknown */
    const struct timeline *timeline; /* NULL: unknown */
    uint64_t last;                   /* time of the last sample, by the recording's clock; 0: unknown */
    uint64_t until;                  /* when the capture was last written to, ns since 1970; 0: unknown */
};
struct source *source_live(const char *root, const struct live_recording *recording);

/* Whether this is the machine that the recording names. */
bool source_live_is_here(const struct live_recording *recording);

/* On that machine: removes the build-ids of files that replaced the mapped ones during the recording, from `since` until
   `until`, ns since 1970 (later_files.c). To be called before any object is asked for. */
void sources_drop_replaced_ids(struct timeline *t, uint64_t since, uint64_t until);

/* The symbols that the recorder wrote into a capture (simpleperf.c), which was walked and must outlive the source; NULL:
   there are none. */
struct source *source_simpleperf(const struct capture *c);

/* The perf-PID.map files in a folder, and nothing else: the folder of the capture. */
struct source *source_perf_maps(const char *dir);

/* Servers that deliver files by build-id (debuginfod.c). libdebuginfod takes them from the environment of the process,
   there is no other way. progress(): `have` of `of` bytes have arrived (of < 0: finished); wanted(): whether an object is
   worth asking for. Both may be NULL. NULL with `e` set: there are no servers, or the program was built without
   libdebuginfod. */
struct debuginfod_opts {
    void *arg;
    void (*progress)(void *arg, const char *object, long have, long of);
    bool (*wanted)(void *arg, const struct object *o);
};
struct source *source_debuginfod(const struct debuginfod_opts *o, struct err *e);

/* A single file: an ELF file, a listing of a kernel's symbols or a perf map. NULL with `e` set: it is none of these.
   `chosen`: it was named for the kernel (--vmlinux, --kallsyms), is asked before all others, and for the kernel only. */
struct source *source_file(const char *path, bool chosen, struct err *e);

/* The listing in the capture's directory (kcore_dir/kallsyms), which needs no proof: the recorder put it there. */
struct source *source_recorded_listing(const char *directory);

/* Machine code as it ran (WANT_CODE). NULL: there is none. Of the kernel and its modules: from the directory of a
   capture, or from a folio with such a capture (kcore.c). Of BPF programs: from the capture, which was walked and must
   outlive the source (bpf_code.c). Of code that programs generated: from the jitdumps, or images in a folio, that the
   other sources of a source list have, which must outlive the source (jit_code.c). */
struct folio;
struct source *source_kcore(const char *directory);
struct source *source_folio_kcore(const struct folio *f, uint32_t capture);
struct source *source_bpf_code(const struct capture *c);
struct source *source_jit_code(struct source_list *c);

/* A package (deb, rpm, tar), or those in a folder. NULL: the file is none, the folder has no files or, with `e` set, the
   system refused to read it. Which files of a folder are packages is checked when the first object is wanted. */
struct source *source_packages(const char *path, bool is_dir, struct err *e);

/* The tar beside a capture with its objects that `perf archive` made: CAPTURE.tar.bz2, or with another compression. NULL:
   there is none. */
struct source *source_archive_of(const char *capture);

/* The tar that a capture came in, which has its objects, too, if `perf archive --all` made it. NULL: it came through a
   pipe and is gone. */
struct source *source_archive_containing(const char *path);

/* The objects in a folio (folio_source.c): those of one of its captures (the folio must outlive the source); or, for a
   capture in another file, those that it has whole and with a build-id. NULL with `e` set: `path` is no folio. */
struct source *source_folio(const struct folio *f, uint32_t capture);
struct source *source_other_folio(const char *path, const char *temporary, struct err *e);

/* All files below a folder, by build-id, whatever their names (ids.c). */
struct source *source_files_by_id(const char *dir);

/* Makes objects of ELF files that were mapped from inside larger files (containers.c), and adds them to the timeline. To
   be called once all sources were added and know which of the timeline's objects to expect. */
void sources_split_containers(struct source_list *c, struct timeline *t);

/* Adds the sources for a PATH given to --objects: a file, a package, or a folder, which may be all at once: a cache, the
   home of one (.debug), a tree of files, a place of packages, and any files with a build-id. A file that is too
   large for this host counts as BAD_OBJECT. False with `e` set: it is a file of no use. */
bool sources_add(struct source_list *c, const char *path, const char *release, struct err *e);

#endif
