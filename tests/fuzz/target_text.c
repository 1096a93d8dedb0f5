/*
 * target_text: a libFuzzer entry (`./dev fuzz text`): the bytes as a list of symbols (kallsyms, perf map), as a jitdump and as a
 * process's mappings, and unpacked where they are compressed.
 */
#include <stdint.h>
#include <stdlib.h>

#include "archive/decompress.h"
#include "core/base/mem.h"
#include "formats/perf/jitdump.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"
#include "formats/text/proc_maps.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static const struct object kinds[] = {
    { .kind = OBJECT_KERNEL, .machine = -1, .path = "[kernel.kallsyms]", .name = "[kernel.kallsyms]" },
    { .kind = OBJECT_MODULE, .machine = -1, .path = "[ext4]", .name = "[ext4]" },
    { .kind = OBJECT_JIT, .machine = -1, .path = "/tmp/perf-12.map", .name = "perf-12.map" },
};

static void read_symbols(const struct symbol_reader *reader, struct span file, const struct object *o)
{
    struct symtab t = { 0 };
    struct err e = { 0 };
    const struct symbol_input in = { .bytes = file, .object = o };
    if (reader->content)
        reader->content(&(struct blob){ .bytes = file });
    if (reader->read(&in, &t, &e))
        for (size_t i = 0; i < t.n; i += 1 + t.n / 8)
            symtab_find(&t, t.v[i].start);
    symtab_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const struct symbol_reader *const readers[] = { &kallsyms_reader, &perf_map_reader,
                                                           &jitdump_reader };
    void *copy = mem_copy(bytes, n);
    const struct span file = { copy, n };
    struct span rest = file, plain;
    struct proc_map map;
    struct err e = { 0 };
    struct budget b = budget_for_packed(n);
    for (size_t i = 0; i < COUNT(readers); i++)
        for (size_t k = 0; k < COUNT(kinds) && readers[i]->recognise(file); k++)
            read_symbols(readers[i], file, &kinds[k]);
    while (proc_maps_next(&rest, &map))
        continue;
    if (decompress_is_packed(file) && decompress_bytes(file, &b, &plain, &e))
        free((void *)(uintptr_t)plain.p);
    free(copy);
    return 0;
}
