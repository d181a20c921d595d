// The phone's data as blocks in IndexedDB, which are written as a whole or not at all. Sets `self.openData`.

self.openData = (() => {
  const BLOCK = 65536;
  const TABLE = "blocks";
  // Several sites may lie at one host.
  const NAME = `scorekeeper program ${new URL(registration.scope).pathname}`;
  const EARLIER = "scorekeeper program";
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const blocks = (content) =>
    Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, index) =>
      content.subarray(index * BLOCK, (index + 1) * BLOCK),
    );
  // With each answer, for all data: a call for each byte would take ten times as long.
  function isSame(one, other) {
    if (one?.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
    return true;
  }

  function open(name) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    return done(opening);
  }
  async function all(database) {
    const table = database.transaction(TABLE).objectStore(TABLE);
    const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
    return keys.map((key, at) => [key, values[at]]);
  }
  // The data of an earlier version, which knew one site at a host, are copied whole or not at all, and then deleted.
  async function takeOver(database) {
    if (!(await indexedDB.databases()).some(({ name }) => name === EARLIER)) return;
    const earlier = await open(EARLIER);
    const entries = await all(earlier);
    if (!(await all(database)).length && entries.length) {
      const transaction = database.transaction(TABLE, "readwrite", { durability: "strict" });
      for (const [key, value] of entries) transaction.objectStore(TABLE).put(value, key);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
    }
    earlier.close();
    // It goes once no program of another site has it open.
    indexedDB.deleteDatabase(EARLIER);
  }

  // `isHeir`: this site had the program when the data of all sites had one name.
  return async function openData(isHeir) {
    const database = await open(NAME);
    if (isHeir) await takeOver(database);
    // What is stored: the content of each file, and the number of the last write.
    let known = {};
    let number = 0;

    async function read() {
      const entries = await all(database);
      known = {};
      number = 0;
      const parts = {};
      for (const [key, value] of entries) {
        if (key === "number") number = value;
        else {
          parts[key[0]] ??= [];
          parts[key[0]][key[1]] = value;
        }
      }
      for (const [name, some] of Object.entries(parts))
        known[name] = new Uint8Array(await new Blob(some).arrayBuffer());
      return Object.fromEntries(Object.entries(known).map(([name, content]) => [name, content.slice()]));
    }
    // Fails if another worker has written since this one read: then its program has to start again.
    function write(files) {
      const changed = Object.entries(files).filter(([name, content]) => !isSame(known[name], content));
      if (!changed.length) return;
      const transaction = database.transaction(TABLE, "readwrite", { durability: "strict" });
      const table = transaction.objectStore(TABLE);
      return new Promise((resolve, reject) => {
        // Only what is stored counts: a write that fails for want of room is followed by others.
        let next = 0;
        transaction.oncomplete = () => {
          number = next;
          for (const [name, content] of changed) known[name] = content;
          resolve();
        };
        transaction.onabort = () => reject(transaction.error ?? Error("Another worker has written"));
        table.get("number").onsuccess = ({ target }) => {
          if ((target.result ?? 0) !== number) return transaction.abort();
          next = number + 1;
          table.put(next, "number");
          for (const [name, content] of changed) put(table, name, content);
        };
      });
    }
    function put(table, name, content) {
      const before = blocks(known[name] ?? new Uint8Array());
      const now = blocks(content);
      for (const [index, block] of now.entries())
        if (!isSame(before[index], block)) table.put(block.slice(), [name, index]);
      table.delete(IDBKeyRange.bound([name, now.length], [name, Number.POSITIVE_INFINITY]));
    }
    return { read, write };
  };
})();
