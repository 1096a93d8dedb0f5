/*
 * plt_of: the slots of procedure linkage tables that the program's reader names, as `objdump -d` does: for
 * tests/plt.py. usage: plt_of FILE. Prints ADDRESS NAME in the order of offsets, the address as in the
 * headers.
 */
#include <inttypes.h>
#include <stdio.h>

#include "core/base/file/file.h"
#include "formats/elf/elf.h"
#include "formats/elf/read/image.h"

int main(int argc, char **argv)
{
    struct object o = { .kind = OBJECT_USER, .code_end = UINT64_MAX };
    struct symbol_input in = { .object = &o };
    struct symtab t = { 0 };
    struct image m = { 0 };
    struct err e = { 0 };
    bool good = argc == 2 && file_map(argv[1], &in.bytes, &e) && image_open(&m, in.bytes, &e) &&
                elf_reader.read(&in, &t, &e);
    for (size_t i = 0; good && i < t.n; i++) {
        uint64_t svma;
        if (t.v[i].is_plt && image_svma_of_foff(&m, t.v[i].start, &svma))
            printf("%" PRIx64 " %s\n", svma, t.v[i].name);
    }
    if (!good)
        fprintf(stderr, "plt_of: %s\n", argc == 2 ? e.msg : "usage: plt_of FILE");
    image_close(&m);
    symtab_free(&t);
    file_unmap(in.bytes);
    return good ? 0 : 1;
}
