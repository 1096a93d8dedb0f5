/* nowhere: a value_sink that ignores all that it is given. */
#ifndef PERFOLIO_TESTS_FUZZ_NOWHERE_H
#define PERFOLIO_TESTS_FUZZ_NOWHERE_H

#include "core/base/value.h"

static void nowhere_open(void *arg, const char *name, bool array)
{
    (void)arg, (void)name, (void)array;
}

static void nowhere_close(void *arg)
{
    (void)arg;
}

static void nowhere_put(void *arg, const char *name, struct value v)
{
    (void)arg, (void)name, (void)v;
}

static const struct value_sink nowhere = { .open = nowhere_open, .close = nowhere_close, .put = nowhere_put };

#endif
