/*
 * target_rules: a libFuzzer entry (`./dev fuzz rules`): each line as a limit of diff --fail-over, and the whole as a file of accepted
 * changes (--baseline-file).
 */
#define _DEFAULT_SOURCE /* strsep() */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "lib/question/diff/gate.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[] = "/tmp/perfolio-fuzz-XXXXXX";
    const int fd = mkstemp(path);
    struct rules limits = { 0 }, accepted = { 0 };
    struct err e = { 0 };
    char *text = mem_copy(bytes, n), *rest = text;
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n)
        abort();
    close(fd);
    for (char *line; (line = strsep(&rest, "\n"));) {
        e = (struct err){ 0 };
        rules_add(&limits, line, &e);
        rules_is_date(line);
    }
    e = (struct err){ 0 };
    rules_add_accepted(&accepted, path, &e);
    rules_free(&limits);
    rules_free(&accepted);
    free(text);
    unlink(path);
    return 0;
}
