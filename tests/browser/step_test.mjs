// Step, and what is in the address.

const swapped = '#step&algorithm=peterson-swapped&n=2&passages=unbounded';
const violation = ['0', '1', '1', '1', '0', '0', '0'];

async function count(page, text) {
  await page.waitForFunction((wanted) => document.querySelector('#step .count')?.textContent === wanted, text);
}
const alarms = (page) => page.locator('#step .alarms').textContent();

export const stepTests = [
  ['seven steps of the swapped Peterson, by clicking, raise the alarm', async ({page, expect}) => {
    for (const [i, step] of violation.entries()) {
      expect(`the alarm after ${i} steps`, await alarms(page), '');
      await page.locator(`#step .processes button.step[data-step="${step}"]`).click();
      await count(page, `${i + 1} of ${i + 1}`);
    }
    expect('the alarm', await alarms(page), 'exclusion: 2 are inside at once, 1 may be');
    expect('both are inside', await page.locator('#step .processes .badge.critical').count(), 2);
    expect('the step that decided it', await page.locator('#step .critical-step').getAttribute('data-step'), '4');
    expect('the value that was read came from there', await page.locator('#step .arrowhead').count(), 2);
  }],

  ['undo and redo', async ({page, expect, shot}) => {
    await page.locator('#step .undo').click();
    await count(page, '6 of 7');
    expect('the alarm after undo', await alarms(page), '');
    expect('registers that have changed', await page.locator('#step td.changed').count(), 0);
    await page.keyboard.press('Home');
    await count(page, '0 of 7');
    for (let i = 0; i < 7; ++i) await page.keyboard.press('ArrowRight');
    await count(page, '7 of 7');
    expect('the alarm after redo', await alarms(page), /2 are inside/);
    for (let i = 0; i < 4; ++i) await page.keyboard.press('u');
    await count(page, '3 of 7');
    expect('marks in the text', await page.locator('#step .line.marked .mark').count(), 2);
    await page.keyboard.press('End');
    await shot('step');
  }],

  ['a link shows the same run', async ({page, url, expect}) => {
    expect('the address', new URL(page.url()).hash, /run=0\.1\.1\.1\.0\.0\.0/);
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await count(page, '7 of 7');
    expect('the alarm of the link', await alarms(page), /2 are inside/);
    await page.goto(`${url}${swapped}&run=0.1.1&at=2`);
    await count(page, '2 of 3');
  }],

  ['a run is exported, and doorway-lab replay plays it', async ({page, url, expect, saved, replay}) => {
    await page.goto(`${url}${swapped}&run=${violation.join('.')}`);
    await count(page, '7 of 7');
    const {path} = await saved('#step .tools button:text-is("Export")');
    const played = replay(path);
    expect('status of replay', played.status, 0);
    expect('what replay says', played.text, /7 steps, VIOLATED/);
    await page.locator('#step .tools button:text-is("New")').click();
    await count(page, '0 of 0');
    await page.setInputFiles('#step input[type=file]', path);
    await count(page, '7 of 7');
  }],

  ['the diagram is saved as SVG', async ({saved, expect}) => {
    const {text} = await saved('#step .transport .svg');
    expect('the SVG', text, /^<svg [^]*Want\[1\] := 1[^]*<\/svg>$/);
    expect('it has its colours in it', text, /fill="rgb/);
  }],

  ['random steps with crashes and safe registers, and until it waits', async ({page, url, expect}) => {
    await page.goto(`${url}#step&algorithm=k-bakery-cc&n=3&k=2&crashes=1&registers=safe`);
    await count(page, '0 of 0');
    await page.locator('#step .until').first().click();
    await page.waitForFunction(() => document.querySelectorAll('#step .processes .badge')[0].matches('.critical, .waiting'));
    await page.locator('#step .tools input[type=checkbox]').check();
    await page.locator('#step .tools button:text-is("Random")').click();
    await page.waitForFunction(() => document.querySelectorAll('#step .diagram .step').length > 50);
    await page.locator('#step .tools button:text-is("Round-robin")').click();
    await page.waitForFunction(() => document.querySelectorAll('#step .diagram .step').length > 100);
    expect('trouble', await page.locator('#trouble').isHidden());
  }],

  ['what cannot be is said, and the page goes on', async ({page, url, expect}) => {
    for (const [link, words] of [
      ['#step&algorithm=no-such-lock&n=2', /no algorithm 'no-such-lock'/], ['#step&algorithm=bakery&n=99', /n = 99/],
      ['#step&algorithm=bakery&n=17', /room for 16/], ['#step&algorithm=bakery&n=2&run=0.x.1', /'x' is no step/],
      ['#step&algorithm=bakery&n=2&run=0.7', /step 2, process 7: there is no such process/], ['#step&algorithm=bakery&n=2&recover=1', /recover/],
      ['#step&algorithm=bakery&n=2&run=0_5', /nothing to choose/], ['#nowhere', /no page called nowhere/]]) {
      await page.goto(url + link);
      await page.waitForFunction(() => !document.getElementById('trouble').hidden);
      expect(link, await page.locator('#trouble').textContent(), words);
    }
    await page.goto(`${url}${swapped}&run=0.1`);
    await count(page, '2 of 2');
    expect('trouble', await page.locator('#trouble').isHidden());
  }],

  ['it plays', async ({page, url, expect}) => {
    await page.goto(`${url}${swapped}&run=${Array(300).fill('0.1').join('.')}&at=0`);
    await count(page, '0 of 600');
    await page.locator('#step .transport select').selectOption('60');
    const began = Date.now();
    await page.locator('#step .play').click();
    await count(page, '600 of 600');
    console.log(`       600 steps at 60 a second took ${((Date.now() - began) / 1000).toFixed(1)} s`);
    expect('it has stopped', await page.locator('#step .play').textContent(), 'Play');
  }],

  ['another token is refused', async ({url, expect}) => {
    const right = new URL(url);
    for (const path of ['/', `/${'0'.repeat(32)}/`, `${right.pathname.slice(0, -2)}/`, `/${'0'.repeat(32)}/api/known`]) {
      const answer = await fetch(right.origin + path);
      expect(`the status of ${path.length} characters`, answer.status, 403);
      expect('why', await answer.text(), /another token/);
    }
    expect('the right one', (await fetch(url)).status, 200);
  }],
];
