// The owner's first evening with the page, in a real browser: story.mjs LINK CHROMIUM PICTURES
// It is let in, sees whose words hold a call, denies it, accepts a note after reading its diff,
// finds both in the history under a good seal, and halts; every view is looked at by axe, at two
// widths, light and dark.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [link, program, pictures] = process.argv.slice(2);
const base = new URL(link).origin;
const axe = createRequire(import.meta.url).resolve("axe-core");
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: false });
const page = await context.newPage();
const complaints = [];
page.on("console", (m) => { if (m.type() === "error") complaints.push(m.text()); });
page.on("pageerror", (e) => complaints.push(String(e)));
page.on("request", (r) => assert.ok(r.url().startsWith(base) || r.url().startsWith("file:"), `it loads ${r.url()}`));

// As provenancectl opens it: by a file that leads to the link, which is another site's word.
const leads = join(mkdtempSync(join(tmpdir(), "story-")), "open.html");
writeFileSync(leads, `<!doctype html><meta http-equiv=refresh content="0;url=${link}">`);
await page.goto("file://" + leads);
await page.waitForURL(base + "/");
await page.getByRole("heading", { name: "Now" }).waitFor();

const views = { now: "/", turn: null, staged: "/staged", history: "/history", labels: "/labels", policy: "/policy", health: "/health" };
views.turn = await page.locator(".wait .meta a").first().getAttribute("href");

// Accessibility, by axe in a world of its own: the page's policy lets no other script in.
const cdp = await context.newCDPSession(page);
const { readFile } = await import("node:fs/promises");
const source = await readFile(axe, "utf8");
async function accessible(name) {
  const { frameTree } = await cdp.send("Page.getFrameTree");
  const { executionContextId } = await cdp.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "axe" });
  await cdp.send("Runtime.evaluate", { contextId: executionContextId, expression: source });
  const run = "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((r) => JSON.stringify(r.violations.map((v) => ({ id: v.id, help: v.help, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')) }))))";
  const { result } = await cdp.send("Runtime.evaluate", { contextId: executionContextId, expression: run, awaitPromise: true });
  assert.deepEqual(JSON.parse(result.value), [], name);
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 375]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const [name, path] of Object.entries(views)) {
      await page.goto(base + path);
      if (name === "history") await page.getByText("Sealed.").waitFor({ timeout: 2000 }).catch(() => page.reload());
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} pixels wide at ${width}`);
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      await accessible(`${name} at ${width}, ${colorScheme}`);
    }
  }
}
await page.setViewportSize({ width: 1280, height: 900 });
await page.emulateMedia({ colorScheme: "light" });

// Whose words: a value of the call is reached by the keyboard, and its way lights up.
await page.goto(base + views.turn);
const foreign = page.locator(".arg[data-way]:not([data-way=''])").last();
await foreign.focus();
assert.ok(await page.locator(".picture.lit [data-node].on").count() >= 2, "no way lights up");
await page.screenshot({ path: `${pictures}/turn-lit.png`, fullPage: true });

// What waits appears by itself, is denied, and is gone.
await page.goto(base + "/");
await page.getByText("live").first().waitFor();
const waits = page.locator(".wait").filter({ hasText: "evil.example" }).first();
const id = await waits.getAttribute("id");
await waits.getByRole("button", { name: "Deny" }).click();
await page.getByText("Denied.").waitFor();
assert.equal(await page.locator(`[id="${id}"]`).count(), 0);

// A note is read and accepted.
await page.goto(base + "/staged");
await page.locator(".diff .is").first().waitFor();
await page.getByRole("button", { name: "Accept" }).click();
await page.getByText("Accepted, and written.").waitFor();

// All of it is in the history, sealed.
await page.goto(base + "/history?verdict=held");
await page.getByText("evil.example").first().waitFor();
for (let tries = 0; tries < 50 && !(await page.getByText("Sealed.").count()); tries++) {
  await page.waitForTimeout(200);
  await page.reload();
}
await page.getByText("Sealed.").waitFor();

// The button that stops everything asks once more.
await page.goto(base + "/");
const stop = page.getByRole("button", { name: "Halt everything" });
await stop.click();
await page.getByRole("button", { name: "Sure? Click again" }).click();
await page.getByText("Halted.", { exact: true }).waitFor();
await page.screenshot({ path: `${pictures}/halted.png` });
await accessible("halted");
await page.getByRole("button", { name: "Resume" }).click();
await page.getByText("judged again").waitFor();

// It reads without its script.
const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
const reader = await plain.newPage();
for (const path of Object.values(views)) {
  await reader.goto(base + path);
  assert.ok((await reader.locator("h1").innerText()).length > 0);
}

// Nobody else: another page's frame stays empty, its posts change nothing.
const other = await context.newPage();
await other.setContent(`<iframe src="${base}/"></iframe>`);
await other.waitForTimeout(500);
assert.equal(await other.frames().at(-1).locator("#main").count().catch(() => 0), 0, "it is framed");

assert.deepEqual(complaints, [], "the browser complains");
await browser.close();
console.log("the story is over, and all was well");
