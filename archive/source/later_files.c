/*
 * Programs are rebuilt while they run. perf reads the build-ids of the header by path when the recording
 * ends, so a path may have the build-id of a file that never ran; ~/.debug and servers then have that file,
 * too. On the recorded machine the file itself shows this: it has the recorded build-id and another inode
 * than the mapped file, and it came there during the recording. If it came there before or after the
 * recording, the build-id is right. The recording ended at the capture's last change, and began earlier by
 * the duration of its samples. A copy was written later, so its build-ids are not changed. If inodes have two
 * numbers (same_file.c), the devices differ and nothing is compared.
 */
#include "archive/source/sources.h"

#include "archive/blob_file.h"
#include "core/base/file/file.h"
#include "formats/elf/elf.h"

/* Whether the file at the path of an object proves that the object's build-id is not that of the mapped
   file. */
static bool is_of_later(const struct object *o, uint64_t since, uint64_t until)
{
    const struct file_id *was = &o->file;
    struct file_facts now = { 0 };
    struct build_id id = { 0 };
    struct file f;
    struct err unused = { 0 };
    bool absent;
    if (!blob_is_there(o->path) || !file_open_regular(&f, o->path, &absent, &unused))
        return false;
    file_read_facts(&f, &now);
    const bool reused = was->ino_generation && now.generation && now.generation != was->ino_generation;
    const bool another = now.maj == was->maj && now.min == was->min && (now.ino != was->ino || reused) &&
                         now.changed >= since && now.changed <= until;
    const bool of_it = another && elf_build_id_of_file(&f, &id) && object_build_id_equal(&id, &o->build_id);
    file_close(&f);
    return of_it;
}

void sources_drop_replaced_ids(struct timeline *t, uint64_t since, uint64_t until)
{
    size_t n;
    const struct object *const *objects = timeline_objects(t, &n);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = objects[i];
        const bool by_path = o->kind == OBJECT_USER && o->machine == -1 && o->listed && o->build_id.n &&
                             o->file.ino && blob_path_is_plain(o->path);
        if (by_path && is_of_later(o, since, until))
            timeline_doubt_build_id(t, o);
    }
}
