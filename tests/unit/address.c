/* address: hardware and internet addresses, sockets, UUIDs and bytes as printk() prints them (Linux, core-api/printk-formats.rst). */
#include "formats/tracepoint/read/address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNTING    "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
#define IP6(groups) groups, 16, ORDER_LITTLE

static const struct {
    const char *letters, *bytes;
    size_t n;
    enum byte_order order;
    const char *text;
} addresses[] = {
    { "M", COUNTING, 6, ORDER_LITTLE, "00:01:02:03:04:05" },
    { "MR", COUNTING, 6, ORDER_LITTLE, "05:04:03:02:01:00" },
    { "MF", COUNTING, 6, ORDER_LITTLE, "00-01-02-03-04-05" },
    { "m", COUNTING, 6, ORDER_LITTLE, "000102030405" },
    { "mR", COUNTING, 6, ORDER_BIG, "050403020100" },
    { "I4", "\x01\x02\x03\xff", 4, ORDER_LITTLE, "1.2.3.255" },
    { "i4", "\x01\x16\x03\xff", 4, ORDER_LITTLE, "001.022.003.255" },
    { "I4h", "\x01\x02\x03\x04", 4, ORDER_LITTLE, "4.3.2.1" },
    { "I4h", "\x01\x02\x03\x04", 4, ORDER_BIG, "1.2.3.4" },
    { "I4l", "\x01\x02\x03\x04", 4, ORDER_BIG, "4.3.2.1" },
    { "I4b", "\x01\x02\x03\x04", 4, ORDER_LITTLE, "1.2.3.4" },
    { "I6", IP6(COUNTING), "0001:0203:0405:0607:0809:0a0b:0c0d:0e0f" },
    { "i6", IP6(COUNTING), "000102030405060708090a0b0c0d0e0f" },
    { "I6c", IP6(COUNTING), "1:203:405:607:809:a0b:c0d:e0f" },
    { "I6c", IP6("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1"), "::1" },
    { "I6c", IP6("\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "1::" },
    { "I6c", IP6("\0\1\0\0\0\0\0\2\0\0\0\0\0\0\0\3"), "1:0:0:2::3" },      /* the longest */
    { "I6c", IP6("\0\1\0\0\0\2\0\3\0\4\0\5\0\6\0\7"), "1:0:2:3:4:5:6:7" }, /* one is not short */
    { "I6c", IP6("\0\0\0\0\0\0\0\0\0\0\xff\xff\x01\x02\x03\x04"), "::ffff:1.2.3.4" },
    { "I6c", IP6("\xfe\x80\0\0\0\0\0\0\0\0\x5e\xfe\x01\x02\x03\x04"), "fe80::5efe:1.2.3.4" },
    { "I6c", IP6("\xfe\x80\0\0\0\0\0\0\2\0\x5e\xfe\x01\x02\x03\x04"), "fe80::200:5efe:1.2.3.4" },
    { "I6c", IP6("\0\0\0\0\0\0\0\1\0\0\xff\xff\x01\x02\x03\x04"), "::1:0:ffff:102:304" },
    { "IS", "\2\0\x1f\x90\x7f\0\0\1\0\0\0\0\0\0\0\0", 16, ORDER_LITTLE, "127.0.0.1" },
    { "ISp", "\0\2\x1f\x90\x7f\0\0\1\0\0\0\0\0\0\0\0", 16, ORDER_BIG, "127.0.0.1:8080" },
    { "iS", "\0\2\x1f\x90\x7f\0\0\1\0\0\0\0\0\0\0\0", 16, ORDER_BIG, "127.000.000.001" },
    { "ISp", "\2\0\x1f\x90\x7f\0\0\1\0\0\0\0\0\0\0", 15, ORDER_LITTLE, "" },
    { "IS", "\3\0\x1f\x90\x7f\0\0\1\0\0\0\0\0\0\0\0", 16, ORDER_LITTLE, "" }, /* another family */
    { "ISc", "\x0a\0\x1f\x90\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0", 28, ORDER_LITTLE, "::1" },
    { "ISpc", "\x0a\0\x1f\x90\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0", 28, ORDER_LITTLE,
      "[::1]:8080" },
    { "ISpc", "\x0a\0\x1f\x90\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0", 27, ORDER_LITTLE, "" },
    { "U", COUNTING, 16, ORDER_LITTLE, "00010203-0405-0607-0809-0a0b0c0d0e0f" },
    { "Ub", COUNTING, 16, ORDER_LITTLE, "00010203-0405-0607-0809-0a0b0c0d0e0f" },
    { "UB", COUNTING, 16, ORDER_LITTLE, "00010203-0405-0607-0809-0A0B0C0D0E0F" },
    { "Ul", COUNTING, 16, ORDER_LITTLE, "03020100-0504-0706-0809-0a0b0c0d0e0f" },
    { "UL", COUNTING, 16, ORDER_LITTLE, "03020100-0504-0706-0809-0A0B0C0D0E0F" },
};

static void test_addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(addresses); i++) {
        struct text out = { 0 };
        address_text(addresses[i].letters,
                     (struct span){ (const uint8_t *)addresses[i].bytes, addresses[i].n }, addresses[i].order,
                     &out);
        assert_string_equal(text_str(&out), addresses[i].text);
        text_free(&out);
    }
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *letters;
        size_t size;
    } sizes[] = { { "M", 6 },
                  { "m", 6 },
                  { "I4", 4 },
                  { "i4", 4 },
                  { "I6", 16 },
                  { "i6c", 16 },
                  { "IS", ADDRESS_SOCKET },
                  { "I5", 0 },
                  { "U", 16 },
                  { "x", 0 } };
    for (size_t i = 0; i < COUNT(sizes); i++)
        assert_int_equal(address_size(sizes[i].letters), sizes[i].size);
}

static void test_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *letters, *text;
    } rows[] = { { "", "00 01 02" },
                 { "h", "00 01 02" },
                 { "hN", "000102" },
                 { "hC", "00:01:02" },
                 { "hD", "00-01-02" } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text out = { 0 };
        address_bytes(rows[i].letters, (struct span){ (const uint8_t *)COUNTING, 3 }, &out);
        assert_string_equal(text_str(&out), rows[i].text);
        text_free(&out);
    }
}

/* Bits of longs of either order; a mask whose last long is cut off has zeros there. */
static void test_masks(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        enum byte_order order;
        unsigned long_size;
        const char *mask, *bits;
    } rows[] = {
        { "\x0f\0\0\0\0\0\0\x80", 8, ORDER_LITTLE, 8, "80000000,0000000f", "0-3,63" },
        { "\x80\0\0\0\0\0\0\x0f", 8, ORDER_BIG, 8, "80000000,0000000f", "0-3,63" },
        { "\0\0\0\x0f\x80\0\0\0", 8, ORDER_BIG, 4, "80000000,0000000f", "0-3,63" },
        { "\x05\0\0\0", 4, ORDER_LITTLE, 4, "00000005", "0,2" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct span s = { (const uint8_t *)rows[i].bytes, rows[i].n };
        struct text mask = { 0 }, bits = { 0 };
        address_bitmask(s, rows[i].order, rows[i].long_size, &mask);
        address_bits(s, rows[i].order, rows[i].long_size, &bits);
        assert_string_equal(text_str(&mask), rows[i].mask);
        assert_string_equal(text_str(&bits), rows[i].bits);
        text_free(&mask);
        text_free(&bits);
    }
    struct text cut = { 0 };
    address_bitmask((struct span){ (const uint8_t *)"\1\2\3", 3 }, ORDER_BIG, 4, &cut);
    assert_string_equal(text_str(&cut), "020300");
    text_free(&cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_addresses), cmocka_unit_test(test_sizes),
                                        cmocka_unit_test(test_bytes), cmocka_unit_test(test_masks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
