/** What drivers and vehicles are asked for, by the server for the first view and by the browser after it. */
export const FLEET = { limit: 50 };
