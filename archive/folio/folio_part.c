#include "archive/folio/folio_part.h"

#include "archive/folio/folio_lines.h"

static struct symbol_content part_content(const struct blob *b)
{
    const struct folio_part *part = b->part;
    struct symbol_content held = { 0 };
    if (!part)
        return held;
    held = part->object->held;
    if (!part->object->lines)
        held.lines = 0; /* the folio has only the lines that the packer stored */
    return held;
}

static bool folio_part_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    const struct folio_part *part = in->part;
    if (part->object->is_listing && part->object->kind == OBJECT_KERNEL && in->object->kind != OBJECT_KERNEL)
        return false; /* this object has the kernel's own symbols; symbols of modules are in other answers */
    return folio_symbols(part->folio, part->object, out, e);
}

struct folio_lines *folio_lines_of(const struct blob *b, struct err *e)
{
    const struct folio_part *part = b->part;
    if (part && part->object->lines)
        return folio_lines_read(part->folio, part->object, e);
    return NULL;
}

static struct lines *part_lines(const struct blob *symbols, const struct blob *runtime UNUSED,
                                const struct object *object UNUSED, const struct line_files *files UNUSED,
                                struct err *e)
{
    return (struct lines *)folio_lines_of(symbols, e);
}

static size_t part_lines_at(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end)
{
    return folio_lines_at((const struct folio_lines *)l, addr, out, max, end);
}

static void part_lines_close(struct lines *l)
{
    folio_lines_free((struct folio_lines *)l);
}

static const struct line_reader part_line_reader = {
    .open = part_lines,
    .at = part_lines_at,
    .close = part_lines_close,
    .why_none = "the folio has source lines only of functions with many samples, and of sampled addresses"
};

const struct symbol_reader folio_part_reader = {
    .name = "folio",
    .content = part_content,
    .read = folio_part_read,
    .lines = &part_line_reader,
};

const struct folio_object *folio_object_of(const struct blob *b)
{
    const struct folio_part *part = b->part;
    if (part)
        return part->object;
    return NULL;
}

const struct folio *folio_of(const struct blob *b)
{
    const struct folio_part *part = b->part;
    if (part)
        return part->folio;
    return NULL;
}
