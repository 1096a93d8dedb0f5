/*
 * lines_of: what the program's reader says of addresses, in the words of `addr2line -a -i -f`: for
 * tests/lines.py. usage: lines_of -v|-f FILE [RUNTIME] <ADDRESSES: those in the headers (-v) or offsets (-f).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file.h"
#include "formats/elf/dwarf_lines.h"

enum { MAX_FRAMES = 64 };

static void show(struct lines *l, uint64_t addr)
{
    struct line_frame f[MAX_FRAMES];
    size_t n = dwarf_line_reader.at(l, addr, f, MAX_FRAMES);
    printf("0x%016" PRIx64 "\n", addr);
    for (size_t i = 0; i < n; i++)
        printf("%s\n%s:%" PRIu32 ":%" PRIu32 "\n", f[i].function ? f[i].function : "??",
               f[i].file ? f[i].file : "??", f[i].line, f[i].column);
}

int main(int argc, char **argv)
{
    struct span symbols = { NULL, 0 }, runtime = { NULL, 0 };
    struct object o = { .kind = argc > 1 && !strcmp(argv[1], "-v") ? OBJECT_KERNEL : OBJECT_USER };
    struct err e = { 0 };
    struct lines *l = NULL;
    uint64_t addr;
    if (argc > 2 && file_map(argv[2], &symbols, &e) && (argc < 4 || file_map(argv[3], &runtime, &e)))
        l = dwarf_line_reader.open(&(struct blob){ .bytes = symbols }, &(struct blob){ .bytes = runtime }, &o,
                                   &e);
    while (l && scanf("%" SCNx64, &addr) == 1)
        show(l, addr);
    if (!l)
        fprintf(stderr, "lines_of: %s\n", argc > 2 ? e.msg : "usage: lines_of -v|-f FILE [RUNTIME]");
    dwarf_line_reader.close(l);
    file_unmap(runtime);
    file_unmap(symbols);
    return l ? 0 : 1;
}
