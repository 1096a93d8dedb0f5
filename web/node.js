/* The engine as a program of node, on the files of its host. */
if (typeof process === "object" && process.versions && process.versions.node) globalThis.fetch = undefined; // node's takes no paths
Module.onRuntimeInitialized = () => {
    const tty = require("tty");
    for (let fd = 0; fd < 3; fd++) // emscripten takes each for a terminal
        if (FS.streams[fd]) FS.streams[fd].tty = tty.isatty(fd);
    const mapHere = FS.mmap; // copies into address 0 where there is no room
    FS.mmap = (stream, ...given) => {
        if (stream.stream_ops) return mapHere(stream, ...given);
        const { length, position } = mapArguments(given);
        return mapCopy(length, position, (heap, at, n, from) => FS.read(stream, heap, at, n, from));
    };
};
