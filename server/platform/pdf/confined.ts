/**
 * Takes from this thread what a hostile PDF could use. The thread's memory limit counts only objects: buffers, into which
 * streams are inflated, are counted here, and never returned, so that their sum has a bound too.
 */
const BUFFERS = 256 * 1024 * 1024;
let left = BUFFERS;

const counting: ProxyHandler<Uint8ArrayConstructor> = {
  construct(target, args, newTarget) {
    const [size] = args;
    if (typeof size === 'number') left -= size;
    if (left < 0) throw new RangeError('The document needs more memory than it may have');
    return Reflect.construct(target, args, newTarget);
  },
};
/** Must be called before pdf.js is loaded, which keeps what it finds then. */
export function confine(): void {
  globalThis.Uint8Array = new Proxy(Uint8Array, counting);
  // pdf.js makes one as it loads, for drawing.
  Object.assign(globalThis, { DOMMatrix: class {} });
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'])
    Reflect.deleteProperty(globalThis, name);
}
