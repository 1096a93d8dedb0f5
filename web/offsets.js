/* For emscripten before 3.1.30, whose fd_pread() and fd_pwrite() drop the upper half of the offset, and which takes addresses
   above 2 GB for negative ones. It takes no arrow functions here. */
mergeInto(LibraryManager.library, {
    $moveVectors__deps: ["$SYSCALLS", "$FS"],
    $moveVectors: function (move, fd, vectors, n, position, moved) {
        try {
            const stream = SYSCALLS.getStreamFromFD(fd);
            let all = 0;
            for (let i = vectors >>> 2; n-- > 0; i += 2) {
                const length = HEAPU32[i + 1];
                const now = move(stream, HEAP8, HEAPU32[i], length, position === undefined ? undefined : position + all);
                all += now;
                if (now < length) break;
            }
            HEAPU32[moved >>> 2] = all;
            return 0;
        } catch (e) {
            if (!(e instanceof FS.ErrnoError)) throw e;
            return e.errno;
        }
    },
    fd_read__deps: ["$moveVectors"],
    fd_read__sig: "iiiii",
    fd_read: function (fd, vectors, n, moved) { return moveVectors(FS.read, fd, vectors, n, undefined, moved); },
    fd_write__deps: ["$moveVectors"],
    fd_write__sig: "iiiii",
    fd_write: function (fd, vectors, n, moved) { return moveVectors(FS.write, fd, vectors, n, undefined, moved); },
    fd_pread__deps: ["$moveVectors"],
    fd_pread__sig: "iiiiiii",
    fd_pread: function (fd, vectors, n, low, high, moved) { return moveVectors(FS.read, fd, vectors, n, high * 2 ** 32 + (low >>> 0), moved); },
    fd_pwrite__deps: ["$moveVectors"],
    fd_pwrite__sig: "iiiiiii",
    fd_pwrite: function (fd, vectors, n, low, high, moved) { return moveVectors(FS.write, fd, vectors, n, high * 2 ** 32 + (low >>> 0), moved); },
});
