/** When jobs run by themselves (UTC); over many processes each fires once. */
export const CRONTAB = ['17 3 * * * purge_sessions ?max=3'].join('\n');
