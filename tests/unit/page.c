/* A folio in a page comes out as it went in, wherever the pieces end that are read at once. */
#include "archive/package/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"

/* A page with a place at offset `before`, and bytes after it. */
static void make_page(struct text *t, size_t before)
{
    text_add(t, "<!doctype html>");
    text_char(t, '.', before - t->n);
    text_add(t, PAGE_PLACE "\n<p>after</p>");
}

static void make_bytes(struct text *t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        text_char(t, (char)(i * 197 + (i >> 8)), 1);
}

/* Writes a folio of n bytes into a page with its place at `before`, and reads it back. */
static void round_trip(size_t before, size_t n)
{
    struct text html = { 0 }, bytes = { 0 };
    struct file page, folio, written, got;
    struct output out;
    struct page_folio at;
    struct err e = { 0 };
    make_page(&html, before);
    make_bytes(&bytes, n);
    file_of_bytes(&page, (struct span){ (const uint8_t *)html.s, html.n });
    file_of_bytes(&folio, (struct span){ (const uint8_t *)bytes.s, bytes.n });
    assert_true(page_check_place(&page, &e));
    assert_true(output_open(&out, "-", OUTPUT_PRIVATE, NULL, &e));
    assert_true(page_encode(&page, &folio, "a\"b.folio", &out, &e));
    assert_true(output_read_back(&out, &written, &e));
    assert_true(page_find_folio(&written, &at, &e));
    assert_int_equal(at.end - at.at, (n + 2) / 3 * 4);
    assert_true(page_decode(&written, &at, NULL, &got, &e));
    assert_int_equal(got.size, n);
    assert_true(n == 0 || file_equal(&got, &folio, &e));
    assert_false(page_check_place(&written, &e));
    assert_string_equal(e.msg, "the page has a folio already");
    file_close(&got);
    file_close(&page);
    file_close(&folio);
    output_abandon(&out);
    text_free(&html);
    text_free(&bytes);
}

/* Pages and folios that end at and beside the pieces in which they are read. */
static void test_round_trip(void **state)
{
    (void)state;
    enum { PIECE = 3 << 14 };
    static const size_t places[] = { 20, PIECE - 14, PIECE - 13, PIECE - 1, PIECE, PIECE + 1 };
    static const size_t sizes[] = { 0, 1, 2, 3, 4, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 2 };
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
        round_trip(places[i], 5);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        round_trip(100, sizes[i]);
}

#define BEGIN "<html><script type=\"application/octet-stream;base64\" id=\"folio\""

static void test_decode(void **state)
{
    (void)state;
    static const struct {
        const char *page, *bytes,
            *why; /* bytes NULL: no folio is found; why NULL: it is decoded, or was not there */
    } rows[] = {
        { "<html></html>", NULL, NULL },
        { BEGIN, NULL, NULL },
        { BEGIN ">QUJD", NULL, "the page was cut off: it ends inside its folio" },
        { BEGIN ">QUJD</script>", "ABC", NULL },
        { BEGIN " data-name=x>QU\r\n JDRA==</script>", "ABCD", NULL },
        { BEGIN "></script>", "", NULL },
        { BEGIN ">QUJ</script>", "AB", NULL },
        { BEGIN ">QU-D</script>", "", "the folio in the page: byte 0x2d is not Base64" },
        { BEGIN ">Q\x80</script>", "", "the folio in the page: byte 0x80 is not Base64" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct file page, got;
        struct page_folio at;
        struct err e = { 0 };
        char bytes[8] = { 0 };
        file_of_bytes(&page, (struct span){ (const uint8_t *)rows[i].page, strlen(rows[i].page) });
        assert_int_equal(page_find_folio(&page, &at, &e), rows[i].bytes != NULL);
        if (!rows[i].bytes) {
            assert_string_equal(e.msg, rows[i].why ? rows[i].why : "");
            file_close(&page);
            continue;
        }
        assert_int_equal(page_decode(&page, &at, NULL, &got, &e), !rows[i].why);
        if (rows[i].why) {
            assert_string_equal(e.msg, rows[i].why);
        } else {
            assert_int_equal(got.size, strlen(rows[i].bytes));
            file_read(&got, 0, bytes, sizeof(bytes) - 1, &e);
            assert_string_equal(bytes, rows[i].bytes);
        }
        file_close(&got);
        file_close(&page);
    }
}

/* A page is opened as its folio only if that begins as one does. */
static void test_is_of_folio(void **state)
{
    (void)state;
    static const struct {
        const char *page;
        bool is;
        const char *why;
    } rows[] = {
        { BEGIN ">f0VMRgIBAQAAAAAA</script>", true, "" },
        { BEGIN " data-name=\"a.folio\">\r\n\tf0VMRgIB\n</script>", false,
          "" },                                   /* its first 8 characters count */
        { BEGIN ">f0VMRgI</script>", false, "" }, /* fewer than 8 */
        { BEGIN ">f0VMRg==</script>", true, "" },
        { BEGIN ">f0VMUgIBAQAAAAAA</script>", false, "" },
        { BEGIN ">f0V-RgIBAQAAAAAA</script>", false, "" },
        { BEGIN ">f0VMRgIBAQ", false, "the page was cut off: it ends inside its folio" },
        { BEGIN ">", false, "the page was cut off: it ends inside its folio" },
        { "<html></html>", false, "" },
        { "", false, "" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct file page;
        struct err e = { 0 };
        file_of_bytes(&page, (struct span){ (const uint8_t *)rows[i].page, strlen(rows[i].page) });
        assert_int_equal(page_is_of_folio(&page, &e), rows[i].is);
        assert_string_equal(e.msg, rows[i].why);
        file_close(&page);
    }
}

/* A file of these bytes that says it has more: it was cut off after it was opened. */
static struct file shortened(const char *text, size_t more)
{
    struct file f;
    struct err e = { 0 };
    assert_true(file_temp(&f, NULL, &e) && file_append(&f, text, strlen(text), &e));
    f.size += more;
    return f;
}

static void test_shortened(void **state)
{
    (void)state;
    static const char html[] = "<html>" PAGE_PLACE "<p>", bytes[] = "ABC";
    static const struct {
        size_t page, folio; /* bytes that are missing */
        const char *why;
    } rows[] = { { 0, 0, "" },
                 { 1, 0, "the page was cut off while it was read" },
                 { 0, 1, "the folio was cut off while it was read" } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct file page = shortened(html, rows[i].page), folio = shortened(bytes, rows[i].folio), written;
        struct output out;
        struct err e = { 0 };
        assert_true(output_open(&out, "-", OUTPUT_PRIVATE, NULL, &e));
        assert_int_equal(page_encode(&page, &folio, "a", &out, &e), !rows[i].why[0]);
        assert_string_equal(e.msg, rows[i].why);
        if (!rows[i].why[0]) {
            struct page_folio at;
            struct file got;
            assert_true(output_read_back(&out, &written, &e) && page_find_folio(&written, &at, &e));
            at.end = written.size + 1; /* as if the page had become shorter */
            at.at = written.size;
            assert_false(page_decode(&written, &at, NULL, &got, &e));
            assert_string_equal(e.msg, "the page was cut off while it was read");
            file_close(&got);
        }
        output_abandon(&out);
        file_close(&page);
        file_close(&folio);
    }
}

/* A page without a place for a folio is told as such. */
static void test_no_place(void **state)
{
    (void)state;
    static const char html[] = "<html><p>";
    struct file page = shortened(html, 0), folio = shortened("ABC", 0);
    struct output out;
    struct err e = { 0 };
    assert_false(page_check_place(&page, &e));
    assert_non_null(strstr(e.msg, "the page has no line"));
    e = (struct err){ 0 };
    assert_true(output_open(&out, "-", OUTPUT_PRIVATE, NULL, &e));
    assert_false(page_encode(&page, &folio, "a", &out, &e));
    assert_non_null(strstr(e.msg, "the page has no line"));
    assert_int_equal(out.size, 0);
    output_abandon(&out);
    file_close(&page);
    file_close(&folio);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_round_trip), cmocka_unit_test(test_decode),
                                        cmocka_unit_test(test_is_of_folio), cmocka_unit_test(test_shortened),
                                        cmocka_unit_test(test_no_place) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
