/* Maps a file for the engine, which has no pages of its own: memory that holds a copy of what was asked for. `read` is
   read(heap, at, length, position), which gives the number of bytes. */
function mapCopy(length, position, read) {
    const PIECE = 1 << 26, ENOMEM = 48;
    const start = mmapAlloc(length) >>> 0;
    if (!start) throw new FS.ErrnoError(ENOMEM);
    for (let done = 0; done < length;) {
        const n = read(HEAPU8, start + done, Math.min(length - done, PIECE), position + done);
        if (!n) break;
        done += n;
    }
    return { ptr: start, allocated: true };
}

/* What FS.mmap() hands over of (stream, length, position, protection, flags); before emscripten 3.1.20 there is an address
   behind the stream. */
function mapArguments(given) {
    const [length, position] = given.length > 4 ? given.slice(1) : given;
    return { length, position };
}
