/* blob_file: opens regular files as blobs, for the sources of archive/. */
#ifndef PERFOLIO_ARCHIVE_BLOB_FILE_H
#define PERFOLIO_ARCHIVE_BLOB_FILE_H

#include "core/base/arena.h"
#include "core/base/file/file.h"
#include "core/resolve/source.h"

/* Whether `path` is a regular file that is not empty, or the system does not allow to find out. If so,
   blob_open_file() does not return ABSENT. */
bool blob_is_there(const char *path);

/* Opens `path` as a blob whose origin is interned in `origins`. ABSENT: there is no such file, it is not a
   regular file, or it is empty. UNUSABLE: the system refuses to open it.
    A compressed file is unpacked (decompress.h, core/base/budget.h). A capture can name any file of this
   host, so `only` limits unpacking to ELF files that contain this build-id. The build-id is searched for
   before any unpacked bytes are stored. Compressed files without it are REFUSED; if only->n == 0, all
   compressed files are. `only` NULL: any file is unpacked. This is for files that the user named, and for
   files of a folder that the user named if no build-id is known. `facts` receives the size, times and
   inode of the file; it may be NULL. */
enum answer blob_open_file(const char *path, struct names *origins, const struct build_id *only,
                           struct file_facts *facts, struct blob *out, struct err *e);

/* Like blob_open_file(), for DIR/PATH. Symbolic links in PATH are not followed. ABSENT also means that the
   system refuses to open the file: somebody else controls the folder, and a file in it may vanish at any
   moment. */
enum answer blob_open_beneath(const char *dir, const char *path, struct names *origins,
                              const struct build_id *only, struct file_facts *facts, struct blob *out,
                              struct err *e);

/* Opens a file that a recorder put into a capture's directory: DIR/PATH. UNUSABLE if PATH contains a
   symbolic link, which could make a private file of this host a part of the capture. */
enum answer blob_open_recorded(const char *dir, const char *path, struct names *origins, struct blob *out,
                               struct err *e);

/* Like blob_open_file(), for a file that the user named. A file of size 0 whose content the kernel
   generates (/proc/kallsyms) is read to its end. UNUSABLE also if the file does not exist. Not for paths
   from a capture: reading a file of the kernel can have side effects. */
enum answer blob_open_named(const char *path, struct names *origins, struct blob *out, struct err *e);

/* Whether a recorded path may be looked up below a folder: it is absolute and has no component "..". */
bool blob_path_is_plain(const char *path);

#endif
