import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { PasswordSlots } from '../../../server/features/auth/password/password-slots';

const at = (email: string, address = '192.0.2.1') => ({ email, address });

/** Fills the slots until `open` is called. */
function hold(slots: PasswordSlots, count: number) {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = Array.from({ length: count }, () => slots.run(at('held'), () => gate));
  return { open, held: Promise.all(held) };
}

describe('password slots', () => {
  test('run up to the limit at once, and all in the end', async () => {
    const slots = new PasswordSlots({ slots: 2 });
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        slots.run(at(`user${index}`), async () => {
          most = Math.max(most, ++running);
          await delay(1);
          running--;
        }),
      ),
    );
    expect({ most, running }).toEqual({ most: 2, running: 0 });
  });

  test('look again only before they would wait, and what that throws is thrown', async () => {
    const slots = new PasswordSlots({ slots: 1 });
    const doomed = () => Promise.reject(new Error('locked'));
    await expect(slots.run(at('a'), async () => 'done', doomed)).resolves.toBe('done');
    const { open, held } = hold(slots, 1);
    await expect(slots.run(at('a'), async () => 'done', doomed)).rejects.toThrow('locked');
    open();
    await held;
  });

  test('are free again after work that failed', async () => {
    const slots = new PasswordSlots({ slots: 1 });
    await expect(slots.run(at('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run(at('a'), async () => 'done')).resolves.toBe('done');
  });

  test.each([
    ['one email', (index: number) => at('victim', `192.0.2.${index}`), 2],
    ['one address', (index: number) => at(`user${index}`), 10],
  ])('a flood at %s waits behind itself: a newcomer goes first', async (_, flooder, rank) => {
    const slots = new PasswordSlots({ slots: 1 });
    const { open, held } = hold(slots, 1);
    const order: string[] = [];
    const note = (name: string) => async () => void order.push(name);
    const flood = Array.from({ length: 100 }, (_, index) => slots.run(flooder(index), note('flood')));
    const newcomer = slots.run(at('newcomer', '198.51.100.1'), note('newcomer'));
    open();
    await Promise.all([held, newcomer, ...flood]);
    expect(order.indexOf('newcomer')).toBeLessThan(rank);
  });

  test('a full queue drops the flood, not the newcomer: 503 with Retry-After', async () => {
    const slots = new PasswordSlots({ slots: 1, waiting: 10 });
    const { open, held } = hold(slots, 1);
    const flood = Array.from({ length: 30 }, () => slots.run(at('victim'), async () => 'checked'));
    const outcomes = Promise.allSettled(flood);
    const newcomer = slots.run(at('newcomer', '198.51.100.1'), async () => 'checked');
    open();
    await held;
    expect(await newcomer).toBe('checked');
    const dropped = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(dropped).toHaveLength(21);
    expect(dropped[0]).toMatchObject({
      reason: { code: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '5' } },
    });
  });

  test('rejects one that waits too long (503)', async () => {
    const slots = new PasswordSlots({ slots: 1, waitMs: 20 });
    const { open, held } = hold(slots, 1);
    await expect(slots.run(at('a'), async () => 'late')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    open();
    await held;
  });
});
