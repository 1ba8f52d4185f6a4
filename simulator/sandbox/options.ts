import { parseArgs } from 'node:util';
import { type Kind, kindsIn } from '../metrc/faults';
import { numberOf } from '../options';

export const VENDORS = ['metrc', 'dutchie', 'leaflink', 'distru'] as const;
export type SandboxVendor = (typeof VENDORS)[number];

export const USAGE = `npm run sandbox [-- options]

  --keep                keeps the data of the last time
  --with metrc,…        starts and connects vendors: ${VENDORS.join(', ')}
  --faults kind:9,kind  how a tenth of Metrc's requests fail; the others fail at the same rate in their own ways
  --port 3000           of the server; the receiver of webhooks is at --receiver 4500, vendors at --vendors 4700 and after
  --data .data/sandbox  where the data is
`;

export interface SandboxOptions {
  keep: boolean;
  vendors: readonly SandboxVendor[];
  kinds: readonly Kind[];
  /** Share of requests that fail. */
  fail: number;
  ports: { server: number; receiver: number; vendors: number };
  folder: string;
  /** The server's program. */
  program: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Reads the command line and the environment. A sandbox has a database of its own on this machine alone.
 * @throws Error naming what is wrong
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): SandboxOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      keep: { type: 'boolean', default: false },
      with: { type: 'string', default: '' },
      faults: { type: 'string' },
      port: { type: 'string', default: '3000' },
      receiver: { type: 'string', default: '4500' },
      vendors: { type: 'string', default: '4700' },
      data: { type: 'string', default: '.data/sandbox' },
      program: { type: 'string', default: 'scripts/start.mjs' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (env.DATABASE_URL) throw new Error('DATABASE_URL must not be set: a sandbox has a database of its own');
  const hosts = env.HOST ? env.HOST.split(',') : [];
  if (!hosts.every((host) => LOOPBACK.test(host.trim())))
    throw new Error('HOST must be 127.0.0.1: a sandbox is for this machine alone');
  const vendors = values.with.split(',').filter(Boolean);
  const wrong = vendors.find((one) => !VENDORS.includes(one as SandboxVendor));
  if (wrong !== undefined) throw new Error(`--with takes a list of ${VENDORS.join(', ')}`);
  const port = (name: 'port' | 'receiver' | 'vendors') => numberOf(name, values[name], 65_535);
  return {
    keep: values.keep,
    vendors: vendors as SandboxVendor[],
    kinds: values.faults === undefined ? [] : kindsIn(values.faults),
    fail: values.faults === undefined ? 0 : 0.1,
    ports: { server: port('port'), receiver: port('receiver'), vendors: port('vendors') },
    folder: values.data,
    program: values.program,
  };
}
