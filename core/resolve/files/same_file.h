/*
 * same_file: whether an open file is the recorded file, if there is no build-id. On one machine a file is
 * identified by device, inode and generation.
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_SAME_FILE_H
#define PERFOLIO_CORE_RESOLVE_FILES_SAME_FILE_H

#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/timeline/object.h"

/* Whether the file `now` is the recorded file `was` and was not written after `until`, the end of the
   recording (ns since 1970, by the file system's clock). *proven receives whether the inode was not
   changed in any other way either. False with `why` set. Only for files of the machine that recorded. */
bool same_file(const struct file_id *was, const struct file_facts *now, uint64_t until, bool *proven,
               struct err *why);

#endif
