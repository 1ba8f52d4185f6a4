import { Parsing } from '../../server/features/pos/vendors/parsing';

/** Parses for a business of its own. @param before processor time (ms) that it has used today */
export function openParsing(before = 0): Parsing {
  let used = before;
  return new Parsing(crypto.randomUUID(), {
    sum: async () => used,
    count: async (ms) => {
      used += ms;
    },
  });
}
