// SPDX-License-Identifier: Apache-2.0
// Live pages in Firefox, where it is installed: from disk, a slider, the editor, and a run that is stopped.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { firefox, launch_firefox } from './support/firefox.mjs';
import { can_live } from './support/live.mjs';
import { folder, models, program } from './support/pages.mjs';

const skip = !firefox ? 'no firefox' : !can_live() ? 'no engine' : false;

/** In the page: what it complains of is kept from the beginning; asks until the answer is good. */
const support = `
  const until = (ask, then) => { const wait = () => { let found; try { found = ask(); } catch { found = undefined; } found ? then(found) : setTimeout(wait, 30); }; wait(); };
  const next = (name, act) => new Promise((take) => { document.addEventListener(name, ({ detail }) => take(detail), { once: true }); act(); });
  const slide = (name, by) => { const one = document.querySelector('.slider input[type=range][data-name="' + name + '"]'); one.value = String(by * Number(one.value)); one.dispatchEvent(new Event('input', { bubbles: true })); };
`;

describe('a live page in Firefox', { skip, timeout: 300_000 }, () => {
  let browser;
  before(async () => {
    for (const name of ['pendulum', 'bicycle', 'geodesic_sphere']) execFileSync(program, ['run', join(models, `${name}.toml`), '--out', folder, '--quiet'], { stdio: 'ignore' });
    browser = await launch_firefox();
  });
  after(() => browser?.close());

  const opened = async (name) => {
    await browser.go(pathToFileURL(join(folder, `${name}.html`)).href);
    await browser.evaluate(`${support} until(() => document.querySelector('.slider') && document.querySelector('.stage'), () => done(true));`);
  };

  for (const [name, parameter] of [['pendulum', 'l'], ['bicycle', 'v'], ['geodesic_sphere', 'lat1']])
    it(`runs again while a slider moves: ${name}`, async () => {
      await opened(name);
      const told = await browser.evaluate(`${support} next('zwang-run', () => slide('${parameter}', 0.97)).then(done);`);
      assert.equal(told.ending, 'ok');
      assert.deepEqual(await browser.evaluate("done(performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !/^(data|blob):/.test(name)));"), []);
    });

  it('complains of the text at the place', async () => {
    await opened('pendulum');
    const words = await browser.evaluate(`${support}
      const text = document.querySelector('#studio .text');
      text.open = true;
      until(() => { const place = document.querySelector('.editor').shadowRoot.querySelector('.cm-content'); return (place.cmTile ?? place.cmView).view; }, (view) => {
        view.dispatch({ changes: { from: view.state.doc.length, insert: '\\nnonsense = 1\\n' } });
        until(() => /nonsense/.test(document.querySelector('#studio .diagnosis').textContent) && document.querySelector('.editor').shadowRoot.querySelector('.cm-lintRange-error') && document.querySelector('#studio .diagnosis').textContent, done);
      });`);
    assert.match(words, /line \d+/);
  });

  it('can be stopped, and lives on', async () => {
    await opened('pendulum');
    const told = await browser.evaluate(`${support}
      const field = document.getElementById('studio-duration');
      const run = (value) => { field.value = String(value); field.dispatchEvent(new Event('change', { bubbles: true })); };
      run(1e7);
      until(() => [...document.querySelectorAll('#studio .choices button')].find((one) => one.textContent === 'Stop' && !one.hidden), (stop) => {
        stop.click();
        until(() => /Stopped/.test(document.querySelector('#studio .status').textContent), () => next('zwang-run', () => run(2)).then(done));
      });`);
    assert.equal(told.ending, 'ok');
  });
});
