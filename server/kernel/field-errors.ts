import type { $ZodIssue } from 'zod/v4/core';
import type { FieldError } from './errors';
import { isRule, type RuleCode } from './rules';

/**
 * Zod's issues as field errors with our codes: one per fault, with a path such as `items[0].quantity`. A field that
 * breaks several rules reports the first.
 * @param input what was parsed: zod does not distinguish a missing value from one of the wrong type
 * @param most how many are wanted: a list may have tens of thousands
 */
export function fieldErrors(
  issues: readonly $ZodIssue[],
  input: unknown,
  most = Number.POSITIVE_INFINITY,
): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const issue of issues) {
    if (byPath.size >= most) break;
    for (const error of errorsOf(issue, input)) {
      if (!byPath.has(error.path)) byPath.set(error.path, error);
    }
  }
  return [...byPath.values()].slice(0, most);
}

/** Characters of a path: its keys may be the caller's. */
const PATH_LIMIT = 200;

function errorsOf(issue: $ZodIssue, input: unknown): FieldError[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: (path ? `${path}.${key}` : key).slice(0, PATH_LIMIT),
      code: 'unknown_key',
      message: 'is not a known field',
    }));
  }
  if (TYPE_ISSUES.includes(issue.code)) {
    const value = valueAt(input, issue.path);
    if (value === undefined) return [{ path, code: 'required', message: 'is required' }];
    if (value === null) return [{ path, code: 'wrong_type', message: 'must not be null' }];
  }
  return [{ path, code: codeOf(issue), message: messageOf(issue) }];
}

/** Issues that zod reports for a missing or null value. */
const TYPE_ISSUES: readonly $ZodIssue['code'][] = ['invalid_type', 'invalid_value', 'invalid_union'];

const SIZES: Record<string, { few: RuleCode; many: RuleCode }> = {
  string: { few: 'too_short', many: 'too_long' },
  array: { few: 'too_few_items', many: 'too_many_items' },
};
const NUMBERS = { few: 'value_too_small', many: 'value_too_large' } as const;

/** Maps a zod issue to our code. */
function codeOf(issue: $ZodIssue): RuleCode {
  switch (issue.code) {
    case 'too_small':
      return (SIZES[issue.origin] ?? NUMBERS).few;
    case 'too_big':
      return (SIZES[issue.origin] ?? NUMBERS).many;
    case 'not_multiple_of':
      return 'too_many_decimals';
    case 'invalid_value':
      return 'unknown_value';
    case 'invalid_type':
      return issue.expected === 'int' ? 'not_an_integer' : 'wrong_type';
    case 'custom':
      return isRule(issue.params?.code) ? issue.params.code : 'invalid_format';
    case 'invalid_union':
      return issue.discriminator === undefined ? 'wrong_type' : 'unknown_value';
    case 'unrecognized_keys':
      return 'unknown_key';
    default:
      return 'invalid_format';
  }
}

const NOUNS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

function messageOf(issue: $ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (!issue.message.startsWith('Too ') && !issue.message.startsWith('Invalid')) return issue.message;
  if (issue.code === 'too_small') return `must be ${bound(issue.origin, 'at least', issue.minimum)}`;
  if (issue.code === 'too_big') return `must be ${bound(issue.origin, 'at most', issue.maximum)}`;
  return 'has an invalid format';
}

function bound(origin: string, limit: string, value: number | bigint): string {
  const unit = { string: ' characters', array: ' entries' }[origin] ?? '';
  return `${limit} ${value}${unit}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], input);
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '');
}
