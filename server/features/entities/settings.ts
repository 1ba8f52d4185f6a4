import { z } from 'zod';
import { isTimezone } from '../../kernel/clock';
import { Count, paragraphs, Total, wholeNumber } from '../../kernel/params';
import { rule } from '../../kernel/rules';
import {
  choicesOf,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingValues,
} from './settings.schema';

const described = <Schema extends z.ZodType>(schema: Schema, text: string): Schema =>
  schema.meta({ description: text });

/** An enum with a name of its own in the document. */
const named = <const Name extends 'sync_frequency' | 'credit_check' | 'invoice_at' | 'mcp_confirm'>(
  name: Name,
  id: string,
) =>
  z
    .enum(choicesOf<(typeof SETTINGS)[Name]['options']>(SETTINGS[name]))
    .meta({ id, description: SETTINGS[name].text });

export const SyncFrequency = named('sync_frequency', 'SyncFrequency');
export const CreditCheck = named('credit_check', 'CreditCheck');
export const InvoiceStep = named('invoice_at', 'InvoiceStep');
export const McpConfirm = named('mcp_confirm', 'McpConfirm');
const CHOICES = new Map<string, z.ZodType>([
  ['sync_frequency', SyncFrequency],
  ['credit_check', CreditCheck],
  ['invoice_at', InvoiceStep],
  ['mcp_confirm', McpConfirm],
]);

/** Throws for a choice that has no enum: the document names each. */
function choiceOf(name: string): z.ZodType {
  const schema = CHOICES.get(name);
  if (!schema) throw new Error(`The choice ${name} has no enum in settings.ts.`);
  return schema;
}

function published(name: string, setting: Setting): z.ZodType {
  const { kind, text } = setting;
  if (kind === 'choice') return choiceOf(name);
  if (kind === 'flag') return described(z.boolean(), text);
  if (kind === 'timezone') return described(z.string(), text);
  if (kind === 'words') return described(z.string().nullable(), text);
  if (kind === 'dollars') return described(Total.nullable(), text);
  return kind === 'count' && setting.none ? described(Count.nullable(), text) : described(Count, text);
}

function accepted(name: string, setting: Setting): z.ZodType {
  const { kind, text } = setting;
  if (kind === 'choice' || kind === 'flag' || kind === 'dollars') return published(name, setting);
  if (kind === 'words') return described(paragraphs(setting.max).nullable(), `${text}; null clears it`);
  if (kind === 'timezone') {
    const known = rule('unknown_timezone', 'must be an IANA timezone such as America/Los_Angeles');
    return described(z.string().max(64).refine(isTimezone, known), `${text}, such as America/Los_Angeles`);
  }
  const number = wholeNumber()
    .min(kind === 'count' ? setting.min : 0)
    .max(setting.max);
  return kind === 'count' && setting.none ? described(number.nullable(), text) : described(number, text);
}

type Shape = { [Name in SettingName]: z.ZodType<SettingValues[Name], SettingValues[Name]> };
const shapeOf = (schemaOf: (name: string, setting: Setting) => z.ZodType) =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, schemaOf(name, SETTINGS[name])])) as unknown as Shape;

export const Settings = z.object(shapeOf(published));
export const SettingsChange = z.strictObject(shapeOf(accepted)).partial();

/** Settings that an owner alone changes, with a recent sign-in (decision 441). */
export const SIGN_IN_RULES = SETTING_NAMES.filter((name) => 'owners' in SETTINGS[name]);
