// The page of `staunton web` in Chromium, with the native engine: `node --test
// web/test/native.test.mjs`, with the program at STAUNTON or target/release/staunton.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const program = process.env.STAUNTON ?? fileURLToPath(new URL("../../target/release/staunton", import.meta.url));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const shots = process.env.SHOTS;
const skip = !existsSync(executablePath) ? "there is no Chromium" : !existsSync(program) ? "there is no program" : false;
const GAME = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';

let browser;
before(async () => {
  if (!skip) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** The program that serves the page, and its address. */
async function served(t, ...words) {
  const child = spawn(program, ["web", "--port", "0", ...words]);
  t.after(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = line.match(/http:\S+/) ?? [];
    if (url) return { url, child };
  }
  throw new Error("the program does not serve");
}

/** A page that is loaded; after the test nothing may have gone wrong in it. */
async function opened(t, { width = 1280 } = {}) {
  const { url, child } = await served(t);
  const page = await browser.newPage({ viewport: { width, height: 850 } });
  t.after(() => page.close());
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("response", (response) => response.status() >= 400 && errors.push(response.url()));
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  const moves = (count) => page.waitForFunction((all) => document.querySelectorAll("#moves button").length === all, count);
  return { page, url, child, errors, moves };
}

for (const width of [400, 1280]) {
  test(`a person plays, analyses, stops, asks why and reviews at ${width} px`, { skip }, async (t) => {
    const { page, errors, moves } = await opened(t, { width });
    assert.match(await page.textContent("#where"), /program on this computer/);
    assert.equal(await page.textContent("#memory"), "");
    await page.fill("#move", "e4");
    await page.keyboard.press("Enter");
    await moves(2);
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
    await page.waitForFunction(() => /Depth \d/.test(document.querySelector("#depth").textContent));
    if (shots) await page.screenshot({ path: `${shots}/native-${width}.png`, fullPage: true });
    const from = performance.now();
    await page.click("#analyse");
    await page.waitForSelector("#lines", { state: "hidden" });
    // The engine is free again: it plays.
    await page.locator("#side").selectOption("black");
    await moves(3);
    t.diagnostic(`${Math.round(performance.now() - from)} ms until it had played`);
    await page.click("#why");
    await page.waitForSelector("#reasons table");
    assert.ok((await page.locator("#reasons tr").count()) >= 11);
    await page.fill("#pgn", GAME);
    await page.click("#load");
    await moves(7);
    await page.locator("#effort").selectOption("20000");
    await page.click("#review");
    await page.waitForSelector("#report table", { timeout: 60000 });
    assert.ok((await page.locator("#moves [class^=mark]").count()) >= 1);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels wider than the screen`);
    assert.deepEqual(errors, []);
  });
}

test("a review is stopped, and another page has an engine of its own", { skip }, async (t) => {
  const { page, url, moves } = await opened(t);
  await page.fill("#pgn", GAME);
  await page.click("#load");
  await moves(7);
  await page.locator("#effort").selectOption("500000");
  await page.click("#review");
  await page.waitForFunction(() => document.querySelector("#progress").value > 0);
  const other = await browser.newPage();
  t.after(() => other.close());
  await other.goto(url);
  await other.waitForSelector("body[data-ready]");
  await other.fill("#move", "d4");
  await other.keyboard.press("Enter");
  await other.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  if (await page.locator("#progress").isVisible()) await page.click("#review");
  await page.waitForSelector("#progress", { state: "hidden" });
  assert.equal(await page.locator("#wrong").isVisible(), false);
});

test("a page whose program has ended says so", { skip }, async (t) => {
  const { page, child } = await opened(t);
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
  child.kill();
  await page.waitForFunction(() => /does not answer|has ended/.test(document.querySelector("#wrong").textContent));
});
