/*
 * Programs are built anew while they run. The build-ids of a header are read by path when the recording ends, so that such a
 * path has that of a file that may never have run, in ~/.debug and on servers as well. On the machine that recorded the file
 * itself shows it: its build-id is the recorded one, its inode is another than was mapped, and it came there while it was
 * recorded: of a file that came before or after, the build-id is what it seems. When it was recorded is known by when the
 * capture was written, and by how long its samples took; a copy was written later, and nothing is taken back then. Where inodes
 * have two numbers (same_file.c) nothing is compared: the devices differ.
 */
#include "archive/source/sources.h"

#include "archive/blob_file.h"
#include "core/base/file/file.h"
#include "formats/elf/elf.h"

/* Whether the file that is at the path of an object proves that its build-id is of another one than was mapped. */
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
    file_facts(&f, &now);
    const bool reused = was->ino_generation && now.generation && now.generation != was->ino_generation;
    const bool another = now.maj == was->maj && now.min == was->min && (now.ino != was->ino || reused) &&
                         now.changed >= since && now.changed <= until;
    const bool of_it = another && elf_build_id_of_file(&f, &id) && object_build_id_equal(&id, &o->build_id);
    file_close(&f);
    return of_it;
}

void sources_doubt_later(struct timeline *t, uint64_t since, uint64_t until)
{
    size_t n;
    const struct object *const *objects = timeline_objects(t, &n);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = objects[i];
        const bool by_path = o->kind == OBJECT_USER && o->machine == -1 && o->listed && o->build_id.n &&
                             o->file.ino && blob_path_is_plain(o->path);
        if (by_path && is_of_later(o, since, until))
            timeline_doubt(t, o);
    }
}
