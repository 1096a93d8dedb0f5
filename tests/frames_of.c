/*
 * frames_of: the unwind rules of a file at addresses, for tests/frames.py. usage: frames_of FILE <ADDRESSES:
 * those in the headers. Prints a line each: the address, the CFA, and the registers that do not keep their
 * values by DWARF number (tests/unit/rule_text.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/file/file.h"
#include "formats/elf/unwind/cfi.h"
#include "formats/elf/read/image.h"
#include "tests/unit/rule_text.h"

static void show(const struct frame_tables *t, const struct image *m, uint64_t svma)
{
    uint64_t foff = 0;
    enum unwind_stop why = UNWIND_UNMAPPED;
    struct unwind_rule *r = image_foff_of_svma(m, svma, &foff) ? cfi_reader.rule(t, foff, &why) : NULL;
    struct text text = { 0 };
    if (r)
        rule_text(&text, r);
    printf("%" PRIx64 " %s\n", svma, r ? text.s : "");
    text_free(&text);
    free(r);
}

int main(int argc, char **argv)
{
    struct span file = { NULL, 0 };
    struct err e = { 0 };
    struct image m;
    struct frame_tables *t = NULL;
    uint64_t svma;
    if (argc > 1 && file_map(argv[1], &file, &e) && image_open(&m, file, &e)) {
        t = cfi_reader.open(file, (struct span){ NULL, 0 });
        while (t && scanf("%" SCNx64, &svma) == 1)
            show(t, &m, svma);
        image_close(&m);
    }
    if (!t)
        fprintf(stderr, "frames_of: %s\n", e.kind ? e.msg : "usage: frames_of FILE");
    cfi_reader.close(t);
    file_unmap(file);
    return t ? 0 : 1;
}
