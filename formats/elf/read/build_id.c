/*
 * The build-id of a file is the first NT_GNU_BUILD_ID note in its sections or, if there is none, in its
 * PT_NOTE segments. A note has three words, then name and descriptor, each padded to 4 (gabi, "Note
 * Section"). Sections are read first: a debug file still has the section, but its program headers lead
 * nowhere.
 */
#include "formats/elf/read/build_id.h"

#include <limits.h>
#include <string.h>

#include "formats/elf/read/image.h"

struct build_id elf_build_id_of_bytes(struct span bytes)
{
    struct build_id id = { .n = 0 };
    if (bytes.n > sizeof(id.bytes))
        bytes.n = sizeof(id.bytes);
    id.n = (uint8_t)bytes.n;
    if (id.n)
        memcpy(id.bytes, bytes.p, id.n);
    return id;
}

bool elf_build_id_of_notes(struct span notes, enum byte_order order, struct build_id *id)
{
    struct cur c = cur_of(notes, order);
    while (!c.bad && c.left >= 12) {
        uint64_t name_size = cur_u32(&c), desc_size = cur_u32(&c);
        uint32_t type = cur_u32(&c);
        struct span name = cur_take(&c, (name_size + 3) & ~(uint64_t)3);
        struct span desc = cur_take(&c, desc_size); /* the padding of the last note may be missing */
        bool is_gnu = !c.bad && name_size == 4 && !memcmp(name.p, "GNU", 4);
        if (is_gnu && type == NT_GNU_BUILD_ID && desc_size) {
            *id = elf_build_id_of_bytes(desc);
            return true;
        }
        cur_take(&c, -desc_size & 3);
    }
    return false;
}

static bool find_build_id(const struct image *m, struct build_id *id)
{
    /* perf's list (elf_read_build_id): ".notes" is in vmlinux, ".note" in the vdso */
    static const char *const names[] = { ".note.gnu.build-id", ".notes", ".note" };
    GElf_Shdr section;
    bool found = false;

    for (size_t i = 0; !found && i < COUNT(names); i++)
        if (image_find_section(m, names[i], &section, NULL))
            found = elf_build_id_of_notes(image_section_bytes(m, &section), m->order, id);

    size_t n = 0;
    if (!found && elf_getphdrnum(m->elf, &n) < 0)
        n = 0;
    for (size_t i = 0; !found && i < n; i++) {
        GElf_Phdr p;
        if (i > INT_MAX || !gelf_getphdr(m->elf, (int)i, &p) || p.p_type != PT_NOTE)
            continue;
        GElf_Shdr as_section = { .sh_type = SHT_NOTE, .sh_offset = p.p_offset, .sh_size = p.p_filesz };
        found = elf_build_id_of_notes(image_section_bytes(m, &as_section), m->order, id);
    }
    return found;
}

bool elf_build_id(struct span bytes, struct build_id *id)
{
    struct image m;
    *id = (struct build_id){ 0 };
    const bool found = image_open(&m, bytes, NULL) && find_build_id(&m, id);
    image_close(&m);
    return found;
}

bool elf_build_id_of_file(const struct file *f, struct build_id *id)
{
    struct image m;
    *id = (struct build_id){ 0 };
    const bool found = image_open_file(&m, f, NULL) && find_build_id(&m, id);
    image_close(&m);
    return found;
}

void elf_identity(struct span bytes, uint16_t *bits, uint16_t *data, uint16_t *machine, struct build_id *id)
{
    struct image m;
    if (!image_open(&m, bytes, NULL))
        return;
    *bits = image_bits(&m);
    *data = m.ehdr.e_ident[EI_DATA];
    *machine = m.ehdr.e_machine;
    image_close(&m);
    elf_build_id(bytes, id);
}
