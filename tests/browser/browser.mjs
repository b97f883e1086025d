// A real browser for the tests of the page: chromium, headless, with an empty profile. It notes what the console says and which hosts are asked.
import {createRequire} from 'node:module';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

// modules: the folder in which npm has installed playwright-core.
export async function openBrowser(modules, executablePath, options = {}) {
  const {chromium} = createRequire(resolve(modules, 'none.js'))('playwright-core');
  const profile = mkdtempSync(join(tmpdir(), 'doorway-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath, headless: true, args: flags, viewport: {width: 1280, height: 720}, acceptDownloads: true, ...options});
  context.setDefaultTimeout(30000);
  const page = context.pages()[0] ?? await context.newPage();
  const said = [], asked = new Set();
  context.on('request', (request) => asked.add(new URL(request.url()).host || new URL(request.url()).protocol));
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.stack}`));
  const close = async () => {
    await context.close();
    rmSync(profile, {recursive: true, force: true});
  };
  return {page, context, said, asked, close};
}
