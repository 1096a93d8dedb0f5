/* Which build-ids several modules have: a module has one name, however a record writes it. */
#include "lib/question/share/module_ids.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        bool shared;
    } rows[] = {
        { "[ext4]", "/lib/modules/6.1/kernel/fs/ext4/ext4.ko", false },
        { "[ext4]", "/lib/modules/6.1/kernel/fs/ext4/ext4.ko.xz", false },
        { "/usr/lib/modules/6.1/kernel/fs/ext4/ext4.ko.zst", "[ext4]", false },
        { "/lib/modules/6.1/kernel/fs/ext4/ext4.ko.gz", "/lib/modules/6.1/kernel/fs/ext4/ext4.ko", false },
        { "[crc32c_intel]", "/lib/modules/6.1/kernel/arch/x86/crypto/crc32c-intel.ko", false },
        { "[crc32c-intel]", "[crc32c_intel]", false },
        { "[ext4]", "[ext2]", true },
        { "[ext4]", "/lib/modules/6.1/kernel/fs/jbd2/jbd2.ko", true },
        { "/lib/modules/6.1/kernel/a/virtio.ko", "/lib/modules/6.1/kernel/a/virtio_pci.ko", true },
    };
    const struct build_id id = { .n = 20, .bytes = { 1, 2, 3 } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct module_ids m = { .n = 0 };
        struct record r = { .type = PERF_RECORD_MMAP2,
                            .misc = PERF_RECORD_MISC_KERNEL | PERF_RECORD_MISC_MMAP_BUILD_ID };
        print_message("%s %s\n", rows[i].first, rows[i].second);
        r.mmap.build_id = id;
        r.mmap.filename = rows[i].first;
        module_ids_see(&m, &r, 0);
        r.mmap.filename = rows[i].second;
        module_ids_see(&m, &r, 100);
        assert_int_equal(module_ids_any(&m), rows[i].shared);
        assert_int_equal(module_ids_has(&m, &id), rows[i].shared);
        module_ids_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_names) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
