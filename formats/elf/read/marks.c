/* Where the kernel in a vmlinux begins and ends, by its .symtab. */
#include <limits.h>
#include <string.h>

#include "formats/elf/read/image.h"

/* The longest name that is a mark, and its end. */
enum { NAME_ROOM = 8 };

bool image_marks(struct span bytes, struct kernel_marks *marks, struct err *e)
{
    struct image m;
    GElf_Shdr table, strings_header;
    *marks = (struct kernel_marks){ 0 };
    if (!image_open(&m, bytes, e))
        return false;
    marks->bits = m.ehdr.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
    marks->machine = m.ehdr.e_machine;
    Elf_Scn *scn = image_section(&m, ".symtab", &table, NULL);
    Elf_Scn *strings_scn = scn && table.sh_type == SHT_SYMTAB ? elf_getscn(m.elf, table.sh_link) : NULL;
    Elf_Data *data = strings_scn && gelf_getshdr(strings_scn, &strings_header) ? elf_getdata(scn, NULL)
                                                                               : NULL;
    struct span strings = data ? image_bytes(&m, &strings_header) : (struct span){ 0 };
    size_t n = data ? data->d_size / gelf_fsize(m.elf, ELF_T_SYM, 1, EV_CURRENT) : 0;
    GElf_Sym sym;
    for (size_t i = 0; i < n && i <= INT_MAX && gelf_getsym(data, (int)i, &sym); i++) {
        if (sym.st_name >= strings.n || sym.st_shndx == SHN_UNDEF)
            continue;
        const char *name = (const char *)strings.p + sym.st_name;
        size_t left = strings.n - sym.st_name;
        kernel_marks_see(marks, name, strnlen(name, left < NAME_ROOM ? left : NAME_ROOM), sym.st_value);
    }
    image_close(&m);
    return true;
}
