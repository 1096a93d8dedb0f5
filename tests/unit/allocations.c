/* allocations: objects by hand: what counts as moved, as freed, as of another node. */
#include "core/replay/kernel/allocations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { NOT_SAID = -2 }; /* events of old kernels have no node */

static void happen_at(struct allocations *a, const char *tracepoint, uint32_t cpu, uint64_t ptr,
                      uint64_t caller, int64_t requested, int64_t allocated, int64_t node, bool outside)
{
    const struct sample sample = { .cpu = cpu };
    struct moment m = { .sample = &sample,
                        .number = { (int64_t)ptr, (int64_t)caller, requested, allocated, node },
                        .has = { true, true, true, true, node != NOT_SAID },
                        .outside = outside };
    for (size_t i = 0; i < nallocation_rows; i++)
        if (!strcmp(allocation_rows[i].tracepoint, tracepoint))
            allocation_rows[i].see(a, &m);
}

static void happen(struct allocations *a, const char *tracepoint, uint32_t cpu, uint64_t ptr, uint64_t caller,
                   int64_t requested, int64_t allocated, int64_t node)
{
    happen_at(a, tracepoint, cpu, ptr, caller, requested, allocated, node, false);
}

static void get(struct allocations *a, uint32_t cpu, uint64_t ptr, uint64_t caller, int64_t size)
{
    happen(a, "kmem:kmalloc", cpu, ptr, caller, size - 1, size, NOT_SAID);
}

static void put(struct allocations *a, uint32_t cpu, uint64_t ptr)
{
    happen(a, "kmem:kmem_cache_free", cpu, ptr, 0, 0, 0, NOT_SAID);
}

static void test_objects(void **state)
{
    (void)state;
    static const struct env env = { 0 };
    struct allocations a = { .env = &env };
    put(&a, 0, 0x1000); /* nobody saw it allocated */
    put(&a, 0, 0);
    get(&a, 0, 0x1000, 0xa, 8);
    put(&a, 0, 0x1000);
    get(&a, 0, 0x1000, 0xb, 16); /* the same object, of another caller */
    put(&a, 1, 0x1000);
    get(&a, 1, UINT64_MAX, 0xb, 32);
    allocations_end(&a);
    assert_int_equal(a.objects.n, 2);
    assert_int_equal(a.callers.n, 2);
    assert_int_equal(a.hits, 3);
    assert_int_equal(a.allocated, 56);
    assert_int_equal(a.requested, 53);
    assert_int_equal(a.freed, 24);
    assert_int_equal(a.objects.v[0].hits, 2);
    assert_int_equal(a.objects.v[0].allocated, 24);
    assert_int_equal(a.objects.v[0].moves, 1);
    assert_int_equal(a.callers.v[0].moves, 0);
    assert_int_equal(a.callers.v[1].moves, 1);
    assert_int_equal(a.callers.v[1].allocated, 48);
    allocations_free(&a);
}

/* What the filter drops counts nowhere, but whose object is freed, of which size and where it was, is known. */
static void test_outside(void **state)
{
    (void)state;
    static const struct env env = { 0 };
    struct allocations a = { .env = &env };
    happen_at(&a, "kmem:kmalloc", 0, 0x1000, 0xa, 6, 8, 1, true);
    happen_at(&a, "kmem:kmalloc", 0, 0x2000, 0xb, 6, 8, 1, true);
    put(&a, 1, 0x1000);
    get(&a, 0, 0x3000, 0xc, 32);
    happen_at(&a, "kmem:kfree", 1, 0x3000, 0, 0, 0, NOT_SAID, true);
    allocations_end(&a);
    assert_int_equal(a.objects.n, 3);
    assert_int_equal(a.hits, 1);
    assert_int_equal(a.across, 0);
    assert_int_equal(a.allocated, 32);
    assert_int_equal(a.freed, 8);
    assert_int_equal(a.objects.v[0].hits, 0);
    assert_int_equal(a.objects.v[0].moves, 1);
    assert_int_equal(a.objects.v[0].call_site, 0xa);
    assert_int_equal(a.callers.v[0].moves, 1);
    assert_int_equal(a.objects.v[1].hits + a.objects.v[1].moves, 0);
    assert_int_equal(a.objects.v[2].moves, 0);
    allocations_free(&a);
}

static void test_nodes(void **state)
{
    (void)state;
    struct env_cpu cpus[] = { { .node = 0 }, { .node = 1 }, { .node = -1 } };
    static const struct {
        uint32_t cpu;
        int64_t node;
        bool known, across; /* of two nodes; of a machine that does not tell */
    } cases[] = {
        { 0, 0, false, false },          { 0, 1, true, true },    { 1, 1, false, true },
        { 1, 0, true, false },           { 0, -1, false, false }, { 1, NOT_SAID, false, false },
        { UINT32_MAX, 1, false, false },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct env told = { .cpus = cpus, .ncpus = 3, .has_nodes = true }, untold = { 0 };
        struct allocations a = { .env = &told }, b = { .env = &untold };
        happen(&a, "kmem:kmalloc_node", cases[i].cpu, 0x1000, 0xa, 8, 8, cases[i].node);
        happen(&b, "kmem:kmalloc_node", cases[i].cpu, 0x1000, 0xa, 8, 8, cases[i].node);
        assert_int_equal(a.across, cases[i].known);
        assert_int_equal(b.across, cases[i].across);
        allocations_free(&a);
        allocations_free(&b);
    }
}

static void test_waste(void **state)
{
    (void)state;
    assert_true(allocation_waste(0, 0) == 0.0);
    assert_true(allocation_waste(3, 4) == 25.0);
    assert_true(allocation_waste(4, 4) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_waste),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
