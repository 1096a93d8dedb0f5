#include "formats/elf/dwarf/supplement.h"

#include "formats/elf/read/build_id.h"

static struct cur section_cursor(const struct image *m, const char *name)
{
    GElf_Shdr h;
    struct span bytes = { NULL, 0 };
    if (image_find_section(m, name, &h, NULL))
        bytes = image_section_bytes(m, &h);
    return cur_of(bytes, m->order);
}

/* Read .debug_sup (DWARF 5, 7.3.6): a version, whether this file is the supplement, the supplement's name,
   the length of its checksum, and the checksum. */
static bool read_sup(const struct image *m, bool *is_supplement, const char **name, struct build_id *id)
{
    struct cur c = section_cursor(m, ".debug_sup");
    cur_u16(&c);
    *is_supplement = cur_u8(&c);
    *name = cur_cstr(&c);
    *id = elf_build_id_of_bytes(cur_take(&c, cur_uleb(&c)));
    return !c.bad && id->n;
}

/* Read the name (borrowed) and the id of a file's supplement. False: the file names none. */
static bool read_link(const struct image *m, const char **name, struct build_id *id)
{
    bool is_supplement;
    struct cur c = section_cursor(m, ".gnu_debugaltlink");
    *name = cur_cstr(&c);
    if (!c.bad && c.left) {
        *id = elf_build_id_of_bytes(cur_take(&c, c.left));
        return true;
    }
    return read_sup(m, &is_supplement, name, id) && !is_supplement;
}

void supplement_open(struct supplement *s, const struct image *m, const struct debug_sections *of,
                     Dwarf *dwarf, const struct line_files *files)
{
    struct build_id id;
    const char *name;
    struct err e = { 0 };
    s->info = of->of[DEBUG_INFO];
    const bool found = files && read_link(m, &name, &id) &&
                       files->open(files, WANT_ALT, &id, NULL, name, &s->blob);
    if (found && image_open(&s->image, s->blob.bytes, &e) && debug_sections_open(&s->sections, &s->image, &e))
        s->dwarf = debug_sections_open_dwarf(&s->sections);
    if (s->dwarf)
        dwarf_setalt(dwarf, s->dwarf);
}

void supplement_close(struct supplement *s)
{
    if (s->dwarf)
        dwarf_end(s->dwarf);
    debug_sections_close(&s->sections);
    image_close(&s->image);
    if (s->blob.close)
        s->blob.close(&s->blob);
    *s = (struct supplement){ 0 };
}

bool supplement_has_id(struct span file, const struct build_id *id)
{
    struct image m;
    struct build_id own = { 0 };
    const char *name;
    bool is_supplement = true;
    if (elf_build_id(file, &own) && object_build_id_equal(&own, id))
        return true;
    bool is = image_open(&m, file, NULL) && read_sup(&m, &is_supplement, &name, &own) && is_supplement &&
              object_build_id_equal(&own, id);
    image_close(&m);
    return is;
}
