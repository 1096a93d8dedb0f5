/* The page's worker: runs one command after the other, each in a new instance of the engine, on the files that it was given.
   Messages to it: { wasm }, { add: [[path, File], ...] }, { remove: path }, { run: [argument, ...], id }. */
"use strict";
const DESK = "/desk"; // the folder in which commands run
const files = new Map(); // by path
let code;

/* The files in a folder of the engine that nobody dropped. */
function made(FS, folder, inner, list) {
    for (const name of FS.readdir(folder)) {
        if (name === "." || name === "..") continue;
        const path = `${folder}/${name}`, { node } = FS.lookupPath(path);
        if (FS.isDir(node.mode)) made(FS, path, `${inner}${name}/`, list);
        else if (FS.isFile(node.mode) && !node.dropped) list.push([inner + name, new File([FS.readFile(path)], name)]);
    }
    return list;
}

async function run(args) {
    const told = [], began = performance.now();
    const engine = await Perfolio({
        noInitialRun: true,
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(code, imports).then((instance) => done(instance, code));
            return {};
        },
        print: (line) => told.push(`${line}\n`),
        printErr: (line) => told.push(`${line}\n`),
    });
    const { FS } = engine;
    FS.mkdir(DESK);
    for (const [path, file] of files) engine.addDropped(`${DESK}/${path}`, file);
    FS.chdir(DESK);
    for (const fd of [1, 2]) {
        FS.close(FS.streams[fd]);
        FS.open(`/stream${fd}`, "w+");
    }
    let status;
    try {
        status = engine.callMain(args);
    } catch (e) {
        status = e && e.status !== undefined ? e.status : -1;
        if (status < 0) told.push(`perfolio: the engine stopped: ${(e && e.message) || e}\n`);
    }
    const said = new TextDecoder().decode(FS.readFile("/stream2")) + told.join("");
    const list = made(FS, DESK, "", []);
    for (const [path, file] of list) files.set(path, file);
    return { status, out: FS.readFile("/stream1"), said, made: list, ms: performance.now() - began };
}

onmessage = async ({ data }) => {
    if (data.wasm) {
        code = await WebAssembly.compile(data.wasm);
        postMessage({ ready: true });
    } else if (data.add) {
        for (const [path, file] of data.add) files.set(path, file);
    } else if (data.remove) {
        for (const path of [...files.keys()])
            if (path === data.remove || path.startsWith(`${data.remove}/`)) files.delete(path);
    } else {
        const none = { status: -1, out: new Uint8Array(), made: [], ms: 0 };
        const answer = await run(data.run).catch((e) => ({ ...none, said: `perfolio: the engine did not start: ${e}\n` }));
        postMessage({ ...answer, id: data.id }, [answer.out.buffer]);
    }
};
