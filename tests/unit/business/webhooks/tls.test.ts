import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { Outcome } from '../../../../server/features/webhooks/send';
import { CERTIFICATE } from '../../../setup/certificate';
import { openReceiver, type Receiver } from '../../../setup/receiver';

const SEND = `
import { openSender } from './server/features/webhooks/send.ts';
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const sender = openSender({ allowLoopback: true, resolve }, { timeoutMs: 5000 });
const outcomes = [];
for (const url of process.argv.slice(1)) outcomes.push(await sender.send({ url, headers: {}, body: '{}' }));
sender.close();
console.log(JSON.stringify(outcomes));
`;

let receiver: Receiver;
let authority: string;
beforeAll(async () => {
  receiver = await openReceiver({ tls: CERTIFICATE });
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-tls-'));
  authority = join(folder, 'authority.pem');
  await writeFile(authority, CERTIFICATE.cert);
  return async () => {
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  };
});

/** Sends from a process that trusts the receiver's certificate: Node reads that when it starts alone. */
async function sendTo(...hosts: string[]): Promise<Outcome[]> {
  const urls = hosts.map((host) => `https://${host}:${receiver.port}/`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', SEND, '--', ...urls],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
  );
  return JSON.parse(stdout);
}

test("checks a trusted certificate against the endpoint's name, not its address", async () => {
  const [right, again, other] = await sendTo('receiver.test', 'receiver.test', 'other.test');
  expect(right).toMatchObject({ ok: true, status: 204, error: null });
  expect(again).toMatchObject({ ok: true, status: 204, error: null });
  expect(other).toMatchObject({ ok: false, status: null, error: 'The certificate is for another name' });
  expect(receiver.requests).toHaveLength(2);
  expect(receiver.connections).toBe(2);
});
