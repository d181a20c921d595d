// The phone's data as blocks in IndexedDB, which are written as a whole or not at all. Sets `self.openData`.

self.openData = (() => {
  const BLOCK = 65536;
  const TABLE = "blocks";
  const NAME = "scorekeeper program";
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const blocks = (content) =>
    Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, index) =>
      content.subarray(index * BLOCK, (index + 1) * BLOCK),
    );
  const isSame = (one, other) => one?.length === other.length && one.every((byte, at) => byte === other[at]);

  return async function openData() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    const database = await done(opening);
    // What is stored: the content of each file, and the number of the last write.
    let known = {};
    let number = 0;

    async function read() {
      const table = database.transaction(TABLE).objectStore(TABLE);
      const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
      known = {};
      number = 0;
      const parts = {};
      for (const [at, key] of keys.entries()) {
        if (key === "number") number = values[at];
        else {
          parts[key[0]] ??= [];
          parts[key[0]][key[1]] = values[at];
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
        transaction.oncomplete = () => {
          for (const [name, content] of changed) known[name] = content;
          resolve();
        };
        transaction.onabort = () => reject(transaction.error ?? Error("Another worker has written"));
        table.get("number").onsuccess = ({ target }) => {
          if ((target.result ?? 0) !== number) return transaction.abort();
          number += 1;
          table.put(number, "number");
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
