// page_test.mjs DOORWAY_LAB MODULES CHROMIUM [SCREENSHOTS]: the page of doorway-lab serve, used in a real browser as a person would use it.
//
// It would catch: a step that is not the lab's, an alarm that is not raised or not taken back by undo, a link that shows another run, a
// counterexample that cannot be played to its end, a search that cannot be stopped, a message on the console, a request to another host, a
// token or a damaged link that is let pass.
import {execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openBrowser} from './browser.mjs';
import {checkTests} from './check_test.mjs';
import {compareTests} from './compare_test.mjs';
import {reportTests} from './report_test.mjs';
import {stepTests} from './step_test.mjs';

const [lab, modules, chromium, screenshots] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'doorway-page-'));
const server = spawn(lab, ['serve'], {stdio: ['ignore', 'pipe', 'inherit']});
process.on('exit', () => server.kill('SIGKILL'));
const ended = new Promise((end) => server.on('exit', (code, signal) => end({code, signal})));
const url = (await new Promise((first) => server.stdout.once('data', first))).toString().trim();

let failed = 0;
export function expect(what, is, wanted = true) {
  const right = wanted instanceof RegExp ? wanted.test(String(is)) : is === wanted;
  if (!right) {
    console.log(`${what}: ${JSON.stringify(is)}, not ${wanted}`);
    ++failed;
  }
}

async function test(name, act) {
  const began = Date.now(), before = failed;
  try {
    await act();
  } catch (error) {
    console.log(`${name}: ${error.stack}`);
    ++failed;
    if (process.env.DOORWAY_KEEP) await tools.page.screenshot({path: join(process.env.DOORWAY_KEEP, 'failed.png')}).catch(() => {});
  }
  console.log(`${failed === before ? 'ok    ' : 'FAILED'} ${name}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

const browser = await openBrowser(modules, chromium);
const tools = {
  ...browser, url, lab, folder, expect,
  // What the tool says of a file: its exit status and output.
  replay(file) {
    try {
      return {status: 0, text: execFileSync(lab, ['replay', file], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']})};
    } catch (error) {
      return {status: error.status, text: error.stdout + error.stderr};
    }
  },
  async shot(name) {
    if (screenshots) await browser.page.screenshot({path: join(screenshots, `${name}.png`)});
  },
  // What a button saves.
  async saved(button) {
    const [download] = await Promise.all([browser.page.waitForEvent('download'), browser.page.locator(button).click()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return {path, text: readFileSync(path, 'utf8')};
  },
};

await browser.page.goto(url);
await browser.page.waitForSelector('body[data-ready]');
for (const [name, act] of [...stepTests, ...checkTests, ...compareTests, ...reportTests]) await test(name, () => act(tools));

await test('nothing on the console, and nobody else is asked', async () => {
  expect('the console', JSON.stringify(browser.said), '[]');
  const own = new URL(url).host;
  expect('hosts', JSON.stringify([...browser.asked].filter((host) => host !== own && host !== 'blob:' && host !== 'data:' && host !== 'file:')), '[]');
});
await browser.close();
server.kill('SIGTERM');
const how = await ended;
expect('how the server ends', how.code, 0);
rmSync(folder, {recursive: true, force: true});
process.exit(failed === 0 ? 0 : 1);
