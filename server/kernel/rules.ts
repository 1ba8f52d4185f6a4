/** Every code of `details.errors`, with what it means: published in the API document and in docs/integrators.md. */
export const RULES = {
  ambiguous: 'More than one of the alternatives was sent, or none',
  common_password: 'The password is one of the most common ones',
  conflict: 'The parameter excludes another one that was sent',
  date_in_future: 'The date has not begun anywhere on earth',
  date_in_past: 'The date is over everywhere on earth',
  date_too_far: 'The date is more than a year ahead',
  duplicate: 'An earlier entry of the list names the same object or value',
  empty_patch: 'The body has no field to change',
  foreign_subcategory: 'The subcategory belongs to another category',
  has_credentials: 'The URL carries a user name or password',
  has_fragment: 'The URL has a fragment (#)',
  has_query: 'The URL has a query string (?)',
  https_required: 'The URL is not https',
  incomplete: 'The body ended early, or the list lacks something',
  insufficient_stock: 'Less is available than asked for',
  invalid_cursor: 'The cursor belongs to another list, sort or filter',
  invalid_encoding: 'The query string is not valid percent-encoding',
  invalid_file: 'The file is not of the expected kind, or cannot be read',
  invalid_format: 'The text does not have the required form, such as a uuid, date or email address',
  invalid_json: 'The body is not valid JSON in UTF-8',
  invalid_multipart: 'The body is not valid multipart/form-data',
  invalid_text: 'The text has NUL, a lone surrogate, or is not UTF-8',
  invalid_url: 'The text is not a full URL',
  not_an_integer: 'The number is not whole',
  not_found: 'No such object is visible to you',
  not_public: 'The address is not on the public internet',
  out_of_range: 'The number is too large to be read',
  own_entity: 'The object is your own entity',
  quantity_changed: 'The quantity is not the expected one',
  quantity_limit: 'The result would exceed the most that a row can hold',
  range_upside_down: 'The end is before the start',
  read_only: 'The field cannot be changed',
  repeated: 'The field or parameter was sent twice',
  required: 'The field is missing',
  same_place: 'Source and target are the same',
  too_deep: 'The body is nested too deeply',
  too_few_items: 'The list has too few entries',
  too_long: 'The text is too long',
  too_many_decimals: 'The number has too many decimals',
  too_many_items: 'The list has too many entries',
  too_many_parts: 'The form has too many parts',
  too_short: 'The text is too short, or empty',
  unknown_column: 'The file has no such column',
  unknown_id: 'The id is not one of this object',
  unknown_key: 'The field or parameter is not known',
  unknown_timezone: 'The text is not an IANA time zone',
  unknown_value: 'The value is not one of the allowed ones',
  value_too_large: 'The number or amount is too large',
  value_too_small: 'The number is too small',
  wrong_type: 'The value has the wrong JSON type',
  zero_change: 'The change is 0',
} as const;

export type RuleCode = keyof typeof RULES;

/** A refinement's message and published code: `z.string().refine(isX, rule('invalid_format', 'must be an X'))`. */
export function rule(code: RuleCode, message: string): { error: string; params: { code: RuleCode } } {
  return { error: message, params: { code } };
}

export const isRule = (code: unknown): code is RuleCode =>
  typeof code === 'string' && Object.hasOwn(RULES, code);
