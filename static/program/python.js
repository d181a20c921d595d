// Starts the program in a worker of a site of plain files (docs/site.md): anew, or from a snapshot of its memory. A
// service worker imports no modules after its start, so this is a script that sets `self.startPython`.

self.startPython = (() => {
  const PROGRAM = "/program";
  const DATA = "/data";
  // The one library in C. Its memory has the same address in each start if it is loaded before Python.
  const LIBRARY = `${PROGRAM}/msgspec/_core.cpython-314-wasm32-emscripten.so`;
  // In steps, because a browser ends a service worker that is silent for half a minute.
  const BEGIN = [
    `import sys; sys.path.insert(0, "${PROGRAM}")`,
    "import flask",
    "import sqlalchemy.orm",
    "import flask_migrate, flask_wtf, babel.messages",
    "from scorekeeper import store, words, rules, exchange",
    "from scorekeeper import http, forms, board",
    "from scorekeeper.browser import answers",
    `answers.begin("${PROGRAM}", "${DATA}")`,
    "answers.prepare()",
  ];
  const RESUME = "answers.resume()";
  const ABI = "2026_0";

  // The names of the files in an archive with their content (browser/pack.py).
  function unpacked(archive) {
    const size = new DataView(archive).getUint32(0, true);
    const names = JSON.parse(new TextDecoder().decode(new Uint8Array(archive, 4, size)));
    let at = 4 + size;
    return names.map(([name, length]) => {
      at += length;
      return [`${PROGRAM}/${name}`, new Uint8Array(archive, at - length, length)];
    });
  }
  // To ask for a folder that is there costs more than to write a file.
  function writeAll(system, files) {
    const made = new Set();
    for (const [path, content] of files) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!made.has(folder)) system.mkdirTree(folder);
      made.add(folder);
      system.writeFile(path, content, { canOwn: true });
    }
  }

  // `get` returns a file of the program as an answer, `kept` are the files of the phone's data by name, `snapshot` is the
  // memory after an earlier start.
  return async function startPython({ get, kept, snapshot }) {
    const [archive, wasm, zip] = await Promise.all(
      ["program.bin", "python.wasm", "stdlib.zip"].map((name) => get(name)),
    );
    const files = unpacked(await archive.arrayBuffer());
    const [, library] = files.find(([path]) => path === LIBRARY);
    // Pyodide fetches its parts itself, at addresses that the phone may not reach now.
    const { fetch } = self;
    const given = { wasm, zip, so: new Response(library) };
    self.fetch = async (address) => given[`${address}`.split(".").at(-1)];
    try {
      const python = await self.pyodide.load({
        indexURL: "/",
        packageBaseUrl: "/",
        stdLibURL: "stdlib.zip",
        lockFileContents: { info: { abi_version: ABI }, packages: {} },
        createPyodideModule: (settings) => self.pyodide.create({ ...settings, dynamicLibraries: [LIBRARY] }),
        ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
      });
      // A snapshot has no files.
      writeAll(python.FS, files);
      python.FS.mkdirTree(DATA);
      for (const step of snapshot ? [] : BEGIN) {
        python.runPython(step);
        await new Promise((resolve) => setTimeout(resolve));
      }
      const data = Object.entries(kept).map(([name, content]) => [`${DATA}/${name}`, content]);
      writeAll(python.FS, data);
      if (snapshot || data.length) python.runPython(RESUME);
      const call = python.globals.get("answers").answer;
      return {
        // Returns [status, [[name, value]…], content].
        answer(...request) {
          const result = call(...request.map((one) => python.toPy(one)));
          const all = result.toJs();
          result.destroy();
          return all;
        },
        read: (name) => python.FS.readFile(`${DATA}/${name}`),
        has: (name) => python.FS.analyzePath(`${DATA}/${name}`).exists,
        shoot() {
          return python.makeMemorySnapshot();
        },
      };
    } finally {
      self.fetch = fetch;
    }
  };
})();
