import { describe, expect, it } from 'vitest';
import { countBelow } from '../../components/pos/count-below';

const SIZE = 100;

/** Asks a shop with these quantities, and counts the questions. */
function shop(available: readonly number[]) {
  const sorted = [...available].sort((one, other) => one - other);
  const asked: number[] = [];
  const ask = async (page: number) => {
    asked.push(page);
    const data = sorted.slice((page - 1) * SIZE, page * SIZE).map((units) => ({ available_quantity: units }));
    return { data, pagination: { total: sorted.length } };
  };
  return { ask, asked };
}

describe('how many items would be low', () => {
  it.each([0, 1, 99, 100, 101, 250, 1000, 1234])(
    'counts right among %i items, whatever the threshold',
    async (size) => {
      const available = Array.from({ length: size }, (_, index) => index % 977);
      for (const threshold of [0, 1, 50, 100, 101, 500, 976, 977, 5000]) {
        const { ask } = shop(available);
        const low = available.filter((units) => units < threshold).length;
        expect(await countBelow(ask, SIZE, threshold), `below ${threshold}`).toBe(low);
      }
    },
  );

  it('asks a few questions of a large shop', async () => {
    const { ask, asked } = shop(Array.from({ length: 100_000 }, (_, index) => index));
    expect(await countBelow(ask, SIZE, 61_234)).toBe(61_234);
    expect(asked.length).toBeLessThanOrEqual(20);
  });

  it('asks once where few are low', async () => {
    const { ask, asked } = shop(Array.from({ length: 100_000 }, (_, index) => index));
    expect(await countBelow(ask, SIZE, 37)).toBe(37);
    expect(asked).toEqual([1]);
  });
});
