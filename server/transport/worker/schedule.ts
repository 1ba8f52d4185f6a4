/** When jobs run by themselves (UTC); over many processes each fires once. */
export const CRONTAB = [
  '17 3 * * * purge_sessions ?max=3',
  '7 * * * * expire_orders ?max=1',
  '41 * * * * purge_requests ?max=3',
  '42 * * * * purge_uploads ?max=3',
  '43 * * * * purge_events ?max=3',
  '* * * * * resume_syncs ?max=1',
  '* * * * * auto_sync ?max=1',
  '* * * * * resume_imports ?max=1',
].join('\n');

/** What a worker looks after so many seconds after its start: by then a lease of a process that was killed is over. */
export const AFTER_START = [
  { task: 'resume_syncs', seconds: 20 },
  { task: 'resume_imports', seconds: 20 },
] as const;
