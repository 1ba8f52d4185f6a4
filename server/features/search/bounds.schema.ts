// Pages import this file.
/** Words of a search, and its characters (decision 949). */
export const MOST_WORDS = 8;
export const LONGEST = 100;
