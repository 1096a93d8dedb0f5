/* Files that a person dropped on the page, as files of the engine: their bytes are read when they are asked for. A slice
   takes a millisecond however small it is, so blocks are read, and the last ones kept. */
Module.addDropped = (() => {
    const BLOCK = 1 << 24, KEPT = 4, EIO = 29;
    const reader = new FileReaderSync(), kept = [];

    function block(file, number) {
        const known = kept.findIndex((k) => k.file === file && k.number === number);
        if (known >= 0) {
            kept.unshift(...kept.splice(known, 1));
            return kept[0].bytes;
        }
        if (kept.length === KEPT) kept.pop();
        const bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(number * BLOCK, (number + 1) * BLOCK)));
        kept.unshift({ file, number, bytes });
        return bytes;
    }

    /* A file that was changed, or is gone, since it was dropped is refused by the browser. */
    function read(stream, heap, at, length, position) {
        const file = stream.node.dropped, end = Math.min(position + length, file.size);
        let from = position;
        try {
            while (from < end) {
                const number = Math.floor(from / BLOCK), inside = from - number * BLOCK;
                const piece = block(file, number).subarray(inside, inside + end - from);
                if (!piece.length) break;
                heap.set(piece, (at >>> 0) + from - position);
                from += piece.length;
            }
        } catch {
            throw new FS.ErrnoError(EIO);
        }
        return Math.max(0, from - position);
    }

    function mmap(stream, ...given) {
        const { length, position } = mapArguments(given);
        return mapCopy(length, position, (heap, at, n, from) => read(stream, heap, at, n, from));
    }

    /* Adds a File under a path; its folders are made. */
    return (path, file) => {
        const slash = path.lastIndexOf("/"), folder = path.slice(0, slash) || "/";
        FS.mkdirTree(folder);
        FS.writeFile(path, "");
        const node = FS.lookupPath(path).node;
        node.dropped = file;
        node.usedBytes = file.size;
        node.stream_ops = Object.assign({}, node.stream_ops, { read, mmap, msync: () => 0 }); // emscripten 3.1.6 takes no spread here
        FS.utime(path, file.lastModified, file.lastModified);
    };
})();
