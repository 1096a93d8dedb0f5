/* rows: one answer, as every sink writes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/view/kept_answer.h"
#include "lib/view/view_check.h"
#include "tests/outlets.h"

static const struct rows_column columns[] = {
    { .name = "percent", .type = VALUE_PERCENT },
    { .header = "Share", .width = 7, .right = true, .says = true, .type = VALUE_PERCENT },
    { .name = "symbol", .header = "Symbol", .width = 12, .narrow = true, .type = VALUE_SYMBOL },
    { .name = "wait", .type = VALUE_TIME }, /* not in text */
    { .name = "comm", .header = "Command", .before = " | ", .after = " |", .width = 5, .type = VALUE_TEXT },
};
static const struct rows_table table = { .name = "rows", .columns = columns, .n = 5, .front = "# " };

static void answer(struct rows *r)
{
    const struct value named = { .type = VALUE_SYMBOL, .symbol = { .name = "deadbeef", .level = '.' } },
                       nameless = { .type = VALUE_SYMBOL, .symbol = { .address = 0xdeadbeef, .level = 'k' } };
    rows_list(r, "events");
    for (int i = 0; i < 2; i++) {
        rows_object(r, NULL);
        rows_add_table_label(r, "event", value_text(i ? "b,c" : "a"));
        rows_say(r, "samples", value_count(3), "%-3s|");
        rows_say(r, "lost", value_unknown(), "%s lost\n");
        rows_add_fact_with_text(r, "held", value_unknown(), "?", "held %3s%");
        rows_say(r, "whole", value_yes_no(true), ", whole\n");
        rows_say(r, "kept", value_count(i), NULL);
        rows_say(r, "none", value_none(), "none %s\n");
        rows_print(r, "-- %d\n", i);
        rows_table(r, &table);
        rows_headings(r, &table);
        rows_row(r, (const struct value[]){ value_percent(50), value_percent(50), named,
                                            value_time(1500000000), value_text("=1+1") });
        rows_row_begin(r, (const struct value[]){ value_percent(0.125), value_text("little"), nameless,
                                                  value_unknown(), value_text("a \"b\"") });
        rows_fact(r, "more", value_yes_no(true));
        rows_row_end(r);
        rows_table_end(r);
        rows_close(r);
    }
    rows_close(r);
}

/* Columns that are objects, and elements of an array; the others of the row come first. */
static const struct rows_column apart[] = {
    { .name = "percent", .header = "Old", .width = 5, .turned = true, .of = "old", .type = VALUE_PERCENT },
    { .name = "symbol", .header = "Symbol", .width = 16, .type = VALUE_SYMBOL },
    { .name = "percent", .of = "new", .at = 1, .type = VALUE_PERCENT },
    { .name = "count", .of = "new", .at = 1, .type = VALUE_COUNT },
    { .name = "percent",
      .header = "New",
      .width = 5,
      .right = true,
      .whole = true,
      .of = "new",
      .at = 2,
      .type = VALUE_PERCENT },
};
static const struct rows_table table_apart = {
    .name = "rows", .columns = apart, .n = 5, .front = "  ", .gap = "  ", .heading = "# "
};

static void answer_apart(struct rows *r)
{
    const struct value offset = { .type = VALUE_SYMBOL,
                                  .symbol = { .name = "table", .offset = 16, .level = '.' } };
    rows_table(r, &table_apart);
    rows_headings(r, &table_apart);
    rows_row(r, (const struct value[]){ value_percent(1), offset, value_percent(2), value_count(3),
                                        value_percent(4) });
    rows_table_end(r);
}

static const struct {
    enum rows_format format;
    const char *separator;
    void (*answer)(struct rows *r);
    const char *expected;
} cases[] = {
    { ROWS_TEXT, NULL, answer,
      "3  |held   ?%, whole\n"
      "-- 0\n"
      "#   Share Symbol       | Command |\n"
      "#  50.00% [.] deadbeef | =1+1  |\n"
      "#  little [k] 0xdeadbe | a \"b\" |\n"
      "3  |held   ?%, whole\n"
      "-- 1\n"
      "#   Share Symbol       | Command |\n"
      "#  50.00% [.] deadbeef | =1+1  |\n"
      "#  little [k] 0xdeadbe | a \"b\" |\n" },
    { ROWS_TEXT, " ", answer,
      "3  |held   ?%, whole\n"
      "-- 0\nShare Symbol Command\n"
      "50.00% [.].deadbeef =1+1\n"
      "little [k].0xdeadbeef a.\"b\"\n"
      "3  |held   ?%, whole\n"
      "-- 1\nShare Symbol Command\n"
      "50.00% [.].deadbeef =1+1\n"
      "little [k].0xdeadbeef a.\"b\"\n" },
    { ROWS_CSV, NULL, answer,
      "event,percent,symbol,wait,comm\r\n"
      "a,50.00,[.] deadbeef,1.500000000,\"'=1+1\"\r\n"
      "a,0.12,[k] 0xdeadbeef,,\"a \"\"b\"\"\"\r\n"
      "\"b,c\",50.00,[.] deadbeef,1.500000000,\"'=1+1\"\r\n"
      "\"b,c\",0.12,[k] 0xdeadbeef,,\"a \"\"b\"\"\"\r\n" },
    { ROWS_JSON, NULL, answer,
      "{\n  \"perfolio\": 2,\n  \"command\": \"test\",\n  \"events\": [\n"
#define ONE(event, kept)                                                                                     \
    "    {\n      \"event\": \"" event "\",\n      \"samples\": 3,\n      \"lost\": null,\n"                 \
    "      \"held\": null,\n      \"whole\": true,\n      \"kept\": " kept ",\n      \"rows\": [\n"          \
    "        {\"percent\": 50.00, \"symbol\": {\"name\": \"deadbeef\", \"address\": null, \"level\": "       \
    "\".\"}, "                                                                                               \
    "\"wait\": \"1.500000000\", \"comm\": \"=1+1\"},\n"                                                      \
    "        {\n          \"percent\": 0.12,\n"                                                              \
    "          \"symbol\": {\"name\": null, \"address\": \"0xdeadbeef\", \"level\": \"k\"},\n"               \
    "          \"wait\": null,\n          \"comm\": \"a \\\"b\\\"\",\n          \"more\": true\n        }\n" \
    "      ]\n    }"
      ONE("a", "0") ",\n" ONE("b,c", "1") "\n  ],\n  \"problems\": []\n}\n" },
    { ROWS_TEXT, NULL, answer_apart,
      "#   Old  Symbol              New\n"
      "# .....  ................  .....\n#\n"
      "  1.00%  [.] table+0x10    4.00%\n" },
    { ROWS_TEXT, ".", answer_apart, "# Old.Symbol.New\n1.00%.[.] table+0x10.4.00%\n" },
    { ROWS_CSV, NULL, answer_apart,
      "old.percent,symbol,new.1.percent,new.1.count,new.2.percent\r\n"
      "1.00,[.] table+0x10,2.00,3,4.00\r\n" },
    { ROWS_JSON, NULL, answer_apart,
      "{\n  \"perfolio\": 2,\n  \"command\": \"test\",\n  \"rows\": [\n"
      "    {\"symbol\": {\"name\": \"table\", \"address\": null, \"level\": \".\", \"offset\": 16}, "
      "\"old\": {\"percent\": 1.00}, "
      "\"new\": [{\"percent\": 2.00, \"count\": 3}, {\"percent\": 4.00}]}\n  ],\n  \"problems\": []\n}\n" },
};

/* Cells that are not what their columns are. */
static void test_cells(void **state)
{
    (void)state;
    const struct value symbol = { .type = VALUE_SYMBOL, .symbol = { .level = 'k' } };
    const struct value good[] = { value_percent(50), value_text("little"), symbol, value_unknown(),
                                  value_none() };
    assert_true(view_check_cells(columns, 5, good, false));
    const struct value bad[] = {
        value_count(50), { .type = VALUE_TEXT }, value_text("a"), value_count(1), { .type = VALUE_TEXT }
    };
    for (size_t i = 0; i < 5; i++) {
        struct value cells[5];
        memcpy(cells, good, sizeof(cells));
        cells[i] = bad[i];
        assert_false(view_check_cells(columns, 5, cells, false));
    }
    const struct value endless = { .type = VALUE_PERCENT, .share = HUGE_VAL };
    assert_false(view_check_cells(columns, 1, &endless, true));
}

static void test_lists(void **state)
{
    (void)state;
    const struct kept_table t = { .nrows = 3 };
    static const uint64_t in[] = { 2, 0 }, beyond[] = { 0, 3 };
    assert_true(kept_rows_are_below(&t, KEPT_TOP, in, 2));
    assert_false(kept_rows_are_below(&t, 1, in, 2));
    assert_false(kept_rows_are_below(&t, KEPT_TOP, beyond, 2));
}

static const struct rows_column part_columns[] = {
    { .name = "part", .header = "Part", .before = "  ", .type = VALUE_TEXT },
};
static const struct rows_table parts = { .name = "parts", .columns = part_columns, .n = 1 };
static const struct rows_column line_columns[] = {
    { .name = "type", .type = VALUE_TEXT },
    { .name = "cpu", .header = "CPU", .type = VALUE_COUNT },
    { .name = "task", .header = "Task", .type = VALUE_TASK },
};
static const struct rows_table lines = { .name = "lines", .columns = line_columns, .n = 3 };
static const struct rows_table unseen = { .name = "unseen", .columns = line_columns, .n = 1 };

static void stream(struct rows *r)
{
    rows_table(r, &lines);
    rows_row(r, (const struct value[]){ value_text("lost"), value_count(1), value_none() });
    rows_row_begin(r, (const struct value[]){ value_text("call"), value_unknown(), value_task(-1, "a,b") });
    rows_table(r, &parts);
    rows_row(r, (const struct value[]){ value_text("x") });
    rows_table_end(r);
    rows_row_end(r);
    rows_row(r, (const struct value[]){ value_text("end"), value_count(2), value_none() });
    rows_table_end(r);
    rows_table(r, &unseen);
    rows_row(r, (const struct value[]){ value_text("nowhere") });
    rows_table_end(r);
    rows_object(r, NULL);
    rows_fact(r, "start", value_time(1));
    rows_table(r, &parts);
    rows_table_end(r);
    rows_close(r);
}

static const struct {
    enum rows_format format;
    const char *expected;
} streams[] = {
    { ROWS_TEXT, "1\n -1:a,b\n  x\n2\n" },
    { ROWS_CSV,
      "type,cpu,task\r\nlost,1,\r\ncall,,\"'-1:a,b\"\r\nend,2,\r\n\r\ntype\r\nnowhere\r\n\r\npart\r\n" },
    { ROWS_JSON_LINES, "{\"type\": \"lost\", \"cpu\": 1}\n"
                       "{\"type\": \"call\", \"cpu\": null, \"task\": {\"tid\": -1, \"comm\": \"a,b\"}, "
                       "\"parts\": [{\"part\": \"x\"}]}\n"
                       "{\"type\": \"end\", \"cpu\": 2}\n"
                       "{\"type\": \"nowhere\"}\n"
                       "{\"start\": \"0.000000001\", \"parts\": []}\n"
                       "{\"problems\": []}\n" },
};

static char *written(enum rows_format format, const char *separator, void (*answer_of)(struct rows *))
{
    char *s = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&s, &n);
    struct rows r;
    struct outlet to = outlet_to(out);
    rows_begin(&r, format, separator, NULL, "test", &to);
    answer_of(&r);
    rows_end(&r, &(struct problems){ 0 });
    fclose(out);
    return s;
}

static void test_streams(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(streams) / sizeof(*streams); i++) {
        char *s = written(streams[i].format, NULL, stream);
        assert_string_equal(s, streams[i].expected);
        free(s);
    }
}

static void test_sinks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char *s = written(cases[i].format, cases[i].separator, cases[i].answer);
        assert_string_equal(s, cases[i].expected);
        free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sinks), cmocka_unit_test(test_streams),
                                        cmocka_unit_test(test_cells), cmocka_unit_test(test_lists) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
