/*
 * target_recorders: a libFuzzer entry (`./dev fuzz recorders`): the bytes as a capture of another recorder than perf (simpleperf, hiperf),
 * whose tables of files, symbols and call chains are read by few commands.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tests/fuzz/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const struct line few[] = {
        { { "report", "--stdio", "-g", "caller", "-s", "comm,dso,symbol", "--isolated" } },
        { { "script", "--isolated", "--show-mmap-events" } },
        { { "dump", "--stage", "header" } },
        { { "info" } },
        { { "pack", "--isolated", "-o", "/dev/null", LINE_CAPTURE } },
    };
    char path[] = "/tmp/perfolio-fuzz-XXXXXX";
    const int fd = mkstemp(path);
    FILE *nowhere = fopen("/dev/null", "w");
    if (fd < 0 || !nowhere || write(fd, bytes, n) != (ssize_t)n)
        abort();
    close(fd);
    for (size_t i = 0; i < COUNT(few); i++)
        line_run(&few[i], path, nowhere, nowhere);
    fclose(nowhere);
    unlink(path);
    return 0;
}
