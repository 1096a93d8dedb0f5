/*
 * limits: what no reader of a capture can go below: usage: limits read|records FILE. `read` reads it once into
 * a buffer of 1 MiB; `records` maps it and walks from one record's header to the next. Prints what it found.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, SAMPLE = 9 };

static char buffer[BUFFER];

int main(int argc, char **argv)
{
    struct stat st;
    int fd = argc == 3 ? open(argv[2], O_RDONLY) : -1;
    if (fd < 0 || fstat(fd, &st))
        return 1;
    if (!strcmp(argv[1], "read")) {
        uint64_t sum = 0;
        for (ssize_t n; (n = read(fd, buffer, BUFFER)) > 0;)
            sum += (uint64_t)n;
        return printf("%llu bytes\n", (unsigned long long)sum) < 0;
    }
    const uint8_t *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    uint64_t at, size, records = 0, samples = 0;
    if (p == MAP_FAILED || st.st_size < 104)
        return 1;
    memcpy(&at, p + 40, 8); /* struct perf_file_header: where the data is, and how much */
    memcpy(&size, p + 48, 8);
    if (at > (uint64_t)st.st_size || size > (uint64_t)st.st_size - at)
        return 1;
    for (uint64_t end = at + size; end - at >= 8;) {
        uint32_t type;
        uint16_t length;
        memcpy(&type, p + at, 4);
        memcpy(&length, p + at + 6, 2);
        if (length < 8 || length > end - at)
            break;
        records++;
        samples += type == SAMPLE;
        at += length;
    }
    return printf("%llu records, %llu samples\n", (unsigned long long)records, (unsigned long long)samples) <
           0;
}
