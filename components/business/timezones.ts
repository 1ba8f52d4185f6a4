/** The timezones of the United States and its territories, by the name that people use. */
const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern',
  'America/Detroit': 'Eastern (Michigan)',
  'America/Indiana/Indianapolis': 'Eastern (Indiana)',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Boise': 'Mountain (Idaho)',
  'America/Phoenix': 'Mountain, no daylight saving (Arizona)',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'America/Puerto_Rico': 'Atlantic (Puerto Rico, U.S. Virgin Islands)',
  'Pacific/Guam': 'Chamorro (Guam)',
};

/** The choices of timezone; one that isn't in the list, which the API accepts too, keeps its name. */
export function timezoneOptions(current: string): readonly { value: string; label: string }[] {
  const known = Object.entries(ZONES).map(([value, label]) => ({ value, label }));
  return Object.hasOwn(ZONES, current) ? known : [{ value: current, label: current }, ...known];
}
