/* Finds where the kernel in a vmlinux begins and ends, by its .symtab. */
#include <string.h>

#include "formats/elf/read/image.h"

/* Room for the longest name of a kernel mark and its NUL. */
enum { NAME_ROOM = 8 };

bool image_kernel_marks(struct span bytes, struct kernel_marks *marks, struct err *e)
{
    struct image m;
    struct image_symbols table;
    GElf_Sym sym;
    *marks = (struct kernel_marks){ 0 };
    if (!image_open(&m, bytes, e))
        return false;
    marks->bits = image_bits(&m);
    marks->machine = m.ehdr.e_machine;
    bool any = image_open_symbols(&m, ".symtab", SHT_SYMTAB, &table);
    for (int i = 0; any && i < table.n && gelf_getsym(table.data, i, &sym); i++) {
        if (sym.st_name >= table.names.n || sym.st_shndx == SHN_UNDEF)
            continue;
        const char *name = (const char *)table.names.p + sym.st_name;
        size_t left = table.names.n - sym.st_name;
        if (left > NAME_ROOM)
            left = NAME_ROOM;
        kernel_marks_see(marks, name, strnlen(name, left), sym.st_value);
    }
    image_close(&m);
    return true;
}
