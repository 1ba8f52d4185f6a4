/** What dims the page behind a modal. */
export const overlayStyle =
  'fixed inset-0 z-50 bg-overlay duration-150 data-[state=open]:animate-in data-[state=open]:fade-in-0';
