// Compare: claims that are filtered, curves, and the commands that ask again.
const rows = (page) => page.locator('#compare .claims tbody tr');

export const compareTests = [
  ['claims are filtered', async ({page, url, expect}) => {
    await page.goto(`${url}#compare`);
    await page.waitForSelector('#compare .claims tbody tr');
    const all = await rows(page).count();
    expect('many rows', all > 150);
    await page.locator('#compare .claims select[name="algorithm"]').selectOption('black-white-bakery');
    const own = await rows(page).count();
    expect('fewer of one algorithm', own > 3 && own < all);
    expect('only of that one', (await page.locator('#compare .claims td.algorithm').allTextContents()).every((name) => name === 'black-white-bakery'));
    await page.locator('#compare .claims select[name="algorithm"]').selectOption('');
    await page.locator('#compare .claims select[name="agreement"]').selectOption('paper wrong');
    expect('where a paper is wrong', (await rows(page).count()) > 2);
    await page.locator('#compare .claims input[type="search"]').fill('no such words');
    await page.waitForFunction(() => document.querySelector('#compare .row-count').textContent === '0 rows');
    await page.locator('#compare .claims input[type="search"]').fill('');
    await page.locator('#compare .claims select[name="agreement"]').selectOption('');
    expect('each with its command', await page.locator('#compare .claims code.command').first().textContent(), /^doorway-lab (check|rmr) /);
  }],

  ['curves of several algorithms, in both models', async ({page, expect, shot}) => {
    expect('curves', (await page.locator('#compare .chart .fit').count()) >= 3);
    expect('the table of Zehavi', await page.locator('#compare .paper-table h2').first().textContent(), /Zehavi 2013/);
    await page.evaluate(() => document.getElementById('compare').scrollTo(0, 0));
    await shot('compare');
    await page.locator('#compare .algorithms input[value="k-bakery-cc"]').uncheck();
    expect('fewer rows', await page.locator('#compare .rmrs tbody tr').count(), 4);
  }],

  ['RMRs are measured', async ({page, expect}) => {
    const chosen = page.locator('#compare .algorithms input:checked');
    while ((await chosen.count()) > 0) await chosen.first().uncheck();
    await page.locator('#compare .algorithms input[value="k-bakery-fife"]').check();
    await page.locator('#compare .models input[value="cc"]').uncheck();
    await page.locator('#compare .rmrs input:not([type])').fill('2,4,8');
    await page.locator('#compare .measure').click();
    await page.waitForFunction(() => !document.querySelector('#compare .measure').disabled, undefined, {timeout: 60000});
    // 5n - 5 under every schedule: by hand, from the text, and in the manual.
    expect('what it found', await page.locator('#compare .rmrs tbody td').nth(3).textContent(), '2: 5, 4: 15, 8: 35');
  }],
];
