/* md5: the examples of RFC 1321, A.5, and the lengths around the end of a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/file/md5.h"
#include "core/base/text.h"

static const struct {
    const char *text, *sum;
    size_t times;
} cases[] = {
    { "", "d41d8cd98f00b204e9800998ecf8427e", 0 },
    { "a", "0cc175b9c0f1b6a831c399e269772661", 1 },
    { "abc", "900150983cd24fb0d6963f7d28e17f72", 1 },
    { "message digest", "f96b697d7cb7938d525a2f31aaf161d0", 1 },
    { "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b", 1 },
    { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f",
      1 },
    { "1234567890", "57edf4a22be3c955ac49da2e2107b67a", 8 },
    { "x", "04364420e25c512fd958a70738aa8f72", 55 },
    { "x", "668a72d5ba17f08e62dabcafad6db14b", 56 },
    { "x", "7dc2ca208106a2f703567bdff99d8981", 63 },
    { "x", "c1bb4f81d892b2d57947682aeb252456", 64 },
    { "x", "1bc932052302d074bdec39795fe00cf6", 65 },
    { "x", "ab347a5f68c8a443cfcddc633f12c24f", 119 },
    { "x", "fb98667f98096de92620b64f46e1c5b5", 120 },
    { "x", "d69cb61a6ee87200676eb0d4b90edbcb", 128 },
};

static void test_sums(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct text t = { 0 }, sum = { 0 };
        uint8_t out[MD5_BYTES];
        for (size_t k = 0; k < cases[i].times; k++)
            text_add(&t, cases[i].text);
        md5_of((struct span){ (const uint8_t *)t.s, t.n }, out);
        text_add_hex_bytes(&sum, out, sizeof(out));
        assert_string_equal(sum.s, cases[i].sum);
        text_free(&t);
        text_free(&sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sums) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
