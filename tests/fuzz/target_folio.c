/*
 * target_folio: a libFuzzer entry (`./dev fuzz SECONDS folio`): the bytes as a folio, its checksums put
 * right, through the commands that read one. Without that nothing but the checksums would be tested.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "tests/fuzz/lines.h"
#include "tests/unit/folio_make.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[] = "/tmp/perfolio-fuzz-XXXXXX";
    int fd = mkstemp(path);
    FILE *nowhere = fopen("/dev/null", "w");
    uint8_t *mended = (uint8_t *)mem_copy(bytes, n);
    folio_mend(mended, n);
    if (fd < 0 || !nowhere || write(fd, mended, n) != (ssize_t)n)
        abort();
    close(fd);
    free(mended);
    for (size_t i = 0; i < nfolio_lines; i++)
        line_run(&folio_lines[i], path, nowhere, nowhere);
    fclose(nowhere);
    unlink(path);
    return 0;
}
