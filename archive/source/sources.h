/*
 * sources: the constructors of all sources of symbols. A source belongs to the source list to which it is
 * added (source_list_add()), and which closes it. Paths from a capture are hints from a stranger: only
 * regular files are opened, only for reading. A path with the component ".." is not looked up below a folder;
 * symbolic links below a folder are followed.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_SOURCES_H
#define PERFOLIO_ARCHIVE_SOURCE_SOURCES_H

#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/source_list.h"

/* A build-id cache like perf's ~/.debug (cache.c). A cache that the user named (source_named_cache()) is also
   searched by path, for objects without a build-id. This host's own cache is not: it has this host's kernel and
   programs, and an equal path does not prove that they are the recorded machine's. */
struct source *source_cache(const char *dir);
struct source *source_named_cache(const char *dir);

/* A folder with files of the recorded machine, including debug files, at their full paths below the folder
   or directly in it (tree.c). `release`: the release of the recorded kernel; NULL: unknown. */
struct source *source_tree(const char *dir, const char *release);

/* The file system of this host, searched like source_tree(), but only for objects with a build-id. Files with another
   build-id are not reported as problems. */
struct source *source_host(const char *release);

/* Files that only the recorded machine has, while it runs: mapped files that are no longer at their paths,
   the vdso, /proc/kallsyms, and perf maps (live.c). On other machines this source finds nothing. `root` is
   a folder that is used instead of /; "": the real root. `recording` is borrowed; if it is all zeros, a
   file is accepted only by its build-id. */
struct live_recording {
    const struct env *env;           /* NULL: unknown */
    const struct map *kernel;        /* the mapping of the kernel's image; NULL: unknown */
    const struct timeline *timeline; /* NULL: unknown */
    uint64_t last;                   /* time of the last sample, by the recording's clock; 0: unknown */
    uint64_t until;                  /* when the capture was last written, ns since 1970; 0: unknown */
};
struct source *source_live(const char *root, const struct live_recording *recording);

/* Whether this is the machine that the recording names. */
bool source_live_is_here(const struct live_recording *recording);

/* For recordings of this machine: removes build-ids that belong to a file that replaced the mapped file
   during the recording, which lasted from `since` until `until`, ns since 1970 (later_files.c). Call it
   before the first object is looked up. */
void sources_drop_replaced_ids(struct timeline *t, uint64_t since, uint64_t until);

/* The symbols that simpleperf wrote into a capture (simpleperf.c). The capture was walked, and must
   outlive the source. NULL: the capture has no symbols. */
struct source *source_simpleperf(const struct capture *c);

/* The perf-PID.map files in a folder; used for the folder with the capture. The source has no other files. */
struct source *source_perf_maps(const char *dir);

/* debuginfod servers, which deliver files by build-id (debuginfod.c). libdebuginfod reads the list of
   servers only from the environment of the process. progress() is called when `have` of `of` bytes have
   arrived (of < 0: the download has finished). wanted() decides whether an object is requested. Both may
   be NULL. Returns NULL with `e` set if there are no servers, or the program was built without
   libdebuginfod. */
struct debuginfod_opts {
    void *arg;
    void (*progress)(void *arg, const char *object, long have, long of);
    bool (*wanted)(void *arg, const struct object *o);
};
struct source *source_debuginfod(const struct debuginfod_opts *o, struct err *e);

/* A single file: an ELF file, a listing of a kernel's symbols, or a perf map. NULL with `e` set: the file is none of
   these. `chosen`: the user named the file for the kernel (--vmlinux, --kallsyms); then it is used for the kernel
   only, before all other sources. */
struct source *source_file(const char *path, bool chosen, struct err *e);

/* The listing of kernel symbols in the capture's directory (kcore_dir/kallsyms). It needs no build-id,
   since the recorder put it there. */
struct source *source_recorded_listing(const char *directory);

/* Machine code as it was in memory (WANT_CODE). NULL: there is none. source_kcore(), source_folio_kcore():
   code of the kernel and its modules, from the kcore in the directory of a capture, or from a folio with
   such a capture (kcore.c). source_bpf_code(): code of BPF programs, from a capture, which was walked and
   must outlive the source (bpf_code.c). source_jit_code(): code that processes generated, from the
   jitdumps, or images in a folio, of other sources in the list `c`; the list must outlive the source
   (jit_code.c). */
struct folio;
struct source *source_kcore(const char *directory);
struct source *source_folio_kcore(const struct folio *f, uint32_t capture);
struct source *source_bpf_code(const struct capture *c);
struct source *source_jit_code(struct source_list *c);

/* A package (deb, rpm, tar), or the packages in a folder. NULL: the file is not a package or the folder
   has no files; if `e` is set, the system refused to read it. The first look-up finds out which files of a
   folder are packages. */
struct source *source_packages(const char *path, bool is_dir, struct err *e);

/* The tar with the objects of a capture that `perf archive` wrote next to the capture: CAPTURE.tar.bz2, or
   with another compression. NULL: there is no such tar. */
struct source *source_archive_of(const char *capture);

/* The tar from which a capture was unpacked. It also has the capture's objects if `perf archive --all`
   made it. NULL: the tar came through a pipe and cannot be read again. */
struct source *source_archive_containing(const char *path);

/* The objects in a folio (folio_source.c). source_folio(): the objects of one of its captures; the folio
   must outlive the source. source_other_folio(): for a capture that is not in this folio; it has the
   objects that have a build-id and that the folio has completely. NULL with `e` set: `path` is not a
   folio. */
struct source *source_folio(const struct folio *f, uint32_t capture);
struct source *source_other_folio(const char *path, const char *temporary, struct err *e);

/* All files below a folder, by build-id, whatever their names (ids.c). */
struct source *source_files_by_id(const char *dir);

/* Finds ELF files that were mapped from inside larger files, such as APKs (containers.c), and adds an
   object for each to the timeline. Call it after all sources were added and know which of the timeline's
   objects to expect. */
void sources_split_containers(struct source_list *c, struct timeline *t);

/* Adds the sources for a PATH given to --objects: a file, a package, or a folder. A folder is tried in
   every role: as a build-id cache, as a home folder with a cache (.debug), as a tree of files, as a folder
   of packages, and as any files with a build-id. A file that is too large for this host is counted as the
   problem BAD_OBJECT. False with `e` set: the file is of no known kind. */
bool sources_add(struct source_list *c, const char *path, const char *release, struct err *e);

#endif
