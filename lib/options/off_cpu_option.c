#include "lib/options/off_cpu_option.h"

#include <string.h>

bool off_cpu_take(void *target, const struct option_row *row, const char *value, struct err *e)
{
    int word = 0;
    if (value && *value)
        word = option_word_named(row, value, strlen(value), e);
    *(int *)target = word + 1;
    return word >= 0;
}
