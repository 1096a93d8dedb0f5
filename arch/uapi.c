#include "arch/uapi.h"

#include <assert.h>
#include <string.h>

#include "arch/arch.h"

#define NONE UINT32_MAX

enum { COLUMNS = UAPI_COUNT - 1 };

/* The rows contain the text itself instead of pointers, for the reason in arch/syscalls.c. */
static const struct {
    char set[24], name[28];
    bool same; /* all architectures have the same value, value[0] */
    uint32_t value[COLUMNS];
} constants[] = {
#define SAME(set, name, v)     { set, name, true, { v } },
#define VARIES(set, name, ...) { set, name, false, { __VA_ARGS__ } },
#include "arch/tables/constants.def"
#undef SAME
#undef VARIES
};

static const struct {
    char name[24], text[52];
    uint16_t number[COLUMNS];
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

const char *uapi_constant(const struct arch *a, const char *set, size_t i, uint32_t *value)
{
    size_t at = 0;
    while (at < CONSTANTS && strcmp(constants[at].set, set) != 0)
        at++;
    at += i;
    assert(!a || a->uapi < UAPI_COUNT);
    const bool is_of_set = at < CONSTANTS && !strcmp(constants[at].set, set);
    if (!a || a->uapi == UAPI_NONE || !is_of_set)
        return NULL;
    *value = constants[at].value[constants[at].same ? 0 : a->uapi - 1];
    if (*value == NONE)
        return "";
    return constants[at].name;
}

const char *uapi_error(const struct arch *a, uint32_t number, const char **text)
{
    for (size_t i = 0; a && a->uapi != UAPI_NONE && number && i < ERRORS; i++)
        if (errors[i].number[a->uapi - 1] == number) {
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
