/*
 * target_split: a libFuzzer entry (`./dev fuzz split`): the bytes as a program and the file with its split DWARF (.dwo or package), or
 * with the DWARF that several share (dwz), through the readers of lines and inlined calls. The last two bytes are the size of the
 * second file.
 */
#include <stdint.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/resolve/resolve_lines.h"
#include "formats/elf/dwarf/dwarf_lines.h"
#include "formats/elf/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { PLACES = 16 };

struct second_file {
    struct line_files files;
    struct span bytes;
};

static bool open_second(const struct line_files *f, enum want_kind kind, const struct build_id *id,
                        const char *folder, const char *name, struct blob *out)
{
    const struct second_file *second = (const struct second_file *)f;
    (void)folder, (void)name;
    *out = (struct blob){ .bytes = second->bytes };
    return elf_reader.holds(second->bytes, kind, id);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const struct object made = { .kind = OBJECT_USER,
                                        .machine = -1,
                                        .path = "/usr/bin/made",
                                        .name = "made",
                                        .code_foff = 0,
                                        .code_end = 0x2000 };
    const size_t size = n < 2 ? n : (size_t)bytes[n - 1] << 8 | bytes[n - 2];
    if (n < 2 || size > n - 2)
        return 0;
    void *first = mem_copy(bytes, n - 2 - size),
         *rest = mem_copy(bytes + n - 2 - size, size); /* so that a byte beyond is seen */
    const struct blob symbols = { .bytes = { first, n - 2 - size } }, runtime = { 0 };
    const struct second_file second = { { open_second }, { rest, size } };
    struct line_frame frames[LINE_FRAMES_MOST];
    struct err e = { 0 };
    struct lines *l = NULL;
    if (elf_reader.recognise(symbols.bytes))
        l = dwarf_line_reader.open(&symbols, &runtime, &made, &second.files, &e);
    for (uint64_t at = 0, end = 0, i = 0; l && i < PLACES && at != UINT64_MAX; i++, at = end) {
        dwarf_line_reader.functions(l, at, frames, LINE_FRAMES_MOST, NULL);
        dwarf_line_reader.at(l, at, frames, LINE_FRAMES_MOST, &end);
    }
    if (l)
        dwarf_line_reader.close(l);
    free(first);
    free(rest);
    return 0;
}
