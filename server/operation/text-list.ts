import { isDeepStrictEqual } from 'node:util';
import { viewOf } from '../platform/db/resource';
import { TextObject, textsOf } from '../platform/db/text-list';

/** What REST sends as it stands. */
export class JsonText {
  constructor(readonly json: string) {}
}

/**
 * An operation's response as its caller gets it: for REST as JSON text where PostgreSQL wrote it, else checked.
 * @param check the output's own check
 * @throws Error as `checkedTexts`
 */
export function responseOf(
  result: unknown,
  check: (value: unknown) => unknown,
  { asText, isStrict }: { asText: boolean; isStrict: boolean },
): unknown {
  if (!(result instanceof TextObject))
    return (asText && checkedTexts(result, check, isStrict)) || check(result);
  const { text, proven } = result.row;
  if (asText && proven && text !== null && !isStrict) return new JsonText(text);
  const value = viewOf(result.row);
  const checked = check(value);
  if (isStrict) assertSame(checked, value);
  return asText && text !== null ? new JsonText(text) : checked;
}

/**
 * The rows of a list that PostgreSQL wrote as JSON text. Those that no constraint proves are checked, with the list's
 * envelope; outside of production all of them are, and compared with what the check returns (decision 260).
 * @param check the output's own check
 * @returns null for a result of any other kind
 * @throws Error where a row has no text, or differs from what the check returns
 */
export function checkedTexts(
  result: unknown,
  check: (value: unknown) => unknown,
  isStrict: boolean,
): object | null {
  const list = textsOf(result);
  if (!list) return null;
  const { data, ...rest } = list;
  const doubtful = isStrict ? data : data.filter(({ proven, text }) => !proven || text === null);
  const value = { ...rest, data: doubtful.map((row) => viewOf(row)) };
  const checked = check(value);
  if (isStrict) assertSame(checked, value);
  return { texts: data.map(({ text }) => text), ...rest };
}

function assertSame(checked: unknown, value: unknown): void {
  if (!isDeepStrictEqual(checked, value)) throw new Error('A row of JSON text differs from the output');
}
