// SPDX-License-Identifier: Apache-2.0
// Headless Firefox by its own remote protocol (Marionette): messages over a socket, each "length:json".

import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function find(name) {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

export const firefox = process.env.ZWANG_FIREFOX ?? (find('firefox-esr') || find('firefox'));

/** Reads messages from a stream of bytes. */
function reader(on_message) {
  let bytes = Buffer.alloc(0);
  return (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const colon = bytes.indexOf(':');
      if (colon < 0) return;
      const size = Number(bytes.toString('latin1', 0, colon));
      if (bytes.length < colon + 1 + size) return;
      const text = bytes.toString('utf8', colon + 1, colon + 1 + size);
      bytes = bytes.subarray(colon + 1 + size);
      on_message(JSON.parse(text));
    }
  };
}

async function connect(port, end) {
  for (;;) {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const made = await new Promise((done) => socket.once('connect', () => done(true)).once('error', () => done(false)));
    if (made) return socket;
    if (performance.now() > end) throw new Error('Firefox does not answer');
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** A browser with one page. */
export async function launch_firefox() {
  const port = 20000 + (process.pid % 20000);
  const profile = mkdtempSync(join(tmpdir(), 'zwang-firefox-'));
  writeFileSync(join(profile, 'user.js'), [`user_pref("marionette.port", ${port});`, 'user_pref("browser.shell.checkDefaultBrowser", false);', 'user_pref("datareporting.policy.dataSubmissionEnabled", false);'].join('\n'));
  const child = spawn(firefox, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const socket = await connect(port, performance.now() + 90_000);
  const waiting = new Map();
  let greeted;
  const greeting = new Promise((done) => (greeted = done));
  socket.on(
    'data',
    reader((message) => {
      if (!Array.isArray(message)) return greeted();
      const [, id, error, answer] = message;
      const { done, fail } = waiting.get(id);
      waiting.delete(id);
      if (error) fail(new Error(`${error.error}: ${error.message}`));
      else done(answer?.value ?? answer);
    }),
  );
  await greeting;
  let asked = 0;
  const ask = (verb, about = {}) =>
    new Promise((done, fail) => {
      const id = ++asked;
      waiting.set(id, { done, fail });
      const text = Buffer.from(JSON.stringify([0, id, verb, about]));
      // eslint-disable-next-line no-restricted-syntax -- to a socket, not to a page
      socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    });
  await ask('WebDriver:NewSession', { capabilities: { alwaysMatch: { timeouts: { script: 120_000, pageLoad: 120_000 } } } });
  return {
    go: (address) => ask('WebDriver:Navigate', { url: address }),
    /** `body` is that of a function with `done`, called in the page. */
    evaluate: (body, ...args) => ask('WebDriver:ExecuteAsyncScript', { script: `const done = arguments[arguments.length - 1]; ${body}`, args, sandbox: null }),
    async close() {
      await ask('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      socket.destroy();
      child.kill();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
