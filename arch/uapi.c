#include "arch/uapi.h"

#include <string.h>

#include "arch/arch.h"

#define NONE   UINT32_MAX
#define ALL(v) v, v, v, v, v, v, v, v, v, v, v, v, v, v, v

/* Text stands in the rows themselves, see arch/syscalls.c. */
static const struct {
    char set[24], name[28];
    uint32_t value[UAPI_COUNT];
} constants[] = {
#define SAME(set, name, v)     { set, name, { ALL(v) } },
#define VARIES(set, name, ...) { set, name, { __VA_ARGS__ } },
#include "arch/tables/constants.def"
#undef SAME
#undef VARIES
};

static const struct {
    char name[24], text[52];
    uint16_t number[UAPI_COUNT];
} errors[] = {
#define ERROR(name, text, ...) { #name, text, { __VA_ARGS__ } },
#include "arch/tables/errno.def"
#undef ERROR
};

static const struct {
    uint8_t type, number;
    bool reads;
    char name[48];
} ioctls[] = {
#define IOCTL(type, number, reads, name) { type, number, reads, name },
#include "arch/tables/ioctls.def"
#undef IOCTL
};

enum { CONSTANTS = COUNT(constants), ERRORS = COUNT(errors), IOCTLS = COUNT(ioctls) };

const char *uapi_constant(enum uapi u, const char *set, size_t i, uint32_t *value)
{
    size_t at = 0;
    while (at < CONSTANTS && strcmp(constants[at].set, set) != 0)
        at++;
    at += i;
    if (at >= CONSTANTS || strcmp(constants[at].set, set) != 0)
        return NULL;
    *value = constants[at].value[u];
    return *value == NONE ? "" : constants[at].name;
}

bool uapi_value(enum uapi u, const char *set, const char *name, uint32_t *value)
{
    for (size_t i = 0; i < CONSTANTS; i++)
        if (!strcmp(constants[i].set, set) && !strcmp(constants[i].name, name)) {
            *value = constants[i].value[u];
            return *value != NONE;
        }
    return false;
}

const char *uapi_error(enum uapi u, uint32_t number, const char **text)
{
    for (size_t i = 0; number && i < ERRORS; i++)
        if (errors[i].number[u] == number) {
            *text = errors[i].text;
            return errors[i].name;
        }
    return NULL;
}

const char *uapi_ioctl(uint8_t type, uint8_t number, bool reads)
{
    const char *other = NULL;
    for (size_t i = 0; i < IOCTLS; i++)
        if (ioctls[i].type == type && ioctls[i].number == number) {
            if (ioctls[i].reads == reads)
                return ioctls[i].name;
            other = ioctls[i].reads ? NULL : ioctls[i].name;
        }
    return other;
}
