/*
 * target_package: a libFuzzer entry (`./dev fuzz package`): the bytes as a package (deb, rpm, tar, compressed or not): its list of
 * files, and the content of each member.
 */
#include <stdint.h>
#include <stdlib.h>

#include "archive/package/entries.h"
#include "archive/package/package.h"
#include "core/base/mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { MEMBER_MOST = 1 << 20, MEMBERS_READ = 64 };

static void read_members(struct span archive, bool nested)
{
    struct err e = { 0 };
    struct entries *u = entries_open(archive, nested, &e);
    struct entry m;
    struct text content = { 0 };
    for (int i = 0; u && i < MEMBERS_READ && entries_next(u, &m, &e); i++) {
        content.n = 0;
        if (!entries_read(u, MEMBER_MOST, &content, &e))
            break;
    }
    text_free(&content);
    if (u)
        entries_close(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    void *copy = mem_copy(bytes, n);
    const struct span file = { copy, n };
    struct err e = { 0 };
    struct members found = { 0 };
    const struct package_format *f = package_recognise(file, &e);
    if (f) {
        members_begin_package(&found, 0);
        f->list(file, &found, &e);
        members_seal(&found);
        const struct span inner = f->archive ? f->archive(file) : file;
        read_members(inner, f->nested);
    } else {
        read_members(file, true);
    }
    members_free(&found);
    free(copy);
    return 0;
}
