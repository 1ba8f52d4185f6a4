/** Kept by a browser in which the steps of setting up are hidden. */
export const SETUP_COOKIE = 'setup';
