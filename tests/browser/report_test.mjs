// Pages that are written to files: one answer, and a player of the report, from file://, also as narrow as a phone.
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

export const reportTests = [
  ['check --html: one page, from file://', async ({page, lab, folder, expect}) => {
    const file = join(folder, 'answer.html');
    const done = spawnSync(lab, ['check', 'one-bit', '-n', '2', '--passages', 'unbounded', '--property', 'starvation-freedom', '--html', file]);
    expect('the status of check', done.status, 1);
    await page.goto(pathToFileURL(file).href);
    expect('the verdict', await page.locator('.findings .verdict').textContent(), 'VIOLATED');
    await page.locator('.player .last').click();
    expect('the alarm at its end', await page.locator('.player .alarms').textContent(), /starvation-freedom.*for ever/);
    expect('the text', await page.locator('.player .source').textContent(), /class one_bit/);
    expect('no buttons that take steps', await page.locator('.player button.step').count(), 0);
  }],

  ['report --html: claims, curves and players, from file://', async ({page, lab, folder, expect, shot}) => {
    const to = join(folder, 'report');
    const done = spawnSync(lab, ['report', '--html', to], {encoding: 'utf8', timeout: 200000});
    expect('the status of report', done.status, 0);
    console.log(`       ${done.stdout.trim().replace(/^.*: /, '')}`);
    const runs = readdirSync(join(to, 'runs'));
    for (const name of ['peterson-swapped-exclusion', 'k-bakery-fife-safe-printed-exclusion', 'k-bakery-reset-fife-printed-fife',
      'k-bakery-reset-fife-safe-printed-fife', 'black-white-bakery-printed-exclusion', 'black-white-group-bakery-plain-abort-exclusion'])
      expect(`a page for ${name}`, runs.includes(`${name}.html`));
    await page.goto(pathToFileURL(join(to, 'index.html')).href);
    expect('counterexamples', (await page.locator('.counterexamples tbody a').count()) >= 30);
    expect('claims', (await page.locator('.claims tbody tr').count()) > 150);
    expect('curves', (await page.locator('.chart .fit').count()) >= 3);
    await shot('report');
    await page.locator('.counterexamples a:text-is("peterson-swapped")').click();
    await page.waitForSelector('.player .last');
    for (let i = 0; i < 7; ++i) await page.keyboard.press('ArrowRight');
    expect('the alarm', await page.locator('.player .alarms').textContent(), /2 are inside at once/);
    await page.setViewportSize({width: 390, height: 800});
    await shot('phone');
    expect('nothing is wider than a phone', await page.evaluate(() => document.documentElement.scrollWidth <= 390));
    await page.setViewportSize({width: 1280, height: 720});
  }],
];
