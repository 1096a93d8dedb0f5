#include "formats/elf/foffs.h"

#include "formats/elf/image.h"

void elf_foffs(struct span file, struct foff_range *ranges, size_t n)
{
    struct err e = { 0 };
    struct image m;
    bool open = image_open(&m, file, &e);
    for (size_t i = 0; i < n; i++) {
        uint64_t size = ranges[i].end - ranges[i].foff, foff;
        bool there = open && image_foff(&m, ranges[i].foff, &foff) && size <= file.n;
        ranges[i] = there ? (struct foff_range){ foff, foff + size } : (struct foff_range){ 0, 0 };
    }
    if (open)
        image_close(&m);
}
