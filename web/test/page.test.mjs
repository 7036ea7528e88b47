// The page in Chromium: `node --test web/test/page.test.mjs` after `web/build`, with
// Chromium at CHROMIUM or /usr/bin/chromium. SHOTS=folder keeps pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const shots = process.env.SHOTS;
const skip = existsSync(executablePath) ? false : "there is no Chromium";
const WIDTHS = [400, 1280];
const GAME = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';

let browser;
before(async () => {
  if (!skip) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** A page that is loaded; after the test nothing may have gone wrong in it. */
async function opened(t, { width = 1280, height = 850, isolated = true, scheme = "light", hash = "", phone = false } = {}) {
  const server = await serve({ isolated });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, hasTouch: width < 500, isMobile: phone });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("response", (response) => response.status() >= 400 && errors.push(response.url()));
  await page.goto(server.url + hash);
  await page.waitForSelector("body[data-ready]");
  t.after(async () => {
    await context.close();
    await server.close();
  });
  const square = (name) => page.locator(`[data-square=${name}]`);
  const status = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#status").textContent), pattern);
  const sound = async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels wider than the screen`);
    assert.deepEqual(errors, []);
  };
  const shot = async (name) => shots && page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true });
  return { page, context, server, square, status, sound, shot };
}

for (const width of WIDTHS) {
  for (const isolated of [true, false]) {
    const where = `at ${width} px, ${isolated ? "with" : "without"} the headers`;

    test(`a person plays, takes back, and asks why ${where}`, { skip }, async (t) => {
      const { page, square, status, sound, shot } = await opened(t, { width, isolated });
      assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
      assert.match(await square("h1").getAttribute("class"), /\blight\b/);
      await square("e2").click();
      assert.equal(await page.locator(".target").count(), 2);
      await square("e4").click();
      await status("^\\S+\\. White to move");
      assert.equal(await page.locator("#moves button").count(), 2);
      await page.click("#why");
      await page.waitForSelector("#reasons table");
      assert.ok((await page.locator("#reasons tr").count()) >= 11);
      assert.match(await square("d1").textContent(), /\d\.\d/);
      await sound();
      await shot("why");
      await page.click("#undo");
      await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
      assert.equal(await square("e2").getAttribute("data-piece"), "P");
      await sound();
    });

    test(`it analyses with three lines and stops ${where}`, { skip }, async (t) => {
      const { page, sound, shot } = await opened(t, { width, isolated });
      await page.click("#analyse");
      await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
      await page.waitForFunction(() => /Depth \d/.test(document.querySelector("#depth").textContent));
      await sound();
      await shot("analysis");
      const from = performance.now();
      await page.click("#analyse");
      await page.waitForSelector("#lines", { state: "hidden" });
      // The engine is free again: it plays.
      await page.locator("#side").selectOption("black");
      await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
      t.diagnostic(`${Math.round(performance.now() - from)} ms until it had played`);
      await sound();
    });

    test(`a game is loaded, stepped through and reviewed ${where}`, { skip }, async (t) => {
      const { page, square, status, sound, shot } = await opened(t, { width, isolated });
      await page.fill("#pgn", GAME);
      await page.click("#load");
      await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 7);
      await page.click("#last");
      await status("Black is checkmated: 1-0");
      await page.click("#back");
      await status("^Nf6\\. White to move");
      await page.click("#first");
      await page.locator("#effort").selectOption("20000");
      await page.click("#review");
      await page.waitForSelector("#report table", { timeout: 60000 });
      assert.ok((await page.locator("#moves [class^=mark]").count()) >= 1);
      await page.click("#next-mark");
      await page.waitForFunction(() => /costs/.test(document.querySelector("#said").textContent));
      const [report] = await Promise.all([page.context().waitForEvent("page"), page.click("#page")]);
      assert.equal(await report.title(), "Ann – Bob");
      await report.close();
      await sound();
      await shot("review");
      assert.ok(await square("e4").isVisible());
    });
  }
}

test("keys alone play and step", { skip }, async (t) => {
  const { page, status, sound } = await opened(t);
  await page.focus("[data-square=e2]");
  await page.keyboard.press("Enter");
  assert.match(await page.getAttribute("[data-square=e2]", "aria-label"), /white pawn, selected/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await status("^\\S+\\. White to move");
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("Home");
  await status("^White to move");
  await page.fill("#move", "Nf6");
  await page.keyboard.press("Enter");
  await status("not a legal move");
  await page.fill("#move", "d4");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#moves button").textContent === "d4");
  await sound();
});

test("a piece is dragged, and a pawn promoted", { skip }, async (t) => {
  const hash = `#pgn=${encodeURIComponent('[FEN "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1"]\n\n*')}`;
  const { page, square, sound } = await opened(t, { hash });
  const middle = async (name) => {
    const { x, y, width, height } = await square(name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle("e7")));
  await page.mouse.down();
  await page.mouse.move(...(await middle("e8")), { steps: 5 });
  await page.mouse.up();
  await page.getByRole("button", { name: "rook" }).click();
  await page.waitForFunction(() => document.querySelector("#moves button")?.textContent === "e8=R");
  assert.equal(await square("e8").getAttribute("data-piece"), "R");
  assert.match(page.url(), /e8%3DR/);
  await sound();
});

/** What a screen reader is told: role, name and description of each node. */
async function spoken(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const property = (node, name) => node.properties?.find((one) => one.name === name)?.value.value;
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => ({ role: node.role?.value, name: node.name?.value ?? "", live: property(node, "live"), pressed: property(node, "pressed") }));
}

test("a screen reader is told what is there and what happens", { skip }, async (t) => {
  const { page, square, status, sound } = await opened(t);
  const nodes = await spoken(page);
  const named = (role) => nodes.filter((node) => node.role === role).map(({ name }) => name);
  const has = (role, name) => assert.ok(named(role).includes(name), `${role} ${name}: ${named(role).join("; ")}`);
  assert.equal(named("gridcell").length, 64);
  assert.equal(named("row").length, 8);
  for (const cell of ["e2, white pawn", "e8, black king", "e4, empty"]) has("gridcell", cell);
  assert.match(named("grid")[0], /Chess board/);
  for (const name of ["To the start", "Back", "Forward", "To the end", "Flip", "Take back", "New game", "Analyse", "Why?", "Load", "Review this game"]) has("button", name);
  for (const name of ["You play", "Level"]) has("combobox", name);
  has("textbox", "Move");
  has("heading", "Staunton");
  for (const name of ["Game", "Analysis", "Load and review"]) has("heading", name);
  has("main", "");
  // Nothing that acts is without a name.
  for (const role of ["button", "textbox", "combobox", "gridcell", "link", "progressbar"]) {
    assert.ok(!named(role).includes(""), `a ${role} without a name`);
  }
  const live = nodes.find(({ role }) => role === "status");
  assert.equal(live.live, "polite");

  await square("e2").click();
  assert.ok((await spoken(page)).some(({ name }) => name === "e2, white pawn, selected"));
  assert.ok((await spoken(page)).some(({ name }) => name === "e4, empty, can be reached"));
  await square("e4").click();
  await status("^\\S+\\. White to move");
  await page.click("#why");
  await page.waitForSelector("#reasons table");
  const told = await spoken(page);
  assert.ok(told.some(({ role, name, pressed }) => role === "button" && name === "Why?" && pressed === "true"));
  assert.ok(told.some(({ role, name }) => role === "gridcell" && /^d1, white queen, worth \d/.test(name)));
  assert.ok(told.some(({ role, name }) => role === "rowheader" && name === "material"));
  await sound();
});

test("every part is reached by the key Tab, in the order of the page", { skip }, async (t) => {
  const { page, sound } = await opened(t);
  const order = [];
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.dataset.square || document.activeElement.tagName));
  }
  const wanted = ["e2", "flip", "move", "side", "level", "new", "analyse", "why", "file", "pgn", "load", "effort"];
  assert.deepEqual(order.filter((id) => wanted.includes(id)).slice(0, wanted.length), wanted);
  await page.focus("#analyse");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none", "the focus can be seen");
  await sound();
});

for (const [width, height] of [[360, 640], [400, 850]]) {
  test(`a phone of ${width} px: taps play, and nothing is too wide or too small`, { skip }, async (t) => {
    const { page, square, status, sound } = await opened(t, { width, height, phone: true });
    assert.equal(await page.evaluate(() => matchMedia("(pointer: coarse)").matches), true);
    const { width: side } = await square("e2").boundingBox();
    assert.ok(side >= 40, `a square has ${side} px`);
    await square("e2").tap();
    assert.equal(await page.locator(".target").count(), 2);
    await square("e4").tap();
    await status("^\\S+\\. White to move");
    await sound();
    await page.locator("#why").tap();
    await page.waitForSelector("#reasons table");
    await page.locator("#analyse").tap();
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
    await sound();
    await page.locator("#analyse").tap();
    // What is pressed is not smaller than a finger needs (WCAG 2.2, 2.5.8).
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input")]
        .filter((one) => one.offsetParent)
        .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 24 || height < 24)
        .map(([name]) => name),
    );
    assert.deepEqual(small, []);
    await sound();
  });
}

test("files are dropped, and what is wrong is told", { skip }, async (t) => {
  const { page, sound } = await opened(t);
  const drop = (text) =>
    page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], "game.pgn"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    }, text);
  await drop(`${GAME}\n${GAME}`);
  await page.waitForFunction(() => document.querySelectorAll("#games option").length === 2);
  await drop("1. e5 *");
  await page.waitForFunction(() => /e5/.test(document.querySelector("#wrong").textContent));
  await drop("");
  await page.waitForFunction(() => /no game/.test(document.querySelector("#wrong").textContent));
  await drop("8/8/8/4k3/8/8/8/4K2R w K - 0 1");
  await page.waitForFunction(() => document.querySelectorAll(".square[data-piece=R]").length === 1);
  await sound();
});

test("after the first visit it works offline, with shared memory", { skip }, async (t) => {
  const { page, server, status } = await opened(t, { isolated: false });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await server.close();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.fill("#move", "e4");
  await page.keyboard.press("Enter");
  await status("^\\S+\\. White to move");
});

test("it is dark where people want that", { skip }, async (t) => {
  for (const width of WIDTHS) {
    const { page, sound, shot } = await opened(t, { width, scheme: "dark" });
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(color, "rgb(25, 26, 28)");
    await page.click("#why");
    await page.waitForSelector("#reasons table");
    await shot("why");
    await sound();
  }
});

test("the engine in a page searches the nodes that the program searches", { skip }, async (t) => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const named = execFileSync("git", ["log", "--format=%B"], { cwd: root, encoding: "utf8" }).match(/^Bench: (\d+) *$/m)?.[1];
  if (!named) return t.skip("no commit of this clone names a fingerprint");
  const { page } = await opened(t);
  const last = await page.evaluate(async () => {
    const { start } = await import("./engine/index.js");
    let said = "";
    const engine = await start({ onLine: (line) => (said = line) });
    engine.send("bench");
    await engine.idle();
    engine.close();
    return said;
  });
  t.diagnostic(last);
  assert.equal(last.split(" ")[0], named);
});

test("a worker speaks UCI by messages", { skip }, async (t) => {
  const { page } = await opened(t);
  const lines = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const heard = [];
        const worker = new Worker("engine/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => {
          heard.push(data);
          if (data === "uciok") worker.postMessage("position startpos moves e2e4\ngo infinite");
          if (/ depth 5 /.test(data)) worker.postMessage("stop");
          if (data.startsWith("bestmove")) resolve(heard);
        };
        worker.postMessage("uci");
      }),
  );
  assert.ok(lines.includes("uciok"));
});
