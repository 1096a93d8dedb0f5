/*
 * file: the only header for files of the operating system. Reads give an offset and use no shared file position, so
 * that workers can read in parallel. A pipe is first copied into an unnamed temporary file, so that callers can read it
 * twice.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_FILE_H
#define PERFOLIO_CORE_BASE_FILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* A source of bytes that is read like a file: a compressed section, or memory. read() is never called for bytes beyond
   file.size. Several threads may call it at the same time. */
struct file_view {
    int64_t (*read)(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e);
    void (*close)(struct file_view *v);
    bool unpacks; /* reading is slow: it decompresses */
};

struct fault;

struct file {
    int fd;
    uint64_t size;
    uint64_t packed;        /* bytes from which these were unpacked; 0: they were not */
    struct file_view *view; /* read instead of fd; NULL: an ordinary file */
    struct fault *fault;    /* borrowed; notes read errors (fault.h); NULL: none are noted */
};

/* Fills closed descriptors of standard input, output and error, so that no file that is opened later gets their
   numbers. Reading or writing a filled one fails. Call it before any file is opened. False: a descriptor cannot be
   filled; the program must not open files then. */
bool file_standard_open(void);

/* Sets signals to their defaults, whatever the parent process set: the program ends quietly when the reader of its
   output goes away, and it can wait for its own child processes. */
void file_signals_by_default(void);

/* The arguments of main() in UTF-8: argv itself or, on Windows, converted copies, which are never freed. */
const char **file_arguments(int *argc, char **argv);

/* Sets a variable of the program's environment. If it is set already, it is changed only with `replace`. No other
   thread may run. */
void file_set_environment(const char *name, const char *value, bool replace);

/* Opens a file for reading. Standard input ("-") and files that cannot seek are copied to a temporary file in /tmp. A
   directory gives ERR_UNSUPPORTED. */
bool file_open(struct file *f, const char *path, struct err *e);

/* Opens the file `open` a second time, even if its path now leads to another file. The caller closes both. A file with
   a view gives ERR_UNSUPPORTED. */
bool file_reopen(struct file *f, const struct file *open, struct err *e);
void file_close(struct file *f);

/* Moves the file out of `f`, which then counts as closed. */
static inline struct file file_take(struct file *f)
{
    const struct file taken = *f;
    *f = (struct file){ .fd = -1 };
    return taken;
}

/* Like file_open(), but a file that cannot seek is copied into the folder `temporary` (surroundings.h), and only if
   `may_be` accepts its first FILE_HEAD bytes (all bytes, if there are fewer). If `may_be` refuses them and sets `e`,
   the rest is not read. */
enum { FILE_HEAD = 4096 };
bool file_open_if(struct file *f, const char *path, const char *temporary,
                  bool (*may_be)(struct span head, struct err *e), struct err *e);

/* Makes `f` a file whose content is `bytes`. They are borrowed until the file is closed. */
void file_of_bytes(struct file *f, struct span bytes);

/* Like file_open(), but refuses everything that is not a regular file: for capture directories, which may come from
   strangers. *absent says whether the file is missing, as opposed to unreadable. */
bool file_open_regular(struct file *f, const char *path, bool *absent, struct err *e);

/* Creates an unnamed temporary file to append to; close it like any other file. `temporary`: its folder
   (surroundings.h); NULL or "": /tmp or, if that is no writable folder, memory, without a limit. */
bool file_temp(struct file *f, const char *temporary, struct err *e);
bool file_append(struct file *f, const void *p, size_t n, struct err *e);

/* Gives a temporary file the modification time of another file. */
void file_copy_mtime(struct file *temp, const struct file *f);

/* Reads up to n bytes at offset `at` and returns how many; fewer than n only at the end of the file. -1 with `e` set,
   which is also noted in the file's fault. */
int64_t file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e);

/* Makes file_map() map files from now on, so that only touched pages are read into memory (guard.c); without this call
   it copies them. Installs a handler for SIGBUS, so only programs may call it, not libraries. Call it before any file
   is opened. */
void file_guard_begin(void);

/* Reads or maps a whole file; file_unmap() frees it. An empty file gives an empty span. Without file_guard_begin() the
   bytes are a copy that never changes, and `e` is set if the file was changed while it was copied. With
   file_guard_begin() the file is mapped: if it is shortened or its disk fails, missing bytes read as zeros, and
   file_check_unchanged() reports it. ERR_MEMORY: the address space has no room for the file. */
bool file_map(const char *path, struct span *bytes, struct err *e);

/* Whether the mapped file to which `bytes` belong was neither shortened nor written to since it was mapped. False: `e`
   says what happened, and nothing that was read from the file may be used. True if `bytes` belong to no mapped file. */
bool file_check_unchanged(struct span bytes, struct err *e);

/* Allows that a program appends to the mapped file to which `bytes` belong: appended bytes do not count as a change. */
void file_allow_growth(struct span bytes);

/* Frees the memory of the mapped file to which `bytes` belong; its pages are read again when touched. Does nothing if
   `bytes` belong to no mapped file. */
void file_drop_pages(struct span bytes);

/* Reports the next mapped file that has changed and that file_check_unchanged() has not reported; it may have been
   unmapped since. `e` names it. False: there is no more such file. */
bool file_next_changed(struct err *e);

/* Identifies a file of this host; zeros: none, or unknown. */
struct file_node {
    uint32_t maj, min; /* device number */
    uint64_t ino;
};

static inline bool file_node_equal(const struct file_node *a, const struct file_node *b)
{
    return a->maj == b->maj && a->min == b->min && a->ino == b->ino;
}

/* The kind of a file, at a path or open; FILE_NONE: there is no file. */
enum file_kind { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_PIPE, FILE_OTHER };

/* The attributes of a file or folder, as stat(2) gives them. */
struct file_status {
    enum file_kind kind;
    uint64_t size; /* bytes */
    struct file_node node;
    uint64_t written,
        changed;    /* modification time (of the bytes), and change time (of bytes or inode): ns since 1970 */
    uint32_t links; /* number of hard links */
    uint32_t mode, owner, group; /* permissions; 0 on systems that have no such permissions */
};

/* Reads the status of the file at a path; file_look_nofollow() does not follow a symbolic link. False: there is no
   file, or its status cannot be read; errno says why (file_errno_is_absent()). */
bool file_look(const char *path, struct file_status *st);
bool file_look_nofollow(const char *path, struct file_status *st);

/* Facts about an open file. Its path may lead to another file by now. */
struct file_facts {
    uint32_t maj, min;        /* device number */
    uint64_t ino, generation; /* generation 0: the file system has no generations */
    /* modification time (of the bytes), and change time (of bytes or inode): ns since 1970 */
    uint64_t written, changed;
    bool nameless; /* deleted, but still open in a program */
};

static inline struct file_node file_node_of(const struct file_facts *f)
{
    return (struct file_node){ f->maj, f->min, f->ino };
}

/* Reads the facts of an open file; zeros for a file with a view, and if the system call fails. */
void file_read_facts(const struct file *f, struct file_facts *facts);

/* Like file_map(), and *facts receives facts about the file; they are not set for an empty file. */
bool file_map_facts(const char *path, struct span *bytes, struct file_facts *facts, struct err *e);

/* Maps n zeroed bytes, for file_unmap(). A page takes memory only after it was written to. NULL for n = 0, and with `e`
   set (ERR_IO) if there is no room. */
uint8_t *file_map_zeroed(uint64_t n, struct err *e);
void file_unmap(struct span bytes);

/* Like file_map_facts() for DIR/PATH, but symbolic links in PATH are not followed: in the tree of another process
   (/proc/PID/root) an absolute link would lead into our own tree. ".." in PATH is an error. */
bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e);

/* Modification time in ns since 1970; of a pipe that was copied, the time of the copy; 0: unknown. */
uint64_t file_mtime(const struct file *f);

/* Reads a file without a size (/proc) into `out`, up to `max` bytes. False with `e` set: it is larger, or not a regular
   file. */
bool file_read_all(const char *path, size_t max, struct text *out, struct err *e);

/* Reads up to n bytes at offset `at` of a file without a size (/proc/PID/mem). Returns how many were read. */
size_t file_read_path_at(const char *path, uint64_t at, void *buf, size_t n);

/* Adds the target of a symbolic link to `out`. False: it is not a link, or its target is longer than 4096 bytes. */
bool file_read_link(const char *path, struct text *out);

/* The kind of file at a path itself; symbolic links are not followed. */
enum file_kind file_kind_of(const char *path);

/* Makes a folder and its missing parents. */
bool file_make_folder(const char *path, struct err *e);

/* Whether new files may be created in a folder, by its permissions and its file system. False: `e` says why not. */
bool file_check_can_create(const char *dir, struct err *e);

/* Makes the missing folders between DIR and DIR/PATH. Symbolic links in PATH are not followed: a link or a file in the
   place of a folder is an error, and `e` names it. */
bool file_make_parents(const char *dir, const char *path, struct err *e);

/* Makes a symbolic link at `path` with the target `says`. Whatever else exists at `path` stays, and `e` is set. */
bool file_make_link(const char *path, const char *says, struct err *e);

/* Whether two open files hold the same bytes. False with `e` set: one cannot be read. */
bool file_equal(const struct file *a, const struct file *b, struct err *e);

/* Whether both paths exist and lead to one file. */
bool file_same(const char *a, const char *b);

/* Whether writing to `path` would replace the file that is read as `input` ("-": standard input), or a file in the
   folder `input`. */
bool file_would_replace(const char *path, const char *input);

/* Whether errno, right after a failed call, means that the path does not exist or is not visible to this process. */
bool file_errno_is_absent(void);

bool file_is_dir(const char *path);

/* Like file_is_dir(), for a path that the user named: false with `e` set if the path exists and its kind cannot be
   found out. */
bool file_check_is_dir(const char *path, struct err *e);

/* Whether everyone on this host may read a file: its mode lets others read it, and the modes of all folders of its
   path (after following links) let others enter. False for a file that no path in our tree leads to (deleted, or in
   another process' tree). False for files that the kernel generates for each reader (/proc). `read` identifies the
   file that was read; false if the path leads to another file. */
bool file_is_world_readable(const char *path, const struct file_node *read);

/* Whether a path, after following links, lies below a folder. False with `e` set: it cannot be found out. */
bool file_is_below(const char *path, const char *dir, struct err *e);

/* *last receives 1 + the largest N of the entries named PREFIXN in a directory; 0 if there are none. False with `e`
   set: the directory cannot be read. */
bool file_next_number(const char *dir, const char *prefix, uint32_t *last, struct err *e);

/* The *n regular files in a folder and below it, as relative paths in byte order. Symbolic links are not followed: they
   are skipped if `links`, else an error. The caller frees each path and the array. NULL with `e` set. */
char **file_list_tree(const char *dir, bool links, size_t *n, struct err *e);

/* If the name is PREFIXN, the larger of `last` and N + 1; else `last`. */
uint32_t file_numbered(const char *name, const char *prefix, uint32_t last);

/* The *n names in a folder, at most `max`, without "." and "..", in byte order. One free() frees all. NULL with `e`
   set: the folder cannot be read. */
char **file_list_names(const char *dir, size_t max, size_t *n, struct err *e);

/* The *n names in a directory that are numbers, as numbers: at most `max`, ascending, malloc'ed. NULL: there are none. */
uint32_t *file_list_numeric_names(const char *dir, size_t max, size_t *n);

/* The *n paths that match a pattern whose names may have the wildcards of glob_match() (glob.h), in byte order;
   wildcards match no leading '.'. One free() frees all. NULL: there are none. */
char **file_list_matches(const char *pattern, size_t *n);

/* Whether standard input is a pipe. */
bool file_stdin_is_pipe(void);

/* The number of processors that the program may run on. Must not affect any result. */
unsigned file_processors(void);

/* The bytes of memory that the process may take for what only makes it faster: half of the machine's or of RLIMIT_AS, and less where
   an address has 32 bits; 0: unknown. Must not affect any result. */
uint64_t file_memory(void);

/* Fills n bytes with numbers that nobody can guess, for keys. Must not affect any other result. False: the system has none to
   give. */
bool file_random(void *to, size_t n);

#endif
