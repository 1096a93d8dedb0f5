/*
 * file: the only door to the operating system's files. Reads at offsets, never through a shared position, so
 * that workers can read side by side; a pipe is first spooled into an unnamed temporary file, so that
 * everything above may read twice.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_FILE_H
#define PERFOLIO_CORE_BASE_FILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* Bytes that are no file's own but are read like one: those of a compressed section, or of memory. Its reads
 * are file_read()'s, which ask for nothing beyond file.size; several threads may read at once. */
struct file_view {
    int64_t (*read)(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e);
    void (*close)(struct file_view *v);
    bool unpacks; /* reading takes work: it decompresses */
};

struct fault;

struct file {
    int fd;
    uint64_t size;
    struct file_view *view; /* read instead of fd; NULL: an ordinary file */
    struct fault *fault;    /* borrowed; keeps what could not be read (fault.h); NULL: nothing does */
};

/* Take the places of standard input, output and error where they are closed, before any other file is opened: reading from
   or writing to them fails. False: one cannot be taken, and nothing may be opened. */
bool file_standard_open(void);

/* Open for reading; "-" and anything that cannot seek is spooled, in /tmp. Directories are refused with
 * ERR_UNSUPPORTED. */
bool file_open(struct file *f, const char *path, struct err *e);

/* The same of one that is open, whatever its path leads to by now; both are to be closed. Of a view ERR_UNSUPPORTED. */
bool file_again(struct file *f, const struct file *open, struct err *e);
void file_close(struct file *f);

/* It changes hands: who had it has none, and closes none. */
static inline struct file file_take(struct file *f)
{
    const struct file taken = *f;
    *f = (struct file){ .fd = -1 };
    return taken;
}

/* The same as file_open(); what cannot seek is spooled in the folder `temporary` (surroundings.h) if `may_be` says so of its first
   bytes, which are as many as it asks for where there are so many: what it refuses with `e` set takes no room, and is read no
   further. */
enum { FILE_HEAD = 4096 };
bool file_open_if(struct file *f, const char *path, const char *temporary,
                  bool (*may_be)(struct span head, struct err *e), struct err *e);

/* Bytes of memory as a file; they are borrowed until it is closed. */
void file_of_bytes(struct file *f, struct span bytes);

/* The same as file_open() for files inside a capture directory: regular ones only, for a directory may come
   from a stranger. `absent` tells a file that is not there from one that cannot be read. */
bool file_open_regular(struct file *f, const char *path, bool *absent, struct err *e);

/* A new unnamed temporary file to write to, in a folder of that name (surroundings.h); closed like any other. */
bool file_temp(struct file *f, const char *temporary, struct err *e);
bool file_append(struct file *f, const void *p, size_t n, struct err *e);

/* Have a temporary file say that it was last written to when another one was. */
void file_date_as(struct file *temp, const struct file *f);

/* Up to n bytes at `at`: how many there were (fewer only at the end of the file), or -1 with `e` set and
 * noted in the file's fault. */
int64_t file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e);

/* For a program to call before it opens anything, and for no library, for SIGBUS is handled from then on: files are mapped, which
   takes no memory of their size and reads no more than is asked for (guard.c). Without it they are copied. */
void file_guard_begin(void);

/* The whole file as memory, unmapped with file_unmap; an empty span is returned for an empty file. A copy, of which `e` says if
   it was cut or written to while it was made, and which nothing changes afterwards. After file_guard_begin() it is mapped: should
   it get shorter meanwhile, or its disk fail, what is gone reads as zeros, and file_unchanged() says so. */
bool file_map(const char *path, struct span *bytes, struct err *e);

/* Whether a file that is mapped, of which `bytes` are some, is what it was then: neither cut nor written to.
   False: `e` says what happened to it, and what was read of it is good for nothing. Memory of any other kind
   is unchanged. */
bool file_unchanged(struct span bytes, struct err *e);

/* Say of a mapped file, of which `bytes` are some, that a program may be writing behind its end: that is no
 * change. */
void file_may_grow(struct span bytes);

/* What was read of a mapped file, of which `bytes` are some, takes no memory any more; it is read again when it is
   asked for. Memory of any other kind stays as it is. */
void file_let_go(struct span bytes);

/* The next file that changed while it was mapped, be it still or not, which file_unchanged() has not reported:
   `e` names it. False: there is no more. */
bool file_changed_unreported(struct err *e);

/* Which file of this host it is; zeros: none, or it is not known. */
struct file_node {
    uint32_t maj, min;
    uint64_t ino;
};

/* What the system says of an open file: not of a path, which may lead to another one by now. */
struct file_facts {
    uint32_t maj, min;         /* of its device */
    uint64_t ino, generation;  /* generation 0: unknown to the file system */
    uint64_t written, changed; /* its bytes; anything about it: ns since 1970 */
    bool nameless;             /* deleted while a program has it open */
};

static inline struct file_node file_node_of(const struct file_facts *f)
{
    return (struct file_node){ f->maj, f->min, f->ino };
}

/* Zeros where nothing is known: it is no file of this host. */
void file_facts(const struct file *f, struct file_facts *facts);

/* file_map(), and what there is to say of the file that was mapped; nothing of an empty one. */
bool file_map_facts(const char *path, struct span *bytes, struct file_facts *facts, struct err *e);

/* n zeroed bytes of memory, unmapped with file_unmap: a page takes some once it is written to. NULL for n =
 * 0, and with `e` set (ERR_IO: nothing is known of what was to be put there) when there is no room for so many. */
uint8_t *file_blank(uint64_t n, struct err *e);
void file_unmap(struct span bytes);

/* file_map_facts() for DIR/PATH without following a symbolic link in PATH: in another process' tree an
   absolute one would lead into ours. PATH must not hold "..". */
bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e);

/* When the file was last written to, a stream when it was spooled, in ns since 1970; 0: unknown. */
uint64_t file_written(const struct file *f);

/* What the kernel writes while it is read has no size (/proc): add all of it to `out`, up to `max` bytes.
   False with `e` set when there is more, or when it is no regular file. */
bool file_read_all(const char *path, size_t max, struct text *out, struct err *e);

/* Up to n bytes at `at` of such a file (/proc/PID/mem): how many there were. */
size_t file_peek(const char *path, uint64_t at, void *buf, size_t n);

/* Add what a symbolic link says to `out`; false: it is none, or says more than 4096 bytes. */
bool file_link(const char *path, struct text *out);

/* What a name stands for, itself: a link is not followed. */
enum file_kind { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_OTHER };
enum file_kind file_kind_of(const char *path);

/* Make a folder and those above it, where they are missing. */
bool file_make_folder(const char *path, struct err *e);

/* Whether files may be made in a folder, as far as rights and a file system that is read-only decide it; `e` says why not. */
bool file_may_make(const char *dir, struct err *e);

/* Make the folders in which DIR/PATH will lie, where they are missing. No link in PATH is followed; where one
   or a file stands in the place of a folder, `e` names it. */
bool file_make_way(const char *dir, const char *path, struct err *e);

/* Make a symbolic link at `path` that says `says`. What is there already, other than that very link, is left
   alone, and `e` is set. */
bool file_make_link(const char *path, const char *says, struct err *e);

/* Whether two open files hold the same bytes; false with `e` set when one cannot be read. */
bool file_equal(const struct file *a, const struct file *b, struct err *e);

/* Whether both are there and, all links followed, one file. */
bool file_same(const char *a, const char *b);

/* Whether what is read as `input` ("-": standard input; a folder: the files in it) would be replaced by
 * writing `path`. */
bool file_is_of(const char *path, const char *input);

/* After a look at a path failed: whether errno says that nothing is there, or nothing that we may see. */
bool file_absent(void);

bool file_is_dir(const char *path);

/* The same of a path that the user named: false with `e` set where it is there, and could not be looked at. */
bool file_is_dir_told(const char *path, struct err *e);

/* Whether everyone on this host may read a file: its rights let all others, and those of the folders that lead to it, all links
   followed, let them pass. Not of what has no path here (deleted, another process' tree), and not of what the kernel makes while
   it is read (/proc), for that differs by reader. `read` is what was read of it: another file, which lay at the path before, is not
   everyone's. */
bool file_is_everyones(const char *path, const struct file_node *read);

/* Whether a file is there and, all links followed, lies below a folder. False with `e` set when that could not be found out. */
bool file_is_below(const char *path, const char *dir, struct err *e);

/* The largest N of the entries PREFIXN of a directory, + 1, in *last; 0: there are none. False with `e` set when
   the directory cannot be read. */
bool file_last_numbered(const char *dir, const char *prefix, uint32_t *last, struct err *e);

/* The regular files in a folder and its folders, as paths in it, in byte order; symbolic links are not followed, and are an
   error unless there may be `links`. The caller frees the paths and the array; `n` of them. NULL with `e` set. */
char **file_list(const char *dir, bool links, size_t *n, struct err *e);

/* N + 1 of a name PREFIXN if that is more than `last`; else `last`. */
uint32_t file_numbered(const char *name, const char *prefix, uint32_t last);

/* The names in a folder, at most `max`, without "." and "..", in byte order: `n` of them, freed with one free(). NULL
   with `e` set: it cannot be read. */
char **file_names(const char *dir, size_t max, size_t *n, struct err *e);

/* The entries of a directory whose names are numbers, at most `max`, in ascending
   order: malloc'ed, NULL when there are none. */
uint32_t *file_numbers(const char *dir, size_t max, size_t *n);

/* Whether standard input is a pipe. */
bool file_stdin_is_pipe(void);

/* How many processors of this machine the program may run on; never part of a result. */
unsigned file_processors(void);

#endif
