export { Tallyleaf, type TallyleafOptions, VERSION } from './client.js';
export { TallyleafError } from './error.js';
export { type TallyleafBatch, type TallyleafEvent, verifyWebhook } from './webhooks.js';
