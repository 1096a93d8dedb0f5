/* blob_file: regular files as blobs. Shared by the sources of archive/. */
#ifndef PERFOLIO_ARCHIVE_BLOB_FILE_H
#define PERFOLIO_ARCHIVE_BLOB_FILE_H

#include "core/base/arena.h"
#include "core/base/file/file.h"
#include "core/resolve/source.h"

/* Whether there is a regular file that is not empty, or what there is could not be looked at: what blob_open_file() does not
   call ABSENT. */
bool blob_is_there(const char *path);

/* Open `path` as a blob whose origin is interned in `origins`. ABSENT when there is no such regular file or
   it is empty; devices and pipes are not files. UNUSABLE when the system refuses it.

   A compressed file becomes what it stands for (decompress.h, core/base/budget.h). As a capture can name any
   file of this host, `only` says which: the ELF file that has this build-id in it, which is looked for before
   anything is kept in memory, or else it is REFUSED; with only->n == 0 none is. NULL: whatever it is, for the
   user named it, or the folder that it lies in, and there is no build-id to be found in it.
   `facts` gets what the system knows of the file that was opened; NULL: not wanted. */
enum answer blob_open_file(const char *path, struct names *origins, const struct build_id *only,
                           struct file_facts *facts, struct blob *out, struct err *e);

/* The same for DIR/PATH, no symbolic link in PATH being followed. ABSENT also when the system refuses it: the
   tree is another's, and what is there may be gone the next moment. */
enum answer blob_open_beneath(const char *dir, const char *path, struct names *origins,
                              const struct build_id *only, struct file_facts *facts, struct blob *out,
                              struct err *e);

/* What a recorder put into a capture's directory: DIR/PATH, no symbolic link in PATH being followed, for a private file of this
   host would be taken for a part of the capture. UNUSABLE if one leads there. */
enum answer blob_open_recorded(const char *dir, const char *path, struct names *origins, struct blob *out,
                               struct err *e);

/* blob_open_file() for a file that the user named: one without a size, as the kernel makes them while they
   are read (/proc/kallsyms), is read to its end. UNUSABLE also when it is gone. Not for names out of a
   capture: a read can have effects there. */
enum answer blob_open_named(const char *path, struct names *origins, struct blob *out, struct err *e);

/* Whether a recorded path may be looked up under a folder: absolute, and without a component "..". */
bool blob_path_is_plain(const char *path);

#endif
