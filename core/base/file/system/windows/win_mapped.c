/* Mapped memory. Windows refuses to shorten a file that is mapped (ERROR_USER_MAPPED_FILE), so no fault handler is
   needed for that; if the disk fails, the program ends. */
#include "core/base/file/system/system.h"
#include "core/base/file/system/windows/win.h"

void *system_map(int fd, size_t n)
{
    HANDLE mapping = CreateFileMappingW(win_handle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *p = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, n) : NULL;
    if (!p)
        win_failed();
    if (mapping)
        CloseHandle(mapping); /* the view keeps the mapping open */
    return p;
}

void *system_map_zeroed(size_t n)
{
    void *p = VirtualAlloc(NULL, n, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!p)
        win_failed();
    return p;
}

void system_unmap(void *p, size_t n UNUSED)
{
    if (!UnmapViewOfFile(p)) /* the memory is not a view of a file */
        VirtualFree(p, 0, MEM_RELEASE);
}

void system_drop_pages(void *p UNUSED, size_t n UNUSED)
{
}

void system_catch_faults(bool (*covers)(uintptr_t at) UNUSED)
{
}
