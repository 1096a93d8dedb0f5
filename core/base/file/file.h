/*
 * file: the only header for files of the operating system. It reads at offsets, never at a shared position, so that
 * workers can read in parallel. A pipe is first copied into an unnamed temporary file, so that callers may read twice.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_FILE_H
#define PERFOLIO_CORE_BASE_FILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* A source of bytes that is read like a file: a compressed section, or memory. read() is never asked for bytes beyond
   file.size; several threads may call it at once. */
struct file_view {
    int64_t (*read)(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e);
    void (*close)(struct file_view *v);
    bool unpacks; /* reading is slow: it decompresses */
};

struct fault;

struct file {
    int fd;
    uint64_t size;
    struct file_view *view; /* read instead of fd; NULL: an ordinary file */
    struct fault *fault;    /* borrowed; notes read errors (fault.h); NULL: none are noted */
};

/* Opens standard input, output and error where they are closed, before any other file is opened: using them fails then.
   False: one cannot be opened, and no file may be. */
bool file_standard_open(void);

/* Opens for reading. "-" and anything that cannot seek is copied to a temporary file in /tmp. A directory: ERR_UNSUPPORTED. */
bool file_open(struct file *f, const char *path, struct err *e);

/* Opens an open file a second time, whatever its path leads to now; close both. A view: ERR_UNSUPPORTED. */
bool file_reopen(struct file *f, const struct file *open, struct err *e);
void file_close(struct file *f);

/* Moves the file: `f` is closed afterwards. */
static inline struct file file_take(struct file *f)
{
    const struct file taken = *f;
    *f = (struct file){ .fd = -1 };
    return taken;
}

/* file_open() that copies what cannot seek into the folder `temporary` (surroundings.h), and only if `may_be` accepts its
   first bytes: FILE_HEAD of them, or all if there are fewer. What `may_be` refuses, with `e` set, is not read further. */
enum { FILE_HEAD = 4096 };
bool file_open_if(struct file *f, const char *path, const char *temporary,
                  bool (*may_be)(struct span head, struct err *e), struct err *e);

/* Makes a file of memory, which is borrowed until it is closed. */
void file_of_bytes(struct file *f, struct span bytes);

/* file_open() for regular files only: in capture directories, which may come from strangers. `absent` tells a missing file
   from one that cannot be read. */
bool file_open_regular(struct file *f, const char *path, bool *absent, struct err *e);

/* Creates an unnamed temporary file in a folder (surroundings.h; NULL or "": /tmp, or in memory where that is no folder or may not
   be written to) to append to; close it like any other. */
bool file_temp(struct file *f, const char *temporary, struct err *e);
bool file_append(struct file *f, const void *p, size_t n, struct err *e);

/* Gives a temporary file the modification time of another file. */
void file_copy_mtime(struct file *temp, const struct file *f);

/* Reads up to n bytes at `at`: how many (fewer only at the end of the file), or -1 with `e` set and noted in the file's
   fault. */
int64_t file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e);

/* For programs, before they open a file; not for libraries, because it installs a handler for SIGBUS: from then on files are
   mapped, which takes no memory of their size and reads only what is touched (guard.c). Without it they are copied. */
void file_guard_begin(void);

/* Reads or maps a whole file; file_unmap() frees it. An empty file gives an empty span. Without file_guard_begin() it is a
   copy that nothing changes later; `e` says if the file was cut or written to meanwhile. With it the file is mapped: if it
   is cut or its disk fails, what is missing reads as zeros, and file_check_unchanged() says so. ERR_MEMORY: it has more than
   FILE_MAPPED bytes, a part of the address space that leaves room for others, or there is no room for it. */
#define FILE_MAPPED (SIZE_MAX / 8)
bool file_map(const char *path, struct span *bytes, struct err *e);

/* Whether the mapped file that `bytes` are part of was neither cut nor written to since. False: `e` says what happened, and
   nothing read from it may be used. Other memory: true. */
bool file_check_unchanged(struct span bytes, struct err *e);

/* Says that a program may be appending to the mapped file that `bytes` are part of: that does not count as a change. */
void file_allow_growth(struct span bytes);

/* Frees the pages of the mapped file that `bytes` are part of; they are read again when touched. Other memory stays. */
void file_drop_pages(struct span bytes);

/* The next mapped file (even if unmapped since) whose change file_check_unchanged() has not reported: `e` names it. False: no
   more. */
bool file_next_changed(struct err *e);

/* Identifies a file of this host; zeros: none, or unknown. */
struct file_node {
    uint32_t maj, min;
    uint64_t ino;
};

/* What the system says about an open file, not about its path, which may lead to another one by now. */
struct file_facts {
    uint32_t maj, min;         /* device number */
    uint64_t ino, generation;  /* generation 0: the file system has none */
    uint64_t written, changed; /* last change of its bytes, and of anything about it: ns since 1970 */
    bool nameless;             /* deleted, but still open in a program */
};

static inline struct file_node file_node_of(const struct file_facts *f)
{
    return (struct file_node){ f->maj, f->min, f->ino };
}

/* Zeros for views and files that cannot be asked. */
void file_read_facts(const struct file *f, struct file_facts *facts);

/* file_map() that also returns facts about the file; for an empty file they are not set. */
bool file_map_facts(const char *path, struct span *bytes, struct file_facts *facts, struct err *e);

/* Maps n zeroed bytes, for file_unmap(); a page takes memory once it is written to. NULL for n = 0, and with `e` set
   (ERR_IO) if there is no room. */
uint8_t *file_map_zeroed(uint64_t n, struct err *e);
void file_unmap(struct span bytes);

/* file_map_facts() for DIR/PATH without following symbolic links in PATH: in another process' tree an absolute link would
   lead into ours. ".." in PATH is an error. */
bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e);

/* Modification time in ns since 1970; of a spooled stream the time of the copy; 0: unknown. */
uint64_t file_mtime(const struct file *f);

/* Reads a file without a size (/proc) into `out`, up to `max` bytes. False with `e` set: it is larger, or not a regular
   file. */
bool file_read_all(const char *path, size_t max, struct text *out, struct err *e);

/* Reads up to n bytes at `at` of a file without a size (/proc/PID/mem): how many. */
size_t file_read_path_at(const char *path, uint64_t at, void *buf, size_t n);

/* Adds the target of a symbolic link to `out`. False: it is not a link, or its target is longer than 4096 bytes. */
bool file_read_link(const char *path, struct text *out);

/* What a path itself is; links are not followed. */
enum file_kind { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_OTHER };
enum file_kind file_kind_of(const char *path);

/* Makes a folder and its missing parents. */
bool file_make_folder(const char *path, struct err *e);

/* Whether rights and file system allow new files in a folder; `e` says why not. */
bool file_check_can_create(const char *dir, struct err *e);

/* Makes the missing folders between DIR and DIR/PATH. Links in PATH are not followed; `e` names one that stands in the place
   of a folder, or a file that does. */
bool file_make_parents(const char *dir, const char *path, struct err *e);

/* Makes a symbolic link at `path` with the target `says`. Anything else at that path stays, and `e` is set. */
bool file_make_link(const char *path, const char *says, struct err *e);

/* Whether two open files hold the same bytes. False with `e` set: one cannot be read. */
bool file_equal(const struct file *a, const struct file *b, struct err *e);

/* Whether both paths exist and lead to one file. */
bool file_same(const char *a, const char *b);

/* Whether writing `path` would replace what is read as `input` ("-": standard input; a folder: the files in it). */
bool file_would_replace(const char *path, const char *input);

/* Whether errno, right after a failed call, says that the path does not exist or is not visible to us. */
bool file_errno_is_absent(void);

bool file_is_dir(const char *path);

/* file_is_dir() for a path that the user named: false with `e` set if it exists and cannot be looked at. */
bool file_check_is_dir(const char *path, struct err *e);

/* Whether everyone on this host may read a file: its mode lets others read, and the modes of all folders on the way, links
   followed, let others pass. False for files without a path here (deleted, in another process' tree) and for files that the
   kernel makes up when they are read (/proc), which differ by reader. `read` identifies the file that was read: false if the
   path leads to another one. */
bool file_is_world_readable(const char *path, const struct file_node *read);

/* Whether a path, links followed, lies below a folder. False with `e` set: that could not be found out. */
bool file_is_below(const char *path, const char *dir, struct err *e);

/* *last receives 1 + the largest N among the directory's entries named PREFIXN; 0: there are none. False with `e` set: it cannot
   be read. */
bool file_next_number(const char *dir, const char *prefix, uint32_t *last, struct err *e);

/* The regular files in a folder and below, as paths relative to it, in byte order: *n of them. Symbolic links are not
   followed; they are an error unless `links`. The caller frees each path and the array. NULL with `e` set. */
char **file_list_tree(const char *dir, bool links, size_t *n, struct err *e);

/* The larger of `last` and, if the name is PREFIXN, N + 1. */
uint32_t file_numbered(const char *name, const char *prefix, uint32_t last);

/* The names in a folder, at most `max`, without "." and "..", in byte order: *n of them, freed by one free(). NULL with `e`
   set: it cannot be read. */
char **file_list_names(const char *dir, size_t max, size_t *n, struct err *e);

/* The numbers that are names in a directory, at most `max`, ascending and malloc'ed; NULL: none. */
uint32_t *file_list_numeric_names(const char *dir, size_t max, size_t *n);

/* Whether standard input is a pipe. */
bool file_stdin_is_pipe(void);

/* The number of processors that the program may run on. Must not affect any result. */
unsigned file_processors(void);

#endif
