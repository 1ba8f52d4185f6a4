/** Sent before code leaves the page, with the address as its detail; who cancels it asks the person first. */
export const BEFORE_NAVIGATE = 'before-navigate';

/** Asks the page whether it may be left by code (palette, shortcuts); false means that it asks the person. */
export function mayNavigate(href: string): boolean {
  return window.dispatchEvent(new CustomEvent(BEFORE_NAVIGATE, { cancelable: true, detail: href }));
}
