// Check: a search with progress and a stop button, and a counterexample that plays.

async function fill(page, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`#check .setting [name="${name}"]`);
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
    else {
      await field.fill(String(value));
      await field.dispatchEvent('change');
    }
  }
}
const ended = (page) => page.waitForFunction(() => !document.querySelector('#check .start').disabled, undefined, {timeout: 120000});

export const checkTests = [
  ['a counterexample opens in Step and plays to its end', async ({page, url, expect, shot}) => {
    await page.goto(`${url}#check`);
    await page.locator('#tab-check').click();
    await fill(page, {algorithm: 'peterson-swapped', n: 2, passages: 'unbounded'});
    await page.locator('#check .start').click();
    await ended(page);
    expect('exclusion', await page.locator('#check .findings tr:has-text("exclusion") .verdict').first().textContent(), 'VIOLATED');
    expect('the others', await page.locator('#check .verdict.inconclusive').count(), 3);
    expect('it is drawn', await page.locator('#check .drawn').textContent(), /from here on processes 0 and 1 go in/);
    expect('the command', await page.locator('#check .command').textContent(), /^doorway-lab check --wrong peterson-swapped -n 2 /);
    await shot('check');
    await page.locator('#check .play-it').click();
    await page.waitForFunction(() => document.querySelector('#step .count')?.textContent === '7 of 7');
    expect('the alarm at its end', await page.locator('#step .alarms').textContent(), /2 are inside at once/);
    expect('the step that decided it', await page.locator('#step .critical-step').count(), 1);
  }],

  ['one that goes on for ever: the cycle is shaded, and the alarm says who waits', async ({page, expect}) => {
    await page.locator('#tab-check').click();
    await fill(page, {algorithm: 'one-bit', n: 2, passages: 'unbounded'});
    const chosen = page.locator('#check .properties input:checked');
    while ((await chosen.count()) > 0) await chosen.first().uncheck();
    await page.locator('#check .properties input[value="starvation-freedom"]').check();
    await page.locator('#check .start').click();
    await ended(page);
    await page.locator('#check .play-it').click();
    await page.waitForSelector('#step .diagram .cycle');
    await page.waitForFunction(() => /^(\d+) of \1$/.test(document.querySelector('#step .count').textContent));
    expect('the alarm', await page.locator('#step .alarms').textContent(), /starvation-freedom.*for ever/);
  }],

  ['what holds', async ({page, expect}) => {
    await page.locator('#tab-check').click();
    await fill(page, {algorithm: 'k-bakery-cc', n: 2, k: 1, passages: '1'});
    await page.locator('#check .properties input[value="exclusion"]').check();
    await page.locator('#check .start').click();
    await ended(page);
    expect('the verdicts', (await page.locator('#check .verdict').allTextContents()).join(), 'HOLDS up to 1 passage each,HOLDS up to 1 passage each');
  }],

  ['a search is stopped, and the page is alive meanwhile', async ({page, expect}) => {
    await fill(page, {algorithm: 'k-bakery-cc', n: 4, k: 2, passages: '3'});
    await page.locator('#check .start').click();
    await page.waitForFunction(() => /^depth .* states/.test(document.querySelector('#check .progress').textContent), undefined, {timeout: 60000});
    await page.locator('#tab-step').click();
    await page.locator('#step .tools button:text-is("New")').click();
    await page.waitForFunction(() => document.querySelector('#step .count').textContent === '0 of 0');
    await page.locator('#tab-check').click();
    await page.locator('#check .stop').click();
    await ended(page);
    expect('what it says', await page.locator('#check .progress').textContent(), /^stopped after .* s: no violation within \d+ steps?, [\d,]+ states/);
  }],

  ['what cannot be asked is said', async ({page, expect}) => {
    await fill(page, {algorithm: 'tree-lock', n: 2});
    await page.locator('#check .setting [name="abort"]').check();
    await page.locator('#check .start').click();
    await page.waitForFunction(() => !document.getElementById('trouble').hidden);
    expect('why', await page.locator('#trouble').textContent(), /no abort/);
    await page.locator('#check .setting [name="abort"]').uncheck();
  }],
];
