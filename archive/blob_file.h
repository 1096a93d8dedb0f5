/* blob_file: opens regular files as blobs, for the sources of archive/. */
#ifndef PERFOLIO_ARCHIVE_BLOB_FILE_H
#define PERFOLIO_ARCHIVE_BLOB_FILE_H

#include "core/base/arena.h"
#include "core/base/file/file.h"
#include "core/resolve/source.h"

/* Whether `path` is a regular file that is not empty, or the system does not let us look: blob_open_file() then does not
   say ABSENT. */
bool blob_is_there(const char *path);

/* Opens `path` as a blob whose origin is interned in `origins`. ABSENT: there is no such regular file (devices and
   pipes are none), or it is empty. UNUSABLE: the system refuses it.

   A compressed file is unpacked (decompress.h, core/base/budget.h). As a capture can name any file of this host, `only`
   limits this to the ELF file that contains this build-id, which is looked for before anything is kept in memory;
   others are REFUSED, and with only->n == 0 all. NULL: any file, because the user named it or its folder, and no
   build-id is known.
   `facts` receives the size, times and inode of the file; NULL: not wanted. */
enum answer blob_open_file(const char *path, struct names *origins, const struct build_id *only,
                           struct file_facts *facts, struct blob *out, struct err *e);

/* The same for DIR/PATH, without following symbolic links in PATH. ABSENT also if the system refuses it: the tree is
   somebody else's, and a file in it may vanish at any moment. */
enum answer blob_open_beneath(const char *dir, const char *path, struct names *origins,
                              const struct build_id *only, struct file_facts *facts, struct blob *out,
                              struct err *e);

/* Opens a file that a recorder put into a capture's directory: DIR/PATH, without following symbolic links in PATH, which
   could make a private file of this host a part of the capture. UNUSABLE if one leads there. */
enum answer blob_open_recorded(const char *dir, const char *path, struct names *origins, struct blob *out,
                               struct err *e);

/* blob_open_file() for a file that the user named: one without a size, as the kernel makes them on reading
   (/proc/kallsyms), is read to its end. UNUSABLE also if it is gone. Not for names from a capture: reading such files
   can have effects. */
enum answer blob_open_named(const char *path, struct names *origins, struct blob *out, struct err *e);

/* Whether a recorded path may be looked up below a folder: it is absolute and has no component "..". */
bool blob_path_is_plain(const char *path);

#endif
