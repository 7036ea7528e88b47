// The reports in Chromium: `node --test web/test/report.test.mjs` after `web/build`, with
// Chromium at CHROMIUM or /usr/bin/chromium. The pages of games come from the module, those
// of matches from the program at STAUNTON. SHOTS=folder keeps pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { start } from "../npm/node.js";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(executablePath) ? false : "there is no Chromium";
const program = process.env.STAUNTON;
const WIDTHS = [400, 1280];
const GAME = `[Event "London"]
[White "Anderssen"]
[Black "Kieseritzky"]
[TimeControl "600+5"]

1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:59]} 2. f4 {[%clk 0:09:50]} exf4 {[%clk 0:09:55]}
3. Bc4 {[%clk 0:09:51]} Qh4+ {[%clk 0:09:40]} 4. Kf1 {[%clk 0:09:49]} b5 {[%clk 0:09:20]}
5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6
13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+
20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
`;

/** A game of a thousand moves, which go to and fro. */
const LONG = Array.from({ length: 1000 }, (_, at) => `${at + 1}. ${at % 2 ? "Ng1 Ng8" : "Nf3 Nf6"}`).join(" ");

let browser, folder, game;
const pages = {};

/** A player that prefers nothing, so that games are short of nodes and rich in mistakes. */
const self = (name, nodes) => ["--engine", "cmd=self", `name=${name}`, `nodes=${nodes}`];

before(async () => {
  if (skip) return;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  folder = mkdtempSync(join(tmpdir(), "staunton-reports-"));
  const keep = (name, html) => {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    pages[name] = pathToFileURL(file).href;
  };
  const engine = await start({});
  const made = await engine.report(GAME, { nodes: 2000 });
  keep("long", (await engine.report(LONG, { nodes: 1 })).html);
  engine.close();
  game = made.game;
  keep("game", made.html);
  if (!program) return;
  const run = (...words) => execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  writeFileSync(join(folder, "games.pgn"), `${GAME}\n${GAME}`);
  run("analyse", "games.pgn", "--nodes", "300", "--out", "out.pgn", "--report", "games.html");
  const short = Array.from({ length: 1000 }, (_, at) => `[White "P${at}"]\n\n1. e4 e5 2. Nf3 Nc6 3. ${at % 2 ? "Bb5" : "Bc4"} *\n`);
  writeFileSync(join(folder, "crowd.pgn"), short.join("\n"));
  run("analyse", "crowd.pgn", "--nodes", "1", "--hash", "1", "--out", "crowd-out.pgn", "--report", "crowd.html");
  run("match", ...self("new", 400), ...self("old <b>", 100), "--games", "12", "--report", "match.html", "--json", "match.json", "--pgn", "match.pgn");
  run("match", ...self("one", 300), ...self("two", 150), ...self("three", 80), ...self("four", 40), "--games", "24", "--report", "tournament.html", "--pgn", "tournament.pgn");
  for (const name of ["games", "crowd", "match", "tournament"]) pages[name] = pathToFileURL(join(folder, `${name}.html`)).href;
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page that is loaded; it may ask for nothing but itself. */
async function opened(t, name, { width = 1280, scheme = "light", hash = "" } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 850 }, colorScheme: scheme, hasTouch: width < 500 });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || errors.push(request.url()));
  await page.goto(pages[name] + hash);
  t.after(() => context.close());
  const board = () => page.evaluate(() => document.querySelector(".game:not(.folded) .board .pieces").innerHTML);
  const said = () => page.evaluate(() => document.querySelector(".game:not(.folded) .said").textContent);
  const place = () => page.evaluate(() => location.hash);
  const sound = async () => {
    assert.deepEqual(await page.evaluate(faults), []);
    assert.deepEqual(errors, []);
  };
  return { page, board, said, place, sound };
}

/** What is cut, overlaps, or has to be scrolled sideways; it runs in the page. */
function faults() {
  const found = [];
  const name = (element) => `${element.tagName} ${element.getAttribute("class") ?? ""} ${element.textContent.slice(0, 30)}`;
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the screen");
  for (const element of document.querySelectorAll("body *")) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (!width || !height || element.closest("svg") || element.closest(".fen")) continue;
    if (left < -1 || right > innerWidth + 1) found.push(`off the screen: ${name(element)}`);
    const { overflowX } = getComputedStyle(element);
    if (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) found.push(`scrolled sideways: ${name(element)}`);
  }
  for (const axis of document.querySelectorAll(".xs, .ys")) {
    const boxes = [...axis.children].map((label) => label.getBoundingClientRect()).filter(({ width }) => width);
    boxes.forEach((a, at) => {
      for (const b of boxes.slice(at + 1)) {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3) found.push(`overlapping: ${axis.textContent}`);
      }
    });
  }
  return found.slice(0, 10);
}

for (const width of [320, ...WIDTHS, 800]) {
  for (const name of ["game", "games", "match", "tournament"]) {
    test(`nothing of the ${name} is cut or overlaps at ${width} px`, { skip }, async (t) => {
      if (!pages[name]) return t.skip("STAUNTON names no program");
      for (const scheme of ["light", "dark"]) {
        const { page, sound } = await opened(t, name, { width, scheme });
        await sound();
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${scheme}.png`, fullPage: true });
        for (const details of await page.locator("details > summary:visible").all()) await details.click();
        await sound();
      }
    });
  }

}

for (const width of WIDTHS) {
  test(`one steps through a game at ${width} px`, { skip }, async (t) => {
    const { page, board, said, place, sound } = await opened(t, "game", { width, hash: "#g0p1" });
    const first = await board();
    assert.match(await said(), /^1\. e4/);
    await page.keyboard.press("ArrowRight");
    assert.match(await said(), /^1… e5/);
    assert.equal(await place(), "#g0p2");
    assert.notEqual(await board(), first);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await board(), first);
    await page.click(".controls .last");
    assert.match(await said(), /^23\. Be7#/);
    await page.click(".controls .back");
    assert.match(await said(), /^22… Nxf6/);
    await page.click("#g0p8");
    assert.match(await said(), /^4… b5/);
    const white = await board();
    await page.keyboard.press("f");
    assert.notEqual(await board(), white);
    await page.keyboard.press("f");
    assert.equal(await board(), white);
    const plot = page.locator(".expected .plot");
    const { width: wide } = await plot.boundingBox();
    await plot.click({ position: { x: (wide * 20) / 45, y: 5 } });
    assert.equal(await place(), "#g0p20");
    await sound();
  });

  test(`a swipe steps, a line can be played at ${width} px`, { skip }, async (t) => {
    const { page, said, place, sound } = await opened(t, "game", { width, hash: "#g0p10" });
    const swipe = async (way) => {
      await page.hover(".stand .board");
      const { x, y, width: wide } = await page.locator(".stand .board").boundingBox();
      await page.mouse.down();
      await page.mouse.move(x + wide / 2 + 90 * way, y + wide / 2 + 5, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(-1);
    assert.equal(await place(), "#g0p11");
    await swipe(1);
    assert.equal(await place(), "#g0p10");
    const move = page.locator(".mistakes .variation .mv").nth(1);
    const text = await move.textContent();
    await move.click();
    assert.ok((await said()).includes(text));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator(".moves [aria-current]").count(), 1);
    await sound();
  });
}

test("a question hides the answer until it is found", { skip }, async (t) => {
  const { page, said, sound } = await opened(t, "game");
  await page.click(".controls .quiz");
  assert.match(await said(), /^Your turn/);
  assert.equal(await page.locator(".aside").isVisible(), false);
  assert.equal(await page.locator(".stand .arrows path").count(), 0);
  const [best, below] = await page.evaluate(() => {
    const ply = Number(document.querySelector("[data-ask]").dataset.ask);
    return [document.querySelectorAll(".moves a.mv")[ply - 1].dataset.b, document.querySelector(".board .edge").getAttribute("href")];
  });
  const { x, y, width } = await page.locator(".stand .board").boundingBox();
  const click = async (square) => {
    let [file, rank] = ["abcdefgh".indexOf(square[0]), 8 - Number(square[1])];
    if (below === "#black-below") [file, rank] = [7 - file, 7 - rank];
    await page.mouse.click(x + ((file + 0.5) * width) / 8, y + ((rank + 0.5) * width) / 8);
  };
  await click(best.slice(0, 2));
  await click(best.slice(2) === "a1" ? "h8" : "a1");
  assert.match(await said(), /not the best|Your turn/);
  await click(best.slice(0, 2));
  await click(best.slice(2));
  assert.match(await said(), /^Right!/);
  assert.equal(await page.locator(".aside").isVisible(), true);
  await sound();
});

test("the page says what the JSON says", { skip }, async (t) => {
  const { page } = await opened(t, "game");
  const shown = await page.locator(".side .big").allTextContents();
  assert.deepEqual(shown, [game.white, game.black].map(({ accuracy }) => `${accuracy.toFixed(1)} %`));
  const marks = game.moves.filter(({ mark }) => mark).map(({ mark }) => mark);
  assert.deepEqual(await page.locator(".moves .chip").allTextContents(), marks);
  assert.equal(await page.locator("h1").textContent(), "Anderssen – Kieseritzky");
  if (!program) return;
  const json = JSON.parse(readFileSync(join(folder, "match.json"), "utf8"));
  const match = (await opened(t, "match")).page;
  const text = await match.locator("body").innerText();
  assert.ok(text.includes(`${json.games_played} games`));
  const [first] = json.players;
  assert.ok(text.includes(`${first.points} of ${json.games_played}`));
  assert.equal(await match.locator(".contents a").count(), json.shown_games.length);
});

test("paper shows diagrams instead of the board", { skip }, async (t) => {
  const { page } = await opened(t, "game");
  const shown = (selector) => page.locator(selector).first().isVisible();
  assert.equal(await shown(".mistakes .diagram"), false);
  await page.emulateMedia({ media: "print" });
  assert.equal(await shown(".mistakes .diagram"), true);
  assert.equal(await shown(".stand"), false);
  assert.equal(await page.locator(".mistakes > li:visible").count(), await page.locator(".mistakes > li").count());
  assert.equal(await shown(".moves"), true);
  assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
});

test("without a script the page still tells the game", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pages.game);
  assert.equal(await page.locator(".mistakes .diagram").first().isVisible(), true);
  assert.equal(await page.locator(".stand .board").isVisible(), true);
  assert.equal(await page.locator(".controls").isVisible(), false);
  await context.close();
});

test("on a phone a game in the list is some lines, and few games need no scroller", { skip }, async (t) => {
  if (!pages.match) return t.skip("STAUNTON names no program");
  const lists = [["games", false, 130], ["match", false, 100], ["tournament", true, 100], ["crowd", true, 100]];
  for (const [name, scrolls, most] of lists) {
    const { page } = await opened(t, name, { width: 400 });
    const list = await page.evaluate(() => {
      const { clientHeight, scrollHeight } = document.querySelector(".contents");
      const rows = [...document.querySelectorAll(".contents tbody tr")].map((row) => row.getBoundingClientRect().height);
      return { scrolls: scrollHeight > clientHeight + 1, height: clientHeight, tallest: Math.max(...rows) };
    });
    assert.equal(list.scrolls, scrolls, name);
    assert.ok(list.tallest < most, `${name}: a row of ${list.tallest} px`);
    if (scrolls) assert.ok(list.height < 450, `${name}: a list of ${list.height} px`);
  }
});

test("a page of a thousand games has few of them ready, and opens any", { skip }, async (t) => {
  if (!pages.crowd) return t.skip("STAUNTON names no program");
  const { page, said, place, sound } = await opened(t, "crowd", { hash: "#g900p2" });
  assert.match(await said(), /^1… e5/);
  assert.match(await page.locator("h1:visible").last().textContent(), /^P900 – /);
  await page.click('a[href="#g999"]');
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.match(await said(), /^1\. e4/);
  assert.equal(await place(), "#g999p1");
  await sound();
  assert.ok((await page.evaluate(() => document.querySelectorAll(".game").length)) < 40);
});

test("a page of a thousand moves is small, and one steps through it", { skip }, async (t) => {
  const { page, said, place, sound } = await opened(t, "long", { width: 400 });
  assert.equal(await page.locator(".moves a.mv").count(), 2000);
  const bytes = (await page.content()).length;
  assert.ok(bytes < 1_500_000, `${bytes} bytes`);
  await page.click(".controls .last");
  assert.match(await said(), /^1000… Ng8/);
  for (let step = 0; step < 50; step++) await page.keyboard.press("ArrowLeft");
  assert.equal(await place(), "#g0p1950");
  await sound();
});
