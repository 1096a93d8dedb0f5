/*
 * same_file: whether a file that is open here is the one that was recorded, where no build-id says it: on one
 * machine, a device, an inode and its generation name one file.
 */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_SAME_FILE_H
#define PERFOLIO_CORE_RESOLVE_FILES_SAME_FILE_H

#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/timeline/object.h"

/* Whether `now` is what `was` became the record of, and was not written to after `until` (ns since 1970, by
   the clock of the file systems), when the recording ended. `proven`: nor changed in any other way. False
   with `why` set. The caller knows both to be of one machine. */
bool same_file(const struct file_id *was, const struct file_facts *now, uint64_t until, bool *proven,
               struct err *why);

#endif
