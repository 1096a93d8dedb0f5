/*
 * same_file: whether an open file is the recorded one, without a build-id: on one machine, device, inode and generation
 * identify a file.
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_SAME_FILE_H
#define PERFOLIO_CORE_RESOLVE_FILES_SAME_FILE_H

#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/timeline/object.h"

/* Whether the file `now` is the recorded file `was` and was not written to after `until`, when the recording ended (ns
   since 1970, file system clock). *proven says whether its inode was not changed in any other way either. False with
   `why` set. Only for files of the machine that recorded. */
bool same_file(const struct file_id *was, const struct file_facts *now, uint64_t until, bool *proven,
               struct err *why);

#endif
