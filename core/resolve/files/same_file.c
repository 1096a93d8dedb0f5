/*
 * Two things could make another content of it. An inode that was freed is used again: its generation shows it,
 * where the recording (the kernel's own records, not those that perf makes up) and the file system here know
 * it, and if not, the new file was changed after the recording. The file was written to in place: then that
 * is its time, and whoever sets that time back (rsync --inplace --times) cannot set back when it was changed.
 * But a link, a new name or new rights change it, too (perf record links what samples hit into ~/.debug), so
 * such a file is taken, and is not proven. A deleted one that is still open cannot come to other bytes than
 * through its own time.
 *
 * Not seen is what was changed while it was recorded; nor, of a capture that is a copy, what was changed
 * before that was made, for then the end of the recording is taken to be when it was copied.
 *
 * btrfs, and overlayfs on kernels before 2025, have other numbers in records than fstat() gives of their
 * files (linux, perf_event_mmap_event() and show_map_vma()). They are never taken to be the same.
 */
#include "core/resolve/files/same_file.h"

#include <inttypes.h>

bool same_file(const struct file_id *was, const struct file_facts *now, uint64_t until, bool *proven,
               struct err *why)
{
    if (!was->ino)
        return err_set(why, ERR_UNSUPPORTED, 0, "neither its build-id nor its inode was recorded");
    if (now->maj != was->maj || now->min != was->min || now->ino != was->ino)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "without a build-id: here it is inode %" PRIu64 " of device %" PRIx32 ":%" PRIx32
                       ", inode %" PRIu64 " of device %" PRIx32 ":%" PRIx32 " was recorded",
                       now->ino, now->maj, now->min, was->ino, was->maj, was->min);
    if (was->ino_generation && now->generation && now->generation != was->ino_generation)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "without a build-id: its inode %" PRIu64
                       " is another file by now, of generation %" PRIu64 "; %" PRIu64 " was recorded",
                       now->ino, now->generation, was->ino_generation);
    if (now->written > until)
        return err_set(why, ERR_UNSUPPORTED, 0, "without a build-id: it was written to after the recording");
    *proven = now->changed <= until || now->nameless;
    return true;
}
