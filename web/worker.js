/* The page's worker: runs one command after the other, each in a new instance of the engine, on the files that it was given;
   and answers requests of lib/remote/bridge.h by an instance that stays, with files and views open.
   Messages to it: { wasm }, { add: [[path, File], ...] }, { remove: path }, { run: [argument, ...], id }, { ask: [word, ...], id }. */
"use strict";
const DESK = "/desk"; // the folder in which commands run
const files = new Map(); // by path
let code, bench = null; // { engine, handle }: the instance that stays

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

/* An instance of the engine, in a folder with the files; `told` gets what it prints besides. */
async function instance(told) {
    const engine = await Perfolio({
        noInitialRun: true,
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(code, imports).then((made) => done(made, code));
            return {};
        },
        print: (line) => told.push(`${line}\n`),
        printErr: (line) => told.push(`${line}\n`),
    });
    engine.FS.mkdir(DESK);
    for (const [path, file] of files) engine.addDropped(`${DESK}/${path}`, file);
    engine.FS.chdir(DESK);
    return engine;
}

async function run(args) {
    const told = [], began = performance.now(), engine = await instance(told), { FS } = engine;
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
    for (const [path, file] of list) add(path, file);
    return { status, out: FS.readFile("/stream1"), said, made: list, ms: performance.now() - began };
}

/* A request of the bridge, as words that end with NULs; its answer is JSON. */
async function ask(words) {
    if (!bench) {
        const engine = await instance([]);
        bench = { engine, handle: engine._bridge_new() };
    }
    const { engine, handle } = bench, bytes = new TextEncoder().encode(`${words.join("\0")}\0`);
    try {
        const at = engine._malloc(bytes.length) >>> 0;
        engine.HEAPU8.set(bytes, at);
        const answer = JSON.parse(engine.UTF8ToString(engine._bridge_request(handle, at, bytes.length)));
        engine._free(at);
        return answer;
    } catch (e) {
        bench = null; // its files and views are gone
        return { error: `the engine stopped: ${(e && e.message) || e}`, stopped: true };
    }
}

function add(path, file) {
    files.set(path, file);
    if (bench) bench.engine.addDropped(`${DESK}/${path}`, file);
}

function remove(path) {
    files.delete(path);
    try {
        if (bench) bench.engine.FS.unlink(`${DESK}/${path}`);
    } catch {
        // it is open, or was never there
    }
}

onmessage = async ({ data }) => {
    if (data.wasm) {
        code = await WebAssembly.compile(data.wasm);
        postMessage({ ready: true });
    } else if (data.add) {
        for (const [path, file] of data.add) add(path, file);
    } else if (data.remove) {
        for (const path of [...files.keys()])
            if (path === data.remove || path.startsWith(`${data.remove}/`)) remove(path);
    } else if (data.ask) {
        postMessage({ answer: await ask(data.ask).catch((e) => ({ error: `the engine did not start: ${e}`, stopped: true })), id: data.id });
    } else {
        const none = { status: -1, out: new Uint8Array(), made: [], ms: 0 };
        const answer = await run(data.run).catch((e) => ({ ...none, said: `perfolio: the engine did not start: ${e}\n` }));
        postMessage({ ...answer, id: data.id }, [answer.out.buffer]);
    }
};
