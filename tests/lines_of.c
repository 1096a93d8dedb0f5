/*
 * lines_of: what the program's reader says of addresses, in the words of `addr2line -a -i -f`: for
 * tests/lines.py. usage: lines_of -v|-f[o] FILE [RUNTIME] <ADDRESSES: those in the headers (-v) or offsets
 * (-f). Files that FILE names are opened with `o`: its package FILE.dwp or, by their paths, the rest.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/text.h"
#include "core/resolve/source_list.h"
#include "formats/elf/elf.h"
#include "formats/elf/dwarf/dwarf_lines.h"

enum { MAX_FRAMES = 64 };

static void show(struct lines *l, uint64_t addr)
{
    struct line_frame f[MAX_FRAMES];
    size_t n = dwarf_line_reader.at(l, addr, f, MAX_FRAMES, NULL);
    printf("0x%016" PRIx64 "\n", addr);
    for (size_t i = 0; i < n; i++)
        printf("%s\n%s:%" PRIu32 ":%" PRIu32 "\n", f[i].function ? f[i].function : "??",
               f[i].file ? f[i].file : "??", f[i].line, f[i].column);
}

/* A file that is asked for. */
struct asked {
    struct line_files files;
    const char *program;
};

static void unmap(struct blob *b)
{
    file_unmap(b->bytes);
}

static bool take(const char *path, enum want_kind kind, const struct build_id *id, struct blob *out)
{
    struct err e = { 0 };
    *out = (struct blob){ .close = unmap };
    if (file_map(path, &out->bytes, &e) && elf_reader.holds(out->bytes, kind, id))
        return true;
    blob_close(out);
    return false;
}

static bool open_file(const struct line_files *f, enum want_kind kind, const struct build_id *id,
                      const char *folder, const char *name, struct blob *out)
{
    struct text path = { 0 };
    text_printf(&path, "%s.dwp", ((const struct asked *)f)->program);
    bool found = kind == WANT_DWO && take(path.s, kind, id, out);
    path.n = 0;
    text_printf(&path, "%s%s%s", folder && *name != '/' ? folder : "", *name == '/' ? "" : "/", name);
    found = found || take(path.s, kind, id, out);
    text_free(&path);
    return found;
}

int main(int argc, char **argv)
{
    struct span symbols = { NULL, 0 }, runtime = { NULL, 0 };
    struct object o = { .kind = argc > 1 && !strncmp(argv[1], "-v", 2) ? OBJECT_KERNEL : OBJECT_USER };
    struct err e = { 0 };
    struct lines *l = NULL;
    uint64_t addr;
    struct asked asked = { { open_file }, argc > 2 ? argv[2] : "" };
    if (argc > 2 && file_map(argv[2], &symbols, &e) && (argc < 4 || file_map(argv[3], &runtime, &e)))
        l = dwarf_line_reader.open(&(struct blob){ .bytes = symbols }, &(struct blob){ .bytes = runtime }, &o,
                                   strchr(argv[1], 'o') ? &asked.files : NULL, &e);
    while (l && scanf("%" SCNx64, &addr) == 1)
        show(l, addr);
    if (!l)
        fprintf(stderr, "lines_of: %s\n", argc > 2 ? e.msg : "usage: lines_of -v|-f[o] FILE [RUNTIME]");
    dwarf_line_reader.close(l);
    file_unmap(runtime);
    file_unmap(symbols);
    return l ? 0 : 1;
}
