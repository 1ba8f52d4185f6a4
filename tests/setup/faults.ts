/** What a server must not log: an error, or the end of a pool of workers. A job that will be tried again is a warning. */
export const FAULT = /"level":50|pool of workers/;
