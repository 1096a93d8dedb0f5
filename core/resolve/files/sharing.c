#include "core/resolve/files/sharing.h"

#include "core/base/file/file.h"

enum { SHORTEST_ID = 8 };

static bool has_id(const struct want *w, const struct symbol_reader *reader, const struct blob *b)
{
    return reader->build_id && b->says[EVIDENCE_BUILD_ID] == EVIDENCE_AGREES && w->id.n >= SHORTEST_ID;
}

/* Whether the addresses of one boot prove that a listing is the recorded one. Listings contain no
   build-id. */
static bool is_of_boot(const struct want *w, const struct symbol_reader *reader, const struct blob *b)
{
    const struct kernel_layout *l = w->object->layout;
    const bool of_kernel = b->says[EVIDENCE_BUILD_ID] == EVIDENCE_AGREES || b->proven;
    struct kernel_marks marks;
    struct err ignored = { 0 };
    return w->kind == WANT_KALLSYMS && of_kernel && l && reader->marks &&
           reader->marks(b->bytes, &marks, &ignored) && kernel_layout_is_same_boot(l, &marks);
}

enum sharing sharing_classify(const struct want *w, const struct symbol_reader *reader, const struct blob *b)
{
    if (has_id(w, reader, b) || is_of_boot(w, reader, b))
        return SHARING_PROVEN;
    const char *file = b->file ? b->file : b->origin;
    if (b->everyones || (file && file_is_world_readable(file, &b->node)))
        return SHARING_EVERYONE;
    return SHARING_PRIVATE;
}
