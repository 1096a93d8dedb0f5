#include "core/resolve/files/identity.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/resolve/files/same_file.h"

/* The file's build-id. False: it has none. */
static bool found_id(const struct identity_case *c, struct build_id *id)
{
    *id = c->blob->cached_as;
    if (c->reader->build_id)
        return c->reader->build_id(c->blob->bytes, id);
    return id->n > 0;
}

/* Whether the wanted file contains another part of a program's DWARF. Such files have their own ids. */
static bool is_part(const struct want *w)
{
    return w->kind == WANT_DWO || w->kind == WANT_ALT;
}

static enum evidence look_at_build_id(const struct identity_case *c, struct err *why)
{
    const struct want *w = c->want;
    struct build_id id;
    char want[BUILD_ID_HEX], have[BUILD_ID_HEX];
    if (is_part(w)) {
        if (c->reader->holds(c->blob->bytes, w->kind, &w->id))
            return EVIDENCE_AGREES;
        err_set(why, ERR_FORMAT, 0, "it is not of %s, which is asked for",
                object_build_id_text(&w->id, want));
        return EVIDENCE_CONTRADICTS;
    }
    const bool has = found_id(c, &id);
    const bool must_have = c->reader->build_id && w->kind != WANT_DEBUG;
    if (!w->id.n || (!has && !must_have))
        return EVIDENCE_NONE;
    if (has && object_build_id_equal(&w->id, &id))
        return EVIDENCE_AGREES;
    if (has)
        err_set(why, ERR_FORMAT, 0, "its build-id is %s, %s was recorded", object_build_id_text(&id, have),
                object_build_id_text(&w->id, want));
    else
        err_set(why, ERR_FORMAT, 0, "it has no build-id, %s was recorded",
                object_build_id_text(&w->id, want));
    return EVIDENCE_CONTRADICTS;
}

/* Debug files without a build-id are compared by checksum, unless only a part of the file is available. */
static enum evidence look_at_checksum(const struct identity_case *c, struct err *why)
{
    if (c->want->kind != WANT_DEBUG || c->blob->fitted || c->blob->says[EVIDENCE_BUILD_ID] == EVIDENCE_AGREES)
        return EVIDENCE_NONE;
    const uint32_t crc = c->reader->crc(c->blob->bytes);
    if (crc == c->want->crc)
        return EVIDENCE_AGREES;
    err_set(why, ERR_FORMAT, 0, "its checksum is %08" PRIx32 ", %08" PRIx32 " is asked for", crc,
            c->want->crc);
    return EVIDENCE_CONTRADICTS;
}

/* Compares device, inode and times of a file with those in the recording. The recorder reads the build-id
   of a path when the recording ends. So if a file came to the path during the recording, the recorded
   build-id is its id, although another file was mapped. If it came there before or after the recording,
   the build-id is sufficient. Different device numbers may mean the same file (same_file.c). */
static enum evidence look_at_file(const struct identity_case *c, struct err *why)
{
    const struct file_id *was = &c->want->object->file;
    const struct file_facts *now = c->blob->facts;
    struct err differs = { 0 };
    bool proven = false;
    if (c->blob->proven && c->blob->facts)
        return EVIDENCE_AGREES; /* the source has checked the file */
    const bool is_one_device = now && now->maj == was->maj && now->min == was->min;
    if (!c->until || !was->ino || !is_one_device)
        return EVIDENCE_NONE;
    if (same_file(was, now, c->until, &proven, &differs)) {
        if (proven)
            return EVIDENCE_AGREES;
        return EVIDENCE_PARTLY;
    }
    const bool has_id = c->blob->says[EVIDENCE_BUILD_ID] == EVIDENCE_AGREES;
    if (now->changed > c->until || (has_id && now->changed < c->since))
        return EVIDENCE_NONE;
    err_set(why, ERR_FORMAT, 0,
            "its inode is %" PRIu64 " (generation %" PRIu64 "), but inode %" PRIu64 " (generation %" PRIu64
            ") was mapped: another file had this path by the end of the recording",
            now->ino, now->generation, was->ino, was->ino_generation);
    return EVIDENCE_CONTRADICTS;
}

/* Compares program headers with the mapped segments. If several files had the path during the recording,
   only the segments show which of them this is. A part of a mapping from before the recording may have
   been unmapped. So if a build-id agrees, missing parts do not contradict. */
static enum evidence look_at_segment(const struct identity_case *c, struct err *why)
{
    const struct object *o = c->want->object;
    const bool of_code = c->want->kind == WANT_ELF || c->want->kind == WANT_DEBUG;
    const bool has_segments = (o->kind == OBJECT_USER || o->kind == OBJECT_VDSO) && o->nsegments;
    if (!of_code || !c->reader->segment || !has_segments)
        return EVIDENCE_NONE;
    const struct segment_case of = {
        .object = o,
        .pieces = o->early && c->blob->says[EVIDENCE_BUILD_ID] == EVIDENCE_AGREES,
        .narrow = c->arch && c->arch->bits == 32,
    };
    return c->reader->segment(c->blob->bytes, &of, why);
}

static enum evidence look_at_module(const struct identity_case *c, struct err *why)
{
    const bool of_code = c->want->kind == WANT_ELF || c->want->kind == WANT_DEBUG;
    if (of_code && c->reader->module)
        return c->reader->module(c->blob->bytes, c->want->object, why);
    return EVIDENCE_NONE;
}

/* Compares the kernel's layout with the file's symbols. The same listing is judged again for every module; then the
   earlier result is used. */
static enum evidence look_at_kernel(const struct identity_case *c, struct err *why)
{
    const struct object *o = c->want->object;
    struct kernel_marks marks;
    if (!o->layout || !c->reader->marks || o->kind != OBJECT_KERNEL)
        return EVIDENCE_NONE;
    if (c->agreed)
        return EVIDENCE_PARTLY;
    if (!c->reader->marks(c->blob->bytes, &marks, why))
        return EVIDENCE_NONE;
    if (kernel_layout_may_match(o->layout, &marks, why))
        return EVIDENCE_PARTLY;
    return EVIDENCE_CONTRADICTS;
}

/* Compares the file's architecture with the recorded machine's. Programs of the 32-bit architecture that a 64-bit
   machine also runs agree, too. */
static enum evidence look_at_machine(const struct identity_case *c, struct err *why)
{
    const struct arch *was = c->arch, *is = c->reader->arch ? c->reader->arch(c->blob->bytes) : NULL;
    const bool of_code = c->want->kind == WANT_ELF || c->want->kind == WANT_DEBUG;
    const bool of_kernel = c->want->object->kind == OBJECT_KERNEL || c->want->object->kind == OBJECT_MODULE;
    const bool of_host = c->want->object->machine == -1;
    if (!of_code || !of_host || !was || !is)
        return EVIDENCE_NONE;
    const bool same_machine = is->machine == was->machine && is->order == was->order;
    if (was == is || (!of_kernel && was->compat == is))
        return EVIDENCE_PARTLY;
    if (is->compat == was)
        return EVIDENCE_NONE; /* a recorder in a 32-bit personality: uname says i686 on an x86_64 kernel */
    if (!of_kernel && same_machine)
        return EVIDENCE_NONE; /* some machines have more than two ABIs: n32, x32 */
    err_set(why, ERR_FORMAT, 0, "it is code for %s, but the recording is from %s", is->name, was->name);
    return EVIDENCE_CONTRADICTS;
}

/* Whether the file is under a path that contains the recorded path, as in a cache. */
static enum evidence look_at_path(const struct identity_case *c, struct err *why UNUSED)
{
    const char *path = c->want->object->path;
    if (*path == '/' && strstr(c->blob->origin, path))
        return EVIDENCE_PARTLY;
    return EVIDENCE_NONE;
}

/* The kinds of evidence in the order of evaluation. The first contradiction is the reason of a refusal. */
static const struct {
    const char *words;
    enum evidence (*look)(const struct identity_case *c, struct err *why);
} rows[EVIDENCE_KINDS] = {
    [EVIDENCE_BUILD_ID] = { "build-id", look_at_build_id },
    [EVIDENCE_CHECKSUM] = { "checksum", look_at_checksum },
    [EVIDENCE_FILE] = { "inode", look_at_file },
    [EVIDENCE_SEGMENT] = { "segment", look_at_segment },
    [EVIDENCE_MODULE] = { "module name", look_at_module },
    [EVIDENCE_KERNEL] = { "kernel layout", look_at_kernel },
    [EVIDENCE_MACHINE] = { "machine", look_at_machine },
    [EVIDENCE_PATH] = { "path", look_at_path },
};

/* Describes the missing proof if nothing proves the file. */
static void say_missing(const struct identity_case *c, struct err *why)
{
    const struct want *w = c->want;
    char want[BUILD_ID_HEX];
    if (w->kind == WANT_DEBUG && c->blob->fitted)
        err_set(why, ERR_UNSUPPORTED, 0,
                "its checksum is not known, because it is too large for this host's address space");
    else if (w->id.n)
        err_set(why, ERR_UNSUPPORTED, 0, "a %s listing carries no build-id, %s was recorded", c->reader->name,
                object_build_id_text(&w->id, want));
    else if (w->object->doubt == ID_OF_ALL_MODULES)
        err_set(why, ERR_UNSUPPORTED, 0, "its recorded build-id %s was recorded for several modules",
                object_build_id_text(&w->object->doubted_id, want));
    else if (w->object->doubt == ID_OF_LATER_FILE)
        err_set(why, ERR_UNSUPPORTED, 0,
                "its recorded build-id %s belongs to a file that had this path later",
                object_build_id_text(&w->object->doubted_id, want));
    else if (w->object->container)
        err_set(why, ERR_UNSUPPORTED, 0,
                "the capture has no build-id for the part at offset 0x%" PRIx64 " of it", w->object->inside);
    else
        err_set(why, ERR_UNSUPPORTED, 0, "the capture has no build-id for it");
}

/* Whether it is known which of several files at the object's path is this object. */
static bool is_told_apart(const struct identity_case *c)
{
    const struct object *o = c->want->object;
    return !o->several || c->blob->proven || c->want->kind != WANT_ELF ||
           (o->doubt == ID_GOOD && c->blob->says[EVIDENCE_SEGMENT] >= EVIDENCE_AGREES) || c->blob->part;
}

enum identity identity_judge(const struct identity_case *c, struct err *why)
{
    uint8_t *says = c->blob->says;
    for (size_t i = 0; i < EVIDENCE_KINDS; i++) {
        says[i] = (uint8_t)rows[i].look(c, why);
        if (says[i] == EVIDENCE_CONTRADICTS)
            return IDENTITY_OTHER;
        if (why->kind != ERR_NONE)
            return IDENTITY_UNUSABLE;
    }
    if (!is_told_apart(c)) {
        err_set(why, ERR_FORMAT, 0,
                "several files had this path during the recording, and nothing tells which one this is");
        return IDENTITY_OTHER;
    }
    const bool id_agrees = says[EVIDENCE_BUILD_ID] == EVIDENCE_AGREES;
    const bool checksum_agrees = says[EVIDENCE_CHECKSUM] == EVIDENCE_AGREES;
    if (id_agrees || checksum_agrees || c->blob->proven)
        return IDENTITY_PROVEN;
    say_missing(c, why);
    return IDENTITY_NAME_ONLY;
}

bool identity_segments_fit(const struct blob *b)
{
    return b->says[EVIDENCE_SEGMENT] != EVIDENCE_PARTLY;
}

bool identity_place_agrees(const struct blob *b)
{
    return b->says[EVIDENCE_PATH] != EVIDENCE_NONE || b->says[EVIDENCE_FILE] >= EVIDENCE_PARTLY;
}

void identity_text(const struct blob *b, struct text *out)
{
    static const char *const words[] = { NULL, "contradicts", "agrees in part", "agrees" };
    const size_t before = out->n; /* a path alone proves nothing, so it is not listed alone */
    for (size_t i = 0; i < EVIDENCE_KINDS; i++) {
        const bool is_first = out->n == before;
        if (!b->says[i] || (i == EVIDENCE_PATH && is_first))
            continue;
        text_printf(out, "%s%s %s", is_first ? "" : ", ", rows[i].words, words[b->says[i]]);
    }
}
