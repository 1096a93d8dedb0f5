/*
 * system: what the files of this folder ask of the operating system; private to this folder. posix/ and windows/ implement it, and a
 * build takes one of them. Unless noted, functions fail as POSIX has it: with -1, NULL or false, and errno set. Paths are UTF-8;
 * windows/ accepts \ as well as /, and returns / alone.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_SYSTEM_SYSTEM_H
#define PERFOLIO_CORE_BASE_FILE_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/file/file.h"

/* How system_open() opens an existing file. AT_ONCE: a FIFO does not wait for its other end, and no terminal is taken over. */
enum system_open { SYSTEM_READ, SYSTEM_WRITE, SYSTEM_READ_WRITE, SYSTEM_AT_ONCE = 4 };

/* Descriptors for read(), write() and close(), which programs that are run do not inherit. system_create() makes a file to read and
   write, with permissions `mode` as the umask allows; it fails with EEXIST if there is one. */
int system_open(const char *path, unsigned how);
int system_create(const char *path, unsigned mode);
int system_duplicate(int fd);

/* Makes a file without a name, in a folder (NULL: the system's for temporary files, or in memory if there is none). `path`, of
   `size` bytes, receives the name that it was given at first. ENAMETOOLONG: there is no room for it. */
int system_temporary(const char *folder, char *path, size_t size);

/* Read or write up to n bytes at an offset. */
ssize_t system_read_at(int fd, void *to, size_t n, uint64_t at);
ssize_t system_write_at(int fd, const void *from, size_t n, uint64_t at);

/* The status of an open file. */
bool system_look(int fd, struct file_status *st);

/* Gives an open file a modification time, in ns since 1970, if that can be done. */
void system_set_written(int fd, uint64_t ns);

/* The generation of an open file's inode; 0: unknown. */
uint32_t system_generation(int fd);

/* The absolute path without symbolic links, malloc'ed; NULL also if nothing is there. */
char *system_real_path(const char *path);

/* Where the last name of a path begins. */
const char *system_base_name(const char *path);

/* Calls take(arg, name) for each name in a folder but "." and "..", until it returns false. False: it cannot be read; *opened says if
   it could be opened. */
bool system_list(const char *dir, bool (*take)(void *arg, const char *name), void *arg, bool *opened);

/* Maps the first n bytes (n > 0) of an open file for reading, or n zeroed bytes for reading and writing. system_unmap() accepts
   both. */
void *system_map(int fd, size_t n);
void *system_map_zeroed(size_t n);
void system_unmap(void *p, size_t n);

/* Frees the memory of mapped pages until they are touched again. */
void system_drop_pages(void *p, size_t n);

/* Lets a page that cannot be read (its file was cut, or the disk failed) read as zeros if covers(at) accepts the address of the
   fault; else what was installed before gets the fault. If another handler was installed since the last call, this one is installed
   again. `covers` runs in a signal handler. Where the system cuts no mapped file, it does nothing. */
void system_catch_faults(bool (*covers)(uintptr_t at));

/* Locks an open file, or a folder of system_open_folder(), against other programs that do; closing it unlocks. `wait`: until it is
   free; else it fails with EWOULDBLOCK if it is not. */
bool system_lock(int fd, bool wait);
int system_open_folder(const char *path);

/* Makes a file without a name that system_name() can give one later, if the system has that. */
int system_create_unnamed(const char *folder, unsigned mode);
bool system_name(int fd, const char *path);

/* system_link() gives a file a second name where nothing is; system_rename() replaces what is at `to`. */
bool system_link(const char *from, const char *to);
bool system_rename(const char *from, const char *to);
void system_remove(const char *path);

/* Wait until the disk has the file, or the names of a folder; a folder that cannot be read or synced is no failure. */
bool system_sync(int fd);
bool system_sync_folder(const char *path);

/* Gives a private file the owner, group and mode of the file that it will replace, where there are such. */
void system_take_after(int fd, const struct file_status *old);

/* Makes one folder. */
bool system_make_folder(const char *path);

#endif
