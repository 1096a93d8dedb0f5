/*
 * The content of an inode can change in two ways. First, a freed inode may be reused for another file. The
 * generation shows this, if both the recording (in the kernel's own records, not in those that perf makes up)
 * and this file system have generations. Otherwise the change time shows it: that of the new file is after
 * the recording. Second, the file may be written in place. Then its modification time is after the recording.
 * A program may set the modification time back (rsync --inplace --times), but not the change time. But a new
 * link, name or mode updates the change time, too (perf record links files that samples hit into ~/.debug).
 * So a file is accepted, but not proven, if only its change time is after the recording. If a deleted file
 * that is still open changes, its modification time changes, too.
 *
 * Changes during the recording are not noticed. For a copied capture, changes before the copy was made are
 * not noticed either, because the time of the copy is used as the end of the recording.
 *
 * On btrfs, and on overlayfs of kernels before 2025, records have other numbers than fstat() returns (linux,
 * perf_event_mmap_event() and show_map_vma()). Such files are never the same for this comparison.
 */
#include "core/resolve/files/same_file.h"

#include <inttypes.h>

bool same_file(const struct file_id *was, const struct file_facts *now, uint64_t until, bool *proven,
               struct err *why)
{
    if (!was->ino)
        return err_set(why, ERR_UNSUPPORTED, 0, "neither its build-id nor its inode was recorded");
    const bool is_inode = now->maj == was->maj && now->min == was->min && now->ino == was->ino;
    if (!is_inode)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "no build-id was recorded, and it is inode %" PRIu64 " of device %" PRIx32 ":%" PRIx32
                       " here, but inode %" PRIu64 " of device %" PRIx32 ":%" PRIx32 " was recorded",
                       now->ino, now->maj, now->min, was->ino, was->maj, was->min);
    const bool are_known = was->ino_generation && now->generation;
    if (are_known && now->generation != was->ino_generation)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "no build-id was recorded, and inode %" PRIu64 " is a new file of generation %" PRIu64
                       "; generation %" PRIu64 " was recorded",
                       now->ino, now->generation, was->ino_generation);
    if (now->written > until)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "no build-id was recorded, and the file was written to after the recording");
    *proven = now->changed <= until || now->nameless;
    return true;
}
