import { describe, expect, test } from 'vitest';
import { placesOf } from '../../scripts/places.mjs';

const facts = placesOf();

describe('one fact, one place', () => {
  test.each(facts)('$name ($kind) is spelled in at most $most files', ({ places, most }) => {
    expect(places.length, places.join('\n')).toBeLessThanOrEqual(most);
  });

  test('follows facts that are there, and says so when one takes fewer files than it may', () => {
    expect(facts.filter(({ places }) => places.length === 0)).toEqual([]);
    expect(facts.filter(({ places, most }) => places.length < most).map(({ name }) => name)).toEqual([]);
  });
});
