// Faults in scripts and style sheets that `make lint-js` refuses.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arch } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const biome = join(root, `node_modules/@biomejs/cli-linux-${arch}/biome`);
const skip = !existsSync(biome) && "there is no Biome for this machine";

/** What Biome says of one file in static/; nothing where it is content. */
function refusal(name, text) {
  const folder = mkdtempSync(join(tmpdir(), "linted-"));
  try {
    mkdirSync(join(folder, "static"));
    writeFileSync(join(folder, "static", name), text);
    copyFileSync(join(root, "biome.jsonc"), join(folder, "biome.jsonc"));
    const run = spawnSync(biome, ["ci", "--error-on-warnings"], { cwd: folder, encoding: "utf8" });
    return run.status ? run.stdout + run.stderr : "";
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a script uses the browser and htmx, and names nothing else that is not there", { skip }, () => {
  assert.equal(refusal("a.js", "htmx.process(document.body);\n"), "");
  assert.match(refusal("a.js", "jQuery.process(document.body);\n"), /noUndeclaredVariables/);
});

test("a script that only a warning is given for is refused too", { skip }, () => {
  assert.match(refusal("a.js", "const unused = 1;\n"), /noUnusedVariables/);
  assert.match(refusal("a.js", "export const a = (b) => b && b.c;\n"), /useOptionalChain/);
});

test("a style sheet with a property that no browser knows is refused", { skip }, () => {
  assert.equal(refusal("a.css", "a {\n  color: red;\n}\n"), "");
  assert.match(refusal("a.css", "a {\n  colour: red;\n}\n"), /noUnknownProperty/);
});

test("scripts and style sheets that are not formatted are refused", { skip }, () => {
  assert.match(refusal("a.js", "htmx.process( document.body )\n"), /format/);
  assert.match(refusal("a.css", "a{color:red}\n"), /format/);
});
