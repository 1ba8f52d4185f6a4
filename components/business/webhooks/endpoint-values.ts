import * as z from 'zod/mini';
import type { Endpoint, EventName, NewEndpoint } from './types';

const LONGEST_URL = 2048;
const LONGEST_DESCRIPTION = 200;

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
});
export type EndpointValues = z.infer<typeof EndpointValues>;

export const NEW_ENDPOINT: EndpointValues = { url: '', description: '', events: ['*'] };

export function endpointValues({ url, description, events }: Endpoint): EndpointValues {
  return { url, description: description ?? '', events };
}

/** The fields as the server takes them. */
export function endpointFields({ url, description, events }: EndpointValues): NewEndpoint {
  return { url, description: description || null, events: events as (EventName | '*')[] };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
