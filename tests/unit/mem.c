/* Memory that fails ends what is within a boundary, wherever it fails: nested, in one of several threads, with a lock that is held. */
#include "core/base/mem.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/cur.h"
#include "core/base/file/lock.h"
#include "core/base/file/threads.h"
#include "formats/export/turns.h"

/* What is within a boundary where memory fails is lost (mem.h), which LeakSanitizer asks about (sanitizer/lsan_interface.h); other
   units in this program are not this one. */
int __lsan_is_turned_off(void);
static int loses;
int __lsan_is_turned_off(void)
{
    return loses;
}

static void no_memory(void)
{
    mem_check_alloc(NULL, 3, 5);
}

static void assert_failed(const struct err *e)
{
    assert_int_equal(e->kind, ERR_MEMORY);
    assert_string_equal(e->msg, "out of memory (3 x 5 bytes wanted)");
}

/* What was undone, a letter each. */
struct letters {
    char s[8];
};

struct letter {
    struct letters *to;
    char c;
    struct mem_undo undo;
};

static void write_letter(void *arg)
{
    const struct letter *l = arg;
    l->to->s[strlen(l->to->s)] = l->c;
}

static void begin(struct letter *l, struct letters *to, char c)
{
    *l = (struct letter){ .to = to, .c = c };
    mem_undo_add(&l->undo, write_letter, l);
}

enum how { WHOLE, FAILS, INNER_FAILS, INNER_FAILS_ON };

struct case_of {
    enum how how;
    bool whole;
    const char *undone;
    struct letters letters;
};

static void work_inside(void *arg)
{
    struct case_of *r = arg;
    struct letter d;
    begin(&d, &r->letters, 'd');
    if (r->how >= INNER_FAILS)
        no_memory();
    mem_undo_drop(&d.undo);
}

static void work(void *arg)
{
    struct case_of *r = arg;
    struct err e = { 0 };
    struct letter a, b, c;
    begin(&a, &r->letters, 'a');
    begin(&b, &r->letters, 'b');
    begin(&c, &r->letters, 'c');
    mem_undo_drop(&b.undo);
    assert_int_equal(mem_run_protected(work_inside, r, &e), r->how < INNER_FAILS);
    if (r->how >= INNER_FAILS)
        assert_failed(&e);
    if (r->how == INNER_FAILS_ON)
        mem_fail(&e);
    if (r->how == FAILS)
        no_memory();
    mem_undo_drop(&c.undo);
    mem_undo_drop(&a.undo);
}

static void test_boundaries(void **state)
{
    (void)state;
    static const struct case_of cases[] = {
        { WHOLE, true, "", { "" } },
        { FAILS, false, "ca", { "" } },
        { INNER_FAILS, true, "d", { "" } },
        { INNER_FAILS_ON, false, "dca", { "" } },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct case_of r = cases[i];
        struct err e = { 0 };
        assert_int_equal(mem_run_protected(work, &r, &e), r.whole);
        if (r.whole)
            assert_int_equal(e.kind, ERR_NONE);
        else
            assert_failed(&e);
        assert_string_equal(r.letters.s, r.undone);
    }
}

/* An array that cannot grow is as it was. */
struct array {
    char *v;
    size_t n, cap;
};

static void grow(void *arg)
{
    struct array *a = arg;
    a->v = mem_room(a->v, a->n, &a->cap, SIZE_MAX / 8);
}

static void test_room(void **state)
{
    (void)state;
    char one;
    struct array a = { &one, 3, 3 };
    struct err e = { 0 };
    assert_false(mem_run_protected(grow, &a, &e));
    assert_int_equal(e.kind, ERR_MEMORY);
    assert_ptr_equal(a.v, &one);
    assert_int_equal(a.cap, 3);
}

/* Sizes at the edges: nothing asked is memory that free() takes; what no machine has, or what overflows, fails. */
enum request { NEW, SPARSE, HUGE_PAGES, RESIZE, GROW, COPY, CHECK };

struct asked {
    enum request what;
    size_t n, size;
    bool fails;
    size_t zeroed; /* bytes that are zero then */
    void *p;
};

static void ask(void *arg)
{
    struct asked *a = arg;
    size_t cap = a->n;
    switch (a->what) {
    case NEW:
        a->p = mem_new(a->n, a->size);
        break;
    case SPARSE:
        a->p = mem_new_sparse(a->n);
        break;
    case HUGE_PAGES:
        a->p = mem_new_huge_pages(a->n);
        break;
    case RESIZE:
        a->p = mem_resize(NULL, a->n, a->size);
        break;
    case GROW:
        a->p = mem_grow(NULL, &cap, a->size);
        break;
    case COPY:
        a->p = mem_copy(NULL, a->n);
        break;
    case CHECK:
        a->p = mem_check_alloc(NULL, a->n, a->size);
        break;
    }
    assert_int_equal(mem_handles_failure(), false);
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct asked all[] = {
        { NEW, 0, 8, false, 8, NULL },
        { NEW, 8, 0, false, 8, NULL },
        { NEW, 3 * MEM_LARGE, 1, false, 3 * MEM_LARGE, NULL },
        { SPARSE, 0, 1, false, 1, NULL },
        { SPARSE, 4096, 1, false, 4096, NULL },
        { HUGE_PAGES, 2 * MEM_LARGE, 1, false, 0, NULL },
        { RESIZE, 0, 8, false, 0, NULL },
        { RESIZE, 8, 0, false, 0, NULL },
        { RESIZE, 100, 8, false, 0, NULL },
        { RESIZE, SIZE_MAX / 2, 4, true, 0, NULL },
        { GROW, 0, 8, false, 0, NULL },
        { GROW, MEM_LARGE, 1, false, 0, NULL },
        { GROW, SIZE_MAX / 16, 8, true, 0, NULL },
        { COPY, 0, 1, false, 1, NULL },
        { CHECK, 3, 5, true, 0, NULL },
    };
    for (size_t i = 0; i < COUNT(all); i++) {
        struct asked a = all[i];
        struct err e = { 0 };
        char said[sizeof(e.msg)] = "";
        if (a.fails)
            snprintf(said, sizeof(said), "out of memory (%zu x %zu bytes wanted)", a.n, a.size);
        assert_int_equal(mem_run_protected(ask, &a, &e), !a.fails);
        assert_string_equal(e.msg, said);
        assert_int_equal(e.kind, a.fails ? ERR_MEMORY : ERR_NONE);
        assert_int_equal(a.p != NULL, !a.fails);
        for (size_t k = 0; k < a.zeroed; k++)
            assert_int_equal(((const char *)a.p)[k], 0);
        free(a.p);
    }
    assert_null(mem_check_alloc(NULL, 0, 5)); /* nothing was asked of the other library */
    assert_null(mem_check_alloc(NULL, 5, 0));
    mem_sort(NULL, 0, 1, NULL);
}

/* A heap of huge pages is an ordinary heap. */
static void test_huge_heap(void **state)
{
    (void)state;
    char *before = mem_copy("before", 6);
    mem_use_huge_pages();
    char *after = mem_copy("after", 5);
    assert_string_equal(before, "before");
    assert_string_equal(after, "after");
    free(before);
    free(after);
}

/* Without a boundary nobody could be told: the process aborts. Here it goes on behind the signal. */
static sigjmp_buf after_abort;

static void catch_abort(int number)
{
    siglongjmp(after_abort, number);
}

static void test_no_boundary(void **state)
{
    (void)state;
    struct sigaction catch = { .sa_handler = catch_abort }, before;
    sigaction(SIGABRT, &catch, &before);
    const int number = sigsetjmp(after_abort, 1);
    if (!number)
        no_memory();
    sigaction(SIGABRT, &before, NULL);
    assert_int_equal(number, SIGABRT);
}

/* Workers that take numbers under a lock; one number there is no memory for. */
struct crew {
    pthread_mutex_t lock;
    unsigned n, fails; /* at; 0: none does */
    bool stopped;
    unsigned asked;
};

enum { NUMBERS = 1000 };

static void take_numbers(void *arg, unsigned number)
{
    struct crew *c = arg;
    (void)number;
    for (bool more = true; more;) {
        struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &c->lock);
        c->n += c->n < NUMBERS;
        if (c->n == c->fails)
            no_memory();
        more = c->n < NUMBERS && !c->stopped;
        lock_release(held);
    }
}

static void stop(void *arg)
{
    struct crew *c = arg;
    pthread_mutex_lock(&c->lock);
    c->stopped = true;
    pthread_mutex_unlock(&c->lock);
}

static void run(void *arg)
{
    struct crew *c = arg;
    const unsigned n = threads_run(c->asked, take_numbers, stop, c);
    assert_in_range(n, 1, c->asked ? c->asked : 1);
}

static void test_threads(void **state)
{
    (void)state;
    for (unsigned asked = 0; asked < 6; asked++)
        for (unsigned fails = 0; fails <= NUMBERS; fails += 100) {
            struct crew c = { .lock = PTHREAD_MUTEX_INITIALIZER, .fails = fails, .asked = asked };
            struct err e = { 0 };
            assert_int_equal(mem_run_protected(run, &c, &e), !fails);
            if (fails)
                assert_failed(&e);
            assert_int_equal(c.stopped, fails != 0);
            assert_false(pthread_mutex_trylock(&c.lock));
            pthread_mutex_unlock(&c.lock);
            pthread_mutex_destroy(&c.lock);
        }
}

/* A thread beside the caller's: it ends with its work, or with the error for which it stopped. */
static void test_beside(void **state)
{
    (void)state;
    for (unsigned fails = 0; fails <= NUMBERS; fails += NUMBERS / 2) {
        struct crew c = { .lock = PTHREAD_MUTEX_INITIALIZER, .fails = fails };
        struct threads_beside *t = threads_start(take_numbers, stop, &c);
        assert_non_null(t);
        const struct err e = threads_join(t);
        if (fails)
            assert_failed(&e);
        else
            assert_int_equal(e.kind, ERR_NONE);
        assert_int_equal(c.stopped, fails != 0);
        assert_int_equal(c.n, fails ? fails : NUMBERS);
        pthread_mutex_destroy(&c.lock);
    }
}

/* Parts that are written in their order, and one that is not made: those behind it do not wait for it. */
struct parts {
    size_t n, fails;
    unsigned workers;
    struct export_sink sink;
    struct text written;
};

static bool write_text(void *arg, const void *bytes, size_t n, struct err *e UNUSED)
{
    text_add_n(arg, bytes, n);
    return true;
}

static void make(void *arg, unsigned worker UNUSED, size_t part, struct export_sink *to)
{
    const struct parts *p = arg;
    if (part == p->fails)
        no_memory();
    text_printf(&to->text, "%zu ", part);
    export_write_collected(to);
}

static void make_all(void *arg)
{
    struct parts *p = arg;
    turns_run_parts(p->workers, p->n, make, p, &p->sink);
}

static void test_turns(void **state)
{
    (void)state;
    enum { PARTS = 40 };
    for (unsigned workers = 1; workers < 5; workers++)
        for (size_t fails = 0; fails <= PARTS; fails += 4) {
            struct parts p = { .n = PARTS, .fails = fails, .workers = workers };
            struct text whole = { 0 };
            struct err e = { 0 };
            p.sink = (struct export_sink){ .write = write_text, .arg = &p.written };
            for (size_t i = 0; i < PARTS; i++)
                text_printf(&whole, "%zu ", i);
            assert_int_equal(mem_run_protected(make_all, &p, &e), fails == PARTS);
            if (fails < PARTS)
                assert_failed(&e);
            assert_true(p.written.n <= whole.n && !strncmp(text_str(&p.written), whole.s, p.written.n));
            assert_int_equal(p.written.n == whole.n, fails == PARTS);
            text_free(&p.written);
            text_free(&p.sink.text);
            text_free(&whole);
        }
}

int main(void)
{
    loses = 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boundaries), cmocka_unit_test(test_room),        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_huge_heap),  cmocka_unit_test(test_no_boundary), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_beside),     cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
