import * as z from 'zod/mini';
import type { Endpoint, EventName, NewEndpoint } from './types';

const LONGEST_URL = 2048;
const LONGEST_DESCRIPTION = 200;
const MOST_EVENTS = 100;
const LONGEST_WAIT = 60;

/** What the form of an endpoint holds; `*` among the events stands for all of them. */
export const EndpointValues = z.object({
  url: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter an address'),
    z.maxLength(LONGEST_URL, `Use at most ${LONGEST_URL} characters`),
    z.refine(
      (url) => url === '' || isWebAddress(url),
      'Enter a full address such as https://example.com/webhooks',
    ),
  ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(LONGEST_DESCRIPTION, `Use at most ${LONGEST_DESCRIPTION} characters`)),
  events: z.array(z.string()).check(z.minLength(1, 'Choose at least one event')),
  max_events: z.nullable(z.number()).check(z.refine(isWithin(1, MOST_EVENTS), `Enter 1 to ${MOST_EVENTS}`)),
  max_wait_seconds: z
    .nullable(z.number())
    .check(z.refine(isWithin(0, LONGEST_WAIT), `Enter 0 to ${LONGEST_WAIT}`)),
  fields: z.string(),
});
export type EndpointValues = z.infer<typeof EndpointValues>;

export const NEW_ENDPOINT: EndpointValues = {
  url: '',
  description: '',
  events: ['*'],
  max_events: 1,
  max_wait_seconds: 5,
  fields: '',
};

export function endpointValues({ url, description, events, batch, filter }: Endpoint): EndpointValues {
  return {
    ...{ url, description: description ?? '', events },
    ...(batch ?? { max_events: 1, max_wait_seconds: 5 }),
    fields: filter?.fields?.join(', ') ?? '',
  };
}

/**
 * The fields as the server takes them; one event a request is no batch.
 * @param places of its filter, which the form doesn't show
 */
export function endpointFields(
  { url, description, events, max_events, max_wait_seconds, fields }: EndpointValues,
  places: string[] | null = null,
): NewEndpoint {
  const names = fields.split(/[\s,]+/).filter((name) => name !== '');
  return {
    ...{ url, description: description || null, events: events as (EventName | '*')[] },
    batch:
      max_events === null || max_events === 1
        ? null
        : { max_events, max_wait_seconds: max_wait_seconds ?? 0 },
    filter:
      names.length > 0 || places ? { location_ids: places, fields: names.length > 0 ? names : null } : null,
  };
}

function isWithin(least: number, most: number) {
  return (value: number | null) =>
    value !== null && Number.isInteger(value) && value >= least && value <= most;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
