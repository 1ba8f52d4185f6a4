import { expect, test } from 'vitest';
import { writeInThread } from '../../../server/platform/pdf/reader';

const PROGRAM = new URL('../../factories/slow-document-program.ts', import.meta.url);

test('large documents of several businesses hold no turn of a small one', async () => {
  const written: string[] = [];
  const write = async (business: string, bytes: number) => {
    await writeInThread(PROGRAM, { data: new Uint8Array(bytes), pictures: new Map() }, business);
    written.push(business);
  };
  const large = ['north', 'south'].map((business) => write(business, 100_000));
  await write('small', 1_000);
  expect(written).toEqual(['small']);
  await Promise.all(large);
});
