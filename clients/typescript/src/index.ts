export { Tallyleaf, type TallyleafOptions, VERSION } from './client.js';
export { TallyleafError } from './error.js';
export { type TallyleafEvent, verifyWebhook } from './webhooks.js';
