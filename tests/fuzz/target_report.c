/*
 * target_report: a libFuzzer entry (`./dev fuzz`): the bytes as a capture through every command that reads one.
 * A crash, a leak or a run that takes too long is a find; what a command prints is not looked at.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/fuzz/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[] = "/tmp/perfolio-fuzz-XXXXXX";
    int fd = mkstemp(path);
    FILE *nowhere = fopen("/dev/null", "w");
    if (fd < 0 || !nowhere || write(fd, bytes, n) != (ssize_t)n)
        abort();
    close(fd);
    for (size_t i = 0; i < nlines; i++)
        line_run(&lines[i], path, nowhere, nowhere);
    fclose(nowhere);
    unlink(path);
    return 0;
}
