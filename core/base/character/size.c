#include "core/base/character/size.h"

#include <stddef.h>
#include <string.h>

/* The number that the digits in [s, end) give. False: it is 2^64 or more. */
static bool size_digits(const char *s, const char *end, uint64_t *n)
{
    *n = 0;
    for (; s < end; s++) {
        const uint64_t digit = (uint64_t)(*s - '0');
        if (*n > (UINT64_MAX - digit) / 10)
            return false;
        *n = 10 * *n + digit;
    }
    return true;
}

bool size_read(const char *s, uint64_t *bytes)
{
    static const struct {
        const char *name;
        uint64_t base;
        unsigned power;
    } units[] = {
        { "", 1, 0 },      { "B", 1, 0 },      { "K", 1024, 1 },   { "M", 1024, 2 },   { "G", 1024, 3 },
        { "T", 1024, 4 },  { "KiB", 1024, 1 }, { "MiB", 1024, 2 }, { "GiB", 1024, 3 }, { "TiB", 1024, 4 },
        { "KB", 1000, 1 }, { "MB", 1000, 2 },  { "GB", 1000, 3 },  { "TB", 1000, 4 },
    };
    const char *unit = s + strspn(s, "0123456789");
    uint64_t n;
    if (unit == s || !size_digits(s, unit, &n) || !n)
        return false;
    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
        if (strcmp(unit, units[i].name) != 0)
            continue;
        uint64_t each = 1;
        for (unsigned power = 0; power < units[i].power; power++)
            each *= units[i].base;
        if (n > UINT64_MAX / each)
            return false;
        *bytes = n * each;
        return true;
    }
    return false;
}
