#include "formats/elf/write/elf_core.h"

#include "formats/elf/write/elf_out.h"

void elf_core_put(const struct arch *a, uint64_t avma, struct span code, struct text *out)
{
    const struct elf_out o = { .wide = a->bits == 64, .order = a->order };
    const uint64_t header = o.wide ? 64 : 52, segment = o.wide ? 56 : 32, at = header + segment;
    const char ident[EI_NIDENT] = { 0x7f,
                                    'E',
                                    'L',
                                    'F',
                                    o.wide ? ELFCLASS64 : ELFCLASS32,
                                    o.order == ORDER_BIG ? ELFDATA2MSB : ELFDATA2LSB,
                                    EV_CURRENT };
    text_add_n(out, ident, sizeof(ident));
    /* gabi, "ELF Header": e_type, machine, version, entry, phoff, shoff, flags, ehsize, phentsize, phnum, and none
       of sections; "Program Header" has p_flags elsewhere in either class. */
    elf_out_fields(
        &o, out, "224www4222222",
        (const uint64_t[]){ ET_CORE, a->machine, EV_CURRENT, 0, header, 0, 0, header, segment, 1, 0, 0, 0 });
    const uint64_t n = code.n, flags = PF_R | PF_X;
    if (o.wide)
        elf_out_fields(&o, out, "44wwwwww", (const uint64_t[]){ PT_LOAD, flags, at, avma, 0, n, n, 1 });
    else
        elf_out_fields(&o, out, "4wwwww44", (const uint64_t[]){ PT_LOAD, at, avma, 0, n, n, flags, 1 });
    text_add_n(out, (const char *)code.p, code.n);
}
