import type { RuleCode } from '../../../kernel/rules';

/** Every error code of a line; RULES explains each. */
export const LINE_CODES = [
  'ambiguous',
  'ambiguous_sku',
  'below_reorder_point',
  'below_reserved',
  'below_zero',
  'confirm_required',
  'date_in_future',
  'depends_on_failed',
  'duplicate',
  'forbidden',
  'foreign_subcategory',
  'fractional_quantity',
  'invalid_format',
  'invalid_number',
  'invalid_text',
  'not_found',
  'off_step',
  'on_board',
  'price_not_exact',
  'range_upside_down',
  'rejected',
  'required',
  'shortened',
  'sku_taken',
  'tag_taken',
  'too_long',
  'total_differs',
  'unknown_id',
  'unknown_location',
  'unknown_sku',
  'unknown_value',
  'unreadable',
  'value_too_large',
  'value_too_small',
] as const satisfies readonly RuleCode[];

export type LineCode = (typeof LINE_CODES)[number];

export const isLineCode = (code: unknown): code is LineCode =>
  (LINE_CODES as readonly unknown[]).includes(code);

/** Why a line is skipped. */
export interface LineError {
  /** A field, or '' for the line as a whole. */
  field: string;
  code: LineCode;
  message: string;
  /** What the file has there, cut off; absent where the error is of no cell. */
  value?: string | undefined;
}
