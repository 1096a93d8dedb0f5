/*
 * system: the operating system's part of this folder, implemented in posix/ and in windows/; a build uses one of them.
 * Private to this folder. Unless noted, functions fail as in POSIX: they return -1, NULL or false, and set errno. Paths
 * are UTF-8; the functions in windows/ accept \ as well as /, and return only /.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_SYSTEM_SYSTEM_H
#define PERFOLIO_CORE_BASE_FILE_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/file/file.h"

/* Flags for system_open(), which opens an existing file. AT_ONCE: does not wait for the other end of a FIFO, and does
   not make a terminal the controlling one. */
enum system_open { SYSTEM_READ, SYSTEM_WRITE, SYSTEM_READ_WRITE, SYSTEM_AT_ONCE = 4 };

/* Descriptors for read(), write() and close(), which programs that are run do not inherit. system_create() makes a
   file to read and write, with permissions `mode` as the umask allows; it fails with EEXIST if there is one. */
int system_open(const char *path, unsigned how);
int system_create(const char *path, unsigned mode);
int system_duplicate(int fd);

/* Creates a file without a name in a folder; NULL: in the system's folder for temporary files or, if there is none, in
   memory. `path`, of `size` bytes, receives the name that the file had at first. ENAMETOOLONG: `path` is too small. */
int system_temporary(const char *folder, char *path, size_t size);

/* Read or write up to n bytes at an offset. */
ssize_t system_read_at(int fd, void *to, size_t n, uint64_t at);
ssize_t system_write_at(int fd, const void *from, size_t n, uint64_t at);

/* The status of an open file. */
bool system_look(int fd, struct file_status *st);

/* Sets the modification time of an open file, in ns since 1970; failures are ignored. */
void system_set_written(int fd, uint64_t ns);

/* The generation of an open file's inode; 0: unknown. */
uint32_t system_generation(int fd);

/* The absolute path without symbolic links, malloc'ed; NULL also if nothing is there. */
char *system_real_path(const char *path);

/* The last component of a path. */
const char *system_base_name(const char *path);

/* Calls take(arg, name) for each name in a folder except "." and "..", until take() returns false. False: the folder
   cannot be read; *opened says whether it could be opened. */
bool system_list(const char *dir, bool (*take)(void *arg, const char *name), void *arg, bool *opened);

/* Maps the first n bytes (n > 0) of an open file for reading, or n zeroed bytes for reading and writing.
   system_unmap() accepts both. */
void *system_map(int fd, size_t n);
void *system_map_zeroed(size_t n);
void system_unmap(void *p, size_t n);

/* Frees the memory of mapped pages until they are touched again. */
void system_drop_pages(void *p, size_t n);

/* Makes pages that cannot be read (the file was shortened, or the disk failed) read as zeros, if covers(at) accepts
   the address of the fault; other faults go to the handler that was installed before. If another handler was installed
   since the last call, this one is installed again. `covers` runs in a signal handler. Does nothing on systems that do
   not shorten mapped files. */
void system_catch_faults(bool (*covers)(uintptr_t at));

/* Locks an open file, or a folder of system_open_folder(), against other programs that lock it. Closing the descriptor
   unlocks. `wait`: waits until the lock is free; else fails with EWOULDBLOCK if it is not. */
bool system_lock(int fd, bool wait);
int system_open_folder(const char *path);

/* Creates a file without a name, to which system_name() can give a name later. Fails if the system has no such
   files. */
int system_create_unnamed(const char *folder, unsigned mode);
bool system_name(int fd, const char *path);

/* system_link(): gives a file a second name; fails if the name exists. system_rename(): replaces the file at `to`, if
   any. */
bool system_link(const char *from, const char *to);
bool system_rename(const char *from, const char *to);
void system_remove(const char *path);

/* Wait until the file, or the names in the folder, are on the disk. A folder that cannot be read or synced counts as
   success. */
bool system_sync(int fd);
bool system_sync_folder(const char *path);

/* Gives a new file the owner, group and mode of the file that it will replace, on systems that have these. */
void system_copy_permissions(int fd, const struct file_status *old);

/* Makes one folder. */
bool system_make_folder(const char *path);

#endif
