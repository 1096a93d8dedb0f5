/* script --json has the members of every record type that formats/perf decodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "cli/script/script.h"
#include "formats/perf/records.h"
#include "formats/perf/records_user.h"

static void test_every_type_has_members(void **state)
{
    (void)state;
    static const uint8_t zeros[1024];
    struct attr attr = { .type = 1 };
    struct capture c = { 0 };
    FILE *out = tmpfile();
    assert_non_null(out);
    events_add(&c.events, &attr);
    for (size_t kind = 0; record_desc_at(kind); kind++) {
        const struct rec_desc *d = record_desc_at(kind);
        struct record r = { .type = d->type, .bytes = { zeros, sizeof(zeros) } };
        struct json j = { .out = out };
        json_object_line(&j, NULL);
        bool has = script_record_members(&j, &c, &r);
        json_end(&j);
        if (has != (d->read || (d->show && d->show != record_user_bytes)))
            fail_msg("%s: %s", d->name, has ? "members of what is not decoded" : "it has no members");
    }
    fclose(out);
    events_free(&c.events);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_type_has_members) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
